// An access is compared with its object in offsets from the object's first byte, which are computed
// from the steps that lead to the pointer and not from the pointer: a private variable whose
// address nobody takes stays in registers, and a pointer that has left its object may be poison.
#include "compiler/strict/memory_objects.hpp"

#include "compiler/ir/image.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/strict/kept_pointers.hpp"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned globalAddressSpace = 1, constantAddressSpace = 2, localAddressSpace = 3;
/// A pointer that may lead to more objects is not followed.
constexpr unsigned mostObjects = 4;
/// An offset that is outside of each object, and so is what can be reached from it.
constexpr std::int64_t elsewhere = INT64_MIN;

bool isGlobal(unsigned addressSpace) {
  return addressSpace == globalAddressSpace || addressSpace == constantAddressSpace;
}

/// One step from a pointer to what it was made of; null at the end of the way.
Value *previous(Value *pointer) {
  if (auto *gep = dyn_cast<GEPOperator>(pointer))
    return gep->getPointerOperand();
  if (auto *cast = dyn_cast<AddrSpaceCastOperator>(pointer))
    return cast->getPointerOperand();
  if (auto *cast = dyn_cast<BitCastOperator>(pointer))
    return cast->getOperand(0);
  if (auto *freeze = dyn_cast<FreezeInst>(pointer))
    return freeze->getOperand(0);
  return nullptr;
}

/// What a condition or a loop chooses from.
SmallVector<Value *, 4> pointersOf(Instruction &chosen) {
  if (auto *select = dyn_cast<SelectInst>(&chosen))
    return {select->getTrueValue(), select->getFalseValue()};
  return SmallVector<Value *, 4>(cast<PHINode>(chosen).incoming_values());
}

Value *startOf(Value *pointer) {
  while (Value *before = previous(pointer))
    pointer = before;
  return pointer;
}

bool mayBeNull(const Value *pointer) {
  SmallVector<const Value *, 4> bases;
  getUnderlyingObjects(pointer, bases, /*LI=*/nullptr, /*MaxLookup=*/0);
  return any_of(bases, [](const Value *base) { return isa<ConstantPointerNull>(base); });
}

bool isLocalOrVariable(const MemoryObject &object) {
  return object.argument < 0 ||
         object.base->getType()->getPointerAddressSpace() == localAddressSpace;
}

} // namespace

MemoryObjects::MemoryObjects(Function &kernel)
    : kernel(kernel), layout(kernel.getParent()->getDataLayout()),
      atEntry(&kernel.getEntryBlock(), kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca()) {}

StringRef MemoryObjects::nameOf(const MemoryObject &object) {
  StringRef name = object.base->getName();
  // Of local memory it begins with that of the kernel.
  if (isa<GlobalVariable>(object.base) && name.contains('.'))
    return name.split('.').second;
  // Inlining puts `.i` behind it, once for each function.
  while (isa<AllocaInst>(object.base)) {
    const auto [front, suffix] = name.rtrim("0123456789").rsplit('.');
    if (front.empty() || suffix != "i")
      break;
    name = front;
  }
  name.consume_back(".addr"); // where the front end keeps a parameter
  return name;
}

Place MemoryObjects::placeIn(const MemoryObject &object) {
  Place place;
  place.subject = nameOf(object).str();
  place.argument = object.argument;
  place.objectSize = object.size;
  return place;
}

std::optional<MemoryObject> MemoryObjects::objectAt(Value *base) const {
  if (auto *argument = dyn_cast<Argument>(base)) {
    const unsigned space = argument->getType()->getPointerAddressSpace();
    // Samplers are no pointers, images are pointers to records of ours.
    if (argument->hasByValAttr() || imageArgument(*argument) ||
        !(isGlobal(space) || space == localAddressSpace))
      return std::nullopt;
    return MemoryObject{argument, 0, static_cast<int>(argument->getArgNo())};
  }
  if (auto *variable = dyn_cast<AllocaInst>(base)) {
    std::optional<TypeSize> size = variable->getAllocationSize(layout);
    if (!size || !variable->isStaticAlloca())
      return std::nullopt;
    return MemoryObject{variable, size->getFixedValue()};
  }
  auto *variable = dyn_cast<GlobalVariable>(base);
  if (!variable || variable->isDeclaration() ||
      !(isGlobal(variable->getAddressSpace()) || variable->getAddressSpace() == localAddressSpace))
    return std::nullopt;
  return MemoryObject{variable, layout.getTypeAllocSize(variable->getValueType()).getFixedValue()};
}

