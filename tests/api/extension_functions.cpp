// Every function of every extension that has some: found by its name when the device reports the
// extension, and not found when it does not.
#include "tests/support/opencl_fixture.hpp"

#include <CL/cl_icd.h>

#include <iterator>
#include <set>
#include <sstream>

namespace heddle::test {

namespace {

struct ExtensionFunctions {
  const char *extension;
  std::vector<const char *> functions;
};

/// The registry's, but for those of other operating systems.
const std::vector<ExtensionFunctions> registry = {
    {"cl_khr_icd",
     {"clIcdGetPlatformIDsKHR", "clIcdGetFunctionAddressForPlatformKHR",
      "clIcdSetPlatformDispatchDataKHR"}},
    {"cl_khr_il_program", {"clCreateProgramWithILKHR"}},
    {"cl_khr_create_command_queue", {"clCreateCommandQueueWithPropertiesKHR"}},
    {"cl_khr_subgroups", {"clGetKernelSubGroupInfoKHR"}},
    {"cl_khr_suggested_local_work_size", {"clGetKernelSuggestedLocalWorkSizeKHR"}},
    {"cl_khr_cooperative_matrix", {"clGetDeviceCooperativeMatrixInfoKHR"}},
    {"cl_khr_command_buffer",
     {"clCreateCommandBufferKHR", "clRetainCommandBufferKHR", "clReleaseCommandBufferKHR",
      "clFinalizeCommandBufferKHR", "clEnqueueCommandBufferKHR", "clGetCommandBufferInfoKHR",
      "clCommandBarrierWithWaitListKHR", "clCommandCopyBufferKHR", "clCommandCopyBufferRectKHR",
      "clCommandCopyBufferToImageKHR", "clCommandCopyImageKHR", "clCommandCopyImageToBufferKHR",
      "clCommandFillBufferKHR", "clCommandFillImageKHR", "clCommandNDRangeKernelKHR",
      "clCommandSVMMemcpyKHR", "clCommandSVMMemFillKHR"}},
    {"cl_khr_command_buffer_mutable_dispatch",
     {"clUpdateMutableCommandsKHR", "clGetMutableCommandInfoKHR"}},
    {"cl_khr_command_buffer_multi_device", {"clRemapCommandBufferKHR"}},
    {"cl_khr_semaphore",
     {"clCreateSemaphoreWithPropertiesKHR", "clEnqueueWaitSemaphoresKHR",
      "clEnqueueSignalSemaphoresKHR", "clGetSemaphoreInfoKHR", "clReleaseSemaphoreKHR",
      "clRetainSemaphoreKHR"}},
    {"cl_khr_external_semaphore", {"clGetSemaphoreHandleForTypeKHR"}},
    {"cl_khr_external_memory",
     {"clEnqueueAcquireExternalMemObjectsKHR", "clEnqueueReleaseExternalMemObjectsKHR"}},
    {"cl_khr_terminate_context", {"clTerminateContextKHR"}},
    {"cl_khr_gl_event", {"clCreateEventFromGLsyncKHR"}},
    {"cl_khr_gl_sharing", {"clGetGLContextInfoKHR"}},
    {"cl_khr_egl_image",
     {"clCreateFromEGLImageKHR", "clEnqueueAcquireEGLObjectsKHR", "clEnqueueReleaseEGLObjectsKHR"}},
    {"cl_ext_buffer_device_address", {"clSetKernelArgDevicePointerEXT"}},
    {"cl_ext_device_fission", {"clCreateSubDevicesEXT", "clReleaseDeviceEXT", "clRetainDeviceEXT"}},
    {"cl_ext_migrate_memobject", {"clEnqueueMigrateMemObjectEXT"}},
    {"cl_ext_image_requirements_info", {"clGetImageRequirementsInfoEXT"}},
    {"cl_intel_unified_shared_memory",
     {"clHostMemAllocINTEL", "clDeviceMemAllocINTEL", "clSharedMemAllocINTEL", "clMemFreeINTEL",
      "clMemBlockingFreeINTEL", "clGetMemAllocInfoINTEL", "clSetKernelArgMemPointerINTEL",
      "clEnqueueMemFillINTEL", "clEnqueueMemcpyINTEL", "clEnqueueMigrateMemINTEL",
      "clEnqueueMemAdviseINTEL"}},
    {"cl_intel_create_buffer_with_properties", {"clCreateBufferWithPropertiesINTEL"}},
    {"cl_intel_accelerator",
     {"clCreateAcceleratorINTEL", "clGetAcceleratorInfoINTEL", "clRetainAcceleratorINTEL",
      "clReleaseAcceleratorINTEL"}},
    {"cl_intel_program_scope_host_pipe",
     {"clEnqueueReadHostPipeINTEL", "clEnqueueWriteHostPipeINTEL"}},
};

} // namespace

using ExtensionFunctionsTest = DeviceTest;

TEST_F(ExtensionFunctionsTest, AreFoundExactlyWhereTheExtensionIsReported) {
  std::istringstream list(queryString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS));
  const std::set<std::string> reported(std::istream_iterator<std::string>(list), {});
  // The driver's own answer: loaders find functions of sharing in themselves.
  const auto *table = *reinterpret_cast<const cl_icd_dispatch *const *>(platform);
  for (const auto &[extension, functions] : registry)
    for (const char *name : functions)
      EXPECT_EQ(table->clGetExtensionFunctionAddressForPlatform(platform, name) != nullptr,
                reported.count(extension) == 1)
          << extension << ": " << name;
}

} // namespace heddle::test
