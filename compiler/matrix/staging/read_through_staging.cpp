// For each local variable: all reads and writes of it, the loop whose rounds write and read, and
// for each read the write whose value it has, in this round or one before. Work-items of a
// work-group meet the same barriers in the same order, and do not write what others read between
// two of them; so what a read sees is what comes last before it in the program.

#include "compiler/matrix/staging/read_through_staging.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/control_paths.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/ir/shared_memory.hpp"
#include "compiler/matrix/staging/buffer_states.hpp"
#include "compiler/matrix/staging/carried_reads.hpp"
#include "compiler/matrix/staging/local_blocks.hpp"
#include "compiler/matrix/staging/rounds.hpp"
#include "compiler/matrix/staging/staged_values.hpp"
#include "compiler/matrix/staging/unroll_factor_loops.hpp"
#include "compiler/matrix/staging/unrolled_writes.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// In one block. A panel is packed for the rounds of the innermost loop, so that what has to be put
/// together is packed once only if that is the one that stages.
constexpr std::int64_t mostProducts = 64;

/// Loads, stores and copies of local memory; false if it is used in another way. Addresses may
/// change places from round to round.
struct MemoryUses {
  const Function &kernel;
  SmallVectorImpl<LoadInst *> &reads;
  SmallVectorImpl<Instruction *> &writes;
  SmallPtrSet<const PHINode *, 4> turns = {};

  bool collect(Value &address);
};

bool MemoryUses::collect(Value &address) {
  return all_of(address.uses(), [&](const Use &use) {
    User *user = use.getUser();
    auto *instruction = dyn_cast<Instruction>(user);
    if (instruction && instruction->getFunction() != &kernel)
      return false;
    if (isa<GEPOperator>(user))
      return use.getOperandNo() == 0 && collect(*user);
    if (auto *phi = dyn_cast<PHINode>(user))
      return !turns.insert(phi).second || collect(*phi);
    if (!instruction)
      return false;
    if (auto *load = dyn_cast<LoadInst>(instruction)) {
      reads.push_back(load);
      return load->isSimple();
    }
    auto *store = dyn_cast<StoreInst>(instruction);
    const bool isWrite =
        store ? store->isSimple() && use.getOperandNo() == 1
              : internalOp(*instruction) == InternalOp::workGroupCopy && use.getOperandNo() == 0;
    writes.push_back(instruction);
    return isWrite;
  });
}

class Forwarding {
public:
  Forwarding(Value &memory, Function &function, FunctionAnalysisManager &analyses,
             IndexForms &forms, SmallVectorImpl<WeakVH> &guarded)
      : memory(memory), function(function), loops(analyses.getResult<LoopAnalysis>(function)),
        dominators(analyses.getResult<DominatorTreeAnalysis>(function)),
        postDominators(analyses.getResult<PostDominatorTreeAnalysis>(function)), forms(forms),
        guarded(guarded) {}

  /// Why reads stay as they are; nothing: none is left, nor a write.
  std::optional<StringRef> run();

private:
  struct Match {
    const StagedWrite *write = nullptr;
    unsigned before = 0; ///< so many rounds
    AddressPolynomial offset;
  };

  bool findLoop();
  bool isBehind(const Instruction &instruction) const;
  Rounds allRounds() const { return {*rounds, loops, dominators, postDominators, forms}; }
  void unrollRound();
  Instruction *barrierOfRounds() const;
  bool isFollowedByStaging() const;
  Instruction *placeBehindReads() const;
  bool leadsToRead(const StagedWrite &write, const LoadInst &read) const;
  enum class Where { inside, outside, unknown };
  Where where(const LoadInst &read, const AddressPolynomial &offset,
              const StagedWrite &write) const;
  const Loop *loopGoingOn(const LoadInst &read) const;
  AddressPolynomial placeOf(LoadInst &read);
  std::optional<Match> match(LoadInst &read);
  bool goOn(const Loop &behind, iterator_range<BasicBlock::iterator> made) const;
  bool hasBegun(LoadInst &read, const Match &found);
  SmallVector<Value *> valuesOfReads();
  bool beginsAlike(const StagedWrite &write, const StagedWrite &first, unsigned round,
                   unsigned before);

