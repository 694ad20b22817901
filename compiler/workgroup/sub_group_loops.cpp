// The loops over the sub-groups of a work-group.
//
// Sub-groups are cut from the work-items in linear order, so that a row of S consecutive lanes
// exists everywhere when the local size in dimension 0 is a multiple of S, or when there is only
// one row; in the second case the last sub-group may be partial. Otherwise k.masked runs them all.
//
// Kernels that cannot tell the order have full sub-groups in all rows, and k.masked runs what they
// leave of each row, in linear order. Rows of 20 and S = 8, a letter for each masked sub-group:
//
//   |---full---|---full---| a a a a
//   |---full---|---full---| a a a a
//   |---full---|---full---| b b b b
//
// Where rows are apart (joined_groups.hpp), k.masked runs what is left of each row by itself.

#include "compiler/ir/joined_groups.hpp"
#include "compiler/ir/one_of_group.hpp"
#include "compiler/ir/rolled_loops.hpp"
#include "compiler/ir/whole_sub_groups.hpp"
#include "compiler/workgroup/entry_builder.hpp"
#include "runtime/abi/entry_point.h"

#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

#include <cstddef>

using namespace llvm;

namespace heddle::compiler {

namespace {

// Instructions of a region whose loop may be unrolled and peeled.
constexpr unsigned smallBody = 48;
// Regions from which on no loop is: LLVM's time to unroll one grows with what lies around it.
constexpr unsigned manyRegions = 32;

} // namespace

CountedLoop EntryBuilder::beginLoop(Type *type, Value *start, const Twine &name) {
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *header = newBlock(name);
  builder.CreateBr(header);
  builder.SetInsertPoint(header);
  PHINode *counter = builder.CreatePHI(type, 2, name + ".counter");
  counter->addIncoming(start, before);
  return {header, counter};
}

void EntryBuilder::endLoop(const CountedLoop &loop, Value *step, Value *limit) {
  Value *next = builder.CreateAdd(loop.counter, step, "", /*HasNUW=*/true, /*HasNSW=*/true);
  loop.counter->addIncoming(next, builder.GetInsertBlock());
  BasicBlock *done = newBlock("loop.end");
  // That counters do not wrap, and that all loops are entered, LLVM would otherwise ask of each
  // branch in front of the loop, which are those of the loops of all regions before it: the square
  // of their number.
  const auto *constantStep = dyn_cast<ConstantInt>(step);
  Value *goesOn = constantStep && constantStep->isOne() ? builder.CreateICmpNE(next, limit)
                                                        : builder.CreateICmpULT(next, limit);
  BranchInst *latch = builder.CreateCondBr(goesOn, loop.header, done);
  builder.SetInsertPoint(done);
  // A body is a whole kernel: copies of it cost more build time than they save. But what is left of
  // a round of a reduction are loops that do nothing in most iterations.
  if (bodySize <= smallBody && !regionsOf.empty() &&
      regionsOf.begin()->second.regions.size() < manyRegions)
    return;
  keepRolled(*latch);
}

void EntryBuilder::forEachSubGroup(SubGroupBody body) {
  if (lanes == 1)
    return forEachLane(body);
  if (hasRowsApart(kernel))
    return forEachOfRowsApart(body);
  Type *i32 = builder.getInt32Ty();
  if (!runsMasked())
    return forEachFull(body);
  Value *rows = builder.CreateMul(values.localSize[1], values.localSize[2]);
  Value *fullCount = builder.CreateTrunc(builder.CreateMul(values.fullPerRow, rows), i32);

  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *full = newBlock("full");
  BasicBlock *fullEnd = newBlock("full.end");
  builder.CreateCondBr(builder.CreateICmpEQ(values.fullPerRow, builder.getInt64(0)), fullEnd, full);
  builder.SetInsertPoint(full);
  forEachFull(body);
  BasicBlock *afterFull = builder.GetInsertBlock();
  builder.CreateBr(fullEnd);

  builder.SetInsertPoint(fullEnd);
  PHINode *firstMasked = builder.CreatePHI(i32, 2, "full_sub_groups");
  firstMasked->addIncoming(builder.getInt32(0), before);
  firstMasked->addIncoming(fullCount, afterFull);
  BasicBlock *masked = newBlock("masked");
  BasicBlock *done = newBlock("group.end");
  // Most work-groups have no such sub-group.
  MDNode *unlikely = MDBuilder(module.getContext()).createBranchWeights(1, 1000);
  builder.CreateCondBr(builder.CreateICmpNE(firstMasked, values.numSubGroups), masked, done,
                       unlikely);
  builder.SetInsertPoint(masked);
  forEachMasked(firstMasked, body);
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
}

Value *EntryBuilder::rowOf(Value *y, Value *z) {
  Value *before = builder.CreateMul(z, values.localSize[1], "", /*HasNUW=*/true, /*HasNSW=*/true);
  return builder.CreateAdd(y, before, "", /*HasNUW=*/true, /*HasNSW=*/true);
}

// With a required work-group size of the right form there is nothing for it to do.
bool EntryBuilder::runsMasked() const {
  if (hasWholeSubGroupsOnly(kernel))
    return false;
  auto *perRow = dyn_cast<ConstantInt>(values.fullPerRow);
  auto *row = dyn_cast<ConstantInt>(values.localSize[0]);
  return !perRow || !row || perRow->getZExtValue() * lanes != row->getZExtValue();
}

void EntryBuilder::forEachLane(SubGroupBody body) {
  Type *i64 = builder.getInt64Ty();
  Value *zero = builder.getInt64(0), *one = builder.getInt64(1);
  if (kernel.hasFnAttribute(oneOfGroupAttribute)) {
    values.firstLocalId = {zero, zero, zero};
    values.subGroupId = builder.getInt32(0);
    values.activeLanes = builder.getInt32(1);
    return body(variantLane);
  }
  // An empty work-group does not exist, so each loop is entered.
  CountedLoop z = beginLoop(i64, zero, "work_item.z");
  CountedLoop y = beginLoop(i64, zero, "work_item.y");
  CountedLoop x = beginLoop(i64, zero, "work_item.x");
  values.firstLocalId = {x.counter, y.counter, z.counter};
  Value *row = rowOf(y.counter, z.counter);
  values.subGroupId =
      builder.CreateTrunc(builder.CreateAdd(x.counter, builder.CreateMul(row, values.localSize[0])),
                          builder.getInt32Ty());
  values.activeLanes = builder.getInt32(1);
  body(variantLane);
  endLoop(x, one, values.localSize[0]);
  endLoop(y, one, values.localSize[1]);
  endLoop(z, one, values.localSize[2]);
}

// Rows are joined as long as there are enough of them.
void EntryBuilder::forEachFull(SubGroupBody body) {
  Value *zero = builder.getInt64(0), *one = builder.getInt64(1), *end = values.localSize[1];
  CountedLoop z = beginLoop(builder.getInt64Ty(), zero, "full.z");
  if (joinedRows > 1) {
    Value *rest = builder.CreateURem(end, builder.getInt64(joinedRows));
    if (variant(variantRows)->hasFnAttribute(untracedAttribute)) {
      Value *slot = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), values.workerContext,
                                                       offsetof(HeddleWorkerContext, traced));
      Value *traced = builder.CreateAlignedLoad(builder.getInt64Ty(), slot, Align(8), "traced");
      rest = builder.CreateSelect(builder.CreateIsNull(traced), rest, end);
    }
    Value *joinedEnd = builder.CreateSub(end, rest, "joined_rows");
    when(builder.CreateICmpNE(joinedEnd, zero), [&] {
      forEachFullOfRows(z.counter, zero, joinedEnd, joinedRows, [&] { body(variantRows); });
    });
    when(builder.CreateICmpNE(rest, zero),
         [&] { forEachFullOfRows(z.counter, joinedEnd, end, 1, [&] { body(variantFull); }); });
  } else {
    forEachFullOfRows(z.counter, zero, end, 1, [&] { body(variantFull); });
  }
  endLoop(z, one, values.localSize[2]);
}

