#include "runtime/code_contests.hpp"

#include "runtime/abi/abi_version.hpp"
#include "runtime/abi/byte_stream.hpp"
#include "runtime/compile/cached_compiler.hpp"
#include "runtime/executor/work_group_size.hpp"
#include "runtime/kernel.hpp"
#include "runtime/support/hash.hpp"
#include "runtime/support/log.hpp"
#include "runtime/support/options.hpp"
#include "runtime/trial_mode.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace heddle {

namespace {

// Ticks of the time stamp counter, some 50 ms, which is about what a build of one kernel of so many
// bytes takes.
constexpr std::uint64_t ticksOfBuild = std::uint64_t(1) << 27;
constexpr std::uint64_t bytesOfBuild = std::uint64_t(64) << 10;
// What HEDDLE_SMALL_GROUPS is unless it is set.
constexpr std::uint64_t usualSmallGroups = 4096;
// How many times as many have the next way of them compiled.
constexpr std::uint64_t growthOfEnough = 16;
// Programs that try many sizes of a kernel are not to wait for builds for each.
constexpr std::size_t mostContestsOfKernel = 16, mostContests = 256;
// How many times as quick code without lanes is for work-items that are alone: it pays that soon.
constexpr std::uint64_t gainOfTiny = 8;
// Work-items that may take as long as a build of their kernel if their rows are broken, one that
// needs not be waited for, and one that does.
constexpr double itemsWorthBuild = 1 << 13, itemsWorthWaiting = 1 << 16;
// Longer kernels take longer to build.
constexpr std::uint64_t mostBytesToWaitFor = 16 * bytesOfBuild;
// What suspended sub-groups of other code may take of a worker's memory: it should stay in the
// second cache, and a launch must not fail for want of it.
constexpr std::uint64_t mostFrames = std::uint64_t(512) << 10;

std::uint64_t bytesOfKernel(const Executable &executable) {
  return executable.binary().elf.size() /
         std::max<std::size_t>(executable.metadata().kernels.size(), 1);
}

std::uint64_t ticksWorthBuild(const Executable &executable) {
  const std::uint64_t builds = std::max<std::uint64_t>(bytesOfKernel(executable) / bytesOfBuild, 1);
  const std::uint64_t many = std::min(options().smallGroups, usualSmallGroups);
  return builds * (ticksOfBuild / usualSmallGroups) * many;
}

double itemsOf(const executor::GroupsOfLaunch &launch) {
  return double(launch.groups) * double(launch.localSize[0]) * double(launch.localSize[1]) *
         double(launch.localSize[2]);
}

/// Stands for the usual code.
constexpr executor::GroupCode usualCode{0, {}};

/// How long a launch may take by which that is tried, so that nobody notices what takes many times
/// as long: lanes whose elements fall into the same sets of the cache have taken 50 times as long.
/// What a work-item of a tiny work-group does it does alone either way.
std::uint64_t longestTrial(const executor::GroupCode &code, bool areTiny) {
  if (code.subGroupSize == 1 && areTiny)
    return UINT64_MAX;
  // What breaks rows, where other code does not: it has taken 30 times as long.
  if (code == usualCode)
    return ticksOfBuild / 16;
  if (!code.joinedGroups)
    return ticksOfBuild / 4;
  // Several work-items one after another, which lanes would do at once.
  if (code.subGroupSize == 1 && code.joinedGroups.numWorkItems() > 1)
    return ticksOfBuild;
  return UINT64_MAX;
}

// Launches that are longer than that try other lanes, too, once so many have shown that there are
// many: what a trial may lose is little beside them. None that is this long.
constexpr std::uint64_t launchesWorthRisk = 64, longestRisk = 2 * ticksOfBuild;

bool isOtherLanes(const executor::GroupCode &code) {
  return code != usualCode && !code.joinedGroups && code.knownLocalSize[0] == 0;
}

/// Whether the executor cuts the ND-range as it likes: other lanes are all there is to try.
bool cutsAnew(const DeviceCode &usual) {
  const abi::GroupBoundaries boundaries = usual.metadata().groupBoundaries;
  return boundaries == abi::GroupBoundaries::invisible ||
         boundaries == abi::GroupBoundaries::visibleInTail;
}

template <typename Number> std::string textOf(const std::array<Number, 3> &size) {
  return std::to_string(size[0]) + " x " + std::to_string(size[1]) + " x " +
         std::to_string(size[2]);
}

std::string textOf(const executor::GroupCode &code, const DeviceCode &usual) {
  const bool isUsual = code == usualCode;
  const std::uint32_t size = isUsual ? usual.metadata().subGroupSize : code.subGroupSize;
  std::string text = size == 1 ? "1 lane" : std::to_string(size) + " lanes";
  if (isUsual)
    text += " as usual";
  if (code.keepsDimensions)
    text += ", dimensions in place";
  if (const abi::JoinedGroups &joined = code.joinedGroups)
    text += joined.numGroups() == 1
                ? " for groups of " + textOf(joined.localSize)
                : " for " + textOf(joined.groups) + " groups of " + textOf(joined.localSize);
  if (code.joinedGroups.rowsApart)
    text += " by rows";
  if (code.knownLocalSize[0] != 0)
    text += " for groups of " + textOf(code.knownLocalSize);
  return text;
}

std::string encode(const executor::GroupCode &code) {
  abi::ByteWriter out;
  out.integer(code.subGroupSize);
  for (int i = 0; i < 3; ++i) {
    out.integer(code.joinedGroups.localSize[i]);
    out.integer(code.joinedGroups.groups[i]);
  }
  out.integer<std::uint8_t>(code.joinedGroups.uniform);
  out.integer<std::uint8_t>(code.joinedGroups.rowsApart);
  for (std::uint32_t size : code.knownLocalSize)
    out.integer(size);
  out.integer<std::uint8_t>(code.keepsDimensions);
  return out.take();
}

} // namespace

