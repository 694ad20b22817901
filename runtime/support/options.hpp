// The environment variables of runtime/support/options.def, as one structure.
#ifndef HEDDLE_RUNTIME_SUPPORT_OPTIONS_HPP
#define HEDDLE_RUNTIME_SUPPORT_OPTIONS_HPP

#include <cstdint>
#include <functional>
#include <string>

namespace heddle {

struct Options {
  using text = std::string;
  using number = std::uint64_t;
  using flag = bool;
#define HEDDLE_OPTION(type, member, variable, initial) type member = initial;
#include "runtime/support/options.def"

  /// What the environment gives for a name, or null.
  using Lookup = std::function<const char *(const char *variable)>;
  /// complain gets one sentence for each value that cannot be read.
  static Options read(const Lookup &lookup,
                      const std::function<void(const std::string &)> &complain);
};

/// The options of this process, read from the environment at the first call. Never destroyed.
const Options &options();

} // namespace heddle

#endif
