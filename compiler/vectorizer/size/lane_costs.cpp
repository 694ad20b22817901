#include "compiler/vectorizer/size/lane_costs.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/shared_memory.hpp"
#include "compiler/vectorizer/analysis/atomic_instructions.hpp"
#include "compiler/vectorizer/analysis/simt_tti.hpp"
#include "compiler/vectorizer/analysis/unwritten_reads.hpp"
#include "compiler/vectorizer/size/barrier_crossings.hpp"
#include "compiler/vectorizer/size/joined_loads.hpp"
#include "compiler/vectorizer/size/lane_strides.hpp"
#include "compiler/vectorizer/size/loop_rounds.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/GenericUniformityImpl.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <utility>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

// Cycles, as measured on processors with AVX-512, and in brackets with AVX2.

/// Of a work-item by itself, as several scalar units do it.
constexpr double scalarAccess = 0.5, scalarOperation = 0.4, scalarDivision = 3,
                 scalarIntegerDivision = 6, scalarFunction = 20;
/// What is left of an access that is an operand of the only operation that wants it.
constexpr double asOperand = 0.3;
/// A branch that now and then is guessed wrongly, and the end of a loop, which often is.
constexpr double guessedBranch = 2, guessedEnd = 8;
/// From one work-item to the next, at the end of the kernel and at each barrier.
constexpr double nextWorkItem = 1;

/// Of a register of lanes.
constexpr double vectorAccess = 1, vectorOperation = 1, vectorDivision = 10, vectorFunction = 40,
                 maskedBranch = 3;
/// Of each lane, where an instruction gathers or scatters elements of 32 bits or more, on
/// processors that are quick at that (Intel's of today) and on others; where there is none, each
/// lane's element moves by itself.
constexpr double quickGatherOfLane = 0.7, quickScatterOfLane = 1.8, quickElementOfLane = 1;
constexpr double gatherOfLane = 1.5, scatterOfLane = 2, elementOfLane = 2.5;
constexpr double gatherOfLaneAvx2 = 2, scatterOfLaneAvx2 = 2.5, elementOfLaneAvx2 = 5;
/// A vector of the source that lies anywhere, moved as a whole; and what its components cost when
/// they change places, each.
constexpr double wholeVector = 0.8, wholeVectorMixed = 1, transposedComponent = 0.4;
/// Elements from one lane's to the next one's, up to which all are accessed together; and those of
/// a lane's that nobody wants.
constexpr double mostPlaces = 16, mostGap = 4;
/// A function of its own, where no instruction has masks.
constexpr double maskedAccessAvx2 = 8;
constexpr std::int64_t lineSize = 64;
/// An atomic operation, and what each lane pays beside its own in a loop over the active ones; in
/// local memory it is an ordinary one.
constexpr double atomicOperation = 6, atomicOfLane = 4, localAtomic = 1, localAtomicOfLane = 0.2;
/// Of integers of up to 32 bits, by doubles; and what each lane pays beside a longer one.
constexpr double vectorIntegerDivision = 26, divisionOfLane = 3;
/// A component that a work-item takes out of a vector or puts into one.
constexpr double movedComponent = 0.8;
/// What lanes wait for one another where they leave a loop at different times; and what they wait
/// besides in a loop inside of such a one.
constexpr double longestOfLanes = 2, longestOfInner = 1.3;

/// What is left of a loop whose rounds lie side by side, as far as there are enough of them.
constexpr double restOfRounds = 0.25;

/// How often a loop in another one goes round whose lanes leave it at different times, and how
/// often a work-item comes to its rounds at all, where it asks before the first.
constexpr double roundsOfInner = 2, enteredInner = 0.4;
/// Of a work-group, where what it shares out has one length, however many its work-items are.
constexpr double usualGroup = 64;
/// A work-item that uses one element of a line in each round, which is gone from the first cache
/// before the next work-item wants its own.
constexpr double lostLine = 4;
/// Instructions of a round in which there is enough to do while one waits for another.
constexpr unsigned longRound = 500;

