// Work for the thread pool: a number of units that any threads may run in any order.
#ifndef HEDDLE_RUNTIME_EXECUTOR_TASK_HPP
#define HEDDLE_RUNTIME_EXECUTOR_TASK_HPP

#include "runtime/executor/work_queue.hpp"

#include <cstddef>
#include <cstdint>

namespace heddle::executor {

struct Worker;
class WorkerGroup;

/// Workers that look for a task take the first one of the highest priority that has units left.
/// Those that are in one stay in it to its end.
enum class Priority : std::uint8_t { high, medium, low };
inline constexpr std::size_t priorities = 3;

/// A task is submitted once and must live until finished() is called. A kernel is a task whose
/// units are work-groups; a copy is a task of one unit, or of one unit a megabyte.
class Task {
public:
  struct Shape {
    std::uint64_t units = 1;     ///< 0 is allowed: only starting() and finished() are called
    unsigned maximumWorkers = 0; ///< at most so many threads at a time; 0 for all
    std::uint64_t stackSize = 0; ///< bytes of stack that one unit may use
    /// Of the time stamp counter, for all units on one thread; 0 when nobody knows. More threads
    /// are called for a long task than for a short one.
    std::uint64_t expectedTicks = 0;
    /// Threads that are called for it, as long as it takes no longer than expected; 0: it depends
    /// on what is expected.
    unsigned suggestedWorkers = 0;
    bool wantsProcessorTime = false; ///< for finished()
    /// Whom the task belongs to (its command queue): a thread that waits for this owner may lend
    /// itself to the task.
    const void *owner = nullptr;
    Priority priority = Priority::medium;
    /// Units that follow one another share what they read, and none waits for another one.
    bool inParts = false;
    /// Workers begin at different places of their parts, so that one finds what another has made.
    bool isSpread = false;
    WorkerGroup *group = nullptr; ///< whose limit the task keeps to, too; null for the pool's alone
  };

  virtual ~Task() = default;

  /// The first thread that takes up the task calls this once, before its own first unit. Other
  /// threads may already be running units.
  virtual void starting() {}
  /// Runs the units first .. first + count - 1, on several threads at a time.
  virtual void run(std::uint64_t first, std::uint64_t count, Worker &worker) = 0;
  /// Every unit has run. Called once, without any lock, by the thread that was last to leave the
  /// task; nothing of the pool touches the task afterwards, so it may delete itself.
  virtual void finished() = 0;

protected:
  explicit Task(const Shape &shape) : shape(shape), queue(shape.units) {}
  const Shape &givenShape() const { return shape; }
  /// Before it is submitted.
  void limitWorkers(unsigned most) { shape.maximumWorkers = most; }
  /// Before it is submitted.
  void suggestWorkers(unsigned some) { shape.suggestedWorkers = some; }
  /// Before it is submitted.
  void wantProcessorTime() { shape.wantsProcessorTime = true; }
  /// Nanoseconds that all threads together ran in its units, for finished(), if they were wanted:
  /// without those in which others had the processors.
  std::uint64_t processorTime() const { return ran; }
  /// What all threads together spent in its units, for finished(); 0 after runHere().
  std::uint64_t ticksSpent() const { return spent; }
  Task(const Task &) = delete;
  Task &operator=(const Task &) = delete;

private:
  friend class ThreadPool;

  Shape shape;
  WorkQueue queue;
  // Guarded by the pool's lock; declared here so that submitting allocates nothing.
  Task *next = nullptr;
  unsigned participants = 0;
  unsigned useful = 0;        ///< threads that are called for it, at most
  std::uint64_t patience = 0; ///< how long a thread may be in it before all are called; 0: for ever
  std::uint64_t spent = 0, ran = 0;
  bool started = false;
};

} // namespace heddle::executor

#endif
