// The loop over the work-groups of a call, and their order.
//
// Work-groups go along the rows of the ND-range: what one reads or writes is often next to what the
// one before it did. Kernels with matrix operations go through it in bands of a few rows, down each
// column of a band: neighbours in a row read the same rows of A and other columns of B, so that
// whole rows of work-groups read all of B again and again from where it lies, the last cache or
// memory. In a band the rows of A stay in the second cache, and each part of B is read once for all
// rows of the band. Any order is allowed.
//
// So do kernels that access lines along both dimensions, as transpositions do: what one row of a
// band begins of a line the next ones go on with.

#include "compiler/ir/entry_function.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/matrix_operation.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/workgroup/entry_builder.hpp"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Whether it goes on with the sums of another one in its block, as their first row tells: rows are
/// taken apart and joined again between the two.
bool goesOn(const CallInst &operation) {
  const Value *row = operation.getArgOperand(2);
  while (const auto *shuffle = dyn_cast<ShuffleVectorInst>(row))
    row = shuffle->getOperand(0);
  const auto *before = dyn_cast<CallInst>(row);
  return before && before->getParent() == operation.getParent() &&
         internalOp(*before) == InternalOp::simdMatrixMad;
}

// Rows of sums that a band covers: 256 rows of A with 1024 bfloats each are half a megabyte, a
// quarter of a second cache. With rows four times as long it still pays.
constexpr double bandRows = 256;
// Elements of a line, as most kernels have them.
constexpr std::uint64_t rowsOfLine = 16;

} // namespace

/// How many sums a sub-group has at a time, about: those of the block with most of them, however
/// often it adds to them. 0 for a kernel without matrix operations.
unsigned EntryBuilder::sumsOfSubGroup() {
  unsigned most = 0;
  if (Function *full = variant(lanes == 1 ? variantLane : variantFull))
    for (BasicBlock &block : *full) {
      unsigned sums = 0;
      for (Instruction &instruction : block)
        if (internalOp(instruction) == InternalOp::simdMatrixMad &&
            !goesOn(cast<CallInst>(instruction))) {
          const MatrixOperation op = matrixOperation(cast<CallInst>(instruction));
          sums += op.m * op.n;
        }
      most = std::max(most, sums);
    }
  return most;
}

/// The height of a band in work-groups. What a work-group computes is taken as a square.
Value *EntryBuilder::groupsInBand(unsigned sums) {
  Type *type = builder.getFloatTy();
  Value *workItems =
      builder.CreateMul(builder.CreateMul(values.enqueuedLocalSize[0], values.enqueuedLocalSize[1]),
                        values.enqueuedLocalSize[2]);
  Value *square = builder.CreateFMul(builder.CreateUIToFP(workItems, type),
                                     ConstantFP::get(type, double(sums) / lanes));
  Value *side = builder.CreateUnaryIntrinsic(Intrinsic::sqrt, square);
  Value *exact = builder.CreateFDiv(ConstantFP::get(type, bandRows), side);
  Value *height = builder.CreateFPToUI(builder.CreateFAdd(exact, ConstantFP::get(type, 0.5)),
                                       builder.getInt64Ty());
  // Small work-groups are done several at a time: a power of two has no rest.
  constexpr std::uint64_t small = 8;
  Value *zeros = builder.CreateBinaryIntrinsic(
      Intrinsic::ctlz, builder.CreateSub(height, builder.getInt64(1)), builder.getFalse());
  Value *power =
      builder.CreateShl(builder.getInt64(1), builder.CreateAnd(builder.CreateNeg(zeros), 63));
  height =
      builder.CreateSelect(builder.CreateICmpUGT(height, builder.getInt64(small)), power, height);
  return builder.CreateBinaryIntrinsic(Intrinsic::umax, height, builder.getInt64(1), nullptr,
                                       "band_height");
}

