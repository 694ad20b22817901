// Atomic instructions: (pointer, scope, semantics, …) with SPIR-V's numbers.
#include "compiler/spirv/builtins/builtin_call.hpp"
#include "compiler/spirv/builtins/memory_semantics.hpp"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

std::optional<AtomicRMWInst::BinOp> readModifyWrite(StringRef name) {
  return StringSwitch<std::optional<AtomicRMWInst::BinOp>>(name)
      .Case("AtomicExchange", AtomicRMWInst::Xchg)
      .Cases({"AtomicIAdd", "AtomicIIncrement"}, AtomicRMWInst::Add)
      .Cases({"AtomicISub", "AtomicIDecrement"}, AtomicRMWInst::Sub)
      .Case("AtomicSMin", AtomicRMWInst::Min)
      .Case("AtomicUMin", AtomicRMWInst::UMin)
      .Case("AtomicSMax", AtomicRMWInst::Max)
      .Case("AtomicUMax", AtomicRMWInst::UMax)
      .Case("AtomicAnd", AtomicRMWInst::And)
      .Case("AtomicOr", AtomicRMWInst::Or)
      .Case("AtomicXor", AtomicRMWInst::Xor)
      .Case("AtomicFAddEXT", AtomicRMWInst::FAdd)
      .Case("AtomicFMinEXT", AtomicRMWInst::FMin)
      .Case("AtomicFMaxEXT", AtomicRMWInst::FMax)
      .Default(std::nullopt);
}

/// The ordering that a semantics operand asks for; the strongest when it is no constant.
AtomicOrdering ordering(const BuiltinCall &call, unsigned operand) {
  std::optional<std::uint64_t> semantics = call.constantOperand(operand);
  return semantics ? atomicOrdering(*semantics) : AtomicOrdering::SequentiallyConsistent;
}

/// Gives the instruction that takes the call's place the scope of its operand; that of the device
/// when it is no constant.
template <typename Made> Made *withScope(const BuiltinCall &call, Made *made) {
  if (std::optional<std::uint64_t> scope = call.constantOperand(1))
    setMemoryScope(*made, memoryScope(*scope));
  return made;
}

bool lowerReadModifyWrite(BuiltinCall &call, AtomicRMWInst::BinOp operation) {
  IRBuilder<> &builder = call.builder;
  Value *operand = call.operandCount() > 3 ? call.operand(3) : ConstantInt::get(call.type(), 1);
  AtomicOrdering order = ordering(call, 2);
  call.replaceWith(withScope(
      call, builder.CreateAtomicRMW(operation, call.operand(0), operand, MaybeAlign(), order)));
  return true;
}

/// (pointer, scope, equal, unequal, value, comparator); the result is what was there.
bool lowerCompareExchange(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  AtomicOrdering success = ordering(call, 2);
  AtomicOrdering failure = ordering(call, 3);
  // A failed exchange writes nothing and so releases nothing.
  if (failure == AtomicOrdering::Release)
    failure = AtomicOrdering::Monotonic;
  if (failure == AtomicOrdering::AcquireRelease)
    failure = AtomicOrdering::Acquire;
  Value *expected = call.operand(5);
  Value *desired = call.operand(4);
  Value *pair = withScope(call, builder.CreateAtomicCmpXchg(call.operand(0), expected, desired,
                                                            MaybeAlign(), success, failure));
  call.replaceWith(builder.CreateExtractValue(pair, 0));
  return true;
}

Align naturalAlignment(Type *type) { return Align(type->getScalarSizeInBits() / 8); }

} // namespace

bool lowerAtomic(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  StringRef name = call.base();
  if (!name.starts_with("Atomic"))
    return false;
  if (std::optional<AtomicRMWInst::BinOp> operation = readModifyWrite(name))
    return lowerReadModifyWrite(call, *operation);
  if (name == "AtomicCompareExchange" || name == "AtomicCompareExchangeWeak")
    return lowerCompareExchange(call);

  if (name == "AtomicLoad") {
    AtomicOrdering order = ordering(call, 2);
    if (order == AtomicOrdering::Release || order == AtomicOrdering::AcquireRelease)
      order = AtomicOrdering::Acquire;
    LoadInst *load =
        builder.CreateAlignedLoad(call.type(), call.operand(0), naturalAlignment(call.type()));
    load->setAtomic(order);
    withScope(call, load);
    call.replaceWith(load);
    return true;
  }
  if (name == "AtomicStore") {
    AtomicOrdering order = ordering(call, 2);
    if (order == AtomicOrdering::Acquire || order == AtomicOrdering::AcquireRelease)
      order = AtomicOrdering::Release;
    Value *value = call.operand(3);
    StoreInst *store =
        builder.CreateAlignedStore(value, call.operand(0), naturalAlignment(value->getType()));
    store->setAtomic(order);
    withScope(call, store);
    call.replaceWith(nullptr);
    return true;
  }
  if (name == "AtomicFlagTestAndSet") {
    Value *previous = withScope(call, builder.CreateAtomicRMW(AtomicRMWInst::Xchg, call.operand(0),
                                                              builder.getInt32(1), MaybeAlign(),
                                                              ordering(call, 2)));
    call.replaceWith(builder.CreateICmpNE(previous, builder.getInt32(0)));
    return true;
  }
  if (name == "AtomicFlagClear") {
    StoreInst *store = builder.CreateAlignedStore(builder.getInt32(0), call.operand(0), Align(4));
    AtomicOrdering order = ordering(call, 2);
    store->setAtomic(order == AtomicOrdering::Acquire || order == AtomicOrdering::AcquireRelease
                         ? AtomicOrdering::Release
                         : order);
    withScope(call, store);
    call.replaceWith(nullptr);
    return true;
  }
  return false;
}

} // namespace heddle::compiler
