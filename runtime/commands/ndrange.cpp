#include "runtime/commands/ndrange.hpp"

#include "runtime/abi/image.h"
#include "runtime/command_queue.hpp"
#include "runtime/commands/ndrange_operations.hpp"
#include "runtime/executor/fault_guard.hpp"
#include "runtime/executor/ndrange_split.hpp"
#include "runtime/executor/thread_pool.hpp"
#include "runtime/executor/work_group_size.hpp"
#include "runtime/running_here.hpp"
#include "runtime/strict/findings.hpp"
#include "runtime/strict/launch_trace.hpp"
#include "runtime/strict/strict_mode.hpp"
#include "runtime/support/log.hpp"
#include "runtime/support/options.hpp"
#include "runtime/trial_mode.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

namespace heddle {

namespace {

constexpr std::array<std::size_t, 3> noSize{1, 1, 1};

std::uint64_t startOfFrames(const abi::KernelMetadata &metadata, std::uint64_t localMemSize) {
  const std::uint64_t alignment =
      std::max<std::uint64_t>(metadata.frameAlignment, ArgumentBlock::alignment);
  return (localMemSize + alignment - 1) / alignment * alignment;
}

/// As the application enqueued it, or in larger work-groups if the kernel cannot tell, and with
/// another dimension first if its code has it so.
HeddleNdRange splitRange(NdRange range, const abi::KernelMetadata &metadata,
                         const executor::CostEstimate &cost, unsigned workers) {
  const bool mayJoin = executor::mayJoinWorkGroups(metadata, range.globalSize, range.localSize);
  for (std::array<std::size_t, 3> *sizes :
       {&range.globalOffset, &range.globalSize, &range.localSize})
    *sizes = executor::inOrderOfCode(metadata.firstDimension, *sizes);
  if (metadata.joinedGroups)
    return executor::splitNdRange(range.workDim, range.globalOffset, range.globalSize,
                                  executor::joinedSize(metadata));
  // Groups that are long in a dimension which is not the first are no reason to keep it so.
  std::array<std::size_t, 3> localSize = range.localSize;
  if (mayJoin && metadata.crossesRows)
    localSize = executor::squareWorkGroups(range.globalSize, metadata.subGroupSize, workers);
  else if (mayJoin)
    localSize = executor::withJoinedRows(
        range.globalSize,
        executor::joinWorkGroups(range.globalSize,
                                 metadata.firstDimension != 0 ? noSize : range.localSize,
                                 metadata.subGroupSize, workers, metadata.goesAlongRows),
        metadata.subGroupSize, metadata.joinedRows);
  // Rows that are done at once, and what neighbours share, want work-groups as they are.
  if (mayJoin && !metadata.crossesRows && !metadata.groupsShareReads && metadata.joinedRows == 1)
    localSize = executor::cutLongGroups(
        range.globalSize, localSize, metadata.subGroupSize, workers,
        cost.expected(double(range.globalSize[0]) * double(range.globalSize[1]) *
                      double(range.globalSize[2])),
        metadata.hasGlobalAtomics);
  // Its last work-group has no missing lanes either then.
  if (metadata.wholeSubGroupsOnly && localSize[0] % metadata.subGroupSize != 0)
    localSize = range.localSize;
  HeddleNdRange split =
      executor::splitNdRange(range.workDim, range.globalOffset, range.globalSize, localSize);
  split.joined = localSize != range.localSize;
  return split;
}

/// The number of the next launch; of a worker's panels, others are forgotten.
std::uint64_t nextLaunch() {
  static std::atomic<std::uint64_t> launches{0};
  return launches.fetch_add(1, std::memory_order_relaxed) + 1;
}

double itemsOf(const HeddleNdRange &range, std::uint64_t workGroups) {
  return static_cast<double>(workGroups) *
         static_cast<double>(range.localSize[0] * range.localSize[1] * range.localSize[2]);
}

/// What a launch may write past the caches; 0 where that is not to be tried.
std::uint64_t bytesToStream(const HeddleNdRange &range, const abi::KernelMetadata &metadata) {
  const std::uint64_t bytes =
      range.globalSize[0] * range.globalSize[1] * range.globalSize[2] * metadata.streamedBytes;
  const TrialMode mode = trialMode();
  return mode == TrialMode::all ||
                 (mode == TrialMode::on && bytes >= executor::StreamTrial::leastBytes)
             ? bytes
             : 0;
}

/// Whose the work-groups are: the part of their shape that comes from the queue.
void assignToQueue(executor::Task::Shape &shape, const CommandQueue &queue) {
  shape.owner = &queue;
  shape.priority = queue.priority();
  shape.group = queue.device().workerGroup();
}

/// That may run it at a time.
unsigned mostThreads(const executor::Task::Shape &shape) {
  const unsigned all = executor::ThreadPool::shared().concurrency();
  return shape.group ? std::min(all, shape.group->maximumThreads()) : all;
}

/// Whether a thread that must not block may run it, without a worker's memory.
bool isForAnyThread(const abi::KernelMetadata &metadata, std::uint64_t arenaSize) {
  return metadata.straightCode && arenaSize == 0;
}

/// Whether a trace can do without the launch, as all threads together most likely end it in less
/// than half of what is long: if it takes long after all, its ticks say so.
bool mayBeSkipped(const executor::Task::Shape &shape) {
  constexpr std::uint64_t ticksOfEach = 50'000;
  return shape.expectedTicks != 0 &&
         shape.expectedTicks <= ticksOfEach * executor::ThreadPool::shared().concurrency();
}

/// What a kernel is lent, and where its calls come back to.
struct CommandContext : HeddleWorkerContext {
  PrintBuffer *printed;
  executor::PanelCache *panels;
  std::uint64_t launch;
  std::uint64_t workerSubGroups;
  const NdRangeCommand *command;
  LaunchTrace *trace;
};

std::int32_t print(HeddleWorkerContext *worker, const char *format,
                   const HeddlePrintArgument *arguments, std::uint32_t count, const void *values) {
  const executor::FaultGuard::Suspension suspended;
  return static_cast<CommandContext *>(worker)->printed->print(format, {arguments, count, values});
}

/// Of a worker. Fewer do not pay for a panel of rows that can be read where they lie.
constexpr std::uint64_t manySubGroups = 32;
/// Sub-groups of a worker, and bytes of the largest panel. With less, panels come from the caches
/// of others no sooner than they are made, and workers do well to read the same at the same time.
constexpr std::uint64_t leastToShare = 256, leastShared = std::uint64_t(32) << 10;
/// Bytes of the largest panel where work-items draw numbers, and come to the same panels in no
/// order that parts of a worker could follow.
constexpr std::uint64_t leastSharedByChance = std::uint64_t(128) << 10;

std::uint64_t subGroupsOfWorker(const HeddleNdRange &range, std::uint32_t subGroupSize) {
  const std::uint64_t workItems = range.localSize[0] * range.localSize[1] * range.localSize[2];
  const std::uint64_t subGroups = (workItems + subGroupSize - 1) / subGroupSize;
  return executor::workGroupCount(range) * subGroups / executor::ThreadPool::shared().concurrency();
}

bool mayShare(const HeddleNdRange &range, std::uint32_t subGroupSize,
              const executor::CostEstimate &cost) {
  // Of the first launch nobody knows what it will ask for.
  return executor::ThreadPool::shared().concurrency() > 1 &&
         subGroupsOfWorker(range, subGroupSize) >= leastToShare &&
         (cost.launches() == 0 || cost.largestPanel() >= leastShared);
}

HeddlePanel panel(HeddleWorkerContext *worker, std::uint32_t table, std::uint64_t bytes,
                  const std::uint64_t *keys, std::uint32_t count) {
  const executor::FaultGuard::Suspension suspended;
  const auto &context = *static_cast<CommandContext *>(worker);
  if ((table & heddlePanelForMany) && context.workerSubGroups < manySubGroups)
    return {nullptr, 0};
  table &= ~std::uint32_t(heddlePanelForMany);
  context.command->askedForPanel(bytes);
  return context.panels->find({context.launch, context.command->sharedPanels(),
                               &context.command->unwantedPanels(), context.workerSubGroups},
                              table, bytes, {keys, count});
}

ShadowMemory::Span memoryOf(const HeddleImage &image) {
  const std::uint64_t slices = std::uint64_t(image.depth) * image.arraySize;
  return {image.data, image.data + (slices - 1) * image.slicePitch +
                          (image.height - 1) * image.rowPitch +
                          std::uint64_t(image.width) * image.pixelSize};
}

bool leadsToGlobalMemory(const abi::ArgumentMetadata &argument) {
  return argument.kind == abi::ArgumentKind::globalPointer ||
         argument.kind == abi::ArgumentKind::constantPointer;
}

void found(HeddleWorkerContext *worker, HeddlePlace *place, const HeddleFinders *finders,
           std::uint64_t value) {
  const executor::FaultGuard::Suspension suspended;
  static_cast<CommandContext *>(worker)->command->noteFinding(*place, *finders, value);
}

void touched(HeddleWorkerContext *worker, HeddlePlace *place, const HeddleFinders *finders,
             const HeddleTouch *touch) {
  const auto &context = *static_cast<CommandContext *>(worker);
  LaunchTrace &trace = *context.trace;
  {
    const executor::FaultGuard::Suspension suspended;
    if (place->access & heddleImage)
      context.command->noteImage(*place, *finders);
    trace.touched(*place, *finders, *touch);
  }
  if (trace.waitsForEver())
    executor::FaultGuard::leave();
}

} // namespace

struct NdRangeCommand::Tracing final : LaunchTrace::Report {
  explicit Tracing(const NdRangeCommand &command)
      : command(command), ranges(command.givenArguments().ranges),
        trace(command.range, ranges, command.givenArguments().localMemSize, command.traceBudget,
              *this, strictMode().all) {}

