// Devices: finding them, their counts, their timers. What they report is in device_info.cpp, how
// they divide in sub_device.cpp.
#include "runtime/device.hpp"
#include "icd/device_type.hpp"
#include "icd/entry.hpp"
#include "runtime/event.hpp"
#include "runtime/platform.hpp"

#include <CL/cl_ext.h>

using namespace heddle;

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type deviceType,
                                               cl_uint numEntries, cl_device_id *devices,
                                               cl_uint *numDevices) {
  return returnStatus([&]() -> cl_int {
    Platform *owner = fromHandle<Platform>(platform);
    if (!owner)
      return CL_INVALID_PLATFORM;
    if (!validDeviceType(deviceType))
      return CL_INVALID_DEVICE_TYPE;
    // CL_INVALID_VALUE: a list without room, or nothing that could take the answer.
    if ((devices && numEntries == 0) || (!devices && !numDevices))
      return CL_INVALID_VALUE;
    cl_uint found = 0;
    for (const Ref<Device> &device : owner->devices()) {
      if (!matchesDeviceType(*device, deviceType))
        continue;
      if (devices && found < numEntries)
        devices[found] = device->handle();
      ++found;
    }
    if (numDevices)
      *numDevices = found;
    return found != 0 ? CL_SUCCESS : CL_DEVICE_NOT_FOUND;
  });
}

// Root devices live as long as the driver: their counts do not change.

CL_API_ENTRY cl_int CL_API_CALL clRetainDevice(cl_device_id handle) {
  Device *device = fromHandle<Device>(handle);
  if (device && device->isRoot())
    return CL_SUCCESS;
  return retainHandle<Device>(handle, CL_INVALID_DEVICE);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseDevice(cl_device_id handle) {
  Device *device = fromHandle<Device>(handle);
  if (device && device->isRoot())
    return CL_SUCCESS;
  return releaseHandle<Device>(handle, CL_INVALID_DEVICE);
}

// cl_ext_device_fission is not reported. Its lists have other names for the ways to divide a
// device, and are none that are supported; sub-devices are the same objects under both names.

CL_API_ENTRY cl_int CL_API_CALL clCreateSubDevicesEXT(cl_device_id device,
                                                      const cl_device_partition_property_ext *,
                                                      cl_uint, cl_device_id *, cl_uint *) {
  return fromHandle<Device>(device) ? CL_INVALID_VALUE : CL_INVALID_DEVICE;
}

CL_API_ENTRY cl_int CL_API_CALL clRetainDeviceEXT(cl_device_id device) {
  return clRetainDevice(device);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseDeviceEXT(cl_device_id device) {
  return clReleaseDevice(device);
}

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceAndHostTimer(cl_device_id device,
                                                        cl_ulong *deviceTimestamp,
                                                        cl_ulong *hostTimestamp) {
  if (!fromHandle<Device>(device))
    return CL_INVALID_DEVICE;
  if (!deviceTimestamp || !hostTimestamp)
    return CL_INVALID_VALUE;
  // Device and host share one clock.
  *deviceTimestamp = *hostTimestamp = hostTimer();
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetHostTimer(cl_device_id device, cl_ulong *hostTimestamp) {
  if (!fromHandle<Device>(device))
    return CL_INVALID_DEVICE;
  if (!hostTimestamp)
    return CL_INVALID_VALUE;
  *hostTimestamp = hostTimer();
  return CL_SUCCESS;
}
