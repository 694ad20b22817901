// Device lists, as the functions on programs take them.
#ifndef HEDDLE_ICD_PROGRAM_DEVICES_HPP
#define HEDDLE_ICD_PROGRAM_DEVICES_HPP

#include "runtime/device.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace heddle {

/// Reads a device list with at least one entry: CL_INVALID_DEVICE for one that is not in `allowed`.
inline cl_int readDevices(const std::vector<Ref<Device>> &allowed, cl_uint count,
                          const cl_device_id *list, std::vector<Device *> &devices) {
  for (cl_uint i = 0; i < count; ++i) {
    Device *device = fromHandle<Device>(list[i]);
    if (!device || std::none_of(allowed.begin(), allowed.end(),
                                [&](const Ref<Device> &one) { return one.get() == device; }))
      return CL_INVALID_DEVICE;
    devices.push_back(device);
  }
  return CL_SUCCESS;
}

/// The same for an optional list, where none means all: CL_INVALID_VALUE when the list and its
/// length do not fit.
inline cl_int readOptionalDevices(const std::vector<Ref<Device>> &allowed, cl_uint count,
                                  const cl_device_id *list, std::vector<Device *> &devices) {
  if ((count == 0) != (list == nullptr))
    return CL_INVALID_VALUE;
  if (list)
    return readDevices(allowed, count, list, devices);
  for (const Ref<Device> &device : allowed)
    devices.push_back(device.get());
  return CL_SUCCESS;
}

/// The device of a query about one device; null stands for the only one there is.
/// CL_INVALID_DEVICE is told by a null result.
inline Device *deviceOrOnly(const std::vector<Ref<Device>> &allowed, cl_device_id handle) {
  if (!handle)
    return allowed.size() == 1 ? allowed.front().get() : nullptr;
  std::vector<Device *> devices;
  return readDevices(allowed, 1, &handle, devices) == CL_SUCCESS ? devices.front() : nullptr;
}

} // namespace heddle

#endif
