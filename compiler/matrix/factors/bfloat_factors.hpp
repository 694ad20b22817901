// Factors whose elements are bfloats in other words, or sums of two bfloats.
//
// A half and a tf32 have 11 significant bits. Their upper 8 are a bfloat, and what these leave has
// the same sign and 3 bits, so it is one as well:
//
//   a * b = upper * upper + upper * rest + rest * upper + rest * rest
//
// The magnitudes of the four are together that of a * b: the sum is as exact as one of whole
// elements. Infinity and NaN are in the first term alone, so that no infinity meets a rest of zero.
#ifndef HEDDLE_COMPILER_MATRIX_FACTORS_BFLOAT_FACTORS_HPP
#define HEDDLE_COMPILER_MATRIX_FACTORS_BFLOAT_FACTORS_HPP

#include "compiler/ir/matrix_operation.hpp"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

#include <utility>

namespace heddle::compiler {

/// Formats of at most 8 significant bits, in the range of bfloats.
bool isExactAsBFloat(MatrixElement element);
/// Formats that are sums of two bfloats.
bool isSumOfBFloats(MatrixElement element);

enum class BFloatPart : unsigned {
  upper,  ///< the element cut off to a bfloat; of an exact format, the element
  finite, ///< the same with 0 for infinity and NaN
  rest,   ///< what upper lacks, 0 for infinity and NaN
};

/// The products of parts of A and of B whose sum is the product of two such elements. Those of one
/// A or B follow each other.
llvm::ArrayRef<std::pair<BFloatPart, BFloatPart>> termsOf(MatrixElement element);

/// Gives the words of a row of the operand; asked once for each row.
using FactorRows = llvm::function_ref<llvm::Value *(unsigned row)>;
/// Takes words of two bfloats: those of a row, from the word `first` on.
using BFloatSink =
    llvm::function_ref<void(BFloatPart part, unsigned row, unsigned first, llvm::Value *words)>;

/// Rows of an operand: m of A, those of words of B.
unsigned factorRows(const MatrixOperation &op, MatrixFactor factor);

/// Converts a factor of the operation to m rows of k / 2 words of A, or k / 2 rows of n words of B,
/// and gives the sink each word of each part once, a register's worth at a time. The elements along
/// k are in an order that needs few shuffles, the same in both factors. Exact formats have no parts
/// but `upper`.
void convertToBFloats(llvm::IRBuilderBase &builder, const MatrixOperation &op, MatrixFactor factor,
                      FactorRows source, BFloatSink sink);

} // namespace heddle::compiler

#endif
