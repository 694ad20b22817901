#include "compiler/workgroup/divide_global_ids.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/matrix_operation.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/ir/whole_sub_groups.hpp"
#include "compiler/workgroup/group_boundaries.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

#include <array>
#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// Required work-groups that fill sub-groups of any size lose nothing when they are not joined.
constexpr std::uint64_t fillsSubGroups = 32;

/// The value behind conversions of integers that leave what is below 2^31 as it is.
Value *behindConversions(Value *value) {
  while (isa<TruncInst, ZExtInst, SExtInst>(value) && value->getType()->getIntegerBitWidth() >= 32)
    value = cast<CastInst>(value)->getOperand(0);
  return value;
}

/// The constant dimension of a query, or nothing.
std::optional<unsigned> dimensionOf(Value *value, InternalOp op) {
  if (internalOp(*value) != op)
    return std::nullopt;
  auto *dimension = dyn_cast<ConstantInt>(cast<CallInst>(value)->getArgOperand(0));
  return dimension && dimension->getValue().ult(3) ? std::optional(dimension->getZExtValue())
                                                   : std::nullopt;
}

struct GlobalId {
  unsigned dimension = 0;
  bool hasOffset = true; ///< false: get_global_id - get_global_offset
};

std::optional<GlobalId> globalId(Value *value) {
  value = behindConversions(value);
  if (std::optional<unsigned> dimension = dimensionOf(value, InternalOp::globalId))
    return GlobalId{*dimension, true};
  Value *id = nullptr, *offset = nullptr;
  if (!match(value, m_Sub(m_Value(id), m_Value(offset))))
    return std::nullopt;
  const std::optional<unsigned> dimension = dimensionOf(id, InternalOp::globalId);
  if (!dimension || dimensionOf(offset, InternalOp::globalOffset) != dimension)
    return std::nullopt;
  return GlobalId{*dimension, false};
}

class Divider {
public:
  Divider(Function &function, bool mayWantAligned, bool mayWantRows)
      : function(function), mayWantAligned(mayWantAligned), builder(function.getContext()) {
    if (const MDNode *required = function.getMetadata("reqd_work_group_size"))
      for (unsigned d = 0; d < 3 && d < required->getNumOperands(); ++d)
        if (auto *size = mdconst::dyn_extract<ConstantInt>(required->getOperand(d)))
          requiredSize[d] = size->getZExtValue();
    seesGroups = findGroupBoundaries(function) != abi::GroupBoundaries::invisible;
    if (seesGroups && mayWantRows)
      productLanes = impliedSubGroupSize(function).value_or(0);
  }

  bool run() {
    SmallVector<BinaryOperator *> operations;
    for (Instruction &instruction : instructions(function))
      if (auto *operation = dyn_cast<BinaryOperator>(&instruction);
          operation && operation->getType()->isIntegerTy() &&
          operation->getType()->getIntegerBitWidth() >= 32)
        operations.push_back(operation);
    bool changed = false;
    for (BinaryOperator *operation : operations) {
      builder.SetInsertPoint(operation);
      Value *known = operation->getOpcode() == Instruction::Sub ? groupBegin(*operation)
                     : mayWantAligned                           ? divided(*operation)
                                                                : nullptr;
      if (!known)
        continue;
      operation->replaceAllUsesWith(builder.CreateZExtOrTrunc(known, operation->getType()));
      changed = true;
    }
    if (wantsRows)
      function.addFnAttr(rowsOfSubGroupsAttribute);
    if (wantsAligned) {
      function.addFnAttr(alignedGroupsAttribute);
      remark(function, wantsRows
                           ? "a global id divided by the sub-group size is the number of a "
                             "sub-group: other code is compiled for the first launch whose "
                             "work-groups are not rows of whole ones, or begin at no multiple of "
                             "their size"
                           : "a global id divided by the local size is a group id: other code is "
                             "compiled for the first launch whose work-groups are not whole, or "
                             "begin at no multiple of their size");
    }
    return changed;
  }

private:
  /// get_global_id - get_local_id, modulo the type's range.
  Value *groupBegin(BinaryOperator &difference) {
    const auto query = [](Value *value) {
      while (auto *narrowed = dyn_cast<TruncInst>(value))
        value = narrowed->getOperand(0);
      return value;
    };
    const auto dimension = dimensionOf(query(difference.getOperand(0)), InternalOp::globalId);
    if (!dimension ||
        dimensionOf(query(difference.getOperand(1)), InternalOp::localId) != dimension)
      return nullptr;
    Value *begin = builder.CreateNUWMul(ask(InternalOp::groupId, *dimension),
                                        ask(InternalOp::enqueuedLocalSize, *dimension));
    return builder.CreateNUWAdd(begin, ask(InternalOp::globalOffset, *dimension));
  }

