// What one step of an id moves an address by is its derivative: it is added up along the
// arithmetic, in bytes. An access costs by that what it costs as lanes, times how often it is
// likely to be made, and so does a loop that runs as long as its slowest lane.
//
//   a[row * n + column], row from dimension 0       dimension 0: n * 4    gathered
//                                                   dimension 1:     4    side by side
//
// Where one access goes along one dimension and another one along the other, as in a transposition,
// the stores have it: a line that is written has to be there first, and lines at powers of two from
// one another push each other out of the caches. Such kernels run in squares of work-items.
#include "compiler/workgroup/exchange_dimensions.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/workgroup/group_boundaries.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/SaveAndRestore.h"

#include <algorithm>
#include <cstdint>
#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

// What a sub-group's access costs beside one of a single vector.
constexpr double costOfOne = 1, costOfStrided = 2, costOfGather = 16, costOfScatter = 64;
// So many elements apart they still come as vectors.
constexpr std::int64_t mostStrided = 4;
// Rounds of a loop whose number is not known, of so many loops inside of one another at most.
constexpr double guessedRounds = 8;
constexpr unsigned mostDepth = 4;
// Operations behind one another, as hash functions have thousands of: nothing of them is in step.
constexpr unsigned longestChain = 200;
// How much less all must cost for what is not seen here, as where rows are short.
constexpr double leastGain = 2;

/// What a value changes by from one work-item of a dimension to the next.
struct Step {
  bool isKnown = true;
  std::int64_t amount = 0;

  bool isNone() const { return isKnown && amount == 0; }
  bool operator==(const Step &) const = default;
};
constexpr Step unknownStep{false, 0};

Step operator+(Step a, Step b) {
  std::int64_t sum = 0;
  if (!a.isKnown || !b.isKnown || __builtin_add_overflow(a.amount, b.amount, &sum))
    return unknownStep;
  return {true, sum};
}

Step operator*(Step step, std::int64_t factor) {
  std::int64_t product = 0;
  if (!step.isKnown || __builtin_mul_overflow(step.amount, factor, &product))
    return step.isNone() ? step : unknownStep;
  return {true, product};
}

/// Of one kernel and dimension.
class Steps {
public:
  Steps(unsigned dimension, const LoopInfo &loops) : dimension(dimension), loops(loops) {}

  Step of(const Value *value) {
    const auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction)
      return {};
    if (const auto known = steps.find(instruction); known != steps.end())
      return known->second;
    if (depth == longestChain)
      return unknownStep;
    const SaveAndRestore deeper(depth, depth + 1);
    const auto *phi = dyn_cast<PHINode>(instruction);
    const Step step = phi ? ofPhi(*phi) : compute(*instruction);
    steps[instruction] = step;
    return step;
  }

