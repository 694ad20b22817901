// Commands on images that are enqueued and recorded.
#ifndef HEDDLE_ICD_ENQUEUE_IMAGE_HPP
#define HEDDLE_ICD_ENQUEUE_IMAGE_HPP

#include "runtime/command.hpp"

#include <cstddef>

namespace heddle {

// The errors are those of the clEnqueue… functions about all but queue and wait list.

Result<Ref<Command>> makeImageFill(CommandQueue &queue, cl_mem handle, const void *color,
                                   const std::size_t *origin, const std::size_t *region);

Result<Ref<Command>> makeImageCopy(CommandQueue &queue, cl_mem sourceHandle,
                                   cl_mem destinationHandle, const std::size_t *sourceOrigin,
                                   const std::size_t *destinationOrigin, const std::size_t *region);

Result<Ref<Command>> makeImageToBufferCopy(CommandQueue &queue, cl_mem image, cl_mem buffer,
                                           const std::size_t *origin, const std::size_t *region,
                                           std::size_t offset);

Result<Ref<Command>> makeBufferToImageCopy(CommandQueue &queue, cl_mem buffer, cl_mem image,
                                           std::size_t offset, const std::size_t *origin,
                                           const std::size_t *region);

} // namespace heddle

#endif