  /// Whether both arguments lead to one image, which one of them reads and the other one writes.
  bool mayNotBeOne(std::size_t a, std::size_t b) const {
    const std::vector<abi::ArgumentMetadata> &metadata = command.kernel->metadata().arguments;
    const std::vector<MemoryObject *> &objects = command.givenArguments().objects;
    const auto isRead = [&](std::size_t i) {
      return metadata[i].accessQualifier != CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
    };
    const auto isWritten = [&](std::size_t i) {
      return metadata[i].accessQualifier != CL_KERNEL_ARG_ACCESS_READ_ONLY;
    };
    return metadata[a].kind == abi::ArgumentKind::image &&
           metadata[b].kind == abi::ArgumentKind::image && objects[a] && objects[a] == objects[b] &&
           (isRead(a) || isRead(b)) && (isWritten(a) || isWritten(b));
  }

  void operator()(HeddlePlace &place, const HeddleFinders &finders, std::uint64_t value,
                  HeddleFindingKind kind, const OtherAccess *other) const override {
    command.report(place, finders, value, kind, other);
  }

  /// An argument that leads to the image of this one, which must not; -1 for none.
  int otherImage(std::size_t argument) const {
    for (std::size_t i = 0; i < ranges.size(); ++i)
      if (i != argument && mayNotBeOne(i, argument))
        return static_cast<int>(i);
    return -1;
  }

