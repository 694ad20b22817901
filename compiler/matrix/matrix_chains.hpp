// Matrix operations that add to one sum, one after another.
#ifndef HEDDLE_COMPILER_MATRIX_MATRIX_CHAINS_HPP
#define HEDDLE_COMPILER_MATRIX_MATRIX_CHAINS_HPP

#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/InstrTypes.h"

namespace heddle::compiler {

/// The calls of heddle.simd_matrix_mad in a block, in their order.
llvm::SmallVector<llvm::CallBase *> matrixOperationsOf(llvm::BasicBlock &block);

/// The operation whose result, whole and as it is, is this operation's C; null if there is none in
/// this block.
llvm::CallBase *previousInChain(const llvm::CallBase &operation);

/// How many sums the operations of a block add to.
unsigned countMatrixChains(llvm::BasicBlock &block);

} // namespace heddle::compiler

#endif
