// The operations that see all lanes of the sub-group: ids, votes, shuffles, block reads and writes,
// matrix operations. Inactive lanes take no part in them. Reductions and scans:
// sub_group_arithmetic.cpp.
#include "compiler/vectorizer/transform/version_guards.hpp"
#include "compiler/vectorizer/transform/widener.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/matrix_operation.hpp"
#include "compiler/ir/rarely_run.hpp"

#include "llvm/IR/Constants.h"

using namespace llvm;

namespace heddle::compiler {

Value *Widener::activeOr(Value *vector, Value *otherwise) {
  return maskIsFull() ? vector : builder.CreateSelect(mask(), vector, splat(otherwise));
}

// An operand that has to be the same in all lanes: that of the first active one.
Value *Widener::uniformOperand(Value *value) {
  if (isUniform(value))
    return scalar(value);
  if (isAffine(value)) {
    Affine lanesOf = affine(value);
    if (!lanesOf.guard && (lanesOf.step == 0 || maskIsFull()))
      return lanesOf.first;
  }
  return laneOf(value, firstActiveLane());
}

// A constant choice is an instruction here, any other the target's business (lower-lane-shuffles).
// Indices that reach beyond the values are those of lanes whose result is undefined.
Value *Widener::shuffle(Value *values, Value *lanesWanted) {
  unsigned count = cast<FixedVectorType>(values->getType())->getNumElements();
  lanesWanted = builder.CreateAnd(lanesWanted, ConstantInt::get(lanesWanted->getType(), count - 1));
  if (auto *constant = dyn_cast<Constant>(lanesWanted)) {
    SmallVector<int, 32> picks;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      auto *pick = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(lane));
      picks.push_back(pick ? static_cast<int>(pick->getZExtValue()) : PoisonMaskElem);
    }
    return builder.CreateShuffleVector(values, picks);
  }
  Type *result = FixedVectorType::get(values->getType()->getScalarType(), lanes);
  auto *type = FunctionType::get(result, {values->getType(), lanesWanted->getType()}, false);
  return builder.CreateCall(getInternalOp(module, InternalOp::simdShuffle, type),
                            {values, lanesWanted});
}

// What one lane has, as a scalar. Taking it out by a number that is known late would go through
// memory.
Value *Widener::broadcast(Value *vector, Value *lane) {
  lane = builder.CreateAnd(lane, builder.getInt32(lanes - 1));
  if (isa<Constant>(lane))
    return builder.CreateExtractElement(vector, lane);
  return builder.CreateExtractElement(shuffle(vector, splat(lane)), builder.getInt32(0));
}

// Said once, not for both variants.
bool Widener::isDivergent() {
  return mask() != masks[&scalarFunction.getEntryBlock()] && variant == Variant::full;
}

// Pointers of elements of 64 bits may be aligned to 4 bytes only.
static Align blockAlign(uint64_t elementBytes) {
  return Align(std::min<uint64_t>(elementBytes, 4));
}

// Component i of lane l is p[l + i * S]: whole vectors, one behind the other.
Widener::Values Widener::blockRead(CallInst &call) {
  explainAs(call, "block read: consecutive vectors of all lanes");
  Value *pointer = uniformOperand(call.getArgOperand(0));
  Values result;
  for (const Leaf &leaf : leavesOf(call.getType())) {
    Type *type = vectorOf(leaf.type);
    uint64_t size = layout.getTypeStoreSize(leaf.type);
    Value *place =
        builder.CreateConstGEP1_64(builder.getInt8Ty(), pointer, result.size() * lanes * size);
    Instruction *read =
        maskIsFull()
            ? static_cast<Instruction *>(builder.CreateAlignedLoad(type, place, blockAlign(size)))
            : builder.CreateMaskedLoad(type, place, blockAlign(size), mask(),
                                       PoisonValue::get(type));
    if (isUnwritten(call))
      markUnwritten(*read);
    result.push_back(read);
  }
  return result;
}

void Widener::blockWrite(CallInst &call) {
  explainAs(call, "block write: consecutive vectors of all lanes");
  Value *pointer = uniformOperand(call.getArgOperand(0));
  for (auto [index, vector] : enumerate(parts(call.getArgOperand(1)))) {
    uint64_t size = layout.getTypeStoreSize(vector->getType()->getScalarType());
    Value *place = builder.CreateConstGEP1_64(builder.getInt8Ty(), pointer, index * lanes * size);
    if (maskIsFull())
      builder.CreateAlignedStore(vector, place, blockAlign(size));
    else
      builder.CreateMaskedStore(vector, place, blockAlign(size), mask());
  }
}

