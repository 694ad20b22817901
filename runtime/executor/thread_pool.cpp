#include "runtime/executor/thread_pool.hpp"

#include "runtime/executor/worker_binding.hpp"
#include "runtime/support/fork_lock.hpp"
#include "runtime/support/options.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <csignal>
#include <ctime>
#include <functional>
#include <immintrin.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>
#include <x86intrin.h>

namespace heddle::executor {

namespace {

// A thread of the application may have a small stack; 128 KiB is what the tightest ones have.
constexpr std::uint64_t lentStackLimit = 32 << 10;
// What a worker's own calls, and those of library functions below the kernel, may take.
constexpr std::uint64_t stackReserve = 256 << 10;

long futex(std::atomic<std::uint32_t> &word, int operation, std::uint32_t value) {
  static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));
  return ::syscall(SYS_futex, &word, operation | FUTEX_PRIVATE_FLAG, value, nullptr, nullptr, 0);
}

// So many sleeping workers one thread wakes at a time. It takes microseconds for each, and ten
// times as long until that one runs, so a few are called before the first could help; those that
// wake do the same, so thirty are awake after two rounds.
constexpr unsigned mostToWake = 6;

// What it takes until another thread is at work, of the time stamp counter: 1 to 2 microseconds. n
// threads are done after work / n and n such calls, which is least for n = sqrt(work / call).
constexpr std::uint64_t ticksOfCall = 5000;
// The thread sanitizer slows down what stands around a kernel, and calls of threads with it.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HEDDLE_SLOWDOWN 8
#endif
#endif
#ifndef HEDDLE_SLOWDOWN
#define HEDDLE_SLOWDOWN 1
#endif
// A task may turn out to be longer than expected; then others come, and want chunks.
constexpr unsigned leastToPrepareFor = 4;
// What no task is called overdue for.
constexpr std::uint64_t ticksOfPatience = std::uint64_t(1) << 16;

unsigned usefulThreads(std::uint64_t expectedTicks, unsigned most) {
  if (expectedTicks == 0)
    return most;
  const double best =
      std::sqrt(static_cast<double>(expectedTicks) / static_cast<double>(ticksOfCall));
  return best >= most ? most : std::max(1u, static_cast<unsigned>(best));
}

// How long help() keeps to small chunks and tasks before its caller looks whether it still waits.
constexpr std::chrono::microseconds helpTime{20};
/// How long fork() waits for other threads to get on with the tasks whose state they are changing.
/// That takes microseconds, but on a busy machine such a thread may have to wait for a processor.
constexpr std::chrono::seconds longestChange{2};

// A thread that is just ending a task looks for the next one anyway. What it submits meanwhile (the
// command that follows in the queue, most of the time) it can take up itself: nobody is woken.
thread_local ThreadPool *endingTaskOf = nullptr;
thread_local unsigned changingHere = 0; ///< tasks, one inside another
thread_local bool leftToThisThread = false;

// Kernels run with the default floating-point environment, whatever the application has set for
// the thread that it lends or from which a worker was started.
class DefaultFloatingPoint {
public:
  DefaultFloatingPoint() : previous(_mm_getcsr()) {
    constexpr unsigned roundToNearestAllMasked = 0x1f80;
    _mm_setcsr(roundToNearestAllMasked);
  }
  DefaultFloatingPoint(const DefaultFloatingPoint &) = delete;
  DefaultFloatingPoint &operator=(const DefaultFloatingPoint &) = delete;
  ~DefaultFloatingPoint() { _mm_setcsr(previous); }

private:
  unsigned previous;
};

/// Bytes between here and the end of the thread's stack; 0 when the thread stands on another one.
std::size_t stackLeft() {
  static thread_local char *end = nullptr, *start = nullptr;
  if (!start) {
    pthread_attr_t attributes;
    void *lowest = nullptr;
    std::size_t size = 0;
    if (::pthread_getattr_np(::pthread_self(), &attributes) != 0)
      return 0;
    ::pthread_attr_getstack(&attributes, &lowest, &size);
    ::pthread_attr_destroy(&attributes);
    end = static_cast<char *>(lowest);
    start = end + size;
  }
  const char *here = static_cast<char *>(__builtin_frame_address(0));
  return here > end && here <= start ? static_cast<std::size_t>(here - end) : 0;
}

