#include "compiler/matrix/plan/explain_matrix_nests.hpp"

#include "compiler/ir/remarks.hpp"
#include "compiler/matrix/plan/matrix_plan.hpp"

using namespace llvm;

namespace heddle::compiler {

PreservedAnalyses ExplainMatrixNestsPass::run(Function &function,
                                              FunctionAnalysisManager &analyses) {
  if (!remarksWanted(function.getContext()))
    return PreservedAnalyses::all();
  for (MatrixNest &nest :
       MatrixNest::findInnermost(function, analyses.getResult<LoopAnalysis>(function))) {
    const MatrixPlan plan = planNest(nest, target);
    if (target.tiles.any() && plan.unit != MatrixUnit::tiles)
      continue;
    remark(*nest.operations.front(), [&] {
      std::string text = "matrix nest: ";
      raw_string_ostream stream(text);
      nest.print(stream);
      return text;
    });
    remark(*nest.operations.front(), [&] { return "plan: " + plan.describe(); });
  }
  return PreservedAnalyses::all();
}

} // namespace heddle::compiler
