// Atomic operations of all lanes on one address: one operation with what they bring together. A
// lane that looks at the old value, as when it takes a ticket, sees what the lanes before it left.
//
// That is ten times as fast as one operation after another, so it is worth a look at the addresses
// where these are not known: bits of a word, the tail of a queue that some lanes have in common.
//
// x86 has no update of a float, only an exchange that is tried until nobody came between. Where the
// lanes' words lie side by side one exchange of 16 bytes does it for those in them.
//
// Of compare-and-exchange operations on one address all but one fail, and need not be tried.
//
// Local memory belongs to one thread: lanes whose words lie there side by side load, change and
// store them all at once.
//
// Behind an operation on global memory loads wait until it is done. A loop over the lanes takes
// each one's address from memory, so that it takes twice as long as without; where all lanes are
// active and the operation is one instruction, it is there for each lane, with addresses in
// registers.
#include "compiler/vectorizer/transform/widener.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/group_arithmetic.hpp"
#include "compiler/ir/rolled_loops.hpp"
#include "compiler/vectorizer/analysis/atomic_instructions.hpp"
#include "compiler/vectorizer/transform/access.hpp"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What several operands come to.
std::optional<GroupArithmetic> arithmeticOf(const AtomicRMWInst &atomic) {
  switch (atomic.getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    return GroupArithmetic::integerAdd;
  case AtomicRMWInst::And:
    return GroupArithmetic::bitAnd;
  case AtomicRMWInst::Or:
    return GroupArithmetic::bitOr;
  case AtomicRMWInst::Xor:
    return GroupArithmetic::bitXor;
  case AtomicRMWInst::Max:
    return GroupArithmetic::signedMax;
  case AtomicRMWInst::Min:
    return GroupArithmetic::signedMin;
  case AtomicRMWInst::UMax:
    return GroupArithmetic::unsignedMax;
  case AtomicRMWInst::UMin:
    return GroupArithmetic::unsignedMin;
  default:
    return std::nullopt;
  }
}

constexpr unsigned exchangedBytes = 16;

bool isFloatUpdate(const AtomicRMWInst &atomic) {
  switch (atomic.getOperation()) {
  case AtomicRMWInst::FAdd:
  case AtomicRMWInst::FSub:
  case AtomicRMWInst::FMax:
  case AtomicRMWInst::FMin:
    return atomic.getType()->isFloatTy() || atomic.getType()->isDoubleTy();
  default:
    return false;
  }
}

} // namespace

Widener::Values Widener::atomicOfAllLanes(AtomicRMWInst &atomic, Value *address) {
  const GroupArithmetic arithmetic = *arithmeticOf(atomic);
  Value *vector = part(atomic.getValOperand(), 0);
  auto *clone = cast<AtomicRMWInst>(atomic.clone());
  clone->setOperand(0, address);
  clone->setOperand(1, reduce(vector, arithmetic));
  builder.Insert(clone);
  if (atomic.use_empty())
    return {};
  Value *old = builder.CreateVectorSplat(lanes, clone);
  Value *before = scan(vector, arithmetic, /*inclusive=*/false);
  return {atomic.getOperation() == AtomicRMWInst::Sub ? builder.CreateSub(old, before)
                                                      : combine(builder, arithmetic, old, before)};
}

Widener::Values Widener::placesOfLanes(Value *pointer) {
  Values places;
  if (isAffine(pointer)) {
    if (const Affine address = affine(pointer); !address.guard) {
      for (unsigned lane = 0; lane < lanes; ++lane)
        places.push_back(
            builder.CreateConstGEP1_64(builder.getInt8Ty(), address.first, lane * address.step));
      return places;
    }
  }
  Value *addresses = part(pointer, 0);
  for (unsigned lane = 0; lane < lanes; ++lane)
    places.push_back(builder.CreateExtractElement(addresses, lane));
  return places;
}

