#include "runtime/executable.hpp"

#include "runtime/debug_files.hpp"
#include "runtime/loader/host_features.hpp"
#include "runtime/support/trace_event.hpp"

namespace heddle {

std::shared_ptr<const Executable> Executable::create(ProgramBinary binary, std::string &problem) {
  const TraceScope scope("load kernel binary", "build");
  auto executable = std::make_shared<Executable>();
  executable->contents = std::move(binary);
  const std::string &elf = executable->contents.elf;

  std::variant<abi::BinaryMetadata, std::string> metadata = loader::readMetadata(elf);
  if (std::string *reason = std::get_if<std::string>(&metadata)) {
    problem = std::move(*reason);
    return nullptr;
  }
  executable->description = std::move(std::get<abi::BinaryMetadata>(metadata));
  executable->costs =
      std::make_unique<executor::CostEstimate[]>(executable->description.kernels.size());
  executable->traceBudgets =
      std::make_unique<TraceBudget[]>(executable->description.kernels.size());
  executable->streamTrials =
      std::make_unique<executor::StreamTrial[]>(executable->description.kernels.size());
  executable->trialsOfThreads =
      std::make_unique<executor::ThreadTrials[]>(executable->description.kernels.size());
  if (std::optional<std::string> feature =
          loader::missingFeature(executable->description, &loader::hostHasFeature)) {
    problem = "compiled for " + executable->description.targetCpu +
              "; the kernels cannot run here, because this processor has no " + *feature;
    return executable;
  }
  std::string file;
  if (debugFilesWanted() && !executable->description.kernels.empty())
    file = keepKernelBinary(elf, executable->description.kernels.front().name);
  auto loaded = loader::KernelBinary::load(elf, &loader::hostHasFeature, file);
  if (std::string *reason = std::get_if<std::string>(&loaded)) {
    problem = std::move(*reason);
    return nullptr;
  }
  executable->loaded = std::move(std::get<0>(loaded));
  if (Trace::active())
    for (std::size_t i = 0; i < executable->description.kernels.size(); ++i)
      executable->operationsOf.push_back(executable->loaded->operations(i));
  return executable;
}

} // namespace heddle