CodeContest::CodeContest(const DeviceCode &usual, const executor::GroupsOfLaunch &launch,
                         const executor::GroupCodes &codes)
    : usual(usual), first(launch), all(codes),
      breaksRows(executor::breaksRows(usual.metadata(), launch.localSize) &&
                 codes.begin()->joinedGroups.numGroups() == 1),
      lacksLanes(!executor::hasCodeFor(usual.metadata(), launch.globalSize, launch.localSize)) {
  MutexLock lock(mutex);
  enough = options().smallGroups;
  std::copy(all.begin(), all.end(), std::back_inserter(wanted));
  std::reverse(wanted.begin(), wanted.end());
}

bool CodeContest::isOf(const DeviceCode &code) const {
  return code.executable == usual.executable && code.index == usual.index;
}

bool CodeContest::isAbout(const DeviceCode &code, const executor::GroupsOfLaunch &launch) const {
  return isOf(code) && launch.localSize == first.localSize &&
         launch.globalSize == first.globalSize && launch.localMemSize == first.localMemSize;
}

bool CodeContest::isAbout(const DeviceCode &code, const executor::GroupsOfLaunch &launch,
                          const executor::GroupCodes &codes) const {
  return isOf(code) && (cutsAnew(usual) || launch.localSize == first.localSize) && codes == all &&
         lacksLanes == !executor::hasCodeFor(usual.metadata(), launch.globalSize, launch.localSize);
}

const DeviceCode *CodeContest::choose(const executor::GroupsOfLaunch &launch, Host &host) {
  if (const DeviceCode *code = settled.load(std::memory_order_acquire))
    return code;
  if (executor::isCertain(all) && trialMode() != TrialMode::all)
    return chooseCertain(host);
  bool waits = false;
  {
    MutexLock lock(mutex);
    waits = isToWait(launch);
    if (!waits && !begun && lacksLanes && !breaksRows)
      return nullptr;
    if (!waits)
      return chooseLocked(launch, host);
    begun = true;
    isBusy = true;
    // Behind the first one, if launches turn out to be short.
    if (breaksRows)
      wanted.insert(wanted.end() - 1, usualCode);
  }
  takeUpWinner(host);
  if (const DeviceCode *code = settled.load(std::memory_order_acquire))
    return code;
  compileNext(host);
  MutexLock lock(mutex);
  return chooseLocked(launch, host);
}

const DeviceCode *CodeContest::chooseCertain(Host &host) {
  {
    MutexLock lock(mutex);
    if (begun)
      return contestants.empty() ? &usual : &contestants.front().code;
    begun = true;
  }
  DeviceCode code = host.compileFor(usual, *all.begin());
  MutexLock lock(mutex);
  const DeviceCode *chosen = &usual;
  if (code.executable && fitsFrames(code))
    chosen = &add(*all.begin(), std::move(code)).code;
  settled.store(chosen, std::memory_order_release);
  return chosen;
}

