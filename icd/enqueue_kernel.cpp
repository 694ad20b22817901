// clEnqueueNDRangeKernel, clEnqueueTask, clGetKernelSuggestedLocalWorkSizeKHR.
#include "icd/enqueue_kernel.hpp"

#include "icd/enqueue.hpp"
#include "runtime/commands/ndrange.hpp"
#include "runtime/executor/ndrange_split.hpp"
#include "runtime/support/log.hpp"

#include <CL/cl_ext.h>

#include <algorithm>

using namespace heddle;

namespace {

// The kernel and its code for the queue's device.
cl_int findCode(const CommandQueue &queue, cl_kernel handle, Kernel *&kernel,
                const Kernel::DeviceCode *&code) {
  kernel = fromHandle<Kernel>(handle);
  if (!kernel)
    return CL_INVALID_KERNEL;
  if (&kernel->context() != &queue.context())
    return CL_INVALID_CONTEXT;
  // CL_INVALID_PROGRAM_EXECUTABLE: not built for this device, or for another processor.
  code = kernel->codeFor(queue.device());
  return code && code->executable->runsHere() ? CL_SUCCESS : CL_INVALID_PROGRAM_EXECUTABLE;
}

cl_int readGlobal(cl_uint workDim, const size_t *offset, const size_t *size, NdRange &range) {
  if (workDim < 1 || workDim > 3)
    return CL_INVALID_WORK_DIMENSION;
  range.workDim = workDim;
  for (cl_uint i = 0; i < workDim; ++i) {
    // Since OpenCL 2.1 no size at all is a size of zero, and that is a command that does nothing.
    range.globalSize[i] = size ? size[i] : 0;
    range.globalOffset[i] = offset ? offset[i] : 0;
    // CL_INVALID_GLOBAL_OFFSET: the last global id does not fit into a size_t.
    if (range.globalOffset[i] > SIZE_MAX - range.globalSize[i])
      return CL_INVALID_GLOBAL_OFFSET;
  }
  return CL_SUCCESS;
}

bool empty(const NdRange &range) {
  return std::find(range.globalSize.begin(), range.globalSize.end(), 0) != range.globalSize.end();
}

// Every rule that a local size must follow, given or chosen.
cl_int checkLocal(const Kernel::DeviceCode &code, const NdRange &range) {
  const abi::KernelMetadata &metadata = code.metadata();
  const DeviceLimits &limits = code.device->limits();
  std::size_t items = 1;
  for (unsigned i = 0; i < 3; ++i) {
    const std::size_t size = range.localSize[i];
    if (size == 0)
      return CL_INVALID_WORK_GROUP_SIZE;
    // CL_INVALID_WORK_GROUP_SIZE: not the size that the kernel requires.
    if (metadata.requiredWorkGroupSize[0] != 0 && size != metadata.requiredWorkGroupSize[i]) {
      log(LogTopic::api, "kernel '%s': local size %u is %zu, the kernel requires %llu",
          metadata.name.c_str(), i, size,
          static_cast<unsigned long long>(metadata.requiredWorkGroupSize[i]));
      return CL_INVALID_WORK_GROUP_SIZE;
    }
    if (size > limits.maxWorkItemSizes[i]) {
      log(LogTopic::api, "kernel '%s': local size %u is %zu, at most %zu are possible",
          metadata.name.c_str(), i, size, limits.maxWorkItemSizes[i]);
      return CL_INVALID_WORK_ITEM_SIZE;
    }
    if (__builtin_mul_overflow(items, size, &items))
      return CL_INVALID_WORK_GROUP_SIZE;
    // CL_INVALID_WORK_GROUP_SIZE: a rest is left, and the kernel was compiled for none.
    if (metadata.uniformWorkGroups && range.globalSize[i] % size != 0) {
      log(LogTopic::api,
          "kernel '%s': global size %u is %zu, no multiple of the local size %zu, as work-groups "
          "are all whole before OpenCL C 2.0 and with -cl-uniform-work-group-size",
          metadata.name.c_str(), i, range.globalSize[i], size);
      return CL_INVALID_WORK_GROUP_SIZE;
    }
  }
  if (const std::size_t most = maximumWorkGroupSize(code); items > most) {
    log(LogTopic::api, "kernel '%s': a work-group has %zu work-items, at most %zu are possible",
        metadata.name.c_str(), items, most);
    return CL_INVALID_WORK_GROUP_SIZE;
  }
  // CL_INVALID_WORK_GROUP_SIZE: not the number of sub-groups that the kernel requires.
  if (metadata.requiredNumSubGroups != 0 &&
      (items + metadata.subGroupSize - 1) / metadata.subGroupSize != metadata.requiredNumSubGroups)
    return CL_INVALID_WORK_GROUP_SIZE;
  return CL_SUCCESS;
}

// Code to go by, which a deferred kernel's first launch has compiled, and the local size.
cl_int readLocal(const CommandQueue &queue, Kernel &kernel, const Kernel::DeviceCode *&code,
                 const size_t *size, NdRange &range) {
  if (size)
    std::copy_n(size, range.workDim, range.localSize.begin());
  if (empty(range))
    return size ? checkLocal(*code, range) : CL_SUCCESS;
  // CL_OUT_OF_RESOURCES: it could not be compiled.
  code = kernel.compiled(code, range.globalSize, size ? &range.localSize : nullptr);
  if (!code)
    return CL_OUT_OF_RESOURCES;
  if (!size)
    range.localSize = kernel.chooseLocalSize(*code, queue.device().limits().computeUnits,
                                             range.workDim, range.globalSize);
  return checkLocal(*code, range);
}

} // namespace

