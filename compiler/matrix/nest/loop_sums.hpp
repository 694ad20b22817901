// Sums of matrix operations that go round a loop of one block.
#ifndef HEDDLE_COMPILER_MATRIX_NEST_LOOP_SUMS_HPP
#define HEDDLE_COMPILER_MATRIX_NEST_LOOP_SUMS_HPP

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"
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

/// Gives those who use rows of the result of a loop sum behind the loop what `rowBehind` makes
/// there for the number of a row. The operation ends up without such users.
void replaceBehindLoop(
    llvm::CallBase &operation, llvm::BasicBlock &header, unsigned columns,
    llvm::function_ref<llvm::Value *(llvm::IRBuilderBase &builder, unsigned row)> rowBehind);

/// The block in front of a loop that begins with `header`, if control can go nowhere else from
/// there. latch: the last block of the loop.
llvm::BasicBlock *blockInFront(llvm::BasicBlock &header, const llvm::BasicBlock &latch);

} // namespace heddle::compiler

#endif
