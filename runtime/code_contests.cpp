#include "runtime/code_contests.hpp"

#include "runtime/support/options.hpp"

#include <algorithm>
#include <utility>

namespace heddle {

namespace {

// Ticks of the time stamp counter, some 50 ms, which is about what a build of one kernel takes
// whose program has so many bytes.
constexpr std::uint64_t ticksOfBuild = std::uint64_t(1) << 27;
constexpr std::uint64_t bytesOfBuild = std::uint64_t(64) << 10;
// What HEDDLE_SMALL_GROUPS is unless it is set.
constexpr std::uint64_t usualSmallGroups = 4096;
// How many times as many have the next way of them compiled.
constexpr std::uint64_t growthOfEnough = 16;
// Programs that try many sizes are not to wait for builds for each.
constexpr std::size_t mostContests = 16;

std::uint64_t ticksWorthBuild(const Executable &executable) {
  const std::uint64_t builds =
      std::max<std::uint64_t>(executable.binary().elf.size() / bytesOfBuild, 1);
  const std::uint64_t many = std::min(options().smallGroups, usualSmallGroups);
  return builds * (ticksOfBuild / usualSmallGroups) * many;
}

double itemsOf(const executor::GroupsOfLaunch &launch) {
  return double(launch.groups) * double(launch.localSize[0]) * double(launch.localSize[1]) *
         double(launch.localSize[2]);
}

/// Several work-items one after another, which lanes would do at once.
bool mayBeSlow(const executor::GroupCode &code) {
  return code.subGroupSize == 1 && code.joinedGroups.numWorkItems() > 1;
}

} // namespace

void CodeContests::Contest::add(DeviceCode code) {
  code.ownCost = &trials.add();
  codes.push_back(std::move(code));
}

const DeviceCode *CodeContests::choose(const DeviceCode &usual,
                                       const executor::GroupsOfLaunch &launch,
                                       const Compile &compile) {
  std::vector<executor::GroupCode> wanted = executor::groupCodes(usual.metadata(), launch);
  if (wanted.empty())
    return &usual;
  MutexLock lock(mutex);
  Key key{usual.executable, usual.index, launch.localSize, wanted};
  auto found = contests.find(key);
  if (found == contests.end()) {
    if (contests.size() >= mostContests)
      return &usual;
    found = contests.try_emplace(std::move(key)).first;
    found->second.enough = options().smallGroups;
    found->second.add(usual);
    found->second.wanted.assign(wanted.rbegin(), wanted.rend());
  }
  Contest &contest = found->second;
  if (!contest.wanted.empty()) {
    const std::uint64_t ticks = contest.trials.cost(0).expected(itemsOf(launch));
    contest.groups += launch.groups;
    contest.ticks += ticks;
    const bool areMany =
        contest.groups >= contest.enough && executor::areSmall(usual.metadata(), launch.localSize);
    if (areMany || contest.ticks >= ticksWorthBuild(*usual.executable)) {
      const executor::GroupCode next = contest.wanted.back();
      contest.wanted.pop_back();
      contest.ticks = 0;
      contest.enough *= growthOfEnough;
      // What may take many times as long is not tried by launches that one would notice.
      if (mayBeSlow(next) && ticks > ticksOfBuild)
        return &contest.codes[contest.trials.next()];
      if (DeviceCode code = compile(next); code.executable)
        contest.add(std::move(code));
    }
  }
  return &contest.codes[contest.trials.next()];
}

} // namespace heddle
