// Where a worker runs.
//
// On the processors of the group that it works for, or anywhere. And while every processor has a
// worker at work and nobody else wants any, on the one where it is: what its caches hold stays of
// use, and the system's balancing, which sees only a full machine, moves nobody. As soon as another
// program wants the processor, or the worker sleeps, the system is free again to move it.
#ifndef HEDDLE_RUNTIME_EXECUTOR_WORKER_BINDING_HPP
#define HEDDLE_RUNTIME_EXECUTOR_WORKER_BINDING_HPP

#include "runtime/executor/processor_set.hpp"
#include "runtime/executor/worker_group.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <pthread.h>

namespace heddle::executor {

class WorkerBinding {
public:
  /// Of the calling thread, while it lives. settles: it may stay on the processor where it is.
  explicit WorkerBinding(bool settles);
  WorkerBinding(const WorkerBinding &) = delete;
  WorkerBinding &operator=(const WorkerBinding &) = delete;
  ~WorkerBinding();

  /// To the processors of the group; null and a group without any mean anywhere. The thread stays
  /// there until it works for another one: a call of the system costs more than many a task.
  void follow(const WorkerGroup *group);

  /// Between two pieces of work: is it time for lookAround()? Some ten milliseconds apart.
  bool isTime();
  /// Settles on this processor, or leaves it when others want it. atWork: the threads that are at
  /// work now, this one included.
  void lookAround(unsigned atWork);
  bool isSettled() const { return settledOn.has_value(); }
  /// Before the thread sleeps, or runs code that may make threads of its own.
  void unsettle();

  /// The calling thread is a worker perhaps, and what it makes next (a thread, a process) must not
  /// inherit where that one runs.
  static void leaveHere();
  static void unsettleHere();
  /// The same for a thread that is made with these attributes.
  static void undoFor(pthread_attr_t &attributes);
  /// In the child, where the threads are not.
  static void afterForkInChild();

private:
  static thread_local WorkerBinding *ofThisThread;

  const bool settles;
  std::shared_ptr<const ProcessorSet> ofGroup;
  ProcessorSet anywhere; ///< while ofGroup or settledOn is set

  std::optional<unsigned> settledOn;
  std::uint64_t nextLook = 0; ///< a value of the time stamp counter
  unsigned lastProcessor = 0;
  long lastSwitches = 0;    ///< how often the thread had to make room for others
  unsigned looksToWait = 0; ///< until it may settle again
  unsigned patience = 1;    ///< looksToWait after the next disturbance
};

} // namespace heddle::executor

#endif
