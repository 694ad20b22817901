#include "runtime/device_uuid.hpp"

#include "runtime/abi/compiler_interface.hpp"
#include "runtime/support/file.hpp"

#include <algorithm>
#include <string>

namespace heddle {

namespace {

/// Version 8 of RFC 9562: a hash of one's own in the form of a UUID.
Uuid uuidOf(std::string_view what) {
  Uuid uuid{};
  const std::string hash = abi::contentHash(what);
  std::copy_n(hash.begin(), std::min(hash.size(), uuid.size()), uuid.begin());
  uuid[6] = static_cast<cl_uchar>(0x80 | (uuid[6] & 0x0f));
  uuid[8] = static_cast<cl_uchar>(0x80 | (uuid[8] & 0x3f));
  return uuid;
}

} // namespace

Uuid deviceUuid(std::string_view processorName) {
  // What the system calls this machine; it is not to be shown to others as it stands. A container
  // may have none: then all processors of one make share a name.
  const std::string machine = readFile("/etc/machine-id").value_or("");
  return uuidOf("Heddle device\n" + machine + "\n" + std::string(processorName));
}

Uuid driverUuid(std::string_view version) {
  return uuidOf("Heddle driver\n" + std::string(version));
}

} // namespace heddle
