#include "runtime/running_here.hpp"

#include "runtime/command.hpp"
#include "runtime/support/fork_lock.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <atomic>
#include <utility>

namespace heddle {

struct RunningList {
  static RunningList &instance() {
    static RunningList &list = *[] {
      auto *made = new RunningList;
      holdAcrossFork(made->mutex, [made] { made->afterForkInChild(); });
      return made;
    }();
    return list;
  }

  /// Called with the lock held. Ending commands starts others, which has to wait until all locks
  /// are free.
  void afterForkInChild() NO_THREAD_SAFETY_ANALYSIS {
    for (RunningHere *one = first; one;) {
      RunningHere *const at = std::exchange(one, one->next);
      if (::pthread_equal(at->thread, ::pthread_self()))
        continue;
      unlink(*at);
      at->next = std::exchange(orphans, at);
      hasOrphans.store(true, std::memory_order_relaxed);
    }
  }

  void link(RunningHere &one) REQUIRES(mutex) {
    one.next = first;
    if (first)
      first->previous = &one;
    first = &one;
  }
  void unlink(RunningHere &one) REQUIRES(mutex) {
    (one.previous ? one.previous->next : first) = one.next;
    if (one.next)
      one.next->previous = one.previous;
    one.isListed = false;
  }

  Mutex mutex;
  RunningHere *first GUARDED_BY(mutex) = nullptr;
  // Their threads are gone, their stacks are not.
  RunningHere *orphans GUARDED_BY(mutex) = nullptr;
  std::atomic<bool> hasOrphans{false};
};

RunningHere::RunningHere(Command &command) : command(command), thread(::pthread_self()) {
  RunningList &list = RunningList::instance();
  MutexLock lock(list.mutex);
  list.link(*this);
}

void RunningHere::done() {
  RunningList &list = RunningList::instance();
  MutexLock lock(list.mutex);
  if (isListed)
    list.unlink(*this);
}

void RunningHere::endOrphans() {
  RunningList &list = RunningList::instance();
  if (!list.hasOrphans.load(std::memory_order_relaxed))
    return;
  RunningHere *one = nullptr;
  {
    MutexLock lock(list.mutex);
    one = std::exchange(list.orphans, nullptr);
    list.hasOrphans.store(false, std::memory_order_relaxed);
  }
  while (one) {
    Command &command = std::exchange(one, one->next)->command;
    command.finish(CL_SUCCESS);
  }
}

} // namespace heddle
