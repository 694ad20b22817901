// The sums of a group: where they begin, where they wait, and who gets them.
//
// Sums that do not fit the registers wait in memory until their block comes again, in the next
// round of the kernel's own loop: a load and a store for the products of all words. They are put
// there by us: LLVM would keep those of blocks that are done in registers, and those of the block
// that comes in memory, in its inner loop.
#ifndef HEDDLE_COMPILER_MATRIX_WORDS_GROUP_SUMS_HPP
#define HEDDLE_COMPILER_MATRIX_WORDS_GROUP_SUMS_HPP

#include "compiler/matrix/factors/scratch.hpp"
#include "compiler/matrix/words/word_groups.hpp"

#include "llvm/IR/IRBuilder.h"

#include <optional>
#include <vector>

namespace heddle::compiler {

class GroupSums {
public:
  /// What is written stands in front of the builder's place. `memory`: of the function, for sums.
  GroupSums(const WordGroup &group, Scratch &memory, llvm::IRBuilder<> &builder);

  /// If not all sums of a loop fit the registers: stores in front of it what they begin with. Not
  /// with unpacked factors, for whose longer blocks LLVM's own choice was a little faster.
  void moveToMemory(unsigned registers);

  /// What a piece of a row of a chain's sums is before the group's products.
  llvm::Value *start(unsigned number, unsigned row, unsigned piece);
  /// What it is behind them.
  void set(unsigned number, unsigned row, unsigned piece, llvm::Value *sum);

  /// Puts the sums, less what they have too much, in place of the results. `excess`: of each B, for
  /// all columns; empty if there is none.
  void replaceResults(llvm::ArrayRef<llvm::Value *> excess);

private:
  /// Where a row of the sums of a chain waits, or a piece of it.
  llvm::Value *place(llvm::IRBuilderBase &at, unsigned number, unsigned row, unsigned piece = 0);
  unsigned rowBytes() const { return group.op.n * 4; }
  void replaceResult(unsigned number, llvm::Value *excess);

  const WordGroup &group;
  Scratch &memory;
  llvm::IRBuilder<> &builder;
  const unsigned lanes;
  const unsigned piecesPerRow;
  /// Of chains: row after row, piece after piece.
  std::vector<llvm::SmallVector<llvm::Value *, 16>> sums;
  /// Of the sums of each chain, where they wait in memory from round to round.
  std::vector<std::optional<unsigned>> offsets;
};

} // namespace heddle::compiler

#endif
