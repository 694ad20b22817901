#include "compiler/matrix/panels/panel_memory.hpp"

#include "compiler/ir/entry_function.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/matrix/plan/matrix_target.hpp"
#include "runtime/abi/entry_point.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstddef>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// As words.
SmallVector<Value *> wordsOf(IRBuilder<> &builder, ArrayRef<Value *> keys) {
  SmallVector<Value *> words;
  for (Value *key : keys) {
    if (key->getType()->isPointerTy())
      key = builder.CreatePtrToInt(key, builder.getInt64Ty());
    else if (key->getType()->isFloatingPointTy())
      key = builder.CreateBitCast(
          key, builder.getIntNTy(key->getType()->getPrimitiveSizeInBits().getFixedValue()));
    words.push_back(builder.CreateZExt(key, builder.getInt64Ty()));
  }
  return words;
}

} // namespace

/// Room for all rounds of all rows: the distance of rows of A, and the bytes of the panel.
PanelMemory PanelMemory::measure(IRBuilder<> &builder, const Panel &panel, Value *rounds) {
  PanelMemory memory;
  // Of many strips at multiples of a power of two, rounds would take one another's place in the
  // cache.
  if (!panel.isA() && !panel.byRounds && panel.strips.size() > MatrixTarget::fewStrips)
    rounds = builder.CreateOr(rounds, builder.getInt64(1));
  memory.rounds = rounds;
  if (panel.isA()) {
    unsigned rowBytes = 0;
    for (const PanelStrip &strip : panel.strips)
      rowBytes = std::max(rowBytes, strip.roundRowBytes());
    // An odd number of lines, so that rows do not take one another's place in the cache.
    Value *pitch = builder.CreateMul(rounds, builder.getInt64(rowBytes));
    pitch = builder.CreateAnd(builder.CreateAdd(pitch, builder.getInt64(2 * panelLineBytes - 1)),
                              ~std::uint64_t(2 * panelLineBytes - 1));
    memory.pitch = builder.CreateOr(pitch, builder.getInt64(panelLineBytes), "pitch");
  }
  memory.unit = panel.isA() ? memory.pitch : rounds;
  memory.used = builder.CreateMul(memory.unit, builder.getInt64(panel.size));
  return memory;
}

Value *PanelMemory::end(IRBuilder<> &builder) const { return builder.CreatePtrAdd(begin, used); }

Value *PanelMemory::row(IRBuilder<> &builder, const Panel &panel, Value *round, PanelSource source,
                        unsigned row) const {
  const PanelPlace place = panel.places.find(source)->second;
  const PanelStrip &strip = panel.strips[place.strip];
  const bool isFinite = source.part == BFloatPart::finite;
  Value *first = isFinite && finite ? finite : begin;
  unsigned offset = place.position * strip.rowBytes;
  if (panel.isA()) {
    first =
        builder.CreatePtrAdd(first, builder.CreateMul(pitch, builder.getInt64(strip.before + row)));
    first = builder.CreatePtrAdd(
        first, builder.CreateNUWMul(round, builder.getInt64(strip.roundRowBytes())));
  } else if (panel.byRounds) {
    first = builder.CreatePtrAdd(first, builder.CreateNUWMul(round, builder.getInt64(panel.size)));
    offset = strip.before + (place.position * strip.rows + row) * strip.rowBytes;
  } else {
    first = builder.CreatePtrAdd(first, builder.CreateMul(rounds, builder.getInt64(strip.before)));
    first = builder.CreatePtrAdd(first,
                                 builder.CreateNUWMul(round, builder.getInt64(strip.roundBytes())));
    offset = (place.position * strip.rows + row) * strip.rowBytes;
  }
  return builder.CreateConstGEP1_64(builder.getInt8Ty(), first, offset);
}

Value *roundsToGrow(IRBuilder<> &builder, const Panel &panel, Value *rounds) {
  // The next power of two.
  Value *before = builder.CreateSub(rounds, builder.getInt64(1));
  Value *zeros =
      builder.CreateIntrinsic(Intrinsic::ctlz, {before->getType()}, {before, builder.getFalse()});
  Value *power =
      builder.CreateShl(builder.getInt64(1), builder.CreateSub(builder.getInt64(64), zeros));
  Value *isTooLarge = builder.CreateICmpUGT(
      power, builder.getInt64(MatrixTarget::growingPanelBytes / panel.roundBytes()));
  return builder.CreateSelect(isTooLarge, rounds, power, "rounds.room");
}