void EntryBuilder::forEachFullOfRows(Value *z, Value *begin, Value *end, unsigned step,
                                     function_ref<void()> body) {
  Type *i32 = builder.getInt32Ty(), *i64 = builder.getInt64Ty();
  Value *perRow = builder.CreateTrunc(values.fullPerRow, i32);
  CountedLoop y = beginLoop(i64, begin, "full.y");
  Value *row = rowOf(y.counter, z);
  Value *firstOfRow = builder.CreateMul(builder.CreateTrunc(row, i32), perRow, "",
                                        /*HasNUW=*/true, /*HasNSW=*/true);
  CountedLoop x = beginLoop(i32, builder.getInt32(0), "sub_group.full");
  values.subGroupId = builder.CreateAdd(firstOfRow, x.counter, "sub_group_id", /*HasNUW=*/true,
                                        /*HasNSW=*/true);
  Value *firstX = builder.CreateMul(builder.CreateZExt(x.counter, i64), builder.getInt64(lanes),
                                    "first_local_id0", /*HasNUW=*/true, /*HasNSW=*/true);
  values.firstLocalId = {firstX, y.counter, z};
  values.activeLanes = builder.getInt32(lanes);
  body();
  endLoop(x, builder.getInt32(1), perRow);
  endLoop(y, builder.getInt64(step), end);
}

