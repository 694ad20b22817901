// StructurizeCFG with uniform regions left alone handles nearly everything after switches were
// lowered, returns unified and irreducible loops given a header. What it leaves is found by the
// shape check; a second run has repaired every such case seen, and one that takes uniform regions
// apart too is the last resort. UnifyLoopExits is not used: the structurizer folds several exits by
// itself and misses shapes that it makes.
#include "compiler/vectorizer/transform/structurize_divergence.hpp"

#include "compiler/vectorizer/analysis/control_flow_shape.hpp"
#include "compiler/vectorizer/transform/fix_irreducible_loops.hpp"
#include "compiler/vectorizer/transform/leave_endless_loops.hpp"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Scalar/StructurizeCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/UnifyFunctionExitNodes.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

template <class Pass>
void runPass(Pass pass, Function &function, FunctionAnalysisManager &analyses) {
  PreservedAnalyses preserved = pass.run(function, analyses);
  analyses.invalidate(function, preserved);
}

// A lane that reaches this point has undefined behaviour, so it may as well be done; that spares
// the masks a second kind of end.
bool turnUnreachableIntoReturn(Function &function) {
  bool changed = false;
  for (BasicBlock &block : function)
    if (auto *end = dyn_cast<UnreachableInst>(block.getTerminator())) {
      Type *result = function.getReturnType();
      ReturnInst::Create(function.getContext(),
                         result->isVoidTy() ? nullptr : PoisonValue::get(result),
                         end->getIterator());
      end->eraseFromParent();
      changed = true;
    }
  return changed;
}

// Indices as wide as the pointer, the sign extension an instruction of its own.
bool widenIndices(Function &function) {
  const DataLayout &layout = function.getDataLayout();
  bool changed = false;
  for (Instruction &instruction : instructions(function)) {
    auto *gep = dyn_cast<GetElementPtrInst>(&instruction);
    if (!gep || gep->getType()->isVectorTy())
      continue;
    Type *wide = layout.getIndexType(gep->getType());
    IRBuilder<> builder(gep);
    for (Use &index : gep->indices())
      // Struct members are constants of 32 bits and have to stay so.
      if (index->getType() != wide && !isa<Constant>(index)) {
        index.set(builder.CreateSExtOrTrunc(index, wide));
        changed = true;
      }
  }
  return changed;
}

bool hasWantedShape(Function &function, FunctionAnalysisManager &analyses) {
  ControlFlowShape shape;
  return !shape.analyze(function, analyses.getResult<UniformityInfoAnalysis>(function),
                        analyses.getResult<DominatorTreeAnalysis>(function),
                        analyses.getResult<PostDominatorTreeAnalysis>(function),
                        analyses.getResult<LoopAnalysis>(function));
}

} // namespace

PreservedAnalyses StructurizeDivergencePass::run(Function &function,
                                                 FunctionAnalysisManager &analyses) {
  bool changed = turnUnreachableIntoReturn(function);
  changed |= widenIndices(function);
  changed |= EliminateUnreachableBlocks(function);
  // A branch with one target for both ways would look divergent.
  for (BasicBlock &block : function)
    changed |= ConstantFoldTerminator(&block);
  if (changed)
    analyses.invalidate(function, PreservedAnalyses::none());
  // One block cannot diverge: nothing below would find anything to do.
  if (function.size() == 1)
    return PreservedAnalyses::none();
  runPass(LowerSwitchPass(), function, analyses);
  runPass(UnifyFunctionExitNodesPass(), function, analyses);
  fixIrreducibleLoops(function, analyses);
  runPass(LoopSimplifyPass(), function, analyses);
  if (leaveEndlessLoops(function, analyses))
    runPass(LoopSimplifyPass(), function, analyses);
  for (bool skipUniformRegions : {true, true, false}) {
    if (hasWantedShape(function, analyses))
      break;
    runPass(StructurizeCFGPass(skipUniformRegions), function, analyses);
    runPass(LoopSimplifyPass(), function, analyses);
  }
  if (EliminateUnreachableBlocks(function))
    analyses.invalidate(function, PreservedAnalyses::none());
  runPass(LCSSAPass(), function, analyses);
  return PreservedAnalyses::none();
}

} // namespace heddle::compiler
