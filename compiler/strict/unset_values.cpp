#include "compiler/strict/unset_values.hpp"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr StringLiteral functionPrefix("heddle_unset.");
constexpr char nameSuffix[] = ".unset";

} // namespace

CallInst *createUnset(IRBuilder<> &builder, Type *type, bool isField, const Twine &variable) {
  std::string name;
  raw_string_ostream(name) << functionPrefix << *type;
  FunctionCallee function = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      name, FunctionType::get(type, {builder.getInt1Ty()}, false));
  auto &declared = *cast<Function>(function.getCallee());
  declared.setMemoryEffects(MemoryEffects::none());
  declared.setDoesNotThrow();
  declared.setWillReturn();
  return builder.CreateCall(function, builder.getInt1(isField), variable + nameSuffix);
}

bool isUnset(const Value &value) {
  const auto *call = dyn_cast<CallInst>(&value);
  const Function *called = call ? call->getCalledFunction() : nullptr;
  return called && called->getName().starts_with(functionPrefix);
}

bool isUnsetField(const Value &value) {
  return isUnset(value) && cast<ConstantInt>(cast<CallInst>(value).getArgOperand(0))->isOne();
}

StringRef unsetVariable(const Value &unset) { return unset.getName().split(nameSuffix).first; }

bool forgetUnset(Function &function) {
  bool found = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (isUnset(instruction)) {
      instruction.replaceAllUsesWith(UndefValue::get(instruction.getType()));
      instruction.eraseFromParent();
      found = true;
    }
  return found;
}

} // namespace heddle::compiler