  Value &memory;
  Function &function;
  LoopInfo &loops;
  const DominatorTree &dominators;
  const PostDominatorTree &postDominators;
  IndexForms &forms;
  SmallVectorImpl<WeakVH> &guarded; ///< choices of loads that the branches are still to be made for

  SmallVector<LoadInst *> reads;
  SmallVector<Instruction *> writes;
  Loop *rounds = nullptr;
  std::vector<StagedWrite> inRounds, before, behind;
  Instruction *placeBehind = nullptr; ///< all work-items come there when they have read everything
  std::optional<BufferStates> states;
};

/// The innermost loop with writes and with reads, which are all in it or behind it: the last round
/// is often written once more, without what it does for the next one.
bool Forwarding::findLoop() {
  const auto isThere = [&](const Instruction *access) {
    return rounds->contains(access) || isBehind(*access);
  };
  const auto isInside = [&](const Instruction *access) { return rounds->contains(access); };
  for (const LoadInst *read : reads)
    for (rounds = loops.getLoopFor(read->getParent()); rounds; rounds = rounds->getParentLoop())
      if (all_of(reads, isThere) && any_of(writes, isInside))
        return rounds->getLoopLatch() && rounds->getLoopPreheader() &&
               any_of(rounds->blocks(),
                      [](const BasicBlock *block) { return any_of(*block, isSubGroupProduct); });
  return false;
}

/// What is done once when the loop has ended.
bool Forwarding::isBehind(const Instruction &instruction) const {
  const BasicBlock *exit = rounds->getUniqueExitBlock();
  return exit && rounds->getExitingBlock() == rounds->getHeader() &&
         !rounds->contains(&instruction) && dominators.dominates(exit, instruction.getParent());
}

void Forwarding::unrollRound() {
  for (Loop *loop : rounds->getLoopsInPreorder())
    if (loop != rounds && any_of(loop->blocks(), [](const BasicBlock *block) {
          return any_of(*block, isSubGroupProduct);
        }))
      addStringMetadataToLoop(loop, "llvm.loop.unroll.full");
}

/// One that all rounds come to, or all that are followed by another one: so all work-items do the
/// same rounds, and leave together.
Instruction *Forwarding::barrierOfRounds() const {
  for (BasicBlock *block : rounds->blocks())
    if (loops.getLoopFor(block) == rounds && allRounds().comesTo(*block))
      for (Instruction &instruction : *block)
        if (internalOp(instruction) == InternalOp::workGroupBarrier)
          return &instruction;
  return nullptr;
}

/// Whether reads and writes behind the loop take turns in rounds of their own.
bool Forwarding::isFollowedByStaging() const {
  return any_of(reads, [&](const LoadInst *read) {
    if (!isBehind(*read))
      return false;
    for (const Loop *loop = loops.getLoopFor(read->getParent());
         loop && loop != rounds->getParentLoop(); loop = loop->getParentLoop())
      if (any_of(behind,
                 [&](const StagedWrite &write) { return loop->contains(write.instruction); }))
        return true;
    return false;
  });
}

/// What the staging has read before its barrier is read behind it now. No work-item may go on to
/// write that memory while others still read it: a place for a barrier where all have done so. Null
/// if there is none, or something is written before.
Instruction *Forwarding::placeBehindReads() const {
  BasicBlock *exit = rounds->getUniqueExitBlock();
  Instruction *place = &*exit->getFirstInsertionPt();
  if (none_of(reads, [&](const LoadInst *read) { return isBehind(*read); }))
    return place;
  BasicBlock *written = nullptr;
  for (BasicBlock &block : function)
    if (dominators.dominates(exit, &block) && any_of(block, writesElsewhere))
      written = written ? dominators.findNearestCommonDominator(written, &block) : &block;
  const auto comesOnce = [&](BasicBlock *block) {
    return postDominators.dominates(block, exit) &&
           loops.getLoopFor(block) == rounds->getParentLoop();
  };
  while (written && written != exit && !comesOnce(written))
    written = dominators.getNode(written)->getIDom()->getBlock();
  if (!written)
    return nullptr;
  const auto write = find_if(*written, writesElsewhere);
  place = write == written->end() ? written->getTerminator() : &*write;
  const auto blocksAfter = blocksBehind({written});
  const auto comesBefore = [&](const LoadInst *read) {
    if (read->getParent() == written)
      return read->comesBefore(place);
    const Loop *around = rounds->getParentLoop();
    return !(around ? leadsTo(*place, *read, *around) : blocksAfter.contains(read->getParent()));
  };
  return all_of(reads, comesBefore) ? place : nullptr;
}