// An update at an address that comes straight out of a vector takes 8 to 20 cycles on Zen 4, one at
// an address from an integer register 1.5: the update behind it begins too early, and again. So two
// offsets at a time leave the vector, and are parted there.
Widener::Values Widener::placesInLocalMemory(Value *pointer) {
  Value *object = getUnderlyingObject(pointer);
  if (!isa<GlobalVariable, Argument>(object) || (isAffine(pointer) && !affine(pointer).guard))
    return placesOfLanes(pointer);
  Values places;
  Value *addresses = part(pointer, 0);
  Type *offsetType = builder.getInt64Ty();
  Value *base = scalar(object);
  Value *offsets =
      builder.CreateSub(builder.CreatePtrToInt(addresses, vectorOf(offsetType)),
                        builder.CreateVectorSplat(lanes, builder.CreatePtrToInt(base, offsetType)));
  offsets = builder.CreateTrunc(offsets, vectorOf(builder.getInt32Ty()));
  offsets = builder.CreateBitCast(offsets, FixedVectorType::get(offsetType, lanes / 2));
  for (unsigned lane = 0; lane < lanes; ++lane) {
    Value *two = builder.CreateExtractElement(offsets, lane / 2);
    Value *offset = lane % 2 ? builder.CreateLShr(two, 32) : builder.CreateAnd(two, UINT32_MAX);
    places.push_back(builder.CreateGEP(builder.getInt8Ty(), base, offset));
  }
  return places;
}

// The operation as it is, without a loop over the lanes, all of which are active.
Widener::Values Widener::atomicOfEachLane(Instruction &atomic, const Values &places) {
  explainAs(atomic, "atomic operation: one after another for each lane", RemarkKind::costly);
  Values olds;
  if (!atomic.use_empty())
    for (const Leaf &leaf : leavesOf(atomic.getType()))
      olds.push_back(PoisonValue::get(vectorOf(leaf.type)));
  for (unsigned lane = 0; lane < lanes; ++lane) {
    Instruction *clone = atomic.clone();
    clone->setOperand(0, places[lane]);
    for (unsigned i = 1; i < clone->getNumOperands(); ++i)
      clone->setOperand(i, laneOf(atomic.getOperand(i), builder.getInt32(lane)));
    builder.Insert(clone);
    for (auto [i, old] : enumerate(olds))
      old = builder.CreateInsertElement(old, extractLeaf(clone, i), lane);
  }
  return olds;
}

void Widener::updateFloatsInARow(AtomicRMWInst &atomic, Value *first) {
  explainAs(atomic, "atomic operation: one exchange for all lanes whose words are in 16 bytes");
  const unsigned count = exchangedBytes * 8 / atomic.getType()->getPrimitiveSizeInBits();
  Value *operands = part(atomic.getValOperand(), 0);
  LLVMContext &context = builder.getContext();
  Type *word = builder.getInt128Ty();
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *words = BasicBlock::Create(context, "words", &wideFunction);
  BasicBlock *exchange = BasicBlock::Create(context, "exchange", &wideFunction);
  BasicBlock *exchanged = BasicBlock::Create(context, "exchanged", &wideFunction);
  BasicBlock *after = BasicBlock::Create(context, "updated", &wideFunction);
  for (BasicBlock *block : {after, exchanged, exchange, words})
    block->moveAfter(before);
  builder.CreateBr(words);

  builder.SetInsertPoint(words);
  PHINode *done = builder.CreatePHI(builder.getInt32Ty(), 2, "done");
  done->addIncoming(builder.getInt32(0), before);
  PHINode *address = builder.CreatePHI(first->getType(), 2, "address");
  address->addIncoming(first, before);
  PHINode *rest = builder.CreatePHI(operands->getType(), 2, "rest");
  rest->addIncoming(operands, before);
  SmallVector<int> turned = createSequentialMask(count, lanes - count, 0);
  turned.append(createSequentialMask(0, count, 0));
  Value *operand = builder.CreateShuffleVector(rest, createSequentialMask(0, count, 0));
  LoadInst *found = builder.CreateAlignedLoad(word, address, Align(exchangedBytes));
  found->setAtomic(AtomicOrdering::Monotonic, atomic.getSyncScopeID());
  builder.CreateBr(exchange);

  builder.SetInsertPoint(exchange);
  PHINode *old = builder.CreatePHI(word, 2, "old");
  old->addIncoming(found, words);
  Value *updated = buildAtomicRMWValue(atomic.getOperation(), builder,
                                       builder.CreateBitCast(old, operand->getType()), operand);
  AtomicCmpXchgInst *pair = builder.CreateAtomicCmpXchg(
      address, old, builder.CreateBitCast(updated, word), Align(exchangedBytes),
      atomic.getOrdering(), AtomicCmpXchgInst::getStrongestFailureOrdering(atomic.getOrdering()),
      atomic.getSyncScopeID());
  old->addIncoming(builder.CreateExtractValue(pair, 0), exchange);
  builder.CreateCondBr(builder.CreateExtractValue(pair, 1), exchanged, exchange);

  builder.SetInsertPoint(exchanged);
  Value *next = builder.CreateAdd(done, builder.getInt32(count));
  done->addIncoming(next, exchanged);
  address->addIncoming(builder.CreateConstGEP1_32(builder.getInt8Ty(), address, exchangedBytes),
                       exchanged);
  rest->addIncoming(builder.CreateShuffleVector(rest, turned), exchanged);
  keepRolled(
      *builder.CreateCondBr(builder.CreateICmpULT(next, builder.getInt32(lanes)), words, after));
  builder.SetInsertPoint(after);
}

