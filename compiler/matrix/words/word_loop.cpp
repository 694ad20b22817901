#include "compiler/matrix/words/word_loop.hpp"

#include "compiler/matrix/nest/split_block.hpp"

#include "llvm/ADT/STLExtras.h"

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
  Instruction *behind = &*builder.GetInsertPoint();
  auto [before, after] = splitInFront(*behind, "matrix.done");
  BasicBlock *loop =
      BasicBlock::Create(builder.getContext(), "matrix.words", before->getParent(), after);
  before->getTerminator()->setSuccessor(0, loop);

  builder.SetInsertPoint(loop);
  PHINode *index = builder.CreatePHI(builder.getInt64Ty(), 2);
  index->addIncoming(builder.getInt64(0), before);
  SmallVector<PHINode *> phis;
  const auto goRound = [&](Value *&sum) {
    phis.push_back(builder.CreatePHI(sum->getType(), 2));
    phis.back()->addIncoming(sum, before);
    sum = phis.back();
  };
  for_each(sums, goRound);
  for (BlockExcess &sum : excess)
    goRound(sum.value);
  auto *pieceType = FixedVectorType::get(builder.getInt32Ty(), lanes);
  for (unsigned part = 0; part < parts; ++part) {
    SmallVector<Value *> pieceValues;
    for (unsigned piece = 0; piece < pieces; ++piece)
      pieceValues.push_back(loadAt(builder, wordsOfB[piece * parts + part], pieceType, index));
    for (BlockExcess &sum : excess)
      sum.value = product.addExcess(builder, pieceValues[sum.piece], sum.value);
    for (unsigned row = 0; row < rows; ++row) {
      Value *element = loadAt(builder, wordsOfA[row * parts + part], builder.getInt32Ty(), index);
      element = builder.CreateVectorSplat(lanes, element);
      for (unsigned piece = 0; piece < pieces; ++piece) {
        Value *&total = sums[row * pieces + piece];
        total = product.multiplyAdd(builder, element, pieceValues[piece], total);
      }
    }
  }
  Value *next = builder.CreateAdd(index, builder.getInt64(1));
  index->addIncoming(next, loop);
  for (unsigned i = 0; i < phis.size(); ++i)
    phis[i]->addIncoming(i < sums.size() ? sums[i] : excess[i - sums.size()].value, loop);
  builder.CreateCondBr(builder.CreateICmpEQ(next, builder.getInt64(count)), after, loop);
  builder.SetInsertPoint(behind);
}

} // namespace heddle::compiler
