// Where control may come from one instruction.
#ifndef HEDDLE_COMPILER_IR_CONTROL_PATHS_HPP
#define HEDDLE_COMPILER_IR_CONTROL_PATHS_HPP

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"

namespace heddle::compiler {

/// The blocks that control may come to behind one of these blocks.
llvm::SmallPtrSet<const llvm::BasicBlock *, 32>
blocksBehind(llvm::ArrayRef<const llvm::BasicBlock *> blocks);

/// Whether a round of the loop may come from one instruction to another.
bool leadsTo(const llvm::Instruction &from, const llvm::Instruction &to, const llvm::Loop &loop);

} // namespace heddle::compiler

#endif
