#include "runtime/support/options.hpp"

#include "runtime/support/environment.hpp"
#include "runtime/support/log.hpp"

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace heddle {

namespace {

std::optional<std::string> parse(std::string_view value, const std::string &) {
  return std::string(value);
}

std::optional<std::uint64_t> parse(std::string_view value, std::uint64_t) {
  std::string digits(value);
  if (digits.empty() || !std::isdigit(static_cast<unsigned char>(digits[0])))
    return std::nullopt;
  char *end = nullptr;
  errno = 0;
  unsigned long long number = std::strtoull(digits.c_str(), &end, 0);
  if (errno != 0)
    return std::nullopt;
  unsigned shift = 0;
  switch (std::tolower(static_cast<unsigned char>(*end))) {
  case '\0':
    break;
  case 'k':
    shift = 10;
    break;
  case 'm':
    shift = 20;
    break;
  case 'g':
    shift = 30;
    break;
  default:
    return std::nullopt;
  }
  if (shift != 0 && end[1] != '\0')
    return std::nullopt;
  if (number > UINT64_MAX >> shift)
    return std::nullopt;
  return std::uint64_t(number) << shift;
}

std::optional<bool> parse(std::string_view value, bool) {
  for (std::string_view name : {"1", "on", "yes", "true"})
    if (value == name)
      return true;
  for (std::string_view name : {"0", "off", "no", "false"})
    if (value == name)
      return false;
  return std::nullopt;
}

} // namespace

Options Options::read(const Lookup &lookup,
                      const std::function<void(const std::string &)> &complain) {
  Options result;
  auto readOne = [&](const char *variable, auto &member) {
    const char *value = lookup(variable);
    if (!value || !*value)
      return;
    if (auto parsed = parse(value, member))
      member = std::move(*parsed);
    else
      complain(std::string(variable) + ": '" + value + "' cannot be read; the default is used");
  };
#define HEDDLE_OPTION(type, member, variable, initial) readOne(variable, result.member);
#include "runtime/support/options.def"
  return result;
}

const Options &options() {
  static const Options &instance = *new Options(Options::read(
      &environmentVariable, [](const std::string &sentence) { complain("%s", sentence.c_str()); }));
  return instance;
}

} // namespace heddle
