#include "compiler/codegen/lower_image_access.hpp"

#include "builtins/image/image_access.h"
#include "compiler/ir/internal_ops.hpp"
#include "runtime/abi/image.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <string>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned wordBytes = 4;
// A row of lanes is a vector register or several.
constexpr unsigned blockAlignment = 64;

unsigned elementsOf(const Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

class FunctionLowering {
public:
  FunctionLowering(Function &function, bool isWide)
      : function(function), module(*function.getParent()), isWide(isWide),
        builder(module.getContext()) {}

  /// False when there are no images.
  bool run();

private:
  // These return the bytes of memory that the call needs.
  std::uint64_t lowerPixels(CallInst &call, InternalOp op);
  std::uint64_t lowerBlock(CallInst &call, InternalOp op);

  Value *row(unsigned number, unsigned stride) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), memory,
                                              std::uint64_t(number) * stride * wordBytes);
  }
  Value *readPixels(Type *type, unsigned stride, Align align);
  Value *activeLanes(Value *mask);
  std::string commonKind(const CallInst &call, unsigned coordinates, bool isWrite);
  void accessPixels(StringRef name, const std::string &kind, bool isWrite, unsigned lanes,
                    unsigned stride, Value *image, Value *access, Value *active);
  CallInst *callLibrary(StringRef name, bool isWrite, ArrayRef<Value *> operands, Type *result);
  void replace(CallInst &call, Value *value);

  Function &function;
  Module &module;
  bool isWide;
  IRBuilder<> builder;
  AllocaInst *memory = nullptr;
};

bool FunctionLowering::run() {
  SmallVector<std::pair<CallInst *, InternalOp>> calls;
  for (Instruction &instruction : instructions(function))
    if (std::optional<InternalOp> op = internalOp(instruction);
        op && *op >= InternalOp::imageRead && *op <= InternalOp::simdImageBlockWrite)
      calls.push_back({cast<CallInst>(&instruction), *op});
  if (calls.empty())
    return false;
  // One piece of stack for all calls: only one of them runs at a time.
  builder.SetInsertPoint(&*function.getEntryBlock().getFirstInsertionPt());
  memory = builder.CreateAlloca(builder.getInt8Ty(), nullptr, "pixels");
  memory->setAlignment(Align(blockAlignment));
  std::uint64_t size = 0;
  for (auto [call, op] : calls) {
    builder.SetInsertPoint(call);
    builder.CreateLifetimeStart(memory);
    const bool isPixels = op == InternalOp::imageRead || op == InternalOp::imageWrite ||
                          op == InternalOp::simdImageRead || op == InternalOp::simdImageWrite;
    size = std::max(size, isPixels ? lowerPixels(*call, op) : lowerBlock(*call, op));
  }
  memory->setAllocatedType(ArrayType::get(builder.getInt8Ty(), size));
  return true;
}

void FunctionLowering::replace(CallInst &call, Value *value) {
  builder.CreateLifetimeEnd(memory);
  if (value)
    call.replaceAllUsesWith(value);
  call.eraseFromParent();
}

Value *FunctionLowering::activeLanes(Value *mask) {
  Value *bits = builder.CreateBitCast(mask, builder.getIntNTy(elementsOf(mask->getType())));
  return builder.CreateZExt(bits, builder.getInt32Ty());
}

// The end of the name of the library's quick way, which takes some formats and says if it does; of
// the operand `access` only the sampler's bits may be unknown. Empty if there is none.
std::string FunctionLowering::commonKind(const CallInst &call, unsigned coordinates, bool isWrite) {
  const KnownBits access = computeKnownBits(call.getArgOperand(1), module.getDataLayout());
  const auto has = [&](std::uint32_t bits) { return access.One.intersects(APInt(32, bits)); };
  const bool isArray = has(heddleAccessArray), isIntegers = has(heddleAccessIntegerTexel);
  const unsigned dimensions = coordinates - (isArray ? 1 : 0);
  const std::string kind = "_" + std::to_string(dimensions) + "d" + (isArray ? "_array" : "") +
                           (isIntegers ? "_integers" : "");
  if (isWrite)
    return dimensions == 1 ? "" : kind;
  if (has(heddleAccessIntegerCoordinates))
    return dimensions == 1 && isArray ? "" : kind + "_pixels";
  if (dimensions == 1)
    return "";
  if (!isIntegers && has(heddleSamplerFilterLinear))
    return kind + "_linear";
  const bool isNearest = isIntegers || access.Zero.intersects(APInt(32, heddleSamplerFilterLinear));
  return kind + (isNearest ? "_nearest" : "_sampled");
}

