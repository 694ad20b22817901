// Threads that do one thing after another, beside those that run commands.
//
// Callbacks of events may take locks that the application holds while it enqueues, and many call
// OpenCL functions, some of them blocking. On a worker they could keep the very command from
// running that they wait for; on a thread of their own they only keep back other callbacks. Code
// that is compiled while the usual code goes on running has another one, on which nobody waits.
#ifndef HEDDLE_RUNTIME_TASK_THREAD_HPP
#define HEDDLE_RUNTIME_TASK_THREAD_HPP

#include "runtime/support/thread_annotations.hpp"

#include <deque>
#include <functional>

namespace heddle {

class TaskThread {
public:
  /// Never destroyed; the threads start with the first task, and anew with the first one in a child
  /// after fork(). What was waiting at the fork is run in both processes, what was running only in
  /// the parent.
  static TaskThread &callbacks();
  static TaskThread &recompilations();

  enum class Place { last, first };
  /// Tasks run one after another, in the order of the calls, or before all that wait.
  void run(std::function<void()> task, Place place = Place::last) EXCLUDES(mutex);

private:
  explicit TaskThread(const char *name) : name(name) {}
  static TaskThread &make(const char *name);

  /// False when the system gives us no thread.
  bool start() REQUIRES(mutex);
  /// False when there was nothing to run, and nothing to wait for.
  bool runNext(bool wait) EXCLUDES(mutex);
  /// Called with the lock held.
  void afterForkInChild() NO_THREAD_SAFETY_ANALYSIS;

  const char *const name; ///< as the system knows the thread: 15 characters at most
  Mutex mutex;
  Condition changed;
  std::deque<std::function<void()>> tasks GUARDED_BY(mutex);
  bool started GUARDED_BY(mutex) = false;
};

} // namespace heddle

#endif
