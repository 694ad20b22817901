// What a matrix multiply-accumulate computes: shape and element formats, read from the types and
// the operands word that OpSubgroupMatrixMultiplyAccumulateINTEL carries. Any shape is taken whose
// register layout is well-formed; the table of the extension is a part of that.
#ifndef HEDDLE_COMPILER_IR_MATRIX_OPERATION_HPP
#define HEDDLE_COMPILER_IR_MATRIX_OPERATION_HPP

#include "compiler/ir/matrix_formats.hpp"

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/Error.h"

#include <optional>

namespace heddle::compiler {

/// D = A * B + C with A of m x k, B of k x n, C and D of m x n elements.
struct MatrixOperation {
  unsigned m = 0;
  unsigned n = 0;
  unsigned k = 0;
  MatrixElement a{};
  MatrixElement b{};
  MatrixAccumulator c{};
  /// Rows of A, C and D and packed rows of B that lie side by side in the lanes of one component:
  /// 1, so that n is the sub-group size; or 2 at size 32 with n = 16, row 2i + (lane >= 16).
  unsigned rowsAbreast = 1;
  /// To be done with factors that are bfloats or sums of two bfloats: matrixAsBFloats.
  bool asBFloats = false;
  /// Not to be done on tiles: matrixInWords.
  bool inWords = false;

  unsigned subGroupSize() const { return n * rowsAbreast; }
};

/// The shape and formats of an operation with one work-item's operand types. Without
/// `subGroupSize` the size is the one that A's layout implies. The error says what was found and
/// what was expected.
llvm::Expected<MatrixOperation>
describeMatrixOperation(llvm::Type *a, llvm::Type *b, llvm::Type *c, llvm::Type *result, unsigned k,
                        unsigned operands, std::optional<unsigned> subGroupSize = std::nullopt);

/// The operation of a call of heddle.matrix_mad, at the sub-group size if it is known, or of
/// heddle.simd_matrix_mad. They were checked when they were made: asserts instead of errors.
MatrixOperation matrixOperation(const llvm::CallBase &call,
                                std::optional<unsigned> subGroupSize = std::nullopt);

/// The sub-group size that the matrix operations of a kernel work at, none if it has no such
/// operation. Kernels without intel_reqd_sub_group_size must be given this size. When operations
/// want different sizes the first one's is returned; checkMatrixSubGroupSize tells the user.
std::optional<unsigned> impliedSubGroupSize(const llvm::Function &kernel);

/// Reports an error for each matrix operation of `kernel` that cannot work at the kernel's
/// heddle-sub-group-size. False if there is one.
bool checkMatrixSubGroupSize(const llvm::Function &kernel);

} // namespace heddle::compiler

#endif
