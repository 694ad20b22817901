// The thread that runs the application's event callbacks.
//
// Callbacks may take locks that the application holds while it enqueues, and many call OpenCL
// functions, some of them blocking. On a worker they could keep the very command from running that
// they wait for; here they only keep back other callbacks.
#ifndef HEDDLE_RUNTIME_CALLBACK_THREAD_HPP
#define HEDDLE_RUNTIME_CALLBACK_THREAD_HPP

#include "runtime/support/thread_annotations.hpp"

#include <deque>
#include <functional>

namespace heddle {

class CallbackThread {
public:
  /// Never destroyed; the thread starts with the first task, and anew with the first one in a child
  /// after fork(). What was waiting at the fork is run in both processes, what was running only in
  /// the parent.
  static CallbackThread &instance();

  /// Tasks run one after another, in the order of the calls.
  void run(std::function<void()> task) EXCLUDES(mutex);

private:
  /// False when the system gives us no thread.
  bool start() REQUIRES(mutex);
  /// False when there was nothing to run, and nothing to wait for.
  bool runNext(bool wait) EXCLUDES(mutex);
  /// Called with the lock held.
  void afterForkInChild() NO_THREAD_SAFETY_ANALYSIS;

  Mutex mutex;
  Condition changed;
  std::deque<std::function<void()>> tasks GUARDED_BY(mutex);
  bool started GUARDED_BY(mutex) = false;
};

} // namespace heddle

#endif
