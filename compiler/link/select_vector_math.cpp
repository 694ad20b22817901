#include "compiler/link/select_vector_math.hpp"

#include "compiler/ir/library_names.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What the last column but one of the table says: '1', '2' or 'I'.
using Rows = StringMap<char>;

const Rows &floatRows() {
  static const Rows rows = {
#define HEDDLE_VECTOR_MATH_F(name, parameters, function) {#name, #parameters[0]},
#include "builtins/vector_math/vector_math.def"
  };
  return rows;
}

const Rows &doubleRows() {
  static const Rows rows = {
#define HEDDLE_VECTOR_MATH_D(name, parameters, function) {#name, #parameters[0]},
#include "builtins/vector_math/vector_math.def"
  };
  return rows;
}

unsigned lanesOf(Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

bool isRow(const FunctionType &type, char parameters) {
  unsigned lanes = lanesOf(type.getReturnType());
  if (type.getNumParams() != (parameters == '1' ? 1u : 2u))
    return false;
  for (auto [index, parameter] : enumerate(type.params())) {
    bool isExponent = index == 1 && parameters == 'I';
    if (lanesOf(parameter) != lanes ||
        (isExponent ? !parameter->getScalarType()->isIntegerTy(32)
                    : parameter->getScalarType() != type.getReturnType()->getScalarType()))
      return false;
  }
  return true;
}

/// The form that a call of `function` becomes, declared, or null.
Function *declareForm(const Function &function, unsigned floatLanes) {
  Type *element = function.getReturnType()->getScalarType();
  if (!element->isFloatTy() && !element->isDoubleTy())
    return nullptr;
  const Rows &rows = element->isFloatTy() ? floatRows() : doubleRows();
  StringRef name = unmangledName(function.getName()).value_or("");
  auto row = rows.find(name);
  if (row == rows.end() || !isRow(*function.getFunctionType(), row->second))
    return nullptr;
  // Half a register of AVX-512 has a form, too.
  unsigned widest = element->isFloatTy() ? floatLanes : floatLanes / 2;
  unsigned narrowest = element->isFloatTy() ? 8 : 4;
  unsigned lanes = lanesOf(function.getReturnType()) <= narrowest ? narrowest : widest;

  Module &module = *const_cast<Module *>(function.getParent());
  SmallVector<Type *, 2> parameters;
  for (Type *parameter : function.getFunctionType()->params()) {
    parameters.push_back(FixedVectorType::get(parameter->getScalarType(), lanes));
    // The C functions have __m256i and __m512i for integers, vectors of i64.
    if (parameter->getScalarType()->isIntegerTy())
      parameters.back() = FixedVectorType::get(Type::getInt64Ty(module.getContext()), lanes / 2);
  }
  std::string form =
      ("heddle_" + name + "_" + (element->isFloatTy() ? "f" : "d") + Twine(lanes)).str();
  auto *declared = cast<Function>(
      module
          .getOrInsertFunction(
              form, FunctionType::get(FixedVectorType::get(element, lanes), parameters, false))
          .getCallee());
  declared->setMemoryEffects(MemoryEffects::none());
  declared->setDoesNotThrow();
  declared->setWillReturn();
  return declared;
}

/// Lanes [begin, begin + count) of a vector or scalar; what lies beyond its end repeats lane
/// `begin`, an argument that the function will see anyway.
Value *slice(IRBuilder<> &builder, Value *value, unsigned begin, unsigned count) {
  unsigned lanes = lanesOf(value->getType());
  if (!value->getType()->isVectorTy())
    return builder.CreateVectorSplat(count, value);
  if (begin == 0 && lanes == count)
    return value;
  SmallVector<int, 16> mask;
  for (unsigned i = begin; i < begin + count; ++i)
    mask.push_back(static_cast<int>(i < lanes ? i : begin));
  return builder.CreateShuffleVector(value, mask);
}

void replaceCall(CallInst &call, Function &form) {
  IRBuilder<> builder(&call);
  unsigned lanes = lanesOf(call.getType()), step = lanesOf(form.getReturnType());
  Value *result = nullptr;
  for (unsigned begin = 0; begin < lanes; begin += step) {
    SmallVector<Value *, 2> arguments;
    for (auto [argument, parameter] : zip(call.args(), form.getFunctionType()->params()))
      arguments.push_back(builder.CreateBitCast(slice(builder, argument, begin, step), parameter));
    CallInst *part = builder.CreateCall(&form, arguments);
    if (isa<FPMathOperator>(call))
      part->copyFastMathFlags(&call);
    if (!call.getType()->isVectorTy()) {
      result = builder.CreateExtractElement(part, uint64_t{0});
    } else if (lanes == step) {
      result = part;
    } else {
      SmallVector<int, 16> widen(lanes), merge(lanes);
      for (unsigned i = 0; i < lanes; ++i) {
        bool here = i >= begin && i < begin + step;
        widen[i] = here ? static_cast<int>(i - begin) : PoisonMaskElem;
        merge[i] = static_cast<int>(here ? lanes + i : i);
      }
      Value *placed = builder.CreateShuffleVector(part, widen);
      result = result ? builder.CreateShuffleVector(result, placed, merge) : placed;
    }
  }
  result->takeName(&call);
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

/// True if `value`, which an instruction of the block of `place` uses, is known there already.
bool isKnownAt(const Value *value, const Instruction &place) {
  auto *instruction = dyn_cast<Instruction>(value);
  return !instruction || instruction->getParent() != place.getParent() ||
         instruction->comesBefore(&place);
}

/// The same for the argument of a call, an element of what is known where only that is not.
bool isArgumentKnownAt(const Value *argument, const Instruction &place) {
  auto *element = dyn_cast<ExtractElementInst>(argument);
  return isKnownAt(argument, place) ||
         (element && all_of(element->operands(),
                            [&](const Use &operand) { return isKnownAt(operand, place); }));
}

/// Makes one call of calls on single numbers whose arguments are known at the first one.
void replaceTogether(ArrayRef<CallInst *> calls, Function &form) {
  CallInst &first = *calls[0];
  IRBuilder<> builder(&first);
  const unsigned step = lanesOf(form.getReturnType());
  SmallVector<Value *, 2> arguments;
  for (auto [index, parameter] : enumerate(form.getFunctionType()->params())) {
    Value *lanes =
        PoisonValue::get(FixedVectorType::get(first.getArgOperand(index)->getType(), calls.size()));
    for (auto [lane, call] : enumerate(calls)) {
      Value *argument = call->getArgOperand(index);
      if (!isKnownAt(argument, first))
        argument = builder.Insert(cast<Instruction>(argument)->clone());
      lanes = builder.CreateInsertElement(lanes, argument, lane);
    }
    arguments.push_back(builder.CreateBitCast(slice(builder, lanes, 0, step), parameter));
  }
  CallInst *whole = builder.CreateCall(&form, arguments);
  whole->copyIRFlags(&first);
  for (CallInst *call : calls)
    whole->andIRFlags(call);
  for (auto [lane, call] : enumerate(calls)) {
    Value *result = builder.CreateExtractElement(whole, lane);
    result->takeName(call);
    call->replaceAllUsesWith(result);
  }
  for (CallInst *call : calls)
    call->eraseFromParent();
}

/// Calls of one function in one block, in their order. Those on single numbers share calls: without
/// lanes, or where all lanes have the same numbers, they may be the components of a vector.
void replaceCalls(SmallVectorImpl<CallInst *> &calls, Function &form) {
  if (calls[0]->getType()->isVectorTy()) {
    for (CallInst *call : calls)
      replaceCall(*call, form);
    return;
  }
  while (!calls.empty()) {
    SmallVector<CallInst *, 8> together, left;
    for (CallInst *call : calls)
      (together.size() < lanesOf(form.getReturnType()) &&
               all_of(call->args(),
                      [&](Value *argument) { return isArgumentKnownAt(argument, *calls[0]); })
           ? together
           : left)
          .push_back(call);
    if (together.size() > 1)
      replaceTogether(together, form);
    else
      replaceCall(*together[0], form);
    calls.assign(left.begin(), left.end());
  }
}

} // namespace

PreservedAnalyses SelectVectorMathPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || function.isIntrinsic())
      continue;
    MapVector<BasicBlock *, SmallVector<CallInst *>> calls;
    for (User *user : function.users())
      if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledOperand() == &function)
        calls[call->getParent()].push_back(call);
    Function *form = calls.empty() ? nullptr : declareForm(function, floatLanes);
    if (!form)
      continue;
    for (auto &[block, inBlock] : calls) {
      sort(inBlock, [](CallInst *x, CallInst *y) { return x->comesBefore(y); });
      replaceCalls(inBlock, *form);
    }
    changed = true;
    if (function.use_empty())
      function.eraseFromParent();
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
