// Between which numbers a value stays while a loop runs.
#ifndef HEDDLE_COMPILER_STRICT_LOOP_RANGES_HPP
#define HEDDLE_COMPILER_STRICT_LOOP_RANGES_HPP

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace heddle::compiler {

/// Asks in front of a loop whether a condition may hold in one of its rounds.
///
/// Numbers are computed in 64 bits, as the mathematics of the source has them. Where the loop's own
/// arithmetic might wrap, or ours, the answer is that it may.
class LoopRanges {
public:
  /// Code goes to the end of the loop's preheader. Without `emits` none is made: the answers say
  /// only whether there would be some.
  LoopRanges(llvm::Loop &loop, llvm::ScalarEvolution &evolution, llvm::DominatorTree &dominators,
             bool emits);

  /// Whether the condition may hold where the block uses it (i1); nothing where that cannot be
  /// asked in front of the loop.
  std::optional<llvm::Value *> mayHold(llvm::Value *condition, const llvm::BasicBlock &user);

private:
  /// Both ends; |each| is at most 2 to the power of `bits`.
  struct Range {
    llvm::Value *low, *high;
    unsigned bits;
    bool isNatural = false; ///< neither is negative
  };

  std::optional<llvm::Value *> mayBeOutside(const llvm::ICmpInst &compare,
                                            const llvm::BasicBlock &user);
  std::optional<llvm::Value *> mayHaveBits(const llvm::ICmpInst &compare);
  std::optional<Range> range(const llvm::SCEV *value, const llvm::BasicBlock &user);
  std::optional<Range> rangeOfInvariant(const llvm::SCEV *value);
  std::optional<Range> rangeOfCounter(const llvm::SCEVAddRecExpr &counter,
                                      const llvm::BasicBlock &user);
  std::optional<Range> rangeOfExtension(const llvm::SCEVCastExpr &extension, bool isSigned,
                                        const llvm::BasicBlock &user);
  std::optional<Range> rangeOfChoice(const llvm::SCEVMinMaxExpr &choice,
                                     const llvm::BasicBlock &user);
  std::optional<Range> knownRange(const llvm::SCEV *value);
  /// The number of the last round of `inner` that comes to the block.
  std::optional<Range> lastRound(const llvm::Loop &inner, const llvm::BasicBlock &user);
  Range sum(const Range &a, const Range &b);
  std::optional<Range> product(Range a, Range b);
  void clamp(Range &range, unsigned bits);
  void wants(llvm::Value *isWrong);
  llvm::Value *expand(const llvm::SCEV *value, llvm::Type *type);
  bool canExpand(const llvm::SCEV *value);

  llvm::Value *number(std::int64_t value);
  llvm::Value *smin(llvm::Value *a, llvm::Value *b);
  llvm::Value *smax(llvm::Value *a, llvm::Value *b);

  llvm::Loop &loop;
  llvm::ScalarEvolution &evolution;
  llvm::DominatorTree &dominators;
  const bool emits;
  llvm::Instruction *where;
  llvm::SCEVExpander expander;
  llvm::IRBuilder<> builder;
  llvm::SmallVector<llvm::Value *> doubts; ///< of what has been asked for just now
  llvm::DenseMap<std::pair<const llvm::SCEV *, const llvm::BasicBlock *>, Range> known;
};

} // namespace heddle::compiler

#endif
