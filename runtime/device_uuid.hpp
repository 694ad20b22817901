// Names that stay the same: of this machine's processor as a device, and of this driver.
#ifndef HEDDLE_RUNTIME_DEVICE_UUID_HPP
#define HEDDLE_RUNTIME_DEVICE_UUID_HPP

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <array>
#include <string_view>

namespace heddle {

using Uuid = std::array<cl_uchar, CL_UUID_SIZE_KHR>;

/// The same in every process, for as long as the system is installed on this processor. Processors
/// of several sockets are one device.
Uuid deviceUuid(std::string_view processorName);
/// The same for all builds of one version.
Uuid driverUuid(std::string_view version);

} // namespace heddle

#endif
