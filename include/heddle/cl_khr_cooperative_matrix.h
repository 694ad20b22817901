/* cl_khr_cooperative_matrix, for OpenCL headers that do not have it yet: which cooperative matrices
   (SPV_KHR_cooperative_matrix) a device multiplies. C and C++.

   The function is found by its name:

     clGetDeviceCooperativeMatrixInfoKHR_fn info =
         (clGetDeviceCooperativeMatrixInfoKHR_fn)clGetExtensionFunctionAddressForPlatform(
             platform, "clGetDeviceCooperativeMatrixInfoKHR");
     size_t size;
     info(device, CL_DEVICE_COOPERATIVE_MATRIX_DEFAULT_SUB_GROUP_VARIANTS_KHR, 0, NULL, 0, NULL,
          &size);                       // then once more with room for size bytes of variants */
#ifndef HEDDLE_CL_KHR_COOPERATIVE_MATRIX_H
#define HEDDLE_CL_KHR_COOPERATIVE_MATRIX_H

#include <CL/cl_ext.h>

#ifndef cl_khr_cooperative_matrix
#define cl_khr_cooperative_matrix 1

#ifdef __cplusplus
extern "C" {
#endif

typedef cl_uint cl_device_cooperative_matrix_info_khr;
typedef cl_uint cl_device_cooperative_matrix_component_type_khr;

/* clGetDeviceInfo, cl_uint, bytes: what an address and a stride of a load or a store must be a
   multiple of, or of the size of a component where that is larger. */
#define CL_DEVICE_COOPERATIVE_MATRIX_POINTER_ALIGNMENT_KHR 0x107A
#define CL_DEVICE_COOPERATIVE_MATRIX_STRIDE_MULTIPLE_KHR 0x107B

/* clGetDeviceCooperativeMatrixInfoKHR, an array of variants: for kernels that require no sub-group
   size, and for the size that a cl_uint in input_value names. */
#define CL_DEVICE_COOPERATIVE_MATRIX_DEFAULT_SUB_GROUP_VARIANTS_KHR 0x1078
#define CL_DEVICE_COOPERATIVE_MATRIX_SUB_GROUP_VARIANTS_KHR 0x1079

/* Integers are one type in SPIR-V; signed ones stand for the operands Matrix…SignedComponents. */
#define CL_DEVICE_COOPERATIVE_MATRIX_COMPONENT_TYPE_FP16_KHR 0
#define CL_DEVICE_COOPERATIVE_MATRIX_COMPONENT_TYPE_FP32_KHR 1
#define CL_DEVICE_COOPERATIVE_MATRIX_COMPONENT_TYPE_FP64_KHR 2
#define CL_DEVICE_COOPERATIVE_MATRIX_COMPONENT_TYPE_SINT8_KHR 3
#define CL_DEVICE_COOPERATIVE_MATRIX_COMPONENT_TYPE_SINT16_KHR 4
#define CL_DEVICE_COOPERATIVE_MATRIX_COMPONENT_TYPE_SINT32_KHR 5
#define CL_DEVICE_COOPERATIVE_MATRIX_COMPONENT_TYPE_SINT64_KHR 6
#define CL_DEVICE_COOPERATIVE_MATRIX_COMPONENT_TYPE_UINT8_KHR 7
#define CL_DEVICE_COOPERATIVE_MATRIX_COMPONENT_TYPE_UINT16_KHR 8
#define CL_DEVICE_COOPERATIVE_MATRIX_COMPONENT_TYPE_UINT32_KHR 9
#define CL_DEVICE_COOPERATIVE_MATRIX_COMPONENT_TYPE_UINT64_KHR 10

/* One kind of OpCooperativeMatrixMulAddKHR: result (m x n) = a (m x k) * b (k x n) + c (m x n). */
typedef struct _cl_device_cooperative_matrix_variant_khr {
  cl_uint m_size, n_size, k_size;
  cl_device_cooperative_matrix_component_type_khr a_type, b_type, c_type, result_type;
  cl_bool saturating_accumulation; /* with the operand SaturatingAccumulation, or without */
} cl_device_cooperative_matrix_variant_khr;

typedef cl_int CL_API_CALL clGetDeviceCooperativeMatrixInfoKHR_t(
    cl_device_id device, cl_device_cooperative_matrix_info_khr param_name, size_t input_value_size,
    const void *input_value, size_t param_value_size, void *param_value,
    size_t *param_value_size_ret);
typedef clGetDeviceCooperativeMatrixInfoKHR_t *clGetDeviceCooperativeMatrixInfoKHR_fn;

#ifdef __cplusplus
}
#endif

#endif

#endif