/// Whether the write is done whenever control comes to where it begins.
bool isWhole(const StagedWrite &write, const LoopInfo &loops, const DominatorTree &dominators) {
  const BasicBlock *block = write.instruction->getParent();
  for (const Loop *loop = loops.getLoopFor(block); block != write.begin;
       loop = loop->getParentLoop()) {
    if (!loop->getLoopLatch() || !dominators.dominates(block, loop->getLoopLatch()))
      return false;
    block = loop->getHeader();
  }
  return true;
}

/// Counters that begin with ids, as in `for (i = item; i < 1024; i += items)`, of what one of two
/// writes has no other digits for, as what they are for the digits of the other one: for each
/// round of such a loop another of these, item + items * round.
SmallVector<std::pair<Value *, AddressPolynomial>> countersAs(const StagedWrite &write,
                                                              const StagedWrite &other,
                                                              const LoopInfo &loops,
                                                              IndexForms &forms) {
  SmallVector<std::pair<Value *, AddressPolynomial>> result;
  // Places side by side are the counter.
  if (write.digits.size() == 1) {
    const StagedDigit &whole = write.digits.front();
    auto *phi = dyn_cast_or_null<PHINode>(forms.factor(whole.factor).value);
    const std::int64_t each = whole.scale / whole.step;
    AddressPolynomial form;
    for (const StagedDigit &digit : other.digits) {
      if (digit.scale / digit.step % each != 0)
        return result;
      form.add({digit.factor}, std::uint64_t(digit.scale / digit.step / each));
    }
    if (phi)
      result.push_back({phi, std::move(form)});
    return result;
  }
  SmallSetVector<unsigned, 4> mine, others;
  for (const StagedDigit &digit : write.digits)
    mine.insert(digit.whole);
  for (const StagedDigit &digit : other.digits)
    others.insert(digit.whole);
  for (unsigned number : mine) {
    auto *phi = dyn_cast_or_null<PHINode>(forms.factor(number).value);
    const auto counter = phi ? loopCounter(*phi, loops) : std::nullopt;
    if (!counter || others.contains(number) || isa<ConstantInt>(counter->start))
      continue;
    for (unsigned round : others) {
      const IndexRange range = forms.factor(round).range;
      if (mine.contains(round) || range.least != 0 ||
          range.most != (counter->end - 1) / counter->step)
        continue;
      AddressPolynomial form;
      form.add({round}, std::uint64_t(counter->step));
      result.push_back({phi, forms.of(counter->start) + form});
      others.remove(round);
      break;
    }
  }
  return result;
}