void EntryBuilder::forEachOfRowsApart(SubGroupBody body) {
  Type *i32 = builder.getInt32Ty(), *i64 = builder.getInt64Ty();
  Value *zero = builder.getInt64(0), *one = builder.getInt64(1), *width = builder.getInt64(lanes);
  Value *full = values.fullPerRow;
  Value *perRow = builder.CreateUDiv(
      builder.CreateNUWAdd(values.localSize[0], builder.getInt64(lanes - 1)), width);
  CountedLoop z = beginLoop(i64, zero, "row.z");
  CountedLoop y = beginLoop(i64, zero, "row.y");
  Value *row = rowOf(y.counter, z.counter);
  Value *firstOfRow = builder.CreateMul(row, perRow);
  const auto run = [&](Value *x, StringRef name) {
    values.subGroupId = builder.CreateTrunc(builder.CreateNUWAdd(firstOfRow, x), i32);
    Value *firstX = builder.CreateNUWMul(x, width, "first_local_id0");
    values.firstLocalId = {firstX, y.counter, z.counter};
    values.activeLanes = builder.CreateTrunc(
        builder.CreateBinaryIntrinsic(Intrinsic::umin, width,
                                      builder.CreateNUWSub(values.localSize[0], firstX)),
        i32, "active_lanes");
    body(name);
  };
  when(builder.CreateICmpNE(full, zero), [&] {
    CountedLoop x = beginLoop(i64, zero, "sub_group.full");
    run(x.counter, variantFull);
    endLoop(x, one, full);
  });
  when(builder.CreateICmpNE(full, perRow), [&] {
    CountedLoop x = beginLoop(i64, full, "sub_group.masked");
    run(x.counter, variantMasked);
    endLoop(x, one, perRow);
  });
  endLoop(y, one, values.localSize[1]);
  endLoop(z, one, values.localSize[2]);
}

void EntryBuilder::when(Value *condition, function_ref<void()> body) {
  if (auto *constant = dyn_cast<ConstantInt>(condition)) {
    if (constant->isOne())
      body();
    return;
  }
  BasicBlock *then = newBlock("when"), *after = newBlock("when.end");
  builder.CreateCondBr(condition, then, after);
  builder.SetInsertPoint(then);
  body();
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
}

void EntryBuilder::forEachMasked(Value *first, SubGroupBody body) {
  Type *i32 = builder.getInt32Ty(), *i64 = builder.getInt64Ty();
  Value *laneCount = builder.getInt64(lanes);
  CountedLoop rest = beginLoop(i32, first, "sub_group.masked");
  values.subGroupId = rest.counter;
  Value *firstWorkItem = builder.CreateMul(builder.CreateZExt(rest.counter, i64), laneCount);
  values.activeLanes = builder.CreateTrunc(
      builder.CreateBinaryIntrinsic(Intrinsic::umin, laneCount,
                                    builder.CreateSub(numWorkItems, firstWorkItem)),
      i32, "active_lanes");
  values.firstLocalId = {};
  body(variantMasked);
  endLoop(rest, builder.getInt32(1), values.numSubGroups);
}

} // namespace heddle::compiler
