// Functions of the application as commands. CL_EXEC_NATIVE_KERNEL is not among the device's
// capabilities.
#include "icd/entry.hpp"
#include "runtime/command_queue.hpp"

using namespace heddle;

CL_API_ENTRY cl_int CL_API_CALL clEnqueueNativeKernel(cl_command_queue queue,
                                                      void(CL_CALLBACK *)(void *), void *, size_t,
                                                      cl_uint, const cl_mem *, const void **,
                                                      cl_uint, const cl_event *, cl_event *) {
  // CL_INVALID_OPERATION: the device does not run native kernels.
  return fromHandle<CommandQueue>(queue) ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE;
}