/// Whether what was written in front of the loop is what the write would have done so many rounds
/// before one.
bool Forwarding::beginsAlike(const StagedWrite &write, const StagedWrite &first, unsigned round,
                             unsigned before) {
  const bool haveSources = write.sourceBase && first.sourceBase;
  if (write.unit != first.unit ||
      (!haveSources && (write.values.empty() || write.values.size() != first.values.size())))
    return false;
  SmallVector<std::pair<Value *, AddressPolynomial>> same;
  DenseMap<unsigned, unsigned> renamed;
  const auto factor = [](unsigned number) {
    AddressPolynomial form;
    form.add({number}, 1);
    return form;
  };
  const bool hasEqualDigits =
      std::ranges::equal(write.digits, first.digits, [](const auto &one, const auto &other) {
        return one.scale == other.scale && one.count == other.count && one.step == other.step &&
               one.low == other.low;
      });
  if (hasEqualDigits) {
    for (auto [one, other] : zip(write.digits, first.digits)) {
      if (one.whole == other.whole)
        continue;
      Value *value = forms.factor(other.whole).value;
      if (!value)
        renamed[other.whole] = one.whole;
      else if (isa<PHINode>(value))
        same.push_back({value, factor(one.whole)});
      else
        return false;
    }
  } else {
    same = countersAs(first, write, loops, forms);
    append_range(same, countersAs(write, first, loops, forms));
    if (same.empty())
      return false;
  }
  if (before == 1)
    allRounds().substituteBounded();
  allRounds().substituteRound(int(round) - int(before));
  // Digits that are quotients and remainders of a loop's counter follow from that.
  for (auto &[value, form] : same)
    forms.substitute(value, form);
  // Of the first one, whose digits are those of the other one that have their scales.
  const auto again = [&](const AddressPolynomial &old, bool isFirst,
                         auto &again) -> AddressPolynomial {
    const auto factorAgain = [&](unsigned number) {
      if (isFirst && renamed.contains(number))
        return factor(renamed[number]);
      const IndexForms::Factor known = forms.factor(number);
      if (known.value)
        return forms.of(known.value);
      if (known.divisor)
        if (auto parts = forms.split(again(known.dividend, isFirst, again), known.divisor))
          return known.kind == IndexForms::Factor::Kind::quotient ? parts->first : parts->second;
      return factor(number);
    };
    AddressPolynomial form;
    for (const auto &[product, coefficient] : old.products()) {
      AddressPolynomial term;
      term.add({}, coefficient);
      for (unsigned number : product)
        term = term * factorAgain(number);
      form = form + term;
    }
    return form;
  };
  const auto digits = [&](const StagedWrite &staged) {
    AddressPolynomial form;
    for (const StagedDigit &digit : staged.digits)
      form.add({digit.factor}, std::uint64_t(digit.scale / digit.step));
    return again(form, &staged == &first, again);
  };
  const auto haveEqualSwizzles = [&] {
    return std::ranges::equal(write.digits, first.digits, [&](const auto &one, const auto &other) {
      return again(one.swizzle, false, again) == again(other.swizzle, true, again);
    });
  };
  const bool isSame =
      (hasEqualDigits ? haveEqualSwizzles()
                      : none_of(concat<const StagedDigit>(write.digits, first.digits),
                                [](const StagedDigit &digit) { return digit.isSwizzled(); }) &&
                            digits(write) == digits(first)) &&
      (haveSources ? forms.of(write.sourceBase) + again(write.source, false, again) ==
                         forms.of(first.sourceBase) + again(first.source, true, again)
                   : std::ranges::equal(write.values, first.values, [&](Value *one, Value *other) {
                       return forms.of(one) == forms.of(other);
                     }));
  forms.restore();
  return isSame;
}

/// Whether the write comes before the read in one round, or behind the loop.
bool Forwarding::leadsToRead(const StagedWrite &write, const LoadInst &read) const {
  if (rounds->contains(&read))
    return leadsTo(*write.instruction, read, *rounds);
  return write.begin == write.instruction->getParent()
             ? dominators.dominates(write.instruction, &read)
             : dominators.properlyDominates(write.begin, read.getParent());
}

Forwarding::Where Forwarding::where(const LoadInst &read, const AddressPolynomial &offset,
                                    const StagedWrite &write) const {
  const std::int64_t bytes = function.getDataLayout().getTypeStoreSize(read.getType());
  const IndexRange range = forms.rangeOf(offset);
  if (range.least >= 0 && range.most + bytes <= write.span())
    return Where::inside;
  return range.most + bytes <= 0 || range.least >= write.span() ? Where::outside : Where::unknown;
}

/// The loop of a read behind the loop which does no more than to multiply in further rounds.
const Loop *Forwarding::loopGoingOn(const LoadInst &read) const {
  if (!isBehind(read) || !behind.empty())
    return nullptr;
  const Loop *loop = loops.getLoopFor(read.getParent());
  while (loop && loop != rounds->getParentLoop() && allRounds().continuedIn(*loop).empty())
    loop = loop->getParentLoop();
  return loop != rounds->getParentLoop() ? loop : nullptr;
}

/// Bytes from where the memory begins, as in a round of the loop.
AddressPolynomial Forwarding::placeOf(LoadInst &read) {
  if (const Loop *goingOn = loopGoingOn(read)) {
    // What is computed alike in rounds of the loop is known as what it is there.
    for (LoadInst *other : reads)
      forms.of(other->getPointerOperand());
    for (auto [later, first] : allRounds().continuedIn(*goingOn))
      forms.substitute(later, forms.of(first));
  }
  AddressPolynomial place = forms.of(read.getPointerOperand()) - forms.of(&memory);
  forms.restore();
  return place;
}

