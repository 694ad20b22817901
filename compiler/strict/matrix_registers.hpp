// How much of a GPU's registers the matrices of a kernel take.
#ifndef HEDDLE_COMPILER_STRICT_MATRIX_REGISTERS_HPP
#define HEDDLE_COMPILER_STRICT_MATRIX_REGISTERS_HPP

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

#include <cstdint>

namespace heddle::compiler {

struct MatrixRegisters {
  llvm::CallInst *where = nullptr; ///< the matrix function at which most is held; null for none
  std::uint64_t bytes = 0;         ///< of one work-item
};

/// Sums and factors of matrix functions that are live at once: values, and the whole of private
/// arrays that matrices are read from or written to. An estimate: a compiler may load factors
/// anew, and needs registers for addresses and what else there is.
MatrixRegisters matrixRegisters(llvm::Function &kernel);

} // namespace heddle::compiler

#endif
