#include "compiler/matrix/words/group_sums.hpp"

#include "compiler/ir/accumulators.hpp"
#include "compiler/matrix/nest/lane_vectors.hpp"
#include "compiler/matrix/nest/loop_sums.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

GroupSums::GroupSums(const WordGroup &group, Scratch &memory, IRBuilder<> &builder)
    : group(group), memory(memory), builder(builder), lanes(group.lanes()),
      piecesPerRow(group.piecesPerRow()), sums(group.chains.size()), offsets(group.chains.size()) {
  for (unsigned number = 0; number < sums.size(); ++number)
    sums[number].resize(group.rows(group.chains[number]) * piecesPerRow);
}

Value *GroupSums::place(IRBuilderBase &at, unsigned number, unsigned row, unsigned piece) {
  return memory.address(at, *offsets[number] + row * rowBytes() + piece * lanes * 4);
}

void GroupSums::moveToMemory(unsigned registers) {
  unsigned count = 0;
  for (const WordChain &chain : group.chains)
    count += matrixOperation(*chain.operations.front()).m * piecesPerRow;
  BasicBlock *front =
      group.isLoopCarried ? blockInFront(*group.block, *builder.GetInsertBlock()) : nullptr;
  const bool isWord = group.op.c == MatrixAccumulator::i32 || group.op.c == MatrixAccumulator::f32;
  if (!front || !isWord || !group.product.isDotProduct() || count < registers)
    return;
  IRBuilder<> inFront(front->getTerminator());
  for (unsigned number = 0; number < group.chains.size(); ++number) {
    const CallBase &first = *group.chains[number].operations.front();
    const unsigned rows = matrixOperation(first).m;
    offsets[number] = memory.add(rows * rowBytes());
    for (unsigned row = 0; row < rows; ++row) {
      auto *phi = cast<PHINode>(findLanes(first.getArgOperand(2), row * group.op.n, group.op.n));
      inFront.CreateAlignedStore(phi->getIncomingValueForBlock(front), place(inFront, number, row),
                                 Align(4));
    }
  }
}

Value *GroupSums::start(unsigned number, unsigned row, unsigned piece) {
  Value *start = group.chains[number].operations.front()->getArgOperand(2);
  if (offsets[number])
    return builder.CreateAlignedLoad(FixedVectorType::get(start->getType()->getScalarType(), lanes),
                                     place(builder, number, row, piece), Align(4));
  const unsigned first = row * group.op.n + piece * lanes;
  return widenAccumulator(builder, extractLanes(builder, start, first, lanes), group.op.c);
}

void GroupSums::set(unsigned number, unsigned row, unsigned piece, Value *sum) {
  sums[number][row * piecesPerRow + piece] = sum;
  if (offsets[number])
    builder.CreateAlignedStore(sum, place(builder, number, row, piece), Align(4));
}

void GroupSums::replaceResult(unsigned number, Value *excess) {
  const WordChain &chain = group.chains[number];
  CallBase *last = chain.operations.back();
  builder.SetInsertPoint(last);
  ArrayRef<Value *> pieces = sums[number];
  SmallVector<Value *> rows;
  for (unsigned first = 0; first < pieces.size(); first += piecesPerRow)
    rows.push_back(joinLanes(builder, pieces.slice(first, piecesPerRow)));
  if (group.isLoopCarried && (excess || offsets[number]))
    replaceBehindLoop(*last, *group.block, group.op.n, [&](IRBuilderBase &behind, unsigned row) {
      Value *sum = rows[row];
      if (offsets[number])
        sum = behind.CreateAlignedLoad(sum->getType(), place(behind, number, row), Align(4));
      return excess ? behind.CreateSub(sum, excess) : sum;
    });
  for (Value *&row : rows) {
    if (excess && !group.isLoopCarried)
      row = builder.CreateSub(row, excess);
    row = narrowAccumulator(builder, row, group.op.c);
  }
  replaceByPieces(last, rows, group.op.n);
  // Nobody else wants what they add.
  for (CallBase *operation : reverse(drop_end(chain.operations))) {
    operation->replaceAllUsesWith(PoisonValue::get(operation->getType()));
    operation->eraseFromParent();
  }
}

void GroupSums::replaceResults(ArrayRef<Value *> excess) {
  for (unsigned number = 0; number < group.chains.size(); ++number)
    replaceResult(number, excess.empty() ? nullptr : excess[group.chains[number].b]);
}

} // namespace heddle::compiler
