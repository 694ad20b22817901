// Kernels that are enqueued and recorded.
#ifndef HEDDLE_ICD_ENQUEUE_KERNEL_HPP
#define HEDDLE_ICD_ENQUEUE_KERNEL_HPP

#include "runtime/command.hpp"

#include <cstddef>

namespace heddle {

/// The errors of clEnqueueNDRangeKernel about all but queue and wait list.
Result<Ref<Command>> makeKernelCommand(CommandQueue &queue, cl_kernel handle, cl_uint workDim,
                                       const std::size_t *globalOffset,
                                       const std::size_t *globalSize, const std::size_t *localSize,
                                       cl_command_type type);

} // namespace heddle

#endif
