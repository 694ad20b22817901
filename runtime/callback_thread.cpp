#include "runtime/callback_thread.hpp"

#include <pthread.h>
#include <thread>

namespace heddle {

CallbackThread &CallbackThread::instance() {
  static CallbackThread &thread = *new CallbackThread;
  return thread;
}

void CallbackThread::run(std::function<void()> task) {
  {
    MutexLock lock(mutex);
    if (!started) {
      std::thread thread([this] { loop(); });
      ::pthread_setname_np(thread.native_handle(), "heddle-callback");
      thread.detach();
      started = true;
    }
    tasks.push_back(std::move(task));
  }
  changed.notifyOne();
}

void CallbackThread::loop() {
  for (;;) {
    std::function<void()> task;
    {
      MutexLock lock(mutex);
      while (tasks.empty())
        changed.wait(mutex);
      task = std::move(tasks.front());
      tasks.pop_front();
    }
    task();
  }
}

} // namespace heddle