namespace heddle {

Result<Ref<Command>> makeKernelCommand(CommandQueue &queue, cl_kernel handle, cl_uint workDim,
                                       const std::size_t *globalOffset,
                                       const std::size_t *globalSize, const std::size_t *localSize,
                                       cl_command_type type, Arguments arguments) {
  Kernel *kernel = nullptr;
  const Kernel::DeviceCode *code = nullptr;
  if (cl_int error = findCode(queue, handle, kernel, code))
    return error;
  const cl_int missing = kernel->checkArguments();
  if (missing && !(missing == CL_INVALID_KERNEL_ARGS && arguments == Arguments::mayFollow))
    return missing;
  NdRange range;
  if (cl_int error = readGlobal(workDim, globalOffset, globalSize, range))
    return error;
  if (cl_int error = readLocal(queue, *kernel, code, localSize, range))
    return error;
  // CL_INVALID_GLOBAL_WORK_SIZE: more work-groups than can be counted.
  const std::uint64_t groups = executor::workGroupCount(
      executor::splitNdRange(range.workDim, range.globalOffset, range.globalSize, range.localSize));
  if (groups == UINT64_MAX)
    return CL_INVALID_GLOBAL_WORK_SIZE;
  if (missing)
    return Ref<Command>();
  // CL_OUT_OF_RESOURCES: code for so large a range, or one with a smaller last work-group, could
  // not be compiled.
  code = kernel->codeForLaunch(code, range.globalOffset, range.globalSize, range.localSize, groups);
  if (!code)
    return CL_OUT_OF_RESOURCES;
  auto command = NdRangeCommand::create(queue, *kernel, *code, range, type);
  if (!command)
    return command.error();
  return Ref<Command>(std::move(*command));
}

} // namespace heddle

CL_API_ENTRY cl_int CL_API_CALL clEnqueueNDRangeKernel(
    cl_command_queue commandQueue, cl_kernel kernel, cl_uint workDim,
    const size_t *globalWorkOffset, const size_t *globalWorkSize, const size_t *localWorkSize,
    cl_uint numEventsInWaitList, const cl_event *eventWaitList, cl_event *event) {
  return enqueueCommand(
      commandQueue, {.numEvents = numEventsInWaitList, .events = eventWaitList, .event = event},
      [&](CommandQueue &queue) {
        return makeKernelCommand(queue, kernel, workDim, globalWorkOffset, globalWorkSize,
                                 localWorkSize, CL_COMMAND_NDRANGE_KERNEL);
      });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueTask(cl_command_queue commandQueue, cl_kernel kernel,
                                              cl_uint numEventsInWaitList,
                                              const cl_event *eventWaitList, cl_event *event) {
  return enqueueCommand(
      commandQueue, {.numEvents = numEventsInWaitList, .events = eventWaitList, .event = event},
      [&](CommandQueue &queue) {
        const size_t one = 1;
        return makeKernelCommand(queue, kernel, 1, nullptr, &one, &one, CL_COMMAND_TASK);
      });
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSizeKHR(
    cl_command_queue commandQueue, cl_kernel kernel, cl_uint workDim,
    const size_t *globalWorkOffset, const size_t *globalWorkSize, size_t *suggestedLocalWorkSize) {
  return returnStatus([&]() -> cl_int {
    CommandQueue *queue = fromHandle<CommandQueue>(commandQueue);
    if (!queue)
      return CL_INVALID_COMMAND_QUEUE;
    Kernel *target = nullptr;
    const Kernel::DeviceCode *code = nullptr;
    if (cl_int error = findCode(*queue, kernel, target, code))
      return error;
    if (cl_int error = target->checkArguments())
      return error;
    NdRange range;
    if (cl_int error = readGlobal(workDim, globalWorkOffset, globalWorkSize, range))
      return error;
    if (!globalWorkSize || empty(range))
      return CL_INVALID_GLOBAL_WORK_SIZE;
    if (!suggestedLocalWorkSize)
      return CL_INVALID_VALUE;
    if (cl_int error = readLocal(*queue, *target, code, nullptr, range))
      return error;
    std::copy_n(range.localSize.begin(), workDim, suggestedLocalWorkSize);
    return CL_SUCCESS;
  });
}
