#include "runtime/abi/link_options.hpp"

namespace heddle::abi {

namespace {

/// Options that change nothing here, or are hints for other vendors' compilers.
bool isIgnored(std::string_view option) {
  if (option == "-cl-denorms-are-zero" || option == "-cl-no-subgroup-ifp")
    return true;
  for (std::string_view prefix : {"-cl-intel-", "-ze-", "-cl-nv-"})
    if (option.starts_with(prefix))
      return true;
  return false;
}

bool apply(std::string_view option, LinkOptions &options) {
  const bool fast = option == "-cl-fast-relaxed-math";
  const bool isUnsafe = fast || option == "-cl-unsafe-math-optimizations";
  if (option == "-create-library")
    options.createLibrary = true;
  else if (option == "-enable-link-options")
    options.enableLinkOptions = true;
  else if (option == "-cl-no-signed-zeros")
    options.noSignedZeros = true;
  else if (option == "-cl-finite-math-only")
    options.finiteMathOnly = true;
  else if (!isUnsafe)
    return isIgnored(option);
  if (isUnsafe)
    options.unsafeMath = options.noSignedZeros = true;
  if (fast)
    options.finiteMathOnly = true;
  return true;
}

} // namespace

std::optional<LinkOptions> parseLinkOptions(std::string_view text, std::string &problem) {
  constexpr std::string_view space(" \t\n\v\f\r\0", 7);
  LinkOptions options;
  for (std::size_t at = text.find_first_not_of(space); at != text.npos;) {
    const std::size_t end = text.find_first_of(space, at);
    const std::string_view option = text.substr(at, end == text.npos ? text.npos : end - at);
    if (!apply(option, options)) {
      problem = "unknown link option '" + std::string(option) + "'";
      return std::nullopt;
    }
    at = text.find_first_not_of(space, end == text.npos ? text.size() : end);
  }
  if (options.enableLinkOptions && !options.createLibrary) {
    problem = "link option '-enable-link-options' needs '-create-library'";
    return std::nullopt;
  }
  return options;
}

} // namespace heddle::abi
