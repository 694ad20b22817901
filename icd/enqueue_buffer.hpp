// Commands on buffers that are enqueued and recorded.
#ifndef HEDDLE_ICD_ENQUEUE_BUFFER_HPP
#define HEDDLE_ICD_ENQUEUE_BUFFER_HPP

#include "runtime/command.hpp"

#include <cstddef>

namespace heddle {

// The errors are those of clEnqueueCopyBuffer, clEnqueueCopyBufferRect and clEnqueueFillBuffer
// about all but queue and wait list.

Result<Ref<Command>> makeBufferCopy(CommandQueue &queue, cl_mem sourceHandle,
                                    cl_mem destinationHandle, std::size_t sourceOffset,
                                    std::size_t destinationOffset, std::size_t size);

Result<Ref<Command>> makeBufferRectCopy(CommandQueue &queue, cl_mem sourceHandle,
                                        cl_mem destinationHandle, const std::size_t *sourceOrigin,
                                        const std::size_t *destinationOrigin,
                                        const std::size_t *regionSizes, std::size_t sourceRowPitch,
                                        std::size_t sourceSlicePitch,
                                        std::size_t destinationRowPitch,
                                        std::size_t destinationSlicePitch);

Result<Ref<Command>> makeBufferFill(CommandQueue &queue, cl_mem handle, const void *pattern,
                                    std::size_t patternSize, std::size_t offset, std::size_t size);

} // namespace heddle

#endif
