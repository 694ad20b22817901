// From a module in the SPIR-V-friendly dialect to one that LLVM's code generator takes, stage by
// stage. Each stage has a file of its name, which is the list of its passes in their order, each
// with its reason. pipeline.cpp has the stages in theirs.
#ifndef HEDDLE_COMPILER_STAGES_STAGES_HPP
#define HEDDLE_COMPILER_STAGES_STAGES_HPP

#include "compiler/pipeline.hpp"
#include "runtime/abi/kernel_metadata.hpp"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <map>
#include <string>

namespace heddle::compiler {

/// What the stages work on.
struct Compilation {
  llvm::Module &module;
  const TargetInfo &target;
  const BuiltinLibrary &builtins;
  const PipelineOptions &options;
  /// What is known of the kernels, by name, from the choice of their sub-group size on.
  std::map<std::string, abi::KernelMetadata> kernels = {};
  std::uint64_t globalVariableSize = 0;
  /// Also where the module has been cut into groups of them.
  std::size_t kernelsOfProgram = 0;
};

/// Errors that were reported through the context; the next stage must not see the module then.
llvm::Error reportedErrors(const llvm::Module &module);

/// To internal operations: see ir/internal_ops.md.
llvm::Error lowerDialect(Compilation &compilation);
/// To kernels that the vectorizer can read.
llvm::Error simplifyKernels(Compilation &compilation);
/// To variants for the lanes of a sub-group.
llvm::Error vectorizeKernels(Compilation &compilation);
/// To functions that the executor calls.
llvm::Error makeEntryPoints(Compilation &compilation);
/// LLVM's own optimizations.
llvm::Error optimizeEntryPoints(Compilation &compilation);
/// To tile instructions and plain IR.
llvm::Error lowerMatrices(Compilation &compilation);
/// To what LLVM's code generator can do, and does well.
llvm::Error prepareCode(Compilation &compilation);

} // namespace heddle::compiler

#endif
