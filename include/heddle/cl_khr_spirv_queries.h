/* cl_khr_spirv_queries, for OpenCL headers that do not have it yet: the names of its queries.

   clGetDeviceInfo(device, CL_DEVICE_SPIRV_…_KHR, …)
     EXTENDED_INSTRUCTION_SETS  const char *[]  what a module may import
     EXTENSIONS                 const char *[]  what it may declare by OpExtension
     CAPABILITIES               cl_uint[]       what it may declare by OpCapability
   The strings belong to the driver and stay. */
#ifndef HEDDLE_CL_KHR_SPIRV_QUERIES_H
#define HEDDLE_CL_KHR_SPIRV_QUERIES_H

#include <CL/cl_ext.h>

#ifndef cl_khr_spirv_queries
#define cl_khr_spirv_queries 1

#define CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR 0x12B9
#define CL_DEVICE_SPIRV_EXTENSIONS_KHR 0x12BA
#define CL_DEVICE_SPIRV_CAPABILITIES_KHR 0x12BB
#endif

#endif
