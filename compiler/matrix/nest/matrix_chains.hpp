// How the matrix operations of a block hang together: those that add to one sum, one after another,
// and those that know nothing of each other and may be brought together.
#ifndef HEDDLE_COMPILER_MATRIX_NEST_MATRIX_CHAINS_HPP
#define HEDDLE_COMPILER_MATRIX_NEST_MATRIX_CHAINS_HPP

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/InstrTypes.h"

namespace heddle::compiler {

/// The calls of heddle.simd_matrix_mad in a block, in their order.
llvm::SmallVector<llvm::CallBase *> matrixOperationsOf(llvm::BasicBlock &block);

/// The operation whose result, whole and as it is, is this operation's C; null if there is none in
/// this block.
llvm::CallBase *previousInChain(const llvm::CallBase &operation);

/// Operations that add to one sum, one after another.
using MatrixChain = llvm::SmallVector<llvm::CallBase *>;

/// The chains of a block, which end where `goesOn` is false of an operation and the next one.
llvm::SmallVector<MatrixChain>
matrixChains(llvm::BasicBlock &block,
             llvm::function_ref<bool(const llvm::CallBase &, const llvm::CallBase &)> goesOn);

/// How many sums the operations of a block add to.
unsigned countMatrixChains(llvm::BasicBlock &block);

/// True if `user` needs one of `earlier`, which are in its block in their order, before it.
bool dependsOn(const llvm::Instruction &user, llvm::ArrayRef<const llvm::Instruction *> earlier);

/// True if nothing but cuts of the result are there before `end`.
bool isUsedOnlyAfter(const llvm::Instruction &result, const llvm::Instruction &end);

/// True if the result, or C of an operation, goes, cut or joined, into the sum of this operation
/// alone, and not into its factors.
bool feedsOnly(const llvm::Value &result, const llvm::CallBase &next);

/// The operations, which are in their order, in groups that can be done together in the place of
/// their last one.
llvm::SmallVector<llvm::SmallVector<llvm::CallBase *>>
independentGroups(llvm::ArrayRef<llvm::CallBase *> operations);

/// Moves a result and what is cut from it down to `place`, which no other user comes before.
void sinkWithCuts(llvm::Instruction &result, llvm::Instruction &place);

} // namespace heddle::compiler

#endif
