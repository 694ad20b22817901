#include "runtime/support/fork_lock.hpp"

#include <pthread.h>
#include <vector>

namespace heddle {

namespace {

struct Held {
  Mutex *mutex;
  std::function<void()> inChild;
};

struct ForkLocks {
  Mutex mutex;
  std::vector<Held> list;

  void beforeFork() NO_THREAD_SAFETY_ANALYSIS {
    mutex.lock();
    for (Held &held : list)
      held.mutex->lock();
  }
  void afterFork(bool isChild) NO_THREAD_SAFETY_ANALYSIS {
    for (Held &held : list) {
      if (isChild && held.inChild)
        held.inChild();
      held.mutex->unlock();
    }
    mutex.unlock();
  }
};

ForkLocks &forkLocks() {
  static ForkLocks &locks = *new ForkLocks;
  static const int handlers =
      ::pthread_atfork([] { forkLocks().beforeFork(); }, [] { forkLocks().afterFork(false); },
                       [] { forkLocks().afterFork(true); });
  static_cast<void>(handlers);
  return locks;
}

} // namespace

void registerForkLocks() { static_cast<void>(forkLocks()); }

void holdAcrossFork(Mutex &mutex, std::function<void()> inChild) {
  ForkLocks &locks = forkLocks();
  MutexLock lock(locks.mutex);
  locks.list.push_back({&mutex, std::move(inChild)});
}

} // namespace heddle