// One hint for each line of the cache.
void Widener::blockPrefetch(CallInst &call) {
  constexpr uint64_t lineBytes = 64;
  Value *pointer = uniformOperand(call.getArgOperand(0));
  uint64_t bytes = cast<ConstantInt>(call.getArgOperand(1))->getZExtValue() * lanes;
  for (uint64_t offset = 0; offset < bytes; offset += lineBytes) {
    Value *line = builder.CreateConstGEP1_64(builder.getInt8Ty(), pointer, offset);
    // For reading, to all levels of the cache, of data.
    builder.CreateIntrinsic(Intrinsic::prefetch, {line->getType()},
                            {line, builder.getInt32(0), builder.getInt32(3), builder.getInt32(1)});
  }
}

// All components of an operand, one SIMD value after another, are the matrix in the order that
// tiles have, also where two rows lie abreast in the lanes. A lane holds elements of every column
// of A, so an inactive one brings zeros; of B, C and the result it holds one column, which nobody
// looks at then. With rows abreast it holds rows of B that all columns need.
Widener::Values Widener::matrixMad(CallInst &call) {
  const MatrixOperation op = matrixOperation(call, lanes);
  Values operands[3];
  for (unsigned i = 0; i < 3; ++i)
    operands[i] = parts(call.getArgOperand(i));
  // Rows that come from a pair of sub-groups have theirs already; the partner's lanes are others.
  const Value *rows = call.getArgOperand(0);
  if (const auto *part = dyn_cast<ShuffleVectorInst>(rows))
    rows = part->getOperand(0);
  const bool isJoined = internalOp(*rows) == InternalOp::pairJoin;
  for (unsigned factor = isJoined ? 1 : 0; factor < (op.rowsAbreast > 1 ? 2 : 1); ++factor)
    for (Value *&vector : operands[factor])
      vector = activeOr(vector, Constant::getNullValue(vector->getType()->getScalarType()));
  Value *a = concatenate(operands[0]), *b = concatenate(operands[1]), *c = concatenate(operands[2]);
  Type *i32 = builder.getInt32Ty();
  Type *resultType = FixedVectorType::get(call.getType()->getScalarType(), op.m * op.n);
  auto *type = FunctionType::get(
      resultType, {a->getType(), b->getType(), c->getType(), i32, i32, i32, i32}, false);
  CallInst *all =
      builder.CreateCall(getInternalOp(module, InternalOp::simdMatrixMad, type),
                         {a, b, c, builder.getInt32(op.m), builder.getInt32(op.n),
                          scalar(call.getArgOperand(3)), scalar(call.getArgOperand(4))});
  if (call.hasFnAttr(rarelyRunAttribute))
    all->addFnAttr(call.getFnAttr(rarelyRunAttribute));
  Values result;
  for (unsigned first = 0; first < op.m * op.n; first += lanes)
    result.push_back(slice(all, first, lanes));
  return result;
}

// For each operand the components of the even sub-group and then those of the odd one, each as
// whole SIMD values.
Widener::Values Widener::pairJoin(CallInst &call) {
  SmallVector<Value *, 8> halves;
  SmallVector<Type *, 8> types;
  unsigned count = 0;
  for (Value *operand : call.args()) {
    Values own = parts(operand);
    for (Value *&vector : own)
      vector = activeOr(vector, Constant::getNullValue(vector->getType()->getScalarType()));
    halves.push_back(concatenate(own));
    types.push_back(halves.back()->getType());
    count += 2 * own.size();
  }
  auto *wholeType = FixedVectorType::get(types.front()->getScalarType(), count * lanes);
  CallInst *whole =
      builder.CreateCall(getInternalOp(module, InternalOp::simdPairJoin,
                                       FunctionType::get(wholeType, types, /*isVarArg=*/false)),
                         halves);
  whole->addFnAttr(call.getFnAttr(barrierAttribute));
  Values result;
  for (unsigned i = 0; i < count; ++i)
    result.push_back(slice(whole, i * lanes, lanes));
  return result;
}

