// How the passes of a stage are run.
#ifndef HEDDLE_COMPILER_STAGES_PASS_STAGE_HPP
#define HEDDLE_COMPILER_STAGES_PASS_STAGE_HPP

#include "compiler/pipeline.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/PassTimingInfo.h"
#include "llvm/Passes/PassBuilder.h"

#include <memory>

namespace heddle::compiler {

/// The managers of one stage. Before widening, a kernel is code for one of many lanes and passes
/// ask the SIMT target; afterwards they ask the real one. The two never mix.
class PassStage {
public:
  /// machine: null before widening.
  PassStage(llvm::TargetMachine *machine, const PipelineOptions &options);

  llvm::PassBuilder &passBuilder() { return *builder; }
  void add(auto pass) { passes.addPass(std::move(pass)); }
  /// A pass on each function.
  void addToFunctions(auto pass) {
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(pass)));
  }
  void run(llvm::Module &module) { passes.run(module, moduleAnalyses); }

private:
  void watchPasses();

  const PipelineOptions &options;
  /// Prints what it has seen at its end.
  llvm::TimePassesHandler passTimes;
  llvm::PassInstrumentationCallbacks instrumentation;
  llvm::LoopAnalysisManager loopAnalyses;
  llvm::FunctionAnalysisManager functionAnalyses;
  llvm::CGSCCAnalysisManager sccAnalyses;
  llvm::ModuleAnalysisManager moduleAnalyses;
  std::unique_ptr<llvm::PassBuilder> builder;
  /// Of long functions.
  llvm::DenseMap<const llvm::Function *, unsigned> instCombineRuns;
  llvm::ModulePassManager passes;
};

} // namespace heddle::compiler

#endif
