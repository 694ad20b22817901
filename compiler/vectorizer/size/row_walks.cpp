#include "compiler/vectorizer/size/row_walks.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/vectorizer/size/loop_rounds.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#include <cstdint>
#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

// Cycles. Gathers and scatters as measured on processors with AVX-512, for each lane; the rest as
// several scalar units do it.
constexpr double gatherOfLane = 2.2, scatterOfLane = 3, scalarAccess = 0.5, scalarOperation = 0.4;
constexpr double scalarDivision = 3, vectorDivision = 10;

/// How far a value grows from one lane to the next; nothing where that is no one number.
using Stride = std::optional<std::int64_t>;

/// Strides along dimension 0, in which lanes lie.
class LaneStrides {
public:
  LaneStrides(const DataLayout &layout, const LoopInfo &loops) : layout(layout), loops(loops) {}

  Stride of(const Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction)
      return 0;
    if (auto found = known.find(instruction); found != known.end())
      return found->second;
    Stride stride = compute(*instruction);
    known[instruction] = stride;
    return stride;
  }

private:
  Stride compute(const Instruction &instruction) {
    if (std::optional<InternalOp> op = internalOp(instruction))
      return ofOperation(*op, cast<CallBase>(instruction));
    if (auto *phi = dyn_cast<PHINode>(&instruction))
      return ofPhi(*phi);
    if (auto *address = dyn_cast<GEPOperator>(&instruction))
      return ofAddress(*address);
    switch (instruction.getOpcode()) {
    case Instruction::Or:
      if (!cast<PossiblyDisjointInst>(instruction).isDisjoint())
        return whereUniform(instruction);
      [[fallthrough]];
    case Instruction::Add:
    case Instruction::Sub: {
      Stride left = of(instruction.getOperand(0)), right = of(instruction.getOperand(1));
      if (!left || !right)
        return std::nullopt;
      return instruction.getOpcode() == Instruction::Sub ? *left - *right : *left + *right;
    }
    case Instruction::Mul:
    case Instruction::Shl:
      if (auto *factor = dyn_cast<ConstantInt>(instruction.getOperand(1));
          factor && factor->getValue().isSignedIntN(32)) {
        Stride stride = of(instruction.getOperand(0));
        if (!stride)
          return std::nullopt;
        const std::int64_t by = factor->getSExtValue();
        if (instruction.getOpcode() == Instruction::Mul)
          return *stride * by;
        return by >= 0 && by < 32 ? Stride(*stride << by) : std::nullopt;
      }
      return whereUniform(instruction);
    case Instruction::AShr:
    case Instruction::LShr: {
      // An extension of the low bits, perhaps with a multiplication: the number of a work-item that
      // a program keeps as an int.
      Value *narrow = nullptr;
      std::uint64_t up = 0, down = 0;
      if (!match(&instruction,
                 m_Shr(m_Shl(m_Value(narrow), m_ConstantInt(up)), m_ConstantInt(down))) ||
          down > up || up - down >= 32)
        return whereUniform(instruction);
      const Stride stride = of(narrow);
      return stride ? Stride(*stride << (up - down)) : std::nullopt;
    }
    case Instruction::And:
      // A truncation and an extension in one.
      if (match(instruction.getOperand(1), m_SpecificInt(UINT32_MAX)))
        return of(instruction.getOperand(0));
      return whereUniform(instruction);
    case Instruction::Trunc:
    case Instruction::ZExt:
    case Instruction::SExt:
    case Instruction::AddrSpaceCast:
      return of(instruction.getOperand(0));
    default:
      return whereUniform(instruction);
    }
  }

  Stride ofOperation(InternalOp op, const CallBase &call) {
    if (op == InternalOp::globalId || op == InternalOp::localId) {
      auto *dimension = dyn_cast<ConstantInt>(call.getArgOperand(0));
      return dimension ? Stride(dimension->isZero() ? 1 : 0) : std::nullopt;
    }
    return whereUniform(call);
  }

  /// A loop's phi grows as its first value does, where a round keeps that.
  Stride ofPhi(const PHINode &phi) {
    known[&phi] = 0;
    const Loop *loop = loops.getLoopFor(phi.getParent());
    Stride first = 0;
    for (const auto &[incoming, from] : zip(phi.incoming_values(), phi.blocks()))
      if (!loop || loop->getHeader() != phi.getParent() || !loop->contains(from))
        first = of(incoming);
    known[&phi] = first;
    for (const Value *incoming : phi.incoming_values())
      if (of(incoming) != first)
        return std::nullopt;
    return first;
  }

  Stride ofAddress(const GEPOperator &address) {
    Stride sum = of(address.getPointerOperand());
    for (auto index = gep_type_begin(address); sum && index != gep_type_end(address); ++index) {
      Stride stride = of(index.getOperand());
      if (!stride)
        return std::nullopt;
      if (*stride != 0)
        *sum += *stride * std::int64_t(index.getSequentialElementStride(layout).getFixedValue());
    }
    return sum;
  }

  Stride whereUniform(const Instruction &instruction) {
    for (const Use &operand : instruction.operands())
      if (!isa<BasicBlock>(operand) && of(operand) != 0)
        return std::nullopt;
    return 0;
  }

  const DataLayout &layout;
  const LoopInfo &loops;
  DenseMap<const Instruction *, Stride> known;
};

