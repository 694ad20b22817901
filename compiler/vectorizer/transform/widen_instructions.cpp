// Instructions without memory and calls, and lane 0's side of affine values.
#include "compiler/vectorizer/transform/widener.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace heddle::compiler {

void Widener::widen(Instruction &instruction) {
  if (auto *phi = dyn_cast<PHINode>(&instruction))
    return widenPhi(*phi);
  if (instruction.isDebugOrPseudoInst() || instruction.isLifetimeStartOrEnd() ||
      isa<AssumeInst>(instruction) || isa<NoAliasScopeDeclInst>(instruction))
    return;
  // Tells versions of the code apart (version-index-arithmetic), here and further on.
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
      call && call->getIntrinsicID() == Intrinsic::sideeffect) {
    builder.CreateIntrinsic(Intrinsic::sideeffect, {});
    return;
  }
  if (auto *call = dyn_cast<CallInst>(&instruction))
    if (std::optional<InternalOp> op = internalOp(*call))
      return widenInternalOp(*call, *op);
  if (staysScalar(instruction))
    return cloneUniform(instruction);
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return widenStore(*store);

  if (std::optional<Stride> stride = analyses.strides.of(&instruction)) {
    widenAffine(instruction);
    if (!affines.find(&instruction)->second.guard)
      return;
    if (auto *binary = dyn_cast<BinaryOperator>(&instruction); binary && binary->isIntDivRem())
      return setParts(instruction, widenGuardedDivision(*binary));
  }
  if (std::optional<IdCompare> compare = idCompare(&instruction);
      compare && compare->bound->getType()->getIntegerBitWidth() > 32)
    return setParts(instruction, widenIdCompare(*compare));
  if (auto *call = dyn_cast<CallInst>(&instruction))
    return widenCall(*call);
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return setParts(instruction, widenLoad(*load));
  if (auto *select = dyn_cast<SelectInst>(&instruction))
    return setParts(instruction, widenSelect(*select));
  if (auto *bitCast = dyn_cast<BitCastInst>(&instruction))
    return setParts(instruction, widenBitCast(*bitCast));
  if (auto *gep = dyn_cast<GetElementPtrInst>(&instruction))
    return setParts(instruction, widenGep(*gep));
  if (isa<ExtractElementInst>(instruction) || isa<InsertElementInst>(instruction) ||
      isa<ShuffleVectorInst>(instruction) || isa<ExtractValueInst>(instruction) ||
      isa<InsertValueInst>(instruction))
    return setParts(instruction, widenVectorElement(instruction));
  if (isa<BinaryOperator>(instruction) || isa<UnaryOperator>(instruction) ||
      isa<CastInst>(instruction) || isa<CmpInst>(instruction) || isa<FreezeInst>(instruction))
    return setParts(instruction, widenElementwise(instruction));
  auto *atomic = dyn_cast<AtomicRMWInst>(&instruction);
  auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction);
  Values results = atomic     ? widenAtomic(*atomic)
                   : exchange ? widenExchange(*exchange)
                              : lanewise(instruction);
  if (!instruction.getType()->isVoidTy() && !results.empty())
    setParts(instruction, results);
}

// One scalar instruction does the work of all active lanes.
bool Widener::staysScalar(const Instruction &instruction) const {
  if (isa<FenceInst>(instruction))
    return true;
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return isUniform(store->getPointerOperand()) && isUniform(store->getValueOperand());
  if (!all_of(instruction.operands(), [&](const Use &use) { return isUniform(use); }))
    return false;
  if (auto *call = dyn_cast<CallBase>(&instruction)) {
    // Copying or setting the same memory for every lane is doing it once.
    if (isa<MemIntrinsic>(call))
      return true;
    return call->onlyReadsMemory() || (isa<IntrinsicInst>(call) && !call->getType()->isVoidTy());
  }
  return isUniform(&instruction);
}

void Widener::cloneUniform(Instruction &instruction) {
  if (getLoadStorePointerOperand(&instruction))
    explainAccess(instruction, AccessWay::uniform);
  Instruction *clone = instruction.clone();
  for (Use &operand : clone->operands())
    if (!isa<Function>(operand) && !isa<MetadataAsValue>(operand) && !isa<BasicBlock>(operand))
      operand.set(scalar(operand));
  builder.Insert(clone, instruction.getName());
  scalars[&instruction] = clone;
}

