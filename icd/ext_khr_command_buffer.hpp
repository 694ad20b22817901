// cl_khr_command_buffer: commands that are recorded once and enqueued as a whole.
//
// The functions have no slot in the dispatch table and are found by their names
// (icd/extension_functions.cpp). They have names of our own, as headers declare theirs with the
// parameters of different versions.
#ifndef HEDDLE_ICD_EXT_KHR_COMMAND_BUFFER_HPP
#define HEDDLE_ICD_EXT_KHR_COMMAND_BUFFER_HPP

#include "heddle/cl_khr_command_buffer.h"
#include "icd/info_value.hpp"

namespace heddle {

/// The extension's queries of clGetDeviceInfo; CL_INVALID_VALUE for every other name.
cl_int commandBufferQuery(cl_device_info name, InfoValue out);

cl_command_buffer_khr CL_API_CALL
createCommandBuffer(cl_uint numQueues, const cl_command_queue *queues,
                    const cl_command_buffer_properties_khr *properties, cl_int *errcodeRet);
cl_int CL_API_CALL retainCommandBuffer(cl_command_buffer_khr commandBuffer);
cl_int CL_API_CALL releaseCommandBuffer(cl_command_buffer_khr commandBuffer);
cl_int CL_API_CALL finalizeCommandBuffer(cl_command_buffer_khr commandBuffer);
cl_int CL_API_CALL enqueueCommandBuffer(cl_uint numQueues, cl_command_queue *queues,
                                        cl_command_buffer_khr commandBuffer, cl_uint numEvents,
                                        const cl_event *events, cl_event *event);
cl_int CL_API_CALL getCommandBufferInfo(cl_command_buffer_khr commandBuffer,
                                        cl_command_buffer_info_khr paramName, size_t paramValueSize,
                                        void *paramValue, size_t *paramValueSizeRet);

cl_int CL_API_CALL commandBarrierWithWaitList(cl_command_buffer_khr commandBuffer,
                                              cl_command_queue queue,
                                              const cl_command_properties_khr *properties,
                                              cl_uint numSyncPoints,
                                              const cl_sync_point_khr *syncPoints,
                                              cl_sync_point_khr *syncPoint,
                                              cl_mutable_command_khr *mutableHandle);
cl_int CL_API_CALL commandCopyBuffer(cl_command_buffer_khr commandBuffer, cl_command_queue queue,
                                     const cl_command_properties_khr *properties, cl_mem source,
                                     cl_mem destination, size_t sourceOffset,
                                     size_t destinationOffset, size_t size, cl_uint numSyncPoints,
                                     const cl_sync_point_khr *syncPoints,
                                     cl_sync_point_khr *syncPoint,
                                     cl_mutable_command_khr *mutableHandle);
cl_int CL_API_CALL commandCopyBufferRect(
    cl_command_buffer_khr commandBuffer, cl_command_queue queue,
    const cl_command_properties_khr *properties, cl_mem source, cl_mem destination,
    const size_t *sourceOrigin, const size_t *destinationOrigin, const size_t *region,
    size_t sourceRowPitch, size_t sourceSlicePitch, size_t destinationRowPitch,
    size_t destinationSlicePitch, cl_uint numSyncPoints, const cl_sync_point_khr *syncPoints,
    cl_sync_point_khr *syncPoint, cl_mutable_command_khr *mutableHandle);
cl_int CL_API_CALL
commandCopyBufferToImage(cl_command_buffer_khr commandBuffer, cl_command_queue queue,
                         const cl_command_properties_khr *properties, cl_mem buffer, cl_mem image,
                         size_t offset, const size_t *origin, const size_t *region,
                         cl_uint numSyncPoints, const cl_sync_point_khr *syncPoints,
                         cl_sync_point_khr *syncPoint, cl_mutable_command_khr *mutableHandle);
cl_int CL_API_CALL commandCopyImage(cl_command_buffer_khr commandBuffer, cl_command_queue queue,
                                    const cl_command_properties_khr *properties, cl_mem source,
                                    cl_mem destination, const size_t *sourceOrigin,
                                    const size_t *destinationOrigin, const size_t *region,
                                    cl_uint numSyncPoints, const cl_sync_point_khr *syncPoints,
                                    cl_sync_point_khr *syncPoint,
                                    cl_mutable_command_khr *mutableHandle);
cl_int CL_API_CALL commandCopyImageToBuffer(
    cl_command_buffer_khr commandBuffer, cl_command_queue queue,
    const cl_command_properties_khr *properties, cl_mem image, cl_mem buffer, const size_t *origin,
    const size_t *region, size_t offset, cl_uint numSyncPoints, const cl_sync_point_khr *syncPoints,
    cl_sync_point_khr *syncPoint, cl_mutable_command_khr *mutableHandle);
cl_int CL_API_CALL commandFillBuffer(cl_command_buffer_khr commandBuffer, cl_command_queue queue,
                                     const cl_command_properties_khr *properties, cl_mem buffer,
                                     const void *pattern, size_t patternSize, size_t offset,
                                     size_t size, cl_uint numSyncPoints,
                                     const cl_sync_point_khr *syncPoints,
                                     cl_sync_point_khr *syncPoint,
                                     cl_mutable_command_khr *mutableHandle);
cl_int CL_API_CALL commandFillImage(cl_command_buffer_khr commandBuffer, cl_command_queue queue,
                                    const cl_command_properties_khr *properties, cl_mem image,
                                    const void *color, const size_t *origin, const size_t *region,
                                    cl_uint numSyncPoints, const cl_sync_point_khr *syncPoints,
                                    cl_sync_point_khr *syncPoint,
                                    cl_mutable_command_khr *mutableHandle);
cl_int CL_API_CALL commandNDRangeKernel(cl_command_buffer_khr commandBuffer, cl_command_queue queue,
                                        const cl_command_properties_khr *properties,
                                        cl_kernel kernel, cl_uint workDim,
                                        const size_t *globalWorkOffset,
                                        const size_t *globalWorkSize, const size_t *localWorkSize,
                                        cl_uint numSyncPoints, const cl_sync_point_khr *syncPoints,
                                        cl_sync_point_khr *syncPoint,
                                        cl_mutable_command_khr *mutableHandle);
cl_int CL_API_CALL commandSVMMemcpy(cl_command_buffer_khr commandBuffer, cl_command_queue queue,
                                    const cl_command_properties_khr *properties, void *destination,
                                    const void *source, size_t size, cl_uint numSyncPoints,
                                    const cl_sync_point_khr *syncPoints,
                                    cl_sync_point_khr *syncPoint,
                                    cl_mutable_command_khr *mutableHandle);
cl_int CL_API_CALL commandSVMMemFill(cl_command_buffer_khr commandBuffer, cl_command_queue queue,
                                     const cl_command_properties_khr *properties, void *pointer,
                                     const void *pattern, size_t patternSize, size_t size,
                                     cl_uint numSyncPoints, const cl_sync_point_khr *syncPoints,
                                     cl_sync_point_khr *syncPoint,
                                     cl_mutable_command_khr *mutableHandle);

} // namespace heddle

#endif
