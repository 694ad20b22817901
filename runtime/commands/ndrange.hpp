// Runs a kernel over an ND-range.
#ifndef HEDDLE_RUNTIME_COMMANDS_NDRANGE_HPP
#define HEDDLE_RUNTIME_COMMANDS_NDRANGE_HPP

#include "runtime/abi/entry_point.h"
#include "runtime/command.hpp"
#include "runtime/commands/private_sums.hpp"
#include "runtime/executor/launch_panels.hpp"
#include "runtime/executor/task.hpp"
#include "runtime/kernel.hpp"
#include "runtime/print/print_buffer.hpp"
#include "runtime/strict/shadow_memory.hpp"

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace heddle {

struct OtherAccess;

class RunningHere;

/// The sizes of one clEnqueueNDRangeKernel, checked against each other; 1 (offset 0) in unused
/// dimensions. A global size of 0 in any dimension is a command that does nothing.
struct NdRange {
  unsigned workDim = 1;
  std::array<std::size_t, 3> globalOffset{0, 0, 0};
  std::array<std::size_t, 3> globalSize{1, 1, 1};
  std::array<std::size_t, 3> localSize{1, 1, 1};
};

class NdRangeCommand final : public Command {
public:
  /// Takes a snapshot of the kernel's arguments. CL_OUT_OF_RESOURCES when a work-group needs more
  /// local memory, private memory or memory for suspended sub-groups than there is.
  static Result<Ref<NdRangeCommand>> create(CommandQueue &queue, Kernel &kernel,
                                            const Kernel::DeviceCode &code, const NdRange &range,
                                            cl_command_type type);
  /// The commands share the arguments of this one. CL_OUT_OF_RESOURCES as create().
  Result<Ref<Command>> repeat(CommandQueue &queue) override;

  void askedForPanel(std::uint64_t bytes) const { cost.askedForPanel(bytes); }
  std::atomic<std::uint64_t> &unwantedPanels() const { return cost.unwantedPanels(); }
  /// None where sharing does not pay.
  const std::shared_ptr<executor::LaunchPanels> &sharedPanels() const { return panels; }
  /// HeddleWorkerContext::found.
  void noteFinding(HeddlePlace &place, const HeddleFinders &finders, std::uint64_t value) const;
  /// Whether the image that is accessed is another argument's, too.
  void noteImage(HeddlePlace &place, const HeddleFinders &finders) const;
  void report(HeddlePlace &place, const HeddleFinders &finders, std::uint64_t value,
              std::optional<HeddleFindingKind> kind = {}, const OtherAccess *other = nullptr) const;
  ~NdRangeCommand() override;

protected:
  void submit() override;
  void releaseResources() override;
  std::string_view traceName() const override { return kernel->metadata().name; }
  void describe(TraceEvent &event) const override;
  void describeWork(TraceEvent &event) const override;

private:
  /// The work-groups as units of the executor.
  class WorkGroups final : public executor::Task {
  public:
    WorkGroups(NdRangeCommand &command, const Shape &shape) : Task(shape), command(command) {}
    void starting() override;
    void run(std::uint64_t first, std::uint64_t count, executor::Worker &worker) override;
    void finished() override;
    using Task::givenShape;
    using Task::limitWorkers;
    using Task::processorTime;
    using Task::suggestWorkers;
    using Task::ticksSpent;
    using Task::wantProcessorTime;

  private:
    NdRangeCommand &command;
  };

  /// HEDDLE_STRICT: who accesses what.
  struct Tracing;
  void learnCost(std::uint64_t groups, std::uint64_t ticks);
  /// How many times as many threads would have had some of its work-groups if none were joined:
  /// what counts of codes that are tried is the time to a launch's end.
  std::uint64_t timesLonger() const;
  /// Where more may be slower: as many as are quickest.
  void chooseThreads();
  std::uint64_t addressOfArgument(std::size_t index) const;
  std::vector<ShadowMemory::Span> tracedBuffers() const;
  /// Of the arguments: its own, or the recorded one's.
  const ArgumentSnapshot &givenArguments() const {
    return recorded ? recorded->givenArguments() : arguments;
  }

  NdRangeCommand(CommandQueue &queue, Kernel &kernel, const Kernel::DeviceCode &code,
                 const HeddleNdRange &range, ArgumentSnapshot arguments, std::uint64_t arenaSize,
                 const executor::Task::Shape &shape, cl_command_type type);
  NdRangeCommand(CommandQueue &queue, NdRangeCommand &recorded, const executor::Task::Shape &shape);

  Ref<NdRangeCommand> recorded; ///< whose arguments it has; null: its own
  Ref<Kernel> kernel;
  const HeddleKernelEntry entry;
  const HeddleKernelOperations operations;    ///< for the trace; may be null
  const std::span<const std::byte> variables; ///< of the program
  HeddleNdRange range;
  NdRange enqueued;             ///< for the trace: before work-groups were joined
  const std::uint64_t launch;   ///< another number for each command
  executor::CostEstimate &cost; ///< lives as long as the kernel
  TraceBudget &traceBudget;     ///< likewise
  executor::StreamTrial &streamTrial;
  executor::ThreadTrials &threadTrials;
  const bool hasGlobalAtomics;
  const bool areJoined;              ///< its work-groups, by the code (join-groups)
  const std::uint64_t streamedBytes; ///< what it may write past the caches
  bool streams = false;              ///< whether it does, from submit() on
  ArgumentSnapshot arguments;
  const std::byte *const argumentBytes;
  const std::uint64_t framesOffset; ///< bytes from the start of a worker's arena
  const std::uint64_t arenaSize;    ///< bytes that it needs of one
  const std::uint32_t subGroupSize;
  const std::uint8_t firstDimension; ///< for the trace
  const bool mayRunAnywhere;         ///< on the thread that makes it ready, if it is short
  PrintBuffer printed;
  std::unique_ptr<Tracing> tracing;               ///< of kernels with checks
  std::unique_ptr<PrivateSums> privateSums;       ///< where all it does to some memory is adding
  std::shared_ptr<executor::LaunchPanels> panels; ///< from submit() until all is done
  std::atomic<bool> hasFaulted{false};
  WorkGroups workGroups;
  bool runsAtOnce = false;                      ///< on the thread that has made it ready
  executor::ThreadTrial *threadTrial = nullptr; ///< that has chosen `threads`; null for none
  unsigned threads = 0;
  /// When it was submitted, if a trial wants to know, or else, if the trace has skipped it and not
  /// at once, when it started.
  std::uint64_t startTicks = 0;
  RunningHere *here = nullptr; ///< while the calling thread runs it
};

} // namespace heddle

#endif