// Local ids of a sub-group that may span rows, of what full sub-groups have left of each: the first
// lane's by division, the others' by counting on and dividing what runs over. Work-groups are small
// enough for single precision: with x below 2^20 the rounded (x + 0.5) / size never crosses an
// integer.
Widener::Values Widener::localIds(unsigned dimension) {
  if (!localIdVectors.empty())
    return {localIdVectors[dimension]};
  IRBuilder<>::InsertPointGuard restore(builder);
  builder.SetInsertPoint(prologue->getTerminator());
  Type *i32 = builder.getInt32Ty(), *i64 = builder.getInt64Ty();
  auto size = [&](unsigned d) {
    auto *type = FunctionType::get(i64, {i32}, false);
    Value *all = builder.CreateCall(getInternalOp(module, InternalOp::localSize, type),
                                    {builder.getInt32(d)});
    return builder.CreateTrunc(all, i32);
  };
  auto divide = [&](Value *vector, Value *divisor) {
    Type *floats = vectorOf(builder.getFloatTy());
    Value *half = ConstantFP::get(floats, 0.5);
    Value *quotient =
        builder.CreateFDiv(builder.CreateFAdd(builder.CreateUIToFP(vector, floats), half),
                           splat(builder.CreateUIToFP(divisor, builder.getFloatTy())));
    return builder.CreateFPToSI(quotient, vectorOf(i32));
  };
  auto *queryType = FunctionType::get(i32, false);
  Value *full = builder.CreateCall(
      getInternalOp(module, InternalOp::fullPerRow, FunctionType::get(i64, false)));
  full = builder.CreateTrunc(full, i32);
  Value *begin = builder.CreateMul(full, builder.getInt32(lanes), "row_begin");
  Value *sizeX = builder.CreateSub(size(0), begin), *sizeY = size(1);
  Value *subGroup = builder.CreateCall(getInternalOp(module, InternalOp::subGroupId, queryType));
  Value *active = builder.CreateCall(getInternalOp(module, InternalOp::activeLanes, queryType));
  Value *allFull = builder.CreateMul(full, builder.CreateMul(sizeY, size(2)));
  Value *linear = builder.CreateMul(builder.CreateSub(subGroup, allFull), builder.getInt32(lanes));
  Value *x = builder.CreateURem(linear, sizeX), *rest = builder.CreateUDiv(linear, sizeX);
  Value *y = builder.CreateURem(rest, sizeY), *z = builder.CreateUDiv(rest, sizeY);
  Value *oneRow = builder.CreateICmpULE(builder.CreateAdd(x, active), sizeX, "one_row");
  Value *firsts[3] = {builder.CreateAdd(begin, x), y, z};
  for (unsigned d = 0; d < 3; ++d)
    localIdAffines[d] = {builder.CreateZExt(firsts[d], i64), d == 0 ? 1 : 0, oneRow};

  Value *xs = builder.CreateAdd(splat(x), steps(i32, 1));
  Value *overY = divide(xs, sizeX);
  xs = builder.CreateSub(xs, builder.CreateMul(overY, splat(sizeX)));
  Value *ys = builder.CreateAdd(splat(y), overY);
  Value *overZ = divide(ys, sizeY);
  ys = builder.CreateSub(ys, builder.CreateMul(overZ, splat(sizeY)));
  Value *zs = builder.CreateAdd(splat(z), overZ);
  xs = builder.CreateAdd(xs, splat(begin));
  for (Value *ids : {xs, ys, zs})
    localIdVectors.push_back(builder.CreateZExt(ids, vectorOf(i64)));
  return {localIdVectors[dimension]};
}

