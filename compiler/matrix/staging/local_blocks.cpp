#include "compiler/matrix/staging/local_blocks.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/cooperative_matrix.hpp"
#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// Of a work-item: larger matrices have too many elements for straight code.
constexpr unsigned mostElements = 128;

bool isInLocal(const Instruction &access) {
  return access.getOperand(0)->getType()->getPointerAddressSpace() == AddressSpace::inLocal;
}

/// The number of the work-item in its sub-group.
Value *createLane(IRBuilder<> &builder, unsigned lanes) {
  Module &module = *builder.GetInsertBlock()->getModule();
  FunctionType *ofLane = FunctionType::get(builder.getInt32Ty(), /*isVarArg=*/false);
  CallInst *number = builder.CreateCall(getInternalOp(module, InternalOp::subGroupLocalId, ofLane));
  number->addRangeRetAttr(ConstantRange(APInt(32, 0), APInt(32, lanes)));
  return builder.CreateZExt(number, builder.getInt64Ty());
}

/// A block of a sub-group in local memory as what each of its work-items reads or writes.
/// copied: null, or the block of other memory that is only copied there.
void expandLocalBlock(Instruction &block, Instruction *copied, unsigned lanes) {
  const bool isRead = internalOp(block) == InternalOp::blockRead;
  IRBuilder<> builder(&block);
  Value *lane = createLane(builder, lanes);
  Value *data = isRead ? PoisonValue::get(block.getType()) : block.getOperand(1);
  Type *element = data->getType()->getScalarType();
  const auto *vector = dyn_cast<FixedVectorType>(data->getType());
  const auto read = [&](const Instruction &from, Value *at) {
    return builder.CreateLoad(element, builder.CreateInBoundsGEP(element, from.getOperand(0), at));
  };
  for (unsigned i = 0; i < (vector ? vector->getNumElements() : 1); ++i) {
    Value *at = builder.CreateAdd(lane, builder.getInt64(i * lanes), "", true, true);
    if (isRead) {
      data = vector ? builder.CreateInsertElement(data, read(block, at), i) : read(block, at);
      continue;
    }
    Value *value = copied   ? read(*copied, at)
                   : vector ? builder.CreateExtractElement(data, i)
                            : data;
    builder.CreateStore(value, builder.CreateInBoundsGEP(element, block.getOperand(0), at));
  }
  if (isRead)
    block.replaceAllUsesWith(data);
  block.eraseFromParent();
  if (copied)
    copied->eraseFromParent();
}

/// The number of a sub-group in its row of the work-group, which sub-groups fill.
bool isSubGroupOfRow(const Value &value, unsigned lanes) {
  Value *id = nullptr;
  const APInt *by = nullptr;
  const bool isQuotient = match(&value, m_IDiv(m_Value(id), m_APInt(by)));
  if (!isQuotient && !match(&value, m_Shr(m_Value(id), m_APInt(by))))
    return false;
  while (auto *cast = dyn_cast<CastInst>(id))
    id = cast->getOperand(0);
  return internalOp(*id) == InternalOp::localId &&
         (isQuotient ? by->urem(lanes) == 0 : by->uge(Log2_32(lanes)));
}

/// Whether all work-items of a sub-group have one pointer. A block begins where the first one says.
bool isOfSubGroup(const Value &pointer, const UniformityInfo &uniformity, unsigned lanes) {
  SmallSetVector<const Value *, 16> parts;
  parts.insert(&pointer);
  for (unsigned i = 0; i < parts.size(); ++i) {
    const auto *instruction = dyn_cast<Instruction>(parts[i]);
    if (!instruction || uniformity.isUniform(instruction) || isSubGroupOfRow(*instruction, lanes))
      continue;
    if (!isa<BinaryOperator, CastInst, GetElementPtrInst>(instruction))
      return false;
    parts.insert(instruction->op_begin(), instruction->op_end());
  }
  return true;
}

} // namespace

void expandLocalBlocks(Function &function, const UniformityInfo &uniformity, unsigned lanes) {
  const auto isOf = [&](const Instruction &block) {
    return isOfSubGroup(*block.getOperand(0), uniformity, lanes);
  };
  SmallVector<std::pair<Instruction *, Instruction *>> blocks;
  for (Instruction &instruction : instructions(function)) {
    const std::optional<InternalOp> op = internalOp(instruction);
    if ((op != InternalOp::blockRead && op != InternalOp::blockWrite) || !isInLocal(instruction) ||
        !isOf(instruction))
      continue;
    auto *copied =
        op == InternalOp::blockWrite ? dyn_cast<Instruction>(instruction.getOperand(1)) : nullptr;
    if (copied &&
        (!copied->hasOneUse() || internalOp(*copied) != InternalOp::blockRead || !isOf(*copied) ||
         copied->getParent() != instruction.getParent() || isInLocal(*copied) ||
         any_of(make_range(std::next(copied->getIterator()), instruction.getIterator()),
                [](const Instruction &between) { return between.mayWriteToMemory(); })))
      copied = nullptr;
    blocks.push_back({&instruction, copied});
  }
  for (auto [block, copied] : blocks)
    expandLocalBlock(*block, copied, lanes);
}

