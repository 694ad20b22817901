#include "compiler/strict/check_images.hpp"

#include "compiler/ir/image.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/strict/image_calls.hpp"
#include "compiler/strict/places.hpp"
#include "runtime/abi/image.h"

#include "llvm/IR/InstIterator.h"

#include <cstddef>
#include <optional>
#include <utility>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Looks at the coordinates of one call.
class ImageChecker {
public:
  ImageChecker(CallInst &call, bool writes)
      : call(call), writes(writes), builder(&call), image(ImageCall::of(call, builder)) {}

  void check() {
    if (!image)
      return;
    // With a mode every coordinate is in the image, or its border. A sampler may be an argument.
    Value *hasNoMode =
        writes ? builder.getTrue()
               : image->hasBits(builder, heddleSamplerAddressMask, heddleSamplerAddressNone);
    if (auto *constant = dyn_cast<ConstantInt>(hasNoMode); constant && constant->isZero())
      return;
    constexpr std::size_t sizes[] = {offsetof(HeddleImage, width), offsetof(HeddleImage, height),
                                     offsetof(HeddleImage, depth)};
    const unsigned dimensions = image->dimensions;
    for (unsigned i = 0; i < dimensions + (image->isArray ? 1 : 0); ++i) {
      // Which layer is chosen is clamped when it is read.
      if (i == dimensions && !writes)
        break;
      Value *size =
          sizeAt(*image->image, i < dimensions ? sizes[i] : offsetof(HeddleImage, arraySize));
      Place place;
      place.kind = heddleFinding_imageCoordinates;
      place.subject = image->image->getName().str();
      place.access = writes ? heddleWrites : heddleReads;
      auto [isOutside, pixel] = outside(call.getArgOperand(2 + i), size);
      emitFinding(builder, builder.CreateAnd(isOutside, hasNoMode), pixel, call, std::move(place));
    }
  }

private:
  Value *sizeAt(Argument &image, std::size_t offset) {
    Value *slot = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &image, offset);
    return builder.CreateAlignedLoad(builder.getInt32Ty(), slot, Align(4));
  }

  /// And which pixel that is, as a number of 64 bits.
  std::pair<Value *, Value *> outside(Value *coordinate, Value *size) {
    Type *wide = builder.getInt64Ty();
    if (coordinate->getType()->isIntegerTy()) {
      Value *pixel = builder.CreateSExt(coordinate, wide);
      return {builder.CreateICmpUGE(pixel, builder.CreateZExt(size, wide)), pixel};
    }
    Value *pixels = builder.CreateUIToFP(size, coordinate->getType());
    Value *place = image->inPixels(builder, coordinate, pixels);
    // No number is no place either.
    Value *isInside =
        builder.CreateAnd(builder.CreateFCmpOGE(place, ConstantFP::getZero(place->getType())),
                          builder.CreateFCmpOLT(place, pixels));
    Value *pixel = builder.CreateIntrinsic(Intrinsic::fptosi_sat, {wide, place->getType()},
                                           {builder.CreateUnaryIntrinsic(Intrinsic::floor, place)});
    return {builder.CreateNot(isInside), pixel};
  }

  CallInst &call;
  const bool writes;
  IRBuilder<> builder;
  const std::optional<ImageCall> image;
};

/// Blocks are of bytes: no coordinate is outside, but pixels may be too large for them.
void checkBlock(CallInst &call, bool writes) {
  constexpr unsigned largestPixel = 4, writeMultiple = 4;
  auto *image = dyn_cast<Argument>(call.getArgOperand(0));
  if (!image)
    return;
  IRBuilder<> builder(&call);
  Type *wide = builder.getInt64Ty();
  Place place;
  place.kind = heddleFinding_imageBlock;
  place.subject = image->getName().str();
  place.access = writes ? heddleWrites : heddleReads;
  if (writes) {
    Value *x = call.getArgOperand(1);
    emitFinding(builder, builder.CreateIsNotNull(builder.CreateAnd(x, writeMultiple - 1)),
                builder.CreateSExt(x, wide), call, place);
  }
  Value *slot = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), image,
                                                   offsetof(HeddleImage, pixelSize));
  Value *size = builder.CreateLoad(builder.getInt8Ty(), slot);
  place.access |= heddleHasLength;
  emitFinding(builder, builder.CreateICmpUGT(size, builder.getInt8(largestPixel)),
              builder.CreateZExt(size, wide), call, std::move(place));
}

} // namespace

PreservedAnalyses CheckImagesPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isKernel(function))
    return PreservedAnalyses::all();
  SmallVector<std::pair<CallInst *, InternalOp>> calls;
  for (Instruction &instruction : instructions(function))
    if (std::optional<InternalOp> op = internalOp(instruction);
        op == InternalOp::imageRead || op == InternalOp::imageWrite ||
        op == InternalOp::imageBlockRead || op == InternalOp::imageBlockWrite)
      calls.emplace_back(cast<CallInst>(&instruction), *op);
  for (auto [call, op] : calls)
    if (op == InternalOp::imageRead || op == InternalOp::imageWrite)
      ImageChecker(*call, op == InternalOp::imageWrite).check();
    else
      checkBlock(*call, op == InternalOp::imageBlockWrite);
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return calls.empty() ? PreservedAnalyses::all() : kept;
}

} // namespace heddle::compiler
