#include "compiler/ir/inline_functions.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

bool reportRecursion(Module &module) {
  CallGraph graph(module);
  bool found = false;
  for (auto scc = scc_begin(&graph); !scc.isAtEnd(); ++scc)
    if (scc.hasCycle())
      if (Function *function = scc->front()->getFunction()) {
        reportError(*function, "recursion is not allowed in OpenCL C");
        found = true;
      }
  return found;
}

// The caller of a kernel passes the address of the struct inside the argument block, which all
// work-items share; each needs a copy that it may write.
void copyByValArguments(Function &kernel) {
  IRBuilder<> builder(&kernel.getEntryBlock(), kernel.getEntryBlock().getFirstInsertionPt());
  const DataLayout &layout = kernel.getParent()->getDataLayout();
  for (Argument &argument : kernel.args()) {
    if (!argument.hasByValAttr() || argument.use_empty())
      continue;
    Type *type = argument.getParamByValType();
    Align alignment = std::max(argument.getParamAlign().valueOrOne(), layout.getABITypeAlign(type));
    AllocaInst *copy = builder.CreateAlloca(type, nullptr, argument.getName() + ".copy");
    copy->setAlignment(alignment);
    argument.replaceAllUsesWith(copy);
    builder.CreateMemCpy(copy, alignment, &argument, alignment, layout.getTypeAllocSize(type));
  }
}

} // namespace

PreservedAnalyses InlineFunctionsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  if (reportRecursion(module))
    return PreservedAnalyses::all();
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.removeFnAttr(Attribute::NoInline);
    function.removeFnAttr(Attribute::OptimizeNone);
    // The wish stands on the calls, too.
    for (User *user : function.users())
      if (auto *call = dyn_cast<CallBase>(user))
        call->removeFnAttr(Attribute::NoInline);
    if (!isKernel(function)) {
      function.setLinkage(GlobalValue::InternalLinkage);
      function.addFnAttr(Attribute::AlwaysInline);
    }
  }
  // A kernel may call another kernel: that call gets the body, too, and the callee stays a kernel.
  for (Function &function : module)
    if (isKernel(function) && !function.use_empty())
      function.addFnAttr(Attribute::AlwaysInline);
  AlwaysInlinerPass(/*InsertLifetime=*/false).run(module, analyses);
  for (Function &function : module)
    if (isKernel(function) && !function.isDeclaration()) {
      function.removeFnAttr(Attribute::AlwaysInline);
      copyByValArguments(function);
    }
  GlobalDCEPass().run(module, analyses);
  return PreservedAnalyses::none();
}

} // namespace heddle::compiler
