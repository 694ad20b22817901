// Sub-group functions that some of the work-items may meet: OpGroupNonUniform…, and the masks of
// lanes. They act on the lanes that are there; a ballot is the low S bits of the first of four
// words.
#include "compiler/spirv/builtins/group_operation.hpp"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What the functions of lanes and their bits are made of.
class Lanes {
public:
  explicit Lanes(BuiltinCall &call)
      : call(call), builder(call.builder), i32(builder.getInt32Ty()) {}

  Value *id() { return internalCall(call, InternalOp::subGroupLocalId, i32, {}); }
  Value *max() { return internalCall(call, InternalOp::maxSubGroupSize, i32, {}); }

  Value *ballot(Value *predicate) {
    return internalCall(call, InternalOp::subGroupBallot, i32, {predicate});
  }
  Value *firstActive() { return lowestBit(ballot(builder.getTrue())); }

  Value *broadcast(Value *value, Value *lane) {
    return forEachComponent(builder, {value}, [&](ArrayRef<Value *> components) {
      return internalCall(call, InternalOp::subGroupBroadcast, components[0]->getType(),
                          {components[0], asLane(lane)});
    });
  }
  Value *shuffle(Value *value, Value *lane) {
    return forEachComponent(builder, {value}, [&](ArrayRef<Value *> components) {
      return internalCall(call, InternalOp::subGroupShuffle, components[0]->getType(),
                          {components[0], lane});
    });
  }

  /// Lane numbers and distances arrive as integers of any size.
  Value *asLane(Value *number) { return builder.CreateZExtOrTrunc(number, i32); }

  Value *lowestBit(Value *bits) {
    return builder.CreateIntrinsic(Intrinsic::cttz, {i32}, {bits, builder.getFalse()});
  }
  Value *highestBit(Value *bits) {
    Value *zeros = builder.CreateIntrinsic(Intrinsic::ctlz, {i32}, {bits, builder.getFalse()});
    return builder.CreateSub(builder.getInt32(31), zeros);
  }
  Value *countBits(Value *bits) { return builder.CreateUnaryIntrinsic(Intrinsic::ctpop, bits); }

  // Sets of lanes, as bits. There are 32 lanes at most, and no shift is by 32.
  Value *all() {
    return builder.CreateLShr(ones(), builder.CreateSub(builder.getInt32(32), max()));
  }
  Value *own() { return builder.CreateShl(builder.getInt32(1), id()); }
  Value *fromOwn() { return builder.CreateAnd(builder.CreateShl(ones(), id()), all()); }
  Value *aboveOwn() {
    return builder.CreateAnd(builder.CreateShl(builder.getInt32(~1u), id()), all());
  }
  Value *toOwn() { return builder.CreateNot(builder.CreateShl(builder.getInt32(~1u), id())); }
  Value *belowOwn() { return builder.CreateNot(builder.CreateShl(ones(), id())); }

  Value *firstWord(Value *vector) {
    return builder.CreateExtractElement(vector, builder.getInt32(0));
  }
  Value *asVector(Value *bits) {
    Value *zero = Constant::getNullValue(FixedVectorType::get(i32, 4));
    return builder.CreateInsertElement(zero, bits, builder.getInt32(0));
  }

private:
  Value *ones() { return Constant::getAllOnesValue(i32); }

  BuiltinCall &call;
  IRBuilder<> &builder;
  Type *i32;
};

Value *lowerVote(BuiltinCall &call, Lanes &lanes) {
  IRBuilder<> &builder = call.builder;
  Type *i1 = builder.getInt1Ty();
  StringRef name = call.base();
  if (name == "GroupNonUniformElect")
    return builder.CreateICmpEQ(lanes.id(), lanes.firstActive());
  if (call.operandCount() < 2)
    return nullptr;
  Value *value = call.operand(1);
  if (name == "GroupNonUniformAll")
    return internalCall(call, InternalOp::subGroupAll, i1, {value});
  if (name == "GroupNonUniformAny")
    return internalCall(call, InternalOp::subGroupAny, i1, {value});
  if (name != "GroupNonUniformAllEqual")
    return nullptr;
  Value *first = lanes.broadcast(value, lanes.firstActive());
  Value *equal = value->getType()->isFPOrFPVectorTy() ? builder.CreateFCmpOEQ(value, first)
                                                      : builder.CreateICmpEQ(value, first);
  if (equal->getType()->isVectorTy())
    equal = builder.CreateAndReduce(equal);
  return internalCall(call, InternalOp::subGroupAll, i1, {equal});
}

/// (scope, Group Operation, ballot): Reduce, InclusiveScan, ExclusiveScan.
Value *countBallot(BuiltinCall &call, Lanes &lanes) {
  Value *bits = lanes.firstWord(call.operand(2));
  std::optional<std::uint64_t> operation = call.constantOperand(1);
  if (!operation || *operation > 2)
    return nullptr;
  Value *counted = *operation == 0   ? lanes.all()
                   : *operation == 1 ? lanes.toOwn()
                                     : lanes.belowOwn();
  return lanes.countBits(call.builder.CreateAnd(bits, counted));
}

