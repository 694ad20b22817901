#include "runtime/event.hpp"

#include "runtime/command_graph.hpp"
#include "runtime/command_queue.hpp"
#include "runtime/context.hpp"
#include "runtime/executor/fault_guard.hpp"
#include "runtime/executor/thread_pool.hpp"
#include "runtime/running_here.hpp"
#include "runtime/task_thread.hpp"

#include <ctime>
#include <immintrin.h>
#include <utility>

namespace heddle {

namespace {

// A wake-up through the kernel costs 5 to 50 microseconds, and most commands that an application
// waits for one by one take about as long. This many pauses are some ten microseconds.
constexpr unsigned spinsBeforeSleep = 500;

} // namespace

cl_ulong hostTimer() {
  std::timespec now;
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return cl_ulong(now.tv_sec) * 1000000000u + cl_ulong(now.tv_nsec);
}

Event::Event(const Context &context, cl_command_type type, cl_int initialStatus)
    : Object(ObjectKind::event, &context), type(type), state(initialStatus) {}

Event::~Event() = default;

cl_int Event::wait() const {
  if (const cl_int now = status(); now <= CL_COMPLETE)
    return now;
  Trace::mayTakeLong();
  RunningHere::endOrphans();
  CommandGraph::WaitingScope waiting;
  // Of a native kernel that waits. What this thread helps with meanwhile has guards of its own.
  const executor::FaultGuard::Suspension suspended;
  executor::ThreadPool::aboutToWait();
  // A thread that waits for a queue can as well work for it: nobody has to be woken for that.
  const CommandQueue *waitedFor = queue();
  for (unsigned spin = 0; spin < spinsBeforeSleep; ++spin) {
    cl_int now = status();
    if (now <= CL_COMPLETE)
      return now;
    // Looking for work takes the pool's lock, so not every time; but where there was some, there is
    // more.
    while (waitedFor && spin % 64 == 0 && executor::ThreadPool::shared().help(waitedFor)) {
      spin = 0;
      if (finished())
        break;
    }
    _mm_pause();
  }
  for (;;) {
    cl_int now = status();
    if (now <= CL_COMPLETE)
      return now;
    state.wait(now, std::memory_order_acquire);
  }
}

void Event::runCallback(const Registered &registered, cl_int reached) {
  // A failure is reported as it is; otherwise the callback hears the status it asked for.
  cl_int told = reached < 0 ? reached : registered.when;
  TaskThread::callbacks().run([self = Ref(this), registered, told] {
    const TraceScope scope("event callback", "callback");
    registered.callback(self->handle(), told, registered.userData);
  });
}

void Event::addCallback(cl_int when, Callback callback, void *userData) {
  Registered registered{when, callback, userData};
  cl_int now;
  {
    MutexLock lock(mutex);
    now = status();
    if (now > when) {
      callbacks.push_back(registered);
      return;
    }
  }
  runCallback(registered, now);
}

bool Event::addDependent(Command &command, EdgeKind edge) {
  if (finished())
    return false;
  MutexLock lock(mutex);
  if (finished())
    return false;
  command.pending.fetch_add(1, std::memory_order_relaxed);
  if (!firstDependent.command)
    firstDependent = {Ref(command), edge};
  else
    otherDependents.push_back({Ref(command), edge});
  return true;
}

bool Event::advance(cl_int newStatus) {
  std::vector<Registered> due;
  Dependent first;
  std::vector<Dependent> others;
  {
    MutexLock lock(mutex);
    if (state.load(std::memory_order_relaxed) <= CL_COMPLETE)
      return false;
    state.store(newStatus, std::memory_order_release);
    if (!callbacks.empty()) {
      std::vector<Registered> later;
      for (const Registered &registered : callbacks)
        (registered.when >= newStatus ? due : later).push_back(registered);
      callbacks.swap(later);
    }
    if (newStatus <= CL_COMPLETE) {
      first = std::exchange(firstDependent, {});
      others.swap(otherDependents);
    }
  }
  if (newStatus <= CL_COMPLETE)
    state.notify_all();
  // Without the lock: what follows may come back to this event.
  for (const Registered &registered : due)
    runCallback(registered, newStatus);
  if (first.command)
    CommandGraph::edgeGone(std::move(first.command), first.edge, newStatus);
  for (Dependent &dependent : others)
    CommandGraph::edgeGone(std::move(dependent.command), dependent.edge, newStatus);
  return true;
}

} // namespace heddle
