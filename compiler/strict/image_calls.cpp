#include "compiler/strict/image_calls.hpp"

#include "builtins/image/image_access.h"
#include "runtime/abi/image.h"

#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Images and samplers go together through structures of both.
Value *fromStructure(Value *value) {
  if (auto *extract = dyn_cast<ExtractValueInst>(value))
    if (Value *inserted = FindInsertedValue(extract->getAggregateOperand(), extract->getIndices()))
      return inserted;
  return value;
}

} // namespace

std::optional<ImageCall> ImageCall::of(CallInst &call, IRBuilder<> &builder) {
  auto *image = dyn_cast<Argument>(fromStructure(call.getArgOperand(0)));
  // What the call itself says, and the sampler.
  Value *access = call.getArgOperand(1), *own = access;
  auto *merged = dyn_cast<BinaryOperator>(access);
  if (merged && merged->getOpcode() == Instruction::Or)
    own = merged->getOperand(1);
  auto *bits = dyn_cast<ConstantInt>(own);
  if (!image || !bits)
    return std::nullopt;
  if (own != access)
    access = builder.CreateOr(fromStructure(merged->getOperand(0)), own);
  const std::uint64_t ofCall = bits->getZExtValue();
  const std::uint64_t dimensions = (ofCall & heddleAccessDimensions) >> heddleAccessDimensionsShift;
  return ImageCall{image, access, static_cast<unsigned>(dimensions),
                   (ofCall & heddleAccessArray) != 0};
}

Value *ImageCall::inPixels(IRBuilder<> &builder, Value *coordinate, Value *size) const {
  Value *isNormalized =
      hasBits(builder, heddleSamplerNormalizedCoords, heddleSamplerNormalizedCoords);
  return builder.CreateSelect(isNormalized, builder.CreateFMul(coordinate, size), coordinate);
}

} // namespace heddle::compiler