/// What was made as in a round of the loop is what it is in a round of the one that goes on. False
/// if that is not known.
bool Forwarding::goOn(const Loop &behind, iterator_range<BasicBlock::iterator> made) const {
  const Rounds::Continued continued = allRounds().continuedIn(behind);
  for (Instruction &instruction : made)
    for (Use &operand : instruction.operands()) {
      auto *ofRound = dyn_cast<Instruction>(operand);
      if (!ofRound || !rounds->contains(ofRound))
        continue;
      auto *phi = dyn_cast<PHINode>(ofRound);
      const auto *known = find_if(continued, [&](const auto &pair) { return pair.second == phi; });
      PHINode *later = known != continued.end() ? known->first
                       : phi                    ? allRounds().goOn(*phi, behind)
                                                : nullptr;
      if (!later)
        return false;
      operand.set(later);
    }
  return true;
}

/// Whether what a read sees in the first rounds, which have none so far before them, was written in
/// front of the loop.
bool Forwarding::hasBegun(LoadInst &read, const Match &found) {
  const AddressPolynomial place = placeOf(read);
  const Loop *around = rounds->getParentLoop();
  for (unsigned round = 0; round < found.before; ++round) {
    const StagedWrite *first = nullptr;
    for (const StagedWrite &write : before) {
      const AddressPolynomial offset = states->in(place, round) - states->in(write.place, round);
      const Where is = where(read, offset, write);
      if (is == Where::outside)
        continue;
      if (is == Where::unknown || first || !(offset == found.offset))
        return false;
      first = &write;
    }
    if (!first || !isWhole(*first, loops, dominators) ||
        (around && !around->contains(first->instruction)) ||
        !(isBehind(read) ? dominators.dominates(first->begin, rounds->getHeader())
                         : allRounds().hasComeTo(*first->begin, round)) ||
        !beginsAlike(*found.write, *first, round, found.before))
      return false;
  }
  return true;
}

/// The one write that a read sees in all rounds, where buffers take turns so many rounds after it.
std::optional<Forwarding::Match> Forwarding::match(LoadInst &read) {
  const AddressPolynomial place = placeOf(read);
  const bool isBehindLoop = isBehind(read);
  std::optional<Match> result;
  for (unsigned round = 0; round < states->count(); ++round) {
    Match found;
    for (unsigned ago = 0; ago <= states->count() && !found.write; ++ago) {
      for (const StagedWrite &write : isBehindLoop && !ago ? behind : inRounds) {
        const bool comesBefore = leadsToRead(write, read);
        if (comesBefore && !isBehindLoop && leadsTo(read, *write.instruction, *rounds))
          return std::nullopt;
        if (!ago && !comesBefore)
          continue;
        const AddressPolynomial offset =
            states->in(place, round) - states->in(write.place, round + ago * (states->count() - 1));
        const Where is = where(read, offset, write);
        if (is == Where::unknown || (is == Where::inside && found.write))
          return std::nullopt;
        if (is == Where::inside)
          found = {&write, ago, offset};
      }
    }
    if (!found.write || !isWhole(*found.write, loops, dominators))
      return std::nullopt;
    if (result && (result->write != found.write || result->before != found.before ||
                   !(result->offset == found.offset)))
      return std::nullopt;
    result = found;
  }
  // Behind the loop the last round has no other one behind it.
  const BasicBlock &begin = *result->write->begin;
  const Loop *goingOn = loopGoingOn(read);
  const bool isWritten = goingOn ? dominators.dominates(&begin, rounds->getLoopLatch()) &&
                                       allRounds().precedes(*goingOn, result->before)
                         : result->before == 0 ? allRounds().comesTo(begin, *read.getParent())
                         : isBehindLoop
                             ? allRounds().lastComesTo(begin, *read.getParent(), result->before)
                             : allRounds().comesTo(begin, result->before);
  return isWritten && hasBegun(read, *result) ? result : std::nullopt;
}