// Lane 0's value without the promises (nsw, inbounds, …) that hold for active lanes only: lane 0
// may not be one of them.
void Widener::widenAffine(Instruction &instruction) {
  int64_t step = analyses.strides.of(&instruction)->step;
  Affine result{nullptr, step, nullptr};
  auto operand = [&](unsigned index) {
    Affine value = affine(instruction.getOperand(index));
    result.guard = combineGuards(result.guard, value.guard);
    return value.first;
  };
  if (const Value *inside = analyses.strides.insideOfBounds(instruction)) {
    affines[&instruction] = withinBounds(instruction, *inside);
    return;
  }
  switch (instruction.getOpcode()) {
  case Instruction::Alloca:
    result.first = allocate(cast<AllocaInst>(instruction));
    break;
  case Instruction::GetElementPtr: {
    auto &gep = cast<GetElementPtrInst>(instruction);
    Value *base = operand(0);
    if (analyses.privateMemory.isInterleaved(&gep)) {
      for (Value *index : gep.indices())
        result.guard = combineGuards(result.guard, affine(index).guard);
      result.first = builder.CreateGEP(builder.getInt8Ty(), base, interleavedOffset(gep, true));
      break;
    }
    SmallVector<Value *, 4> indices;
    for (unsigned i = 1; i < gep.getNumOperands(); ++i)
      indices.push_back(operand(i));
    result.first = builder.CreateGEP(gep.getSourceElementType(), base, indices);
    break;
  }
  case Instruction::SExt:
  case Instruction::ZExt: {
    result =
        extend(instruction.getOperand(0), isa<SExtInst>(instruction), instruction.getType(), 0);
    break;
  }
  case Instruction::Select: {
    Value *condition;
    if (const ICmpInst *compare =
            analyses.strides.guardedCondition(cast<SelectInst>(instruction))) {
      const Affine left = affine(compare->getOperand(0)), right = affine(compare->getOperand(1));
      condition = builder.CreateICmp(compare->getPredicate(), left.first, right.first);
      result.guard = combineGuards(left.guard, right.guard);
    } else if (Value *original = instruction.getOperand(0); isUniform(original)) {
      condition = scalar(original);
    } else {
      // All active lanes are on one side of a border.
      Value *taken = part(original, 0), *taking = taken;
      if (!maskIsFull()) {
        taken = builder.CreateOr(taken, builder.CreateNot(mask()));
        taking = builder.CreateAnd(taking, mask());
      }
      condition = builder.CreateAndReduce(taken);
      result.guard = builder.CreateOr(condition, builder.CreateNot(anyLane(taking)));
    }
    if (Strides::isGuardedQuotient(cast<SelectInst>(instruction))) {
      result.first = operand(2);
      result.guard = combineGuards(result.guard, builder.CreateNot(condition));
      break;
    }
    Value *onTrue = operand(1), *onFalse = operand(2);
    result.first = builder.CreateSelect(condition, onTrue, onFalse);
    break;
  }
  case Instruction::Freeze:
    result.first = builder.CreateFreeze(operand(0));
    break;
  case Instruction::AShr:
  case Instruction::LShr: {
    Value *source = instruction.getOperand(0), *first = operand(0);
    bool isSigned = instruction.getOpcode() == Instruction::AShr;
    result.first =
        builder.CreateBinOp(cast<BinaryOperator>(instruction).getOpcode(), first, operand(1));
    int64_t sourceStep = analyses.strides.of(source)->step;
    if (step != 0) {
      result.guard = combineGuards(result.guard, doesNotWrap(first, sourceStep, isSigned));
    } else if (sourceStep != 0 && !isa<ConstantInt>(instruction.getOperand(1))) {
      Type *type = instruction.getType();
      Value *dropped =
          builder.CreateNot(builder.CreateShl(Constant::getAllOnesValue(type), operand(1)));
      Value *reach = ConstantInt::get(type, sourceStep * (lanes - 1));
      Value *rest = builder.CreateAnd(first, dropped);
      result.guard = combineGuards(
          result.guard,
          builder.CreateAnd(builder.CreateICmpUGE(dropped, reach),
                            builder.CreateICmpULE(rest, builder.CreateSub(dropped, reach))));
    } else if (sourceStep != 0) {
      auto &distance = cast<ConstantInt>(instruction.getOperand(1))->getValue();
      APInt dropped = APInt::getLowBitsSet(distance.getBitWidth(), distance.getZExtValue());
      Value *rest = builder.CreateAnd(first, ConstantInt::get(first->getType(), dropped));
      result.guard = combineGuards(result.guard,
                                   staysWithin(rest, sourceStep, APInt(128, 0), dropped.zext(128)));
    }
    break;
  }
  case Instruction::And: {
    if (!isa<ConstantInt>(instruction.getOperand(1))) {
      result = combineBits(cast<BinaryOperator>(instruction));
      break;
    }
    Value *first = operand(0);
    result.first = builder.CreateAnd(first, instruction.getOperand(1));
    auto &kept = cast<ConstantInt>(instruction.getOperand(1))->getValue();
    int64_t sourceStep = analyses.strides.of(instruction.getOperand(0))->step;
    if (step == 0 && sourceStep != 0) {
      // What the lanes differ in lies below the bits that are kept.
      const APInt below = APInt::getLowBitsSet(kept.getBitWidth(), kept.countr_zero());
      Value *rest = builder.CreateAnd(first, ConstantInt::get(first->getType(), below));
      result.guard = combineGuards(result.guard,
                                   staysWithin(rest, sourceStep, APInt(128, 0), below.zext(128)));
    } else if (step != 0)
      result.guard = combineGuards(result.guard,
                                   staysWithin(result.first, step, APInt(128, 0), kept.zext(128)));
    break;
  }
  default:
    if (auto *conversion = dyn_cast<CastInst>(&instruction)) {
      result.first = builder.CreateCast(conversion->getOpcode(), operand(0), conversion->getType());
    } else if (auto *bounded = dyn_cast<MinMaxIntrinsic>(&instruction)) {
      result.first =
          builder.CreateBinaryIntrinsic(bounded->getIntrinsicID(), operand(0), operand(1));
    } else if (auto *binary = dyn_cast<BinaryOperator>(&instruction)) {
      if (binary->isIntDivRem()) {
        result = divide(*binary);
        break;
      }
      auto *disjoint = dyn_cast<PossiblyDisjointInst>(binary);
      if (binary->getOpcode() == Instruction::Xor || (disjoint && !disjoint->isDisjoint())) {
        result = combineBits(*binary);
        break;
      }
      Value *left = operand(0), *right = operand(1);
      // A disjoint or is an addition; lane 0 alone could not promise the disjointness.
      auto opcode = binary->getOpcode() == Instruction::Or ? Instruction::Add : binary->getOpcode();
      result.first = builder.CreateBinOp(opcode, left, right);
      if (const Value *factor = step ? analyses.strides.increment(instruction) : nullptr) {
        Value *one = ConstantInt::get(factor->getType(), 1);
        result.guard =
            combineGuards(result.guard, builder.CreateICmpEQ(scalar(const_cast<Value *>(factor)),
                                                             one, "adjoining"));
      }
    }
  }
  assert(result.first && result.step == step && "strides and widening disagree");
  if (auto *first = dyn_cast<Instruction>(result.first); first && !first->hasName())
    first->setName(instruction.getName());
  affines[&instruction] = result;
}