  std::vector<ShadowMemory::Span> buffers() const override { return command.tracedBuffers(); }

  /// Shared virtual memory is the host's as well.
  bool isShared(const HeddlePlace &place) const override {
    if (place.access & heddleLocal)
      return false;
    return place.argument < 0 ||
           !command.givenArguments().objects[static_cast<std::size_t>(place.argument)];
  }

  /// What the commands before this one have written is known now.
  void start() {
    const std::vector<MemoryObject *> &objects = command.givenArguments().objects;
    const std::vector<abi::ArgumentMetadata> &metadata = command.kernel->metadata().arguments;
    const SharedMemory &shared = command.kernel->context().sharedMemory();
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      HeddleArgumentRange &range = ranges[i];
      if (!leadsToGlobalMemory(metadata[i]) || range.readable == 0 || range.size == UINT64_MAX)
        continue;
      const std::uint64_t begin = command.addressOfArgument(i) - range.before;
      range.written = std::min(
          range.size, objects[i] ? objects[i]->writtenBytes()
                                 : shared.writtenBytes(reinterpret_cast<const void *>(begin)));
    }
    for (const HeddleArgumentRange &range : ranges)
      writtenAtStart.push_back(range.written);
  }

  /// Whether nobody has written what is read there, behind the first byte of which that is so.
  bool isUnwritten(const HeddlePlace &place, std::uint64_t offset) {
    const auto index = static_cast<std::size_t>(place.argument);
    const std::uint64_t begin = command.addressOfArgument(index) - ranges[index].before;
    if (trace.isUnwritten(place, begin + offset, std::max<std::uint64_t>(place.bytes, 1),
                          begin + ranges[index].size))
      return true;
    // Most of it was written, or what was not is never read: work-groups from now on do not ask.
    constexpr unsigned most = 1 << 20;
    if (asked.fetch_add(1, std::memory_order_relaxed) == most)
      for (HeddleArgumentRange &range : ranges)
        std::atomic_ref(range.written).store(range.readable, std::memory_order_relaxed);
    return false;
  }