class Estimate {
public:
  Estimate(Function &kernel, unsigned lanes, bool quickGathers)
      : lanes(lanes), quickGathers(quickGathers), kernel(kernel), dominators(kernel),
        postDominators(kernel), loops(dominators), probabilities(kernel, loops),
        guesses(kernel, probabilities, loops),
        target(std::make_unique<SimtTTI>(kernel.getDataLayout())), cycles(computeCycles(kernel)),
        uniformity(dominators, cycles, &target),
        strides(kernel.getDataLayout(), dominators, postDominators, loops, uniformity) {
    uniformity.compute();
  }

  LaneCosts run() {
    mixes = mixesComponents();
    kept = valuesAcrossBarriers(kernel,
                                [&](const Instruction &value) { return strides.of(&value) != 0; });
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&kernel)) {
      const Frequencies often = frequencies[block] = frequenciesOf(*block);
      inBlock = {};
      Loop *loop = loops.getLoopFor(block);
      for (Instruction &instruction : *block)
        add(instruction, loop);
      addBranch(*block);
      if (loop && loop->getHeader() == block && isDivergent(*loop))
        inBlock.workItems +=
            lanes * (triesAgain(*loop) ? guessedBranch : guessedEnd) / often.rounds;
      inBlock.asLanes *= often.lanes;
      inBlock.workItems *= often.workItem;
      total.gathering += inBlock.gathering * often.lanes;
      if (loop && inBlock.gathers > 0)
        walksRows = true;
      if (loop && loop->isInnermost()) {
        inLoops[loop].asLanes += inBlock.asLanes;
        inLoops[loop].workItems += inBlock.workItems;
        inLoops[loop].gathers += inBlock.gathers;
      } else {
        total.asLanes += inBlock.asLanes;
        total.workItems += inBlock.workItems;
      }
    }
    for (auto &[loop, costs] : inLoops)
      addInnermost(*loop, costs);
    const bool acrossRows = walksAcrossRows();
    return {total.asLanes / lanes,
            total.workItems / lanes + nextWorkItem,
            (total.workItems + savedInVectors) / lanes + nextWorkItem,
            partings > 0 || acrossRows,
            walksRows,
            fillsVectors,
            2 * total.gathering > total.asLanes,
            acrossRows,
            goesAlongRows};
  }

