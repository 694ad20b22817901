// Locks that Clang's -Wthread-safety can check: what is GUARDED_BY a Mutex may only be touched
// while it is held. The standard mutex carries no annotations, so it is wrapped here.
#ifndef HEDDLE_RUNTIME_SUPPORT_THREAD_ANNOTATIONS_HPP
#define HEDDLE_RUNTIME_SUPPORT_THREAD_ANNOTATIONS_HPP

#include <chrono>
#include <condition_variable>
#include <immintrin.h>
#include <mutex>

#if defined(__clang__)
#define HEDDLE_THREAD_ATTRIBUTE(x) __attribute__((x))
#else
#define HEDDLE_THREAD_ATTRIBUTE(x)
#endif

#define CAPABILITY(name) HEDDLE_THREAD_ATTRIBUTE(capability(name))
#define SCOPED_CAPABILITY HEDDLE_THREAD_ATTRIBUTE(scoped_lockable)
#define GUARDED_BY(mutex) HEDDLE_THREAD_ATTRIBUTE(guarded_by(mutex))
#define PT_GUARDED_BY(mutex) HEDDLE_THREAD_ATTRIBUTE(pt_guarded_by(mutex))
#define REQUIRES(...) HEDDLE_THREAD_ATTRIBUTE(requires_capability(__VA_ARGS__))
#define ACQUIRE(...) HEDDLE_THREAD_ATTRIBUTE(acquire_capability(__VA_ARGS__))
#define RELEASE(...) HEDDLE_THREAD_ATTRIBUTE(release_capability(__VA_ARGS__))
#define TRY_ACQUIRE(...) HEDDLE_THREAD_ATTRIBUTE(try_acquire_capability(__VA_ARGS__))
#define EXCLUDES(...) HEDDLE_THREAD_ATTRIBUTE(locks_excluded(__VA_ARGS__))
#define NO_THREAD_SAFETY_ANALYSIS HEDDLE_THREAD_ATTRIBUTE(no_thread_safety_analysis)

namespace heddle {

class CAPABILITY("mutex") Mutex {
public:
  void lock() ACQUIRE() {
    // What these locks guard takes less time than going to sleep and being woken.
    for (int spin = 0; spin < spins; ++spin) {
      if (mutex.try_lock())
        return;
      _mm_pause();
    }
    mutex.lock();
  }
  void unlock() RELEASE() { mutex.unlock(); }
  bool tryLock() TRY_ACQUIRE(true) { return mutex.try_lock(); }

private:
  static constexpr int spins = 64;

  friend class Condition;
  std::mutex mutex;
};

/// Holds a Mutex for a scope; may be unlocked early and locked again.
class SCOPED_CAPABILITY MutexLock {
public:
  explicit MutexLock(Mutex &mutex) ACQUIRE(mutex) : mutex(mutex) { mutex.lock(); }
  ~MutexLock() RELEASE() {
    if (held)
      mutex.unlock();
  }
  MutexLock(const MutexLock &) = delete;
  MutexLock &operator=(const MutexLock &) = delete;

  void unlock() RELEASE() {
    mutex.unlock();
    held = false;
  }
  void lock() ACQUIRE() {
    mutex.lock();
    held = true;
  }

private:
  Mutex &mutex;
  bool held = true;
};

/// A condition variable for Mutex. Waiting is a loop over the condition, written at the caller, so
/// that the analysis sees the lock:  while (!ready) condition.wait(mutex);
class Condition {
public:
  void wait(Mutex &mutex) REQUIRES(mutex) {
    std::unique_lock<std::mutex> lock(mutex.mutex, std::adopt_lock);
    condition.wait(lock);
    lock.release();
  }
  /// False when the time is over.
  template <typename Rep, typename Period>
  bool waitFor(Mutex &mutex, std::chrono::duration<Rep, Period> time) REQUIRES(mutex) {
    std::unique_lock<std::mutex> lock(mutex.mutex, std::adopt_lock);
    std::cv_status status = condition.wait_for(lock, time);
    lock.release();
    return status == std::cv_status::no_timeout;
  }
  void notifyOne() { condition.notify_one(); }
  void notifyAll() { condition.notify_all(); }

private:
  std::condition_variable condition;
};

} // namespace heddle

#endif