  const NdRangeCommand &command;
  std::vector<HeddleArgumentRange> ranges; ///< for this launch
  /// Of these: what work-groups may have asked for.
  std::vector<std::uint64_t> writtenAtStart;
  LaunchTrace trace;
  std::atomic<unsigned> asked{0};
};

NdRangeCommand::~NdRangeCommand() = default;

Result<Ref<NdRangeCommand>> NdRangeCommand::create(CommandQueue &queue, Kernel &kernel,
                                                   const Kernel::DeviceCode &code,
                                                   const NdRange &range, cl_command_type type) {
  const abi::KernelMetadata &metadata = code.metadata();
  ArgumentSnapshot arguments = kernel.snapshotArguments(code);

  // CL_OUT_OF_RESOURCES: local memory, static and of the arguments, is more than the device has.
  // What joined work-groups have together is chosen by ourselves.
  const cl_ulong localMemory = queue.device().limits().localMemSize;
  if (arguments.askedLocalMemSize > localMemory && !metadata.joinedGroups) {
    log(LogTopic::api, "kernel '%s': needs %llu bytes of local memory, the device has %llu",
        metadata.name.c_str(), static_cast<unsigned long long>(arguments.askedLocalMemSize),
        static_cast<unsigned long long>(localMemory));
    return CL_OUT_OF_RESOURCES;
  }
  HeddleNdRange split =
      splitRange(range, metadata, code.cost(), queue.device().limits().computeUnits);
  executor::ThreadPool &pool = executor::ThreadPool::shared();
  const std::uint64_t arena =
      startOfFrames(metadata, arguments.localMemSize) +
      frameBytes(metadata, {split.localSize[0], split.localSize[1], split.localSize[2]});
  if (!pool.reserveArenas(arena)) {
    log(LogTopic::api, "kernel '%s': no memory for %llu bytes for each worker",
        metadata.name.c_str(), static_cast<unsigned long long>(arena));
    return CL_OUT_OF_RESOURCES;
  }

  executor::Task::Shape shape;
  shape.units = executor::workGroupCount(split);
  shape.stackSize = metadata.privateMemSize * metadata.subGroupSize;
  shape.expectedTicks = code.cost().expected(itemsOf(split, shape.units));
  shape.inParts = metadata.groupsShareReads;
  shape.isSpread = shape.inParts && mayShare(split, metadata.subGroupSize, code.cost());
  assignToQueue(shape, queue);
  // CL_OUT_OF_RESOURCES: private memory that could not stay in registers lives on the stack.
  if (shape.stackSize > pool.maximumStackSize()) {
    log(LogTopic::api, "kernel '%s': needs %llu bytes of stack, a worker has %zu",
        metadata.name.c_str(), static_cast<unsigned long long>(shape.stackSize),
        pool.maximumStackSize());
    return CL_OUT_OF_RESOURCES;
  }
  auto command = Ref<NdRangeCommand>::adopt(
      new NdRangeCommand(queue, kernel, code, split, std::move(arguments), arena, shape, type));
  command->enqueued = range;
  if (!command->tracing)
    command->privateSums = PrivateSums::create(metadata, command->arguments,
                                               itemsOf(split, shape.units), mostThreads(shape));
  return command;
}