private:
  struct Costs {
    double asLanes = 0, workItems = 0;
    double gathering = 0; ///< of what lanes take
    unsigned gathers = 0;
  };
  /// How often a block runs for one work-item, and for some lane.
  struct Frequencies {
    double workItem = 0, lanes = 0;
    double rounds = 1; ///< of the loop that the block begins, if it does
  };

  static CycleInfo computeCycles(Function &function) {
    CycleInfo cycles;
    cycles.compute(function);
    return cycles;
  }

  double guessedFrequency(const BasicBlock &block) const {
    return std::max(double(guesses.getBlockFreq(&block).getFrequency()), 1e-9);
  }

  Frequencies frequenciesOf(const BasicBlock &block) {
    const DomTreeNode *above = dominators.getNode(&block)->getIDom();
    if (!above)
      return {1, 1};
    const BasicBlock *from = above->getBlock();
    // Behind a loop all that ran before it goes on together.
    const Loop *left = nullptr;
    for (const Loop *loop = loops.getLoopFor(from); loop && !loop->contains(&block);
         loop = loop->getParentLoop())
      left = loop;
    if (left)
      from = dominators.getNode(left->getHeader())->getIDom()->getBlock();
    const Frequencies before = frequencies.lookup(from);
    double rounds = 1, share = guessedFrequency(block) / guessedFrequency(*from);
    double longest = 1;
    const Loop *loop = loops.getLoopFor(&block);
    if (loop && loop->getHeader() == &block) {
      double entries = 0;
      for (const BasicBlock *predecessor : predecessors(&block))
        if (!loop->contains(predecessor))
          entries += guessedFrequency(*predecessor);
      rounds = guessedFrequency(block) / std::max(entries, 1e-9);
      share = entries / guessedFrequency(*from);
      if (const std::optional<double> most = mostRoundsOfShared(*loop)) {
        rounds = std::min(rounds, *most);
      } else if (isDivergent(*loop)) {
        longest = waitsInParent(*loop) ? longestOfInner : longestOfLanes;
        if (loop->getParentLoop())
          rounds = std::min(rounds, roundsOfInner);
        // One lane or another has to.
        if (loop->getParentLoop() && triesAgain(*loop))
          longest *= std::exchange(rounds, 1);
        if (loop->getParentLoop() && strides.parts(*from) && !isGuard(*from)) {
          const double entered = std::min(share, enteredInner);
          return {before.workItem * entered * rounds, before.lanes * rounds * longest, rounds};
        }
      }
    }
    share = isGuard(*from) ? 1 : std::min(share, 1.0);
    return {before.workItem * share * rounds,
            before.lanes * rounds * longest * (!left && strides.parts(*from) ? 1 : share), rounds};
  }

  /// Comparisons of ids with bounds, one or several.
  bool isRangeCheck(const Value *condition) {
    if (auto *compare = dyn_cast<ICmpInst>(condition))
      return compare->isRelational() && strides.of(compare->getOperand(0)) &&
             strides.of(compare->getOperand(1));
    // `a || b` is a select.
    auto *both = dyn_cast<Instruction>(condition);
    return both && isa<SelectInst, BinaryOperator>(both) &&
           all_of(both->operands(),
                  [&](const Use &part) { return isa<Constant>(part) || isRangeCheck(part); });
  }

  /// Whether a block ends in a question that nearly all work-items answer alike: whether they are
  /// in range, or a loop has rounds at all.
  bool isGuard(const BasicBlock &block) {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional() || branch->hasMetadata(overlapMetadata))
      return false;
    const bool isInLoop = loops.getLoopFor(&block);
    if (!isInLoop && isRangeCheck(branch->getCondition()))
      return true;
    return any_of(successors(&block), [&](const BasicBlock *to) {
      if (!loops.isLoopHeader(to))
        to = to->getSingleSuccessor();
      return to && loops.isLoopHeader(to) &&
             (!isInLoop || asksForFirstRound(block, *loops.getLoopFor(to)));
    });
  }

  /// Whether a branch only asks whether a loop has rounds at all, as `for` does before the first:
  /// it compares something with what a round compares with at its end. Most work-items have some.
  static bool asksForFirstRound(const BasicBlock &block, const Loop &loop) {
    const auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional() || loop.contains(&block))
      return false;
    SmallVector<const Value *> ends;
    SmallVector<BasicBlock *> exiting;
    loop.getExitingBlocks(exiting);
    for (const BasicBlock *from : exiting)
      if (const auto *end = dyn_cast<BranchInst>(from->getTerminator());
          end && end->isConditional())
        forEachCompared(*end->getCondition(), [&](const Value &value) { ends.push_back(&value); });
    bool asks = false;
    forEachCompared(*branch->getCondition(), [&](const Value &value) {
      asks |= !isa<Constant>(value) && is_contained(ends, &value);
    });
    return asks;
  }

  /// The operands of comparisons that a condition is made of.
  static void forEachCompared(const Value &condition, function_ref<void(const Value &)> visit) {
    if (const auto *compare = dyn_cast<CmpInst>(&condition)) {
      for (const Use &operand : compare->operands())
        visit(*withoutCasts(operand.get()));
      return;
    }
    const Value *one = nullptr, *other = nullptr;
    if (match(&condition, m_CombineOr(m_LogicalAnd(m_Value(one), m_Value(other)),
                                      m_LogicalOr(m_Value(one), m_Value(other))))) {
      forEachCompared(*one, visit);
      forEachCompared(*other, visit);
    }
  }

  /// What an index is in other widths. The lower half of a number is extended by two shifts.
  static const Value *withoutCasts(const Value *value) {
    const Value *inner = nullptr;
    while (match(value, m_CombineOr(m_ZExtOrSExt(m_Value(inner)), m_Trunc(m_Value(inner)))) ||
           match(value, m_AShr(m_Shl(m_Value(inner), m_SpecificInt(32)), m_SpecificInt(32))))
      value = inner;
    return value;
  }

  /// Of a loop in which work-items go on by the size of their group or of the ND-range, as many
  /// rounds as there are for so many elements. None of them has more than one round more than
  /// another. Nothing for other loops.
  std::optional<double> mostRoundsOfShared(const Loop &loop) {
    const BasicBlock *latch = loop.getLoopLatch();
    if (!latch)
      return std::nullopt;
    for (const PHINode &place : loop.getHeader()->phis()) {
      const Value *next = withoutCasts(place.getIncomingValueForBlock(latch));
      const Value *one = nullptr, *other = nullptr;
      if (!match(next, m_Add(m_Value(one), m_Value(other))) || strides.of(&place) != 1)
        continue;
      one = withoutCasts(one);
      other = withoutCasts(other);
      const std::optional<InternalOp> op = internalOp(one == &place ? *other : *one);
      if ((one != &place && other != &place) ||
          (op != InternalOp::localSize && op != InternalOp::globalSize))
        continue;
      if (op == InternalOp::localSize)
        if (const std::optional<double> elements = endOf(loop, place, *next))
          return std::max(1.0, *elements / usualGroup);
      return std::numeric_limits<double>::infinity();
    }
    return std::nullopt;
  }

  /// The number below which a loop goes on, if that is a constant.
  static std::optional<double> endOf(const Loop &loop, const Value &place, const Value &next) {
    SmallVector<BasicBlock *> exiting;
    loop.getExitingBlocks(exiting);
    for (const BasicBlock *block : exiting) {
      const auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      const Value *compared = nullptr;
      const APInt *end = nullptr;
      if (branch && branch->isConditional() &&
          match(branch->getCondition(), m_ICmp(m_Value(compared), m_APInt(end)))) {
        compared = withoutCasts(compared);
        if (compared == &place || compared == &next)
          return end->signedRoundToDouble();
      }
    }
    return std::nullopt;
  }

  /// Whether a loop ends behind its last instruction and takes nothing from one round to the next:
  /// it tries something until it goes well, which it mostly does at once.
  static bool triesAgain(const Loop &loop) {
    return loop.getExitingBlock() && loop.getExitingBlock() == loop.getLoopLatch() &&
           loop.getHeader()->phis().empty();
  }

  bool waitsInParent(const Loop &loop) {
    for (const Loop *parent = loop.getParentLoop(); parent; parent = parent->getParentLoop())
      if (isDivergent(*parent) && !mostRoundsOfShared(*parent))
        return true;
    return false;
  }

  bool isDivergent(const Loop &loop) {
    SmallVector<BasicBlock *> exiting;
    loop.getExitingBlocks(exiting);
    return any_of(exiting, [&](BasicBlock *block) { return strides.parts(*block); });
  }

  void addInnermost(Loop &loop, Costs costs) {
    const Frequencies often = frequencies.lookup(loop.getHeader());
    const double chain = longestChain(loop);
    costs.asLanes = std::max(costs.asLanes, often.lanes * chain);
    costs.workItems = std::max(costs.workItems, lanes * often.workItem * chain);
    const bool areFew = loop.getParentLoop() && isDivergent(loop);
    if (costs.gathers > 0)
      if (const std::optional<RoundsInVectors> rounds =
              roundsFillVectors(loop, areFew, kernel, dominators, loops, quickGathers)) {
        fillsVectors = true;
        const double oneByOne = costs.workItems;
        costs.workItems *= restOfRounds;
        costs.workItems += lanes * often.workItem * rounds->gathers * quickGatherOfLane;
        savedInVectors += oneByOne - costs.workItems;
      }
    total.asLanes += costs.asLanes;
    total.workItems += costs.workItems;
  }

  /// Cycles from what a round begins with to the same of the next one.
  double longestChain(Loop &loop) {
    unsigned instructions = 0;
    for (BasicBlock *block : loop.blocks())
      instructions += block->size();
    BasicBlock *latch = loop.getLoopLatch();
    if (!latch || instructions > longRound)
      return 0;
    LoopBlocksRPO order(&loop);
    order.perform(&loops);
    double longest = 0;
    for (PHINode &begin : loop.getHeader()->phis()) {
      DenseMap<const Value *, double> ready{{&begin, 0.0}};
      for (BasicBlock *block : order)
        for (Instruction &instruction : *block) {
          if (isa<PHINode>(instruction) && block == loop.getHeader())
            continue;
          double from = -1;
          for (const Use &operand : instruction.operands())
            if (auto found = ready.find(operand.get()); found != ready.end())
              from = std::max(from, found->second);
          if (from >= 0)
            ready[&instruction] = from + latencyOf(instruction);
        }
      longest = std::max(longest, ready.lookup(begin.getIncomingValueForBlock(latch)));
    }
    return longest;
  }

  static double latencyOf(const Instruction &instruction) {
    switch (instruction.getOpcode()) {
    case Instruction::PHI:
    case Instruction::GetElementPtr:
    case Instruction::SExt:
    case Instruction::ZExt:
    case Instruction::Trunc:
    case Instruction::BitCast:
      return 0;
    case Instruction::Load:
      return 5;
    case Instruction::Mul:
    case Instruction::FAdd:
    case Instruction::FSub:
      return 3;
    case Instruction::FMul:
      return 4;
    case Instruction::FDiv:
    case Instruction::FRem:
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      return 12;
    case Instruction::Call: {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      if (!call)
        return scalarFunction;
      return call->getType()->isFPOrFPVectorTy() ? 4 : 1;
    }
    default:
      return 1;
    }
  }

  /// Whether components of vectors are asked for by themselves, or change places.
  bool mixesComponents() const {
    return any_of(instructions(kernel), [](const Instruction &instruction) {
      auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction);
      return (shuffle && !shuffle->isZeroEltSplat()) || isa<ExtractElementInst>(instruction);
    });
  }

  struct Shape {
    unsigned components, bits;
    double registersOfLanes; ///< each component is one or two of them
    double registers;        ///< of one work-item
  };

  Shape shapeOf(const Type &type) const {
    const unsigned bits =
        type.getScalarType()->isPointerTy() ? 64 : std::max(type.getScalarSizeInBits(), 8U);
    const auto *vector = dyn_cast<FixedVectorType>(&type);
    const unsigned components = vector ? vector->getNumElements() : 1;
    return {components, bits, double(components) * (bits > 32 ? 2 : 1),
            double(divideCeil(std::uint64_t(components) * bits, 32 * lanes))};
  }

  void addAccess(const Instruction &instruction, const Loop *loop) {
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    const Type *type = getLoadStoreType(&instruction);
    const Shape shape = shapeOf(*type);
    const double share = isOperand(instruction) ? asOperand : 1;
    inBlock.workItems += lanes * scalarAccess * share * shape.registers;
    const LaneStep step = strides.of(pointer);
    const bool isLoad = isa<LoadInst>(instruction);
    const bool isPrivate = isa<AllocaInst>(getUnderlyingObject(pointer));
    if (!isPrivate && !isLocal(*pointer) && (!step || std::abs(*step) > lineSize))
      goesAlongRows = false;
    // Private variables lie element by element, with their lanes side by side.
    if (isPrivate && step == 0) {
      inBlock.asLanes += vectorAccess * shape.registersOfLanes;
      return;
    }
    if (step == 0) {
      inBlock.asLanes += scalarAccess;
      return;
    }
    const std::int64_t bytes = std::int64_t(shape.components) * shape.bits / 8;
    if (step && (*step == bytes || *step == -bytes)) {
      inBlock.asLanes +=
          vectorAccess * share * shape.registersOfLanes * (shape.components > 1 ? 1.5 : 1);
      // AVX2 has to sort their components by many shuffles, a work-item by itself has none to sort.
      partings += shape.components > 1 && lanes != 16;
      // What a work-group has in local memory stays in the first cache.
      if (loop && !isLocal(*pointer) && !loop->isLoopInvariant(pointer))
        inBlock.workItems += lanes * lostLine;
      return;
    }
    ++partings;
    if (const double cycles = step ? amongOthers(instruction, *step, shape) : 0; cycles > 0) {
      inBlock.asLanes += cycles;
      return;
    }
    ++inBlock.gathers;
    const unsigned joined = isLoad ? joinedElements(cast<LoadInst>(instruction)) : 1;
    const double cycles =
        lanes * (joined > 1 ? joinedOfLane(joined, shape.bits) : laneByLane(shape, isLoad));
    inBlock.gathering += cycles;
    inBlock.asLanes += cycles;
  }

  /// LaneCosts::walksAcrossRows.
  bool walksAcrossRows() const {
    SmallVector<const Instruction *> left(strides.placesInRows());
    SmallPtrSet<const Instruction *, 32> seen(left.begin(), left.end());
    while (!left.empty())
      for (const User *user : left.pop_back_val()->users()) {
        const auto *instruction = dyn_cast<Instruction>(user);
        if (!instruction)
          continue;
        // What is read there is no place any more.
        if (const Value *pointer = getLoadStorePointerOperand(instruction)) {
          const auto *address = dyn_cast<Instruction>(pointer);
          if (address && seen.contains(address) && loops.getLoopFor(instruction->getParent()))
            return true;
          continue;
        }
        if (seen.insert(instruction).second)
          left.push_back(instruction);
      }
    return false;
  }

  /// Whether a load can be part of an instruction that computes. One operand of those may be.
  static bool isOperand(const Instruction &access) {
    if (!isa<LoadInst>(access) || !access.hasOneUse() || access.getType()->isVectorTy())
      return false;
    const auto *operation = cast<Instruction>(*access.user_begin());
    if (operation->getParent() != access.getParent() ||
        !(operation->isCommutative() || isa<IntrinsicInst>(operation)))
      return false;
    const auto isAnother = [&](const Use &operand) {
      return isa<LoadInst>(operand) && operand->hasOneUse() &&
             cast<Instruction>(operand)->getParent() == access.getParent();
    };
    return *find_if(operation->operands(), isAnother) == &access;
  }

  /// Of an element at a small step from lane to lane: wide accesses to all that lies there, and
  /// shuffles, both shared with accesses to the elements beside it (transform/join_dense_accesses).
  /// 0 where that is not how it is done.
  double amongOthers(const Instruction &access, std::int64_t step, const Shape &shape) const {
    const std::int64_t size = shape.bits / 8;
    const double places = double(step) / double(size);
    if (step < 0 || step % size != 0 || shape.components > 1 || places > mostPlaces ||
        step > lineSize)
      return 0;
    const Value *object = getUnderlyingObject(getLoadStorePointerOperand(&access));
    const auto isBeside = [&](const Instruction &other) {
      return other.getOpcode() == access.getOpcode() &&
             getLoadStoreType(&other) == getLoadStoreType(&access) &&
             getUnderlyingObject(getLoadStorePointerOperand(&other)) == object;
    };
    const double joined = std::min(places, double(count_if(*access.getParent(), isBeside)));
    const bool hasGaps = joined < places, isStore = isa<StoreInst>(access);
    const bool isMasked = !postDominators.dominates(access.getParent(), &kernel.getEntryBlock());
    // AVX2 has masks for words alone, and is slow at storing under them.
    if (isStore && (hasGaps || isMasked) && lanes != 16)
      return 0;
    if (hasGaps && places > mostGap &&
        ((joined <= 2 && size >= 4) || places * (1 + joined) > lanes * joined))
      return 0;
    const bool isPower = isPowerOf2_64(std::uint64_t(places));
    const double shuffles = isPower ? Log2_64(std::uint64_t(places)) : places;
    const double once = lanes != 16 && isMasked && size < 4 ? maskedAccessAvx2
                        : isStore && hasGaps                ? 2 * vectorAccess
                                                            : vectorAccess;
    const double accesses = once * places / joined;
    return accesses + vectorOperation * shuffles;
  }

  /// Of each lane, whose elements or vectors lie anywhere.
  double laneByLane(const Shape &shape, bool isLoad) const {
    if (shape.components == 1 || !isPowerOf2_32(shape.components))
      return laneByLane(shape.bits, isLoad) * shape.components;
    const double transposing = mixes ? transposedComponent * shape.components : 0;
    // Those of up to 8 bytes are words of a gather.
    const unsigned bits = shape.components * shape.bits;
    if (bits <= 64)
      return laneByLane(bits, isLoad) + transposing;
    return (mixes ? wholeVectorMixed : wholeVector) * std::max(1.0, shape.registers) + transposing;
  }

  /// Of each lane, for one of so many elements that are read as a vector.
  double joinedOfLane(unsigned elements, unsigned bits) const {
    const double whole = elements * bits <= 64 ? laneByLane(64, /*isLoad=*/true) : wholeVectorMixed;
    return whole / elements + transposedComponent;
  }

  double laneByLane(unsigned bits, bool isLoad) const {
    const bool hasAvx512 = lanes == 16;
    // Gathered in the words that they lie in (codegen/outline_masked_memory).
    if (bits < 32 && isLoad && quickGathers)
      return quickElementOfLane;
    if (bits < 32)
      return hasAvx512 ? elementOfLane : elementOfLaneAvx2;
    if (isLoad && quickGathers)
      return quickGatherOfLane;
    if (isLoad)
      return hasAvx512 ? gatherOfLane : gatherOfLaneAvx2;
    if (hasAvx512 && quickGathers)
      return quickScatterOfLane;
    return hasAvx512 ? scatterOfLane : scatterOfLaneAvx2;
  }

  void addCall(const CallInst &call) {
    if (isWorkGroupBarrier(call))
      addBarrier(kept.lookup(&call));
    if (const std::optional<InternalOp> op = internalOp(call)) {
      goesAlongRows &= op != InternalOp::imageRead && op != InternalOp::imageWrite;
      return;
    }
    const Shape shape = shapeOf(*call.getType());
    if (isFunction(call)) {
      // Mathematical functions are where lanes pay most.
      inBlock.workItems += lanes * scalarFunction * shape.registers;
      inBlock.asLanes += vectorFunction * shape.registersOfLanes;
      return;
    }
    addOperation(shape, scalarOperation, vectorOperation);
  }

  /// What is wanted again behind it goes to memory and back.
  void addBarrier(unsigned values) {
    inBlock.workItems += lanes * (nextWorkItem + 2 * scalarAccess * values);
    inBlock.asLanes += nextWorkItem + 2 * vectorAccess * values;
  }

  void addOperation(const Shape &shape, double scalar, double vector) {
    inBlock.workItems += lanes * scalar * shape.registers;
    inBlock.asLanes += vector * shape.registersOfLanes;
  }

  static bool isFunction(const Instruction &instruction) {
    return isa<CallInst>(instruction) && !isa<IntrinsicInst>(instruction) &&
           !internalOp(instruction);
  }

  static bool isLocal(const Value &pointer) {
    constexpr unsigned localAddressSpace = 3;
    return pointer.getType()->getPointerAddressSpace() == localAddressSpace;
  }

  void addAtomic(const Instruction &instruction) {
    const Value &pointer = *instruction.getOperand(0);
    const double once = isLocal(pointer) ? localAtomic : atomicOperation;
    inBlock.workItems += lanes * once;
    const LaneStep step = strides.of(&pointer);
    // On one address: what the lanes bring together. On words side by side in local memory: all at
    // once.
    const TypeSize bytes = kernel.getDataLayout().getTypeStoreSize(instruction.getType());
    const bool isRow = isa<AtomicRMWInst>(instruction) && isLocal(pointer) &&
                       step == static_cast<int64_t>(bytes.getFixedValue());
    if (step == 0 || isRow) {
      inBlock.asLanes += once;
      return;
    }
    goesAlongRows &= isLocal(pointer);
    const bool hasAllLanes =
        postDominators.dominates(instruction.getParent(), &kernel.getEntryBlock());
    if (!isLocal(pointer) && hasAllLanes && isOneInstruction(instruction)) {
      inBlock.asLanes += lanes * once;
      return;
    }
    ++partings;
    inBlock.asLanes += lanes * (once + (isLocal(pointer) ? localAtomicOfLane : atomicOfLane));
  }

  void add(const Instruction &instruction, const Loop *loop) {
    if (isa<LoadInst, StoreInst>(instruction)) {
      addAccess(instruction, loop);
      return;
    }
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction)) {
      addAtomic(instruction);
      return;
    }
    if (isa<PHINode, GetElementPtrInst, AllocaInst, CastInst, DbgInfoIntrinsic>(instruction) ||
        instruction.isTerminator() || instruction.isLifetimeStartOrEnd())
      return;
    // Once for all of them; by themselves, too, where it can be done in front of the first.
    if (!instruction.getType()->isVoidTy() && strides.of(&instruction) == 0) {
      const double cost = isFunction(instruction) ? scalarFunction : scalarOperation;
      inBlock.asLanes += cost;
      inBlock.workItems += cost * (loop ? lanes : 1);
      return;
    }
    if (const auto *call = dyn_cast<CallInst>(&instruction)) {
      addCall(*call);
      return;
    }
    const Type *type =
        isa<CmpInst>(instruction) ? instruction.getOperand(0)->getType() : instruction.getType();
    const Shape shape = shapeOf(*type);
    switch (instruction.getOpcode()) {
    case Instruction::ShuffleVector:
    case Instruction::ExtractElement:
    case Instruction::InsertElement:
      // Lanes have a register for each component.
      inBlock.workItems += lanes * movedComponent;
      return;
    case Instruction::FDiv:
    case Instruction::FRem:
      addOperation(shape, scalarDivision, vectorDivision);
      return;
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      if (isa<Constant>(instruction.getOperand(1)))
        addOperation(shape, 4 * scalarOperation, 8 * vectorOperation);
      else if (const LaneStep step = strides.of(&instruction); step && std::abs(*step) == 1)
        // Lanes side by side in one row need but one.
        addOperation(shape, scalarIntegerDivision, scalarIntegerDivision + 2 * vectorOperation);
      else
        addOperation(shape, scalarIntegerDivision,
                     shape.bits > 32 ? lanes * (scalarIntegerDivision + divisionOfLane) / 2
                                     : vectorIntegerDivision);
      return;
    default:
      addOperation(shape, scalarOperation, vectorOperation);
    }
  }

  void addBranch(const BasicBlock &block) {
    if (!strides.parts(block))
      return;
    inBlock.asLanes += maskedBranch;
    ++partings;
    const Loop *loop = loops.getLoopFor(&block);
    if (!loop || !loop->isLoopExiting(&block))
      inBlock.workItems += lanes * guessedBranch;
  }

  const unsigned lanes;
  const bool quickGathers;
  Function &kernel;
  DominatorTree dominators;
  PostDominatorTree postDominators;
  LoopInfo loops;
  BranchProbabilityInfo probabilities;
  BlockFrequencyInfo guesses;
  TargetTransformInfo target;
  CycleInfo cycles;
  UniformityInfo uniformity;
  LaneStrides strides;
  DenseMap<const BasicBlock *, Frequencies> frequencies;
  DenseMap<const Instruction *, unsigned> kept; ///< across each barrier
  MapVector<Loop *, Costs> inLoops;
  bool mixes = false;
  unsigned partings = 0; ///< what lanes do one by one or wait for one another in
  bool walksRows = false, fillsVectors = false, goesAlongRows = true;
  Costs inBlock, total;
  double savedInVectors = 0; ///< by work-items whose rounds fill vectors
};

bool meets(const Function &kernel) {
  return any_of(instructions(kernel), [](const Instruction &instruction) {
    return internalOp(instruction) == InternalOp::workGroupBarrier;
  });
}

bool callsBodies(const Function &kernel) {
  return any_of(instructions(kernel), [](const Instruction &instruction) {
    const auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return call && (!callee || !callee->isDeclaration());
  });
}

} // namespace

std::optional<LaneCosts> laneCosts(Function &kernel, unsigned floatLanes, bool quickGathers) {
  if (callsBodies(kernel))
    return std::nullopt;
  LaneCosts costs = Estimate(kernel, floatLanes, quickGathers).run();
  costs.meets = meets(kernel);
  return costs;
}

} // namespace heddle::compiler
