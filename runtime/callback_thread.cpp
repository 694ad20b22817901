#include "runtime/callback_thread.hpp"

#include "runtime/support/fork_lock.hpp"

#include <chrono>
#include <immintrin.h>
#include <new>
#include <pthread.h>
#include <system_error>
#include <thread>

namespace heddle {

namespace {

constexpr std::chrono::microseconds spinTime{20};

} // namespace

CallbackThread &CallbackThread::instance() {
  static CallbackThread &instance = *[] {
    auto *thread = new CallbackThread;
    holdAcrossFork(thread->mutex, [thread] { thread->afterForkInChild(); });
    return thread;
  }();
  return instance;
}

void CallbackThread::run(std::function<void()> task) {
  bool hasThread = true, asleep = false;
  {
    MutexLock lock(mutex);
    tasks.push_back(std::move(task));
    waiting.store(tasks.size(), std::memory_order_relaxed);
    if (!started)
      hasThread = start();
    asleep = isAsleep;
  }
  if (asleep)
    changed.notifyOne();
  if (!hasThread)
    while (runNext(/*wait=*/false))
      ;
}

bool CallbackThread::start() {
  try {
    std::thread thread([this] {
      while (runNext(/*wait=*/true))
        ;
    });
    ::pthread_setname_np(thread.native_handle(), "heddle-callback");
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
  // Callbacks often come one after another, and waking a thread takes longer than most of them.
  if (wait)
    for (const auto end = std::chrono::steady_clock::now() + spinTime;
         waiting.load(std::memory_order_relaxed) == 0 && std::chrono::steady_clock::now() < end;)
      for (int i = 0; i < 16; ++i)
        _mm_pause();
  {
    MutexLock lock(mutex);
    while (wait && tasks.empty()) {
      isAsleep = true;
      changed.wait(mutex);
    }
    isAsleep = false;
    if (tasks.empty())
      return false;
    task = std::move(tasks.front());
    tasks.pop_front();
    waiting.store(tasks.size(), std::memory_order_relaxed);
  }
  task();
  return true;
}

void CallbackThread::afterForkInChild() {
  // Not assigned: it must not look for the thread that waited on it.
  new (&changed) Condition;
  started = isAsleep = false;
}

} // namespace heddle
