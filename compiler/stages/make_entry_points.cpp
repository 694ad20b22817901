#include "compiler/stages/stages.hpp"

#include "compiler/codegen/lower_image_access.hpp"
#include "compiler/link/select_vector_math.hpp"
#include "compiler/matrix/tiles/order_sum_phis.hpp"
#include "compiler/stages/pass_stage.hpp"
#include "compiler/strict/lower_findings.hpp"
#include "compiler/workgroup/lower_argument_queries.hpp"
#include "compiler/workgroup/lower_local_atomics.hpp"
#include "compiler/workgroup/lower_print.hpp"
#include "compiler/workgroup/spare_equal_stores.hpp"
#include "compiler/workgroup/work_group_entry_point.hpp"

#include "llvm/IR/DebugInfo.h"

using namespace llvm;

namespace heddle::compiler {

Error makeEntryPoints(Compilation &compilation) {
  const TargetInfo &target = compilation.target;
  const PipelineOptions &options = compilation.options;
  // Behind the vectorizer there is little to say about lines of the program.
  if (!options.keepDebugInfo)
    StripDebugInfo(compilation.module);

  PassStage stage(&target.machine(), options);
  // While each lane's call is still one call: the entry point knows where the callback is.
  stage.add(LowerPrintPass());
  if (options.checks)
    stage.add(LowerFindingsPass(target.machine().getTargetFeatureString()));
  stage.add(LowerArgumentQueriesPass());
  if (options.optimize) {
    stage.addToFunctions(OrderSumPhisPass());
    stage.addToFunctions(SpareEqualStoresPass());
  }
  stage.add(WorkGroupEntryPointPass(options.uniformWorkGroups));
  stage.add(LowerLocalAtomicsPass());
  stage.addToFunctions(LowerImageAccessPass(target.floatLanes() == 16));
  // One lane and many take the same functions from here on.
  stage.add(SelectVectorMathPass(target.floatLanes()));
  stage.run(compilation.module);
  return Error::success();
}

} // namespace heddle::compiler
