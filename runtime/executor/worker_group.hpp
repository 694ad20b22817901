// A limit that several tasks share: those of all queues of a sub-device.
#ifndef HEDDLE_RUNTIME_EXECUTOR_WORKER_GROUP_HPP
#define HEDDLE_RUNTIME_EXECUTOR_WORKER_GROUP_HPP

#include "runtime/executor/processor_set.hpp"

#include <memory>

namespace heddle::executor {

/// At most `maximum` threads at a time are in tasks of the group and of the groups within it. It
/// outlives its tasks, and `outer` outlives it.
class WorkerGroup {
public:
  /// processors: where its threads run, or null for anywhere. Threads of the application, which
  /// nobody may bind, do not lend themselves to a group that is bound.
  WorkerGroup(unsigned maximum, WorkerGroup *outer, std::shared_ptr<const ProcessorSet> processors)
      : maximum(maximum), outer(outer), bound(std::move(processors)) {}
  WorkerGroup(const WorkerGroup &) = delete;
  WorkerGroup &operator=(const WorkerGroup &) = delete;

  const std::shared_ptr<const ProcessorSet> &processors() const { return bound; }
  unsigned maximumThreads() const { return maximum; }

private:
  friend class ThreadPool;

  // The three are called under the pool's lock.
  bool full() const { return inside >= maximum || (outer && outer->full()); }
  void enter() {
    for (WorkerGroup *group = this; group; group = group->outer)
      ++group->inside;
  }
  void leave(unsigned threads) {
    for (WorkerGroup *group = this; group; group = group->outer)
      group->inside -= threads;
  }

  const unsigned maximum;
  WorkerGroup *const outer;
  const std::shared_ptr<const ProcessorSet> bound;
  unsigned inside = 0;
};

} // namespace heddle::executor

#endif
