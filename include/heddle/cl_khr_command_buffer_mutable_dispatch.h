/* cl_khr_command_buffer_mutable_dispatch 0.9.5, for OpenCL headers of an earlier state, whose
   structures and prototypes are others: hence the names of our own.

   Both functions are found by their names with clGetExtensionFunctionAddressForPlatform(). */
#ifndef HEDDLE_CL_KHR_COMMAND_BUFFER_MUTABLE_DISPATCH_H
#define HEDDLE_CL_KHR_COMMAND_BUFFER_MUTABLE_DISPATCH_H

#include "heddle/cl_khr_command_buffer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The same type in every header that has it. */
typedef cl_bitfield cl_mutable_dispatch_asserts_khr;

#ifndef CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR
#define CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR 0x12A2
#endif
#ifndef CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR
#define CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR 0x12B7
#endif
#ifndef CL_MUTABLE_DISPATCH_ASSERTS_KHR
#define CL_MUTABLE_DISPATCH_ASSERTS_KHR 0x12B8
#endif
#ifndef CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR
#define CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR (1 << 0)
#endif

/* CL_COMMAND_BUFFER_STATE_KHR: finalized, and a kernel lacks an argument. Earlier headers call that
   number CL_COMMAND_BUFFER_STATE_PENDING_KHR. */
#define HEDDLE_COMMAND_BUFFER_STATE_FINALIZED 2

/* In config_types: an element of configs is of the type below. Earlier headers have another number
   for CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR. */
#define HEDDLE_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG 0

/* The elements of configs of clUpdateMutableCommandsKHR. */
typedef struct heddle_mutable_dispatch_config {
  cl_mutable_command_khr command;
  cl_uint num_args;
  cl_uint num_svm_args;
  cl_uint num_exec_infos;
  cl_uint work_dim; /* 0: as it was */
  const cl_mutable_dispatch_arg_khr *arg_list;
  const cl_mutable_dispatch_arg_khr *arg_svm_list;
  const cl_mutable_dispatch_exec_info_khr *exec_info_list;
  const size_t *global_work_offset; /* null: as it was */
  const size_t *global_work_size;
  const size_t *local_work_size;
} heddle_mutable_dispatch_config;

#ifdef __cplusplus
}
#endif

#endif
