// Other code of a kernel than the usual one: for the local sizes that it is enqueued with, or with
// other numbers of lanes.
#ifndef HEDDLE_RUNTIME_CODE_CONTESTS_HPP
#define HEDDLE_RUNTIME_CODE_CONTESTS_HPP

#include "runtime/device_code.hpp"
#include "runtime/executor/group_codes.hpp"
#include "runtime/executor/trials.hpp"
#include "runtime/support/thread_annotations.hpp"
#include "runtime/task_thread.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace heddle {

/// Of one kernel and local size. Other code is compiled when launches have taken as long as that
/// may take, or where there were many work-groups that leave lanes idle, on a thread of its own:
/// the usual code runs until then. Where that breaks rows (executor::breaksRows) the first code is
/// compiled at once, and a large launch waits for it; so does a launch of many small work-groups
/// that has to wait for some code in any case. What is the quickest is measured
/// (executor::Trials): it depends on the kernel and on the processor. It is kept on disk, so that
/// the next run of a program begins with it. What is chosen lives as long as the contest.
class CodeContest {
public:
  /// What it wants done.
  class Host {
  public:
    /// The executable is null where the code cannot be had. `wanted`: of no lanes for the usual
    /// code with missing ones.
    virtual DeviceCode compileFor(const DeviceCode &usual, const executor::GroupCode &wanted) = 0;
    /// Runs the task soon, on another thread, while this and the contest are there.
    virtual void later(std::function<void()> task,
                       TaskThread::Place place = TaskThread::Place::last) = 0;

  protected:
    ~Host() = default;
  };

  /// `usual`: may lack the lanes of the launches, which wait for the first code then.
  CodeContest(const DeviceCode &usual, const executor::GroupsOfLaunch &launch,
              const executor::GroupCodes &codes);

  bool isOf(const DeviceCode &usual) const;
  /// Whether it is about that very launch; if not, isAbout() of the codes for it may be true.
  bool isAbout(const DeviceCode &usual, const executor::GroupsOfLaunch &launch) const;
  bool isAbout(const DeviceCode &usual, const executor::GroupsOfLaunch &launch,
               const executor::GroupCodes &codes) const;

  /// Null where the usual code lacks lanes and there is no other yet.
  const DeviceCode *choose(const executor::GroupsOfLaunch &launch, Host &host) EXCLUDES(mutex);

private:
  struct Contestant {
    executor::GroupCode wanted; ///< nothing to say of the usual one
    DeviceCode code;
  };

  /// What needs no trial is compiled when it is first wanted; launches that come meanwhile have the
  /// usual code.
  const DeviceCode *chooseCertain(Host &host) EXCLUDES(mutex);
  /// Whether the launch is to wait for the first code, or for what has won before.
  bool isToWait(const executor::GroupsOfLaunch &launch) const REQUIRES(mutex);
  const DeviceCode *chooseLocked(const executor::GroupsOfLaunch &launch, Host &host)
      REQUIRES(mutex);
  const DeviceCode *byTurns(Host &host) REQUIRES(mutex);
  Contestant &add(const executor::GroupCode &wanted, DeviceCode code) REQUIRES(mutex);
  /// Whether launches break rows as long as the first code is not there.
  bool wantsFirst() const REQUIRES(mutex);
  /// Whether so many work-groups, each of which leaves lanes idle, want code of their own.
  bool areMany(const executor::GroupsOfLaunch &launch, std::uint64_t many) const REQUIRES(mutex);
  bool isTimeForNext(const executor::GroupsOfLaunch &launch) REQUIRES(mutex);
  /// The wanted code that a run before found to be the quickest.
  void takeUpWinner(Host &host) EXCLUDES(mutex);
  void compileNext(Host &host) EXCLUDES(mutex);
  bool fitsFrames(const DeviceCode &code) const;
  void settle(const Contestant &winner, Host &host) REQUIRES(mutex);
  /// What the winner is known by on the disk.
  std::string noteKey() const;

  const DeviceCode usual;
  const executor::GroupsOfLaunch first; ///< that it was begun with
  const executor::GroupCodes all;
  const bool breaksRows; ///< the usual code, and the first one of all does not
  const bool lacksLanes; ///< the usual code

  /// What all launches get from now on; null: not known yet.
  std::atomic<const DeviceCode *> settled{nullptr};

  Mutex mutex;
  std::deque<Contestant> contestants GUARDED_BY(mutex); ///< they do not move
  executor::Trials trials GUARDED_BY(mutex);            ///< of each
  /// Not compiled yet, the next one at the end.
  std::vector<executor::GroupCode> wanted GUARDED_BY(mutex);
  bool begun GUARDED_BY(mutex) = false;
  bool isBusy GUARDED_BY(mutex) = false; ///< another thread compiles, or looks for a note
  /// Enqueued so far, and since the last one was compiled.
  std::uint64_t groups GUARDED_BY(mutex) = 0, ticks GUARDED_BY(mutex) = 0;
  std::uint64_t waited GUARDED_BY(mutex) = 0; ///< ticks that all launches so far have taken
  double items GUARDED_BY(mutex) = 0;         ///< enqueued so far
  std::uint64_t enough GUARDED_BY(mutex) = 0; ///< small work-groups for the next one
  std::size_t turn GUARDED_BY(mutex) = 0;
};

/// Those of a program.
class CodeContests {
public:
  /// The one about launches like that, which lives as long as this; null where there is nothing to
  /// try, or there are too many already.
  CodeContest *find(const DeviceCode &usual, const executor::GroupsOfLaunch &launch)
      EXCLUDES(mutex);

private:
  Mutex mutex;
  std::vector<std::unique_ptr<CodeContest>> contests GUARDED_BY(mutex);
};

} // namespace heddle

#endif
