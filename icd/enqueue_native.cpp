// Functions of the application as commands.
#include "icd/enqueue.hpp"
#include "runtime/buffer.hpp"
#include "runtime/commands/native_kernel.hpp"

#include <span>
#include <vector>

using namespace heddle;

namespace {

using MemoryArgument = NativeKernelCommand::MemoryArgument;

/// The buffers that the application names, and the places in its arguments that stand for them.
cl_int readMemoryArguments(const CommandQueue &queue, std::span<const std::byte> arguments,
                           cl_uint count, const cl_mem *memList, const void **places,
                           std::vector<MemoryArgument> &result) {
  result.reserve(count);
  for (cl_uint i = 0; i < count; ++i) {
    MemoryArgument &one = result.emplace_back();
    // CL_INVALID_MEM_OBJECT: no buffer; none at all is allowed.
    if (memList[i]) {
      Buffer *buffer = fromHandle<Buffer>(memList[i]);
      if (!buffer)
        return CL_INVALID_MEM_OBJECT;
      if (&buffer->context() != &queue.context())
        return CL_INVALID_CONTEXT;
      one.address = buffer->data();
      one.memory = Ref<MemoryObject>(buffer);
    }
    // CL_INVALID_VALUE: a place that is not within the arguments.
    one.offset = reinterpret_cast<std::uintptr_t>(places[i]) -
                 reinterpret_cast<std::uintptr_t>(arguments.data());
    if (!inBounds(one.offset, sizeof(void *), arguments.size()))
      return CL_INVALID_VALUE;
  }
  return CL_SUCCESS;
}

} // namespace

CL_API_ENTRY cl_int CL_API_CALL clEnqueueNativeKernel(
    cl_command_queue commandQueue, NativeKernelCommand::Function userFunc, void *args,
    size_t argsSize, cl_uint numMemObjects, const cl_mem *memList, const void **argsMemLoc,
    cl_uint numEventsInWaitList, const cl_event *eventWaitList, cl_event *event) {
  return enqueueCommand(
      commandQueue, {.numEvents = numEventsInWaitList, .events = eventWaitList, .event = event},
      [&](CommandQueue &queue) -> Result<Ref<Command>> {
        if (!userFunc)
          return CL_INVALID_VALUE;
        // CL_INVALID_VALUE: a size without arguments, arguments without a size, or buffers without
        // either.
        if ((args == nullptr) != (argsSize == 0) || (!args && numMemObjects > 0))
          return CL_INVALID_VALUE;
        // CL_INVALID_VALUE: lists that do not fit their length.
        if ((numMemObjects > 0) != (memList != nullptr) ||
            (numMemObjects > 0) != (argsMemLoc != nullptr))
          return CL_INVALID_VALUE;
        const std::span arguments(static_cast<const std::byte *>(args), argsSize);
        std::vector<MemoryArgument> memory;
        if (cl_int error =
                readMemoryArguments(queue, arguments, numMemObjects, memList, argsMemLoc, memory))
          return error;
        return NativeKernelCommand::create(queue, userFunc, arguments, std::move(memory));
      });
}