/// Runs the function on a new thread with a stack of that size, and waits for it. False when there
/// is none to be had.
bool runOnStack(std::size_t bytes, const std::function<void()> &function) {
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  pthread_t thread;
  const auto main = [](void *argument) -> void * {
    (*static_cast<const std::function<void()> *>(argument))();
    return nullptr;
  };
  const bool started = ::pthread_attr_setstacksize(&attributes, bytes) == 0 &&
                       ::pthread_create(&thread, &attributes, main,
                                        const_cast<std::function<void()> *>(&function)) == 0;
  ::pthread_attr_destroy(&attributes);
  if (started)
    ::pthread_join(thread, nullptr);
  return started;
}

} // namespace

thread_local ThreadPool::Share *ThreadPool::innermost = nullptr;

unsigned availableProcessors() {
  const auto count = static_cast<unsigned>(ProcessorSet::ofThisThread().numbers().size());
  return count != 0 ? count : static_cast<unsigned>(std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN)));
}

ThreadPool &ThreadPool::shared() {
  static ThreadPool *pool = [] {
    Settings settings;
    constexpr std::uint64_t mostThreads = 4096;
    const std::uint64_t asked = std::min(options().numThreads, mostThreads);
    settings.concurrency = asked ? static_cast<unsigned>(asked) : availableProcessors();
    settings.settle = options().bindWorkers;
    return new ThreadPool(settings);
  }();
  // Handlers run in the reverse order: what ends may need the locks that are taken behind ours.
  static const int handlers =
      (registerForkLocks(),
       ::pthread_atfork([] { pool->beforeFork(); }, [] { pool->afterForkInParent(); },
                        [] { pool->afterForkInChild(); }));
  static_cast<void>(handlers);
  return *pool;
}

ThreadPool::ThreadPool(const Settings &settings) : settings(settings) {
  MutexLock lock(mutex);
  workers.resize(settings.concurrency);
  freeWorkers.reserve(settings.concurrency);
  threads.reserve(settings.concurrency);
  for (unsigned i = settings.concurrency; i-- > 0;) {
    workers[i].index = i;
    freeWorkers.push_back(&workers[i]);
  }
}

ThreadPool::~ThreadPool() {
  std::vector<pthread_t> toJoin;
  {
    MutexLock lock(mutex);
    stopping = true;
    invite(UINT_MAX);
    letGo(UINT_MAX);
    toJoin.swap(threads);
  }
  wake(INT_MAX);
  for (pthread_t thread : toJoin)
    ::pthread_join(thread, nullptr);
}

std::size_t ThreadPool::maximumStackSize() const {
  return settings.stackSize > stackReserve ? settings.stackSize - stackReserve : 0;
}

bool ThreadPool::reserveArenas(std::size_t size) {
  if (size <= arenaSizeReached.load(std::memory_order_acquire))
    return true;
  MutexLock lock(mutex);
  if (size <= arenaSize)
    return true;
  std::vector<Arena> larger;
  for (std::size_t i = 0; i < workers.size(); ++i) {
    larger.push_back(Arena::allocate(size));
    if (!larger.back().data())
      return false;
  }
  for (std::size_t i = 0; i < workers.size(); ++i)
    workers[i].larger = std::move(larger[i]);
  arenaSize = larger.empty() ? 0 : size;
  arenaSizeReached.store(arenaSize, std::memory_order_release);
  return true;
}

void ThreadPool::submit(Task &task) {
  const Task::Shape &shape = task.shape;
  unsigned most = settings.concurrency;
  if (shape.maximumWorkers)
    most = std::min(most, shape.maximumWorkers);
  if (shape.group)
    most = std::min(most, shape.group->maximumThreads());
  task.useful = usefulThreads(shape.expectedTicks, most);
  if (shape.expectedTicks)
    task.patience = ticksOfPatience + shape.expectedTicks / task.useful * 2;
  if (shape.suggestedWorkers)
    task.useful = std::min(most, shape.suggestedWorkers);
  task.queue.prepare(std::min(most, std::max(task.useful, leastToPrepareFor)), shape.inParts,
                     shape.isSpread);
  unsigned toWake = 0;
  bool nobody = false;
  {
    MutexLock lock(mutex);
    append(task);
    const std::uint64_t wanted =
        std::min<std::uint64_t>(task.useful, std::max<std::uint64_t>(1, task.queue.chunksLeft()));
    if (idle < wanted)
      startWorkers(wanted - idle);
    nobody = threads.empty();
    // Those that look may find another task first. Then they call for help.
    const bool isForThisThread = endingTaskOf == this && !leftToThisThread;
    leftToThisThread = leftToThisThread || isForThisThread;
    toWake = call(isForThisThread ? wanted - 1 : wanted);
  }
  wake(toWake);
  // The system gives us no thread at all: the work is done here.
  if (nobody)
    while (help(nullptr))
      ;
}

