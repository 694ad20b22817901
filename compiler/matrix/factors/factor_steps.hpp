// A matrix product as a sequence of steps on 32-bit words: which elements of A and B each step
// multiplies, and how they are taken out of the packed words.
#ifndef HEDDLE_COMPILER_MATRIX_FACTORS_FACTOR_STEPS_HPP
#define HEDDLE_COMPILER_MATRIX_FACTORS_FACTOR_STEPS_HPP

#include "compiler/ir/matrix_operation.hpp"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

/// What one step takes out of a word: one element, as float, or two, as the halves of a 32-bit
/// lane for a multiply-add of pairs.
struct FactorPart {
  unsigned low;  ///< element within the word
  unsigned high; ///< for pairs; equal to low for single elements
};

/// One factor, A or B: words of 32 bits that hold `elementsPerWord` elements each, least
/// significant first, and the parts that the steps use.
class Factor {
public:
  /// other: the format of the other factor, which decides the pairs when the widths differ.
  Factor(MatrixElement element, MatrixElement other);

  unsigned elementsPerWord() const { return 32 / bitsOf(element); }
  llvm::ArrayRef<FactorPart> parts() const { return partList; }
  /// Index of the part that begins with this element of the word.
  unsigned partWith(unsigned low) const;

  /// Part `index` of each word of a <L x i32> vector: <L x float> for float formats, <L x i32> with
  /// two 16-bit integers in a lane for integer formats.
  llvm::Value *part(llvm::IRBuilderBase &builder, llvm::Value *words, unsigned index) const;

  bool isOfHalves() const { return element == MatrixElement::f16; }
  /// True if `elements` works: floats of whole bytes.
  bool isElements() const { return !isInteger(element) && bitsOf(element) >= 8; }
  /// The parts of all words in the order of the elements in memory, as floats.
  llvm::Value *elements(llvm::IRBuilderBase &builder, llvm::Value *words) const;

private:
  llvm::Value *pair(llvm::IRBuilderBase &builder, llvm::Value *words, FactorPart part) const;
  llvm::Value *single(llvm::IRBuilderBase &builder, llvm::Value *words, unsigned index) const;

  MatrixElement element;
  llvm::SmallVector<FactorPart, 4> partList;
};

/// A step multiplies part `partA` of A's word `wordA` of a row with part `partB` of B's word row
/// `wordB`.
struct MatrixStep {
  unsigned wordA, partA;
  unsigned wordB, partB;
};

/// The steps of a product over k, in ascending k for float formats.
llvm::SmallVector<MatrixStep> matrixSteps(const Factor &a, const Factor &b, unsigned k);

} // namespace heddle::compiler

#endif
