#include "runtime/callback_thread.hpp"

#include "runtime/executor/worker_binding.hpp"
#include "runtime/support/fork_lock.hpp"

#include <new>
#include <pthread.h>
#include <system_error>
#include <thread>

namespace heddle {

CallbackThread &CallbackThread::instance() {
  static CallbackThread &instance = *[] {
    auto *thread = new CallbackThread;
    holdAcrossFork(thread->mutex, [thread] { thread->afterForkInChild(); });
    return thread;
  }();
  return instance;
}

void CallbackThread::run(std::function<void()> task) {
  bool hasThread = true;
  {
    MutexLock lock(mutex);
    tasks.push_back(std::move(task));
    if (!started)
      hasThread = start();
  }
  if (hasThread)
    changed.notifyOne();
  else
    while (runNext(/*wait=*/false))
      ;
}

bool CallbackThread::start() {
  try {
    // A worker may be what makes it.
    executor::WorkerBinding::leaveHere();
    std::thread thread([this] {
      ::pthread_setname_np(::pthread_self(), "heddle-callback");
      while (runNext(/*wait=*/true))
        ;
    });
    thread.detach();
    started = true;
  } catch (const std::system_error &) {
    // None to be had: better on this thread than never.
    started = false;
  }
  return started;
}

bool CallbackThread::runNext(bool wait) {
  std::function<void()> task;
  {
    MutexLock lock(mutex);
    while (wait && tasks.empty())
      changed.wait(mutex);
    if (tasks.empty())
      return false;
    task = std::move(tasks.front());
    tasks.pop_front();
  }
  task();
  return true;
}

void CallbackThread::afterForkInChild() {
  // Not assigned: it must not look for the thread that waited on it.
  new (&changed) Condition;
  started = false;
}

} // namespace heddle
