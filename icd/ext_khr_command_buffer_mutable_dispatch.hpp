// cl_khr_command_buffer_mutable_dispatch: kernels of a command buffer that change between two
// enqueues. Names of our own for the same reason as in icd/ext_khr_command_buffer.hpp.
#ifndef HEDDLE_ICD_EXT_KHR_COMMAND_BUFFER_MUTABLE_DISPATCH_HPP
#define HEDDLE_ICD_EXT_KHR_COMMAND_BUFFER_MUTABLE_DISPATCH_HPP

#include "heddle/cl_khr_command_buffer_mutable_dispatch.h"
#include "icd/info_value.hpp"
#include "runtime/command_buffer.hpp"

namespace heddle {

/// CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR: everything may change.
inline constexpr cl_mutable_dispatch_fields_khr mutableDispatchFields =
    CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR |
    CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR | CL_MUTABLE_DISPATCH_ARGUMENTS_KHR |
    CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;

/// The arguments of clCommandNDRangeKernelKHR that decide what may change later.
struct DispatchArguments {
  const cl_command_properties_khr *properties;
  cl_kernel kernel;
  cl_uint workDim;
  const size_t *globalWorkOffset;
  const size_t *globalWorkSize;
  const size_t *localWorkSize;
};

/// Makes the command, and a handle if that is wanted. A null command lacks arguments of the kernel.
Result<Ref<Command>> makeMutableDispatch(CommandBuffer &buffer, const DispatchArguments &arguments,
                                         bool wantsHandle, Ref<MutableCommand> &handle);

cl_int CL_API_CALL updateMutableCommands(cl_command_buffer_khr commandBuffer, cl_uint numConfigs,
                                         const cl_uint *configTypes, const void **configs);
cl_int CL_API_CALL getMutableCommandInfo(cl_mutable_command_khr command,
                                         cl_mutable_command_info_khr paramName,
                                         size_t paramValueSize, void *paramValue,
                                         size_t *paramValueSizeRet);

} // namespace heddle

#endif
