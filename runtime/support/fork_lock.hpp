// Locks and fork(). The child has only the thread that forked; a lock that another one held would
// stay locked there for ever.
#ifndef HEDDLE_RUNTIME_SUPPORT_FORK_LOCK_HPP
#define HEDDLE_RUNTIME_SUPPORT_FORK_LOCK_HPP

#include "runtime/support/thread_annotations.hpp"

#include <functional>

namespace heddle {

/// Holds the lock across each fork() from now on, so that the child finds what it guards whole, and
/// runs `inChild` there before it is released. For what lives as long as the process. No thread may
/// hold two of these locks at a time.
void holdAcrossFork(Mutex &mutex, std::function<void()> inChild = {});

/// From now on at the latest these locks have their handlers of fork(); handlers that are
/// registered afterwards run before any of these locks is taken.
void registerForkLocks();

} // namespace heddle

#endif
