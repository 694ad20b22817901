// What a trace says of how much a launch computes and moves.
#ifndef HEDDLE_RUNTIME_COMMANDS_NDRANGE_OPERATIONS_HPP
#define HEDDLE_RUNTIME_COMMANDS_NDRANGE_OPERATIONS_HPP

#include "runtime/abi/operations.h"
#include "runtime/commands/ndrange.hpp"
#include "runtime/support/trace_event.hpp"

#include <cstddef>
#include <cstdint>

namespace heddle {

/// Adds what the kernel says of itself, and the same a second, to the event of a launch, whose
/// duration is known. arguments: the argument block.
void describeOperations(TraceEvent &event, HeddleKernelOperations operations,
                        const std::byte *arguments, const NdRange &enqueued,
                        std::uint32_t subGroupSize);

} // namespace heddle

#endif
