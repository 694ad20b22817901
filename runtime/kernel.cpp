#include "runtime/kernel.hpp"

#include "runtime/executor/group_codes.hpp"
#include "runtime/executor/work_group_size.hpp"
#include "runtime/strict/strict_mode.hpp"
#include "runtime/support/log.hpp"
#include "runtime/support/trace.hpp"
#include "runtime/trial_mode.hpp"

#include <algorithm>

namespace heddle {

namespace {

// What one worker may spend on the frames of suspended sub-groups.
constexpr std::uint64_t maximumFrameBytes = std::uint64_t(256) << 20;

// Where global ids end that code with wholeSubGroupsOnly or alignedGroupsOnly is made for.
constexpr std::size_t smallGlobalIds = std::size_t(1) << 31;

// Ticks of the time stamp counter, some 0.4 s, that launches of a few work-items may take one after
// another before lanes for them are compiled.
constexpr std::uint64_t ticksWorthLanes = std::uint64_t(1) << 30;

// Takes back the count of a kernel that was announced to its program and then not made.
class AnnouncedKernel {
public:
  explicit AnnouncedKernel(Program &program) : program(&program) {}
  AnnouncedKernel(const AnnouncedKernel &) = delete;
  AnnouncedKernel &operator=(const AnnouncedKernel &) = delete;
  ~AnnouncedKernel() {
    if (program)
      program->kernelDestroyed();
  }
  /// The kernel exists and takes its count back itself.
  void made() { program = nullptr; }

private:
  Program *program;
};

} // namespace

std::uint64_t frameBytes(const abi::KernelMetadata &metadata,
                         const std::array<std::size_t, 3> &localSize) {
  if (metadata.frameSize == 0)
    return 0;
  const std::uint64_t alignment = std::max<std::uint64_t>(metadata.frameAlignment, 1);
  const std::uint64_t stride = (metadata.frameSize + alignment - 1) / alignment * alignment;
  // Those of a row, or of all of them.
  const std::uint64_t rows = localSize[1] * localSize[2];
  const bool areApart = metadata.joinedGroups.rowsApart;
  const std::uint64_t workItems = localSize[0] * (areApart ? 1 : rows);
  const std::uint64_t subGroups = (workItems + metadata.subGroupSize - 1) / metadata.subGroupSize;
  return stride * subGroups * (areApart ? rows : 1);
}

std::size_t maximumWorkGroupSize(const Kernel::DeviceCode &code) {
  std::size_t most = code.device->limits().maxWorkGroupSize;
  const abi::KernelMetadata &metadata = code.metadata();
  if (const std::uint64_t frame = frameBytes(metadata, {1, 1, 1}))
    most = std::min<std::size_t>(most, std::max<std::uint64_t>(1, maximumFrameBytes / frame) *
                                           metadata.subGroupSize);
  return most;
}

Kernel::Kernel(Program &program, std::vector<DeviceCode> built)
    : Object(ObjectKind::kernel, &program), owner(Ref(program)), code(std::move(built)),
      arguments(code.front().metadata()), deferred(std::make_unique<Compiled[]>(code.size())) {}

Kernel::~Kernel() {
  owner->forgetWaiting(*this);
  owner->kernelDestroyed();
}

Result<Ref<Kernel>> Kernel::create(Program &program, const std::string &name) {
  const std::vector<Program::DeviceExecutable> built = program.executablesForKernel();
  if (built.empty())
    return CL_INVALID_PROGRAM_EXECUTABLE;
  AnnouncedKernel announced(program);
  std::vector<DeviceCode> code;
  for (const auto &[device, executable] : built) {
    const std::vector<abi::KernelMetadata> &kernels = executable->metadata().kernels;
    auto found =
        std::find_if(kernels.begin(), kernels.end(),
                     [&](const abi::KernelMetadata &kernel) { return kernel.name == name; });
    if (found == kernels.end())
      continue;
    code.push_back({device, executable, static_cast<std::size_t>(found - kernels.begin())});
    if (!haveSameArguments(code.front().metadata(), *found))
      return CL_INVALID_KERNEL_DEFINITION;
  }
  if (code.empty()) {
    log(LogTopic::api, "clCreateKernel: the program has no kernel '%s'", name.c_str());
    return CL_INVALID_KERNEL_NAME;
  }
  auto kernel = Ref<Kernel>::adopt(new Kernel(program, std::move(code)));
  announced.made();
  if (kernel->metadata().isDeferred)
    program.addWaiting(*kernel);
  return kernel;
}

Result<Ref<Kernel>> Kernel::clone() {
  // Counts the new kernel; the program is built, because this kernel is there.
  if (owner->executablesForKernel().empty())
    return CL_INVALID_KERNEL;
  AnnouncedKernel announced(*owner);
  auto copy = Ref<Kernel>::adopt(new Kernel(*owner, code));
  announced.made();
  MutexLock lock(mutex);
  MutexLock copyLock(copy->mutex);
  copy->arguments = arguments;
  return copy;
}

const Kernel::DeviceCode *Kernel::codeFor(const Device &device) const {
  for (const Device *at = &device; at; at = at->parent()) {
    for (const DeviceCode &one : code)
      if (one.device == at)
        return &one;
    // A build for this very device that failed is not made good by another one's.
    if (owner->hasDevice(*at))
      break;
  }
  return nullptr;
}

const Kernel::DeviceCode *Kernel::compiled(const DeviceCode *usual,
                                           const std::array<std::size_t, 3> &globalSize,
                                           const std::array<std::size_t, 3> *localSize) {
  const abi::KernelMetadata &metadata = usual->metadata();
  // Most enqueues end here.
  if (!metadata.isDeferred)
    return usual;
  Compiled &compiled = deferred[static_cast<std::size_t>(usual - code.data())];
  if (compiled.isThere.load(std::memory_order_acquire))
    return &compiled.code;
  Trace::mayTakeLong();
  const std::size_t lanes = metadata.subGroupSize;
  std::size_t items = 1;
  for (const std::size_t size : globalSize)
    items = size > lanes ? lanes : std::min(items * size, lanes);
  const auto compile = [&](const Program::Recompilation &wanted) {
    owner->compileWaiting(*this, *usual, wanted);
    return owner->compiledAgain(*usual, wanted);
  };
  MutexLock lock(mutex);
  if (items < lanes && !metadata.seesSubGroups && !compiled.code.executable &&
      compiled.ticksOfOneLane < ticksWorthLanes) {
    if (!compiled.ofOneLane.executable)
      compiled.ofOneLane = compile({.kernel = metadata.name, .subGroupSize = 1});
    if (compiled.ofOneLane.executable) {
      compiled.ticksOfOneLane += compiled.ofOneLane.cost().expected(double(items));
      return &compiled.ofOneLane;
    }
  }
  if (!compiled.code.executable) {
    // Both kinds of code at once where this launch has missing lanes, as far as one can tell: small
    // work-groups are joined, if the kernel cannot tell them apart.
    const bool anyRange = globalSize[0] % lanes != 0 ||
                          (localSize && (*localSize)[0] > lanes && (*localSize)[0] % lanes != 0 &&
                           (*localSize)[1] * (*localSize)[2] == 1);
    compiled.code = compile({.kernel = metadata.name,
                             .anyRange = anyRange,
                             .alignedGroups = true,
                             .wholeSubGroups = !anyRange});
    compiled.isThere.store(compiled.code.executable != nullptr, std::memory_order_release);
  }
  return compiled.code.executable ? &compiled.code : nullptr;
}

const Kernel::DeviceCode *Kernel::codeForLaunch(const DeviceCode *usual,
                                                const std::array<std::size_t, 3> &globalOffset,
                                                const std::array<std::size_t, 3> &globalSize,
                                                const std::array<std::size_t, 3> &localSize,
                                                std::uint64_t groups) {
  const abi::KernelMetadata &metadata = usual->metadata();
  // Most enqueues have the usual code.
  if (metadata.wholeSubGroupsOnly || metadata.alignedGroupsOnly) {
    const bool hasLanes = executor::hasCodeFor(metadata, globalSize, localSize);
    bool isPlaced = true;
    for (int i = 0; i < 3; ++i)
      isPlaced &=
          globalOffset[i] <= smallGlobalIds && globalSize[i] <= smallGlobalIds - globalOffset[i] &&
          (!metadata.alignedGroupsOnly || localSize[i] == 0 || globalOffset[i] % localSize[i] == 0);
    // Instead of code with missing lanes, whose lanes would have parts of several rows, or no work.
    if (!hasLanes && isPlaced && !metadata.alignedGroupsOnly && trialMode() == TrialMode::on &&
        (executor::breaksRows(metadata, localSize) || executor::areSmall(metadata, localSize)) &&
        !hasCodeForAnyRange(*usual))
      if (const DeviceCode *code = codeForGroups(usual, globalSize, localSize, groups);
          code != usual && code)
        return code;
    if (!hasLanes || !isPlaced)
      usual = codeForAnyRange(*usual);
    if (!usual)
      return nullptr;
  }
  return codeForGroups(usual, globalSize, localSize, groups);
}

bool Kernel::hasCodeForAnyRange(const DeviceCode &usual) {
  MutexLock lock(mutex);
  return forAnyRange.contains(&usual);
}

const Kernel::DeviceCode *Kernel::codeForAnyRange(const DeviceCode &usual) {
  MutexLock lock(mutex);
  auto [found, isNew] = forAnyRange.try_emplace(&usual);
  if (isNew) {
    Trace::mayTakeLong();
    found->second = owner->codeForAnyRange(usual);
  }
  return found->second.executable ? &found->second : nullptr;
}

const Kernel::DeviceCode *Kernel::codeForGroups(const DeviceCode *usual,
                                                const std::array<std::size_t, 3> &globalSize,
                                                const std::array<std::size_t, 3> &localSize,
                                                std::uint64_t groups) {
  if (groups == 0 || !executor::mayWantGroupCode(usual->metadata(), globalSize, localSize) ||
      trialMode() == TrialMode::off)
    return usual;
  const executor::GroupsOfLaunch launch{globalSize, localSize, groups, localMemSize(),
                                        usual->device->limits().computeUnits};
  CodeContest *contest = lastContest.load(std::memory_order_acquire);
  if (!contest || !contest->isAbout(*usual, launch)) {
    Trace::mayTakeLong();
    contest = owner->contestFor(*usual, launch);
    if (!contest)
      return usual;
    lastContest.store(contest, std::memory_order_release);
  }
  return owner->choose(*contest, launch);
}

cl_int Kernel::setArgument(cl_uint index, std::size_t size, const void *value) {
  MutexLock lock(mutex);
  return arguments.set(context(), index, size, value);
}

cl_int Kernel::setPointerArgument(cl_uint index, const void *pointer) {
  MutexLock lock(mutex);
  return arguments.setPointer(index, pointer);
}

cl_int Kernel::checkArguments() {
  MutexLock lock(mutex);
  return arguments.check();
}

ArgumentSnapshot Kernel::snapshotArguments(const DeviceCode &wanted) {
  MutexLock lock(mutex);
  ArgumentSnapshot taken = arguments.snapshot(wanted.metadata());
  const bool areAddedTo =
      wanted.metadata().hasGlobalAtomics &&
      std::any_of(wanted.metadata().arguments.begin(), wanted.metadata().arguments.end(),
                  [](const abi::ArgumentMetadata &argument) { return argument.addedBytes != 0; });
  if (wanted.metadata().asksRanges || areAddedTo || checksWanted())
    taken.ranges = arguments.ranges(context().sharedMemory());
  if (areAddedTo || checksWanted())
    taken.objects = arguments.objects();
  return taken;
}

std::uint64_t Kernel::localMemSize() {
  MutexLock lock(mutex);
  return arguments.localMemSize();
}

std::array<std::size_t, 3> Kernel::chooseLocalSize(const DeviceCode &wanted, unsigned workers,
                                                   unsigned workDim,
                                                   const std::array<std::size_t, 3> &globalSize) {
  const abi::KernelMetadata &metadata = wanted.metadata();
  if (metadata.requiredWorkGroupSize[0] != 0) {
    std::array<std::size_t, 3> required;
    std::copy_n(metadata.requiredWorkGroupSize.begin(), 3, required.begin());
    return required;
  }
  MutexLock lock(mutex);
  if (lastChoice.code == &wanted && lastChoice.workers == workers &&
      lastChoice.workDim == workDim && lastChoice.globalSize == globalSize)
    return lastChoice.localSize;

  const DeviceLimits &device = wanted.device->limits();
  executor::WorkGroupLimits limits;
  limits.subGroupSize = metadata.subGroupSize;
  limits.maximumItems = maximumWorkGroupSize(wanted);
  std::copy_n(device.maxWorkItemSizes, 3, limits.maximumSizes.begin());
  limits.workers = workers;
  limits.anySize = !metadata.uniformWorkGroups;
  limits.code = &metadata;
  if (metadata.requiredNumSubGroups != 0) {
    // The number of sub-groups leaves only one size, in dimension 0.
    const std::size_t items = std::size_t(metadata.requiredNumSubGroups) * metadata.subGroupSize;
    lastChoice = {&wanted, workers, workDim, globalSize, {items, 1, 1}};
    return lastChoice.localSize;
  }
  lastChoice = {&wanted, workers, workDim, globalSize,
                executor::chooseWorkGroupSize(globalSize, limits)};
  return lastChoice.localSize;
}

} // namespace heddle
