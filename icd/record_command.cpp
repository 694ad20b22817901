// cl_khr_command_buffer: the functions that record a command. What they check and make is what the
// clEnqueue… functions of the same name do.
#include "icd/enqueue_buffer.hpp"
#include "icd/enqueue_image.hpp"
#include "icd/enqueue_svm.hpp"
#include "icd/entry.hpp"
#include "icd/ext_khr_command_buffer.hpp"
#include "icd/ext_khr_command_buffer_mutable_dispatch.hpp"
#include "runtime/command_buffer.hpp"
#include "runtime/commands/marker.hpp"

namespace heddle {

namespace {

/// What all functions that record have in common.
struct RecordTail {
  cl_command_queue queue = nullptr;
  const cl_command_properties_khr *properties = nullptr;
  cl_uint numSyncPoints = 0;
  const cl_sync_point_khr *syncPoints = nullptr;
  cl_sync_point_khr *syncPoint = nullptr;
  cl_mutable_command_khr *mutableHandle = nullptr;
  CommandBuffer::Kind kind = CommandBuffer::Kind::usual;
  /// Where `make` puts the handle of a command that may change, and looks at its properties itself;
  /// null for commands that have neither.
  Ref<MutableCommand> *handle = nullptr;
};

/// Checks the buffer and the tail, lets `make(CommandQueue &) -> Result<Ref<Command>>` check the
/// rest and build the command, and records it.
template <typename Make>
cl_int recordCommand(cl_command_buffer_khr commandBuffer, const RecordTail &tail,
                     Make &&make) noexcept {
  return guarded([&]() -> cl_int {
    CommandBuffer *buffer = fromHandle<CommandBuffer>(commandBuffer);
    if (!buffer)
      return CL_INVALID_COMMAND_BUFFER_KHR;
    // CL_INVALID_COMMAND_QUEUE: there is one queue, and it is not named here.
    if (tail.queue)
      return CL_INVALID_COMMAND_QUEUE;
    if (!buffer->isRecording())
      return CL_INVALID_OPERATION;
    // CL_INVALID_VALUE: only kernels have properties, and change.
    if (!tail.handle && ((tail.properties && *tail.properties != 0) || tail.mutableHandle))
      return CL_INVALID_VALUE;
    if ((tail.numSyncPoints == 0) != (tail.syncPoints == nullptr))
      return CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
    const std::span<const cl_sync_point_khr> waitList(tail.syncPoints, tail.numSyncPoints);
    for (const cl_sync_point_khr point : waitList)
      if (!buffer->isSyncPoint(point))
        return CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
    Result<Ref<Command>> made = make(buffer->queue());
    if (!made)
      return made.error();
    cl_sync_point_khr recorded = 0;
    if (cl_int error = buffer->record(std::move(*made), waitList, tail.kind,
                                      tail.handle ? *tail.handle : nullptr, recorded))
      return error;
    if (tail.syncPoint)
      *tail.syncPoint = recorded;
    if (tail.mutableHandle)
      *tail.mutableHandle = (*tail.handle)->handle();
    return CL_SUCCESS;
  });
}

} // namespace

cl_int CL_API_CALL commandBarrierWithWaitList(cl_command_buffer_khr commandBuffer,
                                              cl_command_queue queue,
                                              const cl_command_properties_khr *properties,
                                              cl_uint numSyncPoints,
                                              const cl_sync_point_khr *syncPoints,
                                              cl_sync_point_khr *syncPoint,
                                              cl_mutable_command_khr *mutableHandle) {
  return recordCommand(commandBuffer,
                       {queue, properties, numSyncPoints, syncPoints, syncPoint, mutableHandle,
                        CommandBuffer::Kind::barrier},
                       [&](CommandQueue &target) -> Result<Ref<Command>> {
                         return MarkerCommand::create(target, CL_COMMAND_BARRIER);
                       });
}

cl_int CL_API_CALL commandCopyBuffer(cl_command_buffer_khr commandBuffer, cl_command_queue queue,
                                     const cl_command_properties_khr *properties, cl_mem source,
                                     cl_mem destination, size_t sourceOffset,
                                     size_t destinationOffset, size_t size, cl_uint numSyncPoints,
                                     const cl_sync_point_khr *syncPoints,
                                     cl_sync_point_khr *syncPoint,
                                     cl_mutable_command_khr *mutableHandle) {
  return recordCommand(
      commandBuffer, {queue, properties, numSyncPoints, syncPoints, syncPoint, mutableHandle},
      [&](CommandQueue &target) {
        return makeBufferCopy(target, source, destination, sourceOffset, destinationOffset, size);
      });
}

cl_int CL_API_CALL commandCopyBufferRect(
    cl_command_buffer_khr commandBuffer, cl_command_queue queue,
    const cl_command_properties_khr *properties, cl_mem source, cl_mem destination,
    const size_t *sourceOrigin, const size_t *destinationOrigin, const size_t *region,
    size_t sourceRowPitch, size_t sourceSlicePitch, size_t destinationRowPitch,
    size_t destinationSlicePitch, cl_uint numSyncPoints, const cl_sync_point_khr *syncPoints,
    cl_sync_point_khr *syncPoint, cl_mutable_command_khr *mutableHandle) {
  return recordCommand(
      commandBuffer, {queue, properties, numSyncPoints, syncPoints, syncPoint, mutableHandle},
      [&](CommandQueue &target) {
        return makeBufferRectCopy(target, source, destination, sourceOrigin, destinationOrigin,
                                  region, sourceRowPitch, sourceSlicePitch, destinationRowPitch,
                                  destinationSlicePitch);
      });
}

cl_int CL_API_CALL commandFillBuffer(cl_command_buffer_khr commandBuffer, cl_command_queue queue,
                                     const cl_command_properties_khr *properties, cl_mem buffer,
                                     const void *pattern, size_t patternSize, size_t offset,
                                     size_t size, cl_uint numSyncPoints,
                                     const cl_sync_point_khr *syncPoints,
                                     cl_sync_point_khr *syncPoint,
                                     cl_mutable_command_khr *mutableHandle) {
  return recordCommand(commandBuffer,
                       {queue, properties, numSyncPoints, syncPoints, syncPoint, mutableHandle},
                       [&](CommandQueue &target) {
                         return makeBufferFill(target, buffer, pattern, patternSize, offset, size);
                       });
}

cl_int CL_API_CALL
commandCopyBufferToImage(cl_command_buffer_khr commandBuffer, cl_command_queue queue,
                         const cl_command_properties_khr *properties, cl_mem buffer, cl_mem image,
                         size_t offset, const size_t *origin, const size_t *region,
                         cl_uint numSyncPoints, const cl_sync_point_khr *syncPoints,
                         cl_sync_point_khr *syncPoint, cl_mutable_command_khr *mutableHandle) {
  return recordCommand(
      commandBuffer, {queue, properties, numSyncPoints, syncPoints, syncPoint, mutableHandle},
      [&](CommandQueue &target) {
        return makeBufferToImageCopy(target, buffer, image, offset, origin, region);
      });
}

cl_int CL_API_CALL commandCopyImage(cl_command_buffer_khr commandBuffer, cl_command_queue queue,
                                    const cl_command_properties_khr *properties, cl_mem source,
                                    cl_mem destination, const size_t *sourceOrigin,
                                    const size_t *destinationOrigin, const size_t *region,
                                    cl_uint numSyncPoints, const cl_sync_point_khr *syncPoints,
                                    cl_sync_point_khr *syncPoint,
                                    cl_mutable_command_khr *mutableHandle) {
  return recordCommand(
      commandBuffer, {queue, properties, numSyncPoints, syncPoints, syncPoint, mutableHandle},
      [&](CommandQueue &target) {
        return makeImageCopy(target, source, destination, sourceOrigin, destinationOrigin, region);
      });
}

cl_int CL_API_CALL commandCopyImageToBuffer(
    cl_command_buffer_khr commandBuffer, cl_command_queue queue,
    const cl_command_properties_khr *properties, cl_mem image, cl_mem buffer, const size_t *origin,
    const size_t *region, size_t offset, cl_uint numSyncPoints, const cl_sync_point_khr *syncPoints,
    cl_sync_point_khr *syncPoint, cl_mutable_command_khr *mutableHandle) {
  return recordCommand(
      commandBuffer, {queue, properties, numSyncPoints, syncPoints, syncPoint, mutableHandle},
      [&](CommandQueue &target) {
        return makeImageToBufferCopy(target, image, buffer, origin, region, offset);
      });
}

cl_int CL_API_CALL commandFillImage(cl_command_buffer_khr commandBuffer, cl_command_queue queue,
                                    const cl_command_properties_khr *properties, cl_mem image,
                                    const void *color, const size_t *origin, const size_t *region,
                                    cl_uint numSyncPoints, const cl_sync_point_khr *syncPoints,
                                    cl_sync_point_khr *syncPoint,
                                    cl_mutable_command_khr *mutableHandle) {
  return recordCommand(
      commandBuffer, {queue, properties, numSyncPoints, syncPoints, syncPoint, mutableHandle},
      [&](CommandQueue &target) { return makeImageFill(target, image, color, origin, region); });
}

cl_int CL_API_CALL commandNDRangeKernel(cl_command_buffer_khr commandBuffer, cl_command_queue queue,
                                        const cl_command_properties_khr *properties,
                                        cl_kernel kernel, cl_uint workDim,
                                        const size_t *globalWorkOffset,
                                        const size_t *globalWorkSize, const size_t *localWorkSize,
                                        cl_uint numSyncPoints, const cl_sync_point_khr *syncPoints,
                                        cl_sync_point_khr *syncPoint,
                                        cl_mutable_command_khr *mutableHandle) {
  Ref<MutableCommand> handle;
  return recordCommand(commandBuffer,
                       {.queue = queue,
                        .properties = properties,
                        .numSyncPoints = numSyncPoints,
                        .syncPoints = syncPoints,
                        .syncPoint = syncPoint,
                        .mutableHandle = mutableHandle,
                        .handle = &handle},
                       [&](CommandQueue &) {
                         return makeMutableDispatch(*fromHandle<CommandBuffer>(commandBuffer),
                                                    {properties, kernel, workDim, globalWorkOffset,
                                                     globalWorkSize, localWorkSize},
                                                    mutableHandle != nullptr, handle);
                       });
}

cl_int CL_API_CALL commandSVMMemcpy(cl_command_buffer_khr commandBuffer, cl_command_queue queue,
                                    const cl_command_properties_khr *properties, void *destination,
                                    const void *source, size_t size, cl_uint numSyncPoints,
                                    const cl_sync_point_khr *syncPoints,
                                    cl_sync_point_khr *syncPoint,
                                    cl_mutable_command_khr *mutableHandle) {
  return recordCommand(
      commandBuffer, {queue, properties, numSyncPoints, syncPoints, syncPoint, mutableHandle},
      [&](CommandQueue &target) {
        return makeMemoryCopy(target, CL_COMMAND_SVM_MEMCPY, destination, source, size);
      });
}

cl_int CL_API_CALL commandSVMMemFill(cl_command_buffer_khr commandBuffer, cl_command_queue queue,
                                     const cl_command_properties_khr *properties, void *pointer,
                                     const void *pattern, size_t patternSize, size_t size,
                                     cl_uint numSyncPoints, const cl_sync_point_khr *syncPoints,
                                     cl_sync_point_khr *syncPoint,
                                     cl_mutable_command_khr *mutableHandle) {
  return recordCommand(
      commandBuffer, {queue, properties, numSyncPoints, syncPoints, syncPoint, mutableHandle},
      [&](CommandQueue &target) {
        return makeMemoryFill(target, CL_COMMAND_SVM_MEMFILL, pointer, pattern, patternSize, size);
      });
}

} // namespace heddle
