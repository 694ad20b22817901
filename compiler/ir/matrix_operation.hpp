// What a matrix multiply-accumulate computes: shape and element formats, read from the types and
// the operands word that OpSubgroupMatrixMultiplyAccumulateINTEL carries. Any shape is taken whose
// register layout is well-formed; the table of the extension is a part of that.
#ifndef HEDDLE_COMPILER_IR_MATRIX_OPERATION_HPP
#define HEDDLE_COMPILER_IR_MATRIX_OPERATION_HPP

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/Error.h"

#include <optional>

namespace heddle::compiler {

/// How an element of A or B is stored.
enum class MatrixElement { i8, u8, i4, u4, i2, u2, bf16, f16, tf32 };
/// How an element of C and D is stored; bf16 travels as i16.
enum class MatrixAccumulator { i32, f32, f16, bf16 };

unsigned bitsOf(MatrixElement element);
bool isInteger(MatrixElement element);
bool isSigned(MatrixElement element);
llvm::StringRef nameOf(MatrixElement element);

/// Matrix Multiply-Accumulate Operands of SPV_INTEL_subgroup_matrix_multiply_accumulate, and our
/// own bits for what it cannot say.
enum MatrixOperandBits : unsigned {
  matrixASigned = 0x1,
  matrixBSigned = 0x2,
  matrixCBFloat16 = 0x4,
  matrixResultBFloat16 = 0x8,
  matrixAInt8 = 0x10,
  matrixBInt8 = 0x20,
  matrixAInt4 = 0x40,
  matrixBInt4 = 0x80,
  matrixATf32 = 0x100,
  matrixBTf32 = 0x200,
  matrixAFloat16 = 0x400,
  matrixBFloat16 = 0x800,
  matrixABFloat16 = 0x1000,
  matrixBBFloat16 = 0x2000,
  /// Packed 2-bit integers: only in internal operations, made from functions of OpenCL C.
  matrixAInt2 = 0x40000000,
  matrixBInt2 = 0x80000000,
};
/// What a module may not say.
inline constexpr unsigned internalMatrixOperandBits = matrixAInt2 | matrixBInt2;

/// D = A * B + C with A of m x k, B of k x n, C and D of m x n elements; n is the sub-group size.
struct MatrixOperation {
  unsigned m = 0;
  unsigned n = 0;
  unsigned k = 0;
  MatrixElement a{};
  MatrixElement b{};
  MatrixAccumulator c{};
};

/// The shape and formats of an operation with one work-item's operand types. Without
/// `subGroupSize` the size is the one that A's layout implies. The error says what was found and
/// what was expected.
llvm::Expected<MatrixOperation>
describeMatrixOperation(llvm::Type *a, llvm::Type *b, llvm::Type *c, llvm::Type *result, unsigned k,
                        unsigned operands, std::optional<unsigned> subGroupSize = std::nullopt);

/// The operation of a call of heddle.matrix_mad or heddle.simd_matrix_mad. They were checked when
/// they were made: asserts instead of errors.
MatrixOperation matrixOperation(const llvm::CallBase &call);

/// The sub-group size that the matrix operations of a kernel work at, none if it has no such
/// operation. Kernels without intel_reqd_sub_group_size must be given this size. When operations
/// want different sizes the first one's is returned; checkMatrixSubGroupSize tells the user.
std::optional<unsigned> impliedSubGroupSize(const llvm::Function &kernel);

/// Reports an error for each matrix operation of `kernel` that cannot work at the kernel's
/// heddle-sub-group-size. False if there is one.
bool checkMatrixSubGroupSize(const llvm::Function &kernel);

} // namespace heddle::compiler

#endif
