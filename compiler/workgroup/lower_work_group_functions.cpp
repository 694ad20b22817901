#include "compiler/workgroup/lower_work_group_functions.hpp"

#include "compiler/ir/group_arithmetic.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/workgroup/suspensions.hpp"
#include "runtime/abi/kernel_metadata.hpp"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned localSpace = 3;
/// A slot holds any scalar of OpenCL C.
constexpr std::uint64_t slotBytes = 8;
/// Bytes that a copy moves at a time: one register of the largest target.
constexpr std::uint64_t chunkBytes = 64;
// SPIR-V: Workgroup; AcquireRelease | WorkgroupMemory.
constexpr std::uint32_t workGroupScope = 2, localFence = 0x108;

bool isWorkGroupFunction(InternalOp op) {
  return op == InternalOp::workGroupReduce || op == InternalOp::workGroupScanInclusive ||
         op == InternalOp::workGroupScanExclusive || op == InternalOp::workGroupBroadcast ||
         op == InternalOp::workGroupCopy || op == InternalOp::newNamedBarrier;
}

std::uint64_t largestWorkGroup(const Function &kernel) {
  const MDNode *required = kernel.getMetadata("reqd_work_group_size");
  if (!required)
    return abi::maxWorkGroupSize;
  std::uint64_t product = 1;
  for (const MDOperand &operand : required->operands())
    if (auto *size = mdconst::dyn_extract<ConstantInt>(operand))
      product *= size->getZExtValue();
  return std::min<std::uint64_t>(product, abi::maxWorkGroupSize);
}

class KernelLowering {
public:
  explicit KernelLowering(Function &kernel)
      : kernel(kernel), module(*kernel.getParent()), builder(module.getContext()),
        i32(builder.getInt32Ty()), i64(builder.getInt64Ty()) {
    unsigned lanes = std::max(subGroupSize(kernel), 1u);
    slots = (largestWorkGroup(kernel) + lanes - 1) / lanes;
  }

  void run() {
    SmallVector<CallInst *> calls;
    for (Instruction &instruction : instructions(kernel))
      if (std::optional<InternalOp> op = internalOp(instruction); op && isWorkGroupFunction(*op))
        calls.push_back(cast<CallInst>(&instruction));
    for (CallInst *call : calls)
      lower(*call);
  }

private:
  void lower(CallInst &call) {
    builder.SetInsertPoint(&call);
    Value *result = nullptr;
    switch (*internalOp(call)) {
    case InternalOp::workGroupReduce:
      result = reduce(call);
      break;
    case InternalOp::workGroupScanInclusive:
      result = scan(call, InternalOp::subGroupScanInclusive);
      break;
    case InternalOp::workGroupScanExclusive:
      result = scan(call, InternalOp::subGroupScanExclusive);
      break;
    case InternalOp::workGroupBroadcast:
      result = broadcast(call);
      break;
    case InternalOp::newNamedBarrier:
      result = newNamedBarrier(call);
      break;
    default:
      copy(call);
    }
    if (result)
      call.replaceAllUsesWith(result);
    call.eraseFromParent();
  }

  CallInst *operation(InternalOp op, Type *result, ArrayRef<Value *> operands) {
    SmallVector<Type *, 4> types;
    for (Value *operand : operands)
      types.push_back(operand->getType());
    auto *type = FunctionType::get(result, types, /*isVarArg=*/false);
    return builder.CreateCall(getInternalOp(module, op, type), operands);
  }
  Value *subGroupId() { return operation(InternalOp::subGroupId, i32, {}); }
  void barrier() {
    operation(InternalOp::workGroupBarrier, builder.getVoidTy(),
              {builder.getInt32(workGroupScope), builder.getInt32(localFence)});
  }

