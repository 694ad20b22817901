#include "compiler/vectorizer/transform/fix_irreducible_loops.hpp"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Transforms/Scalar/Reg2Mem.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

using namespace llvm;

namespace heddle::compiler {

bool fixIrreducibleLoops(Function &function, FunctionAnalysisManager &analyses) {
  using Order = ReversePostOrderTraversal<const Function *>;
  Order order(&function);
  if (!containsIrreducibleCFG<const BasicBlock *, const Order>(
          order, analyses.getResult<LoopAnalysis>(function)))
    return false;
  auto runPass = [&](auto pass) { analyses.invalidate(function, pass.run(function, analyses)); };
  // FixIrreducible knows branches only.
  runPass(LowerSwitchPass());
  // Values travel through memory meanwhile: with phis FixIrreducible forgets to carry values
  // around the inner one of two nested irreducible cycles (LLVM 22).
  runPass(RegToMemPass());
  runPass(FixIrreduciblePass());
  runPass(PromotePass());
  return true;
}

} // namespace heddle::compiler
