#include "compiler/matrix/blocks/flatten_guarded_rows.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// A branch around more is worth more than one block.
constexpr unsigned mostAccesses = 4, mostInstructions = 64;

bool isMaskedAccess(const Instruction &instruction) {
  const auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && (call->getIntrinsicID() == Intrinsic::masked_load ||
                  call->getIntrinsicID() == Intrinsic::masked_store);
}

unsigned maskOperand(const Instruction &access) {
  return cast<IntrinsicInst>(access).getIntrinsicID() == Intrinsic::masked_load ? 1 : 2;
}

/// The mask of which the condition says whether it has any lanes, or has none.
Value *maskAskedFor(Value *condition, bool forNone) {
  Value *mask = nullptr;
  CmpPredicate predicate;
  if (!forNone && match(condition, m_Intrinsic<Intrinsic::vector_reduce_or>(m_Value(mask))))
    return mask;
  if (match(condition, m_ICmp(predicate, m_BitCast(m_Value(mask)), m_ZeroInt())) &&
      predicate == (forNone ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE) &&
      mask->getType()->isIntOrIntVectorTy(1))
    return mask;
  return nullptr;
}

/// True if the mask has no lanes where `all` has none.
bool isPartOf(const Value *mask, const Value *all) {
  const Value *left = nullptr, *right = nullptr;
  return mask == all || (match(mask, m_LogicalAnd(m_Value(left), m_Value(right))) &&
                         (isPartOf(left, all) || isPartOf(right, all)));
}

/// A block that is passed by where a condition does not hold.
class Guarded {
public:
  Guarded(BranchInst &branch, unsigned side, const TargetTransformInfo &target)
      : branch(branch), body(*branch.getSuccessor(side)), behind(*branch.getSuccessor(1 - side)),
        isNegated(side == 1), all(maskAskedFor(branch.getCondition(), isNegated)), target(target) {}

  bool canBeFlattened() const;
  void flatten();

private:
  bool isAccess(const Instruction &instruction) const;
  Instruction *masked(IRBuilder<> &builder, Instruction &access, Value *condition) const;
  bool isForNoLanes(const Value *value, const Value *outside) const;

  BranchInst &branch;
  BasicBlock &body, &behind;
  const bool isNegated;
  Value *const all; ///< the mask without any lanes where control passes by, if there is one
  const TargetTransformInfo &target;
};

/// Of vectors, for which there are masks.
bool Guarded::isAccess(const Instruction &instruction) const {
  if (isMaskedAccess(instruction))
    return true;
  const auto *load = dyn_cast<LoadInst>(&instruction);
  const auto *store = dyn_cast<StoreInst>(&instruction);
  if (!(load && load->isSimple()) && !(store && store->isSimple()))
    return false;
  Type *type = getLoadStoreType(&instruction);
  const Align alignment = getLoadStoreAlignment(&instruction);
  const unsigned space = getLoadStoreAddressSpace(&instruction);
  return isa<FixedVectorType>(type) && type->getScalarSizeInBits() >= 8 &&
         (load ? target.isLegalMaskedLoad(type, alignment, space)
               : target.isLegalMaskedStore(type, alignment, space));
}

bool Guarded::canBeFlattened() const {
  const auto *end = dyn_cast<BranchInst>(body.getTerminator());
  if (!body.getSinglePredecessor() || !end || end->isConditional() ||
      end->getSuccessor(0) != &behind || isa<PHINode>(body.front()))
    return false;
  unsigned accesses = 0;
  for (const Instruction &instruction : drop_end(body))
    if (isAccess(instruction))
      ++accesses;
    else if (!instruction.isIntDivRem() && !isSafeToSpeculativelyExecute(&instruction))
      return false;
  return accesses && accesses <= mostAccesses && body.size() <= mostInstructions;
}

