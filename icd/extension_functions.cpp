// Addresses by name: of extension functions for applications, of everything for loaders.
#include "icd/dispatch_table.hpp"
#include "icd/exports.hpp"
#include "icd/ext_ext_buffer_device_address.hpp"
#include "icd/ext_khr_command_buffer.hpp"
#include "icd/ext_khr_command_buffer_mutable_dispatch.hpp"
#include "icd/ext_khr_cooperative_matrix.hpp"
#include "icd/extension_list.hpp"
#include "icd/traced_call.hpp"
#include "runtime/platform.hpp"

#include <CL/cl_ext.h>

#include <span>
#include <string_view>

using namespace heddle;

namespace {

struct ExtensionFunction {
  std::string_view name;
  void *address;
};

/// Only functions of extensions that are reported. Loaders ask for some of them before anything
/// else; with the table it is known whether there is a trace.
std::span<const ExtensionFunction> extensionFunctions() {
  dispatchTable();
  static const ExtensionFunction list[] = {
      // cl_khr_icd
      {"clIcdGetPlatformIDsKHR",
       reinterpret_cast<void *>(entryPoint<"clIcdGetPlatformIDsKHR", clIcdGetPlatformIDsKHR>())},
      {"clIcdGetFunctionAddressForPlatformKHR",
       reinterpret_cast<void *>(entryPoint<"clIcdGetFunctionAddressForPlatformKHR",
                                           clIcdGetFunctionAddressForPlatformKHR>())},
      {"clIcdSetPlatformDispatchDataKHR",
       reinterpret_cast<void *>(
           entryPoint<"clIcdSetPlatformDispatchDataKHR", clIcdSetPlatformDispatchDataKHR>())},
      // Asked for by loaders in the same way.
      {"clGetPlatformInfo",
       reinterpret_cast<void *>(entryPoint<"clGetPlatformInfo", clGetPlatformInfo>())},
      // cl_khr_il_program
      {"clCreateProgramWithILKHR",
       reinterpret_cast<void *>(entryPoint<"clCreateProgramWithILKHR", clCreateProgramWithIL>())},
      // cl_khr_create_command_queue
      {"clCreateCommandQueueWithPropertiesKHR",
       reinterpret_cast<void *>(entryPoint<"clCreateCommandQueueWithPropertiesKHR",
                                           clCreateCommandQueueWithProperties>())},
      // cl_khr_subgroups
      {"clGetKernelSubGroupInfoKHR",
       reinterpret_cast<void *>(
           entryPoint<"clGetKernelSubGroupInfoKHR", clGetKernelSubGroupInfoKHR>())},
      // cl_khr_suggested_local_work_size
      {"clGetKernelSuggestedLocalWorkSizeKHR",
       reinterpret_cast<void *>(entryPoint<"clGetKernelSuggestedLocalWorkSizeKHR",
                                           clGetKernelSuggestedLocalWorkSizeKHR>())},
      // cl_khr_command_buffer_mutable_dispatch
      {"clUpdateMutableCommandsKHR",
       reinterpret_cast<void *>(entryPoint<"clUpdateMutableCommandsKHR", updateMutableCommands>())},
      {"clGetMutableCommandInfoKHR",
       reinterpret_cast<void *>(entryPoint<"clGetMutableCommandInfoKHR", getMutableCommandInfo>())},
      // cl_khr_cooperative_matrix
      {"clGetDeviceCooperativeMatrixInfoKHR",
       reinterpret_cast<void *>(
           entryPoint<"clGetDeviceCooperativeMatrixInfoKHR", getDeviceCooperativeMatrixInfo>())},
      // cl_ext_buffer_device_address
      {"clSetKernelArgDevicePointerEXT",
       reinterpret_cast<void *>(
           entryPoint<"clSetKernelArgDevicePointerEXT", setKernelArgDevicePointer>())},
      // cl_khr_command_buffer
      {"clCreateCommandBufferKHR",
       reinterpret_cast<void *>(entryPoint<"clCreateCommandBufferKHR", createCommandBuffer>())},
      {"clRetainCommandBufferKHR",
       reinterpret_cast<void *>(entryPoint<"clRetainCommandBufferKHR", retainCommandBuffer>())},
      {"clReleaseCommandBufferKHR",
       reinterpret_cast<void *>(entryPoint<"clReleaseCommandBufferKHR", releaseCommandBuffer>())},
      {"clFinalizeCommandBufferKHR",
       reinterpret_cast<void *>(entryPoint<"clFinalizeCommandBufferKHR", finalizeCommandBuffer>())},
      {"clEnqueueCommandBufferKHR",
       reinterpret_cast<void *>(entryPoint<"clEnqueueCommandBufferKHR", enqueueCommandBuffer>())},
      {"clGetCommandBufferInfoKHR",
       reinterpret_cast<void *>(entryPoint<"clGetCommandBufferInfoKHR", getCommandBufferInfo>())},
      {"clCommandBarrierWithWaitListKHR",
       reinterpret_cast<void *>(
           entryPoint<"clCommandBarrierWithWaitListKHR", commandBarrierWithWaitList>())},
      {"clCommandCopyBufferKHR",
       reinterpret_cast<void *>(entryPoint<"clCommandCopyBufferKHR", commandCopyBuffer>())},
      {"clCommandCopyBufferRectKHR",
       reinterpret_cast<void *>(entryPoint<"clCommandCopyBufferRectKHR", commandCopyBufferRect>())},
      {"clCommandFillBufferKHR",
       reinterpret_cast<void *>(entryPoint<"clCommandFillBufferKHR", commandFillBuffer>())},
      {"clCommandCopyBufferToImageKHR",
       reinterpret_cast<void *>(
           entryPoint<"clCommandCopyBufferToImageKHR", commandCopyBufferToImage>())},
      {"clCommandCopyImageKHR",
       reinterpret_cast<void *>(entryPoint<"clCommandCopyImageKHR", commandCopyImage>())},
      {"clCommandCopyImageToBufferKHR",
       reinterpret_cast<void *>(
           entryPoint<"clCommandCopyImageToBufferKHR", commandCopyImageToBuffer>())},
      {"clCommandFillImageKHR",
       reinterpret_cast<void *>(entryPoint<"clCommandFillImageKHR", commandFillImage>())},
      {"clCommandNDRangeKernelKHR",
       reinterpret_cast<void *>(entryPoint<"clCommandNDRangeKernelKHR", commandNDRangeKernel>())},
      {"clCommandSVMMemcpyKHR",
       reinterpret_cast<void *>(entryPoint<"clCommandSVMMemcpyKHR", commandSVMMemcpy>())},
      {"clCommandSVMMemFillKHR",
       reinterpret_cast<void *>(entryPoint<"clCommandSVMMemFillKHR", commandSVMMemFill>())},
      // cl_intel_unified_shared_memory
      {"clHostMemAllocINTEL",
       reinterpret_cast<void *>(entryPoint<"clHostMemAllocINTEL", clHostMemAllocINTEL>())},
      {"clDeviceMemAllocINTEL",
       reinterpret_cast<void *>(entryPoint<"clDeviceMemAllocINTEL", clDeviceMemAllocINTEL>())},
      {"clSharedMemAllocINTEL",
       reinterpret_cast<void *>(entryPoint<"clSharedMemAllocINTEL", clSharedMemAllocINTEL>())},
      {"clMemFreeINTEL", reinterpret_cast<void *>(entryPoint<"clMemFreeINTEL", clMemFreeINTEL>())},
      {"clMemBlockingFreeINTEL",
       reinterpret_cast<void *>(entryPoint<"clMemBlockingFreeINTEL", clMemBlockingFreeINTEL>())},
      {"clGetMemAllocInfoINTEL",
       reinterpret_cast<void *>(entryPoint<"clGetMemAllocInfoINTEL", clGetMemAllocInfoINTEL>())},
      {"clSetKernelArgMemPointerINTEL",
       reinterpret_cast<void *>(
           entryPoint<"clSetKernelArgMemPointerINTEL", clSetKernelArgMemPointerINTEL>())},
      {"clEnqueueMemFillINTEL",
       reinterpret_cast<void *>(entryPoint<"clEnqueueMemFillINTEL", clEnqueueMemFillINTEL>())},
      {"clEnqueueMemcpyINTEL",
       reinterpret_cast<void *>(entryPoint<"clEnqueueMemcpyINTEL", clEnqueueMemcpyINTEL>())},
      {"clEnqueueMigrateMemINTEL",
       reinterpret_cast<void *>(
           entryPoint<"clEnqueueMigrateMemINTEL", clEnqueueMigrateMemINTEL>())},
      {"clEnqueueMemAdviseINTEL",
       reinterpret_cast<void *>(entryPoint<"clEnqueueMemAdviseINTEL", clEnqueueMemAdviseINTEL>())},
  };
  return list;
}
static_assert(extensionReported("cl_khr_icd") && extensionReported("cl_khr_il_program") &&
              extensionReported("cl_khr_create_command_queue") &&
              extensionReported("cl_khr_subgroups") &&
              extensionReported("cl_khr_suggested_local_work_size") &&
              extensionReported("cl_ext_buffer_device_address") &&
              extensionReported("cl_khr_command_buffer") &&
              extensionReported("cl_khr_command_buffer_mutable_dispatch") &&
              extensionReported("cl_khr_cooperative_matrix") &&
              extensionReported("cl_intel_unified_shared_memory"));

void *extensionFunctionAddress(const char *name) {
  if (!name)
    return nullptr;
  for (const ExtensionFunction &function : extensionFunctions())
    if (function.name == name)
      return function.address;
  return nullptr;
}

} // namespace

CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddress(const char *functionName) {
  return extensionFunctionAddress(functionName);
}

CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                                        const char *functionName) {
  return fromHandle<Platform>(platform) ? extensionFunctionAddress(functionName) : nullptr;
}

CL_API_ENTRY void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform,
                                                                     const char *functionName) {
  if (!fromHandle<Platform>(platform) || !functionName)
    return nullptr;
  if (void *address = coreFunctionAddress(functionName))
    return address;
  return extensionFunctionAddress(functionName);
}

CL_API_ENTRY cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id handle,
                                                                void *dispatchData) {
  Platform *platform = fromHandle<Platform>(handle);
  if (!platform)
    return CL_INVALID_PLATFORM;
  platform->setLoaderData(dispatchData);
  return CL_SUCCESS;
}
