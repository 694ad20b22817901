// Commands on memory that is given by its address: of SVM, of USM and of the application.
#ifndef HEDDLE_ICD_ENQUEUE_SVM_HPP
#define HEDDLE_ICD_ENQUEUE_SVM_HPP

#include "runtime/command.hpp"

namespace heddle {

/// CL_INVALID_VALUE for a null pointer, CL_MEM_COPY_OVERLAP.
Result<Ref<Command>> makeMemoryCopy(CommandQueue &queue, cl_command_type type, void *destination,
                                    const void *source, std::size_t size);

/// CL_INVALID_VALUE for a null or misaligned pointer, for a pattern that is not of the size of an
/// OpenCL C type, and for a size that is no multiple of that.
Result<Ref<Command>> makeMemoryFill(CommandQueue &queue, cl_command_type type, void *destination,
                                    const void *pattern, std::size_t patternSize, std::size_t size);

} // namespace heddle

#endif
