// Kernels that are enqueued and recorded.
#ifndef HEDDLE_ICD_ENQUEUE_KERNEL_HPP
#define HEDDLE_ICD_ENQUEUE_KERNEL_HPP

#include "runtime/command.hpp"

#include <cstddef>

namespace heddle {

/// Whether a kernel whose arguments are not all set is an error, or a null command.
enum class Arguments { required, mayFollow };

/// The errors of clEnqueueNDRangeKernel about all but queue and wait list.
Result<Ref<Command>> makeKernelCommand(CommandQueue &queue, cl_kernel handle, cl_uint workDim,
                                       const std::size_t *globalOffset,
                                       const std::size_t *globalSize, const std::size_t *localSize,
                                       cl_command_type type,
                                       Arguments arguments = Arguments::required);

} // namespace heddle

#endif