  Value *divided(BinaryOperator &operation) {
    const std::optional<GlobalId> id = globalId(operation.getOperand(0));
    if (!id)
      return nullptr;
    Value *by = operation.getOperand(1);
    const APInt *constant = nullptr;
    const bool isConstant = match(by, m_APInt(constant)) && constant->isIntN(31);
    const bool isSubGroupSize = productLanes != 0 && isMaxSubGroupSize(by);
    switch (operation.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
      if (isConstant || isSubGroupSize)
        return quotient(*id, isConstant ? constant->getZExtValue() : productLanes);
      return isLocalSize(by, id->dimension) ? quotient(*id, 0) : nullptr;
    case Instruction::URem:
    case Instruction::SRem:
      if (isConstant || isSubGroupSize)
        return remainder(*id, isConstant ? constant->getZExtValue() : productLanes);
      return isLocalSize(by, id->dimension) ? remainder(*id, 0) : nullptr;
    case Instruction::LShr:
    case Instruction::AShr:
      return isConstant && constant->ult(31)
                 ? quotient(*id, std::uint64_t(1) << constant->getZExtValue())
                 : nullptr;
    case Instruction::And:
      return isConstant && constant->isMask() ? remainder(*id, constant->getZExtValue() + 1)
                                              : nullptr;
    default:
      return nullptr;
    }
  }

  static bool isLocalSize(Value *value, unsigned dimension) {
    // Divisions are guarded against zero.
    match(value, m_Select(m_Value(), m_One(), m_Value(value)));
    value = behindConversions(value);
    return dimensionOf(value, InternalOp::localSize) == dimension ||
           dimensionOf(value, InternalOp::enqueuedLocalSize) == dimension;
  }

  /// The size of a whole sub-group is the largest one.
  static bool isMaxSubGroupSize(Value *value) {
    match(value, m_Select(m_Value(), m_One(), m_Value(value)));
    const std::optional<InternalOp> op = internalOp(*behindConversions(value));
    return op == InternalOp::subGroupSize || op == InternalOp::maxSubGroupSize;
  }

  /// Whether ids may be divided by that number: the required size, or a part of it; where none is
  /// required, a part of the sub-groups whose rows work-groups are.
  bool isPartOfSize(std::uint64_t number, unsigned dimension) {
    const std::uint64_t size = requiredSize[dimension];
    if (number <= 1)
      return false;
    if (size != 0)
      return size % number == 0 && (seesGroups || size % fillsSubGroups == 0);
    const bool isPart = dimension == 0 && productLanes != 0 && productLanes % number == 0;
    wantsRows |= isPart;
    return isPart;
  }

  /// by: 0 is the local size.
  Value *quotient(const GlobalId &id, std::uint64_t by) {
    if (by != 0 && !isPartOfSize(by, id.dimension))
      return nullptr;
    wantsAligned = true;
    // 32 bits are enough, and faster to divide.
    const auto small = [&](InternalOp op) {
      return builder.CreateTrunc(ask(op, id.dimension), builder.getInt32Ty());
    };
    Value *result = small(InternalOp::groupId);
    Value *size = by ? builder.getInt32(static_cast<std::uint32_t>(by))
                     : small(InternalOp::enqueuedLocalSize);
    const std::uint64_t required = requiredSize[id.dimension];
    if (by != 0 && required == 0) {
      // Of rows of whole sub-groups: the first lane's number, which is the same for all lanes, and
      // theirs.
      Value *parts = builder.CreateExactUDiv(small(InternalOp::enqueuedLocalSize), size);
      result = builder.CreateNUWMul(result, parts);
      result = builder.CreateNUWAdd(
          result, builder.CreateUDiv(small(InternalOp::firstLocalId), size, "", /*isExact=*/true));
      if (by != productLanes)
        result = builder.CreateNUWAdd(result, builder.CreateUDiv(laneId(), size));
    } else if (by != required) {
      result =
          builder.CreateNUWMul(result, builder.getInt32(static_cast<std::uint32_t>(required / by)));
      result = builder.CreateNUWAdd(result, builder.CreateUDiv(small(InternalOp::localId), size));
    }
    if (id.hasOffset)
      result =
          builder.CreateNUWAdd(result, builder.CreateUDiv(small(InternalOp::globalOffset), size));
    return result;
  }

  Value *remainder(const GlobalId &id, std::uint64_t by) {
    if (by != 0 && !isPartOfSize(by, id.dimension))
      return nullptr;
    wantsAligned = true;
    const std::uint64_t required = requiredSize[id.dimension];
    if (by != 0 && required == 0)
      return by == productLanes ? laneId() : builder.CreateURem(laneId(), builder.getInt32(by));
    Value *local = ask(InternalOp::localId, id.dimension);
    if (by == 0 || by == required)
      return local;
    return builder.CreateURem(local, builder.getInt64(by));
  }

  Value *ask(InternalOp op, unsigned dimension) {
    auto *type = FunctionType::get(builder.getInt64Ty(), {builder.getInt32Ty()}, false);
    return builder.CreateCall(getInternalOp(*function.getParent(), op, type),
                              {builder.getInt32(dimension)});
  }

  Value *laneId() {
    auto *type = FunctionType::get(builder.getInt32Ty(), false);
    return builder.CreateCall(
        getInternalOp(*function.getParent(), InternalOp::subGroupLocalId, type));
  }

  Function &function;
  const bool mayWantAligned;
  IRBuilder<> builder;
  std::array<std::uint64_t, 3> requiredSize{}; ///< zeros: any
  std::uint64_t productLanes = 0; ///< of sub-groups, which are whole; 0: no matrix operations
  bool seesGroups = false;
  bool wantsAligned = false;
  bool wantsRows = false;
};

} // namespace

PreservedAnalyses DivideGlobalIdsPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isKernel(function) || !Divider(function, mayWantAligned, mayWantRows).run())
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