// Lane 0's bits with those that all lanes have (Strides::evaluateBits).
Affine Widener::combineBits(BinaryOperator &operation) {
  const Affine left = affine(operation.getOperand(0)), right = affine(operation.getOperand(1));
  const int64_t step = analyses.strides.of(&operation)->step;
  Affine result{builder.CreateBinOp(operation.getOpcode(), left.first, right.first), step,
                combineGuards(left.guard, right.guard)};
  if ((left.step == 0 && right.step == 0) ||
      PatternMatch::match(&operation, PatternMatch::m_Not(PatternMatch::m_Value())))
    return result;
  Constant *ofLanes = ConstantInt::get(operation.getType(), lanes - 1);
  Value *bits = left.step == 0 ? left.first : right.first;
  // Those that a mask keeps, or none that it changes.
  if (operation.getOpcode() == Instruction::And && step != 0)
    bits = builder.CreateXor(bits, ofLanes);
  Value *disturbing =
      builder.CreateAnd(builder.CreateOr(bits, left.step == 0 ? right.first : left.first), ofLanes);
  result.guard = combineGuards(
      result.guard,
      builder.CreateICmpEQ(disturbing, Constant::getNullValue(operation.getType()), "aligned"));
  return result;
}

// What a minimum, a maximum or a choice is where no active lane is at a border.
Affine Widener::withinBounds(Instruction &instruction, const Value &inside) {
  Value *isInside;
  if (auto *select = dyn_cast<SelectInst>(&instruction)) {
    isInside = part(select->getCondition(), 0);
    if (&inside == select->getFalseValue())
      isInside = builder.CreateNot(isInside);
  } else {
    auto &bounded = cast<MinMaxIntrinsic>(instruction);
    const bool isLeft = &inside == bounded.getLHS();
    Value *bound = isLeft ? bounded.getRHS() : bounded.getLHS();
    Value *value = isLeft ? bounded.getLHS() : bounded.getRHS();
    isInside = builder.CreateICmp(CmpInst::getNonStrictPredicate(bounded.getPredicate()),
                                  part(value, 0), part(bound, 0));
  }
  if (!maskIsFull())
    isInside = builder.CreateOr(isInside, builder.CreateNot(mask()));
  Affine result = affine(const_cast<Value *>(&inside));
  result.guard = combineGuards(result.guard, builder.CreateAndReduce(isInside));
  return result;
}

