#include "compiler/ir/cooperative_matrix.hpp"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr char matrixLengthMetadata[] = "heddle-matrix-length";
constexpr unsigned wordBytes = 4, wordBits = 32;

unsigned packingOf(MatrixUse use, unsigned elementBytes) {
  return use == MatrixUse::b && elementBytes < wordBytes ? wordBytes / elementBytes : 1;
}

Type *vectorOf(Type *type, unsigned count) {
  return count == 1 ? type : FixedVectorType::get(type, count);
}

} // namespace

std::optional<CooperativeMatrix> CooperativeMatrix::of(Type *type) {
  auto *target = dyn_cast<TargetExtType>(type);
  if (!target || target->getName() != "spirv.CooperativeMatrixKHR")
    return std::nullopt;
  return CooperativeMatrix{target->getTypeParameter(0), target->getIntParameter(0),
                           target->getIntParameter(1), target->getIntParameter(2),
                           static_cast<MatrixUse>(target->getIntParameter(3))};
}

unsigned CooperativeMatrix::elementBytes() const { return component->getScalarSizeInBits() / 8; }

unsigned CooperativeMatrix::packing() const { return packingOf(use, elementBytes()); }

unsigned CooperativeMatrix::storedRows() const { return alignTo(rows, rowGroup()); }

unsigned CooperativeMatrix::columnBlocks(unsigned lanes) const {
  return divideCeil(columns, lanes);
}

unsigned rowsAbreast(unsigned columns, unsigned lanes) {
  return columns < lanes && lanes % columns == 0 ? lanes / columns : 1;
}

unsigned CooperativeMatrix::groupsOfBlock(unsigned lanes) const {
  return divideCeil(storedRows() / rowGroup(), rowsAbreast(lanes));
}

Type *CooperativeMatrix::elementsType(unsigned lanes) const {
  return vectorOf(component, length(lanes));
}

Type *CooperativeMatrix::partType(unsigned lanes) const {
  if (packing() == 1)
    return elementsType(lanes);
  return vectorOf(Type::getInt32Ty(component->getContext()), length(lanes) / packing());
}

unsigned MatrixAccess::packing() const { return packingOf(use, elementBytes()); }

unsigned MatrixAccess::linePacking() const {
  return use == MatrixUse::b && elementBits < wordBits ? wordBits / elementBits : 1;
}

unsigned MatrixAccess::packedRows() const { return divideCeil(rows, packing()); }

unsigned MatrixAccess::storedRows() const { return alignTo(packedRows(), rowGroup()); }

unsigned MatrixAccess::lines() const {
  switch (layout) {
  case MatrixLayout::rowMajor:
    return rows;
  case MatrixLayout::columnMajor:
    return columns;
  case MatrixLayout::packed:
    return divideCeil(rows, linePacking());
  }
  llvm_unreachable("all layouts are handled");
}

unsigned MatrixAccess::lineElements() const {
  switch (layout) {
  case MatrixLayout::rowMajor:
    return columns;
  case MatrixLayout::columnMajor:
    return rows;
  case MatrixLayout::packed:
    return columns * linePacking();
  }
  llvm_unreachable("all layouts are handled");
}

// (base, width, height, pitch, x, y, element bits, rows, columns, use, layout[, value])
MatrixAccess matrixAccess(const CallBase &call) {
  const auto number = [&](unsigned index) {
    return unsigned(cast<ConstantInt>(call.getArgOperand(index))->getZExtValue());
  };
  return {number(6), number(7), number(8), static_cast<MatrixUse>(number(9)),
          static_cast<MatrixLayout>(number(10))};
}

// (a, b, c, M, N, K, operands)
CooperativeProduct cooperativeProduct(const CallBase &call) {
  const auto number = [&](unsigned index) {
    return unsigned(cast<ConstantInt>(call.getArgOperand(index))->getZExtValue());
  };
  return {number(3), number(4), number(5), number(6)};
}

bool isUnbounded(const CallBase &call) {
  auto *width = dyn_cast<ConstantInt>(call.getArgOperand(1));
  return width && width->getSExtValue() == unboundedWidth;
}

void setMatrixLength(Instruction &pointer, unsigned length) {
  LLVMContext &context = pointer.getContext();
  auto *number = ConstantInt::get(Type::getInt32Ty(context), length);
  pointer.setMetadata(matrixLengthMetadata, MDNode::get(context, ConstantAsMetadata::get(number)));
}

std::optional<unsigned> matrixLength(const Instruction &pointer) {
  const MDNode *node = pointer.getMetadata(matrixLengthMetadata);
  if (!node)
    return std::nullopt;
  return static_cast<unsigned>(mdconst::extract<ConstantInt>(node->getOperand(0))->getZExtValue());
}

std::optional<unsigned> cooperativeSize(const Function &kernel) {
  const unsigned size = kernel.getFnAttributeAsParsedInteger(cooperativeSizeAttribute, 0);
  return size ? std::optional(size) : std::nullopt;
}

} // namespace heddle::compiler
