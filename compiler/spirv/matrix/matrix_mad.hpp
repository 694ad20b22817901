// The matrix instructions as internal operations and plain IR of one work-item.
#ifndef HEDDLE_COMPILER_SPIRV_MATRIX_MATRIX_MAD_HPP
#define HEDDLE_COMPILER_SPIRV_MATRIX_MATRIX_MAD_HPP

#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

/// Operands of OpSubgroupMatrixMultiplyAccumulateINTEL.
struct MatrixMad {
  llvm::Value *a, *b, *c;
  llvm::Type *result;
  unsigned k = 0;
  unsigned operands = 0;
};

/// A * B + C. Where C and the result are of different float formats, C is widened to float and the
/// sum rounded once. The error says what was found and what was expected.
llvm::Expected<llvm::Value *> createMatrixMad(llvm::IRBuilderBase &builder, const MatrixMad &mad);

/// OpSubgroupScaledMatrixMultiplyAccumulateINTEL:
///
///   D[m][n] = C[m][n] + sum over blocks of 2^(sA[m] - 127) * 2^(sB[n] - 127) * P[m][n]
///   P[m][n] = sum over the k of the block of A[m][k] * B[k][n]
///
/// A scale is an integer of 8 bits for each block (E8M0): a power of two, 255 being NaN. Lane m
/// holds those of row m of A, lane n those of column n of B. P is what A * B + 0 gives in float. It
/// is multiplied by the power of two, which is exact unless it leaves the range of float, and added
/// to the sum with one rounding.
llvm::Expected<llvm::Value *> createScaledMatrixMad(llvm::IRBuilderBase &builder,
                                                    const MatrixMad &mad, llvm::Value *scaleA,
                                                    llvm::Value *scaleB);

} // namespace heddle::compiler

#endif