// Sign or zero extension of an affine value. Where the source is a sum that does not wrap the terms
// are extended, so that one check at the bottom (of a narrowed global id, say) serves all sums of
// it.
Affine Widener::extend(Value *source, bool isSigned, Type *type, unsigned depth) {
  auto convert = [&](Value *value) {
    return isSigned ? builder.CreateSExt(value, type) : builder.CreateZExt(value, type);
  };
  Stride stride = *analyses.strides.of(source);
  if (isUniform(source))
    return {convert(scalar(source)), 0, nullptr};
  Affine narrow = affine(source);
  // The guard of a remainder says that no lane's is negative or beyond the divisor.
  auto *remainder = dyn_cast<BinaryOperator>(source);
  bool isInRange = remainder && (remainder->getOpcode() == Instruction::SRem ||
                                 (remainder->getOpcode() == Instruction::URem && !isSigned));
  if (stride.step == 0 || isInRange || Strides::isSmallId(source))
    return {convert(narrow.first), stride.step, narrow.guard};

  auto *sum = dyn_cast<BinaryOperator>(source);
  bool isSum = sum && depth < 6 && all_of(sum->operands(), [&](Use &use) { return isAffine(use); });
  if (isSum) {
    auto *disjoint = dyn_cast<PossiblyDisjointInst>(sum);
    bool isOr = disjoint && disjoint->isDisjoint();
    bool wraps = !isOr && (!isa<OverflowingBinaryOperator>(sum) ||
                           !(isSigned ? sum->hasNoSignedWrap() : sum->hasNoUnsignedWrap()));
    unsigned opcode = sum->getOpcode();
    if (!wraps && (isOr || opcode == Instruction::Add || opcode == Instruction::Sub)) {
      Affine a = extend(sum->getOperand(0), isSigned, type, depth + 1);
      Affine b = extend(sum->getOperand(1), isSigned, type, depth + 1);
      bool isSub = opcode == Instruction::Sub;
      if (a.step + (isSub ? -b.step : b.step) == stride.step)
        return {isSub ? builder.CreateSub(a.first, b.first) : builder.CreateAdd(a.first, b.first),
                stride.step, combineGuards(a.guard, b.guard)};
    }
    auto *factor = dyn_cast<ConstantInt>(sum->getOperand(1));
    if (!wraps && factor && opcode == Instruction::Mul) {
      Affine a = extend(sum->getOperand(0), isSigned, type, depth + 1);
      Value *wideFactor = convert(factor);
      if (a.step * cast<ConstantInt>(wideFactor)->getSExtValue() == stride.step)
        return {builder.CreateMul(a.first, wideFactor), stride.step, a.guard};
    }
    if (!wraps && factor && opcode == Instruction::Shl && factor->getValue().ult(31)) {
      Affine a = extend(sum->getOperand(0), isSigned, type, depth + 1);
      if (a.step << factor->getZExtValue() == stride.step)
        return {builder.CreateShl(a.first, factor->getZExtValue()), stride.step, a.guard};
    }
  }

  // The lanes' values do not wrap if lane 0's is far enough from the end.
  Value *&check = (isSigned ? signedGuards : unsignedGuards)[source];
  if (!check) {
    IRBuilder<>::InsertPointGuard restore(builder);
    moveAfter(narrow.first);
    // Where a launch gives the step, those of pixels are looked for, too.
    const int64_t step =
        analyses.strides.incrementIn(*source) ? stride.step * largestSmallStep : stride.step;
    check = doesNotWrap(narrow.first, step, isSigned);
  }
  return {convert(narrow.first), stride.step, combineGuards(narrow.guard, check)};
}

