// SPV_INTEL_predicated_io: loads that give another value, and stores that do nothing, where a
// condition is false. The branches are masks later.
#include "compiler/spirv/builtins/builtin_call.hpp"

#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What the memory operands say; else that of a component, since compilers join accesses of
/// neighbours.
Align alignmentOf(const BuiltinCall &call, Type *type) {
  const std::uint64_t given = call.constantOperand(3).value_or(0);
  const DataLayout &layout = call.module().getDataLayout();
  return isPowerOf2_64(given) ? Align(given) : layout.getABITypeAlign(type->getScalarType());
}

} // namespace

bool lowerPredicatedIo(BuiltinCall &call) {
  const bool isLoad = call.base() == "PredicatedLoadINTEL";
  if (!isLoad && call.base() != "PredicatedStoreINTEL")
    return false;
  // (pointer, predicate, default value, alignment) and (pointer, object, predicate, alignment).
  Type *type = isLoad                     ? call.type()
               : call.operandCount() == 4 ? call.operand(1)->getType()
                                          : nullptr;
  const unsigned predicate = isLoad ? 1 : 2;
  if (call.operandCount() != 4 || !call.operand(0)->getType()->isPointerTy() ||
      !call.operand(predicate)->getType()->isIntegerTy(1) ||
      (isLoad && call.operand(2)->getType() != type)) {
    call.refuse("Op" + call.base() + " has operands of other types than it must have");
    return true;
  }
  const Align alignment = alignmentOf(call, type);
  Instruction *position = call.position();
  BasicBlock *before = position->getParent();
  IRBuilder<> inside(SplitBlockAndInsertIfThen(call.operand(predicate), position->getIterator(),
                                               /*Unreachable=*/false));
  inside.SetCurrentDebugLocation(position->getDebugLoc());
  if (!isLoad) {
    inside.CreateAlignedStore(call.operand(1), call.operand(0), alignment);
    call.replaceWith(nullptr);
    return true;
  }
  Value *loaded = inside.CreateAlignedLoad(type, call.operand(0), alignment);
  IRBuilder<> behind(position->getParent(), position->getParent()->begin());
  PHINode *result = behind.CreatePHI(type, 2);
  result->addIncoming(call.operand(2), before);
  result->addIncoming(loaded, inside.GetInsertBlock());
  call.replaceWith(result);
  return true;
}

} // namespace heddle::compiler
