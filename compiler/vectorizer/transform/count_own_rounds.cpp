#include "compiler/vectorizer/transform/count_own_rounds.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/loop_copy.hpp"
#include "compiler/ir/shared_values.hpp"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// What is added to a place, times the factor, if there is one, or subtracted.
struct Distance {
  Value *value;
  Value *factor;
  bool isSubtracted;
};

/// A number: base * factor + distances.
struct Place {
  Value *base;
  Value *factor = nullptr;
  SmallVector<Distance> distances;
};

class OwnRounds {
public:
  OwnRounds(Loop &loop, SharedValues &shared, LoopInfo &loops, DominatorTree &dominators)
      : loop(loop), shared(shared), loops(loops), dominators(dominators) {}

  bool run() {
    BasicBlock *latch = loop.getLoopLatch();
    return latch && loop.getLoopPreheader() &&
           (countIn(*loop.getHeader(), *latch) || countIn(*latch, *latch) || isHoisted);
  }

  /// Whether there are other blocks now.
  bool hasCopy() const { return hasVersions; }

private:
  /// Where the loop ends by a branch of `block`, which every round comes to.
  bool countIn(BasicBlock &block, BasicBlock &latch) {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional() ||
        loop.contains(branch->getSuccessor(0)) == loop.contains(branch->getSuccessor(1)))
      return false;
    auto *compare = dyn_cast<ICmpInst>(branch->getCondition());
    if (!compare)
      return false;
    Value *counter = compare->getOperand(0), *end = compare->getOperand(1);
    CmpInst::Predicate goesOn = loop.contains(branch->getSuccessor(0))
                                    ? compare->getPredicate()
                                    : compare->getInversePredicate();
    // What is written in the loop's condition is computed there.
    if (!loop.makeLoopInvariant(end, isHoisted)) {
      std::swap(counter, end);
      goesOn = CmpInst::getSwappedPredicate(goesOn);
    }
    if (!loop.makeLoopInvariant(end, isHoisted))
      return false;
    if (isa<PtrToIntInst>(counter) && isa<PtrToIntInst>(end)) {
      counter = cast<PtrToIntInst>(counter)->getOperand(0);
      end = cast<PtrToIntInst>(end)->getOperand(0);
    }
    for (PHINode &phi : loop.getHeader()->phis()) {
      Value *next = phi.getIncomingValueForBlock(&latch);
      if (counter == &phi || counter == next)
        return count(*branch, latch, phi, *next, *end, goesOn, counter == next);
    }
    return false;
  }

  /// How the rounds of a loop are counted.
  enum class Way {
    none,
    exactly,      ///< in 64 bits, since neither counter nor end overflow
    modulo,       ///< in the type of the counter: it has to equal its end
    unlessWrapped ///< the same, but nobody makes a round whose end is below the begin
  };

  static Way wayOf(CmpInst::Predicate goesOn, const Value &next, std::int64_t step,
                   bool comparesNext) {
    if (next.getType()->isPointerTy())
      return goesOn == CmpInst::ICMP_NE || (CmpInst::isUnsigned(goesOn) && isTowards(goesOn, step))
                 ? Way::exactly
                 : Way::none;
    if (goesOn == CmpInst::ICMP_NE)
      return Way::modulo;
    if (goesOn == CmpInst::ICMP_ULT && step == 1 && !comparesNext)
      return Way::unlessWrapped;
    return CmpInst::isSigned(goesOn) && isTowards(goesOn, step) &&
                   cast<OverflowingBinaryOperator>(next).hasNoSignedWrap()
               ? Way::exactly
               : Way::none;
  }

  /// Whether it goes on while the counter has not come to its end.
  static bool isTowards(CmpInst::Predicate goesOn, std::int64_t step) {
    return step > 0 ? ICmpInst::isLT(goesOn) || ICmpInst::isLE(goesOn)
                    : ICmpInst::isGT(goesOn) || ICmpInst::isGE(goesOn);
  }

  /// In bytes for pointers; 0 where it is no constant, or leaves the object.
  std::int64_t stepOf(PHINode &phi, Value &next) const {
    const APInt *step;
    if (match(&next, m_Add(m_Specific(&phi), m_APInt(step))))
      return step->trySExtValue().value_or(0);
    auto *address = dyn_cast<GEPOperator>(&next);
    if (!address || address->getPointerOperand() != &phi || !address->isInBounds())
      return 0;
    const DataLayout &layout = loop.getHeader()->getDataLayout();
    APInt offset(layout.getIndexTypeSizeInBits(phi.getType()), 0);
    return address->accumulateConstantOffset(layout, offset) ? offset.getSExtValue() : 0;
  }

  /// Whether it is worth to have it in place of what differs.
  bool isShared(const Value &value) {
    if (const auto *load = dyn_cast<LoadInst>(&value))
      return shared.isShared(*getPointerOperand(load));
    return shared.isShared(value);
  }

  /// What 64 bits have room for a few of.
  static bool isShort(const Value &value) {
    const Value *inner = &value;
    match(&value, m_ZExtOrSExt(m_Value(inner)));
    if (inner->getType()->getScalarSizeInBits() <= 32)
      return true;
    const APInt *constant;
    return match(&value, m_APInt(constant)) && constant->isSignedIntN(32);
  }

  bool takeAway(Place &place, Value *distance, Value *rest, bool isSubtracted) {
    if (!isShared(*distance))
      return false;
    place.distances.push_back({distance, place.factor, isSubtracted});
    place.base = rest;
    return true;
  }

  bool takeFactor(Place &place, Value *factor, Value *rest) {
    if (place.factor || !isShared(*factor))
      return false;
    place.factor = factor;
    place.base = rest;
    return true;
  }

  /// One step towards where the place comes from: with `exactly`, as far as nothing overflows, else
  /// modulo the numbers of its type.
  bool follow(Place &place, bool exactly) {
    Value *a, *b;
    if (match(place.base, m_DisjointOr(m_Value(a), m_Value(b))))
      return takeAway(place, b, a, false) || takeAway(place, a, b, false);
    if (exactly &&
        (match(place.base, m_SExt(m_Value(a))) || match(place.base, m_NNegZExt(m_Value(a))))) {
      place.base = a;
      return true;
    }
    const auto *operation = dyn_cast<OverflowingBinaryOperator>(place.base);
    if (!operation || (exactly && !operation->hasNoSignedWrap()))
      return false;
    a = operation->getOperand(0);
    b = operation->getOperand(1);
    switch (operation->getOpcode()) {
    case Instruction::Add:
      return takeAway(place, b, a, false) || takeAway(place, a, b, false);
    case Instruction::Sub:
      return takeAway(place, b, a, true);
    case Instruction::Mul:
      return takeFactor(place, b, a) || takeFactor(place, a, b);
    default:
      break;
    }
    const APInt *bits;
    const unsigned width = place.base->getType()->getScalarSizeInBits();
    if (!match(b, m_APInt(bits)) || !bits->ult(width - 1))
      return false;
    return takeFactor(
        place, ConstantInt::get(a->getType(), APInt::getOneBitSet(width, bits->getZExtValue())), a);
  }

  Place placeOf(Value &value, bool exactly) {
    Place place{&value, nullptr, {}};
    while (follow(place, exactly)) {
    }
    return place;
  }

  /// end - begin, where that is the same for all; nothing where the begin is, too. `exactly`: as
  /// it is without overflow, in 64 bits.
  Value *distanceBetween(Value &begin, Value &end, bool exactly, IRBuilderBase &builder) {
    if (isShared(begin))
      return nullptr;
    if (begin.getType()->isPointerTy())
      return distanceInObject(begin, end, builder);
    const Place from = placeOf(begin, exactly), to = placeOf(end, exactly);
    if (from.base != to.base || from.factor != to.factor || isShared(*from.base))
      return nullptr;
    const auto hasRoom = [](const Distance &distance) {
      return isShort(*distance.value) && (!distance.factor || isShort(*distance.factor));
    };
    if (exactly && !(all_of(from.distances, hasRoom) && all_of(to.distances, hasRoom)))
      return nullptr;
    Type *type = exactly ? builder.getInt64Ty() : begin.getType();
    Value *sum = ConstantInt::get(type, 0);
    const auto add = [&](const Distance &distance, bool isSubtracted) {
      Value *value = builder.CreateSExt(distance.value, type);
      if (distance.factor)
        value = builder.CreateMul(value, builder.CreateSExt(distance.factor, type));
      sum = isSubtracted ? builder.CreateSub(sum, value) : builder.CreateAdd(sum, value);
    };
    for (const Distance &distance : to.distances)
      add(distance, distance.isSubtracted);
    for (const Distance &distance : from.distances)
      add(distance, !distance.isSubtracted);
    return sum;
  }

  /// In bytes.
  Value *distanceInObject(Value &begin, Value &end, IRBuilderBase &builder) {
    auto *address = dyn_cast<GEPOperator>(&end);
    if (!address || address->getPointerOperand() != &begin || !address->isInBounds() ||
        address->getNumIndices() != 1 || !isShared(*address->getOperand(1)))
      return nullptr;
    const DataLayout &layout = loop.getHeader()->getDataLayout();
    const TypeSize size = layout.getTypeAllocSize(address->getSourceElementType());
    return builder.CreateMul(
        builder.CreateSExtOrTrunc(address->getOperand(1), builder.getInt64Ty()),
        builder.getInt64(size.getFixedValue()));
  }

  bool count(BranchInst &branch, BasicBlock &latch, PHINode &phi, Value &next, Value &end,
             CmpInst::Predicate goesOn, bool comparesNext) {
    const std::int64_t step = stepOf(phi, next);
    const Way way = step ? wayOf(goesOn, next, step, comparesNext) : Way::none;
    if (way == Way::none)
      return false;
    BasicBlock *header = loop.getHeader();
    Value *begin = phi.getIncomingValueForBlock(loop.getLoopPreheader());
    Value *wholeBegin = unclipped(begin), *wholeEnd = unclipped(&end);
    const bool isClipped = wholeBegin != begin || wholeEnd != &end;
    if (isClipped && !mayHaveVersions())
      return false;
    IRBuilder<> builder(loop.getLoopPreheader()->getTerminator());
    Value *distance = distanceBetween(*wholeBegin, *wholeEnd, way == Way::exactly, builder);
    if (!distance)
      return false;
    if (isClipped) {
      addClippedVersion(builder.CreateAnd(builder.CreateICmpEQ(begin, wholeBegin),
                                          builder.CreateICmpEQ(&end, wholeEnd), "is.unclipped"));
      phi.setIncomingValueForBlock(loop.getLoopPreheader(), wholeBegin);
      builder.SetInsertPoint(loop.getLoopPreheader()->getTerminator());
    }
    Value *isWhole = way == Way::unlessWrapped
                         ? builder.CreateICmpULT(wholeBegin, wholeEnd, "is.whole")
                         : nullptr;

    Type *type = distance->getType();
    builder.SetInsertPoint(header, header->begin());
    PHINode *counter = builder.CreatePHI(type, 2, "own.round");
    builder.SetInsertPoint(latch.getFirstInsertionPt());
    Value *increased = builder.CreateAdd(
        counter, ConstantInt::get(type, static_cast<std::uint64_t>(step), /*IsSigned=*/true),
        "next.own.round", /*HasNUW=*/way == Way::unlessWrapped, /*HasNSW=*/way == Way::exactly);
    counter->addIncoming(ConstantInt::get(type, 0), loop.getLoopPreheader());
    counter->addIncoming(increased, &latch);
    builder.SetInsertPoint(&branch);
    if (way == Way::exactly && CmpInst::isUnsigned(goesOn))
      goesOn = ICmpInst::getSignedPredicate(goesOn);
    Value *condition = builder.CreateICmp(goesOn, comparesNext ? increased : counter, distance);
    // LLVM knows of the loop that it is so, as it asks the same in front of it.
    if (isWhole) {
      condition = builder.CreateAnd(isWhole, condition);
      cast<Instruction>(next).setHasNoUnsignedWrap();
    }
    branch.setCondition(loop.contains(branch.getSuccessor(0)) ? condition
                                                              : builder.CreateNot(condition));
    return true;
  }

  /// The place that is kept within what all have alike, as the border of an image.
  Value *unclipped(Value *place) {
    while (auto *bound = dyn_cast<MinMaxIntrinsic>(place)) {
      if (shared.isShared(*bound->getRHS()))
        place = bound->getLHS();
      else if (shared.isShared(*bound->getLHS()))
        place = bound->getRHS();
      else
        break;
    }
    return place;
  }

  /// Whether the loop is short, and may be run by some work-items after others.
  bool mayHaveVersions() const {
    unsigned instructions = 0;
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &instruction : *block) {
        const auto *call = dyn_cast<CallBase>(&instruction);
        if (++instructions > longestWithVersions)
          return false;
        // Not those that meet others of their sub-group, which functions may, too.
        const Function *callee = call ? call->getCalledFunction() : nullptr;
        if (call && (!callee || !callee->isDeclaration() || internalOp(*call) ||
                     !call->doesNotAccessMemory()))
          return false;
      }
    return loop.isInnermost() && loop.isLoopSimplifyForm() && loop.getExitBlock() &&
           loop.isLCSSAForm(dominators);
  }

  /// Puts a copy of the loop, as it is, beside it, for work-items that do not fulfil the condition.
  void addClippedVersion(Value *isUnclipped) {
    LoopCopy clipped(loop, ".clipped", loops, dominators);
    clipped.runUnless(isUnclipped);
    dominators.changeImmediateDominator(loop.getExitBlock(), &clipped.decision());
    hasVersions = true;
  }

  /// Instructions that are worth their double.
  static constexpr unsigned longestWithVersions = 60;

  Loop &loop;
  SharedValues &shared;
  LoopInfo &loops;
  DominatorTree &dominators;
  bool isHoisted = false, hasVersions = false;
};

} // namespace

PreservedAnalyses CountOwnRoundsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  DominatorTree &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  SharedValues shared(loops);
  bool changed = false, hasCopies = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    OwnRounds rounds(*loop, shared, loops, dominators);
    changed |= rounds.run();
    hasCopies |= rounds.hasCopy();
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  if (!hasCopies)
    kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
