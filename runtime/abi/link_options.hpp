// The options of clLinkProgram (OpenCL API specification, "Linker options").
#ifndef HEDDLE_RUNTIME_ABI_LINK_OPTIONS_HPP
#define HEDDLE_RUNTIME_ABI_LINK_OPTIONS_HPP

#include <optional>
#include <string>
#include <string_view>

namespace heddle::abi {

struct LinkOptions {
  bool createLibrary = false;     ///< -create-library
  bool enableLinkOptions = false; ///< -enable-link-options
  // What the mathematical options allow.
  bool noSignedZeros = false;
  bool finiteMathOnly = false;
  bool unsafeMath = false;

  bool relaxesMath() const { return noSignedZeros || finiteMathOnly || unsafeMath; }
};

/// Both sides read the options with this: the driver, because a wrong one must be told before the
/// link begins. Nothing, and a sentence in `problem`, when there is one
/// (CL_INVALID_LINKER_OPTIONS).
std::optional<LinkOptions> parseLinkOptions(std::string_view text, std::string &problem);

} // namespace heddle::abi

#endif
