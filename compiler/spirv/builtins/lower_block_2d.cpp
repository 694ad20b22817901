// SPV_INTEL_2d_block_io: loads, stores and prefetches of blocks of a matrix.
#include "compiler/ir/block_2d.hpp"
#include "compiler/spirv/builtins/group_operation.hpp"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

struct Instruction2d {
  InternalOp op;
  BlockOrder order = BlockOrder::plain;
};

std::optional<Instruction2d> instructionNamed(StringRef name) {
  return StringSwitch<std::optional<Instruction2d>>(name)
      .Case("Subgroup2DBlockLoadINTEL", Instruction2d{InternalOp::blockLoad2d})
      .Case("Subgroup2DBlockLoadTransformINTEL",
            Instruction2d{InternalOp::blockLoad2d, BlockOrder::transform})
      .Case("Subgroup2DBlockLoadTransposeINTEL",
            Instruction2d{InternalOp::blockLoad2d, BlockOrder::transpose})
      .Case("Subgroup2DBlockPrefetchINTEL", Instruction2d{InternalOp::blockPrefetch2d})
      .Case("Subgroup2DBlockStoreINTEL", Instruction2d{InternalOp::blockStore2d})
      .Default(std::nullopt);
}

/// Four constants, the private pointer of a store, base, width, height, pitch, coordinate, the
/// private pointer of a load.
bool hasOperands(const BuiltinCall &call, InternalOp op) {
  const unsigned base = op == InternalOp::blockStore2d ? 5 : 4;
  const bool isPrefetch = op == InternalOp::blockPrefetch2d;
  if (call.operandCount() != (isPrefetch ? 9u : 10u))
    return false;
  auto *coordinate = dyn_cast<FixedVectorType>(call.operand(base + 4)->getType());
  if (!call.operand(base)->getType()->isPointerTy() || !coordinate ||
      coordinate->getNumElements() != 2 || !coordinate->getElementType()->isIntegerTy())
    return false;
  for (unsigned i = base + 1; i < base + 4; ++i)
    if (!call.operand(i)->getType()->isIntegerTy())
      return false;
  return isPrefetch ||
         call.operand(op == InternalOp::blockStore2d ? 4 : 9)->getType()->isPointerTy();
}

} // namespace

bool lowerBlock2d(BuiltinCall &call) {
  std::optional<Instruction2d> instruction = instructionNamed(call.base());
  if (!instruction)
    return false;
  const InternalOp op = instruction->op;
  IRBuilder<> &builder = call.builder;
  if (!hasOperands(call, op)) {
    call.refuse("Op" + call.base() + " has operands of other types than it must have");
    return true;
  }
  unsigned numbers[4];
  for (unsigned i = 0; i < 4; ++i) {
    std::optional<std::uint64_t> number = call.constantOperand(i);
    if (!number) {
      call.refuse("2D block: the element size, width, height and count of blocks are constants");
      return true;
    }
    numbers[i] = std::min<std::uint64_t>(*number, ~0u);
  }
  const BlockShape shape{numbers[0], numbers[1], numbers[2], numbers[3], instruction->order};
  if (Error error = checkBlockShape(shape)) {
    call.refuse(toString(std::move(error)));
    return true;
  }

  // Coordinates and sizes are signed: a matrix may be entered from outside.
  Type *i64 = builder.getInt64Ty();
  const auto wide = [&](Value *value) { return builder.CreateSExtOrTrunc(value, i64); };
  const unsigned base = op == InternalOp::blockStore2d ? 5 : 4;
  Value *coordinate = call.operand(base + 4);
  Value *column = wide(builder.CreateExtractElement(coordinate, std::uint64_t(0)));
  SmallVector<Value *, 12> operands = {
      call.operand(base),
      wide(call.operand(base + 1)),
      wide(call.operand(base + 2)),
      wide(call.operand(base + 3)),
      builder.CreateMul(column, builder.getInt64(shape.elementBytes)),
      wide(builder.CreateExtractElement(coordinate, 1))};
  for (unsigned number : {shape.elementBytes, shape.columns, shape.rows, shape.blocks,
                          static_cast<unsigned>(shape.order)})
    operands.push_back(builder.getInt32(number));
  if (op != InternalOp::blockPrefetch2d) {
    Value *pointer = call.operand(op == InternalOp::blockStore2d ? 4 : 9);
    operands.push_back(builder.CreateAddrSpaceCast(pointer, builder.getPtrTy(0)));
  }
  internalCall(call, op, builder.getVoidTy(), operands);
  call.replaceWith(nullptr);
  return true;
}

} // namespace heddle::compiler
