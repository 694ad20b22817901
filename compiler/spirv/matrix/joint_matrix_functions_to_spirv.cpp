#include "compiler/spirv/matrix/joint_matrix_functions_to_spirv.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/library_names.hpp"
#include "compiler/spirv/builtins/builtin_call.hpp"
#include "compiler/spirv/matrix/joint_matrix_calls.hpp"
#include "compiler/spirv/matrix/joint_matrix_copies.hpp"
#include "compiler/spirv/matrix/joint_matrix_debug_info.hpp"
#include "compiler/spirv/matrix/joint_matrix_types.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr StringLiteral functionPrefix("__heddle_joint_matrix_");

/// "load" of _Z26__heddle_joint_matrix_loadPvj…; empty for functions of others.
StringRef operationOf(const Function &function) {
  std::optional<StringRef> name = unmangledName(function.getName());
  if (!name || !function.isDeclaration() || !name->consume_front(functionPrefix))
    return {};
  return *name;
}

/// The functions of joint_matrix.hpp become a part of their callers, where the layout that they are
/// given is a constant and the matrix a variable.
void inlineForced(Module &module) {
  for (Function &callee : make_early_inc_range(module)) {
    if (callee.isDeclaration() || !callee.hasFnAttribute(Attribute::AlwaysInline) ||
        !isInlineViable(callee).isSuccess())
      continue;
    // Else the module says which memory accesses do not alias, for which SPIR-V needs an extension.
    for (Argument &argument : callee.args())
      argument.removeAttr(Attribute::NoAlias);
    SmallVector<CallBase *> calls;
    for (User *user : callee.users())
      if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == &callee)
        calls.push_back(call);
    for (CallBase *call : calls) {
      for (unsigned i = 0; i < call->arg_size(); ++i)
        call->removeParamAttr(i, Attribute::NoAlias);
      InlineFunctionInfo info;
      InlineFunction(*call, info);
    }
    if (callee.use_empty() && callee.isDiscardableIfUnused())
      callee.eraseFromParent();
  }
}

void promoteVariables(Function &function) {
  DominatorTree dominators(function);
  SmallVector<AllocaInst *> variables;
  for (Instruction &instruction : function.getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&instruction);
        variable && isAllocaPromotable(variable))
      variables.push_back(variable);
  PromoteMemToReg(variables, dominators);
  // References that nobody follows any more.
  SmallVector<WeakTrackingVH> casts;
  for (Instruction &instruction : instructions(function))
    if (isa<AddrSpaceCastInst>(instruction))
      casts.push_back(&instruction);
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(casts);
}

SmallVector<CallInst *> matrixCalls(Module &module) {
  SmallVector<CallInst *> calls;
  for (Function &function : module)
    if (!operationOf(function).empty())
      for (User *user : function.users())
        if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledOperand() == &function)
          calls.push_back(call);
  return calls;
}

} // namespace

PreservedAnalyses JointMatrixFunctionsToSpirvPass::run(Module &module, ModuleAnalysisManager &) {
  MatrixTypes types;
  if (matrixCalls(module).empty() && !usesMatrixTypes(module, types))
    return PreservedAnalyses::all();
  renameWalkedTypes(module, types);
  inlineForced(module);
  SetVector<Function *> functions;
  for (CallInst *call : matrixCalls(module))
    functions.insert(call->getFunction());
  for (Function *function : functions)
    promoteVariables(*function);

  JointMatrixCalls calls(module);
  for (CallInst *call : matrixCalls(module))
    calls.lower(*call, operationOf(*call->getCalledFunction()));
  for (Function &function : make_early_inc_range(module))
    if (!operationOf(function).empty() && function.use_empty())
      function.eraseFromParent();
  expandMatrixCopies(module, types);
  replaceMatrixDebugTypes(module);
  replaceMatrixTypes(module, types);
  return PreservedAnalyses::none();
}

} // namespace heddle::compiler