/// What each of them reads, made in front of it; none if that is not known of all.
SmallVector<Value *> Forwarding::valuesOfReads() {
  SmallVector<Value *> values;
  for (LoadInst *read : reads) {
    Value *value = nullptr;
    if (const std::optional<Match> found = match(*read)) {
      const Loop *goingOn = loopGoingOn(*read);
      const auto valueOf = [&](const StagedWrite &write) -> Value * {
        Instruction *last = read->getPrevNode();
        Value *made =
            StagedValue(write, *read, allRounds(), found->before, guarded).at(found->offset);
        const auto begin = last ? std::next(last->getIterator()) : read->getParent()->begin();
        return goingOn && !goOn(*goingOn, {begin, read->getIterator()}) ? nullptr : made;
      };
      value = valueOf(*found->write);
      if (StagedWrite whole = *found->write; !value && joinDigits(whole, forms))
        value = valueOf(whole);
      if (StagedWrite parts = *found->write; !value && divideIntoElements(parts, forms))
        value = valueOf(parts);
    }
    if (!value) {
      for (Value *other : values)
        RecursivelyDeleteTriviallyDeadInstructions(other);
      return {};
    }
    values.push_back(value);
  }
  return values;
}

std::optional<StringRef> Forwarding::run() {
  if (!MemoryUses{function, reads, writes}.collect(memory))
    return "local memory is used by more than loads and stores";
  if (reads.empty() || writes.empty() || !findLoop())
    return "";
  if (!rounds->getUniqueExitBlock() || !barrierOfRounds())
    return "rounds of its loop may differ";
  if (isWrittenBeforeOrIn(*rounds, function))
    return "other memory is written before";
  for (Instruction *write : writes) {
    std::optional<StagedWrite> staged = stagedWrite(*write, memory, *rounds, loops, forms);
    if (!staged)
      return "it is not known which work-item writes what";
    (rounds->contains(write) ? inRounds
     : isBehind(*write)      ? behind
                             : before)
        .push_back(std::move(*staged));
  }
  if (isFollowedByStaging())
    return "it is followed by another loop that stages";
  placeBehind = placeBehindReads();
  if (!placeBehind)
    return "other memory is written before all of it is read behind its loop";
  const auto joinWrites = [&](bool arePutTogether) {
    for (auto *writes : {&inRounds, &behind, &before})
      joinUnrolledWrites(*writes, reads, arePutTogether, forms);
  };
  joinWrites(/*arePutTogether=*/false);
  const bool isShort =
      countInRound(*rounds, loops, mostProducts, isSubGroupProduct) <= mostProducts;
  const auto isPutTogether = [](const StagedWrite &write) { return !write.sourceBase; };
  if (!isShort && any_of(inRounds, isPutTogether))
    return "its rounds have many products, and it is put together";
  states.emplace(*rounds, memory, forms);
  if (!states->count())
    return "it is not known which buffer is which";
  SmallVector<Value *> values = valuesOfReads();
  if (values.empty() && any_of(inRounds, isPutTogether)) {
    joinWrites(/*arePutTogether=*/true);
    values = valuesOfReads();
  }
  if (values.empty())
    return "it is not known what reads see";
  for (auto [read, value] : zip(reads, values)) {
    value->takeName(read);
    read->replaceAllUsesWith(value);
    read->eraseFromParent();
  }
  // What they write was read at other indices than what is read now, which may wrap.
  for (Instruction *write : writes) {
    SmallVector<WeakTrackingVH> operands(write->operands().begin(), write->operands().end());
    write->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(operands);
  }
  if (internalOp(*placeBehind) != InternalOp::workGroupBarrier)
    barrierOfRounds()->clone()->insertBefore(placeBehind->getIterator());
  if (isShort)
    unrollRound();
  return std::nullopt;
}

/// The size of its work-groups, if rows of them are made of whole sub-groups.
std::optional<std::array<std::uint64_t, 3>> sizeInWholeSubGroups(const Function &function) {
  const unsigned lanes = requiredSubGroupSize(function);
  const MDNode *required = function.getMetadata("reqd_work_group_size");
  if (!required || !lanes || required->getNumOperands() != 3)
    return std::nullopt;
  std::array<std::uint64_t, 3> size;
  for (unsigned i = 0; i < 3; ++i)
    size[i] = mdconst::extract<ConstantInt>(required->getOperand(i))->getZExtValue();
  return size[0] % lanes == 0 ? std::optional(size) : std::nullopt;
}

/// Whether products are those of rounds that wait for all work-items, as for a tile in local
/// memory.
bool waitsInRounds(const LoopInfo &loops) {
  const auto holds = [](const Loop &loop, auto is) {
    return any_of(loop.blocks(), [&](const BasicBlock *block) { return any_of(*block, is); });
  };
  return any_of(loops.getLoopsInPreorder(), [&](const Loop *loop) {
    return holds(*loop, isSubGroupProduct) && holds(*loop, [](const Instruction &instruction) {
             return internalOp(instruction) == InternalOp::workGroupBarrier;
           });
  });
}

} // namespace