Value *PanelRequests::giver(IRBuilder<> &builder) const {
  return builder.CreateLoad(
      builder.getPtrTy(),
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), function.getArg(entryWorker),
                                         offsetof(HeddleWorkerContext, panel)));
}

PanelAnswer PanelRequests::ask(BasicBlock &end, BasicBlock &before, const Panel &panel,
                               Value *rounds, Value *bytes, bool forMany, BasicBlock &without) {
  IRBuilder<> builder(&end), entry(&*function.getEntryBlock().getFirstInsertionPt());
  const auto newBlock = [&](const Twine &name) {
    return BasicBlock::Create(function.getContext(), name, &function, &before);
  };
  Type *word = builder.getInt64Ty(), *pointer = builder.getPtrTy();
  if (!calls) {
    calls = entry.CreateAlloca(word, nullptr, "panel.calls");
    entry.CreateStore(entry.getInt64(0), calls);
  }

  // The panel of the last time is there until others have been asked for.
  SmallVector<Value *> words = wordsOf(builder, panel.keys);
  // Panels of fewer rounds may have the same size.
  words.push_back(rounds);
  AllocaInst *keys = entry.CreateAlloca(ArrayType::get(word, words.size()), nullptr, "panel.keys");
  AllocaInst *last = entry.CreateAlloca(pointer, nullptr, "panel.last");
  AllocaInst *lastCall = entry.CreateAlloca(word, nullptr, "panel.call");
  entry.CreateStore(Constant::getNullValue(pointer), last);
  Value *known = builder.CreateLoad(pointer, last);
  Value *number = builder.CreateLoad(word, calls);
  Value *isKnown = builder.CreateAnd(
      builder.CreateIsNotNull(known),
      builder.CreateICmpULT(builder.CreateSub(number, builder.CreateLoad(word, lastCall)),
                            builder.getInt64(MatrixTarget::panelCallsKept)));
  const auto placeOf = [&](unsigned index) {
    return builder.CreateConstInBoundsGEP1_64(word, keys, index);
  };
  for (auto [index, value] : enumerate(words))
    isKnown = builder.CreateAnd(
        isKnown, builder.CreateICmpEQ(builder.CreateLoad(word, placeOf(index)), value));
  PanelAnswer answer;
  answer.ready = newBlock("panel.ready");
  answer.begin = PHINode::Create(pointer, 4, "panel", answer.ready);
  BasicBlock *call = newBlock("panel.ask");
  builder.CreateCondBr(isKnown, answer.ready, call);
  answer.begin->addIncoming(known, &end);

  builder.SetInsertPoint(call);
  for (auto [index, value] : enumerate(words))
    builder.CreateStore(value, placeOf(index));
  Value *give = giver(builder);
  auto *type = FunctionType::get(
      StructType::get(pointer, word),
      {pointer, builder.getInt32Ty(), word, pointer, builder.getInt32Ty()}, false);
  CallInst *given =
      builder.CreateCall(type, give,
                         {function.getArg(entryWorker),
                          builder.getInt32(tables++ | (forMany ? heddlePanelForMany : 0)), bytes,
                          keys, builder.getInt32(words.size())});
  given->setDoesNotThrow();
  given->addFnAttr(Attribute::get(function.getContext(), leavesTilesAttribute));
  answer.newMemory = builder.CreateExtractValue(given, 0);
  builder.CreateStore(answer.newMemory, last);
  Value *next = builder.CreateAdd(number, builder.getInt64(1));
  builder.CreateStore(next, calls);
  builder.CreateStore(next, lastCall);
  BasicBlock *isThere = newBlock("panel.there");
  answer.isNew = newBlock("panel.new");
  builder.CreateCondBr(builder.CreateIsNull(answer.newMemory), &without, isThere);
  builder.SetInsertPoint(isThere);
  builder.CreateCondBr(builder.CreateIsNull(builder.CreateExtractValue(given, 1)), answer.ready,
                       answer.isNew);
  answer.begin->addIncoming(answer.newMemory, isThere);
  return answer;
}

} // namespace heddle::compiler
