#include "compiler/matrix/words/word_loop.hpp"

#include "compiler/matrix/nest/split_block.hpp"
#include "compiler/matrix/plan/block_shape.hpp"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <utility>

using namespace llvm;

namespace heddle::compiler {

namespace {

Value *loadAt(IRBuilder<> &builder, const WordsInMemory &words, Type *type, Value *index) {
  Value *address =
      builder.CreateInBoundsPtrAdd(words.address, builder.CreateMul(index, words.stride));
  return builder.CreateAlignedLoad(type, address, words.alignment);
}

} // namespace

void addWords(IRBuilder<> &builder, const WordProduct &product, MutableArrayRef<Value *> sums,
              MutableArrayRef<BlockExcess> excess, ArrayRef<WordsInMemory> wordsOfA,
              ArrayRef<WordsInMemory> wordsOfB, unsigned count) {
  const unsigned parts = product.prepareA().parts, lanes = product.lanes();
  const unsigned rows = wordsOfA.size() / parts, pieces = wordsOfB.size() / parts;
  // Floats have the same sums on all processors, in the order of k.
  const bool isInteger = sums.front()->getType()->isIntOrIntVectorTy();
  const unsigned partsOfSum =
      isInteger ? partsOfSums(sums.size() + excess.size(), count * parts) : 1;
  const unsigned wordsOfRound = std::max(1u, partsOfSum / parts);
  Instruction *behind = &*builder.GetInsertPoint();
  auto [before, after] = splitInFront(*behind, "matrix.done");
  BasicBlock *loop =
      BasicBlock::Create(builder.getContext(), "matrix.words", before->getParent(), after);
  before->getTerminator()->setSuccessor(0, loop);

  builder.SetInsertPoint(loop);
  PHINode *first = builder.CreatePHI(builder.getInt64Ty(), 2);
  first->addIncoming(builder.getInt64(0), before);
  // Of parts, none begins with what was there before: the next product need not wait for this one.
  SmallVector<SmallVector<Value *>> totals(partsOfSum);
  SmallVector<std::pair<unsigned, PHINode *>> phis;
  for (auto [part, values] : enumerate(totals)) {
    const auto goRound = [&](Value *start) {
      if (partsOfSum > 1)
        start = Constant::getNullValue(start->getType());
      PHINode *phi = builder.CreatePHI(start->getType(), 2);
      phi->addIncoming(start, before);
      phis.push_back({part, phi});
      values.push_back(phi);
    };
    for_each(sums, goRound);
    for (const BlockExcess &sum : excess)
      goRound(sum.value);
  }
  auto *pieceType = FixedVectorType::get(builder.getInt32Ty(), lanes);
  for (unsigned step = 0; step < wordsOfRound * parts; ++step) {
    const unsigned part = step % parts;
    Value *index = builder.CreateAdd(first, builder.getInt64(step / parts));
    MutableArrayRef<Value *> values = totals[step % partsOfSum];
    SmallVector<Value *> pieceValues;
    for (unsigned piece = 0; piece < pieces; ++piece)
      pieceValues.push_back(loadAt(builder, wordsOfB[piece * parts + part], pieceType, index));
    for (auto [number, sum] : enumerate(excess)) {
      Value *&total = values[sums.size() + number];
      total = product.addExcess(builder, pieceValues[sum.piece], total);
    }
    for (unsigned row = 0; row < rows; ++row) {
      Value *element = loadAt(builder, wordsOfA[row * parts + part], builder.getInt32Ty(), index);
      element = builder.CreateVectorSplat(lanes, element);
      for (unsigned piece = 0; piece < pieces; ++piece) {
        Value *&total = values[row * pieces + piece];
        total = product.multiplyAdd(builder, element, pieceValues[piece], total);
      }
    }
  }
  Value *next = builder.CreateAdd(first, builder.getInt64(wordsOfRound));
  first->addIncoming(next, loop);
  const unsigned ofPart = sums.size() + excess.size();
  for (auto [number, phi] : enumerate(phis))
    phi.second->addIncoming(totals[phi.first][number % ofPart], loop);
  builder.CreateCondBr(builder.CreateICmpEQ(next, builder.getInt64(count)), after, loop);
  builder.SetInsertPoint(behind);
  for (unsigned number = 0; number < ofPart; ++number) {
    Value *&sum = number < sums.size() ? sums[number] : excess[number - sums.size()].value;
    for (unsigned distance = partsOfSum / 2; distance > 0; distance /= 2)
      for (unsigned part = 0; part < distance; ++part)
        totals[part][number] =
            builder.CreateAdd(totals[part][number], totals[part + distance][number]);
    sum = partsOfSum > 1 ? builder.CreateAdd(sum, totals[0][number]) : totals[0][number];
  }
}

} // namespace heddle::compiler