class Estimate {
public:
  Estimate(Function &kernel, unsigned lanes)
      : lanes(lanes), kernel(kernel), dominators(kernel), loops(dominators),
        strides(kernel.getDataLayout(), loops) {}

  bool prefersWorkItems() {
    bool hasRows = false;
    for (Loop *loop : loops.getLoopsInPreorder()) {
      if (!loop->isInnermost())
        continue;
      inLoop = {};
      for (BasicBlock *block : loop->blocks())
        for (Instruction &instruction : *block)
          add(instruction);
      const double longest = isDivergent(*loop) ? divergence : 1;
      if (inLoop.scatters || (isDivergent(*loop) && inLoop.gathers >= 2))
        hasRows = true;
      if (inLoop.gathers && roundsFillVectors(*loop, kernel, dominators, loops)) {
        hasRows = true;
        inLoop.workItems *= restOfRounds;
      }
      asLanes += inLoop.asLanes * longest;
      workItems += inLoop.workItems;
    }
    return hasRows && workItems < asLanes;
  }

private:
  /// What is left of a loop whose rounds lie side by side, as far as there are enough of them.
  static constexpr double restOfRounds = 0.25;
  /// What lanes wait for one another where they leave a loop at different times.
  static constexpr double divergence = 1.5;

  void add(Instruction &instruction) {
    if (isa<LoadInst, StoreInst>(instruction)) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      Type *type = getLoadStoreType(&instruction);
      const Stride stride = strides.of(pointer);
      inLoop.workItems += lanes * scalarAccess;
      const std::int64_t bytes = instruction.getDataLayout().getTypeStoreSize(type).getFixedValue();
      if (stride && (*stride == 0 || *stride == bytes || *stride == -bytes))
        inLoop.asLanes += 1;
      else if (isa<LoadInst>(instruction)) {
        ++inLoop.gathers;
        inLoop.asLanes += lanes * gatherOfLane;
      } else {
        ++inLoop.scatters;
        inLoop.asLanes += lanes * scatterOfLane;
      }
      return;
    }
    if (isa<PHINode, GetElementPtrInst, DbgInfoIntrinsic>(instruction) ||
        instruction.isTerminator() || isa<CastInst>(instruction))
      return;
    const double wide = instruction.getType()->getScalarSizeInBits() > 32 ? 2 : 1;
    switch (instruction.getOpcode()) {
    case Instruction::FDiv:
    case Instruction::FRem:
      inLoop.workItems += lanes * scalarDivision;
      inLoop.asLanes += vectorDivision * wide;
      return;
    case Instruction::Call:
      // Mathematical functions are where lanes pay most.
      if (!isa<IntrinsicInst>(instruction)) {
        inLoop.workItems += lanes * 20;
        inLoop.asLanes += 40;
        return;
      }
      [[fallthrough]];
    default:
      inLoop.workItems += lanes * scalarOperation;
      inLoop.asLanes += wide;
    }
  }

  bool isDivergent(const Loop &loop) {
    SmallVector<BasicBlock *> exiting;
    loop.getExitingBlocks(exiting);
    return any_of(exiting, [&](BasicBlock *block) {
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      return branch && branch->isConditional() && strides.of(branch->getCondition()) != 0;
    });
  }

  struct Counts {
    double asLanes = 0, workItems = 0;
    unsigned gathers = 0, scatters = 0;
  };

  const unsigned lanes;
  Function &kernel;
  DominatorTree dominators;
  LoopInfo loops;
  LaneStrides strides;
  Counts inLoop;
  double asLanes = 0, workItems = 0;
};

/// Whether work-items meet, for which lanes are the cheaper way.
bool meets(const Function &kernel) {
  return any_of(instructions(kernel), [](const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    if (!call)
      return false;
    if (internalOp(*call) == InternalOp::workGroupBarrier)
      return true;
    // What another function does with memory is not known here.
    const Function *callee = call->getCalledFunction();
    return callee && !callee->isDeclaration();
  });
}

} // namespace

bool walksRows(Function &kernel, unsigned floatLanes) {
  return !meets(kernel) && Estimate(kernel, floatLanes).prefersWorkItems();
}

} // namespace heddle::compiler