// Lanes in turn, as many at a time as the library has code for.
void FunctionLowering::accessPixels(StringRef name, const std::string &kind, bool isWrite,
                                    unsigned lanes, unsigned stride, Value *image, Value *access,
                                    Value *active) {
  const unsigned most = lanes == 1 ? 1 : isWide && lanes % 16 == 0 ? 16 : 8;
  const auto call = [&](const Twine &form, unsigned first, unsigned count) {
    SmallVector<Value *, 5> operands = {
        image, access, builder.getInt32(stride),
        builder.CreateConstInBoundsGEP1_64(builder.getInt32Ty(), memory, first)};
    if (isWrite)
      operands.push_back(first ? builder.CreateLShr(active, first) : active);
    return callLibrary((name + form + "_" + Twine(count)).str(), isWrite, operands,
                       form.isTriviallyEmpty() ? builder.getVoidTy() : builder.getInt32Ty());
  };
  for (unsigned first = 0; first < lanes; first += most) {
    if (kind.empty()) {
      for (unsigned i = 0; i < most; i += std::min(most, 8U))
        call("", first + i, std::min(most, 8U));
      continue;
    }
    Value *isOther = builder.CreateIsNull(call(kind, first, most));
    MDNode *unlikely = MDBuilder(module.getContext()).createUnlikelyBranchWeights();
    Instruction *end = SplitBlockAndInsertIfThen(isOther, builder.GetInsertPoint(),
                                                 /*Unreachable=*/false, unlikely);
    BasicBlock *behind = end->getSuccessor(0);
    builder.SetInsertPoint(end);
    for (unsigned i = 0; i < most; i += std::min(most, 8U))
      call("", first + i, std::min(most, 8U));
    builder.SetInsertPoint(behind, behind->begin());
  }
}

// The first operand is the image, the fourth the memory.
CallInst *FunctionLowering::callLibrary(StringRef name, bool isWrite, ArrayRef<Value *> operands,
                                        Type *result) {
  SmallVector<Value *, 5> arguments(operands);
  arguments[0] = builder.CreateAddrSpaceCast(arguments[0], builder.getPtrTy());
  SmallVector<Type *, 5> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  CallInst *call = builder.CreateCall(
      module.getOrInsertFunction(name, FunctionType::get(result, types, false)), arguments);
  call->setDoesNotThrow();
  call->addFnAttr(Attribute::WillReturn);
  // The memory, the image's record, and the pixels.
  call->setMemoryEffects(
      MemoryEffects::argMemOnly() |
      MemoryEffects::inaccessibleMemOnly(isWrite ? ModRefInfo::ModRef : ModRefInfo::Ref));
  call->addParamAttr(0, Attribute::ReadOnly);
  call->addParamAttr(3, Attribute::getWithCaptureInfo(module.getContext(), CaptureInfo::none()));
  return call;
}

// Four rows, as the operation has them.
Value *FunctionLowering::readPixels(Type *type, unsigned stride, Align align) {
  auto *lanes = dyn_cast<StructType>(type);
  Type *component = lanes ? lanes->getElementType(0) : type->getScalarType();
  Value *all = PoisonValue::get(type);
  for (unsigned i = 0; i < 4; ++i) {
    Value *value = builder.CreateAlignedLoad(component, row(HEDDLE_IMAGE_TEXEL + i, stride), align);
    all = lanes ? builder.CreateInsertValue(all, value, i)
                : builder.CreateInsertElement(all, value, i);
  }
  return all;
}

