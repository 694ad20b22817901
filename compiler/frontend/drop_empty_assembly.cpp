#include "compiler/frontend/drop_empty_assembly.hpp"

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// The argument that each output of an empty statement is, in the order of the outputs. An operand
/// that is read and written is an output, and an input whose constraint is the output's number.
SmallVector<Value *> outputs(const CallInst &call) {
  SmallVector<Value *> result;
  unsigned argument = 0;
  for (const InlineAsm::ConstraintInfo &constraint :
       cast<InlineAsm>(call.getCalledOperand())->ParseConstraints()) {
    if (constraint.Type == InlineAsm::isOutput && !constraint.isIndirect)
      result.push_back(nullptr);
    if (!constraint.hasArg())
      continue;
    Value *value = call.getArgOperand(argument++);
    unsigned output = 0;
    if (constraint.Type == InlineAsm::isInput &&
        !StringRef(constraint.Codes.front()).getAsInteger(10, output) && output < result.size())
      result[output] = value;
  }
  return result;
}

Value *resultOf(CallInst &call) {
  const SmallVector<Value *> values = outputs(call);
  assert(!is_contained(values, nullptr) && "an output that nothing is given for was refused");
  if (!call.getType()->isStructTy())
    return values.front();
  IRBuilder<> builder(&call);
  Value *result = PoisonValue::get(call.getType());
  for (auto [index, value] : enumerate(values))
    result = builder.CreateInsertValue(result, value, index);
  return result;
}

} // namespace

bool isEmptyAssembly(const clang::AsmStmt &statement) {
  const auto *assembly = dyn_cast<clang::GCCAsmStmt>(&statement);
  if (!assembly || assembly->isAsmGoto() || !StringRef(assembly->getAsmString()).trim().empty())
    return false;
  for (unsigned output = 0; output < assembly->getNumOutputs(); ++output)
    if (!assembly->isOutputPlusConstraint(output))
      return false;
  return true;
}

void dropEmptyAssembly(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      auto *call = dyn_cast<CallInst>(&instruction);
      if (!call || !call->isInlineAsm())
        continue;
      if (!call->getType()->isVoidTy())
        call->replaceAllUsesWith(resultOf(*call));
      call->eraseFromParent();
    }
}

} // namespace heddle::compiler