Worker *ThreadPool::lend() {
  MutexLock lock(mutex);
  if (freeLent.empty()) {
    freeLent.reserve(lent.size() + 1);
    lent.push_back(std::make_unique<Worker>());
    lent.back()->index = settings.concurrency + static_cast<unsigned>(lent.size()) - 1;
    freeLent.push_back(lent.back().get());
  }
  Worker *worker = freeLent.back();
  if (worker->arena.size() < arenaSize)
    worker->arena = Arena::allocate(arenaSize);
  if (worker->arena.size() < arenaSize)
    return nullptr;
  freeLent.pop_back();
  return worker;
}

void ThreadPool::giveBack(Worker &worker) {
  MutexLock lock(mutex);
  freeLent.push_back(&worker);
}

void ThreadPool::runHere(Task &task) {
  Worker *worker = lend();
  if (!worker)
    return submit(task);
  const auto runUnits = [&] {
    DefaultFloatingPoint environment;
    task.starting();
    WorkQueue::Place place;
    for (Chunk chunk = task.queue.claim(place); chunk.count != 0; chunk = task.queue.claim(place))
      task.run(chunk.first, chunk.count, *worker);
  };
  task.queue.prepare(1);
  const std::size_t needed = task.shape.stackSize + stackReserve;
  const bool hasRun = stackLeft() >= needed ? (runUnits(), true) : runOnStack(needed, runUnits);
  giveBack(*worker);
  if (hasRun)
    task.finished();
  else
    submit(task);
}

bool ThreadPool::isWorthNoCall(const Task::Shape &shape) {
  return shape.expectedTicks != 0 && shape.expectedTicks <= ticksOfCall * HEDDLE_SLOWDOWN &&
         shape.stackSize <= lentStackLimit && !(shape.group && shape.group->processors());
}

void ThreadPool::runAtOnce(Task &task) {
  {
    DefaultFloatingPoint environment;
    Worker nobody;
    const std::uint64_t begin = __rdtsc();
    task.starting();
    if (task.shape.units != 0)
      task.run(0, task.shape.units, nobody);
    task.spent = __rdtsc() - begin;
  }
  task.finished();
}

bool ThreadPool::mayBeTooMany(unsigned threads, std::uint64_t expectedTicks) {
  return usefulThreads(expectedTicks, threads) < threads;
}

bool ThreadPool::help(const void *owner) {
  const auto end = std::chrono::steady_clock::now() + helpTime;
  const bool leftBefore = std::exchange(leftToThisThread, false);
  bool helped = false;
  do {
    Share share;
    unsigned toWake = 0;
    {
      MutexLock lock(mutex);
      // Where there is no worker at all, everything is for the helper.
      const bool alone = threads.empty();
      share = join({owner, alone ? UINT64_MAX : lentStackLimit, /*bindable=*/alone});
      // It may be another one than what was left to this thread.
      if (share.task)
        toWake = callForHelp();
    }
    wake(toWake);
    if (!share.task)
      break;
    leftToThisThread = false;
    {
      DefaultFloatingPoint environment;
      runChunks(share, end);
    }
    bool isLast = false, wasRefused = false;
    {
      MutexLock lock(mutex);
      isLast = leave(share);
      wasRefused = std::exchange(refused, false);
      // Perhaps nobody else was called for it, and the caller need not come back.
      toWake = callForHelp();
    }
    wake(toWake);
    if (wasRefused)
      wakeSomebody();
    if (isLast)
      finish(*share.task);
    helped = true;
  } while (leftToThisThread && std::chrono::steady_clock::now() < end);
  // The caller may have what it waited for and go, or this task is none for a lent thread: somebody
  // else takes up what is left.
  if (std::exchange(leftToThisThread, leftBefore))
    wakeSomebody();
  return helped;
}

void ThreadPool::wakeSomebody() {
  unsigned toWake = 0;
  {
    MutexLock lock(mutex);
    toWake = call(1);
  }
  wake(toWake);
}

void ThreadPool::invite(std::uint64_t wanted) {
  const std::uint64_t spinning = idle - sleeping;
  // Who was invited before and has not come yet will do.
  if (invitations.load(std::memory_order_relaxed) < std::min(spinning, wanted))
    invitations.store(static_cast<std::uint32_t>(std::min(spinning, wanted)),
                      std::memory_order_release);
}

