// Calls of intrinsics and library functions, and the way of last resort: one lane after another.
#include "compiler/vectorizer/transform/widener.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/float_formats.hpp"
#include "compiler/ir/library_names.hpp"
#include "compiler/ir/out_of_line_attribute.hpp"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

// The two-operand operation of a reduction over the elements of a vector.
Value *reduceTwo(IRBuilder<> &builder, Intrinsic::ID reduction, Value *a, Value *b) {
  switch (reduction) {
  case Intrinsic::vector_reduce_add:
    return builder.CreateAdd(a, b);
  case Intrinsic::vector_reduce_mul:
    return builder.CreateMul(a, b);
  case Intrinsic::vector_reduce_and:
    return builder.CreateAnd(a, b);
  case Intrinsic::vector_reduce_or:
    return builder.CreateOr(a, b);
  case Intrinsic::vector_reduce_xor:
    return builder.CreateXor(a, b);
  case Intrinsic::vector_reduce_smax:
    return builder.CreateBinaryIntrinsic(Intrinsic::smax, a, b);
  case Intrinsic::vector_reduce_smin:
    return builder.CreateBinaryIntrinsic(Intrinsic::smin, a, b);
  case Intrinsic::vector_reduce_umax:
    return builder.CreateBinaryIntrinsic(Intrinsic::umax, a, b);
  case Intrinsic::vector_reduce_umin:
    return builder.CreateBinaryIntrinsic(Intrinsic::umin, a, b);
  case Intrinsic::vector_reduce_fadd:
    return builder.CreateFAdd(a, b);
  case Intrinsic::vector_reduce_fmul:
    return builder.CreateFMul(a, b);
  case Intrinsic::vector_reduce_fmax:
    return createMinMax(builder, Intrinsic::maxnum, a, b);
  case Intrinsic::vector_reduce_fmin:
    return createMinMax(builder, Intrinsic::minnum, a, b);
  default:
    return nullptr;
  }
}

bool isScalarOrVector(Type *type) { return !type->isAggregateType(); }

} // namespace

void Widener::widenCall(CallInst &call) {
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call)) {
    // Hints and markers without a result say nothing that widening keeps.
    if (call.getType()->isVoidTy() && !isa<AnyMemIntrinsic>(call) && !call.mayWriteToMemory())
      return;
    if (canWidenIntrinsic(*intrinsic))
      return setParts(call, widenIntrinsic(*intrinsic));
    if (Values reduced = widenVectorReduction(*intrinsic); !reduced.empty())
      return setParts(call, reduced);
  } else if (isOutOfLineFunction(*call.getCalledFunction())) {
    if (callVectorForm(call))
      return;
  } else if (call.getCalledFunction()->hasFnAttribute(vectorMathAttribute)) {
    if (std::optional<Values> result = widenVectorMath(call))
      return setParts(call, *result);
  }
  Values results = lanewise(call);
  if (!call.getType()->isVoidTy())
    setParts(call, results);
}

bool Widener::canWidenIntrinsic(IntrinsicInst &call) {
  Intrinsic::ID id = call.getIntrinsicID();
  if (!isTriviallyVectorizable(id) || !isScalarOrVector(call.getType()))
    return false;
  for (auto [index, argument] : enumerate(call.args()))
    if (isVectorIntrinsicWithScalarOpAtArg(id, index, nullptr)
            ? !isUniform(argument)
            : !isScalarOrVector(argument->getType()))
      return false;
  return true;
}

Widener::Values Widener::widenIntrinsic(IntrinsicInst &call) {
  Intrinsic::ID id = call.getIntrinsicID();
  Values result;
  ArrayRef<Leaf> resultLeaves = leavesOf(call.getType());
  for (unsigned leaf = 0; leaf < resultLeaves.size(); ++leaf) {
    SmallVector<Type *, 3> overloads;
    SmallVector<Value *, 4> arguments;
    if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr))
      overloads.push_back(vectorOf(resultLeaves[leaf].type));
    for (auto [index, argument] : enumerate(call.args())) {
      if (isVectorIntrinsicWithScalarOpAtArg(id, index, nullptr))
        arguments.push_back(scalar(argument));
      else
        arguments.push_back(operandPart(call, argument, leaf));
      if (isVectorIntrinsicWithOverloadTypeAtArg(id, index, nullptr))
        overloads.push_back(arguments.back()->getType());
    }
    CallInst *widened = builder.CreateIntrinsic(id, overloads, arguments);
    widened->copyIRFlags(&call);
    widened->setName(call.getName());
    result.push_back(widened);
  }
  return result;
}

