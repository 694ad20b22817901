#include "compiler/strict/subscripts.hpp"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

bool isZero(const Value *index) {
  auto *constant = dyn_cast<ConstantInt>(index);
  return constant && constant->isZero();
}

/// One step down into an object: the element or member of `type` that `index` chooses.
struct Step {
  Type *type = nullptr;
  Value *index = nullptr;
};

Value *withoutCasts(Value *pointer) {
  while (isa<AddrSpaceCastOperator, BitCastOperator>(pointer))
    pointer = cast<Operator>(pointer)->getOperand(0);
  return pointer;
}

/// All but the first index of a GEP.
SmallVector<Step, 4> stepsOf(GEPOperator &gep) {
  SmallVector<Step, 4> steps;
  Type *type = gep.getSourceElementType();
  for (Value *index : drop_begin(gep.indices())) {
    steps.push_back({type, index});
    type = GetElementPtrInst::getTypeAtIndex(type, index);
  }
  return steps;
}

/// The last step to what a variable begins with, which is where the variable is: nobody computes
/// it.
Step firstStepTo(Type *variable, Type *type) {
  Step step;
  Value *first = ConstantInt::get(Type::getInt32Ty(type->getContext()), 0);
  while (variable != type) {
    if (!isa<ArrayType, StructType>(variable) || variable->getNumContainedTypes() == 0)
      return {};
    step = {variable, first};
    variable = variable->getContainedType(0);
  }
  return step;
}

/// The step that led to the object of this type at the pointer, if one did; of a pointer to rows
/// which row it is.
Step stepTo(Value *pointer, Type *type) {
  pointer = withoutCasts(pointer);
  if (auto *global = dyn_cast<GlobalVariable>(pointer))
    return firstStepTo(global->getValueType(), type);
  if (auto *own = dyn_cast<AllocaInst>(pointer))
    return firstStepTo(own->getAllocatedType(), type);
  auto *gep = dyn_cast<GEPOperator>(pointer);
  if (!gep || gep->getResultElementType() != type)
    return {};
  SmallVector<Step, 4> steps = stepsOf(*gep);
  return steps.empty() ? Step{nullptr, *gep->idx_begin()} : steps.back();
}

bool mayBeLeft(const Step &outer, bool all) {
  if (!outer.index)
    return true;
  if (auto *structure = dyn_cast_or_null<StructType>(outer.type))
    return cast<ConstantInt>(outer.index)->getZExtValue() + 1 == structure->getNumElements();
  return !all && isZero(outer.index);
}

} // namespace

SmallVector<Subscript, 2> subscriptsIn(Value *pointer, bool all) {
  SmallVector<Subscript, 2> found;
  while (auto *gep = dyn_cast<GEPOperator>(withoutCasts(pointer))) {
    pointer = gep->getPointerOperand();
    Step outer = stepTo(pointer, gep->getSourceElementType());
    for (const Step &step : stepsOf(*gep)) {
      auto *array = dyn_cast<ArrayType>(step.type);
      if (array && !isa<ConstantInt>(step.index) && !mayBeLeft(outer, all))
        found.push_back({step.index, array->getNumElements()});
      outer = step;
    }
    // What is computed from a pointer may have begun at the end of an array.
    if (!isZero(*gep->idx_begin()))
      break;
  }
  return found;
}

} // namespace heddle::compiler