namespace {

/// Whether all of its elements are components, none of which are missing or lie abreast.
bool canExpand(const CallBase &load, unsigned lanes) {
  const MatrixAccess access = matrixAccess(load);
  return isInLocal(load) && isUnbounded(load) && access.use != MatrixUse::accumulator &&
         access.elementBits >= 8 && access.columns % lanes == 0 &&
         access.rows == access.storedRows() * access.packing() &&
         access.rows * (access.columns / lanes) <= mostElements;
}

} // namespace

LocalMatrices::LocalMatrices(Function &function, unsigned lanes) {
  if (cooperativeSize(function) != lanes)
    return;
  SmallVector<CallBase *> loads;
  for (Instruction &instruction : instructions(function))
    if (internalOp(instruction) == InternalOp::cooperativeLoad)
      if (auto &call = cast<CallBase>(instruction); canExpand(call, lanes))
        loads.push_back(&call);
  for (CallBase *load : loads)
    matrices.push_back(expand(*load, lanes));
}

// (base, width, height, pitch, x, y, …), by lines.
LocalMatrices::Matrix LocalMatrices::expand(CallBase &call, unsigned lanes) {
  const MatrixAccess access = matrixAccess(call);
  IRBuilder<> builder(&call);
  Value *pitch = call.getArgOperand(3), *lane = createLane(builder, lanes);
  Value *first = builder.CreatePtrAdd(
      call.getArgOperand(0),
      builder.CreateAdd(call.getArgOperand(4), builder.CreateMul(call.getArgOperand(5), pitch)));
  Matrix matrix{call.getCalledFunction(), {}, {}, {}};
  append_range(matrix.operands, call.args());
  const auto load = [&](Type *type, Value *line, Value *element) {
    Value *offset = builder.CreateMul(element, builder.getInt64(access.elementBytes()));
    offset = builder.CreateAdd(builder.CreateMul(line, pitch), offset);
    LoadInst *loaded = builder.CreateAlignedLoad(type, builder.CreatePtrAdd(first, offset),
                                                 Align(access.elementBytes()));
    matrix.loads.push_back(loaded);
    return loaded;
  };
  Type *part = call.getType()->getScalarType();
  Type *element = access.packing() == 1 ? part : builder.getIntNTy(access.elementBytes() * 8);
  const auto component = [&](unsigned row, Value *column) -> Value * {
    const unsigned packing = access.packing();
    if (access.layout == MatrixLayout::columnMajor)
      return load(part, column, builder.getInt64(row * packing));
    // As many rows as make a word.
    if (access.layout == MatrixLayout::packed)
      return load(part, builder.getInt64(row),
                  builder.CreateMul(column, builder.getInt64(packing)));
    if (packing == 1)
      return load(part, builder.getInt64(row), column);
    Value *word = PoisonValue::get(FixedVectorType::get(element, packing));
    for (unsigned i = 0; i < packing; ++i)
      word = builder.CreateInsertElement(
          word, load(element, builder.getInt64(row * packing + i), column), i);
    return builder.CreateBitCast(word, part);
  };
  Value *all = PoisonValue::get(call.getType());
  unsigned count = 0;
  for (unsigned block = 0; block < access.columns; block += lanes) {
    Value *column = builder.CreateAdd(lane, builder.getInt64(block), "", true, true);
    for (unsigned row = 0; row < access.packedRows(); ++row, ++count) {
      Value *one = component(row, column);
      all = all->getType()->isVectorTy() ? builder.CreateInsertElement(all, one, count) : one;
    }
  }
  matrix.elements = all;
  call.replaceAllUsesWith(all);
  call.eraseFromParent();
  return matrix;
}

void LocalMatrices::restore() {
  const auto isRead = [](const WeakVH &load) { return load != nullptr; };
  const auto isThere = [](const WeakTrackingVH &value) { return value != nullptr; };
  for (Matrix &matrix : matrices) {
    auto *elements = dyn_cast_or_null<Instruction>(static_cast<Value *>(matrix.elements));
    if (!elements || none_of(matrix.loads, isRead) || !all_of(matrix.operands, isThere))
      continue;
    IRBuilder<> builder(elements);
    SmallVector<Value *> operands(matrix.operands.begin(), matrix.operands.end());
    elements->replaceAllUsesWith(builder.CreateCall(matrix.load, operands));
    RecursivelyDeleteTriviallyDeadInstructions(elements);
  }
}

} // namespace heddle::compiler
