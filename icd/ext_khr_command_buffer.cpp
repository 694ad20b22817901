// cl_khr_command_buffer: the object, and its way onto a queue. The functions that record are in
// icd/record_command.cpp.
#include "icd/ext_khr_command_buffer.hpp"

#include "icd/enqueue.hpp"
#include "icd/ext_khr_command_buffer_mutable_dispatch.hpp"
#include "icd/extension_list.hpp"
#include "icd/property_list.hpp"
#include "runtime/command_buffer.hpp"
#include "runtime/commands/command_buffer_run.hpp"

namespace heddle {

static_assert(extensionReported("cl_khr_command_buffer"));

namespace {

// Of cl_khr_command_buffer_multi_device, whose names not every header has.
constexpr cl_command_buffer_flags_khr deviceSideSyncFlag = 1 << 2;

cl_int checkProperty(cl_command_buffer_properties_khr name,
                     cl_command_buffer_properties_khr value) {
  constexpr cl_command_buffer_flags_khr flags =
      CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_MUTABLE_KHR | deviceSideSyncFlag;
  switch (name) {
  case CL_COMMAND_BUFFER_FLAGS_KHR:
    if (value & ~flags)
      return CL_INVALID_VALUE;
    return value & deviceSideSyncFlag ? CL_INVALID_PROPERTY : CL_SUCCESS;
  case CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR:
    return value & ~cl_ulong(CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR)
               ? CL_INVALID_VALUE
               : CL_SUCCESS;
  default:
    return CL_INVALID_VALUE;
  }
}

/// CL_COMMAND_BUFFER_STATE_KHR
cl_command_buffer_state_khr stateOf(const CommandBuffer &buffer) {
  if (buffer.isRecording())
    return CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
  return buffer.isExecutable() ? CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR
                               : HEDDLE_COMMAND_BUFFER_STATE_FINALIZED;
}

/// Where a command buffer is to run: its own queue, or the one that takes its place.
cl_int findQueue(CommandBuffer &buffer, cl_uint numQueues, cl_command_queue *queues,
                 CommandQueue *&queue) {
  // CL_INVALID_VALUE: a list without a length, a length without a list, or not as many queues as
  // the buffer was made with.
  if ((numQueues == 0) != (queues == nullptr) || numQueues > 1)
    return CL_INVALID_VALUE;
  queue = queues ? fromHandle<CommandQueue>(queues[0]) : &buffer.queue();
  if (!queue)
    return CL_INVALID_COMMAND_QUEUE;
  if (queue->properties() & ~CommandBuffer::supportedQueues)
    return CL_INCOMPATIBLE_COMMAND_QUEUE_KHR;
  if (&queue->device() != &buffer.queue().device())
    return CL_INVALID_DEVICE;
  return &queue->context() == &buffer.context() ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

} // namespace

cl_int commandBufferQuery(cl_device_info name, InfoValue out) {
  switch (name) {
  case CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR:
    return out.write<cl_device_command_buffer_capabilities_khr>(
        CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
        CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR);
  case CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR:
    return out.write<cl_command_queue_properties>(0);
  case CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR:
    return out.write<cl_command_queue_properties>(CommandBuffer::supportedQueues);
  case CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR:
    return out.write<cl_mutable_dispatch_fields_khr>(mutableDispatchFields);
  default:
    return CL_INVALID_VALUE;
  }
}

cl_command_buffer_khr CL_API_CALL
createCommandBuffer(cl_uint numQueues, const cl_command_queue *queues,
                    const cl_command_buffer_properties_khr *properties, cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<CommandBuffer>> {
    // CL_INVALID_VALUE: more than one queue is for cl_khr_command_buffer_multi_device.
    if (numQueues != 1 || !queues)
      return CL_INVALID_VALUE;
    CommandQueue *queue = fromHandle<CommandQueue>(queues[0]);
    if (!queue)
      return CL_INVALID_COMMAND_QUEUE;
    std::vector<cl_command_buffer_properties_khr> copy;
    if (cl_int error = readPropertyList(properties, CL_INVALID_VALUE, copy, checkProperty))
      return error;
    return CommandBuffer::create(*queue, std::move(copy));
  });
}

cl_int CL_API_CALL retainCommandBuffer(cl_command_buffer_khr commandBuffer) {
  return retainHandle<CommandBuffer>(commandBuffer, CL_INVALID_COMMAND_BUFFER_KHR);
}

cl_int CL_API_CALL releaseCommandBuffer(cl_command_buffer_khr commandBuffer) {
  return releaseHandle<CommandBuffer>(commandBuffer, CL_INVALID_COMMAND_BUFFER_KHR);
}

cl_int CL_API_CALL finalizeCommandBuffer(cl_command_buffer_khr commandBuffer) {
  return returnStatus([&]() -> cl_int {
    CommandBuffer *buffer = fromHandle<CommandBuffer>(commandBuffer);
    if (!buffer)
      return CL_INVALID_COMMAND_BUFFER_KHR;
    return buffer->finalize() ? CL_SUCCESS : CL_INVALID_OPERATION;
  });
}

cl_int CL_API_CALL enqueueCommandBuffer(cl_uint numQueues, cl_command_queue *queues,
                                        cl_command_buffer_khr commandBuffer, cl_uint numEvents,
                                        const cl_event *events, cl_event *event) {
  return guarded([&]() -> cl_int {
    CommandBuffer *buffer = fromHandle<CommandBuffer>(commandBuffer);
    if (!buffer)
      return CL_INVALID_COMMAND_BUFFER_KHR;
    if (!buffer->isExecutable())
      return CL_INVALID_OPERATION;
    CommandQueue *queue = nullptr;
    if (cl_int error = findQueue(*buffer, numQueues, queues, queue))
      return error;
    return enqueueCommand(queue->handle(), {numEvents, events, event}, [&](CommandQueue &target) {
      return CommandBufferRun::create(target, *buffer);
    });
  });
}

cl_int CL_API_CALL getCommandBufferInfo(cl_command_buffer_khr commandBuffer,
                                        cl_command_buffer_info_khr paramName, size_t paramValueSize,
                                        void *paramValue, size_t *paramValueSizeRet) {
  return answerQuery(paramValueSize, paramValue, paramValueSizeRet, [&](InfoValue out) -> cl_int {
    CommandBuffer *buffer = fromHandle<CommandBuffer>(commandBuffer);
    if (!buffer)
      return CL_INVALID_COMMAND_BUFFER_KHR;
    switch (paramName) {
    case CL_COMMAND_BUFFER_NUM_QUEUES_KHR:
      return out.write<cl_uint>(1);
    case CL_COMMAND_BUFFER_QUEUES_KHR:
      return out.write<cl_command_queue>(buffer->queue().handle());
    case CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR:
      return out.write<cl_uint>(buffer->applicationReferences());
    case CL_COMMAND_BUFFER_STATE_KHR:
      return out.write<cl_command_buffer_state_khr>(stateOf(*buffer));
    case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR:
      return out.array(buffer->properties());
    case CL_COMMAND_BUFFER_CONTEXT_KHR:
      return out.write<cl_context>(buffer->context().handle());
    default:
      return CL_INVALID_VALUE;
    }
  });
}

} // namespace heddle