Value *lowerBallot(BuiltinCall &call, Lanes &lanes) {
  IRBuilder<> &builder = call.builder;
  StringRef name = call.base();
  if (call.operandCount() < 2)
    return nullptr;
  Value *value = call.operand(1);
  if (name == "GroupNonUniformBallot")
    return lanes.asVector(lanes.ballot(value));
  if (name == "GroupNonUniformBroadcastFirst")
    return lanes.broadcast(value, lanes.firstActive());
  if (name == "GroupNonUniformInverseBallot")
    return builder.CreateIsNotNull(builder.CreateAnd(lanes.firstWord(value), lanes.own()));
  if (name == "GroupNonUniformBallotFindLSB")
    return lanes.lowestBit(builder.CreateAnd(lanes.firstWord(value), lanes.all()));
  if (name == "GroupNonUniformBallotFindMSB")
    return lanes.highestBit(builder.CreateAnd(lanes.firstWord(value), lanes.all()));
  if (call.operandCount() < 3)
    return nullptr;
  if (name == "GroupNonUniformBroadcast")
    return lanes.broadcast(value, call.operand(2));
  if (name == "GroupNonUniformBallotBitCount")
    return countBallot(call, lanes);
  if (name != "GroupNonUniformBallotBitExtract")
    return nullptr;
  Value *bit = builder.CreateAnd(lanes.asLane(call.operand(2)), builder.getInt32(31));
  bit = builder.CreateLShr(lanes.firstWord(value), bit);
  return builder.CreateTrunc(bit, builder.getInt1Ty());
}

/// (scope, value, number). Results whose lane is outside the sub-group are undefined.
Value *lowerShuffle(BuiltinCall &call, Lanes &lanes) {
  IRBuilder<> &builder = call.builder;
  StringRef name = call.base();
  if (call.operandCount() < 3)
    return nullptr;
  Value *value = call.operand(1), *number = lanes.asLane(call.operand(2));
  if (name == "GroupNonUniformShuffle")
    return lanes.shuffle(value, number);
  if (name == "GroupNonUniformShuffleXor")
    return lanes.shuffle(value, builder.CreateXor(lanes.id(), number));
  if (name == "GroupNonUniformShuffleUp")
    return lanes.shuffle(value, builder.CreateSub(lanes.id(), number));
  if (name == "GroupNonUniformShuffleDown")
    return lanes.shuffle(value, builder.CreateAdd(lanes.id(), number));
  if (name != "GroupNonUniformRotateKHR")
    return nullptr;
  // Sizes are powers of two: the remainder of a negative distance is what its low bits say.
  Value *size = call.operandCount() > 3 ? lanes.asLane(call.operand(3)) : lanes.max();
  Value *within = builder.CreateSub(size, builder.getInt32(1));
  Value *cluster = builder.CreateAnd(lanes.id(), builder.CreateNot(within));
  Value *moved = builder.CreateAnd(builder.CreateAdd(lanes.id(), number), within);
  return lanes.shuffle(value, builder.CreateOr(cluster, moved));
}

/// (scope, Group Operation, value[, cluster size])
Value *lowerArithmetic(BuiltinCall &call) {
  std::optional<GroupArithmetic> how = groupArithmetic(call.base());
  if (!how || call.operandCount() < 3)
    return nullptr;
  constexpr std::uint64_t clusteredReduce = 3;
  if (call.constantOperand(1) != clusteredReduce)
    return groupReduction(call, *how, InternalOp::subGroupReduce, InternalOp::subGroupScanInclusive,
                          InternalOp::subGroupScanExclusive);
  if (call.operandCount() < 4)
    return nullptr;
  IRBuilder<> &builder = call.builder;
  Value *which = builder.getInt32(static_cast<unsigned>(*how));
  Value *size = builder.CreateZExtOrTrunc(call.operand(3), builder.getInt32Ty());
  return forEachComponent(builder, {call.operand(2)}, [&](ArrayRef<Value *> components) {
    return internalCall(call, InternalOp::subGroupClusteredReduce, components[0]->getType(),
                        {components[0], which, size});
  });
}

} // namespace

bool lowerNonUniformSubGroup(BuiltinCall &call) {
  if (!call.base().starts_with("GroupNonUniform"))
    return false;
  if (!hasScope(call, SpirvScope::subGroup)) {
    call.refuse("the scope of Op" + call.base() + " is a constant, the sub-group");
    return true;
  }
  Lanes lanes(call);
  Value *value = lowerVote(call, lanes);
  if (!value)
    value = lowerBallot(call, lanes);
  if (!value)
    value = lowerArithmetic(call);
  if (!value)
    value = lowerShuffle(call, lanes);
  if (!value)
    return false;
  call.replaceWith(value);
  return true;
}

bool lowerSubGroupMask(BuiltinCall &call) {
  StringRef name = call.base();
  if (!name.consume_front("BuiltInSubgroup") || !name.consume_back("MaskKHR"))
    return false;
  Lanes lanes(call);
  Value *bits = nullptr;
  if (name == "Eq")
    bits = lanes.own();
  else if (name == "Ge")
    bits = lanes.fromOwn();
  else if (name == "Gt")
    bits = lanes.aboveOwn();
  else if (name == "Le")
    bits = lanes.toOwn();
  else if (name == "Lt")
    bits = lanes.belowOwn();
  else
    return false;
  // The reader gives the whole vector or, as for other built-in variables, one component.
  if (call.operandCount() == 0) {
    call.replaceWith(lanes.asVector(bits));
    return true;
  }
  std::optional<std::uint64_t> component = call.constantOperand(0);
  if (!component)
    return false;
  call.replaceWith(*component == 0 ? bits : ConstantInt::get(bits->getType(), 0));
  return true;
}

} // namespace heddle::compiler