// Lane 0's quotient or remainder by what all lanes divide by. The lanes' quotients are the same,
// and their remainders follow lane 0's, when no multiple of the divisor lies between them.
Affine Widener::divide(BinaryOperator &division) {
  const auto opcode = division.getOpcode();
  const bool isSigned = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  const bool isRemainder = opcode == Instruction::SRem || opcode == Instruction::URem;
  auto [dividend, step, guard] = affine(division.getOperand(0));
  Value *divisor = scalar(division.getOperand(1));
  Value *one = ConstantInt::get(divisor->getType(), 1);
  if (step == 0) {
    // Where the guard does not hold lane 0 may divide the least number by -1.
    if (guard && isSigned && !isa<ConstantInt>(divisor))
      divisor = builder.CreateSelect(guard, divisor, one);
    return {builder.CreateBinOp(opcode, dividend, divisor), 0, guard};
  }
  if (isSigned) {
    Value *isPositive = builder.CreateICmpSGE(divisor, one);
    guard = combineGuards(guard, isPositive);
    guard = combineGuards(
        guard, builder.CreateICmpSGE(dividend, Constant::getNullValue(dividend->getType())));
    divisor = builder.CreateSelect(isPositive, divisor, one);
  }
  Value *first = builder.CreateBinOp(opcode, dividend, divisor), *remainder = first;
  // One instruction gives both, and most programs want both.
  if (!isRemainder)
    remainder =
        builder.CreateBinOp(isSigned ? Instruction::SRem : Instruction::URem, dividend, divisor);
  // Counting down, no lane's dividend is below the multiple that lane 0's is above.
  if (step > 0)
    guard = combineGuards(guard, doesNotWrap(dividend, step, isSigned));
  guard = combineGuards(guard, sharesQuotient(remainder, step, divisor));
  return {first, isRemainder ? step : 0, guard};
}

// remainder + lane * step is a remainder of `divisor`, too; all of them are unsigned numbers.
Value *Widener::sharesQuotient(Value *remainder, int64_t step, Value *divisor) {
  Type *type = remainder->getType();
  unsigned bits = type->getIntegerBitWidth();
  APInt reach(128, static_cast<uint64_t>(step), /*isSigned=*/true);
  reach *= lanes - 1;
  bool isUp = reach.isStrictlyPositive();
  reach = reach.abs();
  if (reach.getActiveBits() > bits)
    return builder.getFalse();
  Value *distance = ConstantInt::get(type, reach.trunc(bits));
  // Counting down, the lowest must not fall below 0; counting up, the highest must stay below the
  // divisor, which is larger than the remainder.
  if (!isUp)
    return builder.CreateICmpUGE(remainder, distance, "in_row");
  return builder.CreateICmpUGT(builder.CreateSub(divisor, remainder), distance, "in_row");
}

// Dividing vectors is slow: where the guard holds they are made of lane 0's value.
Widener::Values Widener::widenGuardedDivision(BinaryOperator &division) {
  Affine result = affines.find(&division)->second;
  return guarded(
      result.guard,
      [&]() -> Values {
        Value *first = builder.CreateVectorSplat(lanes, result.first);
        return {result.step ? builder.CreateAdd(first, steps(division.getType(), result.step))
                            : first};
      },
      [&] { return widenElementwise(division); });
}

// Whether lane 0's value is so far from the ends of its width that all lanes' values follow it
// without wrapping.
Value *Widener::doesNotWrap(Value *first, int64_t step, bool isSigned) {
  unsigned bits = first->getType()->getIntegerBitWidth();
  return isSigned ? staysWithin(first, step, APInt::getSignedMinValue(bits).sext(128),
                                APInt::getSignedMaxValue(bits).sext(128))
                  : staysWithin(first, step, APInt(128, 0), APInt::getMaxValue(bits).zext(128));
}

