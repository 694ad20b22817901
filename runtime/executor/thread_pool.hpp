// The threads that run commands: up to `concurrency` at a time, several tasks in flight.
//
// submit() puts a task at the end of those of its priority; every idle worker joins the first task
// that still has units to claim, so tasks run side by side as soon as the older one has no chunk
// left. Workers start when there is work for them, spin for some microseconds when it ends, then
// sleep. Those that spin come by invitation, as many as a task has use for, and those that sleep
// are woken by one another, each a few: neither waits for the lock nor keeps the thread that
// submits busy when it is one of many. A thread that waits for a command can lend itself with
// help(): for small kernels it is the quickest worker there is, because nobody has to wake up.
//
// Never more than `concurrency` threads run units, lent ones included: each needs one of as many
// Worker records, whose arena is the local memory and the frames of what it runs. Threads of the
// application that run a task of their own (runHere) come on top.
#ifndef HEDDLE_RUNTIME_EXECUTOR_THREAD_POOL_HPP
#define HEDDLE_RUNTIME_EXECUTOR_THREAD_POOL_HPP

#include "runtime/executor/arena.hpp"
#include "runtime/executor/panel_cache.hpp"
#include "runtime/executor/task.hpp"
#include "runtime/executor/worker_group.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <pthread.h>
#include <vector>

namespace heddle::executor {

/// What a thread has in hand while it runs units.
struct Worker {
  unsigned index = 0; ///< below ThreadPool::concurrency(), but for those of runHere()
  Arena arena;        ///< at least as large as the last successful reserveArenas()

  PanelCache panels;

private:
  friend class ThreadPool;
  Arena larger; ///< takes the place of `arena` when the record is handed out next
};

/// The number of logical CPUs in the affinity mask of the process; at least 1.
unsigned availableProcessors();

class WorkerBinding;

class ThreadPool {
public:
  struct Settings {
    unsigned concurrency = 1;
    std::size_t stackSize = std::size_t(16) << 20; ///< of a worker, in bytes
    /// How long a worker without work keeps looking before it sleeps.
    std::chrono::microseconds spin{20};
    bool settle = false; ///< busy workers may stay on their processors (worker_binding.hpp)
  };

  /// The pool that all devices share, made at the first call. It is never destroyed: a program may
  /// exit with commands in flight. It works on in a child after fork().
  static ThreadPool &shared();

  explicit ThreadPool(const Settings &settings);
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool &operator=(const ThreadPool &) = delete;
  /// Every submitted task must have finished.
  ~ThreadPool();

  unsigned concurrency() const { return settings.concurrency; }

  /// The largest Task::Shape::stackSize that can run.
  std::size_t maximumStackSize() const;

  /// Makes every worker's arena at least `size` bytes for tasks submitted from now on. False when
  /// the system has no memory for that.
  bool reserveArenas(std::size_t size) EXCLUDES(mutex);

  void submit(Task &task) EXCLUDES(mutex);

  /// Runs the whole task on the calling thread, beside whatever the workers do, and calls its
  /// finished(). One that needs more stack than the thread has left runs on a thread made for it,
  /// which is bound to the same processors. Where there is no memory for that, it is submitted as
  /// any other.
  void runHere(Task &task) EXCLUDES(mutex);

  /// A task that takes about as long as bringing it to another thread, and waits for nobody, is
  /// better run where it stands: see runAtOnce().
  static bool isWorthNoCall(const Task::Shape &shape);

  /// Whether so many threads are more than pay for a task that takes one of them so long, or it is
  /// not certain that they do.
  static bool mayBeTooMany(unsigned threads, std::uint64_t expectedTicks);

  /// Runs the whole task on the calling thread and calls its finished(), without any lock. It may
  /// use no memory of its Worker.
  static void runAtOnce(Task &task);

  /// Runs chunks of a task of this owner (of any, when null) on the calling thread, for some
  /// microseconds or one chunk, and what follows from it. False when there was nothing that this
  /// thread could do. May call the task's finished().
  bool help(const void *owner) EXCLUDES(mutex);

  /// Before a thread waits for commands. When it is in the middle of a task, as a native kernel
  /// that waits, its place goes to another thread until the task ends: it may be all that is left
  /// to run what it waits for. The task must not use its Worker any more.
  static void aboutToWait();

  // For pthread_atfork; the lock is held across the fork so that the child finds the lists whole.
  void beforeFork() NO_THREAD_SAFETY_ANALYSIS;
  void afterForkInParent() NO_THREAD_SAFETY_ANALYSIS;
  void afterForkInChild() NO_THREAD_SAFETY_ANALYSIS;

private:
  /// A thread at work: which task it is in, with which record.
  struct Share {
    ThreadPool *pool = nullptr;
    Task *task = nullptr;
    Worker *worker = nullptr; ///< null from aboutToWait() on
    bool first = false;       ///< this thread calls starting()
    WorkQueue::Place place;
    /// When the task takes longer than was thought, of the time stamp counter; 0: it may take any
    /// time.
    std::uint64_t overdue = 0;
    std::uint64_t spent = 0; ///< in its units
    std::uint64_t ran = 0;   ///< of that with a processor, in nanoseconds, if the task wants it
    Share *outer = nullptr;  ///< what this thread was in the middle of when it took this up
  };

