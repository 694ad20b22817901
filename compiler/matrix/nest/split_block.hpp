// Blocks in two, with room for a loop between them.
#ifndef HEDDLE_COMPILER_MATRIX_NEST_SPLIT_BLOCK_HPP
#define HEDDLE_COMPILER_MATRIX_NEST_SPLIT_BLOCK_HPP

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Instruction.h"

#include <utility>

namespace heddle::compiler {

/// The block of an instruction as two blocks, of which the second begins with it. A block with phis
/// stays the first one, the head of its loop. Any other stays the second one: lowering goes from
/// the first operation of a block to its last, and what is moved is what lies between two of them,
/// not all that is to come.
std::pair<llvm::BasicBlock *, llvm::BasicBlock *> splitInFront(llvm::Instruction &place,
                                                               llvm::StringRef name);

} // namespace heddle::compiler

#endif