std::uint64_t FunctionLowering::lowerPixels(CallInst &call, InternalOp op) {
  const bool isWrite = op == InternalOp::imageWrite || op == InternalOp::simdImageWrite;
  const bool hasMask = op == InternalOp::simdImageWrite;
  const unsigned first = hasMask ? 3 : 2;
  const unsigned coordinates = call.arg_size() - first - (isWrite ? 4 : 0);
  const unsigned lanes = elementsOf(call.getArgOperand(first)->getType());
  const unsigned stride = alignTo(lanes, unsigned(HEDDLE_IMAGE_LANES));
  const Align align(std::min(stride * wordBytes, blockAlignment));

  for (unsigned i = 0; i < coordinates; ++i)
    builder.CreateAlignedStore(call.getArgOperand(first + i),
                               row(HEDDLE_IMAGE_COORDINATES + i, stride), align);
  const std::string kind = commonKind(call, coordinates, isWrite);
  Value *image = call.getArgOperand(0), *access = call.getArgOperand(1), *value = nullptr;
  if (isWrite) {
    for (unsigned i = 0; i < 4; ++i)
      builder.CreateAlignedStore(call.getArgOperand(first + coordinates + i),
                                 row(HEDDLE_IMAGE_TEXEL + i, stride), align);
    accessPixels("heddle_image_write", kind, isWrite, lanes, stride, image, access,
                 hasMask ? activeLanes(call.getArgOperand(2)) : builder.getInt32(1));
  } else {
    accessPixels("heddle_image_read", kind, isWrite, lanes, stride, image, access, nullptr);
    value = readPixels(call.getType(), stride, align);
  }
  replace(call, value);
  return std::uint64_t(HEDDLE_IMAGE_ROWS) * stride * wordBytes;
}

// A row of all lanes' bytes, one behind the other.
std::uint64_t FunctionLowering::lowerBlock(CallInst &call, InternalOp op) {
  const bool isWrite = op == InternalOp::imageBlockWrite || op == InternalOp::simdImageBlockWrite;
  const bool hasMask =
      op == InternalOp::simdImageBlockRead || op == InternalOp::simdImageBlockWrite;
  Value *mask = hasMask ? call.getArgOperand(3) : nullptr;
  Value *data = isWrite ? call.getArgOperand(call.arg_size() - 1) : nullptr;
  Type *type = isWrite ? data->getType() : call.getType();
  const unsigned lanes = hasMask ? elementsOf(mask->getType()) : 1;
  const unsigned elementBytes = type->getScalarSizeInBits() / 8;
  const unsigned rows = elementsOf(type) / lanes;
  const Align align(std::min(elementBytes * lanes, blockAlignment));

  Value *x = builder.CreateZExt(call.getArgOperand(1), builder.getInt64Ty());
  Value *y = builder.CreateZExt(call.getArgOperand(2), builder.getInt64Ty());
  SmallVector<Value *, 5> operands = {call.getArgOperand(0),
                                      builder.getInt32(elementBytes |
                                                       lanes << heddleBlockLanesShift |
                                                       rows << heddleBlockRowsShift),
                                      builder.CreateOr(x, builder.CreateShl(y, 32)), memory};
  Value *value = nullptr;
  if (isWrite) {
    builder.CreateAlignedStore(data, memory, align);
    operands.push_back(hasMask ? activeLanes(mask) : builder.getInt32(1));
    callLibrary("heddle_image_write_block", isWrite, operands, builder.getVoidTy());
  } else {
    callLibrary("heddle_image_read_block", isWrite, operands, builder.getVoidTy());
    value = builder.CreateAlignedLoad(type, memory, align);
  }
  replace(call, value);
  return std::uint64_t(rows) * lanes * elementBytes;
}

} // namespace

PreservedAnalyses LowerImageAccessPass::run(Function &function, FunctionAnalysisManager &) {
  return FunctionLowering(function, isWide).run() ? PreservedAnalyses::none()
                                                  : PreservedAnalyses::all();
}

} // namespace heddle::compiler
