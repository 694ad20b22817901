#include "compiler/pipeline.hpp"

#include "compiler/codegen/emit_object.hpp"
#include "compiler/codegen/link_binary.hpp"
#include "compiler/codegen/write_metadata.hpp"
#include "compiler/compiled_group.hpp"
#include "compiler/deferred_kernels.hpp"
#include "compiler/forked_tasks.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/kernel_groups.hpp"
#include "compiler/link/link_builtins.hpp"
#include "compiler/stages/kernel_memory.hpp"
#include "compiler/stages/stages.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/PassTimingInfo.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Pass.h"

#include <set>

using namespace llvm;

namespace heddle::compiler {

Error reportedErrors(const Module &module) {
  if (const DiagnosticHandler *handler = module.getContext().getDiagHandlerPtr())
    if (handler->HasErrors)
      return createStringError("compilation stopped");
  return Error::success();
}

namespace {

struct StageOfPipeline {
  StringLiteral name;
  Error (*run)(Compilation &);
};

/// For the whole program, which is cut into groups of kernels behind it.
constexpr StageOfPipeline dialectStage = {"lower-dialect", lowerDialect};

/// For each group of kernels, up to code generation.
constexpr StageOfPipeline kernelStages[] = {
    {"simplify-kernels", simplifyKernels},          // what the vectorizer can read
    {"vectorize-kernels", vectorizeKernels},        // variants for the lanes of a sub-group
    {"make-entry-points", makeEntryPoints},         // functions that the executor calls
    {"optimize-entry-points", optimizeEntryPoints}, // by LLVM
    {"lower-matrices", lowerMatrices},              // tile instructions and plain IR
    {"prepare-code", prepareCode},                  // what LLVM's code generator does well
};

class Pipeline {
public:
  explicit Pipeline(Compilation compilation)
      : compilation(std::move(compilation)), module(this->compilation.module),
        target(this->compilation.target), builtins(this->compilation.builtins),
        options(this->compilation.options) {}

  Expected<std::string> run(OutputKind output);

private:
  Error run(const StageOfPipeline &stage);
  /// Everything between the lowering of the dialect and code generation.
  Error makeKernels();
  /// Objects of the library that the module's code needs.
  std::vector<std::string> neededObjects() const;
  bool mayBeCut(OutputKind output) const;
  std::string compileGroup(const KernelGroups &groups, unsigned index);
  std::optional<std::vector<std::string>> compileGroups(const KernelGroups &groups);
  Expected<std::string> linkGroups(ArrayRef<std::string> results) const;
  /// With the records of all kernels, those of deferred ones among them.
  Expected<std::string> linkWithRecords(std::vector<std::string> objects,
                                        ArrayRef<std::string> libraryObjects,
                                        abi::BinaryMetadata records) const;
  void addDeferred(abi::BinaryMetadata &records) const;
  Expected<std::string> link(ArrayRef<std::string> objects,
                             ArrayRef<std::string> libraryObjects) const;

