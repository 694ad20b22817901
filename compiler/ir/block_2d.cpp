#include "compiler/ir/block_2d.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/matrix_operation.hpp"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

// A block has to fit the registers of a work-item; the largest of the extension has 2 KiB.
constexpr unsigned maxRows = 64;
constexpr unsigned maxColumns = 256;
constexpr unsigned maxBlockBytes = 1 << 14;

Error invalid(const Twine &message) { return createStringError("2D block: " + message); }

} // namespace

unsigned BlockShape::dealtRows() const {
  switch (order) {
  case BlockOrder::plain:
    return rows;
  case BlockOrder::transform:
    return divideCeil(rows, 4 / elementBytes);
  case BlockOrder::transpose:
    return columns;
  }
  llvm_unreachable("all orders are handled");
}

unsigned BlockShape::dealtColumns() const {
  return PowerOf2Ceil(order == BlockOrder::transpose ? rows : columns);
}

unsigned BlockShape::unitsPerLane(unsigned lanes) const {
  return std::max(dealtColumns() / lanes, 1u);
}

unsigned BlockShape::componentBytes(unsigned lanes) const {
  return std::min(unitsPerLane(lanes) * unitBytes(), 8u);
}

unsigned BlockShape::componentsOfBlock(unsigned lanes) const {
  if (dealtColumns() < lanes)
    return divideCeil(dealtRows(), lanes / dealtColumns());
  return dealtRows() * (unitsPerLane(lanes) * unitBytes() / componentBytes(lanes));
}

Error checkBlockShape(const BlockShape &shape) {
  if (shape.elementBytes > 8 || !isPowerOf2_32(shape.elementBytes))
    return invalid("the element size is " + Twine(shape.elementBytes) +
                   " bytes, expected 1, 2, 4 or 8");
  if (shape.rows == 0 || shape.rows > maxRows)
    return invalid("the block has " + Twine(shape.rows) + " rows, expected 1 to " + Twine(maxRows));
  if (shape.columns == 0 || shape.columns > maxColumns)
    return invalid("the block has " + Twine(shape.columns) + " columns, expected 1 to " +
                   Twine(maxColumns));
  if (shape.blocks == 0 ||
      std::uint64_t(shape.rows) * shape.blocks * shape.columns * shape.elementBytes > maxBlockBytes)
    return invalid("there are " + Twine(shape.blocks) + " blocks of " + Twine(shape.rows) + " x " +
                   Twine(shape.columns) + " elements of " + Twine(shape.elementBytes) +
                   " bytes, expected at least one, and at most " + Twine(maxBlockBytes) +
                   " bytes in all");
  if (shape.order == BlockOrder::transform && shape.elementBytes > 2)
    return invalid("rows of elements of " + Twine(shape.elementBytes) +
                   " bytes cannot be packed into words of 4, expected 1 or 2");
  return Error::success();
}

BlockShape blockShape(const CallBase &call) {
  // (base, width, height, pitch, x, y, element bytes, columns, rows, blocks, order[, value])
  const auto number = [&](unsigned index) {
    return unsigned(cast<ConstantInt>(call.getArgOperand(index))->getZExtValue());
  };
  return {number(6), number(7), number(8), number(9), static_cast<BlockOrder>(number(10))};
}

std::optional<unsigned> subGroupSizeOfBlocks(const Function &kernel) {
  for (const Instruction &instruction : instructions(kernel)) {
    std::optional<InternalOp> op = internalOp(instruction);
    if (!op || *op < InternalOp::blockLoad2d || *op > InternalOp::blockWrite2d)
      continue;
    if (unsigned required = requiredSubGroupSize(kernel))
      return required;
    return impliedSubGroupSize(kernel).value_or(16);
  }
  return std::nullopt;
}

} // namespace heddle::compiler
