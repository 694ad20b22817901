#include "compiler/strict/check_blocks.hpp"

#include "compiler/ir/block_2d.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/strict/memory_objects.hpp"
#include "compiler/strict/places.hpp"

#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr std::uint64_t largestSize = 1 << 24, smallestWidth = 64, baseAlignment = 64,
                        pitchMultiple = 16;

class BlockChecker {
public:
  BlockChecker(CallInst &call, bool writes, MemoryObjects &objects)
      : call(call), writes(writes), objects(objects), shape(blockShape(call)), builder(&call) {}

  void run() {
    Value *base = call.getArgOperand(0), *width = call.getArgOperand(1),
          *height = call.getArgOperand(2), *pitch = call.getArgOperand(3),
          *x = call.getArgOperand(4), *y = call.getArgOperand(5);
    Value *address = builder.CreatePtrToInt(base, builder.getInt64Ty());
    const std::pair<const char *, Value *> operands[] = {
        {"base address", address}, {"width", width}, {"height", height},
        {"pitch", pitch},          {"x", x},         {"y", y}};
    for (auto [name, value] : operands)
      sameInLanes(name, value);

    find(heddleFinding_blockBase, isNoMultiple(address, baseAlignment), address);
    find(heddleFinding_blockWidth,
         either({builder.CreateICmpSLT(width, builder.getInt64(smallestWidth)), isAbove(width),
                 isNoMultiple(width, std::max(4u, shape.elementBytes))}),
         width);
    find(heddleFinding_blockHeight,
         either({builder.CreateICmpSLE(height, builder.getInt64(0)), isAbove(height)}), height);
    find(heddleFinding_blockPitch,
         either({builder.CreateICmpSLT(pitch, width), isNoMultiple(pitch, pitchMultiple)}), pitch);
    // In bytes that is one rule for both.
    if (shape.elementBytes < 4)
      find(heddleFinding_blockX, isNoMultiple(x, 4),
           builder.CreateSDiv(x, builder.getInt64(shape.elementBytes)));
    checkMemory(base, width, height, pitch, x, y);
  }

private:
  Value *isNoMultiple(Value *value, std::uint64_t number) {
    return builder.CreateIsNotNull(builder.CreateAnd(value, number - 1));
  }
  Value *isAbove(Value *size) { return builder.CreateICmpSGT(size, builder.getInt64(largestSize)); }
  Value *either(ArrayRef<Value *> conditions) { return builder.CreateOr(conditions); }
  Value *smaller(Value *a, Value *b) {
    return builder.CreateBinaryIntrinsic(Intrinsic::smin, a, b);
  }
  Value *larger(Value *a, Value *b) { return builder.CreateBinaryIntrinsic(Intrinsic::smax, a, b); }

  Place placeOf(HeddleFindingKind kind, StringRef subject) const {
    Place place;
    place.kind = kind;
    place.subject = subject.str();
    place.access = writes ? heddleWrites : heddleReads;
    return place;
  }

  void find(Value *condition, Value *value, Place place) {
    auto *type =
        FunctionType::get(builder.getVoidTy(),
                          {builder.getInt1Ty(), builder.getInt64Ty(), builder.getInt32Ty()}, false);
    builder.CreateCall(getInternalOp(*call.getModule(), InternalOp::finding, type),
                       {condition, value, addPlace(call, std::move(place))});
  }
  void find(HeddleFindingKind kind, Value *condition, Value *value) {
    find(condition, value, placeOf(kind, ""));
  }

  void sameInLanes(StringRef name, Value *value) {
    if (isa<Constant>(value))
      return;
    auto *type =
        FunctionType::get(builder.getVoidTy(), {builder.getInt64Ty(), builder.getInt32Ty()}, false);
    builder.CreateCall(getInternalOp(*call.getModule(), InternalOp::sameInLanes, type),
                       {value, addPlace(call, placeOf(heddleFinding_blockOperand, name))});
  }

  /// From the first byte to the last that is in the block and in the matrix.
  void checkMemory(Value *base, Value *width, Value *height, Value *pitch, Value *x, Value *y) {
    Value *zero = builder.getInt64(0), *one = builder.getInt64(1);
    Value *top = larger(y, zero), *left = larger(x, zero);
    Value *bottom = smaller(builder.CreateAdd(y, builder.getInt64(shape.rows)), height);
    Value *right = smaller(builder.CreateAdd(x, builder.getInt64(shape.rowBytes())), width);
    Value *isSome =
        builder.CreateAnd(builder.CreateICmpSLT(top, bottom), builder.CreateICmpSLT(left, right));
    Value *first = builder.CreateAdd(builder.CreateMul(top, pitch), left);
    Value *end = builder.CreateAdd(builder.CreateMul(builder.CreateSub(bottom, one), pitch), right);
    std::optional<MemoryObjects::Position> position = objects.position(base, call);
    if (!position)
      return;
    Value *firstInObject = builder.CreateAdd(position->offset, first);
    Value *isOutside = builder.CreateOr(
        builder.CreateICmpSLT(firstInObject, zero),
        builder.CreateICmpUGT(builder.CreateAdd(position->offset, end), position->size));
    Place place = std::move(position->place);
    place.kind = heddleFinding_outOfBounds;
    place.access = writes ? heddleWrites : heddleReads;
    find(builder.CreateAnd(isSome, isOutside), firstInObject, std::move(place));
  }

  CallInst &call;
  const bool writes;
  MemoryObjects &objects;
  const BlockShape shape;
  IRBuilder<> builder;
};

} // namespace

PreservedAnalyses CheckBlocksPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isKernel(function))
    return PreservedAnalyses::all();
  SmallVector<CallInst *> calls;
  for (Instruction &instruction : instructions(function))
    if (std::optional<InternalOp> op = internalOp(instruction);
        op == InternalOp::blockLoad2d || op == InternalOp::blockStore2d)
      calls.push_back(cast<CallInst>(&instruction));
  if (calls.empty())
    return PreservedAnalyses::all();
  MemoryObjects objects(function);
  for (CallInst *call : calls)
    BlockChecker(*call, internalOp(*call) == InternalOp::blockStore2d, objects).run();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