Result<Ref<Command>> NdRangeCommand::repeat(CommandQueue &queue) {
  // What it needed when it was recorded is there, but in a child after fork().
  if (!executor::ThreadPool::shared().reserveArenas(arenaSize))
    return CL_OUT_OF_RESOURCES;
  executor::Task::Shape shape = workGroups.givenShape();
  shape.expectedTicks = cost.expected(itemsOf(range, shape.units));
  assignToQueue(shape, queue);
  auto command = Ref<NdRangeCommand>::adopt(new NdRangeCommand(queue, *this, shape));
  if (!command->tracing)
    command->privateSums = PrivateSums::create(kernel->metadata(), givenArguments(),
                                               itemsOf(range, shape.units), mostThreads(shape));
  return Ref<Command>(std::move(command));
}

NdRangeCommand::NdRangeCommand(CommandQueue &queue, Kernel &kernel, const Kernel::DeviceCode &code,
                               const HeddleNdRange &range, ArgumentSnapshot arguments,
                               std::uint64_t arenaSize, const executor::Task::Shape &shape,
                               cl_command_type type)
    : Command(queue, type, queue.trace() && mayBeSkipped(shape)), kernel(Ref(kernel)),
      entry(code.entry()), operations(code.operations()), variables(code.executable->variables()),
      range(range), launch(nextLaunch()), cost(code.cost()),
      traceBudget(code.executable->traceBudget(code.index)),
      streamTrial(code.executable->streamTrial(code.index)),
      threadTrials(code.executable->threadTrials(code.index)),
      hasGlobalAtomics(code.metadata().hasGlobalAtomics),
      areJoined(code.metadata().joinedGroups.numGroups() > 1),
      streamedBytes(bytesToStream(range, code.metadata())), arguments(std::move(arguments)),
      argumentBytes(this->arguments.block.data()),
      framesOffset(startOfFrames(code.metadata(), this->arguments.localMemSize)),
      arenaSize(arenaSize), subGroupSize(code.metadata().subGroupSize),
      firstDimension(code.metadata().firstDimension),
      mayRunAnywhere(isForAnyThread(code.metadata(), arenaSize)),
      printed(queue.device().limits().printfBufferSize), workGroups(*this, shape) {
  if (checksWanted())
    tracing = std::make_unique<Tracing>(*this);
}

NdRangeCommand::NdRangeCommand(CommandQueue &queue, NdRangeCommand &recorded,
                               const executor::Task::Shape &shape)
    : Command(queue, recorded.commandType(), queue.trace() && mayBeSkipped(shape)),
      recorded(Ref(recorded)), kernel(recorded.kernel), entry(recorded.entry),
      operations(recorded.operations), variables(recorded.variables), range(recorded.range),
      enqueued(recorded.enqueued), launch(nextLaunch()), cost(recorded.cost),
      traceBudget(recorded.traceBudget), streamTrial(recorded.streamTrial),
      threadTrials(recorded.threadTrials), hasGlobalAtomics(recorded.hasGlobalAtomics),
      areJoined(recorded.areJoined), streamedBytes(recorded.streamedBytes),
      argumentBytes(recorded.argumentBytes), framesOffset(recorded.framesOffset),
      arenaSize(recorded.arenaSize), subGroupSize(recorded.subGroupSize),
      firstDimension(recorded.firstDimension), mayRunAnywhere(recorded.mayRunAnywhere),
      printed(queue.device().limits().printfBufferSize), workGroups(*this, shape) {
  if (checksWanted())
    tracing = std::make_unique<Tracing>(*this);
}