bool CodeContest::isToWait(const executor::GroupsOfLaunch &launch) const {
  if (begun || trialMode() == TrialMode::all)
    return false;
  // Something has to be compiled for the launch in any case: fewer small groups are worth it.
  if (!breaksRows)
    return lacksLanes && areMany(launch, launch.groups * growthOfEnough);
  return lacksLanes || (itemsOf(launch) >= itemsWorthWaiting &&
                        bytesOfKernel(*usual.executable) <= mostBytesToWaitFor);
}

const DeviceCode *CodeContest::chooseLocked(const executor::GroupsOfLaunch &launch, Host &host) {
  if (trialMode() == TrialMode::all)
    return byTurns(host);
  if (!begun) {
    begun = true;
    isBusy = true;
    // Its launches count from the first one on: it is not to be tried once more.
    if (breaksRows)
      add(usualCode, usual);
    const auto place = breaksRows ? TaskThread::Place::first : TaskThread::Place::last;
    host.later([this, &host] { takeUpWinner(host); }, place);
  }
  if (!isBusy && !wanted.empty() && isTimeForNext(launch)) {
    isBusy = true;
    host.later([this, &host] { compileNext(host); },
               wantsFirst() ? TaskThread::Place::first : TaskThread::Place::last);
  }
  // Until there is something else it is measured as part of its program.
  if (contestants.empty())
    return lacksLanes ? nullptr : &usual;
  const Contestant &next = contestants[trials.next()];
  if (!isBusy && wanted.empty() && trials.areOver())
    settle(next, host);
  return &next.code;
}

const DeviceCode *CodeContest::byTurns(Host &host) {
  if (!begun) {
    begun = true;
    add(usualCode, usual);
    for (const executor::GroupCode &one : all)
      if (DeviceCode code = host.compileFor(usual, one); code.executable && fitsFrames(code))
        add(one, std::move(code));
  }
  // The usual one last: a single launch is to have another.
  const Contestant &next = contestants[contestants.size() - 1 - turn++ % contestants.size()];
  log(LogTopic::build, "kernel '%s': this launch has %s", usual.metadata().name.c_str(),
      textOf(next.wanted, usual).c_str());
  return &next.code;
}

bool CodeContest::areMany(const executor::GroupsOfLaunch &launch, std::uint64_t many) const {
  return many >= enough && executor::areSmall(usual.metadata(), launch.localSize) &&
         !cutsAnew(usual);
}

CodeContest::Contestant &CodeContest::add(const executor::GroupCode &one, DeviceCode code) {
  code.ownCost = &trials.add();
  return contestants.emplace_back(one, std::move(code));
}

bool CodeContest::isTimeForNext(const executor::GroupsOfLaunch &launch) {
  const executor::CostEstimate &cost = contestants.empty() ? usual.cost() : trials.bestCost();
  const double launched = itemsOf(launch);
  groups += launch.groups;
  items += launched;
  ticks += cost.expected(launched);
  // A launch is waited for as long as its workers take together, where nothing else holds them up.
  const std::uint64_t launchTicks =
      cost.leastExpected(launched) / std::clamp<std::uint64_t>(launch.groups, 1, launch.workers);
  waited += launchTicks;
  const bool areTiny = executor::areTiny(usual.metadata(), launch.localSize);
  const std::uint64_t worthBuild = ticksWorthBuild(*usual.executable) / (areTiny ? gainOfTiny : 1);
  if (!areMany(launch, groups) && ticks < worthBuild && !(wantsFirst() && items >= itemsWorthBuild))
    return false;
  // Sizes that are not worth the risk are left out, and not what comes behind them.
  while (!wanted.empty() && launchTicks > longestTrial(wanted.back(), areTiny)) {
    const bool mayBeWorthIt = isOtherLanes(wanted.back()) && launchTicks <= longestRisk;
    if (mayBeWorthIt && waited / launchesWorthRisk < launchTicks)
      return false;
    if (mayBeWorthIt)
      break;
    wanted.pop_back();
  }
  ticks = 0;
  enough *= growthOfEnough;
  return !wanted.empty();
}