Value *Widener::staysWithin(Value *first, int64_t step, const APInt &lowest, const APInt &highest) {
  unsigned bits = first->getType()->getIntegerBitWidth();
  APInt reach(128, static_cast<uint64_t>(step), /*isSigned=*/true);
  reach *= lanes - 1;
  bool isUp = reach.isStrictlyPositive(), isSigned = lowest.isNegative();
  APInt bound = (isUp ? highest : lowest) - reach;
  if (bound.slt(lowest) || bound.sgt(highest))
    return builder.getFalse();
  CmpInst::Predicate predicate = isUp ? (isSigned ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE)
                                      : (isSigned ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE);
  return builder.CreateICmp(predicate, first, ConstantInt::get(first->getType(), bound.trunc(bits)),
                            "in_range");
}

Widener::Values Widener::widenElementwise(Instruction &instruction) {
  Values result;
  Type *type = instruction.getType();
  for (unsigned i = 0, count = leavesOf(type).size(); i < count; ++i) {
    Value *first = operandPart(instruction, instruction.getOperand(0), i);
    Value *vector = nullptr;
    if (auto *binary = dyn_cast<BinaryOperator>(&instruction)) {
      Value *second = operandPart(instruction, instruction.getOperand(1), i);
      first = guardDivision(*binary, i, first, second);
      vector = builder.CreateBinOp(binary->getOpcode(), first, second);
    } else if (auto *compare = dyn_cast<CmpInst>(&instruction)) {
      vector = builder.CreateCmp(compare->getPredicate(), first,
                                 operandPart(instruction, instruction.getOperand(1), i));
    } else if (auto *conversion = dyn_cast<CastInst>(&instruction)) {
      vector = builder.CreateCast(conversion->getOpcode(), first, vectorOf(leavesOf(type)[i].type));
    } else if (isa<FreezeInst>(instruction)) {
      vector = builder.CreateFreeze(first);
    } else {
      vector = builder.CreateUnOp(cast<UnaryOperator>(instruction).getOpcode(), first);
    }
    if (auto *widened = dyn_cast<Instruction>(vector)) {
      widened->copyIRFlags(&instruction);
      widened->setName(instruction.getName());
    }
    result.push_back(vector);
  }
  return result;
}

// An integer division in an inactive lane divides garbage, which may trap: it divides 1 by 1 there.
Value *Widener::guardDivision(BinaryOperator &division, unsigned leaf, Value *dividend,
                              Value *&divisor) {
  if (!division.isIntDivRem() || maskIsFull())
    return dividend;
  bool isSigned =
      division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
  Value *original = division.getOperand(1);
  if (isa<ConstantInt>(original))
    return dividend;
  Value *one = ConstantInt::get(divisor->getType(), 1);
  // A uniform divisor is not zero, since some lane divides by it; but it may be -1.
  if (!isUniform(original))
    divisor = builder.CreateSelect(maskOfPart(division, leaf), divisor, one);
  else if (isSigned)
    dividend = builder.CreateSelect(maskOfPart(division, leaf), dividend, one);
  return dividend;
}

Widener::Values Widener::widenSelect(SelectInst &select) {
  Value *condition = select.getCondition();
  bool perElement = condition->getType()->isVectorTy();
  // A scalar condition over vectors becomes a branch, which is right for data but not inside the
  // condition of a loop.
  bool isScalar = isUniform(condition) && !perElement && !select.getType()->isIntOrIntVectorTy(1);
  Values result;
  for (unsigned i = 0, count = leavesOf(select.getType()).size(); i < count; ++i) {
    Value *chooser = isScalar ? scalar(condition) : operandPart(select, condition, i);
    Value *vector =
        builder.CreateSelect(chooser, operandPart(select, select.getTrueValue(), i),
                             operandPart(select, select.getFalseValue(), i), select.getName());
    if (auto *widened = dyn_cast<SelectInst>(vector); widened && isa<FPMathOperator>(widened))
      widened->copyFastMathFlags(&select);
    result.push_back(vector);
  }
  return result;
}

// LLVM makes one load of a load and its cast, and forgets that what it reads is unwritten.
static Value *castVector(IRBuilderBase &builder, Value *vector, Type *type) {
  auto *load = dyn_cast<LoadInst>(vector);
  if (!load || !isUnwritten(*load) || load->getType() == type)
    return builder.CreateBitCast(vector, type);
  IRBuilderBase::InsertPointGuard guard(builder);
  builder.SetInsertPoint(load);
  LoadInst *other = builder.CreateAlignedLoad(type, load->getPointerOperand(), load->getAlign());
  markUnwritten(*other);
  return other;
}