Triple3 EntryBuilder::idsInBands(Value *number, Value *height, bool haveSums) {
  Value *columns = values.numGroups[0], *rows = values.numGroups[1];
  Value *plane = builder.CreateNUWMul(columns, rows);
  Value *inPlane = builder.CreateURem(number, plane);
  Value *wholeBand = builder.CreateNUWMul(columns, height);
  Value *firstRow = builder.CreateNUWMul(builder.CreateUDiv(inPlane, wholeBand), height);
  Value *inBand = builder.CreateURem(inPlane, wholeBand);
  // The last band may have fewer rows.
  Value *left = builder.CreateSub(rows, firstRow);
  Value *thisHeight = builder.CreateBinaryIntrinsic(Intrinsic::umin, left, height);
  Value *column = builder.CreateUDiv(inBand, thisHeight, "group_id0");
  Value *place = builder.CreateURem(inBand, thisHeight);
  Value *row = builder.CreateAdd(firstRow, place);
  if (haveSums) {
    Type *word = builder.getInt64Ty();
    row = builder.CreateCall(
        getInternalOp(module, InternalOp::groupRow,
                      FunctionType::get(word, {word, word, word}, /*isVarArg=*/false)),
        {row, place, thisHeight}, "group_id1");
  }
  return {column, row, builder.CreateUDiv(number, plane, "group_id2")};
}

void EntryBuilder::beginGroups() {
  LLVMContext &context = module.getContext();
  Value *first = entry->getArg(entryFirstGroup), *count = entry->getArg(entryGroupCount);
  Value *bandHeight = nullptr;
  const unsigned sums = sumsOfSubGroup();
  if (sums)
    bandHeight = groupsInBand(sums);
  else if (kernel.hasFnAttribute(crossesRowsAttribute))
    bandHeight = builder.CreateBinaryIntrinsic(
        Intrinsic::umax,
        builder.CreateUDiv(builder.getInt64(rowsOfLine), values.enqueuedLocalSize[1]),
        builder.getInt64(1), nullptr, "band_height");
  Triple3 start{};
  if (!bandHeight) {
    Value *perRow = values.numGroups[0];
    Value *row = builder.CreateUDiv(first, perRow);
    start = {builder.CreateURem(first, perRow), builder.CreateURem(row, values.numGroups[1]),
             builder.CreateUDiv(row, values.numGroups[1])};
  }

  BasicBlock *preheader = builder.GetInsertBlock();
  groupHeader = BasicBlock::Create(context, "group", entry);
  groupEnd = BasicBlock::Create(context, "groups.end", entry);
  builder.CreateCondBr(builder.CreateICmpEQ(count, builder.getInt64(0)), groupEnd, groupHeader);

  builder.SetInsertPoint(groupHeader);
  groupCounter = builder.CreatePHI(builder.getInt64Ty(), 2, "group");
  groupCounter->addIncoming(builder.getInt64(0), preheader);
  if (bandHeight) {
    remark(kernel, "work-groups run in bands of some rows, column by column, so that " +
                       StringRef(sums ? "matrix operands" : "lines that they share") +
                       " stay in the caches");
    values.groupId =
        idsInBands(builder.CreateNUWAdd(first, groupCounter), bandHeight, /*haveSums=*/sums != 0);
    return;
  }
  for (unsigned d = 0; d < 3; ++d) {
    PHINode *id = builder.CreatePHI(builder.getInt64Ty(), 2, "group_id" + Twine(d));
    id->addIncoming(start[d], preheader);
    values.groupId[d] = id;
  }
}

void EntryBuilder::endGroups() {
  BasicBlock *latch = builder.GetInsertBlock();
  // Dimension 0 is fastest; a wrap carries into the next.
  Value *carry = builder.getTrue();
  for (unsigned d = 0; d < 3; ++d) {
    auto *id = dyn_cast<PHINode>(values.groupId[d]);
    if (!id)
      break;
    Value *next = builder.CreateSelect(carry, builder.CreateNUWAdd(id, builder.getInt64(1)), id);
    carry = builder.CreateAnd(carry, builder.CreateICmpEQ(next, values.numGroups[d]));
    if (d < 2)
      next = builder.CreateSelect(carry, builder.getInt64(0), next);
    id->addIncoming(next, latch);
  }
  Value *next = builder.CreateNUWAdd(groupCounter, builder.getInt64(1));
  groupCounter->addIncoming(next, latch);
  builder.CreateCondBr(builder.CreateICmpEQ(next, entry->getArg(entryGroupCount)), groupEnd,
                       groupHeader);
  builder.SetInsertPoint(groupEnd);
  builder.CreateRetVoid();
}

} // namespace heddle::compiler
