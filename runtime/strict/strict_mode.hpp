// What HEDDLE_STRICT asks for.
#ifndef HEDDLE_RUNTIME_STRICT_STRICT_MODE_HPP
#define HEDDLE_RUNTIME_STRICT_STRICT_MODE_HPP

#include "runtime/abi/checks_request.hpp"
#include "runtime/abi/strict_device.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle {

struct StrictMode {
  enum class Kind : std::uint8_t {
    off,
    report, ///< on standard error
    abort,  ///< the first one, and the end of the program
    log,    ///< into `file`
  };
  Kind kind = Kind::off;
  std::string file;
  bool all = false; ///< also what programs get away with, and every work-group

  /// Nothing if it cannot be read.
  static std::optional<StrictMode> parse(std::string_view option);
};

/// As the options of this process have it.
const StrictMode &strictMode();

/// Whether programs are built with checks.
inline bool checksWanted() { return strictMode().kind != StrictMode::Kind::off; }

/// Whose rules they are compared with; null for nobody's.
const abi::StrictDevice *strictDevice();

/// What the compiler is to be asked for.
abi::ChecksRequest requestedChecks();

} // namespace heddle

#endif
