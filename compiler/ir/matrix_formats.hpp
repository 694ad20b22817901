// How the elements of a matrix operation are stored, and the operands word that says so.
#ifndef HEDDLE_COMPILER_IR_MATRIX_FORMATS_HPP
#define HEDDLE_COMPILER_IR_MATRIX_FORMATS_HPP

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Type.h"
#include "llvm/Support/Error.h"

#include <optional>

namespace heddle::compiler {

/// How an element of A or B is stored. All but f32 and tf32, which are whole components, are packed
/// into integers, the first element in the least significant bits.
///
/// - i8 to u2: integers
/// - bf16: the upper half of f32
/// - tf32: the upper 19 bits of f32
/// - e4m3: 1 + 4 + 3 bits, bias 7; no infinity, NaN is S.1111.111
/// - e5m2: the upper half of f16
/// - e2m1: 1 + 2 + 1 bits, bias 1; no infinity, no NaN
enum class MatrixElement { i8, u8, i4, u4, i2, u2, bf16, f16, tf32, f32, e4m3, e5m2, e2m1 };
/// How an element of C and D is stored; bf16 travels as i16.
enum class MatrixAccumulator { i32, f32, f16, bf16 };

unsigned bitsOf(MatrixElement element);
bool isInteger(MatrixElement element);
bool isSigned(MatrixElement element);
llvm::StringRef nameOf(MatrixElement element);
llvm::StringRef nameOf(MatrixAccumulator accumulator);

/// Matrix Multiply-Accumulate Operands of SPV_INTEL_subgroup_matrix_multiply_accumulate and of the
/// drafts beside it (…_float8, …_float4, …scaled_matrix_multiply_accumulate), and our own bits for
/// what they cannot say.
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
  matrixAFloat8E4M3 = 0x4000,
  matrixBFloat8E4M3 = 0x8000,
  matrixAFloat8E5M2 = 0x10000,
  matrixBFloat8E5M2 = 0x20000,
  matrixAFloat4E2M1 = 0x40000,
  matrixBFloat4E2M1 = 0x80000,
  /// Only of the scaled instruction, and implied there.
  matrixScaleAFloat8E8M0 = 0x100000,
  matrixScaleBFloat8E8M0 = 0x200000,
  /// Only in internal operations: choose-matrix-units wants no tiles for this one.
  matrixInWords = 0x10000000,
  /// Only in internal operations: choose-bfloat-products wants tiles of bfloats for this one.
  matrixAsBFloats = 0x20000000,
  /// Packed 2-bit integers: only in internal operations, made from functions of OpenCL C.
  matrixAInt2 = 0x40000000,
  matrixBInt2 = 0x80000000,
};
inline constexpr unsigned matrixScaleBits = matrixScaleAFloat8E8M0 | matrixScaleBFloat8E8M0;
/// What a module may not say.
inline constexpr unsigned internalMatrixOperandBits =
    matrixAInt2 | matrixBInt2 | matrixAsBFloats | matrixInWords;

enum class MatrixFactor { a, b };

/// The format of a factor with components of this type. Exactly one packing bit says it; without
/// any, floats are f32.
llvm::Expected<MatrixElement> matrixElement(MatrixFactor factor, llvm::Type *type,
                                            unsigned operands);

/// The bits of the operands word for a factor that is a cooperative matrix with such components,
/// whose elements are what `operands` (mul_add_operands.hpp) make of them. Nothing if no matrix
/// instruction has them.
std::optional<unsigned> cooperativePacking(MatrixFactor factor, llvm::Type *component,
                                           unsigned operands);

/// The format of C or of the result, isBFloat16 being its bit of the operands word.
llvm::Expected<MatrixAccumulator> matrixAccumulator(llvm::Type *type, bool isBFloat16);

/// Whether products of these formats exist and may be added up in this one.
llvm::Error checkMatrixFormats(MatrixElement a, MatrixElement b, MatrixAccumulator c);

/// Bytes whose upper halves are zeros: the signed integers of 4 bits in the lower ones.
llvm::Value *signExtendHalves(llvm::IRBuilderBase &builder, llvm::Value *bytes);

/// The beginning of all our messages about matrix operations.
llvm::Error invalidMatrixOperation(const llvm::Twine &message);

} // namespace heddle::compiler

#endif