  Compilation compilation;
  Module &module;
  const TargetInfo &target;
  const BuiltinLibrary &builtins;
  const PipelineOptions &options;
  std::vector<abi::KernelMetadata> deferred;
};

/// A stage, and a look at what it has left.
Error Pipeline::run(const StageOfPipeline &stage) {
  if (Error error = stage.run(compilation))
    return error;
  if (Error error = reportedErrors(module))
    return error;
  std::string message;
  raw_string_ostream os(message);
  if (verifyModule(module, &os))
    return createStringError("internal error: the module is broken after " + stage.name + ": " +
                             message);
  return Error::success();
}

Error Pipeline::makeKernels() {
  for (const StageOfPipeline &stage : kernelStages)
    if (Error error = run(stage))
      return error;
  return checkPrivateMemory(compilation);
}

std::vector<std::string> Pipeline::neededObjects() const {
  std::vector<std::string> names;
  for (const Function &function : module)
    if (function.isDeclaration() && !function.use_empty() &&
        builtins.findObject(function.getName()))
      names.push_back(function.getName().str());
  return names;
}

Expected<std::string> Pipeline::link(ArrayRef<std::string> objects,
                                     ArrayRef<std::string> libraryObjects) const {
  SmallVector<StringRef> inputs(objects.begin(), objects.end());
  for (const std::string &name : libraryObjects)
    inputs.push_back(*builtins.findObject(name));
  return linkSharedObject(inputs, /*stripDebugInfo=*/false);
}

// What is looked at, timed or explained is one module.
bool Pipeline::mayBeCut(OutputKind output) const {
  return output == OutputKind::binary && options.printAfter.empty() && !options.timePasses &&
         !remarksWanted(module.getContext());
}

/// In a process of its own. What there is to say goes back to the one that
/// asked.
std::string Pipeline::compileGroup(const KernelGroups &groups, unsigned index) {
  auto handler = std::make_unique<KeepDiagnostics>();
  KeepDiagnostics &kept = *handler;
  module.getContext().setDiagnosticHandler(std::move(handler));
  keepGroup(module, groups, index);
  CompiledGroup result;
  auto compile = [&]() -> Expected<std::string> {
    if (Error error = makeKernels())
      return error;
    return emitCode(module, target.machine(), CodeGenFileType::ObjectFile);
  };
  if (Expected<std::string> object = compile()) {
    result.object = std::move(*object);
    result.records = describeBinary(compilation);
    result.neededObjects = neededObjects();
  } else {
    result.problem = toString(object.takeError());
  }
  result.diagnostics = std::move(kept.diagnostics);
  return encode(result);
}

std::optional<std::vector<std::string>> Pipeline::compileGroups(const KernelGroups &groups) {
  const unsigned processes = options.processes ? options.processes : availableProcessors();
  return runForked(static_cast<unsigned>(groups.groups.size()), processes,
                   [&](unsigned index) { return compileGroup(groups, index); });
}

Expected<std::string> Pipeline::linkGroups(ArrayRef<std::string> results) const {
  std::vector<std::string> objects;
  std::set<std::string> libraryObjects;
  std::vector<KeptDiagnostic> diagnostics;
  abi::BinaryMetadata records;
  std::string problem;
  for (const std::string &bytes : results) {
    std::optional<CompiledGroup> group = decodeGroup(bytes);
    if (!group)
      return createStringError("internal error: a part of the program came back damaged");
    append_range(diagnostics, std::move(group->diagnostics));
    if (problem.empty())
      problem = group->problem;
    libraryObjects.insert(group->neededObjects.begin(), group->neededObjects.end());
    objects.push_back(std::move(group->object));
    std::vector<abi::KernelMetadata> kernels = std::move(records.kernels);
    append_range(kernels, group->records.kernels);
    records = std::move(group->records);
    records.kernels = std::move(kernels);
  }
  report(module, std::move(diagnostics));
  if (!problem.empty())
    return createStringError(problem);
  if (Error error = reportedErrors(module))
    return error;
  return linkWithRecords(std::move(objects),
                         std::vector(libraryObjects.begin(), libraryObjects.end()),
                         std::move(records));
}

void Pipeline::addDeferred(abi::BinaryMetadata &records) const {
  append_range(records.kernels, deferred);
  sort(records.kernels, [](const auto &a, const auto &b) { return a.name < b.name; });
}

Expected<std::string> Pipeline::linkWithRecords(std::vector<std::string> objects,
                                                ArrayRef<std::string> libraryObjects,
                                                abi::BinaryMetadata records) const {
  addDeferred(records);
  Module note("note", module.getContext());
  note.setTargetTriple(module.getTargetTriple());
  note.setDataLayout(module.getDataLayout());
  writeMetadata(note, records);
  Expected<std::string> object = emitCode(note, target.machine(), CodeGenFileType::ObjectFile);
  if (!object)
    return object;
  objects.push_back(std::move(*object));
  return link(objects, libraryObjects);
}

Expected<std::string> Pipeline::run(OutputKind output) {
  if (Error error = run(dialectStage))
    return error;
  if (mayBeCut(output)) {
    deferred = deferKernels(compilation);
    if (deferred.size() == compilation.kernelsOfProgram)
      return linkWithRecords({}, {}, describeBinary(compilation));
    if (const KernelGroups groups = groupKernels(module); groups.groups.size() > 1)
      // Where no process is to be had, the module is still whole.
      if (std::optional<std::vector<std::string>> results = compileGroups(groups))
        return linkGroups(*results);
  }
  if (Error error = makeKernels())
    return error;
  abi::BinaryMetadata records = describeBinary(compilation);
  explainMemory(compilation, records);
  addDeferred(records);
  writeMetadata(module, records);
  if (output == OutputKind::llvm) {
    std::string text;
    raw_string_ostream(text) << module;
    return text;
  }
  bool assembly = output == OutputKind::assembly;
  TimePassesIsEnabled = options.timePasses;
  Expected<std::string> code =
      emitCode(module, target.machine(),
               assembly ? CodeGenFileType::AssemblyFile : CodeGenFileType::ObjectFile);
  if (options.timePasses)
    reportAndResetTimings();
  if (!code || assembly)
    return code;
  return link(*code, neededObjects());
}

} // namespace

Expected<std::string> compileModule(Module &module, const TargetInfo &target,
                                    const BuiltinLibrary &builtins, const PipelineOptions &options,
                                    OutputKind output) {
  return Pipeline({module, target, builtins, options}).run(output);
}

} // namespace heddle::compiler
