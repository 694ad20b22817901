#include "compiler/stages/stages.hpp"

#include "compiler/codegen/lower_byte_dots.hpp"
#include "compiler/link/link_builtins.hpp"
#include "compiler/stages/pass_stage.hpp"

using namespace llvm;

namespace heddle::compiler {

Error optimizeEntryPoints(Compilation &compilation) {
  const TargetInfo &target = compilation.target;
  const PipelineOptions &options = compilation.options;
  // What the vectorizer and the work-group pass have left of the library.
  if (Error error = compilation.builtins.linkInto(compilation.module,
                                                  BuiltinLibrary::Stage::afterVectorization))
    return error;

  PassStage stage(&target.machine(), options);
  // What it does to factors that stay the same leaves the loops.
  stage.add(LowerByteDotsPass(target.vectorFeatures()));
  stage.add(options.optimize
                ? stage.passBuilder().buildPerModuleDefaultPipeline(OptimizationLevel::O2)
                : stage.passBuilder().buildO0DefaultPipeline(OptimizationLevel::O0));
  stage.run(compilation.module);
  return Error::success();
}

} // namespace heddle::compiler