bool ThreadPool::takeInvitation() {
  std::uint32_t left = invitations.load(std::memory_order_relaxed);
  while (left > 0)
    if (invitations.compare_exchange_weak(left, left - 1, std::memory_order_relaxed))
      return true;
  return false;
}

unsigned ThreadPool::letGo(std::uint64_t wanted) {
  const auto count = static_cast<unsigned>(std::min<std::uint64_t>(wanted, sleeping - woken));
  if (count == 0)
    return 0;
  woken += count;
  news.fetch_add(1, std::memory_order_release);
  return count;
}

unsigned ThreadPool::call(std::uint64_t wanted) {
  if (wanted == 0)
    return 0;
  invite(wanted);
  const unsigned already = looking();
  return wanted > already ? letGo(std::min<std::uint64_t>(wanted - already, mostToWake)) : 0;
}

unsigned ThreadPool::callForHelp() {
  const Task *task = find({.ifUseful = true});
  if (!task)
    return 0;
  // Of a task that can be joined, all units may be claimed: one that has none, or lost some.
  const std::uint64_t wanted =
      std::min<std::uint64_t>({freeWorkers.size(), task->useful - task->participants,
                               std::max<std::uint64_t>(1, task->queue.chunksLeft())});
  const bool isAlone = looking() == 0;
  const unsigned toWake = call(wanted);
  if (isAlone && toWake == 0)
    startWorkers(1);
  return toWake;
}

void ThreadPool::append(Task &task) {
  // Behind the last one of its priority, or of the next higher one that has any.
  const auto own = static_cast<std::size_t>(task.shape.priority);
  Task *before = nullptr;
  for (std::size_t i = 0; i <= own; ++i)
    if (lastTask[i])
      before = lastTask[i];
  Task *&link = before ? before->next : firstTask;
  task.next = link;
  link = &task;
  lastTask[own] = &task;
}

void ThreadPool::remove(Task &task) {
  Task *before = nullptr;
  Task **link = &firstTask;
  while (*link != &task) {
    before = *link;
    link = &before->next;
  }
  *link = task.next;
  Task *&last = lastTask[static_cast<std::size_t>(task.shape.priority)];
  if (last == &task)
    last = before && before->shape.priority == task.shape.priority ? before : nullptr;
}

Task *ThreadPool::find(const Joiner &joiner) {
  if (freeWorkers.empty()) {
    refused = firstTask != nullptr;
    return nullptr;
  }
  for (Task *task = firstTask; task; task = task->next) {
    if (joiner.owner && task->shape.owner != joiner.owner)
      continue;
    // Without participants, all units claimed and not finished: lost in a fork, see below.
    if (task->started && task->queue.exhausted() && task->participants > 0)
      continue;
    if (task->shape.stackSize > joiner.stackLimit)
      continue;
    if (joiner.ifUseful && task->participants >= task->useful)
      continue;
    WorkerGroup *const group = task->shape.group;
    if (group && group->processors() && !joiner.bindable)
      continue;
    if ((group && group->full()) ||
        (task->shape.maximumWorkers && task->participants >= task->shape.maximumWorkers)) {
      refused = true;
      continue;
    }
    return task;
  }
  return nullptr;
}

ThreadPool::Share ThreadPool::join(const Joiner &joiner) {
  Share share;
  share.pool = this;
  share.task = find(joiner);
  if (!share.task)
    return share;
  share.first = !share.task->started;
  share.task->started = true;
  if (share.first)
    changing.fetch_add(1, std::memory_order_relaxed);
  ++share.task->participants;
  if (share.task->patience)
    share.overdue = __rdtsc() + share.task->patience;
  if (share.task->shape.group)
    share.task->shape.group->enter();
  share.worker = takeWorker();
  share.place = WorkQueue::Place(share.worker->index);
  if (share.worker->larger.data())
    share.worker->arena = std::exchange(share.worker->larger, Arena());
  return share;
}

Worker *ThreadPool::takeWorker() {
  static thread_local Worker *last = nullptr;
  // The one it had before, of which its processor has the memory in its caches.
  auto known = std::find(freeWorkers.rbegin(), freeWorkers.rend(), last);
  if (known == freeWorkers.rend())
    known = freeWorkers.rbegin();
  last = *known;
  freeWorkers.erase(std::next(known).base());
  return last;
}

