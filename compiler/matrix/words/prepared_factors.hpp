// Factors in the form that the instruction wants.
#ifndef HEDDLE_COMPILER_MATRIX_WORDS_PREPARED_FACTORS_HPP
#define HEDDLE_COMPILER_MATRIX_WORDS_PREPARED_FACTORS_HPP

#include "compiler/matrix/factors/scratch.hpp"
#include "compiler/matrix/nest/lane_vectors.hpp"
#include "compiler/matrix/words/word_groups.hpp"
#include "compiler/matrix/words/word_loop.hpp"

#include "llvm/IR/IRBuilder.h"

#include <optional>
#include <vector>

namespace heddle::compiler {

/// The factors of a group, as its blocks read them: where the kernel has them, or in scratch.
///
/// Scratch has the words of all operations of a chain: a row of A with its parts one after another,
/// or side by side in each word; a word row of B with its parts one after another.
class PreparedFactors {
public:
  /// What is written stands in front of the builder's place.
  PreparedFactors(const WordGroup &group, AddressPolynomials &polynomials, Scratch &scratch,
                  llvm::IRBuilder<> &builder)
      : group(group), op(group.op), product(group.product), polynomials(polynomials),
        scratch(scratch), builder(builder), lanes(group.lanes()), words(group.words()),
        allWords(group.allWords()), readyA(group.factorsA.size()), readyB(group.factorsB.size()) {}

  /// Unless the rows serve as they lie: all of them into scratch.
  void prepareA(unsigned number, unsigned rows);
  /// The same for B. Its excess, too, where no block of sums has room for it.
  void prepareB(unsigned number, bool addsExcess);

  /// Words of the operation `index` of a chain, or of it and those behind it.
  WordsInMemory wordsOfA(unsigned number, unsigned index, unsigned row, unsigned part);
  WordsInMemory wordsOfB(unsigned number, unsigned index, unsigned piece, unsigned part);
  /// Whether the words of all operations of a chain are at equal distances, on both sides.
  bool isOneLoop(const WordChain &chain) const;

  /// What a piece of B adds to the sums of its columns too much; null until it is known.
  llvm::Value *&excess(unsigned number, unsigned piece) { return readyB[number].excess[piece]; }
  /// Of all columns.
  llvm::Value *joinedExcess(unsigned number) { return joinLanes(builder, readyB[number].excess); }

private:
  struct ReadyA {
    std::optional<unsigned> offset; ///< in scratch
  };
  struct ReadyB {
    std::optional<unsigned> offset; ///< in scratch
    llvm::SmallVector<llvm::Value *, 4>
        strides; ///< of each matrix, where its word rows are in memory
    llvm::SmallVector<llvm::Value *, 2> excess; ///< for each piece of a row
  };

  unsigned rowBytesA() const { return words * 4; }
  unsigned rowBytesB() const { return op.n * 4; }
  unsigned offsetInA(unsigned row, unsigned part, unsigned word) const {
    const WordPreparation &preparation = product.prepareA();
    if (preparation.isOrdered())
      return ((row * allWords + word) * preparation.parts + part) * 4;
    return ((row * preparation.parts + part) * allWords + word) * 4;
  }
  unsigned strideOfA() const {
    return product.prepareA().isOrdered() ? product.prepareA().parts * 4 : 4;
  }
  unsigned offsetInB(unsigned part, unsigned piece) const {
    return part * rowBytesB() + piece * lanes * 4;
  }
  unsigned strideOfB() const { return product.prepareB().parts * rowBytesB(); }

  void separateHalves(llvm::Value *packed, unsigned offset);
  void storeRowOfA(llvm::Value *packed, unsigned offset, unsigned row, unsigned word);
  llvm::Value *storeWordRowOfB(llvm::Value *packed, unsigned offset, unsigned part);
  llvm::Value *rowOfA(const ChainFactors<PlacesOfA> &factors, unsigned index, unsigned row,
                      unsigned count);
  llvm::Value *wordRowOfB(unsigned number, unsigned index, unsigned row);

  const WordGroup &group;
  const MatrixOperation op;
  const WordProduct product;
  AddressPolynomials &polynomials;
  Scratch &scratch;
  llvm::IRBuilder<> &builder;
  const unsigned lanes;
  const unsigned words;    ///< of 32 bits in a row of one A
  const unsigned allWords; ///< in a row of those of a chain
  std::vector<ReadyA> readyA;
  std::vector<ReadyB> readyB;
};

} // namespace heddle::compiler

#endif
