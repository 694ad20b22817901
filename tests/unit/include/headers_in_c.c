/* The headers of extensions are for programs in C as well. */
#include "heddle/cl_ext_buffer_device_address.h"
#include "heddle/cl_ext_float_atomics.h"
#include "heddle/cl_khr_command_buffer.h"
#include "heddle/cl_khr_command_buffer_mutable_dispatch.h"
#include "heddle/cl_khr_cooperative_matrix.h"
#include "heddle/cl_khr_kernel_clock.h"
#include "heddle/cl_khr_spirv_queries.h"

/* Eight members of 32 bits, as the driver writes them. */
typedef char variant_size[sizeof(cl_device_cooperative_matrix_variant_khr) == 32 ? 1 : -1];

/* No header of another state stands in the way. */
typedef char properties_size[sizeof(cl_command_properties_khr) == 8 ? 1 : -1];

int queriesOfBothHeaders(clGetDeviceCooperativeMatrixInfoKHR_fn function);
int queriesOfBothHeaders(clGetDeviceCooperativeMatrixInfoKHR_fn function) {
  return function ? CL_DEVICE_COOPERATIVE_MATRIX_SUB_GROUP_VARIANTS_KHR
                  : CL_DEVICE_SPIRV_CAPABILITIES_KHR;
}
