#include "runtime/task_thread.hpp"

#include "runtime/executor/worker_binding.hpp"
#include "runtime/support/fork_lock.hpp"

#include <new>
#include <pthread.h>
#include <system_error>
#include <thread>

namespace heddle {

TaskThread &TaskThread::make(const char *name) {
  auto *thread = new TaskThread(name);
  holdAcrossFork(thread->mutex, [thread] { thread->afterForkInChild(); });
  return *thread;
}

TaskThread &TaskThread::callbacks() {
  static TaskThread &instance = make("heddle-callback");
  return instance;
}

TaskThread &TaskThread::recompilations() {
  static TaskThread &instance = make("heddle-compile");
  return instance;
}

void TaskThread::run(std::function<void()> task, Place place) {
  bool hasThread = true;
  {
    MutexLock lock(mutex);
    tasks.insert(place == Place::first ? tasks.begin() : tasks.end(), std::move(task));
    if (!started)
      hasThread = start();
  }
  if (hasThread)
    changed.notifyOne();
  else
    while (runNext(/*wait=*/false))
      ;
}

bool TaskThread::start() {
  try {
    // A worker may be what makes it.
    executor::WorkerBinding::leaveHere();
    std::thread thread([this] {
      ::pthread_setname_np(::pthread_self(), name);
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

bool TaskThread::runNext(bool wait) {
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

void TaskThread::afterForkInChild() {
  // Not assigned: it must not look for the thread that waited on it.
  new (&changed) Condition;
  started = false;
}

} // namespace heddle
