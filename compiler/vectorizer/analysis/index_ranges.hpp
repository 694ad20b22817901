// In which range the index arithmetic of a kernel stays, as code that computes it.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_INDEX_RANGES_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_INDEX_RANGES_HPP

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/InstSimplifyFolder.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace heddle::compiler {

/// Where the conditions hold, no operation of the index wraps in its type, and in all work-items of
/// the work-group and all rounds of its loops the index is a number from `least` to `most`. These
/// are 64-bit values that the whole work-group shares; constants where they are known.
struct IndexRange {
  llvm::Value *least = nullptr;
  llvm::Value *most = nullptr;
  /// Both are below this power of two, and not below its negative, before `conditions` is asked.
  unsigned bits = 0;
  /// Known as it is, and not from its operands.
  bool isOpaque = false;
  llvm::SmallSetVector<llvm::Value *, 8> conditions;
};

/// The exact result of an operation is what it would be on integers of any size, all operands read
/// as signed numbers. Sums and products of what fits 31 bits are exact in 64, so conditions are
/// needed where a result leaves the type only, or is an operand of what differs between numbers
/// that are the same modulo 2^32.
class IndexRanges {
public:
  /// Leaves out what is known.
  using Builder = llvm::IRBuilder<llvm::InstSimplifyFolder>;

  /// `builder` stands where the code that computes the ranges goes: at the kernel's beginning. What
  /// nobody uses of it is left behind.
  /// With `user`, counters are what they are where this block runs: not what ends their loops.
  IndexRanges(Builder &builder, llvm::LoopInfo &loops, llvm::DominatorTree &dominators,
              const llvm::BasicBlock *user = nullptr)
      : builder(builder), loops(loops), dominators(dominators), user(user) {}

  /// The range of an integer of 32 or 64 bits that is from -2^31 to 2^31 - 1 where the conditions
  /// hold; null if nothing is known of it, or if a condition never holds.
  const IndexRange *signedRange(llvm::Value *index);
  /// The same from 0 to 2^32 - 1.
  const IndexRange *unsignedRange(llvm::Value *index);
  /// What guard-division has left of a divisor, or of a quotient, which is that wherever the
  /// conditions of its range hold; null for other values.
  static llvm::Value *withoutGuard(llvm::Value *value);
  /// What is compared with a bound to end the loop of this counter, if it is the counter itself.
  /// Where the conditions of its range hold, both sides are the same as signed numbers.
  llvm::ICmpInst *testOf(llvm::PHINode &counter) const;

  /// Of a loop that ends at its beginning, in the rounds that do not end it: from where its counter
  /// begins to one step before its bound, in which a whole step fits. That is what the counter is
  /// taken to be from here on.
  struct WholeRounds {
    llvm::PHINode *counter;
    IndexRange range;
    /// Of several bounds, those of sub-groups for instance, the range is that of the greatest.
    bool hasOneBound;
  };
  std::optional<WholeRounds> assumeWholeRounds(llvm::Loop &loop);

  /// What was found out about a part of such an index, if that is a part.
  const IndexRange *partRange(llvm::Value *part) const {
    auto found = known.find(part);
    return found == known.end() ? nullptr : found->second.get();
  }

private:
  using Range = std::optional<IndexRange>;
  /// What ends a loop: `counter + offset` is compared with `bound` once a round.
  struct Test {
    llvm::ICmpInst *compare;
    llvm::PHINode *counter;
    llvm::Value *step;
    std::int64_t offset;
    llvm::Value *bound;
    bool isSigned;
    bool includesBound;
    llvm::BasicBlockEdge goesOn;
  };

  const IndexRange *of(llvm::Value *value);
  Range compute(llvm::Value *value);
  Range ofQuery(llvm::CallBase &call);
  Range ofOperation(llvm::BinaryOperator &operation);
  Range ofSum(const IndexRange &a, const IndexRange &b, bool isDifference);
  Range ofProduct(IndexRange a, IndexRange b);
  Range ofQuotient(llvm::BinaryOperator &operation);
  IndexRange ofRemainder(IndexRange range, const IndexRange &divisor);
  Range ofCast(llvm::CastInst &cast);
  Range ofChoice(llvm::ArrayRef<llvm::Value *> values);
  Range ofExtreme(llvm::IntrinsicInst &call);
  Range ofPhi(llvm::PHINode &phi);
  Range ofKnownBits(llvm::Value *value);
  std::optional<Test> testOf(llvm::Loop &loop) const;
  /// At least 1.
  Range stepOf(const Test &test);
  /// Of a loop's counter: in `least` what it begins with, in `most` the greatest number with which
  /// the loop may go on.
  Range ofTest(const Test &test, llvm::Loop &loop);
  Range ofCounter(const Test &test, llvm::Loop &loop);
  /// What the counter of another test, or no test, steps on with.
  Range ofRecurrence(llvm::Value *start, llvm::Value *step, llvm::Loop &loop);

  Range constant(std::int64_t least, std::int64_t most);
  Range checked(Range range);
  Range checkedUnsigned(Range range);
  Range copy(const IndexRange *range) const { return range ? Range(*range) : std::nullopt; }
  bool require(IndexRange &range, llvm::CmpInst::Predicate predicate, llvm::Value *value,
               std::int64_t bound);
  llvm::Value *extreme(llvm::Intrinsic::ID which, llvm::Value *a, llvm::Value *b);
  llvm::Value *query(llvm::CallBase &like, InternalOp op);

  Builder &builder;
  llvm::LoopInfo &loops;
  llvm::DominatorTree &dominators;
  const llvm::BasicBlock *user;
  /// Null while a value is looked at, and where nothing is known.
  llvm::DenseMap<llvm::Value *, std::unique_ptr<IndexRange>> known;
  llvm::DenseMap<llvm::Value *, std::unique_ptr<IndexRange>> knownSigned, knownUnsigned;
};

} // namespace heddle::compiler

#endif
