/* cl_khr_kernel_clock, for OpenCL headers that do not have it yet: the names of its query.

   clGetDeviceInfo(device, CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR, …) */
#ifndef HEDDLE_CL_KHR_KERNEL_CLOCK_H
#define HEDDLE_CL_KHR_KERNEL_CLOCK_H

#include <CL/cl_ext.h>

#ifndef cl_khr_kernel_clock
#define cl_khr_kernel_clock 1

typedef cl_bitfield cl_device_kernel_clock_capabilities_khr;

#define CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR 0x1076

#define CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR (1 << 0)
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR (1 << 1)
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR (1 << 2)
#endif

#endif