void NdRangeCommand::chooseThreads() {
  // Of any processor: what takes less is not worth many threads in any case.
  constexpr std::uint64_t leastTicks = 500'000;
  // One of fewer work-groups may be one whose work-groups wait for each other.
  constexpr std::uint64_t leastGroupsOfThread = 8;
  const executor::Task::Shape &shape = workGroups.givenShape();
  const unsigned most = mostThreads(shape);
  // Its work-groups may wait for each other, each on a thread of its own.
  if (hasGlobalAtomics && shape.units <= most)
    return workGroups.suggestWorkers(most);
  if (tracing || most < 2 || shape.units < 2 || trialMode() == TrialMode::off ||
      queue()->onCallingThread())
    return;
  const double items = itemsOf(range, shape.units);
  const bool mayFight =
      hasGlobalAtomics && !privateSums && shape.units >= leastGroupsOfThread * most;
  if (trialMode() == TrialMode::all) {
    if (mayFight)
      workGroups.limitWorkers(launch % 2 != 0 ? 1 : most);
    else
      workGroups.suggestWorkers(launch % 2 != 0 ? 1 : most);
    return;
  }
  if (mayFight && cost.expected(items) >= leastTicks) {
    threadTrial = &threadTrials.ofAtomics();
    workGroups.limitWorkers(threads = threadTrial->next(most));
    // Not the time to its end: with a processor that others want, one thread is as quick as two.
    workGroups.wantProcessorTime();
  } else if (executor::ThreadPool::mayBeTooMany(most, cost.expected(items))) {
    const auto busy = static_cast<unsigned>(std::min<std::uint64_t>(most, shape.units));
    threadTrial = &threadTrials.ofShort(items, busy);
    workGroups.suggestWorkers(threads = threadTrial->next(busy));
  }
  if (threadTrial)
    startTicks = __builtin_ia32_rdtsc();
}

void NdRangeCommand::submit() {
  const executor::Task::Shape &shape = workGroups.givenShape();
  if (shape.isSpread || (!shape.inParts && cost.largestPanel() >= leastSharedByChance &&
                         executor::ThreadPool::shared().concurrency() > 1))
    panels = std::make_shared<executor::LaunchPanels>();
  if (tracing)
    tracing->start();
  if (streamedBytes != 0)
    streams = trialMode() == TrialMode::all ? launch % 2 != 0 : streamTrial.next(streamedBytes);
  executor::ThreadPool &pool = executor::ThreadPool::shared();
  if (mayRunAnywhere && executor::ThreadPool::isWorthNoCall(workGroups.givenShape())) {
    runsAtOnce = true;
    return executor::ThreadPool::runAtOnce(workGroups);
  }
  chooseThreads();
  if (!queue()->onCallingThread())
    return pool.submit(workGroups);
  RunningHere running(*this);
  here = &running;
  const Ref<NdRangeCommand> self(this);
  pool.runHere(workGroups);
  // Without memory for that it went to a worker; the thread waits in any case.
  wait();
}

void NdRangeCommand::releaseResources() {
  tracing = nullptr;
  privateSums = nullptr;
  arguments.memory.clear();
  kernel = nullptr;
  recorded = nullptr;
}

std::uint64_t NdRangeCommand::addressOfArgument(std::size_t index) const {
  std::uint64_t address = 0;
  std::memcpy(&address, argumentBytes + kernel->metadata().arguments[index].offset,
              sizeof(address));
  return address;
}

/// What arguments lead to.
std::vector<ShadowMemory::Span> NdRangeCommand::tracedBuffers() const {
  std::vector<ShadowMemory::Span> result;
  const std::vector<abi::ArgumentMetadata> &metadata = kernel->metadata().arguments;
  for (std::size_t i = 0; i < metadata.size(); ++i) {
    if (metadata[i].kind == abi::ArgumentKind::image)
      result.push_back(memoryOf(*reinterpret_cast<const HeddleImage *>(addressOfArgument(i))));
    const HeddleArgumentRange &known = givenArguments().ranges[i];
    if (metadata[i].kind != abi::ArgumentKind::globalPointer || known.size == 0 ||
        known.size == UINT64_MAX)
      continue;
    const std::uint64_t begin = addressOfArgument(i) - known.before;
    result.push_back({begin, begin + known.size});
  }
  if (!variables.empty()) {
    const auto begin = reinterpret_cast<std::uintptr_t>(variables.data());
    result.push_back({begin, begin + variables.size()});
  }
  return result;
}