SmallVector<MemoryObject, 2> MemoryObjects::objectsOf(Value *pointer) const {
  SmallSetVector<const Value *, 4> bases;
  const auto addBasesOf = [&](const Value *of) {
    // Through phis and selects; what a loop counts on with is one object.
    SmallVector<const Value *, 4> more;
    getUnderlyingObjects(of, more, /*LI=*/nullptr, /*MaxLookup=*/0);
    bases.insert_range(more);
  };
  addBasesOf(pointer);
  SmallVector<MemoryObject, 2> objects;
  for (std::size_t i = 0; i < bases.size(); ++i) {
    auto *base = const_cast<Value *>(bases[i]);
    if (isa<ConstantPointerNull>(base))
      continue;
    if (auto *load = dyn_cast<LoadInst>(base)) {
      const SmallVector<Value *, 4> kept = keptPointers(*load);
      if (kept.empty())
        return {};
      for (const Value *one : kept)
        addBasesOf(one);
      continue;
    }
    std::optional<MemoryObject> object = objectAt(base);
    if (!object || objects.size() == mostObjects)
      return {};
    objects.push_back(*object);
  }
  return objects;
}

Value *MemoryObjects::query(InternalOp op, int argument) {
  Value *&known = queries[{op, argument}];
  if (!known) {
    auto *type = FunctionType::get(atEntry.getInt64Ty(), {atEntry.getInt32Ty()}, false);
    known = atEntry.CreateCall(getInternalOp(*kernel.getParent(), op, type),
                               {atEntry.getInt32(static_cast<unsigned>(argument))});
  }
  return known;
}

Value *MemoryObjects::sizeOf(const MemoryObject &object, InternalOp limit) {
  if (object.argument < 0)
    return atEntry.getInt64(object.size);
  return query(limit, object.argument);
}

/// The first offset at which so many bytes have no room. Where no byte has, 0.
Value *MemoryObjects::limit(const MemoryObject &object, Value *bytes, InternalOp asked,
                            IRBuilder<> &builder) {
  auto *constant = dyn_cast<ConstantInt>(bytes);
  if (object.argument < 0 && constant)
    return builder.getInt64(
        object.size < constant->getZExtValue() ? 0 : object.size - constant->getZExtValue() + 1);
  auto subtract = [&](IRBuilder<> &where) {
    return where.CreateIntrinsic(
        Intrinsic::usub_sat, {where.getInt64Ty()},
        {sizeOf(object, asked), where.CreateSub(bytes, where.getInt64(1))});
  };
  if (!constant)
    return subtract(builder);
  Value *&known = limits[{object.argument, constant->getZExtValue(), asked}];
  if (!known)
    known = subtract(atEntry);
  return known;
}

Value *MemoryObjects::before(const MemoryObject &object) {
  return isLocalOrVariable(object) ? atEntry.getInt64(0)
                                   : query(InternalOp::argumentBefore, object.argument);
}

/// Whether nothing but steps, casts, conditions and loops leads from objects to the pointer.
bool MemoryObjects::isFollowed(Value *pointer) const {
  SmallSetVector<Value *, 8> values;
  values.insert(pointer);
  for (std::size_t i = 0; i < values.size(); ++i) {
    Value *value = values[i];
    if (isa<ConstantPointerNull>(value) || objectAt(value))
      continue;
    if (Value *before = previous(value))
      values.insert(before);
    else if (isa<PHINode, SelectInst>(value))
      values.insert_range(pointersOf(*cast<Instruction>(value)));
    else
      return false;
  }
  return true;
}

/// Beside each pointer on the way stands a number of bytes, as many as lead to it.
Value *MemoryObjects::stepsAlong(Value *pointer, const Value *base) {
  Type *i64 = atEntry.getInt64Ty();
  if (pointer == base)
    return ConstantInt::get(i64, 0);
  if (isa<ConstantPointerNull>(pointer) || objectAt(pointer))
    return ConstantInt::getSigned(i64, elsewhere);
  if (auto known = steps.find({pointer, base}); known != steps.end())
    return known->second;
  Value *result = nullptr;
  if (auto *phi = dyn_cast<PHINode>(pointer)) {
    // Known before what leads to it, which it may lead to in turn.
    auto *number = PHINode::Create(i64, phi->getNumIncomingValues(), "steps", phi->getIterator());
    steps[{pointer, base}] = number;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      number->addIncoming(stepsAlong(phi->getIncomingValue(i), base), phi->getIncomingBlock(i));
    return number;
  }
  if (auto *select = dyn_cast<SelectInst>(pointer)) {
    Value *ifTrue = stepsAlong(select->getTrueValue(), base);
    Value *ifFalse = stepsAlong(select->getFalseValue(), base);
    result = IRBuilder<>(select).CreateSelect(select->getCondition(), ifTrue, ifFalse);
  } else {
    result = stepsAlong(previous(pointer), base);
    if (auto *gep = dyn_cast<GetElementPtrInst>(pointer)) {
      IRBuilder<> builder(gep);
      Value *more = emitGEPOffset(&builder, layout, gep, /*NoAssumptions=*/true);
      result = builder.CreateAdd(result, builder.CreateSExtOrTrunc(more, i64));
    }
  }
  steps[{pointer, base}] = result;
  return result;
}

