// Which checks a program is compiled with.
#ifndef HEDDLE_RUNTIME_ABI_CHECKS_REQUEST_HPP
#define HEDDLE_RUNTIME_ABI_CHECKS_REQUEST_HPP

#include <string>

namespace heddle::abi {

/// Of what specifications leave undefined (runtime/abi/checks.h): HEDDLE_STRICT and
/// HEDDLE_STRICT_DEVICE.
struct ChecksRequest {
  bool wanted = false;
  bool all = false;   ///< also of what programs get away with
  std::string device; ///< a name of strict_devices.def, or none

  explicit operator bool() const { return wanted; }
  bool operator==(const ChecksRequest &) const = default;
};

} // namespace heddle::abi

#endif
