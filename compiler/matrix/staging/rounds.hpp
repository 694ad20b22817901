// What is known of the rounds of a loop that stages or multiplies, and values of other rounds.
#ifndef HEDDLE_COMPILER_MATRIX_STAGING_ROUNDS_HPP
#define HEDDLE_COMPILER_MATRIX_STAGING_ROUNDS_HPP

#include "compiler/matrix/staging/index_forms.hpp"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"

#include <map>
#include <tuple>

namespace heddle::compiler {

/// Whether something that others can see may be written, in other memory than that of the
/// work-group.
bool writesElsewhere(const llvm::Instruction &instruction);

/// Whether something that others can see, local memory aside, may be written in the loop.
bool isWrittenIn(const llvm::Loop &loop);

/// Whether it may have been written when control comes to the loop, or is written there: what was
/// read then may be another thing now.
bool isWrittenBeforeOrIn(const llvm::Loop &loop, const llvm::Function &function);

/// A number of the round: first + step * round, both not below zero.
struct OfRound {
  std::uint64_t first, step;
  bool wraps;                             ///< at 2^32 or 2^64, maybe
  const llvm::Loop *goesOnFrom = nullptr; ///< of whose rounds this counts the number, too
};

/// What the value is in each round, if it is such a number.
/// loops: if given, the loop may go on with what another one has come to.
std::optional<OfRound> ofRound(llvm::Value &value, const llvm::Loop &loop,
                               const llvm::LoopInfo *loops = nullptr, unsigned depth = 0);

/// Buffers that take turns.
inline constexpr unsigned mostBuffers = 8;

/// A loop and what is needed to tell what it does in each round.
struct Rounds {
  const llvm::Loop &loop;
  const llvm::LoopInfo &loops;
  const llvm::DominatorTree &dominators;
  const llvm::PostDominatorTree &postDominators;
  IndexForms &forms;

  /// Whether each round that is followed by so many others comes to a block: all do, or those in
  /// which the condition holds by which the loop goes on then.
  bool comesTo(const llvm::BasicBlock &begin, unsigned followers = 1) const;

  /// Whether a round that comes to a place has come to a block before it, if that may lead there:
  /// it must, or the same condition leads to both.
  bool comesTo(const llvm::BasicBlock &begin, const llvm::BasicBlock &place) const;

  /// Whether the last round, or one so many before the end, has come to a block where control comes
  /// to a place behind the loop, if there was that round: all do, or what it has asked is asked
  /// there, too.
  bool lastComesTo(const llvm::BasicBlock &begin, const llvm::BasicBlock &place,
                   unsigned before = 1) const;

  /// Phis of a loop behind this one, and those of this one's header with whose last values they go
  /// on as these would have done.
  using Continued = llvm::SmallVector<std::pair<llvm::PHINode *, llvm::PHINode *>>;
  Continued continuedIn(const llvm::Loop &behind) const;

  /// Whether there was a round so many before any of such a loop.
  bool precedes(const llvm::Loop &behind, unsigned before) const;

  /// What goes up in the rounds of this loop does so in those of one behind it, too; null if it is
  /// not known by how much.
  llvm::PHINode *goOn(llvm::PHINode &phi, const llvm::Loop &behind) const;

  /// Whether control has come to a block in front of the loop where there is a round of this
  /// number.
  bool hasComeTo(const llvm::BasicBlock &begin, unsigned round) const;

  /// What a round computes for a phi of the header, perhaps only if there is a next one; null if it
  /// is not known.
  llvm::Instruction *carriedTo(llvm::PHINode &phi) const;

  /// What an integer or address of the header goes up by from round to round, if that stays the
  /// same, and it does not wrap so many rounds before the first.
  std::optional<AddressPolynomial> stepOf(llvm::PHINode &phi, unsigned before = 1) const;

  /// Takes what has such a step for what it is in the round of this number, below zero before the
  /// first one; until IndexForms::restore.
  void substituteRound(int number) const;

  /// Takes what `carryBounded` carries for what the first round begins with, too.
  void substituteBounded() const;

  /// Whether what is in front of the loop is what `value` would be in a round before the first one,
  /// where nothing is written in the loop.
  bool beginsAlike(llvm::Value &first, llvm::Value &value) const;

  /// Whether the loop goes on behind a round before the first one: always, or, if there is a guard,
  /// where control leaves that for `entered`.
  bool goesOnAlike(const llvm::BranchInst *guard, const llvm::BasicBlock *entered) const;

private:
  bool isUnchanged(llvm::Value &first) const;
};

/// What a round computes for the next one only where there is one, as the number of a buffer, it
/// computes in any case, where that is some arithmetic. True if something has changed.
bool computeAhead(const Rounds &rounds);

/// What a round reads ahead at the next place or at the last one, as `min(k + 16, end - 16)`, is
/// carried to the next round, which begins with the first place.
void carryBounded(const Rounds &rounds);

/// What follows from the round's number alone and comes back soon, as `round & 1` or `round % 3`,
/// becomes a phi of its own that goes round, in loops with barriers: the number of a buffer.
class BufferNumbers {
public:
  explicit BufferNumbers(const llvm::LoopInfo &loops) : loops(loops) {}
  void number(const llvm::Loop &loop);

private:
  llvm::PHINode *turnIn(const llvm::Loop &loop, const OfRound &of, llvm::Type &type,
                        std::uint64_t count);

  const llvm::LoopInfo &loops;
  std::map<std::tuple<const llvm::Loop *, const llvm::Loop *, llvm::Type *, std::uint64_t,
                      std::uint64_t, std::uint64_t>,
           llvm::PHINode *>
      turns;
};

/// The one value that comes to a phi of a round and is computed in the round; null for others.
llvm::Instruction *onlyComputed(const llvm::PHINode &phi, const llvm::Loop &loop);

/// Makes a value of a round once more at another place, or what it was some rounds before, out of
/// what there is in this one.
class Again {
public:
  Again(const Rounds &rounds, llvm::Instruction &position, unsigned before)
      : rounds(rounds), position(position), before(before), builder(&position) {}
  virtual ~Again() = default;

  /// Null if it cannot be done.
  llvm::Value *of(llvm::Value *value);
  /// The same, though a phi may be that value.
  llvm::Value *make(llvm::Instruction &instruction);

protected:
  /// What there is of it already, null where it must not be made, nothing where it has to be.
  virtual std::optional<llvm::Value *> existing(llvm::Instruction &instruction);

  const Rounds &rounds;
  llvm::Instruction &position;
  const unsigned before; ///< so many rounds
  llvm::IRBuilder<> builder;
  llvm::DenseMap<llvm::Value *, llvm::Value *> made;
};

} // namespace heddle::compiler

#endif
