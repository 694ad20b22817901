#include "compiler/vectorizer/transform/work_item_ids.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/joined_groups.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

Value *activeLanes(IRBuilder<> &builder) {
  auto *type = FunctionType::get(builder.getInt32Ty(), false);
  Module &module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(getInternalOp(module, InternalOp::activeLanes, type));
}

Value *queryDimension(IRBuilder<> &builder, InternalOp op, Value *dimension) {
  auto *type = FunctionType::get(builder.getInt64Ty(), {builder.getInt32Ty()}, false);
  Module &module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(getInternalOp(module, op, type), {dimension});
}

// The size of the last work-group may differ, the enqueued one is what the groups before it have.
Value *globalId(IRBuilder<> &builder, Value *dimension) {
  auto query = [&](InternalOp op) { return queryDimension(builder, op, dimension); };
  Value *group = builder.CreateMul(query(InternalOp::groupId), query(InternalOp::enqueuedLocalSize),
                                   "", /*HasNUW=*/true, /*HasNSW=*/true);
  Value *inRange =
      builder.CreateAdd(group, query(InternalOp::localId), "", /*HasNUW=*/true, /*HasNSW=*/true);
  return builder.CreateAdd(inRange, query(InternalOp::globalOffset), "", /*HasNUW=*/true,
                           /*HasNSW=*/true);
}

Value *answer(CallInst &call, InternalOp op, Variant variant, unsigned lanes) {
  IRBuilder<> builder(&call);
  switch (op) {
  case InternalOp::localId: {
    Value *dimension = call.getArgOperand(0);
    const bool isUniform =
        variant == Variant::lane ||
        (lanesShareRow(*call.getFunction(), variant) && !cast<ConstantInt>(dimension)->isZero());
    return isUniform ? queryDimension(builder, InternalOp::firstLocalId, dimension) : nullptr;
  }
  case InternalOp::subGroupLocalId:
    return variant == Variant::lane ? builder.getInt32(0) : nullptr;
  case InternalOp::subGroupSize:
    return variant == Variant::masked ? activeLanes(builder) : builder.getInt32(lanes);
  case InternalOp::maxSubGroupSize:
    return builder.getInt32(lanes);
  default:
    return nullptr;
  }
}

/// In a whole sub-group local ids begin at a multiple of the lanes. So what divides by such a
/// multiple, or asks on which side of one an id lies, finds the same for all lanes, as it does for
/// the first one.
class NeighbourIds {
public:
  NeighbourIds(CallInst &id, unsigned lanes) : id(id), lanes(lanes) {}

  void share() { shareIn(id); }

private:
  void shareIn(Value &value) {
    for (Use &use : make_early_inc_range(value.uses())) {
      auto *user = cast<Instruction>(use.getUser());
      // Ids have 12 bits, and are never poison.
      if (isa<TruncInst, ZExtInst, SExtInst, FreezeInst>(user)) {
        if (user->getType()->getIntegerBitWidth() >= 16)
          shareIn(*user);
        continue;
      }
      const APInt *constant = nullptr;
      if (use.getOperandNo() != 0 || user->getNumOperands() != 2 ||
          !match(user->getOperand(1), m_APInt(constant)) || constant->isZero())
        continue;
      IRBuilder<> builder(user);
      if (user->getOpcode() == Instruction::And
              ? constant->countr_zero() >= Log2_32(lanes)
              : constant->isIntN(31) && isSame(*user, constant->getZExtValue()))
        use.set(builder.CreateZExtOrTrunc(first(builder), value.getType()));
      else if (constant->isIntN(31) && isRemainder(*user, constant->getZExtValue()))
        user->replaceAllUsesWith(remainder(builder, *user, constant->getZExtValue()));
    }
  }