bool CodeContest::wantsFirst() const {
  return breaksRows && contestants.size() == 1 && contestants.front().wanted == usualCode &&
         wanted.size() == all.size();
}

void CodeContest::compileNext(Host &host) {
  executor::GroupCode next;
  {
    MutexLock lock(mutex);
    // Others may have taken the last one while a launch that waits looked for a note.
    isBusy = !wanted.empty();
    if (!isBusy)
      return;
    next = wanted.back();
    wanted.pop_back();
  }
  DeviceCode code = next == usualCode && !lacksLanes ? usual : host.compileFor(usual, next);
  MutexLock lock(mutex);
  isBusy = false;
  if (code.executable && fitsFrames(code)) {
    // Or it is wanted, or was added at the beginning.
    if (contestants.empty() && !breaksRows && !lacksLanes)
      add(usualCode, usual);
    add(next, std::move(code));
  } else if (wanted.empty() && contestants.empty() && !lacksLanes) {
    settled.store(&usual, std::memory_order_release);
  }
}

void CodeContest::takeUpWinner(Host &host) {
  const std::optional<std::string> note = compile::CachedCompiler::shared().findNote(noteKey());
  const auto winner = std::find_if(all.begin(), all.end(), [&](const executor::GroupCode &one) {
    return note && *note == encode(one);
  });
  const bool isUsual = note && *note == encode(usualCode);
  DeviceCode code;
  if (winner != all.end() || (isUsual && lacksLanes))
    code = host.compileFor(usual, isUsual ? usualCode : *winner);
  if (code.executable && !fitsFrames(code))
    code = {};
  MutexLock lock(mutex);
  isBusy = false;
  if (!code.executable && (!isUsual || lacksLanes))
    return;
  wanted.clear();
  const executor::GroupCode &found = isUsual ? usualCode : *winner;
  log(LogTopic::build, "kernel '%s': %s, as was found before", usual.metadata().name.c_str(),
      textOf(found, usual).c_str());
  settled.store(code.executable ? &add(found, std::move(code)).code : &usual,
                std::memory_order_release);
}

bool CodeContest::fitsFrames(const DeviceCode &code) const {
  return frameBytes(code.metadata(), code.metadata().joinedGroups
                                         ? executor::joinedSize(code.metadata())
                                         : first.localSize) <= mostFrames;
}

void CodeContest::settle(const Contestant &winner, Host &host) {
  settled.store(&winner.code, std::memory_order_release);
  std::string text;
  if (logEnabled(LogTopic::build))
    for (std::size_t i = 0; i < contestants.size(); ++i)
      text += (i == 0 ? "" : ", ") + textOf(contestants[i].wanted, usual) + " " +
              std::to_string(trials.cost(i).least());
  host.later([this, code = winner.wanted, text] {
    compile::CachedCompiler::shared().keepNote(noteKey(), encode(code));
    log(LogTopic::build, "kernel '%s', local size %s: %s won; ticks of a work-item: %s",
        usual.metadata().name.c_str(), textOf(first.localSize).c_str(), textOf(code, usual).c_str(),
        text.c_str());
  });
}

std::string CodeContest::noteKey() const {
  abi::ByteWriter key;
  key.string("the quickest code");
  key.integer(abi::abiVersion);
  key.string(abi::contentHash(usual.executable->binary().elf));
  key.string(usual.metadata().name);
  for (const std::size_t size : first.localSize)
    key.integer<std::uint64_t>(cutsAnew(usual) ? 0 : size);
  for (const executor::GroupCode &one : all)
    key.string(encode(one));
  return key.take();
}

CodeContest *CodeContests::find(const DeviceCode &usual, const executor::GroupsOfLaunch &launch) {
  const executor::GroupCodes codes = executor::groupCodes(usual.metadata(), launch);
  if (codes.empty())
    return nullptr;
  MutexLock lock(mutex);
  std::size_t ofKernel = 0;
  for (const std::unique_ptr<CodeContest> &contest : contests) {
    if (contest->isAbout(usual, launch, codes))
      return contest.get();
    ofKernel += contest->isOf(usual);
  }
  if (ofKernel >= mostContestsOfKernel || contests.size() >= mostContests)
    return nullptr;
  return contests.emplace_back(std::make_unique<CodeContest>(usual, launch, codes)).get();
}

} // namespace heddle
