#include "compiler/workgroup/lower_print.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "runtime/abi/entry_point.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

#include <cstddef>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned constantAddressSpace = 2;
// No element is larger.
constexpr std::uint64_t recordAlignment = 8;

std::uint8_t kindOf(Type *type) {
  if (auto *pointer = dyn_cast<PointerType>(type))
    return pointer->getAddressSpace() == constantAddressSpace ? heddlePrintString
                                                              : heddlePrintPointer;
  return type->getScalarType()->isFloatingPointTy() ? heddlePrintFloat : heddlePrintInteger;
}

class FunctionLowering {
public:
  explicit FunctionLowering(Function &function)
      : function(function), module(*function.getParent()), builder(module.getContext()) {}

  /// False when nothing is printed.
  bool run() {
    SmallVector<CallInst *, 8> calls;
    for (Instruction &instruction : instructions(function))
      if (internalOp(instruction) == InternalOp::print)
        calls.push_back(cast<CallInst>(&instruction));
    if (calls.empty())
      return false;
    builder.SetInsertPoint(&*function.getEntryBlock().getFirstInsertionPt());
    builder.SetCurrentDebugLocation(DebugLoc());
    auto *contextType = FunctionType::get(builder.getPtrTy(), false);
    worker = builder.CreateCall(getInternalOp(module, InternalOp::workerContext, contextType), {},
                                "worker");
    // One piece of stack for all calls: only one of them runs at a time.
    record = builder.CreateAlloca(builder.getInt8Ty(), nullptr, "print_values");
    record->setAlignment(Align(recordAlignment));
    std::uint64_t size = 0;
    for (CallInst *call : calls)
      size = std::max(size, lower(*call));
    record->setAllocatedType(ArrayType::get(builder.getInt8Ty(), size));
    return true;
  }

private:
  /// HeddlePrintArgument's fields, in order.
  StructType *argumentType() {
    return StructType::get(builder.getInt8Ty(), builder.getInt8Ty(), builder.getInt16Ty(),
                           builder.getInt32Ty());
  }

  Constant *argumentTable(ArrayRef<Constant *> rows) {
    if (rows.empty())
      return ConstantPointerNull::get(builder.getPtrTy());
    auto *type = ArrayType::get(argumentType(), rows.size());
    auto *table = new GlobalVariable(module, type, /*isConstant=*/true, GlobalValue::PrivateLinkage,
                                     ConstantArray::get(type, rows), "print_arguments");
    table->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    table->setAlignment(Align(alignof(HeddlePrintArgument)));
    return table;
  }

  /// Returns the bytes of the record that the call needs.
  std::uint64_t lower(CallInst &call) {
    static_assert(sizeof(HeddlePrintArgument) == 8);
    static_assert(offsetof(HeddlePrintArgument, elementSize) == 1);
    static_assert(offsetof(HeddlePrintArgument, elements) == 2);
    static_assert(offsetof(HeddlePrintArgument, offset) == 4);
    builder.SetInsertPoint(&call);
    builder.CreateLifetimeStart(record);
    SmallVector<Constant *, 8> rows;
    std::uint64_t size = 0;
    for (Value *argument : drop_begin(call.args())) {
      Type *type = argument->getType();
      auto *vector = dyn_cast<FixedVectorType>(type);
      unsigned elements = vector ? vector->getNumElements() : 1;
      std::uint64_t elementSize =
          module.getDataLayout().getTypeStoreSize(type->getScalarType()).getFixedValue();
      size = alignTo(size, elementSize);
      builder.CreateAlignedStore(
          argument, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), record, size),
          Align(elementSize));
      rows.push_back(ConstantStruct::get(argumentType(), builder.getInt8(kindOf(type)),
                                         builder.getInt8(elementSize), builder.getInt16(elements),
                                         builder.getInt32(size)));
      size += elementSize * elements;
    }
    CallInst *lowered = callBack(call, argumentTable(rows), rows.size());
    builder.CreateLifetimeEnd(record);
    lowered->takeName(&call);
    call.replaceAllUsesWith(lowered);
    call.eraseFromParent();
    return size;
  }

  CallInst *callBack(CallInst &call, Constant *table, std::size_t count) {
    Type *pointer = builder.getPtrTy();
    Value *slot = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), worker,
                                                     offsetof(HeddleWorkerContext, print));
    Value *callee = builder.CreateAlignedLoad(pointer, slot, Align(8), "print");
    Value *format = builder.CreateAddrSpaceCast(call.getArgOperand(0), pointer);
    auto *type = FunctionType::get(
        call.getType(), {pointer, pointer, pointer, builder.getInt32Ty(), pointer}, false);
    CallInst *result =
        builder.CreateCall(type, callee, {worker, format, table, builder.getInt32(count), record});
    result->setDoesNotThrow();
    // As of the operation: what it writes no kernel can see.
    result->setMemoryEffects(MemoryEffects::readOnly() |
                             MemoryEffects::inaccessibleMemOnly(ModRefInfo::ModRef));
    result->addFnAttr(Attribute::WillReturn);
    result->addParamAttr(4,
                         Attribute::getWithCaptureInfo(module.getContext(), CaptureInfo::none()));
    return result;
  }

  Function &function;
  Module &module;
  IRBuilder<> builder;
  Value *worker = nullptr;
  AllocaInst *record = nullptr;
};

} // namespace

PreservedAnalyses LowerPrintPass::run(Module &module, ModuleAnalysisManager &) {
  bool isChanged = false;
  for (Function &function : module)
    if (!function.isDeclaration())
      isChanged |= FunctionLowering(function).run();
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
