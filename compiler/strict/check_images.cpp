#include "compiler/strict/check_images.hpp"

#include "builtins/image/image_access.h"
#include "compiler/ir/image.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/strict/places.hpp"
#include "runtime/abi/image.h"

#include "llvm/IR/InstIterator.h"

#include <cstddef>

using namespace llvm;

namespace heddle::compiler {

namespace {

void check(CallInst &call, bool writes) {
  auto *bits = dyn_cast<ConstantInt>(call.getArgOperand(1));
  auto *image = dyn_cast<Argument>(call.getArgOperand(0));
  if (!bits || !image)
    return;
  const auto access = static_cast<unsigned>(bits->getZExtValue());
  if (!(access & heddleAccessIntegerCoordinates) ||
      (!writes && (access & heddleSamplerAddressMask) != heddleSamplerAddressNone))
    return;
  IRBuilder<> builder(&call);
  const auto sizeAt = [&](std::size_t offset) {
    Value *slot = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), image, offset);
    return builder.CreateZExt(builder.CreateAlignedLoad(builder.getInt32Ty(), slot, Align(4)),
                              builder.getInt64Ty());
  };
  constexpr std::size_t sizes[] = {offsetof(HeddleImage, width), offsetof(HeddleImage, height),
                                   offsetof(HeddleImage, depth)};
  const unsigned dimensions = (access & heddleAccessDimensions) >> heddleAccessDimensionsShift;
  for (unsigned i = 0; i < dimensions + (access & heddleAccessArray ? 1 : 0); ++i) {
    Value *coordinate = call.getArgOperand(2 + i);
    // Which layer is chosen is clamped when it is read.
    if (i == dimensions && !writes)
      break;
    Value *size = sizeAt(i < dimensions ? sizes[i] : offsetof(HeddleImage, arraySize));
    Place place;
    place.kind = heddleFinding_imageCoordinates;
    place.subject = image->getName().str();
    place.access = writes ? heddleWrites : heddleReads;
    Value *wide = builder.CreateSExt(coordinate, builder.getInt64Ty());
    emitFinding(builder, builder.CreateICmpUGE(wide, size), wide, call, std::move(place));
  }
}

} // namespace

PreservedAnalyses CheckImagesPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isKernel(function))
    return PreservedAnalyses::all();
  SmallVector<std::pair<CallInst *, bool>> calls;
  for (Instruction &instruction : instructions(function))
    if (std::optional<InternalOp> op = internalOp(instruction);
        op == InternalOp::imageRead || op == InternalOp::imageWrite)
      calls.emplace_back(cast<CallInst>(&instruction), op == InternalOp::imageWrite);
  for (auto [call, writes] : calls)
    check(*call, writes);
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return calls.empty() ? PreservedAnalyses::all() : kept;
}

} // namespace heddle::compiler
