// Atomic operations that x86 has as such.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_ATOMIC_INSTRUCTIONS_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_ATOMIC_INSTRUCTIONS_HPP

#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

/// Whether an update or an exchange is a single instruction. Others are loops, which try until
/// nobody came between.
bool isOneInstruction(const llvm::Instruction &atomic);

} // namespace heddle::compiler

#endif