// Elements of one size become elements of another: little-endian, low elements first.
Widener::Values Widener::widenBitCast(BitCastInst &cast) {
  ArrayRef<Leaf> to = leavesOf(cast.getType());
  Values result;
  if (leavesOf(cast.getSrcTy()).size() == to.size()) {
    for (auto [index, leaf] : enumerate(to))
      result.push_back(
          castVector(builder, operandPart(cast, cast.getOperand(0), index), vectorOf(leaf.type)));
    return result;
  }
  Values from = parts(cast.getOperand(0));
  unsigned fromBits = from[0]->getType()->getScalarSizeInBits();
  unsigned toBits = layout.getTypeSizeInBits(to[0].type);
  for (Value *&vector : from)
    vector = builder.CreateBitCast(vector, vectorOf(builder.getIntNTy(fromBits)));
  Type *toInteger = vectorOf(builder.getIntNTy(toBits));
  for (unsigned i = 0; i < to.size(); ++i) {
    Value *vector = nullptr;
    if (toBits > fromBits) {
      unsigned ratio = toBits / fromBits;
      for (unsigned j = 0; j < ratio; ++j) {
        Value *piece = builder.CreateZExt(from[i * ratio + j], toInteger);
        piece = builder.CreateShl(piece, uint64_t(j) * fromBits);
        vector = vector ? builder.CreateOr(vector, piece) : piece;
      }
    } else {
      unsigned ratio = fromBits / toBits;
      vector = builder.CreateLShr(from[i / ratio], uint64_t(i % ratio) * toBits);
      vector = builder.CreateTrunc(vector, toInteger);
    }
    result.push_back(builder.CreateBitCast(vector, vectorOf(to[i].type)));
  }
  return result;
}

// Byte offset into an interleaved variable: each element is followed by those of the other lanes.
Value *Widener::interleavedOffset(GetElementPtrInst &gep, bool ofFirstLane) {
  Type *wide = layout.getIndexType(gep.getType()->getScalarType());
  SmallMapVector<Value *, APInt, 4> variableOffsets;
  APInt constantOffset(64, 0);
  bool isKnown = cast<GEPOperator>(gep).collectOffset(layout, 64, variableOffsets, constantOffset);
  assert(isKnown && "the variable would not be interleaved");
  (void)isKnown;
  bool isScalar =
      ofFirstLane || all_of(variableOffsets, [&](auto &e) { return isUniform(e.first); });
  auto constant = [&](const APInt &value) -> Value * {
    Constant *bytes = ConstantInt::get(wide, value * lanes);
    return isScalar ? bytes : splat(bytes);
  };
  Value *offset = constant(constantOffset);
  for (auto &[index, scale] : variableOffsets) {
    Value *term = ofFirstLane ? affine(index).first : isScalar ? scalar(index) : part(index, 0);
    offset = builder.CreateAdd(offset, builder.CreateMul(term, constant(scale)));
  }
  return offset;
}

Widener::Values Widener::widenGep(GetElementPtrInst &gep) {
  Value *base = gep.getPointerOperand();
  if (analyses.privateMemory.isInterleaved(&gep))
    return {builder.CreateGEP(builder.getInt8Ty(), part(base, 0), interleavedOffset(gep, false))};
  if (gep.getType()->isVectorTy())
    return lanewise(gep);
  // Scalar base and vector index as long as possible: that is what a gather instruction takes.
  auto operand = [&](Value *value) { return isUniform(value) ? scalar(value) : part(value, 0); };
  SmallVector<Value *, 4> indices;
  for (Value *index : gep.indices())
    indices.push_back(operand(index));
  Value *first = operand(base);
  bool isVector = first->getType()->isVectorTy() ||
                  any_of(indices, [](Value *index) { return index->getType()->isVectorTy(); });
  if (!isVector)
    first = part(base, 0);
  return {builder.CreateGEP(gep.getSourceElementType(), first, indices, gep.getName(),
                            gep.getNoWrapFlags())};
}