void ThreadPool::aboutToWait() {
  if (innermost && innermost->worker)
    innermost->pool->stepAside(*innermost);
}

void ThreadPool::stepAside(Share &share) {
  unsigned toWake = 0;
  {
    MutexLock lock(mutex);
    freeWorkers.push_back(std::exchange(share.worker, nullptr));
    if (WorkerGroup *group = share.task->shape.group)
      group->leave(1);
    ++aside;
    toWake = callForHelp();
  }
  wake(toWake);
}

/// What a share takes, while it lives.
class ThreadPool::ShareTimer {
public:
  explicit ShareTimer(Share &share)
      : share(share), ran(share.task->shape.wantsProcessorTime ? processorTime() : 0),
        begin(__rdtsc()) {}
  ~ShareTimer() {
    share.spent = __rdtsc() - begin;
    if (share.task->shape.wantsProcessorTime)
      share.ran = processorTime() - ran;
  }
  ShareTimer(const ShareTimer &) = delete;
  ShareTimer &operator=(const ShareTimer &) = delete;

private:
  static std::uint64_t processorTime() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::uint64_t(now.tv_sec) * 1'000'000'000 + std::uint64_t(now.tv_nsec);
  }

  Share &share;
  const std::uint64_t ran, begin;
};

void ThreadPool::runChunks(Share &share, std::chrono::steady_clock::time_point end) {
  share.outer = std::exchange(innermost, &share);
  if (share.first)
    start(*share.task);
  const ShareTimer timer(share);
  do {
    const Chunk chunk = share.task->queue.claim(share.place);
    if (chunk.count == 0)
      break;
    share.task->run(chunk.first, chunk.count, *share.worker);
  } while (share.worker && std::chrono::steady_clock::now() < end);
  innermost = share.outer;
}

void ThreadPool::runAllChunks(Share &share, WorkerBinding &binding) {
  share.outer = std::exchange(innermost, &share);
  if (share.first)
    start(*share.task);
  // Without the wait for the lock behind it, which is the longer the more threads there are: it
  // would call still more of them for the next task.
  const ShareTimer timer(share);
  do {
    const Chunk chunk = share.task->queue.claim(share.place);
    if (chunk.count == 0)
      break;
    share.task->run(chunk.first, chunk.count, *share.worker);
    if (binding.isTime())
      binding.lookAround(threadsAtWork());
    if (share.overdue && __rdtsc() > share.overdue) {
      share.overdue = 0;
      callEverybody(*share.task);
    }
  } while (share.worker);
  innermost = share.outer;
}

void ThreadPool::callEverybody(Task &task) {
  unsigned toWake = 0;
  {
    MutexLock lock(mutex);
    task.useful = settings.concurrency;
    toWake = callForHelp();
  }
  wake(toWake);
}

unsigned ThreadPool::threadsAtWork() {
  MutexLock lock(mutex);
  return settings.concurrency - static_cast<unsigned>(freeWorkers.size());
}

bool ThreadPool::leave(const Share &share) {
  share.task->spent += share.spent;
  share.task->ran += share.ran;
  if (share.worker) {
    freeWorkers.push_back(share.worker);
    if (WorkerGroup *group = share.task->shape.group)
      group->leave(1);
  } else {
    --aside;
  }
  if (--share.task->participants > 0 || !share.task->queue.exhausted())
    return false;
  changing.fetch_add(1, std::memory_order_relaxed);
  remove(*share.task);
  return true;
}

// Without a lock, as finish().
void ThreadPool::start(Task &task) {
  ++changingHere;
  task.starting();
  --changingHere;
  changing.fetch_sub(1, std::memory_order_release);
}

// Without a lock and without a worker record: it may wait for other commands, and help.
void ThreadPool::finish(Task &task) {
  ThreadPool *const outer = std::exchange(endingTaskOf, this);
  ++changingHere;
  task.finished();
  --changingHere;
  changing.fetch_sub(1, std::memory_order_release);
  endingTaskOf = outer;
}

void ThreadPool::startWorkers(std::uint64_t wanted) {
  while (wanted-- > 0 && threads.size() < settings.concurrency + aside && !stopping) {
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstacksize(&attributes, settings.stackSize);
    WorkerBinding::undoFor(attributes);
    // The application's signals are for its own threads; only what the code itself raises is left.
    sigset_t blocked, previous;
    sigfillset(&blocked);
    for (int raised : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS})
      sigdelset(&blocked, raised);
    ::pthread_sigmask(SIG_SETMASK, &blocked, &previous);
    pthread_t thread;
    const int error = ::pthread_create(&thread, &attributes, &workerMain, this);
    ::pthread_sigmask(SIG_SETMASK, &previous, nullptr);
    ::pthread_attr_destroy(&attributes);
    if (error)
      return;
    threads.push_back(thread);
  }
}

