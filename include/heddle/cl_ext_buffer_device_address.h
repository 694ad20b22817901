/* cl_ext_buffer_device_address, for OpenCL headers that do not have it yet: buffers whose address
   on the device is known, and kernel arguments that are such addresses.

   clSetKernelArgDevicePointerEXT is found by its name with
   clGetExtensionFunctionAddressForPlatform(). */
#ifndef HEDDLE_CL_EXT_BUFFER_DEVICE_ADDRESS_H
#define HEDDLE_CL_EXT_BUFFER_DEVICE_ADDRESS_H

#include <CL/cl_ext.h>

#ifndef cl_ext_buffer_device_address
#define cl_ext_buffer_device_address 1

#ifdef __cplusplus
extern "C" {
#endif

typedef cl_ulong cl_mem_device_address_ext;

/* clCreateBufferWithProperties, cl_bool */
#define CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT 0x5000
/* clGetMemObjectInfo, cl_mem_device_address_ext[]: one for each device of the context */
#define CL_MEM_DEVICE_ADDRESS_EXT 0x5001
/* clSetKernelExecInfo, cl_mem_device_address_ext[] */
#define CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT 0x5002

typedef cl_int CL_API_CALL clSetKernelArgDevicePointerEXT_t(cl_kernel kernel, cl_uint arg_index,
                                                            cl_mem_device_address_ext arg_value);
typedef clSetKernelArgDevicePointerEXT_t *clSetKernelArgDevicePointerEXT_fn;

#ifdef __cplusplus
}
#endif

#endif

#endif
