// Parts of matrices in memory that a sub-group reads or writes.
#ifndef HEDDLE_COMPILER_STRICT_MATRIX_BLOCK_HPP
#define HEDDLE_COMPILER_STRICT_MATRIX_BLOCK_HPP

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"

#include <cstdint>
#include <optional>

namespace heddle::compiler {

/// Operands of a 2D block, or of a cooperative matrix that is loaded or stored: width, pitch and x
/// are bytes, height and y rows.
struct MatrixBlock {
  llvm::Value *base, *width, *height, *pitch, *x, *y;
  unsigned rows;
  std::uint64_t rowBytes;
  bool writes;

  /// Of what accesses memory; nothing for other calls.
  static std::optional<MatrixBlock> of(llvm::CallBase &call);

  /// Of a prefetch.
  static MatrixBlock ofPrefetch(llvm::CallBase &call);

  /// What of it is in the matrix.
  struct Part {
    llvm::Value *first;           ///< byte, from the base
    llvm::Value *rows, *rowBytes; ///< 0 for none
    llvm::Value *end;             ///< byte behind the last
    llvm::Value *isSome;
  };
  Part inside(llvm::IRBuilder<> &builder) const;
};

} // namespace heddle::compiler

#endif