void ThreadPool::wake(unsigned count) {
  if (count > 0)
    futex(news, FUTEX_WAKE, count);
}

void *ThreadPool::workerMain(void *pool) {
  // By itself, so that it has its name before anything else.
  ::pthread_setname_np(::pthread_self(), "heddle-worker");
  DefaultFloatingPoint environment;
  static_cast<ThreadPool *>(pool)->workerLoop();
  return nullptr;
}

/// Whether somebody has asked for this worker before its time was over.
bool ThreadPool::spin() {
  const auto end = std::chrono::steady_clock::now() + settings.spin;
  // Not at once: a thread that enqueues one small command after the other would meet this one at
  // each of them, which costs both more than the command. In a microsecond there are several.
  do {
    for (int i = 0; i < 32; ++i)
      _mm_pause();
    // Whom this thread has just woken, for a callback or to go on, may have been put behind it.
    ::sched_yield();
    if (takeInvitation())
      return true;
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

// The lock is taken twice for a task, before and after its chunks, and twice for each time without
// any: all workers come for it together.
void ThreadPool::workerLoop() {
  WorkerBinding binding(settings.settle);
  MutexLock lock(mutex);
  for (;;) {
    Share share = join({});
    if (share.task) {
      const unsigned toWake = callForHelp();
      lock.unlock();
      wake(toWake);
      binding.follow(share.task->shape.group);
      runAllChunks(share, binding);
      lock.lock();
      const bool isLast = leave(share);
      // What somebody was not allowed to run is for this thread, which looks next.
      refused = false;
      if (isLast) {
        lock.unlock();
        leftToThisThread = false;
        finish(*share.task);
        lock.lock();
      }
      continue;
    }
    if (stopping)
      return;

    // There is nothing to be invited to.
    invitations.store(0, std::memory_order_relaxed);
    ++idle;
    lock.unlock();
    const bool isInvited = spin();
    if (!isInvited && binding.isSettled())
      binding.unsettle();
    lock.lock();
    if (!isInvited && !stopping && !find({})) {
      ++sleeping;
      while (woken == 0) {
        const std::uint32_t seen = news.load(std::memory_order_relaxed);
        lock.unlock();
        futex(news, FUTEX_WAIT, seen);
        lock.lock();
      }
      --woken;
      --sleeping;
    }
    --idle;
  }
}

// What another thread is changing would stay as it is in the child: a task that has left the lists
// and is on its way to be complete would be lost, one that is being started might keep a lock. They
// are waited for; not for ever, since what a task starts may wait for us.
void ThreadPool::beforeFork() {
  const auto end = std::chrono::steady_clock::now() + longestChange;
  mutex.lock();
  while (changing.load(std::memory_order_acquire) > changingHere &&
         std::chrono::steady_clock::now() < end) {
    mutex.unlock();
    ::sched_yield();
    mutex.lock();
  }
}

void ThreadPool::afterForkInParent() { mutex.unlock(); }

// The child has only the thread that called fork. The workers are gone, with the chunks that they
// had claimed: those tasks count as run, so that nobody in the child waits for them for ever. All
// others are there and run when somebody submits or helps. A native kernel that forks goes on.
void ThreadPool::afterForkInChild() {
  WorkerBinding::afterForkInChild();
  threads.clear();
  idle = sleeping = woken = aside = 0;
  invitations = 0;
  changing = changingHere;
  refused = false;
  freeWorkers.clear();
  for (std::size_t i = workers.size(); i-- > 0;)
    freeWorkers.push_back(&workers[i]);
  for (Task *task = firstTask; task; task = task->next)
    if (task->participants > 0) {
      if (task->shape.group)
        task->shape.group->leave(task->participants);
      task->participants = 0;
      task->queue.drain();
    }
  for (Share *share = innermost; share; share = share->outer)
    if (share->pool == this) {
      ++share->task->participants;
      if (!share->worker) {
        ++aside;
        continue;
      }
      if (share->task->shape.group)
        share->task->shape.group->enter();
      std::erase(freeWorkers, share->worker);
    }
  mutex.unlock();
}

} // namespace heddle::executor