  /// A record for runHere(); null when there is no memory for its arena.
  Worker *lend() EXCLUDES(mutex);
  void giveBack(Worker &worker) EXCLUDES(mutex);

  /// What the thread that wants to join a task is: which tasks are for it.
  struct Joiner {
    const void *owner = nullptr; ///< of the tasks; null for any
    std::uint64_t stackLimit = UINT64_MAX;
    bool bindable = true; ///< may be bound to a group's processors
    /// Only where another thread is worth its call.
    bool ifUseful = false;
  };
  /// The first task that the joiner could take up, or null.
  Task *find(const Joiner &joiner) REQUIRES(mutex);
  Share join(const Joiner &joiner) REQUIRES(mutex);
  /// One of the free ones.
  Worker *takeWorker() REQUIRES(mutex);
  void stepAside(Share &share) EXCLUDES(mutex);
  void append(Task &task) REQUIRES(mutex);
  void remove(Task &task) REQUIRES(mutex);
  class ShareTimer;
  void runChunks(Share &share, std::chrono::steady_clock::time_point end);
  void runAllChunks(Share &share, WorkerBinding &binding);
  /// For a task that takes longer than was thought.
  void callEverybody(Task &task) EXCLUDES(mutex);
  unsigned threadsAtWork() EXCLUDES(mutex);
  /// Takes the thread out of the task; true when it was the last one, which goes on to finish() it.
  bool leave(const Share &share) REQUIRES(mutex);
  void start(Task &task) EXCLUDES(mutex);
  void finish(Task &task) EXCLUDES(mutex);
  void startWorkers(std::uint64_t wanted) REQUIRES(mutex);
  /// Idle workers that spin, or have been woken and are on their way.
  unsigned looking() const REQUIRES(mutex) { return idle - (sleeping - woken); }
  /// Asks up to `wanted` workers that spin to look at the list.
  void invite(std::uint64_t wanted) REQUIRES(mutex);
  bool takeInvitation();
  /// Lets up to `wanted` sleeping workers go, and returns how many: for wake(), without the lock.
  unsigned letGo(std::uint64_t wanted) REQUIRES(mutex);
  /// Gets so many idle workers to look at the list, or as many as one thread should wake; as
  /// letGo().
  unsigned call(std::uint64_t wanted) REQUIRES(mutex);
  /// Gets more workers when there is work for more than look for any; as letGo().
  unsigned callForHelp() REQUIRES(mutex);
  void wake(unsigned count);
  void wakeSomebody() EXCLUDES(mutex);
  void workerLoop();
  bool spin();
  static void *workerMain(void *pool);

  static thread_local Share *innermost; ///< what this thread is in the middle of

  const Settings settings;

  Mutex mutex;
  // Every unfinished task, by priority, and in the order of submission.
  Task *firstTask GUARDED_BY(mutex) = nullptr;
  std::array<Task *, priorities> lastTask GUARDED_BY(mutex) = {}; ///< of each priority
  std::vector<Worker> workers GUARDED_BY(mutex);
  std::vector<Worker *> freeWorkers GUARDED_BY(mutex);
  // Those of runHere(): as many as threads were in it at a time.
  std::vector<std::unique_ptr<Worker>> lent GUARDED_BY(mutex);
  std::vector<Worker *> freeLent GUARDED_BY(mutex);
  std::vector<pthread_t> threads GUARDED_BY(mutex);
  std::size_t arenaSize GUARDED_BY(mutex) = 0;
  unsigned idle GUARDED_BY(mutex) = 0;     ///< workers that spin or sleep
  unsigned sleeping GUARDED_BY(mutex) = 0; ///< those of them that sleep
  unsigned woken GUARDED_BY(mutex) = 0;    ///< those of them that may go, and have not noticed yet
  /// Tasks that a thread is to start, or that have left the lists and are not complete.
  std::atomic<unsigned> changing{0};
  unsigned aside GUARDED_BY(mutex) = 0;   ///< threads whose place went to another one
  bool refused GUARDED_BY(mutex) = false; ///< a worker saw units that it was not allowed to run
  bool stopping GUARDED_BY(mutex) = false;
  /// How many of the workers that spin are to look at the list. Written under the lock, or taken by
  /// one that spins. One too many costs a look, one too few nothing but time: nobody goes to sleep
  /// without a look.
  alignas(64) std::atomic<std::uint32_t> invitations{0};
  /// Grows when sleeping workers may go; it is what they sleep on.
  std::atomic<std::uint32_t> news{0};
  // reserveArenas() without the lock, for the launches after the first.
  std::atomic<std::size_t> arenaSizeReached{0};
};

} // namespace heddle::executor

#endif
