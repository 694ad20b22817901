// event_t, which nothing on this device waits for.
#ifndef HEDDLE_COMPILER_SPIRV_BUILTINS_ERASE_EVENTS_HPP
#define HEDDLE_COMPILER_SPIRV_BUILTINS_ERASE_EVENTS_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// Makes every event of the function the null event and takes away their loads and stores, so that
/// no value of a type without a machine form is left. Asynchronous copies are over at the barrier
/// that wait_group_events is, whatever its operands.
void eraseEvents(llvm::Function &function);

} // namespace heddle::compiler

#endif
