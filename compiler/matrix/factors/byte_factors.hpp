// Integers of 4 and 2 bits as bytes.
#ifndef HEDDLE_COMPILER_MATRIX_FACTORS_BYTE_FACTORS_HPP
#define HEDDLE_COMPILER_MATRIX_FACTORS_BYTE_FACTORS_HPP

#include "compiler/ir/matrix_operation.hpp"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Whether an operation is better done as one on bytes.
using BytesPay = llvm::function_ref<bool(const MatrixOperation &op, const MatrixOperation &wide)>;

/// Makes operations on narrow integers operations on bytes where it pays. The result is the same:
/// integers are exact modulo 2^32. A factor that several operations of a block share is unpacked
/// once.
llvm::PreservedAnalyses widenFactorsToBytes(llvm::Function &function, BytesPay pays);

} // namespace heddle::compiler

#endif