void Widener::widenInternalOp(CallInst &call, InternalOp op) {
  auto argument = [&](unsigned index) { return call.getArgOperand(index); };
  auto arithmetic = [&] {
    return static_cast<GroupArithmetic>(cast<ConstantInt>(argument(1))->getZExtValue());
  };
  // One result for the sub-group, built from those of the leaves.
  auto setUniform = [&](function_ref<Value *(Value *)> ofVector) {
    Value *result = PoisonValue::get(call.getType());
    for (unsigned i = 0, count = leavesOf(call.getType()).size(); i < count; ++i)
      result = insertLeaf(result, ofVector(part(argument(0), i)), i);
    scalars[&call] = result;
  };
  auto setEach = [&](function_ref<Value *(Value *)> ofVector) {
    Values result;
    for (Value *vector : parts(argument(0)))
      result.push_back(ofVector(vector));
    setParts(call, result);
  };
  switch (op) {
  case InternalOp::subGroupLocalId:
    affines[&call] = {builder.getInt32(0), 1, nullptr};
    return;
  case InternalOp::localId: {
    unsigned dimension = cast<ConstantInt>(argument(0))->getZExtValue();
    if (!lanesShareRow(scalarFunction, variant)) {
      setParts(call, localIds(dimension));
      affines[&call] = *localIdAffines[dimension];
      return;
    }
    auto *type = FunctionType::get(builder.getInt64Ty(), {builder.getInt32Ty()}, false);
    Value *first = builder.CreateCall(getInternalOp(module, InternalOp::firstLocalId, type),
                                      {builder.getInt32(0)});
    affines[&call] = {first, 1, nullptr};
    return;
  }
  case InternalOp::subGroupBarrier:
    // The lanes march in step: what is left is the order of memory accesses.
    builder.CreateFence(AtomicOrdering::AcquireRelease);
    return;
  case InternalOp::subGroupAll:
    if (call.hasMetadata(guessMetadata)) {
      explainAs(call, "branch: a version without masks for sub-groups whose lanes all take it");
      Value *holds = holdsForAll(argument(0));
      scalars[&call] =
          asksForWholeSubGroup(call) ? builder.CreateAnd(holds, allLanesActive()) : holds;
      return;
    }
    return setUniform([&](Value *vector) {
      return builder.CreateAndReduce(activeOr(vector, builder.getTrue()));
    });
  case InternalOp::subGroupAny:
    return setUniform([&](Value *vector) {
      return builder.CreateOrReduce(activeOr(vector, builder.getFalse()));
    });
  case InternalOp::subGroupBallot: {
    Value *bits = builder.CreateBitCast(activeOr(part(argument(0), 0), builder.getFalse()),
                                        builder.getIntNTy(lanes));
    scalars[&call] = builder.CreateZExt(bits, builder.getInt32Ty());
    return;
  }
  case InternalOp::subGroupBroadcast: {
    Value *lane = uniformOperand(argument(1));
    return setUniform([&](Value *vector) { return broadcast(vector, lane); });
  }
  case InternalOp::subGroupReduce:
    if (auto *type = dyn_cast<FixedVectorType>(call.getType());
        type && isPowerOf2_32(type->getNumElements()) && type->getNumElements() <= lanes &&
        !type->getElementType()->isIntegerTy(1)) {
      scalars[&call] = reduceTogether(parts(argument(0)), arithmetic());
      return;
    }
    return setUniform([&](Value *vector) { return reduce(vector, arithmetic()); });
  case InternalOp::subGroupScanInclusive:
    return setEach([&](Value *vector) { return scan(vector, arithmetic(), true); });
  case InternalOp::subGroupScanExclusive:
    return setEach([&](Value *vector) { return scan(vector, arithmetic(), false); });
  case InternalOp::subGroupClusteredReduce: {
    Value *size = uniformOperand(argument(2));
    return setEach([&](Value *vector) { return clusteredReduce(vector, arithmetic(), size); });
  }
  case InternalOp::subGroupShuffle: {
    Value *wanted = part(argument(1), 0);
    return setEach([&](Value *vector) { return shuffle(vector, wanted); });
  }
  case InternalOp::subGroupShufflePair: {
    Value *wanted = part(argument(2), 0);
    Values first = parts(argument(0)), second = parts(argument(1)), result;
    for (auto [a, b] : zip_equal(first, second))
      result.push_back(shuffle(concatenate({a, b}), wanted));
    return setParts(call, result);
  }
  case InternalOp::blockRead:
    return setParts(call, blockRead(call));
  case InternalOp::blockWrite:
    return blockWrite(call);
  case InternalOp::blockRead2d:
    return setParts(call, blockRead2d(call));
  case InternalOp::blockWrite2d:
    return blockWrite2d(call);
  case InternalOp::blockPrefetch:
    return blockPrefetch(call);
  case InternalOp::matrixMad:
    return setParts(call, matrixMad(call));
  case InternalOp::cooperativeLoad:
    return setParts(call, cooperativeLoad(call));
  case InternalOp::cooperativeStore:
    return cooperativeStore(call);
  case InternalOp::cooperativeMad:
    return setParts(call, cooperativeMad(call));
  case InternalOp::pairJoin:
    return setParts(call, pairJoin(call));
  case InternalOp::workGroupBarrier:
    explainAs(call, "work-group barrier: the sub-group waits here until all of them have come");
    // Often all work-items have the same condition, which the code does not show.
    if (isDivergent())
      reportNote(call, "a barrier in divergent control flow: all work-items of the work-group that "
                       "have not ended must reach it");
    return cloneUniform(call);
  case InternalOp::byteDot: {
    if (isUniform(&call))
      return cloneUniform(call);
    Value *a = part(argument(0), 0), *b = part(argument(1), 0);
    auto *type = FunctionType::get(a->getType(), {a->getType(), b->getType(), builder.getInt32Ty()},
                                   /*isVarArg=*/false);
    return setParts(call,
                    {builder.CreateCall(getInternalOp(module, op, type), {a, b, argument(2)})});
  }
  case InternalOp::imageRead:
    return imageRead(call);
  case InternalOp::imageWrite:
    return imageWrite(call);
  case InternalOp::imageBlockRead:
    return imageBlockRead(call);
  case InternalOp::imageBlockWrite:
    return imageBlockWrite(call);
  case InternalOp::print:
    return setParts(call, lanewise(call));
  case InternalOp::finding:
    return finding(call);
  case InternalOp::converged:
    return converged(call);
  case InternalOp::sameInLanes:
    return sameInLanes(call);
  case InternalOp::mayFind:
    return mayFind(call);
  case InternalOp::touched:
    return touched(call);
  default:
    return cloneUniform(call);
  }
}

} // namespace heddle::compiler
