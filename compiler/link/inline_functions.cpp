#include "compiler/link/inline_functions.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/link/out_of_line_functions.hpp"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Scalar/SROA.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

// "'a' calls 'b' calls 'a'", for a component of the call graph that has a cycle.
std::string describeCycle(ArrayRef<CallGraphNode *> component) {
  // From a node that is on the way for the second time back to itself.
  SmallVector<const CallGraphNode *> way = {component.front()};
  while (true) {
    const CallGraphNode *next = nullptr;
    for (auto &[site, callee] : *way.back())
      if (is_contained(component, callee)) {
        next = callee;
        break;
      }
    auto first = find(way, next);
    if (first == way.end()) {
      way.push_back(next);
      continue;
    }
    way.erase(way.begin(), first);
    break;
  }
  std::string text;
  for (const CallGraphNode *node : way)
    text += "'" + node->getFunction()->getName().str() + "' calls ";
  return text + "'" + way.front()->getFunction()->getName().str() + "'";
}

bool reportRecursion(Module &module) {
  CallGraph graph(module);
  bool found = false;
  for (auto scc = scc_begin(&graph); !scc.isAtEnd(); ++scc)
    if (scc.hasCycle())
      if (Function *function = scc->front()->getFunction()) {
        reportError(*function,
                    "recursion is not allowed in OpenCL C: " + Twine(describeCycle(*scc)));
        found = true;
      }
  return found;
}

// Where functions are small, and once for each, not for each of their calls: the time to promote
// variables grows with their number times that of the blocks.
void promoteVariables(Module &module, ModuleAnalysisManager &analyses) {
  auto &functionAnalyses =
      analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  SROAPass promote(SROAOptions::PreserveCFG);
  for (Function &function : module)
    if (!function.isDeclaration())
      functionAnalyses.invalidate(function, promote.run(function, functionAnalyses));
}

} // namespace

PreservedAnalyses InlineFunctionsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  if (reportRecursion(module))
    return PreservedAnalyses::all();
  SmallVector<Function *> outOfLine = chooseOutOfLineFunctions(module);
  if (module.getContext().getDiagHandlerPtr()->HasErrors)
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
    if (is_contained(outOfLine, &function)) {
      function.removeFnAttr(Attribute::AlwaysInline);
    } else if (!isKernel(function)) {
      function.setLinkage(GlobalValue::InternalLinkage);
      function.addFnAttr(Attribute::AlwaysInline);
    }
  }
  // A kernel may call another kernel: that call gets the body, too, and the callee stays a kernel.
  for (Function &function : module)
    if (isKernel(function) && !function.use_empty())
      function.addFnAttr(Attribute::AlwaysInline);
  // Behind the choice, which counts instructions as the front end writes them.
  promoteVariables(module, analyses);
  AlwaysInlinerPass(/*InsertLifetime=*/false).run(module, analyses);
  for (Function &function : module)
    if (isKernel(function) && !function.isDeclaration()) {
      function.removeFnAttr(Attribute::AlwaysInline);
      copyByValArguments(function);
    }
  makeOutOfLine(outOfLine);
  GlobalDCEPass().run(module, analyses);
  return PreservedAnalyses::none();
}

} // namespace heddle::compiler