  /// Whether an operation with that number has one result for all lanes.
  bool isSame(const Instruction &operation, std::uint64_t number) const {
    switch (operation.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
      return number % lanes == 0;
    case Instruction::LShr:
    case Instruction::AShr:
      return number >= Log2_32(lanes);
    case Instruction::ICmp:
      switch (cast<ICmpInst>(operation).getPredicate()) {
      case CmpInst::ICMP_ULT:
      case CmpInst::ICMP_UGE:
      case CmpInst::ICMP_SLT:
      case CmpInst::ICMP_SGE:
        return number % lanes == 0;
      case CmpInst::ICMP_UGT:
      case CmpInst::ICMP_ULE:
      case CmpInst::ICMP_SGT:
      case CmpInst::ICMP_SLE:
        return (number + 1) % lanes == 0;
      default:
        return false;
      }
    default:
      return false;
    }
  }

  bool isRemainder(const Instruction &operation, std::uint64_t number) const {
    switch (operation.getOpcode()) {
    case Instruction::URem:
    case Instruction::SRem:
      return number % lanes == 0;
    case Instruction::And:
      return isMask_64(number) && (number + 1) % lanes == 0;
    default:
      return false;
    }
  }

  /// That of the first lane, which is 0 for the lanes themselves, and the number of the lane.
  Value *remainder(IRBuilder<> &builder, Instruction &operation, std::uint64_t number) const {
    Type *type = operation.getType();
    auto *query = FunctionType::get(builder.getInt32Ty(), false);
    Value *lane = builder.CreateCall(
        getInternalOp(*operation.getModule(), InternalOp::subGroupLocalId, query));
    lane = builder.CreateZExtOrTrunc(lane, type);
    if (number == (operation.getOpcode() == Instruction::And ? lanes - 1 : lanes))
      return lane;
    Value *ofFirst = builder.CreateBinOp(static_cast<Instruction::BinaryOps>(operation.getOpcode()),
                                         builder.CreateZExtOrTrunc(first(builder), type),
                                         operation.getOperand(1));
    return builder.CreateAdd(ofFirst, lane, "", /*HasNUW=*/true, /*HasNSW=*/true);
  }

  Value *first(IRBuilder<> &builder) const {
    return queryDimension(builder, InternalOp::firstLocalId, builder.getInt32(0));
  }

  CallInst &id;
  const unsigned lanes;
};

} // namespace

bool lanesShareRow(const Function &function, Variant variant) {
  return isFull(variant) || (variant == Variant::masked && hasRowsApart(function));
}

bool assumeSmallGlobalIds(Function &function) {
  bool isNarrowed = false;
  for (Instruction &instruction : instructions(function)) {
    if (internalOp(instruction) != InternalOp::globalId)
      continue;
    auto &call = cast<CallInst>(instruction);
    call.addRangeRetAttr(ConstantRange(APInt(64, 0), APInt(64, std::uint64_t(1) << 31)));
    isNarrowed |= any_of(call.users(), [](const User *user) {
      auto *operation = dyn_cast<Instruction>(user);
      return operation && (isa<TruncInst>(operation) || operation->isShift() ||
                           operation->getOpcode() == Instruction::And);
    });
  }
  return isNarrowed;
}

void substituteIds(Function &function, Variant variant, unsigned lanes) {
  // First, since it brings local ids.
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (internalOp(instruction) == InternalOp::globalId) {
      IRBuilder<> builder(&instruction);
      instruction.replaceAllUsesWith(
          globalId(builder, cast<CallInst>(instruction).getArgOperand(0)));
      instruction.eraseFromParent();
    }
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    std::optional<InternalOp> op = internalOp(instruction);
    if (!op)
      continue;
    if (op == InternalOp::localId && lanesShareRow(function, variant) &&
        match(cast<CallInst>(instruction).getArgOperand(0), m_Zero()))
      NeighbourIds(cast<CallInst>(instruction), lanes).share();
    if (Value *value = answer(cast<CallInst>(instruction), *op, variant, lanes)) {
      instruction.replaceAllUsesWith(value);
      instruction.eraseFromParent();
    }
  }
}

} // namespace heddle::compiler
