// The result of a successful build for one device: what kernels are made from.
#ifndef HEDDLE_RUNTIME_EXECUTABLE_HPP
#define HEDDLE_RUNTIME_EXECUTABLE_HPP

#include "runtime/abi/compiler_interface.hpp"
#include "runtime/abi/kernel_metadata.hpp"
#include "runtime/executor/cost_estimate.hpp"
#include "runtime/executor/stream_trial.hpp"
#include "runtime/executor/thread_trial.hpp"
#include "runtime/loader/kernel_binary.hpp"
#include "runtime/program_binary.hpp"
#include "runtime/strict/trace_budget.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace heddle {

/// Does not change once it is made; shared by the program and the kernels made from it, so that a
/// program can be built anew while commands of the old build are still running.
class Executable {
public:
  /// Reads and loads what a build gave. Null, and a sentence in `problem`, when the ELF file is
  /// damaged. A file for another processor is kept, since it may be what the application wants to
  /// have as a program binary, but it has no entry points; `problem` then says what is missing.
  static std::shared_ptr<const Executable> create(ProgramBinary binary, std::string &problem);

  const abi::BinaryMetadata &metadata() const { return description; }
  /// Whether this processor can run the code, also such as there is none of yet.
  bool runsHere() const { return loaded != nullptr; }
  /// Null when this processor cannot run the code, and of deferred kernels.
  HeddleKernelEntry entry(std::size_t kernel) const {
    return loaded ? loaded->entry(kernel) : nullptr;
  }
  /// For the trace, without one null: how much a launch does.
  HeddleKernelOperations operations(std::size_t kernel) const {
    return operationsOf.empty() ? nullptr : operationsOf[kernel];
  }
  /// Where the program's variables are; null without any.
  std::span<const std::byte> variables() const {
    return loaded ? loaded->variables() : std::span<const std::byte>();
  }
  /// What clGetProgramInfo(CL_PROGRAM_BINARIES) gives.
  const ProgramBinary &binary() const { return contents; }
  /// What the work-items of the kernel take. It is the one thing that changes.
  executor::CostEstimate &cost(std::size_t kernel) const { return costs[kernel]; }
  TraceBudget &traceBudget(std::size_t kernel) const { return traceBudgets[kernel]; }
  executor::StreamTrial &streamTrial(std::size_t kernel) const { return streamTrials[kernel]; }
  executor::ThreadTrials &threadTrials(std::size_t kernel) const { return trialsOfThreads[kernel]; }

private:
  ProgramBinary contents;
  abi::BinaryMetadata description;
  std::shared_ptr<const loader::KernelBinary> loaded;
  std::vector<HeddleKernelOperations> operationsOf;
  std::unique_ptr<executor::CostEstimate[]> costs;
  std::unique_ptr<TraceBudget[]> traceBudgets;
  std::unique_ptr<executor::StreamTrial[]> streamTrials;
  std::unique_ptr<executor::ThreadTrials[]> trialsOfThreads;
};

} // namespace heddle

#endif
