// cl_device_type as an argument, of clGetDeviceIDs and clCreateContextFromType.
#ifndef HEDDLE_ICD_DEVICE_TYPE_HPP
#define HEDDLE_ICD_DEVICE_TYPE_HPP

#include "runtime/device.hpp"

namespace heddle {

constexpr bool validDeviceType(cl_device_type type) {
  constexpr cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU |
                                   CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR |
                                   CL_DEVICE_TYPE_CUSTOM;
  return type == CL_DEVICE_TYPE_ALL || (type != 0 && (type & ~known) == 0);
}

/// The only device is the default one, too.
inline bool matchesDeviceType(const Device &device, cl_device_type type) {
  return type == CL_DEVICE_TYPE_ALL || (type & (device.type() | CL_DEVICE_TYPE_DEFAULT)) != 0;
}

} // namespace heddle

#endif
