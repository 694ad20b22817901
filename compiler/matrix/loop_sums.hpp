// Sums of matrix operations that go round a loop of one block.
#ifndef HEDDLE_COMPILER_MATRIX_LOOP_SUMS_HPP
#define HEDDLE_COMPILER_MATRIX_LOOP_SUMS_HPP

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/InstrTypes.h"

namespace heddle::compiler {

/// True if the operations, from the first to the last of a chain whose sums are used in between by
/// the next of them only, are in a loop of one block, the first one's rows of `columns` elements
/// are phis there that nobody else uses, and the last one's result is these phis' next values and
/// otherwise used behind the loop only. A difference from the true sums may then go round the loop
/// as well.
bool isLoopSum(const llvm::CallBase &first, const llvm::CallBase &last, unsigned columns);

/// Adds up `value` over the rounds of the loop that begins with `header`; the result includes this
/// round's. The block at `place` ends the loop.
llvm::Value *sumOverRounds(llvm::Instruction &place, llvm::BasicBlock &header, llvm::Value *value);

/// Gives those who use rows of the result of a loop sum behind the loop `rows` less `excess`. The
/// operation ends up without such users.
void takeOffBehindLoop(llvm::CallBase &operation, llvm::BasicBlock &header,
                       llvm::ArrayRef<llvm::Value *> rows, llvm::Value *excess);

} // namespace heddle::compiler

#endif
