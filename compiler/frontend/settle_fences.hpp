// What barriers and fences order, known before SPIR-V has to hold it as constants.
#ifndef HEDDLE_COMPILER_FRONTEND_SETTLE_FENCES_HPP
#define HEDDLE_COMPILER_FRONTEND_SETTLE_FENCES_HPP

#include "llvm/IR/Module.h"

namespace heddle::compiler {

/// barrier(flags) in a function that is given the flags: the translator takes constants only. An
/// argument that is not known orders all that it may: every kind of memory, for all devices.
void settleFences(llvm::Module &module);

} // namespace heddle::compiler

#endif