/// What has some components of its first operand, and others of `other`.
Widener::Values Widener::replacedInMemoryOrder(const Instruction &instruction, Value &other,
                                               function_ref<bool(unsigned)> isOther) {
  const unsigned count = leavesOf(instruction.getType()).size();
  Values result;
  for (unsigned leaf = 0; leaf < count; ++leaf) {
    SmallVector<int, 32> elements;
    for (unsigned i = 0; i < lanes; ++i)
      elements.push_back(int(isOther((leaf * lanes + i) % count) ? lanes + i : i));
    result.push_back(
        builder.CreateShuffleVector(operandPart(instruction, instruction.getOperand(0), leaf),
                                    operandPart(instruction, &other, leaf), elements));
  }
  return result;
}

Widener::Values Widener::widenVectorElement(Instruction &instruction) {
  if (auto *extract = dyn_cast<ExtractValueInst>(&instruction)) {
    Values all = parts(extract->getAggregateOperand());
    Type *type = extract->getAggregateOperand()->getType();
    unsigned begin = 0;
    for (unsigned index : extract->indices()) {
      for (unsigned i = 0; i < index; ++i)
        begin += leavesOf(ExtractValueInst::getIndexedType(type, i)).size();
      type = ExtractValueInst::getIndexedType(type, index);
    }
    return Values(ArrayRef<Value *>(all).slice(begin, leavesOf(type).size()));
  }
  if (auto *insert = dyn_cast<InsertValueInst>(&instruction)) {
    Values all = parts(insert->getAggregateOperand());
    Type *type = insert->getType();
    unsigned begin = 0;
    for (unsigned index : insert->indices()) {
      for (unsigned i = 0; i < index; ++i)
        begin += leavesOf(ExtractValueInst::getIndexedType(type, i)).size();
      type = ExtractValueInst::getIndexedType(type, index);
    }
    Values inserted = parts(insert->getInsertedValueOperand());
    std::copy(inserted.begin(), inserted.end(), all.begin() + begin);
    return all;
  }
  if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) {
    if (analyses.memoryOrder.contains(shuffle)) {
      Value *splatted = MemoryOrder::splatScalar(shuffle);
      if (!splatted)
        return replacedInMemoryOrder(*shuffle, *shuffle->getOperand(1), [&](unsigned component) {
          return shuffle->getShuffleMask()[component] >= int(shuffle->getShuffleMask().size());
        });
      Value *component = part(splatted, 0);
      Values result;
      for (unsigned i = 0, count = shuffle->getShuffleMask().size(); i < count; ++i)
        result.push_back(repeatLanes(component, count, i));
      return result;
    }
    Values all = parts(shuffle->getOperand(0)), second = parts(shuffle->getOperand(1));
    all.append(second.begin(), second.end());
    Values result;
    for (int element : shuffle->getShuffleMask())
      result.push_back(element < 0 ? PoisonValue::get(all[0]->getType()) : all[element]);
    return result;
  }

  if (analyses.memoryOrder.contains(&instruction))
    return replacedInMemoryOrder(instruction, *instruction.getOperand(1), [&](unsigned component) {
      return cast<ConstantInt>(instruction.getOperand(2))->equalsInt(component);
    });
  // An element chosen at run time: a chain of selects over all of them.
  bool isInsert = isa<InsertElementInst>(instruction);
  Value *index = instruction.getOperand(isInsert ? 2 : 1);
  Values all = parts(instruction.getOperand(0));
  if (auto *constant = dyn_cast<ConstantInt>(index)) {
    uint64_t element = constant->getLimitedValue();
    if (!isInsert)
      return {element < all.size() ? all[element] : PoisonValue::get(all[0]->getType())};
    if (element < all.size())
      all[element] = part(instruction.getOperand(1), 0);
    return all;
  }
  bool isScalar = isUniform(index);
  Value *wanted = isScalar ? scalar(index) : part(index, 0);
  auto isElement = [&](unsigned i) {
    return builder.CreateICmpEQ(wanted, ConstantInt::get(wanted->getType(), i));
  };
  if (isInsert) {
    Value *inserted = part(instruction.getOperand(1), 0);
    for (unsigned i = 0; i < all.size(); ++i)
      all[i] = builder.CreateSelect(isElement(i), inserted, all[i]);
    return all;
  }
  Value *result = all[0];
  for (unsigned i = 1; i < all.size(); ++i)
    result = builder.CreateSelect(isElement(i), all[i], result);
  return {result};
}

} // namespace heddle::compiler