private:
  /// Loops go on from what they began with, by the same for all.
  Step ofPhi(const PHINode &phi) {
    const Loop *loop = loops.getLoopFor(phi.getParent());
    const bool isHeader = loop && loop->getHeader() == phi.getParent();
    std::optional<Step> result;
    for (const bool inside : {false, true})
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
        if ((isHeader && loop->contains(phi.getIncomingBlock(i))) != inside)
          continue;
        const Step step = of(phi.getIncomingValue(i));
        if (result && *result != step)
          return unknownStep;
        if (!result)
          steps[&phi] = step;
        result = step;
      }
    return result.value_or(Step());
  }

  Step compute(const Instruction &instruction) {
    if (std::optional<InternalOp> op = internalOp(instruction)) {
      if (op != InternalOp::globalId && op != InternalOp::localId)
        return ofOperands(cast<CallBase>(instruction).args());
      const auto *asked = dyn_cast<ConstantInt>(instruction.getOperand(0));
      if (!asked)
        return unknownStep;
      return {true, asked->getZExtValue() == dimension ? 1 : 0};
    }
    switch (instruction.getOpcode()) {
    case Instruction::Add:
      return of(instruction.getOperand(0)) + of(instruction.getOperand(1));
    case Instruction::Sub:
      return of(instruction.getOperand(0)) + of(instruction.getOperand(1)) * -1;
    case Instruction::Or:
      if (cast<PossiblyDisjointInst>(instruction).isDisjoint())
        return of(instruction.getOperand(0)) + of(instruction.getOperand(1));
      break;
    case Instruction::Mul:
      for (unsigned i : {0, 1})
        if (const auto *factor = dyn_cast<ConstantInt>(instruction.getOperand(i));
            factor && factor->getValue().isSignedIntN(32))
          return of(instruction.getOperand(1 - i)) * factor->getSExtValue();
      break;
    case Instruction::Shl:
      if (const auto *bits = dyn_cast<ConstantInt>(instruction.getOperand(1));
          bits && bits->getValue().ult(32))
        return of(instruction.getOperand(0)) * (std::int64_t(1) << bits->getZExtValue());
      break;
    case Instruction::SExt:
    case Instruction::ZExt:
    case Instruction::Trunc:
    case Instruction::Freeze:
    case Instruction::AddrSpaceCast:
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
    case Instruction::BitCast:
      return of(instruction.getOperand(0));
    case Instruction::GetElementPtr:
      return ofAddress(cast<GEPOperator>(instruction));
    default:
      break;
    }
    return ofOperands(instruction.operands());
  }

  template <typename Operands> Step ofOperands(Operands &&operands) {
    for (const Use &operand : operands)
      if (!of(operand.get()).isNone())
        return unknownStep;
    return {};
  }

  Step ofAddress(const GEPOperator &address) {
    const DataLayout &layout = cast<Instruction>(address).getDataLayout();
    Step sum = of(address.getPointerOperand());
    for (auto part = gep_type_begin(address); part != gep_type_end(address); ++part)
      if (!part.isStruct())
        sum = sum + of(part.getOperand()) *
                        static_cast<std::int64_t>(part.getSequentialElementStride(layout));
    return sum;
  }

  unsigned dimension;
  const LoopInfo &loops;
  DenseMap<const Instruction *, Step> steps;
  unsigned depth = 0;
};

bool isFarApart(Step step, std::int64_t bytes) {
  return !step.isKnown || step.amount > bytes * mostStrided || step.amount < -bytes * mostStrided;
}

double costOfAccess(Step step, std::int64_t bytes, bool writesLines) {
  if (isFarApart(step, bytes))
    return writesLines ? costOfScatter : costOfGather;
  return step.amount == 0 || step.amount == bytes ? costOfOne : costOfStrided;
}

bool isGlobal(const Value &pointer) {
  const unsigned space = pointer.getType()->getPointerAddressSpace();
  return space != inPrivate && space != inLocal;
}

/// Whether neighbours in the first dimension access lines far from one another somewhere where
/// neighbours in the second one share them.
bool crossesRows(const Function &kernel, unsigned first, unsigned second, const LoopInfo &loops) {
  Steps inFirst(first, loops), inSecond(second, loops);
  return any_of(instructions(kernel), [&](const Instruction &instruction) {
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    if (!pointer || !isGlobal(*pointer))
      return false;
    const TypeSize size = kernel.getDataLayout().getTypeStoreSize(getLoadStoreType(&instruction));
    const auto bytes = static_cast<std::int64_t>(size.getFixedValue());
    const Step step = inSecond.of(pointer);
    return isFarApart(inFirst.of(pointer), bytes) && !step.isNone() && !isFarApart(step, bytes);
  });
}

struct Lanes {
  double cost = 0;
  bool areNeighbours = false; ///< some access is side by side
};

