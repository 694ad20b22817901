#include "compiler/stages/stages.hpp"

#include "compiler/codegen/llvm_options.hpp"
#include "compiler/codegen/lower_byte_dots.hpp"
#include "compiler/link/link_builtins.hpp"
#include "compiler/stages/pass_stage.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <cstddef>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Blocks and accesses of a function, beyond which it takes long to look for what each load may
/// read in all blocks on the way to it; and how many it is looked for in then, where LLVM takes
/// 200.
constexpr std::size_t manyBlocks = 100;
constexpr std::size_t manyAccesses = 500;
constexpr unsigned usualBlocksOnTheWay = 200, blocksOnTheWay = 20;

void boundSearchesOfMemory(const Module &module) {
  const bool takeLong = any_of(module, [](const Function &function) {
    const auto accesses = count_if(instructions(function), [](const Instruction &instruction) {
      return isa<LoadInst, StoreInst>(instruction);
    });
    return function.size() > manyBlocks && std::size_t(accesses) > manyAccesses;
  });
  setOption("memdep-block-number-limit", takeLong ? blocksOnTheWay : usualBlocksOnTheWay);
}

} // namespace

Error optimizeEntryPoints(Compilation &compilation) {
  const TargetInfo &target = compilation.target;
  const PipelineOptions &options = compilation.options;
  // What the vectorizer and the work-group pass have left of the library.
  if (Error error = compilation.builtins.linkInto(compilation.module,
                                                  BuiltinLibrary::Stage::afterVectorization))
    return error;

  boundSearchesOfMemory(compilation.module);
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
