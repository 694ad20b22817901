// Matrix operations that are done together in blocks of vector registers.
#ifndef HEDDLE_COMPILER_MATRIX_WORDS_WORD_GROUPS_HPP
#define HEDDLE_COMPILER_MATRIX_WORDS_WORD_GROUPS_HPP

#include "compiler/matrix/nest/factor_places.hpp"
#include "compiler/matrix/plan/word_products.hpp"

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/ValueHandle.h"

#include <vector>

namespace heddle::compiler {

/// Operations that add to one sum, one after another.
struct WordChain {
  llvm::SmallVector<llvm::CallBase *, 4> operations;
  unsigned a = 0, b = 0; ///< numbers of its factors in the group
};

/// The factors of one side of a chain's operations: Places is PlacesOfA or PlacesOfB.
template <typename Places> struct ChainFactors {
  /// One may be the result of another group, which its lowering replaces.
  llvm::SmallVector<llvm::WeakTrackingVH, 4> matrices;
  llvm::SmallVector<Places, 4> places; ///< where they can be read; empty if not all of them can
  /// Each goes on where the one before ends: rows of A, word rows of B.
  bool areAdjacent = false;
};

/// Chains of one length in one block that do not depend on one another. Their operations differ in
/// rows only.
struct WordGroup {
  llvm::BasicBlock *block; ///< that they were in; it begins with what was in front of them
  MatrixOperation op;      ///< of the first
  WordProduct product;
  std::vector<WordChain> chains = {};
  std::vector<ChainFactors<PlacesOfA>> factorsA = {};
  std::vector<ChainFactors<PlacesOfB>> factorsB = {};
  /// The sums go round a loop, and their excess may go with them.
  bool isLoopCarried = false;

  unsigned chainLength() const { return unsigned(chains.front().operations.size()); }
  unsigned rows(const WordChain &chain) const {
    return matrixOperation(*chain.operations.front()).m;
  }
  unsigned lanes() const { return product.lanes(); }
  unsigned piecesPerRow() const { return op.n / lanes(); }      ///< registers of a sum
  unsigned words() const { return op.k * bitsOf(op.a) / 32; }   ///< in a row of one A
  unsigned allWords() const { return words() * chainLength(); } ///< of those of a chain
  llvm::Value *zero() const;                                    ///< a register of words
  /// The last operations of the chains, in the order of the block.
  llvm::SmallVector<llvm::CallBase *> lastOperations() const;
};

/// The operations of a block that have an instruction. Nothing is changed: what is said of places
/// in memory is true while the block is whole, at the last operation of each group.
std::vector<WordGroup> findWordGroups(llvm::BasicBlock &block, VectorFeatures features,
                                      AddressPolynomials &polynomials);

} // namespace heddle::compiler

#endif
