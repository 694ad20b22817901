// Matrix products word by word: the instruction that multiplies what is in two words of 32 bits and
// adds it to a third, and what has to be done to the words of the factors first.
#ifndef HEDDLE_COMPILER_MATRIX_PLAN_WORD_PRODUCTS_HPP
#define HEDDLE_COMPILER_MATRIX_PLAN_WORD_PRODUCTS_HPP

#include "compiler/ir/matrix_operation.hpp"
#include "compiler/ir/vector_features.hpp"
#include "compiler/matrix/factors/factor_steps.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"

#include <optional>

namespace heddle::compiler {

/// How the words of one factor are made ready for the instruction. A word may become several,
/// called its parts: floats or pairs of 16 bits (factor_steps), or of a word of nibbles two of
/// bytes, the even elements and the odd ones.
struct WordPreparation {
  unsigned parts = 1;
  std::optional<Factor> unpacked;
  bool isNibbles = false;
  bool signExtends = false; ///< nibbles, else zeros above
  std::uint8_t flipped = 0; ///< this bit of each element is inverted: a bias of as much

  /// True if words serve as they lie in memory.
  bool isNone() const { return !unpacked && !isNibbles && !flipped; }
  /// A part of each word of a <L x i32> vector.
  llvm::Value *part(llvm::IRBuilderBase &builder, llvm::Value *words, unsigned index) const;
  /// True if the parts are the elements in their order, and all of them may be made at once.
  bool isOrdered() const { return unpacked && unpacked->isElements(); }
  /// True for halves: the conversion takes them side by side, best from memory.
  bool isOfHalves() const { return unpacked && unpacked->isOfHalves(); }
  /// All parts of all words, side by side, as <parts * L x i32>.
  llvm::Value *ordered(llvm::IRBuilderBase &builder, llvm::Value *words) const;
};

class WordProduct {
public:
  /// Nothing if the CPU has no instruction for the formats and the number of columns.
  static std::optional<WordProduct> create(const MatrixOperation &op, VectorFeatures features);
  /// True if an instruction takes the elements of a word as they are packed.
  bool isDotProduct() const { return kind == Kind::bytes || kind == Kind::bfloats; }
  /// Registers that a multiplication needs beside its operands.
  unsigned temporaries() const { return kind == Kind::pairs; }

  unsigned lanes() const { return laneCount; } ///< words in a register
  const WordPreparation &prepareA() const { return factorA; }
  const WordPreparation &prepareB() const { return factorB; }
  llvm::StringRef instructionName() const;

  /// sum + a * b, word by word. a and b: <L x i32>, prepared; sum: <L x i32> or <L x float>.
  llvm::Value *multiplyAdd(llvm::IRBuilderBase &builder, llvm::Value *a, llvm::Value *b,
                           llvm::Value *sum) const;

  /// With A biased by an inverted bit, each row of D is too large by the same, a sum over the words
  /// of B. What one word of B adds to it.
  bool hasExcess() const { return excessOfOne != 0; }
  llvm::Value *addExcess(llvm::IRBuilderBase &builder, llvm::Value *b, llvm::Value *sum) const;

private:
  enum class Kind { bytes, bfloats, floats, pairs };

  WordProduct() = default;
  bool chooseDotProduct(const MatrixOperation &op, VectorFeatures features);
  bool chooseUnpacked(const MatrixOperation &op, VectorFeatures features);

  Kind kind = Kind::bytes;
  llvm::Intrinsic::ID instruction = llvm::Intrinsic::not_intrinsic;
  unsigned laneCount = 0;
  bool swapsFactors = false; ///< B is the instruction's first factor, the unsigned one of bytes
  WordPreparation factorA, factorB;
  std::uint8_t excessOfOne = 0; ///< a byte in the place of A's: the bias
};

} // namespace heddle::compiler

#endif
