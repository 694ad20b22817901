#include "compiler/codegen/lower_image_access.hpp"

#include "builtins/image/image_access.h"
#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned wordBytes = 4;
// A row of lanes is a vector register or several.
constexpr unsigned blockAlignment = 64;

Align alignment(unsigned stride) { return Align(std::min(stride * wordBytes, blockAlignment)); }

class FunctionLowering {
public:
  explicit FunctionLowering(Function &function)
      : function(function), module(*function.getParent()), builder(module.getContext()) {}

  /// False when there are no images.
  bool run();

private:
  std::uint64_t lower(CallInst &call, InternalOp op);
  Value *row(unsigned number, unsigned stride) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), block,
                                              std::uint64_t(number) * stride * wordBytes);
  }
  void callLibrary(StringRef name, CallInst &access, unsigned lanes, Value *active);
  Value *result(Type *type, unsigned stride);

  Function &function;
  Module &module;
  IRBuilder<> builder;
  AllocaInst *block = nullptr;
};

bool FunctionLowering::run() {
  SmallVector<std::pair<CallInst *, InternalOp>> calls;
  for (Instruction &instruction : instructions(function))
    if (std::optional<InternalOp> op = internalOp(instruction);
        op && *op >= InternalOp::imageRead && *op <= InternalOp::simdImageWrite)
      calls.push_back({cast<CallInst>(&instruction), *op});
  if (calls.empty())
    return false;
  // One piece of stack for all calls: only one of them runs at a time.
  builder.SetInsertPoint(&*function.getEntryBlock().getFirstInsertionPt());
  block = builder.CreateAlloca(builder.getInt8Ty(), nullptr, "image_block");
  block->setAlignment(Align(blockAlignment));
  std::uint64_t size = 0;
  for (auto [call, op] : calls)
    size = std::max(size, lower(*call, op));
  block->setAllocatedType(ArrayType::get(builder.getInt8Ty(), size));
  return true;
}

void FunctionLowering::callLibrary(StringRef name, CallInst &access, unsigned lanes,
                                   Value *active) {
  Value *image = builder.CreateAddrSpaceCast(access.getArgOperand(0), builder.getPtrTy());
  SmallVector<Value *, 5> operands = {image, access.getArgOperand(1), builder.getInt32(lanes),
                                      block};
  if (active)
    operands.push_back(active);
  SmallVector<Type *, 5> types;
  for (Value *operand : operands)
    types.push_back(operand->getType());
  CallInst *call = builder.CreateCall(
      module.getOrInsertFunction(name, FunctionType::get(builder.getVoidTy(), types, false)),
      operands);
  call->setDoesNotThrow();
  call->addFnAttr(Attribute::WillReturn);
  // The block, the image's record, and the pixels.
  call->setMemoryEffects(
      MemoryEffects::argMemOnly() |
      MemoryEffects::inaccessibleMemOnly(active ? ModRefInfo::ModRef : ModRefInfo::Ref));
  call->addParamAttr(0, Attribute::ReadOnly);
  call->addParamAttr(3, Attribute::getWithCaptureInfo(module.getContext(), CaptureInfo::none()));
}

// Four rows as the operation has them.
Value *FunctionLowering::result(Type *type, unsigned stride) {
  Value *all = PoisonValue::get(type);
  auto *lanes = dyn_cast<StructType>(type);
  Type *component = lanes ? lanes->getElementType(0) : type->getScalarType();
  for (unsigned i = 0; i < 4; ++i) {
    Value *value = builder.CreateAlignedLoad(component, row(HEDDLE_IMAGE_TEXEL + i, stride),
                                             alignment(stride));
    all = lanes ? builder.CreateInsertValue(all, value, i)
                : builder.CreateInsertElement(all, value, i);
  }
  return all;
}

/// Returns the bytes of the block that the call needs.
std::uint64_t FunctionLowering::lower(CallInst &call, InternalOp op) {
  builder.SetInsertPoint(&call);
  const bool isWrite = op == InternalOp::imageWrite || op == InternalOp::simdImageWrite;
  const bool hasMask = op == InternalOp::simdImageWrite;
  const unsigned first = hasMask ? 3 : 2;
  const unsigned coordinates = call.arg_size() - first - (isWrite ? 4 : 0);
  auto *vector = dyn_cast<FixedVectorType>(call.getArgOperand(first)->getType());
  const unsigned lanes = vector ? vector->getNumElements() : 1;
  const unsigned stride = alignTo(lanes, unsigned(HEDDLE_IMAGE_LANES));
  auto fill = [&](unsigned number, Value *value) {
    builder.CreateAlignedStore(value, row(number, stride), alignment(stride));
  };
  builder.CreateLifetimeStart(block);
  for (unsigned i = 0; i < coordinates; ++i)
    fill(HEDDLE_IMAGE_COORDINATES + i, call.getArgOperand(first + i));
  Value *value = nullptr;
  if (isWrite) {
    for (unsigned i = 0; i < 4; ++i)
      fill(HEDDLE_IMAGE_TEXEL + i, call.getArgOperand(first + coordinates + i));
    Value *active = builder.getInt32(1);
    if (hasMask)
      active =
          builder.CreateZExt(builder.CreateBitCast(call.getArgOperand(2), builder.getIntNTy(lanes)),
                             builder.getInt32Ty());
    callLibrary("heddle_image_write", call, lanes, active);
  } else {
    callLibrary("heddle_image_read", call, lanes, nullptr);
    value = result(call.getType(), stride);
  }
  builder.CreateLifetimeEnd(block);
  if (value)
    call.replaceAllUsesWith(value);
  call.eraseFromParent();
  return std::uint64_t(HEDDLE_IMAGE_ROWS) * stride * wordBytes;
}

} // namespace

PreservedAnalyses LowerImageAccessPass::run(Function &function, FunctionAnalysisManager &) {
  return FunctionLowering(function).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