Widener::Values Widener::updateRowInLocalMemory(AtomicRMWInst &atomic, Value *first) {
  explainAs(atomic, "atomic operation: all lanes at once, each on a word of its own");
  const Access access =
      Access(*this, atomic, atomic.getPointerOperand(), atomic.getType(), atomic.getAlign())
          .fromFirstLane(layout.getTypeStoreSize(atomic.getType()));
  Value *active = maskIsFull() ? nullptr : mask();
  Value *old = loadVector(access, first, 0, active);
  Value *updated =
      buildAtomicRMWValue(atomic.getOperation(), builder, old, part(atomic.getValOperand(), 0));
  storeVector(access, updated, first, 0, active);
  return atomic.use_empty() ? Values() : Values{old};
}

Widener::Values Widener::widenFloatAtomic(AtomicRMWInst &atomic) {
  Value *pointer = atomic.getPointerOperand();
  const unsigned bytes = atomic.getType()->getPrimitiveSizeInBits() / 8;
  if (!atomic.use_empty() || atomic.isVolatile() || !isAffine(pointer) ||
      atomic.getPointerAddressSpace() == inLocal || lanes * bytes % exchangedBytes != 0)
    return lanewise(atomic);
  const Affine address = affine(pointer);
  if (address.step != bytes)
    return lanewise(atomic);
  parts(atomic.getValOperand());
  Value *offset = builder.CreateAnd(builder.CreatePtrToInt(address.first, builder.getInt64Ty()),
                                    exchangedBytes - 1);
  Value *fits = builder.CreateAnd(builder.CreateIsNull(offset), allLanesActive());
  if (address.guard)
    fits = builder.CreateAnd(fits, address.guard);
  return guarded(
      fits,
      [&] {
        updateFloatsInARow(atomic, address.first);
        return Values();
      },
      [&] {
        lanewise(atomic);
        return Values();
      });
}

Widener::Values Widener::widenAtomic(AtomicRMWInst &atomic) {
  Value *pointer = atomic.getPointerOperand();
  const auto oneAfterAnother = [&] {
    Values old = lanewise(atomic);
    return atomic.use_empty() ? Values() : old;
  };
  const bool isFloat = isFloatUpdate(atomic),
             isInLocal = atomic.getPointerAddressSpace() == inLocal;
  if (isInLocal && !atomic.isVolatile() && isAffine(pointer) &&
      (isFloat || (atomic.getType()->isIntegerTy() && arithmeticOf(atomic)))) {
    const Affine address = affine(pointer);
    parts(atomic.getValOperand());
    if (address.step == static_cast<int64_t>(layout.getTypeStoreSize(atomic.getType())))
      return guarded(
          address.guard, [&] { return updateRowInLocalMemory(atomic, address.first); },
          oneAfterAnother);
  }
  if (isFloat)
    return widenFloatAtomic(atomic);
  const auto eachApart = [&] {
    return isOneInstruction(atomic) ? eachApartOrLanewise(atomic) : oneAfterAnother();
  };
  if (atomic.isVolatile() || !atomic.getType()->isIntegerTy() || !arithmeticOf(atomic))
    return eachApart();
  if (isUniform(pointer)) {
    explainAs(atomic, "atomic operation: one for all lanes, on what they bring together");
    return atomicOfAllLanes(atomic, scalar(pointer));
  }
  if (isAffine(pointer)) {
    // Lanes have places of their own, or a word for several of them: words + i / 32.
    const Affine address = affine(pointer);
    if (address.step == 0)
      return guarded(
          address.guard, [&] { return atomicOfAllLanes(atomic, address.first); }, oneAfterAnother);
    if (!isInLocal)
      return eachApart();
  }
  Value *addresses = part(pointer, 0);
  part(atomic.getValOperand(), 0);
  // In local memory an operation takes a cycle or two, a loop over the active lanes many times
  // that.
  if (isInLocal)
    return eachApartOrLanewise(atomic);
  Value *first = builder.CreateExtractElement(addresses, firstActiveLane());
  Value *differ = builder.CreateAnd(
      builder.CreateICmpNE(addresses, builder.CreateVectorSplat(lanes, first)), mask());
  return guarded(
      builder.CreateNot(anyLane(differ)), [&] { return atomicOfAllLanes(atomic, first); },
      eachApart);
}

