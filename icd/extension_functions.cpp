// Addresses by name: of extension functions for applications, of everything for loaders.
#include "icd/dispatch_table.hpp"
#include "icd/exports.hpp"
#include "icd/ext_ext_buffer_device_address.hpp"
#include "icd/ext_khr_command_buffer.hpp"
#include "icd/ext_khr_command_buffer_mutable_dispatch.hpp"
#include "icd/ext_khr_cooperative_matrix.hpp"
#include "icd/extension_list.hpp"
#include "runtime/platform.hpp"

#include <CL/cl_ext.h>

#include <string_view>

using namespace heddle;

namespace {

struct ExtensionFunction {
  std::string_view name;
  void *address;
};

/// Only functions of extensions that are reported.
const ExtensionFunction extensionFunctions[] = {
    // cl_khr_icd
    {"clIcdGetPlatformIDsKHR", reinterpret_cast<void *>(clIcdGetPlatformIDsKHR)},
    {"clIcdGetFunctionAddressForPlatformKHR",
     reinterpret_cast<void *>(clIcdGetFunctionAddressForPlatformKHR)},
    {"clIcdSetPlatformDispatchDataKHR", reinterpret_cast<void *>(clIcdSetPlatformDispatchDataKHR)},
    // Asked for by loaders in the same way.
    {"clGetPlatformInfo", reinterpret_cast<void *>(clGetPlatformInfo)},
    // cl_khr_il_program
    {"clCreateProgramWithILKHR", reinterpret_cast<void *>(clCreateProgramWithIL)},
    // cl_khr_create_command_queue
    {"clCreateCommandQueueWithPropertiesKHR",
     reinterpret_cast<void *>(clCreateCommandQueueWithProperties)},
    // cl_khr_suggested_local_work_size
    {"clGetKernelSuggestedLocalWorkSizeKHR",
     reinterpret_cast<void *>(clGetKernelSuggestedLocalWorkSizeKHR)},
    // cl_khr_command_buffer_mutable_dispatch
    {"clUpdateMutableCommandsKHR", reinterpret_cast<void *>(updateMutableCommands)},
    {"clGetMutableCommandInfoKHR", reinterpret_cast<void *>(getMutableCommandInfo)},
    // cl_khr_cooperative_matrix
    {"clGetDeviceCooperativeMatrixInfoKHR",
     reinterpret_cast<void *>(getDeviceCooperativeMatrixInfo)},
    // cl_ext_buffer_device_address
    {"clSetKernelArgDevicePointerEXT", reinterpret_cast<void *>(setKernelArgDevicePointer)},
    // cl_khr_command_buffer
    {"clCreateCommandBufferKHR", reinterpret_cast<void *>(createCommandBuffer)},
    {"clRetainCommandBufferKHR", reinterpret_cast<void *>(retainCommandBuffer)},
    {"clReleaseCommandBufferKHR", reinterpret_cast<void *>(releaseCommandBuffer)},
    {"clFinalizeCommandBufferKHR", reinterpret_cast<void *>(finalizeCommandBuffer)},
    {"clEnqueueCommandBufferKHR", reinterpret_cast<void *>(enqueueCommandBuffer)},
    {"clGetCommandBufferInfoKHR", reinterpret_cast<void *>(getCommandBufferInfo)},
    {"clCommandBarrierWithWaitListKHR", reinterpret_cast<void *>(commandBarrierWithWaitList)},
    {"clCommandCopyBufferKHR", reinterpret_cast<void *>(commandCopyBuffer)},
    {"clCommandCopyBufferRectKHR", reinterpret_cast<void *>(commandCopyBufferRect)},
    {"clCommandFillBufferKHR", reinterpret_cast<void *>(commandFillBuffer)},
    {"clCommandCopyBufferToImageKHR", reinterpret_cast<void *>(commandCopyBufferToImage)},
    {"clCommandCopyImageKHR", reinterpret_cast<void *>(commandCopyImage)},
    {"clCommandCopyImageToBufferKHR", reinterpret_cast<void *>(commandCopyImageToBuffer)},
    {"clCommandFillImageKHR", reinterpret_cast<void *>(commandFillImage)},
    {"clCommandNDRangeKernelKHR", reinterpret_cast<void *>(commandNDRangeKernel)},
    {"clCommandSVMMemcpyKHR", reinterpret_cast<void *>(commandSVMMemcpy)},
    {"clCommandSVMMemFillKHR", reinterpret_cast<void *>(commandSVMMemFill)},
    // cl_intel_unified_shared_memory
    {"clHostMemAllocINTEL", reinterpret_cast<void *>(clHostMemAllocINTEL)},
    {"clDeviceMemAllocINTEL", reinterpret_cast<void *>(clDeviceMemAllocINTEL)},
    {"clSharedMemAllocINTEL", reinterpret_cast<void *>(clSharedMemAllocINTEL)},
    {"clMemFreeINTEL", reinterpret_cast<void *>(clMemFreeINTEL)},
    {"clMemBlockingFreeINTEL", reinterpret_cast<void *>(clMemBlockingFreeINTEL)},
    {"clGetMemAllocInfoINTEL", reinterpret_cast<void *>(clGetMemAllocInfoINTEL)},
    {"clSetKernelArgMemPointerINTEL", reinterpret_cast<void *>(clSetKernelArgMemPointerINTEL)},
    {"clEnqueueMemFillINTEL", reinterpret_cast<void *>(clEnqueueMemFillINTEL)},
    {"clEnqueueMemcpyINTEL", reinterpret_cast<void *>(clEnqueueMemcpyINTEL)},
    {"clEnqueueMigrateMemINTEL", reinterpret_cast<void *>(clEnqueueMigrateMemINTEL)},
    {"clEnqueueMemAdviseINTEL", reinterpret_cast<void *>(clEnqueueMemAdviseINTEL)},
};
static_assert(extensionReported("cl_khr_icd") && extensionReported("cl_khr_il_program") &&
              extensionReported("cl_khr_create_command_queue") &&
              extensionReported("cl_khr_suggested_local_work_size") &&
              extensionReported("cl_ext_buffer_device_address") &&
              extensionReported("cl_khr_command_buffer") &&
              extensionReported("cl_khr_command_buffer_mutable_dispatch") &&
              extensionReported("cl_khr_cooperative_matrix") &&
              extensionReported("cl_intel_unified_shared_memory"));

void *extensionFunctionAddress(const char *name) {
  if (!name)
    return nullptr;
  for (const ExtensionFunction &function : extensionFunctions)
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