/// The access, where the condition holds only.
Instruction *Guarded::masked(IRBuilder<> &builder, Instruction &access, Value *condition) const {
  builder.SetInsertPoint(&access);
  if (isMaskedAccess(access)) {
    Value *mask = access.getOperand(maskOperand(access));
    if (!all || !isPartOf(mask, all)) {
      auto *type = cast<VectorType>(mask->getType());
      access.setOperand(maskOperand(access),
                        builder.CreateLogicalAnd(
                            builder.CreateVectorSplat(type->getElementCount(), condition), mask));
    }
    return &access;
  }
  auto *type = cast<FixedVectorType>(getLoadStoreType(&access));
  Value *mask = builder.CreateVectorSplat(type->getElementCount(), condition);
  Value *pointer = getLoadStorePointerOperand(&access);
  if (auto *store = dyn_cast<StoreInst>(&access))
    return builder.CreateMaskedStore(store->getValueOperand(), pointer, store->getAlign(), mask);
  auto *load = builder.CreateMaskedLoad(type, pointer, getLoadStoreAlignment(&access), mask);
  if (isUnwritten(access))
    markUnwritten(*load);
  return load;
}

/// True if the value is what comes from outside, where the mask has no lanes.
bool Guarded::isForNoLanes(const Value *value, const Value *outside) const {
  const auto *call = dyn_cast<IntrinsicInst>(value);
  if (call && call->getIntrinsicID() == Intrinsic::masked_load)
    return all && call->getArgOperand(2) == outside && isPartOf(call->getArgOperand(1), all);
  return all && match(value, m_Select(m_Specific(all), m_Value(), m_Specific(outside)));
}

void Guarded::flatten() {
  BasicBlock &head = *branch.getParent();
  IRBuilder<> builder(&branch);
  Value *condition = branch.getCondition();
  if (isNegated)
    condition = builder.CreateNot(condition);
  for (Instruction &instruction : make_early_inc_range(drop_end(body))) {
    instruction.moveBefore(branch.getIterator());
    if (!isAccess(instruction)) {
      instruction.dropUBImplyingAttrsAndMetadata();
      // A divisor may be zero, or overflow, where the condition does not hold.
      if (instruction.isIntDivRem() && !isSafeToSpeculativelyExecute(&instruction)) {
        builder.SetInsertPoint(&instruction);
        instruction.setOperand(1, builder.CreateSelect(condition, instruction.getOperand(1),
                                                       ConstantInt::get(instruction.getType(), 1)));
      }
      continue;
    }
    if (Instruction *access = masked(builder, instruction, condition); access != &instruction) {
      instruction.replaceAllUsesWith(access);
      instruction.eraseFromParent();
    }
  }
  builder.SetInsertPoint(&branch);
  for (PHINode &phi : behind.phis()) {
    Value *inside = phi.getIncomingValueForBlock(&body);
    Value *outside = phi.getIncomingValueForBlock(&head);
    phi.setIncomingValueForBlock(&head, isForNoLanes(inside, outside)
                                            ? inside
                                            : builder.CreateSelect(condition, inside, outside));
  }
  behind.removePredecessor(&body, /*KeepOneInputPHIs=*/true);
  builder.CreateBr(&behind);
  branch.eraseFromParent();
  body.eraseFromParent();
}

} // namespace

PreservedAnalyses FlattenGuardedRowsPass::run(Function &function,
                                              FunctionAnalysisManager &analyses) {
  if (none_of(instructions(function), [](const Instruction &instruction) {
        return internalOp(instruction) == InternalOp::simdMatrixMad;
      }))
    return PreservedAnalyses::all();
  const auto &target = analyses.getResult<TargetIRAnalysis>(function);
  const auto flatten = [&](BasicBlock &block) {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      return false;
    for (unsigned side : {0u, 1u})
      if (Guarded guarded(*branch, side, target); guarded.canBeFlattened()) {
        guarded.flatten();
        return true;
      }
    return false;
  };
  bool changed = false;
  SmallVector<WeakTrackingVH> blocks(make_pointer_range(function));
  for (const WeakTrackingVH &handle : blocks) {
    auto *block = cast_or_null<BasicBlock>(static_cast<Value *>(handle));
    while (block && flatten(*block)) {
      changed = true;
      // The next branch is the end of this block then.
      MergeBlockIntoPredecessor(block->getSingleSuccessor());
    }
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