// A reduction over the elements of each lane's own vector, in their order.
Widener::Values Widener::widenVectorReduction(IntrinsicInst &call) {
  Intrinsic::ID id = call.getIntrinsicID();
  bool hasStart = id == Intrinsic::vector_reduce_fadd || id == Intrinsic::vector_reduce_fmul;
  Values elements;
  if (hasStart)
    elements.push_back(part(call.getArgOperand(0), 0));
  else if (call.arg_size() != 1 || !call.getArgOperand(0)->getType()->isVectorTy())
    return {};
  elements.append(parts(call.getArgOperand(hasStart ? 1 : 0)));
  IRBuilder<>::FastMathFlagGuard restore(builder);
  if (isa<FPMathOperator>(call))
    builder.setFastMathFlags(call.getFastMathFlags());
  Value *result = elements[0];
  for (Value *element : ArrayRef<Value *>(elements).drop_front())
    if (!(result = reduceTwo(builder, id, result, element)))
      return {};
  return {result};
}

// The library's form for many lanes; 32 lanes are two of 16.
std::optional<Widener::Values> Widener::widenVectorMath(CallInst &call) {
  const Function &callee = *call.getCalledFunction();
  unsigned width = std::min(lanes, 16u);
  std::optional<std::string> name = vectorVariantName(callee, width);
  if (!name || !isScalarOrVector(call.getType()))
    return std::nullopt;
  SmallVector<Type *, 3> parameters;
  for (Value *argument : call.args()) {
    if (!isScalarOrVector(argument->getType()) || argument->getType()->isPtrOrPtrVectorTy())
      return std::nullopt;
    parameters.push_back(FixedVectorType::get(argument->getType()->getScalarType(), width));
  }
  Type *resultType = FixedVectorType::get(call.getType()->getScalarType(), width);
  FunctionCallee form = module.getOrInsertFunction(
      *name, FunctionType::get(resultType, parameters, false),
      callee.getAttributes().getFnAttrs().getNumAttributes()
          ? AttributeList().addFnAttributes(
                module.getContext(),
                AttrBuilder(module.getContext(), callee.getAttributes().getFnAttrs()))
          : AttributeList());
  explainVectorCall(call, *name, leavesOf(call.getType()).size() * lanes / width);
  Values result;
  for (unsigned leaf = 0, count = leavesOf(call.getType()).size(); leaf < count; ++leaf) {
    Values pieces;
    // Inactive lanes may hold poison, and the library looks some values up in tables.
    Values safe;
    for (Value *argument : call.args()) {
      Value *value = operandPart(call, argument, leaf);
      safe.push_back(maskIsFull() ? value
                                  : builder.CreateSelect(maskOfPart(call, leaf), value,
                                                         Constant::getNullValue(value->getType())));
    }
    for (unsigned begin = 0; begin < lanes; begin += width) {
      SmallVector<Value *, 3> arguments;
      for (Value *argument : safe)
        arguments.push_back(slice(argument, begin, width));
      CallInst *widened = builder.CreateCall(form, arguments);
      widened->setCallingConv(callee.getCallingConv());
      if (isa<FPMathOperator>(call))
        widened->copyFastMathFlags(&call);
      pieces.push_back(widened);
    }
    result.push_back(concatenate(pieces));
  }
  return result;
}

// A function of the program that was not inlined.
bool Widener::callVectorForm(CallInst &call) {
  BitVector uniform(call.arg_size());
  for (auto [index, argument] : enumerate(call.args()))
    uniform[index] = isUniform(argument);
  VectorForm form = functions.find(*call.getCalledFunction(), lanes, uniform);
  if (!form.function)
    return false;
  Values arguments;
  for (auto [index, argument] : enumerate(call.args())) {
    if (form.uniform[index])
      arguments.push_back(scalar(argument));
    else
      arguments.append(parts(argument));
  }
  arguments.push_back(mask());
  CallInst *result = builder.CreateCall(form.function, arguments);
  if (call.getType()->isVoidTy())
    return true;
  Values vectors;
  for (unsigned i = 0, count = leavesOf(call.getType()).size(); i < count; ++i)
    vectors.push_back(builder.CreateExtractValue(result, i));
  setParts(call, vectors);
  return true;
}

// The scalar instruction once for each active lane, in the order of the lanes.
Widener::Values Widener::lanewise(Instruction &instruction) {
  explainLaneLoop(instruction);
  SmallVector<Type *, 4> resultLeaves;
  if (!instruction.getType()->isVoidTy())
    for (const Leaf &leaf : leavesOf(instruction.getType()))
      resultLeaves.push_back(leaf.type);
  // Vectors of affine values are made where these are defined, not in the loop.
  for (Value *operand : instruction.operands())
    if (!isUniform(operand))
      parts(operand);
  // What an exchange between caches takes is not shortened by copies of the code around it.
  const auto *atomic = dyn_cast<AtomicRMWInst>(&instruction);
  const bool rolled = atomic && atomic->getPointerAddressSpace() != inLocal;
  const auto body = [&](Value *lane) {
    Instruction *clone = instruction.clone();
    for (Use &operand : clone->operands())
      if (!isa<Function>(operand) && !isa<MetadataAsValue>(operand))
        operand.set(laneOf(operand, lane));
    builder.Insert(clone);
    Values results;
    for (unsigned i = 0; i < resultLeaves.size(); ++i)
      results.push_back(extractLeaf(clone, i));
    return results;
  };
  return forEachActiveLane(resultLeaves, body, rolled);
}

} // namespace heddle::compiler