PreservedAnalyses ReadThroughStagingPass::run(Function &function,
                                              FunctionAnalysisManager &analyses) {
  const bool areWhole =
      wholeSubGroups || (wholeGroups && !function.hasFnAttribute(nonUniformAttribute));
  const unsigned lanes = requiredSubGroupSize(function);
  if (!isKernel(function) || !areWhole || lanes == 0 ||
      none_of(instructions(function), isSubGroupProduct))
    return PreservedAnalyses::all();
  SmallSetVector<Value *, 4> memories;
  for (Instruction &instruction : instructions(function))
    for (Value *operand : instruction.operands())
      if (operand->getType()->isPointerTy() &&
          operand->getType()->getPointerAddressSpace() == AddressSpace::inLocal)
        if (Value *base = baseOf(operand); isa<Argument>(base) || isa<GlobalVariable>(base))
          memories.insert(base);
  if (!memories.empty() && !function.hasMetadata("reqd_work_group_size") &&
      waitsInRounds(analyses.getResult<LoopAnalysis>(function)))
    function.addFnAttr(wantsLocalSizeAttribute);
  const auto size = sizeInWholeSubGroups(function);
  if (!size || memories.empty())
    return PreservedAnalyses::all();
  expandLocalBlocks(function, analyses.getResult<UniformityInfoAnalysis>(function), lanes);
  LocalMatrices matrices(function, lanes);
  const auto simplify = [&] {
    // `buffer == 2 ? 0 : buffer + 1` is one value then.
    analyses.invalidate(function, SimplifyCFGPass().run(function, analyses));
    analyses.invalidate(function, LoopSimplifyPass().run(function, analyses));
  };
  simplify();
  if (promoteStagedArrays(function, analyses))
    simplify();
  const auto newForms = [&] {
    return IndexForms(analyses.getResult<LoopAnalysis>(function),
                      analyses.getResult<DominatorTreeAnalysis>(function), function.getDataLayout(),
                      size, lanes);
  };
  const auto roundsOf = [&](const Loop &loop, IndexForms &forms) {
    return Rounds{loop, analyses.getResult<LoopAnalysis>(function),
                  analyses.getResult<DominatorTreeAnalysis>(function),
                  analyses.getResult<PostDominatorTreeAnalysis>(function), forms};
  };
  BufferNumbers numbers(analyses.getResult<LoopAnalysis>(function));
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (any_of(loop->blocks(),
               [](const BasicBlock *block) { return any_of(*block, isSubGroupProduct); })) {
      numbers.number(*loop);
      if (IndexForms forms = newForms(); loop->getLoopLatch()) {
        computeAhead(roundsOf(*loop, forms));
        carryBounded(roundsOf(*loop, forms));
      }
      for (bool again = true; again;) {
        IndexForms forms = newForms();
        again = rereadCarried(roundsOf(*loop, forms));
      }
    }
  SmallVector<WeakVH> guarded;
  MapVector<Value *, std::optional<StringRef>> refusals;
  const auto forward = [&] {
    for (Value *memory : memories)
      if (!refusals.contains(memory) || refusals[memory]) {
        IndexForms forms = newForms();
        refusals[memory] = Forwarding(*memory, function, analyses, forms, guarded).run();
      }
  };
  forward();
  const auto isRefused = [](const auto &refusal) {
    return refusal.second && !refusal.second->empty();
  };
  if (any_of(refusals, isRefused) && unrollFirstStages(function, analyses)) {
    simplify();
    forward();
  }
  for (const auto &[memory, refusal] : refusals) {
    if (!refusal)
      remark(function, "what is staged in " + memory->getName() + " is read where it comes from");
    else if (!refusal->empty())
      remark(function, "what is staged in " + memory->getName() + " is read there: " + *refusal,
             RemarkKind::costly);
  }
  matrices.restore();
  for (const WeakVH &choice : guarded)
    if (auto *select = cast_or_null<SelectInst>(choice))
      guardLoad(*select);
  return PreservedAnalyses::none();
}

} // namespace heddle::compiler