void NdRangeCommand::report(HeddlePlace &place, const HeddleFinders &finders, std::uint64_t value,
                            std::optional<HeddleFindingKind> kind, const OtherAccess *other) const {
  Finding finding{place, finders, value, range, {}, 0, kind, other};
  if (place.argument >= 0) {
    const auto index = static_cast<std::size_t>(place.argument);
    finding.range = tracing->ranges[index];
    finding.argumentAddress = addressOfArgument(index);
  }
  heddle::report(finding, place, kernel->context());
}

void NdRangeCommand::noteImage(HeddlePlace &place, const HeddleFinders &finders) const {
  const int other =
      place.argument < 0 ? -1 : tracing->otherImage(static_cast<std::size_t>(place.argument));
  if (other >= 0)
    report(place, finders, static_cast<std::uint64_t>(other), heddleFinding_imageAlias);
}

void NdRangeCommand::noteFinding(HeddlePlace &place, const HeddleFinders &finders,
                                 std::uint64_t value) const {
  if (!(place.access & heddleWantsValue))
    return report(place, finders, value);
  // Each lane asks for its own place.
  for (std::uint64_t lanes = finders.lanes; lanes; lanes &= lanes - 1) {
    HeddleFinders one = finders;
    one.lanes = lanes & -lanes;
    if (finders.values)
      value = finders.values[std::countr_zero(lanes)];
    const auto index = static_cast<std::size_t>(place.argument);
    Finding finding{place, one, value, range, tracing->ranges[index], addressOfArgument(index)};
    finding.range.written = tracing->writtenAtStart[index];
    if (kindOf(finding) != heddleFinding_unwrittenBuffer || tracing->isUnwritten(place, value))
      return heddle::report(finding, place, kernel->context());
  }
}

void NdRangeCommand::describe(TraceEvent &event) const {
  const auto sizes = [&](const std::array<std::uint64_t, 3> &all) {
    return std::span(all.data(), enqueued.workDim);
  };
  event.argument("global size", sizes(enqueued.globalSize));
  event.argument("local size", sizes(enqueued.localSize));
  if (enqueued.globalOffset != std::array<std::size_t, 3>{})
    event.argument("global offset", sizes(enqueued.globalOffset));
  if (range.joined) {
    std::array<std::uint64_t, 3> run;
    std::copy_n(range.localSize, 3, run.begin());
    event.argument("run in work-groups of", sizes(executor::inOrderOfCode(firstDimension, run)));
  }
  event.argument("sub-group size", subGroupSize);
}

void NdRangeCommand::describeWork(TraceEvent &event) const {
  if (operations)
    describeOperations(event, operations, argumentBytes, enqueued, subGroupSize);
}

void NdRangeCommand::learnCost(std::uint64_t groups, std::uint64_t ticks) {
  // The next launch has less to trace, if any: what tracing takes would call threads for nothing.
  if (tracing && !strictMode().all) {
    groups -= std::min(groups, tracing->trace.groupsTraced());
    ticks -= std::min(ticks, tracing->trace.ticksOfTraced());
  }
  cost.learn(itemsOf(range, groups), ticks * timesLonger());
}

std::uint64_t NdRangeCommand::timesLonger() const {
  if (!areJoined)
    return 1;
  std::uint64_t apart = 1;
  for (int i = 0; i < 3; ++i)
    apart *= (enqueued.globalSize[i] + enqueued.localSize[i] - 1) / enqueued.localSize[i];
  const executor::Task::Shape &shape = workGroups.givenShape();
  return executor::timesFewerWorkers(apart, shape.units, mostThreads(shape));
}

void NdRangeCommand::WorkGroups::starting() {
  // One thread alone is measured anyway; several may leave gaps between them.
  if (!command.runsAtOnce && !command.threadTrial && command.isSkipped()) [[unlikely]]
    command.startTicks = __builtin_ia32_rdtsc();
  command.markStarted();
}