  /// Each call has a barrier of its own, which it makes ready between two barriers of the
  /// work-group: all sub-groups come to it.
  Value *newNamedBarrier(CallInst &call) {
    auto *type = ArrayType::get(i32, NamedBarrier::size / 4);
    auto *variable = new GlobalVariable(
        module, type, /*isConstant=*/false, GlobalValue::InternalLinkage, UndefValue::get(type),
        kernel.getName() + ".named_barrier", nullptr, GlobalValue::NotThreadLocal, localSpace);
    variable->setAlignment(Align(4));
    barrier();
    auto store = [&](std::uint64_t offset, Value *value) {
      builder.CreateAlignedStore(
          value, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), variable, offset),
          Align(4));
    };
    store(NamedBarrier::expected, call.getArgOperand(0));
    store(NamedBarrier::arrived, builder.getInt32(0));
    store(NamedBarrier::openings, builder.getInt32(0));
    barrier();
    return variable;
  }

  /// All calls of a kernel share the slots: each is through with them at its second barrier.
  Value *slot(Value *index) {
    if (!scratch) {
      auto *type = ArrayType::get(i64, slots);
      scratch = new GlobalVariable(module, type, /*isConstant=*/false, GlobalValue::InternalLinkage,
                                   UndefValue::get(type), kernel.getName() + ".work_group_slots",
                                   nullptr, GlobalValue::NotThreadLocal, localSpace);
      scratch->setAlignment(Align(slotBytes));
    }
    return builder.CreateInBoundsGEP(i64, scratch, builder.CreateZExt(index, i64));
  }

  /// A loop in front of `call`, where the builder stands afterwards: counter = 0, step, … below
  /// `limit`. The body gets the counter and the value carried so far, null without `start`, and
  /// returns the next one.
  Value *countedLoop(CallInst &call, Value *limit, std::uint64_t step, Value *start,
                     function_ref<Value *(Value *counter, Value *carried)> body) {
    BasicBlock *before = builder.GetInsertBlock();
    BasicBlock *after = before->splitBasicBlock(&call, "work_group");
    BasicBlock *header = BasicBlock::Create(module.getContext(), "slots", &kernel, after);
    BasicBlock *inside = BasicBlock::Create(module.getContext(), "slot", &kernel, after);
    before->getTerminator()->setSuccessor(0, header);

    builder.SetInsertPoint(header);
    PHINode *counter = builder.CreatePHI(limit->getType(), 2);
    counter->addIncoming(ConstantInt::get(limit->getType(), 0), before);
    PHINode *carried = nullptr;
    if (start) {
      carried = builder.CreatePHI(start->getType(), 2);
      carried->addIncoming(start, before);
    }
    builder.CreateCondBr(builder.CreateICmpULT(counter, limit), inside, after);

    builder.SetInsertPoint(inside);
    Value *next = body(counter, carried);
    Value *nextCounter = builder.CreateNUWAdd(counter, ConstantInt::get(limit->getType(), step));
    BasicBlock *latch = builder.GetInsertBlock();
    counter->addIncoming(nextCounter, latch);
    if (carried)
      carried->addIncoming(next, latch);
    builder.CreateBr(header);
    builder.SetInsertPoint(&call);
    return carried;
  }

  GroupArithmetic arithmetic(const CallInst &call) {
    return static_cast<GroupArithmetic>(cast<ConstantInt>(call.getArgOperand(1))->getZExtValue());
  }

  /// What the sub-groups below `limit` have put into their slots.
  Value *fold(CallInst &call, Value *limit) {
    Type *type = call.getType();
    GroupArithmetic how = arithmetic(call);
    return countedLoop(
        call, limit, 1, neutralValue(type, how), [&](Value *counter, Value *carried) {
          Value *other = builder.CreateAlignedLoad(type, slot(counter), Align(slotBytes));
          return combine(builder, how, carried, other);
        });
  }

  Value *publishTotal(CallInst &call) {
    Value *total = operation(InternalOp::subGroupReduce, call.getType(),
                             {call.getArgOperand(0), call.getArgOperand(1)});
    if (slots > 1) {
      builder.CreateAlignedStore(total, slot(subGroupId()), Align(slotBytes));
      barrier();
    }
    return total;
  }

  Value *reduce(CallInst &call) {
    Value *total = publishTotal(call);
    if (slots == 1)
      return total;
    Value *all = fold(call, operation(InternalOp::numSubGroups, i32, {}));
    barrier();
    return all;
  }

  Value *scan(CallInst &call, InternalOp ofSubGroup) {
    Value *own =
        operation(ofSubGroup, call.getType(), {call.getArgOperand(0), call.getArgOperand(1)});
    if (slots == 1)
      return own;
    publishTotal(call);
    Value *before = fold(call, subGroupId());
    barrier();
    return combine(builder, arithmetic(call), before, own);
  }

  /// (value, x, y, z)
  Value *broadcast(CallInst &call) {
    Value *isSource = builder.getTrue();
    for (unsigned d = 0; d < 3; ++d) {
      Value *id = operation(InternalOp::localId, i64, {builder.getInt32(d)});
      isSource = builder.CreateAnd(isSource, builder.CreateICmpEQ(id, call.getArgOperand(1 + d)));
    }
    Instruction *inSource = SplitBlockAndInsertIfThen(isSource, &call, /*Unreachable=*/false);
    builder.SetInsertPoint(inSource);
    builder.CreateAlignedStore(call.getArgOperand(0), slot(builder.getInt32(0)), Align(slotBytes));
    builder.SetInsertPoint(&call);
    barrier();
    Value *value =
        builder.CreateAlignedLoad(call.getType(), slot(builder.getInt32(0)), Align(slotBytes));
    barrier();
    return value;
  }

  /// Every work-item has the same operands, but that need not be visible in them.
  Value *ofFirstLane(Value *value) {
    if (isa<Constant>(value) || isa<Argument>(value))
      return value;
    return operation(InternalOp::subGroupBroadcast, value->getType(), {value, builder.getInt32(0)});
  }

  Value *byteAddress(Value *base, Value *offset) {
    return builder.CreateGEP(builder.getInt8Ty(), base, offset);
  }
  void move(Value *to, Value *from, std::uint64_t bytes, std::uint64_t alignment) {
    Type *type = bytes <= 8 ? static_cast<Type *>(builder.getIntNTy(bytes * 8))
                            : FixedVectorType::get(i64, bytes / 8);
    Value *value = builder.CreateAlignedLoad(type, from, Align(alignment));
    builder.CreateAlignedStore(value, to, Align(alignment));
  }

  /// (to, from, i64 elements, i64 step of to, i64 step of from, i32 bytes of an element); steps
  /// count elements. The first sub-group does it; who waits for the copy waits at a barrier.
  void copy(CallInst &call) {
    Value *to = ofFirstLane(call.getArgOperand(0)), *from = ofFirstLane(call.getArgOperand(1));
    Value *count = ofFirstLane(call.getArgOperand(2));
    Value *toStep = ofFirstLane(call.getArgOperand(3));
    Value *fromStep = ofFirstLane(call.getArgOperand(4));
    std::uint64_t bytes = cast<ConstantInt>(call.getArgOperand(5))->getZExtValue();
    // A pointer to a vector is aligned at least like one to its components; of them we know that
    // they are no wider than this.
    std::uint64_t unit = std::min<std::uint64_t>(bytes, slotBytes);

    if (slots > 1) {
      Value *isFirst = builder.CreateICmpEQ(subGroupId(), builder.getInt32(0));
      Instruction *inFirst = SplitBlockAndInsertIfThen(isFirst, &call, /*Unreachable=*/false);
      // The loops are written in front of the call: it moves into the branch.
      call.moveBefore(inFirst->getIterator());
      builder.SetInsertPoint(&call);
    }
    auto isOne = [](Value *step) {
      auto *constant = dyn_cast<ConstantInt>(step);
      return constant && constant->isOne();
    };
    if (isOne(toStep) && isOne(fromStep)) {
      Value *all = builder.CreateMul(count, builder.getInt64(bytes));
      Value *wide = builder.CreateAnd(all, builder.getInt64(~(chunkBytes - 1)));
      countedLoop(call, wide, chunkBytes, nullptr, [&](Value *offset, Value *) {
        move(byteAddress(to, offset), byteAddress(from, offset), chunkBytes, 1);
        return nullptr;
      });
      Value *rest = builder.CreateSub(all, wide);
      Value *toRest = byteAddress(to, wide), *fromRest = byteAddress(from, wide);
      countedLoop(call, rest, unit, nullptr, [&](Value *offset, Value *) {
        move(byteAddress(toRest, offset), byteAddress(fromRest, offset), unit, 1);
        return nullptr;
      });
      return;
    }
    Value *toBytes = builder.CreateMul(toStep, builder.getInt64(bytes));
    Value *fromBytes = builder.CreateMul(fromStep, builder.getInt64(bytes));
    countedLoop(call, count, 1, nullptr, [&](Value *index, Value *) {
      move(byteAddress(to, builder.CreateMul(index, toBytes)),
           byteAddress(from, builder.CreateMul(index, fromBytes)), bytes, 1);
      return nullptr;
    });
  }

  Function &kernel;
  Module &module;
  IRBuilder<> builder;
  Type *i32, *i64;
  std::uint64_t slots; ///< sub-groups of the largest work-group
  GlobalVariable *scratch = nullptr;
};

} // namespace

PreservedAnalyses LowerWorkGroupFunctionsPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : module)
    if (isKernel(function) && !function.isDeclaration())
      KernelLowering(function).run();
  return PreservedAnalyses::none();
}

} // namespace heddle::compiler
