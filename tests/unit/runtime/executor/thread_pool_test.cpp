#include "runtime/executor/cost_estimate.hpp"
#include "runtime/executor/thread_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <csignal>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <xmmintrin.h>

namespace heddle::executor {
namespace {

ThreadPool::Settings settings(unsigned concurrency) {
  ThreadPool::Settings result;
  result.concurrency = concurrency;
  return result;
}

// Counts what is done to it; optionally does something for each chunk.
class CountingTask : public Task {
public:
  explicit CountingTask(const Shape &shape, void (*work)(CountingTask &, Worker &) = nullptr)
      : Task(shape), work(work), seen(shape.units) {}

  void starting() override { ++starts; }
  void run(std::uint64_t first, std::uint64_t count, Worker &worker) override {
    const unsigned now = ++inside;
    for (unsigned most = mostInside; now > most && !mostInside.compare_exchange_weak(most, now);)
      ;
    if (work)
      work(*this, worker);
    for (std::uint64_t i = first; i < first + count; ++i)
      ++seen[i];
    --inside;
  }
  void finished() override {
    ++ends;
    ranFor = std::chrono::nanoseconds(processorTime());
    done.store(true);
    done.notify_all();
  }

  void wait() { done.wait(false); }
  bool eachOnce() const {
    for (const std::atomic<int> &count : seen)
      if (count != 1)
        return false;
    return true;
  }