void NdRangeCommand::WorkGroups::run(std::uint64_t first, std::uint64_t count,
                                     executor::Worker &worker) {
  CommandTrace *const trace = command.commandTrace();
  const TracedPart part(trace, trace ? command.traceName() : "", first, count);
  CommandContext context;
  context.localMemory = worker.arena.data();
  context.frames = worker.arena.data() + command.framesOffset;
  context.framesEnd = worker.arena.data() + worker.arena.size();
  context.stackEnd = __builtin_frame_address(0);
  context.print = print;
  context.printed = &command.printed;
  context.panel = panel;
  context.panels = &worker.panels;
  context.launch = command.launch;
  context.workerSubGroups = subGroupsOfWorker(command.range, command.subGroupSize);
  context.ranges =
      command.tracing ? command.tracing->ranges.data() : command.givenArguments().ranges.data();
  context.found = found;
  context.touched = touched;
  context.traced = 0;
  context.streams = command.streams;
  context.trace = command.tracing ? &command.tracing->trace : nullptr;
  context.command = &command;
  const std::byte *const argumentBytes =
      command.privateSums ? command.privateSums->argumentsOf(worker.index) : command.argumentBytes;
  const auto runGroups = [&] {
    if (!context.trace) {
      command.entry(argumentBytes, &command.range, first, count, &context);
      return worker.panels.finishLast();
    }
    for (std::uint64_t group = first, end = first + count; group < end;) {
      LaunchTrace::Part part = context.trace->partAt(group);
      part.groups = std::min(part.groups, end - group);
      context.trace->begins(part.groups);
      context.traced = part.isTraced;
      const std::uint64_t start = __builtin_ia32_rdtsc();
      if (part.isTraced)
        context.trace->begin(context.localMemory);
      command.entry(command.argumentBytes, &command.range, group, part.groups, &context);
      if (part.isTraced)
        context.trace->end();
      context.trace->spent(part, __builtin_ia32_rdtsc() - start);
      group += part.groups;
    }
  };
  if (!options().catchFaults && !context.trace)
    return runGroups();
  if (command.hasFaulted.load(std::memory_order_relaxed))
    return;
  if (context.trace)
    context.trace->enter();
  const auto guarded =
      options().catchFaults ? executor::FaultGuard::run : executor::FaultGuard::runWithoutHandlers;
  const std::optional<executor::Fault> fault =
      guarded([](void *function) { (*static_cast<decltype(runGroups) *>(function))(); },
              const_cast<void *>(static_cast<const void *>(&runGroups)));
  if (context.trace)
    context.trace->leave();
  // Once for all work-groups: they often fault together.
  if (fault && !command.hasFaulted.exchange(true))
    complain("kernel '%s': %s in work-groups %llu to %llu; its command fails",
             command.kernel->metadata().name.c_str(), fault->description().c_str(),
             static_cast<unsigned long long>(first),
             static_cast<unsigned long long>(first + count - 1));
}

void NdRangeCommand::WorkGroups::finished() {
  if (command.here)
    command.here->done();
  command.panels = nullptr;
  if (command.privateSums)
    command.privateSums->addUp();
  if (command.threadTrial)
    command.threadTrial->learn(command.threads, itemsOf(command.range, givenShape().units),
                               givenShape().wantsProcessorTime
                                   ? processorTime() / command.threads
                                   : __builtin_ia32_rdtsc() - command.startTicks);
  command.learnCost(givenShape().units, ticksSpent());
  if (command.streamedBytes != 0)
    command.streamTrial.learn(command.streams, command.streamedBytes, ticksSpent());
  // Before anybody sees the command as complete.
  command.printed.flush();
  const bool hasFailed = command.hasFaulted.load(std::memory_order_relaxed);
  // One that failed is shown in any case.
  if (command.isSkipped() && !hasFailed) [[unlikely]]
    command.traceIfLong(command.runsAtOnce ? ticksSpent()
                                           : __builtin_ia32_rdtsc() - command.startTicks);
  command.finish(hasFailed ? CL_OUT_OF_RESOURCES : CL_SUCCESS);
}

} // namespace heddle
