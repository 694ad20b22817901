#include "compiler/strict/image_pixels.hpp"

#include "runtime/abi/image.h"

using namespace llvm;

namespace heddle::compiler {

PixelsOfCall::PixelsOfCall(CallInst &call, const ImageCall &access, IRBuilder<> &builder)
    : call(call), access(access), builder(builder) {
  interpolates = access.hasBits(builder, heddleSamplerFilterLinear, heddleSamplerFilterLinear);
  const auto *known = dyn_cast<ConstantInt>(interpolates);
  mayInterpolate =
      !(known && known->isZero()) && call.getArgOperand(2)->getType()->isFloatingPointTy();
  pixelSize = field(offsetof(HeddleImage, pixelSize), builder.getInt8Ty());
  Type *const wide = builder.getInt64Ty();
  data = field(offsetof(HeddleImage, data), wide);
  addAxis(0, pixelSize, offsetof(HeddleImage, width));
  if (access.dimensions > 1)
    addAxis(1, field(offsetof(HeddleImage, rowPitch), wide), offsetof(HeddleImage, height));
  if (access.dimensions > 2)
    addAxis(2, field(offsetof(HeddleImage, slicePitch), wide), offsetof(HeddleImage, depth));
  if (access.isArray)
    addAxis(access.dimensions, field(offsetof(HeddleImage, slicePitch), wide),
            offsetof(HeddleImage, arraySize));
}

Value *PixelsOfCall::field(std::size_t offset, Type *type) {
  Value *slot = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), access.image, offset);
  LoadInst *load = builder.CreateAlignedLoad(type, slot, Align(1));
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(load->getContext(), {}));
  return builder.CreateZExt(load, builder.getInt64Ty());
}

void PixelsOfCall::addAxis(unsigned number, Value *pitch, std::size_t sizeAt) {
  // With less a GPU, which has eight bits for it, need not read a pixel.
  constexpr double leastWeight = 1.0 / 256;
  Value *size = field(sizeAt, builder.getInt32Ty()), *index = call.getArgOperand(2 + number);
  Axis axis{nullptr, size, pitch, {builder.getTrue(), builder.getTrue()}};
  if (Type *type = index->getType(); type->isFloatingPointTy()) {
    const bool isLayer = number == access.dimensions;
    Value *place = isLayer ? builder.CreateUnaryIntrinsic(Intrinsic::rint, index)
                           : access.inPixels(builder, index, builder.CreateUIToFP(size, type));
    Value *isNumber = builder.CreateFCmpORD(place, place);
    if (mayInterpolate && !isLayer) {
      Value *half =
          builder.CreateSelect(interpolates, ConstantFP::get(type, 0.5), ConstantFP::getZero(type));
      place = builder.CreateFSub(place, half);
    }
    Value *whole = builder.CreateUnaryIntrinsic(Intrinsic::floor, place);
    // Nothing for what is below 0 or no number.
    index = builder.CreateIntrinsic(Intrinsic::fptosi_sat, {builder.getInt64Ty(), type}, {whole});
    axis.counts[0] = isNumber;
    if (mayInterpolate && !isLayer) {
      Value *second = builder.CreateFSub(place, whole);
      Value *first = builder.CreateFSub(ConstantFP::get(type, 1), second);
      const auto isEnough = [&](Value *weight) {
        return builder.CreateFCmpOGE(weight, ConstantFP::get(type, leastWeight));
      };
      axis.counts[0] = builder.CreateAnd(
          isNumber, builder.CreateOr(builder.CreateNot(interpolates), isEnough(first)));
      axis.counts[1] = builder.CreateAnd(interpolates, isEnough(second));
    }
  }
  axis.index = builder.CreateSExt(index, builder.getInt64Ty());
  axes.push_back(axis);
}

PixelsOfCall::Pixel PixelsOfCall::at(unsigned corner) {
  Value *address = data, *isRead = builder.getTrue();
  for (unsigned i = 0; i < axes.size(); ++i) {
    const Axis &axis = axes[i];
    const unsigned side = corner >> i & 1;
    Value *index = side ? builder.CreateAdd(axis.index, builder.getInt64(1)) : axis.index;
    isRead = builder.CreateAnd(isRead, axis.counts[side]);
    isRead = builder.CreateAnd(isRead, builder.CreateICmpULT(index, axis.size));
    address = builder.CreateAdd(address, builder.CreateMul(index, axis.pitch));
  }
  return {address, builder.CreateSelect(isRead, pixelSize, builder.getInt64(0))};
}

} // namespace heddle::compiler