  void (*work)(CountingTask &, Worker &);
  std::vector<std::atomic<int>> seen;
  std::atomic<int> starts{0}, ends{0};
  std::atomic<unsigned> inside{0}, mostInside{0};
  std::atomic<bool> done{false};
  std::chrono::nanoseconds ranFor{}; ///< from finished() on
};

TEST(ThreadPoolTest, RunsEveryUnitOnce) {
  ThreadPool pool(settings(4));
  for (std::uint64_t units : {1u, 2u, 63u, 1000u, 100000u})
    for (bool inParts : {false, true}) {
      CountingTask task({.units = units, .inParts = inParts});
      pool.submit(task);
      task.wait();
      EXPECT_TRUE(task.eachOnce());
      EXPECT_EQ(task.starts, 1);
      EXPECT_EQ(task.ends, 1);
    }
}

// Its processor has that one's memory in its caches.
TEST(ThreadPoolTest, AThreadHasTheRecordThatItHadBefore) {
  static std::barrier<> *all;
  static std::mutex lock;
  static std::map<std::thread::id, std::set<unsigned>> records;
  constexpr unsigned threads = 4;
  std::barrier<> barrier(threads);
  all = &barrier;
  ThreadPool pool(settings(threads));
  for (int i = 0; i < 20; ++i) {
    CountingTask task({.units = threads}, [](CountingTask &, Worker &worker) {
      all->arrive_and_wait();
      const std::scoped_lock guard(lock);
      records[std::this_thread::get_id()].insert(worker.index);
    });
    pool.submit(task);
    task.wait();
  }
  EXPECT_EQ(records.size(), threads);
  for (const auto &[thread, indices] : records)
    EXPECT_EQ(indices.size(), 1u);
}

TEST(ThreadPoolTest, ATaskWithoutUnitsStartsAndEnds) {
  ThreadPool pool(settings(2));
  CountingTask task({.units = 0});
  pool.submit(task);
  task.wait();
  EXPECT_EQ(task.starts, 1);
  EXPECT_EQ(task.ends, 1);
}

TEST(ThreadPoolTest, RunsManyTasksFromManyThreads) {
  ThreadPool pool(settings(3));
  std::vector<std::thread> clients;
  std::atomic<int> good{0};
  for (int i = 0; i < 4; ++i)
    clients.emplace_back([&, i] {
      for (int round = 0; round < 200; ++round) {
        CountingTask task(
            {.units = std::uint64_t(round % 40), .owner = &clients, .inParts = round % 3 == 0});
        pool.submit(task);
        if (i % 2)
          while (!task.done && pool.help(&clients))
            ;
        task.wait();
        good += task.eachOnce();
      }
    });
  for (std::thread &client : clients)
    client.join();
  EXPECT_EQ(good, 800);
}

TEST(ThreadPoolTest, CountsTheTimeInWhichItHadAProcessor) {
  using namespace std::chrono_literals;
  ThreadPool pool(settings(2));
  const auto spin = [](CountingTask &, Worker &) {
    timespec now{};
    const auto ran = [&] {
      ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
      return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
    };
    for (const auto end = ran() + 2ms; ran() < end;)
      ;
  };
  CountingTask busy({.units = 8, .wantsProcessorTime = true}, spin);
  pool.submit(busy);
  busy.wait();
  EXPECT_GE(busy.ranFor, 16ms);

  CountingTask asleep({.units = 8, .wantsProcessorTime = true},
                      [](CountingTask &, Worker &) { std::this_thread::sleep_for(5ms); });
  pool.submit(asleep);
  asleep.wait();
  EXPECT_LT(asleep.ranFor, 16ms);

  CountingTask unasked({.units = 8}, spin);
  pool.submit(unasked);
  unasked.wait();
  EXPECT_EQ(unasked.ranFor, 0ns);
}

TEST(ThreadPoolTest, NeverRunsMoreThreadsThanItMay) {
  ThreadPool pool(settings(2));
  CountingTask task({.units = 64}, [](CountingTask &, Worker &worker) {
    EXPECT_LT(worker.index, 2u);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  pool.submit(task);
  while (!task.done)
    pool.help(nullptr);
  task.wait();
  EXPECT_LE(task.mostInside, 2u);
}

TEST(ThreadPoolTest, KeepsToTheTasksOwnLimit) {
  ThreadPool pool(settings(4));
  CountingTask task({.units = 32, .maximumWorkers = 1}, [](CountingTask &, Worker &) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  pool.submit(task);
  task.wait();
  EXPECT_EQ(task.mostInside, 1u);
  EXPECT_TRUE(task.eachOnce());
}

TEST(ThreadPoolTest, TakesTasksByPriorityAndThenInTheirOrder) {
  ThreadPool pool(settings(1));
  static std::atomic<bool> release;
  release = false;
  CountingTask busy({.units = 1}, [](CountingTask &, Worker &) {
    while (!release)
      std::this_thread::yield();
  });
  pool.submit(busy);
  while (!busy.inside)
    std::this_thread::yield();
  // All of these wait for the only worker.
  static std::vector<const CountingTask *> order;
  order.clear();
  const auto note = [](CountingTask &task, Worker &) { order.push_back(&task); };
  const auto task = [&](Priority priority) {
    return std::make_unique<CountingTask>(Task::Shape{.units = 1, .priority = priority}, note);
  };
  const auto low1 = task(Priority::low), medium1 = task(Priority::medium),
             low2 = task(Priority::low), high1 = task(Priority::high),
             medium2 = task(Priority::medium), high2 = task(Priority::high);
  for (CountingTask *one :
       {low1.get(), medium1.get(), low2.get(), high1.get(), medium2.get(), high2.get()})
    pool.submit(*one);
  release = true;
  busy.wait();
  for (CountingTask *one :
       {low1.get(), low2.get(), medium1.get(), medium2.get(), high1.get(), high2.get()})
    one->wait();
  EXPECT_EQ(order, (std::vector<const CountingTask *>{high1.get(), high2.get(), medium1.get(),
                                                      medium2.get(), low1.get(), low2.get()}));
}

TEST(ThreadPoolTest, TasksOfAGroupShareItsLimit) {
  ThreadPool pool(settings(4));
  WorkerGroup outer(2, nullptr, nullptr), inner(1, &outer, nullptr);
  static std::atomic<unsigned> inInner, inOuter, mostInner, mostOuter;
  inInner = inOuter = mostInner = mostOuter = 0;
  const auto enter = [](std::atomic<unsigned> &inside, std::atomic<unsigned> &most) {
    const unsigned now = ++inside;
    for (unsigned seen = most; now > seen && !most.compare_exchange_weak(seen, now);)
      ;
  };
  static const auto enterOne = enter;
  const auto workInOuter = [](CountingTask &, Worker &) {
    enterOne(inOuter, mostOuter);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    --inOuter;
  };
  const auto workInInner = [](CountingTask &, Worker &) {
    enterOne(inInner, mostInner);
    enterOne(inOuter, mostOuter);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    --inOuter;
    --inInner;
  };
  CountingTask a({.units = 16, .group = &outer}, workInOuter),
      b({.units = 16, .group = &inner}, workInInner),
      c({.units = 16, .group = &inner}, workInInner);
  pool.submit(a);
  pool.submit(b);
  pool.submit(c);
  // Who lends itself keeps to the limit, too.
  while (!a.done || !b.done || !c.done)
    if (!pool.help(nullptr))
      std::this_thread::yield();
  EXPECT_LE(mostOuter, 2u);
  EXPECT_EQ(mostInner, 1u);
  EXPECT_TRUE(a.eachOnce() && b.eachOnce() && c.eachOnce());
  // The limit is free again.
  CountingTask again({.units = 16, .group = &inner});
  pool.submit(again);
  again.wait();
}

TEST(ThreadPoolTest, WorkersOfABoundGroupRunOnItsProcessorsOnly) {
  ThreadPool pool(settings(2));
  const std::vector<unsigned> all = ProcessorSet::ofThisThread().numbers();
  auto one = std::make_shared<ProcessorSet>();
  one->add(all.back());
  WorkerGroup group(2, nullptr, one);
  static std::vector<unsigned> seen;
  const auto look = [](CountingTask &, Worker &) { seen = ProcessorSet::ofThisThread().numbers(); };
  for (int round = 0; round < 3; ++round) {
    CountingTask bound({.units = 1, .group = &group}, look);
    pool.submit(bound);
    // The application's thread is nobody's to bind.
    pool.help(nullptr);
    bound.wait();
    EXPECT_EQ(seen, std::vector<unsigned>{all.back()});
    CountingTask anywhere({.units = 1}, look);
    pool.submit(anywhere);
    anywhere.wait();
    EXPECT_EQ(seen, all);
  }
  EXPECT_EQ(ProcessorSet::ofThisThread().numbers(), all);
}

TEST(ThreadPoolTest, SeveralTasksAreInFlight) {
  ThreadPool pool(settings(2));
  // Each waits inside for the other one: with one at a time they would wait for ever.
  static std::atomic<int> arrived;
  arrived = 0;
  auto meet = [](CountingTask &, Worker &) {
    ++arrived;
    while (arrived < 2)
      std::this_thread::yield();
  };
  CountingTask a({.units = 1}, meet), b({.units = 1}, meet);
  pool.submit(a);
  pool.submit(b);
  a.wait();
  b.wait();
}

// Every unit waits for all others: they run only if as many workers come as there are units.
void runUnitsThatMeet(ThreadPool &pool, unsigned count) {
  static std::atomic<unsigned> arrived, expected;
  arrived = 0;
  expected = count;
  CountingTask task({.units = count}, [](CountingTask &, Worker &) {
    ++arrived;
    while (arrived < expected)
      std::this_thread::yield();
  });
  pool.submit(task);
  task.wait();
  EXPECT_TRUE(task.eachOnce());
}

TEST(ThreadPoolTest, SleepingWorkersWakeOneAnother) {
  ThreadPool::Settings sleepy = settings(9);
  sleepy.spin = std::chrono::microseconds(0);
  ThreadPool pool(sleepy);
  for (int i = 0; i < 20; ++i) {
    runUnitsThatMeet(pool, 9);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

TEST(ThreadPoolTest, SpinningWorkersComeByInvitation) {
  const auto start = std::chrono::steady_clock::now();
  constexpr std::chrono::seconds spin{20};
  {
    ThreadPool::Settings wakeful = settings(5);
    wakeful.spin = spin;
    ThreadPool pool(wakeful);
    // As many as are wanted, and not fewer after tasks that wanted one.
    for (unsigned count : {5, 1, 1, 3, 2, 5, 1, 4, 5})
      runUnitsThatMeet(pool, count);
  }
  // Nor do they keep the end waiting.
  EXPECT_LT(std::chrono::steady_clock::now() - start, spin);
}

// Units of a millisecond, as long as fewer than four threads are there.
unsigned mostThreadsIn(ThreadPool &pool, std::uint64_t expectedTicks, unsigned suggested = 0) {
  CountingTask task({.units = 1000, .expectedTicks = expectedTicks, .suggestedWorkers = suggested},
                    [](CountingTask &self, Worker &) {
                      if (self.mostInside < 4)
                        std::this_thread::sleep_for(std::chrono::milliseconds(1));
                    });
  pool.submit(task);
  task.wait();
  EXPECT_TRUE(task.eachOnce());
  return task.mostInside;
}

TEST(ThreadPoolTest, CallsMoreThreadsForLongTasksAndForThoseThatTakeLongerThanExpected) {
  ThreadPool pool(settings(4));
  constexpr std::uint64_t anHour = std::uint64_t(1) << 43;
  EXPECT_EQ(mostThreadsIn(pool, 0), 4u);
  EXPECT_EQ(mostThreadsIn(pool, anHour), 4u);
  EXPECT_EQ(mostThreadsIn(pool, 1), 4u);
}

TEST(ThreadPoolTest, CallsAsManyThreadsAsAreSuggestedUntilItTakesLongerThanExpected) {
  ThreadPool pool(settings(4));
  mostThreadsIn(pool, 0);
  // Two units, each of which waits for the other one.
  CountingTask two({.units = 2, .expectedTicks = 1, .suggestedWorkers = 2},
                   [](CountingTask &self, Worker &) {
                     while (self.mostInside < 2)
                       std::this_thread::yield();
                   });
  pool.submit(two);
  two.wait();
  EXPECT_TRUE(two.eachOnce());
  EXPECT_EQ(mostThreadsIn(pool, 1, 1), 4u);
}

TEST(ThreadPoolTest, CallsOneThreadForAShortTask) {
  ThreadPool pool(settings(4));
  // All workers are there, and asleep.
  mostThreadsIn(pool, 0);
  // Where the one that is called has to wait for a processor, the task takes longer than expected,
  // and others are called, too: on a busy machine that may happen again and again, not always.
  unsigned mostInside = 0;
  for (int round = 0; round < 100 && mostInside != 1; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    CountingTask task({.units = 64, .expectedTicks = 1});
    pool.submit(task);
    task.wait();
    EXPECT_TRUE(task.eachOnce());
    mostInside = task.mostInside;
  }
  EXPECT_EQ(mostInside, 1u);
}

TEST(CostEstimateTest, FollowsWhatTakesLongerAtOnceAndWhatTakesLessSlowly) {
  CostEstimate cost;
  EXPECT_EQ(cost.expected(100), 0u);
  cost.learn(100, 0);
  EXPECT_EQ(cost.expected(100), 0u);
  cost.learn(100, 500);
  EXPECT_EQ(cost.expected(10), 50u);
  cost.learn(10, 800);
  EXPECT_EQ(cost.expected(10), 800u);
  cost.learn(10, 8);
  EXPECT_EQ(cost.expected(10), 700u);
  for (int i = 0; i < 100; ++i)
    cost.learn(10, 8);
  EXPECT_EQ(cost.expected(10), 8u);
  EXPECT_GE(cost.expected(0), 1u);
  EXPECT_GE(cost.expected(1e30), 1u << 30);
}

TEST(ThreadPoolTest, HelpNeedsAFreeWorkerAndATaskOfTheOwner) {
  ThreadPool pool(settings(1));
  // The only worker is busy, so that what is left is there for the helper alone.
  static std::atomic<bool> release;
  release = false;
  int owner = 0, other = 0;
  CountingTask busy({.units = 1, .owner = &other}, [](CountingTask &, Worker &) {
    while (!release)
      std::this_thread::yield();
  });
  pool.submit(busy);
  while (!busy.inside)
    std::this_thread::yield();
  CountingTask mine({.units = 1, .owner = &owner});
  pool.submit(mine);
  // All worker records are in use.
  EXPECT_FALSE(pool.help(&owner));
  release = true;
  busy.wait();
  mine.wait();
  EXPECT_FALSE(pool.help(&owner));
}

TEST(ThreadPoolTest, DoesNotLendAThreadToATaskThatNeedsMuchStack) {
  ThreadPool pool(settings(2));
  static std::atomic<bool> foreign;
  foreign = false;
  static std::thread::id client;
  client = std::this_thread::get_id();
  CountingTask task({.units = 100, .stackSize = 1 << 20}, [](CountingTask &, Worker &) {
    if (std::this_thread::get_id() == client)
      foreign = true;
    alignas(64) char used[1 << 20];
    std::memset(used, 1, sizeof(used));
    __asm__ volatile("" : : "r"(used) : "memory");
  });
  pool.submit(task);
  while (!task.done)
    pool.help(nullptr);
  task.wait();
  EXPECT_FALSE(foreign);
  EXPECT_TRUE(task.eachOnce());
}

TEST(ThreadPoolTest, ArenasGrowBeforeTheTaskThatNeedsThem) {
  ThreadPool pool(settings(3));
  for (std::size_t size : {std::size_t(1), std::size_t(100000), std::size_t(5000000)}) {
    ASSERT_TRUE(pool.reserveArenas(size));
    static std::size_t wanted;
    wanted = size;
    CountingTask task({.units = 50}, [](CountingTask &, Worker &worker) {
      ASSERT_GE(worker.arena.size(), wanted);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(worker.arena.data()) % 4096, 0u);
      std::memset(worker.arena.data(), 1, wanted);
    });
    pool.submit(task);
    task.wait();
  }
}

TEST(ThreadPoolTest, SaysWhenThereIsNoMemoryForArenas) {
  ThreadPool pool(settings(2));
  EXPECT_FALSE(pool.reserveArenas(std::size_t(1) << 60));
  EXPECT_FALSE(pool.reserveArenas(SIZE_MAX));
  EXPECT_TRUE(pool.reserveArenas(4096));
}

TEST(ThreadPoolTest, FinishedMaySubmitMore) {
  ThreadPool pool(settings(2));
  struct Chain : Task {
    Chain(ThreadPool &pool, std::atomic<int> &left, std::atomic<bool> &done)
        : Task({.units = 3}), pool(pool), left(left), done(done) {}
    void run(std::uint64_t, std::uint64_t, Worker &) override {}
    void finished() override {
      ThreadPool &next = pool;
      std::atomic<int> &count = left;
      std::atomic<bool> &end = done;
      delete this;
      if (--count > 0) {
        next.submit(*new Chain(next, count, end));
      } else {
        end = true;
        end.notify_all();
      }
    }
    ThreadPool &pool;
    std::atomic<int> &left;
    std::atomic<bool> &done;
  };
  std::atomic<int> left{1000};
  std::atomic<bool> done{false};
  pool.submit(*new Chain(pool, left, done));
  done.wait(false);
  EXPECT_EQ(left, 0);
}

TEST(ThreadPoolTest, WhatAHelperSubmitsButMayNotRunIsNotForgotten) {
  ThreadPool pool(settings(2));
  // The follower needs more stack than a lent thread has, so that a worker must be woken for it.
  struct Leader : Task {
    Leader(ThreadPool &pool, Task &follower) : Task({.units = 1}), pool(pool), follower(follower) {}
    void run(std::uint64_t, std::uint64_t, Worker &) override {}
    void finished() override { pool.submit(follower); }
    ThreadPool &pool;
    Task &follower;
  };
  for (int round = 0; round < 200; ++round) {
    CountingTask follower({.units = 1, .stackSize = 1 << 20});
    Leader leader(pool, follower);
    pool.submit(leader);
    if (round % 8 == 0)
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    pool.help(nullptr);
    follower.wait();
    EXPECT_TRUE(follower.eachOnce());
  }
}

TEST(ThreadPoolTest, RunsUnderTheDefaultFloatingPointEnvironment) {
  ThreadPool pool(settings(2));
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040); // flush to zero, denormals are zero
  CountingTask task({.units = 200}, [](CountingTask &, Worker &) {
    EXPECT_EQ(_mm_getcsr() & 0xffc0u, 0x1f80u);
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  });
  pool.submit(task);
  while (!task.done)
    pool.help(nullptr);
  task.wait();
  EXPECT_EQ(_mm_getcsr() & 0x8040u, 0x8040u);
  _mm_setcsr(before);
}

TEST(ThreadPoolTest, RunsATaskAtOnceWhereItStands) {
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040);
  CountingTask task({.units = 200, .expectedTicks = 1},
                    [](CountingTask &, Worker &) { EXPECT_EQ(_mm_getcsr() & 0xffc0u, 0x1f80u); });
  ThreadPool::runAtOnce(task);
  EXPECT_TRUE(task.eachOnce());
  EXPECT_EQ(task.starts, 1);
  EXPECT_EQ(task.ends, 1);
  EXPECT_EQ(_mm_getcsr() & 0x8040u, 0x8040u);
  _mm_setcsr(before);
  CountingTask nothing({.units = 0, .expectedTicks = 1});
  ThreadPool::runAtOnce(nothing);
  EXPECT_EQ(nothing.starts, 1);
  EXPECT_EQ(nothing.ends, 1);
}

TEST(ThreadPoolTest, CallsNobodyForShortTasksThatAnyThreadMayRun) {
  EXPECT_TRUE(ThreadPool::isWorthNoCall({.units = 8, .expectedTicks = 1}));
  // Nobody knows how long it takes.
  EXPECT_FALSE(ThreadPool::isWorthNoCall({.units = 1}));
  EXPECT_FALSE(ThreadPool::isWorthNoCall({.units = 1, .expectedTicks = 1 << 20}));
  EXPECT_FALSE(ThreadPool::isWorthNoCall({.units = 1, .stackSize = 1 << 20, .expectedTicks = 1}));
  WorkerGroup anywhere(2, nullptr, nullptr);
  WorkerGroup bound(2, nullptr, std::make_shared<const ProcessorSet>(ProcessorSet::ofThisThread()));
  EXPECT_TRUE(ThreadPool::isWorthNoCall({.units = 1, .expectedTicks = 1, .group = &anywhere}));
  EXPECT_FALSE(ThreadPool::isWorthNoCall({.units = 1, .expectedTicks = 1, .group = &bound}));
}

TEST(ThreadPoolTest, WorkersTakeNoSignalsOfTheApplication) {
  ThreadPool pool(settings(1));
  CountingTask task({.units = 1}, [](CountingTask &, Worker &) {
    sigset_t blocked;
    ::pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    EXPECT_TRUE(sigismember(&blocked, SIGTERM));
    EXPECT_TRUE(sigismember(&blocked, SIGALRM));
    EXPECT_FALSE(sigismember(&blocked, SIGSEGV));
  });
  pool.submit(task);
  task.wait();
}

TEST(ThreadPoolTest, WorksInAForkedChild) {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
  GTEST_SKIP() << "ThreadSanitizer starts no threads in a child of a process with threads";
#endif
#endif
  ThreadPool &pool = ThreadPool::shared();
  CountingTask warm({.units = 100});
  pool.submit(warm);
  warm.wait();
  // One that is running while the process forks.
  static std::atomic<bool> release;
  release = false;
  CountingTask busy({.units = 1}, [](CountingTask &, Worker &) {
    while (!release)
      std::this_thread::yield();
  });
  pool.submit(busy);
  while (!busy.inside)
    std::this_thread::yield();

  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::alarm(60);
    CountingTask task({.units = 1000});
    pool.submit(task);
    task.wait();
    // The task of the parent was lost with its worker; nobody may wait for it for ever.
    busy.wait();
    ::_exit(task.eachOnce() ? 42 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 42);
  release = true;
  busy.wait();
  EXPECT_TRUE(busy.eachOnce());
}

TEST(ThreadPoolTest, AForkWaitsForTasksThatAreStartedOrFinished) {
  ThreadPool &pool = ThreadPool::shared();
  // Holds a lock while it changes, for longer than a thread usually waits for its processor.
  struct SlowTask final : Task {
    explicit SlowTask(bool atStart) : Task({}), atStart(atStart) {}
    void starting() override {
      if (atStart)
        change();
    }
    void run(std::uint64_t, std::uint64_t, Worker &) override {}
    void finished() override {
      if (!atStart)
        change();
      done = true;
    }
    void change() {
      std::scoped_lock lock(mutex);
      inside = true;
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    const bool atStart;
    std::mutex mutex;
    std::atomic<bool> inside = false, done = false;
  };
  for (const bool atStart : {true, false}) {
    SlowTask task(atStart);
    pool.submit(task);
    while (!task.inside)
      std::this_thread::yield();
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0)
      ::_exit(task.mutex.try_lock() ? 42 : 1);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 42) << (atStart ? "start" : "end");
    while (!task.done)
      std::this_thread::yield();
  }
}

TEST(ThreadPoolTest, TasksThatWaitForOneAnotherRunSideBySide) {
  // The worker that still looks for work may take the second task first. Then somebody else has to
  // be woken for the first one, which nobody has been.
  ThreadPool pool(settings(2));
  for (int round = 0; round < 1000; ++round) {
    static std::atomic<int> arrived, met;
    arrived = met = 0;
    const auto meet = [](CountingTask &, Worker &) {
      ++arrived;
      for (auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
           arrived < 2 && std::chrono::steady_clock::now() < end;)
        std::this_thread::yield();
      if (arrived == 2)
        ++met;
    };
    CountingTask first({.units = 1}, meet), second({.units = 1}, meet);
    // One worker sleeps, and one may still look for work.
    CountingTask before({.units = 1}, [](CountingTask &, Worker &) {
      const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(60);
      while (std::chrono::steady_clock::now() < end)
        ;
    });
    pool.submit(before);
    while (!before.done)
      ;
    pool.submit(first);
    pool.submit(second);
    first.wait();
    second.wait();
    ASSERT_EQ(met, 2) << "in round " << round;
  }
}

TEST(ThreadPoolTest, TasksThatWaitLeaveTheirPlaceToOthers) {
  ThreadPool pool(settings(2));
  // Each needs all others to run beside it.
  static std::atomic<int> left;
  left = 6;
  const auto wait = [](CountingTask &, Worker &) {
    --left;
    ThreadPool::aboutToWait();
    for (auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
         left > 0 && std::chrono::steady_clock::now() < end;)
      std::this_thread::yield();
    EXPECT_EQ(left, 0);
  };
  std::deque<CountingTask> tasks;
  for (int i = 0; i < 6; ++i)
    tasks.emplace_back(Task::Shape{.units = 1}, wait);
  for (CountingTask &task : tasks)
    pool.submit(task);
  for (CountingTask &task : tasks)
    task.wait();
  // All places are there again, and no more.
  CountingTask many({.units = 1000}, [](CountingTask &, Worker &worker) {
    EXPECT_LT(worker.index, 2u);
    std::this_thread::yield();
  });
  pool.submit(many);
  many.wait();
  EXPECT_TRUE(many.eachOnce());
  EXPECT_LE(many.mostInside, 2u);
}

TEST(ThreadPoolTest, CountsTheProcessorsOfTheAffinityMask) {
  cpu_set_t before, one;
  ASSERT_EQ(::sched_getaffinity(0, sizeof(before), &before), 0);
  CPU_ZERO(&one);
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &before)) {
      CPU_SET(i, &one);
      break;
    }
  ASSERT_EQ(::sched_setaffinity(0, sizeof(one), &one), 0);
  EXPECT_EQ(availableProcessors(), 1u);
  ASSERT_EQ(::sched_setaffinity(0, sizeof(before), &before), 0);
  EXPECT_EQ(availableProcessors(), static_cast<unsigned>(CPU_COUNT(&before)));
}

} // namespace
} // namespace heddle::executor
