#include "compiler/strict/check_blocks.hpp"

#include "compiler/ir/block_2d.hpp"
#include "compiler/ir/cooperative_matrix.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/strict/matrix_block.hpp"
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
  BlockChecker(CallInst &call, const MatrixBlock &block, MemoryObjects &objects)
      : call(call), block(block), writes(block.writes), objects(objects), shape(blockShape(call)),
        builder(&call) {}

  void run() {
    const auto [base, width, height, pitch, x, y, rows, rowBytes, stores] = block;
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
    if (internalOp(call) != InternalOp::blockPrefetch2d)
      checkArray();
  }

private:
  Value *isNoMultiple(Value *value, std::uint64_t number) {
    return builder.CreateIsNotNull(builder.CreateAnd(value, number - 1));
  }
  Value *isAbove(Value *size) { return builder.CreateICmpSGT(size, builder.getInt64(largestSize)); }
  Value *either(ArrayRef<Value *> conditions) { return builder.CreateOr(conditions); }

  Place placeOf(HeddleFindingKind kind, StringRef subject) const {
    Place place;
    place.kind = kind;
    place.subject = subject.str();
    place.access = writes ? heddleWrites : heddleReads;
    return place;
  }

  void find(Value *condition, Value *value, Place place) {
    emitFinding(builder, condition, value, call, std::move(place));
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

  /// The array in private memory that the components come from or go to.
  void checkArray() {
    const unsigned lanes = subGroupSizeOfBlocks(*call.getFunction()).value_or(16);
    const std::uint64_t bytes =
        std::uint64_t(shape.components(lanes)) * shape.componentBytes(lanes);
    const InternalOp limit = writes ? InternalOp::argumentSize : InternalOp::argumentWritable;
    std::optional<MemoryObjects::Check> made =
        objects.check({call.getArgOperand(11), builder.getInt64(bytes), limit}, Align(1), call);
    if (!made)
      return;
    made->place.kind = heddleFinding_outOfBounds;
    made->place.access = writes ? heddleReads : heddleWrites;
    find(made->isWrong, made->value, std::move(made->place));
  }

  CallInst &call;
  const MatrixBlock &block;
  const bool writes;
  MemoryObjects &objects;
  const BlockShape shape;
  IRBuilder<> builder;
};

/// From the first byte to the last that is in the block and in the matrix.
void checkMemory(CallInst &call, const MatrixBlock &block, MemoryObjects &objects) {
  IRBuilder<> builder(&call);
  const MatrixBlock::Part part = block.inside(builder);
  std::optional<MemoryObjects::Position> position = objects.position(
      block.base, block.writes ? InternalOp::argumentWritable : InternalOp::argumentReadable, call);
  if (!position)
    return;
  Value *first = builder.CreateAdd(position->offset, part.first);
  Value *isOutside = builder.CreateOr(
      builder.CreateICmpSLT(first, builder.getInt64(0)),
      builder.CreateICmpUGT(builder.CreateAdd(position->offset, part.end), position->limit));
  Place place = std::move(position->place);
  place.kind = heddleFinding_outOfBounds;
  place.access = block.writes ? heddleWrites : heddleReads;
  emitFinding(builder, builder.CreateAnd(part.isSome, isOutside), first, call, std::move(place));
}

/// Lines that begin where no element may: the first, or the second if only the stride is wrong.
void checkAlignment(CallInst &call, const MatrixBlock &block, MemoryObjects &objects) {
  const Align alignment(matrixAccess(call).elementBytes());
  IRBuilder<> builder(&call);
  Value *address = builder.CreatePtrToInt(block.base, builder.getInt64Ty());
  const auto isMisaligned = [&](Value *value) {
    return builder.CreateIsNotNull(builder.CreateAnd(value, alignment.value() - 1));
  };
  Value *firstIsWrong = isMisaligned(address), *isWrong = firstIsWrong;
  if (block.rows > 1)
    isWrong = builder.CreateOr(isWrong, isMisaligned(block.pitch));
  Place place;
  Value *first = address;
  if (std::optional<MemoryObjects::Position> position =
          objects.position(block.base, InternalOp::argumentSize, call)) {
    place = std::move(position->place);
    first = position->offset;
  }
  place.kind = heddleFinding_misalignedMatrix;
  place.access = block.writes ? heddleWrites : heddleReads;
  place.alignment = static_cast<unsigned>(alignment.value());
  Value *value = builder.CreateSelect(firstIsWrong, first, builder.CreateAdd(first, block.pitch));
  emitFinding(builder, isWrong, value, call, std::move(place));
}

/// Lines that lie in one another.
void checkStride(CallInst &call, const MatrixBlock &block) {
  if (block.rows < 2)
    return;
  IRBuilder<> builder(&call);
  Place place;
  place.kind = heddleFinding_matrixStride;
  place.access = heddleWrites;
  emitFinding(builder, builder.CreateICmpSLE(block.pitch, builder.getInt64(0)), block.pitch, call,
              std::move(place));
}

} // namespace

PreservedAnalyses CheckBlocksPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isKernel(function))
    return PreservedAnalyses::all();
  SmallVector<CallInst *> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&instruction);
        call && (MatrixBlock::of(*call) || internalOp(*call) == InternalOp::blockPrefetch2d))
      calls.push_back(call);
  if (calls.empty())
    return PreservedAnalyses::all();
  MemoryObjects objects(function);
  for (CallInst *call : calls) {
    std::optional<InternalOp> op = internalOp(*call);
    if (op == InternalOp::blockPrefetch2d) {
      // What it is asked for need not be there.
      BlockChecker(*call, MatrixBlock::ofPrefetch(*call), objects).run();
      continue;
    }
    const MatrixBlock block = *MatrixBlock::of(*call);
    if (op == InternalOp::blockLoad2d || op == InternalOp::blockStore2d)
      BlockChecker(*call, block, objects).run();
    else if (matrixAccess(*call).elementBytes() > 1)
      checkAlignment(*call, block, objects);
    if (op == InternalOp::cooperativeStore)
      checkStride(*call, block);
    checkMemory(*call, block, objects);
  }
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