Value *MemoryObjects::stepsTo(Value *pointer, const MemoryObject &object, IRBuilder<> &builder) {
  Type *i64 = builder.getInt64Ty();
  if (startOf(pointer) == object.base) {
    Value *steps = builder.getInt64(0);
    for (Value *at = pointer; at != object.base; at = previous(at))
      if (auto *gep = dyn_cast<GEPOperator>(at))
        steps = builder.CreateAdd(
            steps, builder.CreateSExtOrTrunc(
                       emitGEPOffset(&builder, layout, gep, /*NoAssumptions=*/true), i64));
    return steps;
  }
  if (isa<AllocaInst>(object.base))
    return isFollowed(pointer) ? stepsAlong(pointer, object.base) : nullptr;
  return builder.CreateSub(builder.CreatePtrToInt(pointer, i64),
                           builder.CreatePtrToInt(object.base, i64));
}

/// Of what an argument leads to. Computed once, where all accesses see it.
Value *MemoryObjects::startIsMisaligned(const MemoryObject &object, Align alignment) {
  Value *&known = misalignedStarts[{object.argument, alignment.value()}];
  if (!known)
    known = atEntry.CreateIsNotNull(atEntry.CreateAnd(
        atEntry.CreatePtrToInt(object.base, atEntry.getInt64Ty()), alignment.value() - 1));
  return known;
}

/// Null if it cannot be.
Value *MemoryObjects::isMisaligned(const MemoryObject &object, Value *steps, Align alignment,
                                   IRBuilder<> &builder) {
  const bool stepsAreMultiples =
      computeKnownBits(steps, layout).countMinTrailingZeros() >= Log2(alignment);
  Value *address = steps;
  if (isLocalOrVariable(object)) {
    // Local memory of arguments is aligned for every type, variables as they say.
    if (stepsAreMultiples ||
        (object.argument < 0 && object.base->getPointerAlignment(layout) < alignment))
      return nullptr;
  } else if (alignment.value() == 1) {
    return nullptr;
  } else if (stepsAreMultiples) {
    return startIsMisaligned(object, alignment);
  } else {
    // The application may give any address.
    address = builder.CreateAdd(builder.CreatePtrToInt(object.base, builder.getInt64Ty()), steps);
  }
  return builder.CreateIsNotNull(builder.CreateAnd(address, alignment.value() - 1));
}

std::optional<MemoryObjects::Position> MemoryObjects::position(Value *pointer, InternalOp limit,
                                                               Instruction &where) {
  SmallVector<MemoryObject, 2> objects = objectsOf(pointer);
  if (objects.size() != 1)
    return std::nullopt;
  IRBuilder<> builder(&where);
  Value *steps = stepsTo(pointer, objects[0], builder);
  if (!steps)
    return std::nullopt;
  return Position{builder.CreateAdd(before(objects[0]), steps), sizeOf(objects[0], limit),
                  placeIn(objects[0])};
}

std::optional<MemoryObjects::Check> MemoryObjects::check(const Span &span, Align alignment,
                                                         Instruction &where) {
  IRBuilder<> builder(&where);
  SmallVector<MemoryObject, 2> objects = objectsOf(span.pointer);
  if (objects.empty())
    return std::nullopt;
  // The offset of a null pointer says nothing.
  const bool isNamed =
      objects.size() == 1 && !(isa<AllocaInst>(objects[0].base) && mayBeNull(span.pointer));
  Check result{nullptr, nullptr, isNamed ? placeIn(objects[0]) : Place()};
  if (auto *bytes = dyn_cast<ConstantInt>(span.bytes))
    result.place.bytes = bytes->getZExtValue();
  result.place.alignment = static_cast<unsigned>(alignment.value());
  // Wrong is what lies in none of them.
  for (const MemoryObject &object : objects) {
    Value *steps = stepsTo(span.pointer, object, builder);
    if (!steps)
      return std::nullopt;
    Value *offset = builder.CreateAdd(before(object), steps);
    Value *isOutside = builder.CreateICmpUGE(
        offset,
        limit(object, span.bytes, objects.size() == 1 ? span.limit : InternalOp::argumentSize,
              builder),
        "is_outside");
    if (Value *misaligned = isMisaligned(object, steps, alignment, builder))
      isOutside = builder.CreateOr(isOutside, misaligned);
    result.isWrong = result.isWrong ? builder.CreateAnd(result.isWrong, isOutside) : isOutside;
    result.value = offset;
  }
  if (!isNamed)
    result.value = builder.CreatePtrToInt(span.pointer, builder.getInt64Ty());
  if (!isa<ConstantInt>(span.bytes)) // of no bytes there is nothing to say
    result.isWrong = builder.CreateAnd(result.isWrong, builder.CreateIsNotNull(span.bytes));
  if (auto *constant = dyn_cast<ConstantInt>(result.isWrong); constant && constant->isZero())
    return std::nullopt;
  return result;
}

} // namespace heddle::compiler