Widener::Values Widener::eachApartOrLanewise(Instruction &atomic) {
  Value *pointer = atomic.getOperand(0);
  for (Value *operand : atomic.operands())
    if (!isUniform(operand))
      parts(operand);
  return guarded(
      allLanesActive(),
      [&] {
        return atomicOfEachLane(atomic, pointer->getType()->getPointerAddressSpace() == inLocal
                                            ? placesInLocalMemory(pointer)
                                            : placesOfLanes(pointer));
      },
      [&] {
        Values olds = lanewise(atomic);
        return atomic.use_empty() ? Values() : olds;
      });
}

// After one lane's operation the next ones know what they find, up to the one that expects it: they
// have failed. Mostly that is all of them.
Widener::Values Widener::exchangeOfAllLanes(AtomicCmpXchgInst &exchange, Value *address) {
  Value *expected = part(exchange.getCompareOperand(), 0);
  parts(exchange.getNewValOperand());
  LLVMContext &context = builder.getContext();
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *loop = BasicBlock::Create(context, "exchange", &wideFunction);
  BasicBlock *after = BasicBlock::Create(context, "exchanged", &wideFunction);
  after->moveAfter(before);
  loop->moveAfter(before);
  Value *allBits = maskBits();
  builder.CreateBr(loop);

  builder.SetInsertPoint(loop);
  Type *bitsType = allBits->getType();
  auto *maskType = FixedVectorType::get(builder.getInt1Ty(), lanes);
  PHINode *bits = builder.CreatePHI(bitsType, 2, "bits");
  bits->addIncoming(allBits, before);
  PHINode *olds = builder.CreatePHI(expected->getType(), 2);
  olds->addIncoming(PoisonValue::get(expected->getType()), before);
  PHINode *successes = builder.CreatePHI(maskType, 2);
  successes->addIncoming(Constant::getNullValue(maskType), before);

  Value *lane = builder.CreateIntrinsic(Intrinsic::cttz, {bitsType}, {bits, builder.getTrue()});
  lane = builder.CreateZExtOrTrunc(lane, builder.getInt32Ty(), "number");
  auto *clone = cast<AtomicCmpXchgInst>(exchange.clone());
  clone->setOperand(0, address);
  clone->setOperand(1, builder.CreateExtractElement(expected, lane));
  clone->setOperand(2, laneOf(exchange.getNewValOperand(), lane));
  builder.Insert(clone);
  Value *old = builder.CreateExtractValue(clone, 0);
  Value *success = builder.CreateExtractValue(clone, 1);
  Value *found = builder.CreateVectorSplat(
      lanes, builder.CreateSelect(success, clone->getNewValOperand(), old));
  Constant *one = ConstantInt::get(bitsType, 1);
  Value *others = builder.CreateAnd(bits, builder.CreateSub(bits, one));
  Value *same = builder.CreateBitCast(builder.CreateICmpEQ(expected, found), bitsType);
  Value *tries = builder.CreateAnd(others, same);
  Value *below = builder.CreateAnd(builder.CreateNot(tries), builder.CreateSub(tries, one));
  Value *nextOlds = builder.CreateSelect(builder.CreateBitCast(others, maskType), found,
                                         builder.CreateInsertElement(olds, old, lane));
  Value *nextSuccesses = builder.CreateInsertElement(successes, success, lane);
  Value *rest = builder.CreateAnd(others, builder.CreateNot(below));
  bits->addIncoming(rest, loop);
  olds->addIncoming(nextOlds, loop);
  successes->addIncoming(nextSuccesses, loop);
  builder.CreateCondBr(builder.CreateIsNotNull(rest), loop, after);
  builder.SetInsertPoint(after);
  return {nextOlds, nextSuccesses};
}

Widener::Values Widener::widenExchange(AtomicCmpXchgInst &exchange) {
  Value *pointer = exchange.getPointerOperand();
  if (exchange.isVolatile() || !exchange.getCompareOperand()->getType()->isIntegerTy() ||
      !isAffine(pointer))
    return eachApartOrLanewise(exchange);
  const Affine address = affine(pointer);
  if (address.step != 0)
    return eachApartOrLanewise(exchange);
  return guarded(
      address.guard,
      [&] {
        explainAs(exchange, "atomic exchange: one after another for lanes that may succeed",
                  RemarkKind::costly);
        return exchangeOfAllLanes(exchange, address.first);
      },
      [&] { return lanewise(exchange); });
}

} // namespace heddle::compiler