/// Of work-items that differ in that dimension.
Lanes lanesOf(const Function &kernel, unsigned dimension, const LoopInfo &loops) {
  const DataLayout &layout = kernel.getDataLayout();
  Steps steps(dimension, loops);
  Lanes lanes;
  for (const BasicBlock &block : kernel) {
    const Loop *loop = loops.getLoopFor(&block);
    double rounds = 1;
    for (unsigned i = std::min(loops.getLoopDepth(&block), mostDepth); i > 0; --i)
      rounds *= guessedRounds;
    for (const Instruction &instruction : block) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      if (!pointer || pointer->getType()->getPointerAddressSpace() == inPrivate)
        continue;
      const TypeSize size = layout.getTypeStoreSize(getLoadStoreType(&instruction));
      const auto bytes = static_cast<std::int64_t>(size.getFixedValue());
      const Step step = steps.of(pointer);
      lanes.cost +=
          rounds * costOfAccess(step, bytes, isa<StoreInst>(instruction) && isGlobal(*pointer));
      lanes.areNeighbours |= step == Step{true, bytes};
    }
    const auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (loop && branch && branch->isConditional() && loop->isLoopExiting(&block) &&
        !steps.of(branch->getCondition()).isNone())
      lanes.cost += rounds * costOfGather;
  }
  return lanes;
}

constexpr unsigned dimensions = 3;

/// The constant that an operation asks for; nothing where it asks for none.
std::optional<Use *> askedDimension(Instruction &instruction) {
  switch (internalOp(instruction).value_or(InternalOp::workDim)) {
  case InternalOp::globalOffset:
  case InternalOp::globalSize:
  case InternalOp::globalId:
  case InternalOp::groupShortage:
  case InternalOp::localId:
  case InternalOp::groupId:
  case InternalOp::localSize:
  case InternalOp::enqueuedLocalSize:
  case InternalOp::numGroups:
    return &cast<CallBase>(instruction).getArgOperandUse(0);
  default:
    return std::nullopt;
  }
}

/// Whether all dimensions are known that it asks for, and it reads and writes no images.
bool isSimple(Function &kernel) {
  return all_of(instructions(kernel), [](Instruction &instruction) {
    const std::optional<InternalOp> op = internalOp(instruction);
    if (op == InternalOp::imageRead || op == InternalOp::imageWrite)
      return false;
    const std::optional<Use *> asked = askedDimension(instruction);
    return !asked || isa<ConstantInt>(asked.value()->get());
  });
}

bool mayExchange(const Function &kernel, unsigned dimension) {
  const MDNode *required = kernel.getMetadata("reqd_work_group_size");
  return !required || (required->getNumOperands() == dimensions &&
                       required->getOperand(0) == required->getOperand(dimension));
}

void exchange(Function &kernel, unsigned dimension) {
  for (Instruction &instruction : instructions(kernel))
    if (const std::optional<Use *> asked = askedDimension(instruction)) {
      Use &use = **asked;
      const std::uint64_t number = cast<ConstantInt>(use.get())->getZExtValue();
      if (number == 0 || number == dimension)
        use.set(ConstantInt::get(use->getType(), dimension - number));
    }
  kernel.addFnAttr(firstDimensionAttribute, utostr(dimension));
  remark(kernel, "work-items are neighbours in memory in dimension " + Twine(dimension) +
                     ": lanes are, too, and dimension 0 takes its place");
}

} // namespace

PreservedAnalyses ExchangeDimensionsPass::run(Function &function,
                                              FunctionAnalysisManager &analyses) {
  if (!isKernel(function) || findGroupBoundaries(function) < abi::GroupBoundaries::haveIds ||
      !isSimple(function))
    return PreservedAnalyses::all();
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  double least = lanesOf(function, 0, loops).cost / leastGain;
  unsigned best = 0;
  for (unsigned dimension = 1; dimension < dimensions; ++dimension)
    if (mayExchange(function, dimension))
      if (const Lanes lanes = lanesOf(function, dimension, loops);
          lanes.areNeighbours && lanes.cost < least) {
        least = lanes.cost;
        best = dimension;
      }
  if (crossesRows(function, best, best == 1 ? 0 : 1, loops))
    function.addFnAttr(crossesRowsAttribute);
  if (best == 0)
    return PreservedAnalyses::all();
  exchange(function, best);
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
