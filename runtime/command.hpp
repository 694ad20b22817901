// A command: an event that does something on a device once all events that it waits for have ended.
//
// The life of a command:
//   CommandQueue::enqueue   CL_QUEUED     edges to the wait list and to the queue's order are drawn
//   the graph, at the end   CL_SUBMITTED  submit(): work is given to a thread
//   of the last edge
//   markStarted()           CL_RUNNING
//   finish(status)          CL_COMPLETE or an error; dependents become ready
//
// A command that fits in one function overrides execute(). One that finishes on other threads, as
// an ND-range does, overrides submit() and calls markStarted() and finish() itself.
#ifndef HEDDLE_RUNTIME_COMMAND_HPP
#define HEDDLE_RUNTIME_COMMAND_HPP

#include "runtime/event.hpp"
#include "runtime/support/recycled_memory.hpp"

#include <vector>

namespace heddle {

/// The events of an application's wait list, checked; they live as long as the call.
using WaitList = std::vector<Event *>;

class Command : public Event {
public:
  static void *operator new(std::size_t size) { return RecycledMemory::allocate(size); }
  static void operator delete(void *memory, std::size_t size) {
    RecycledMemory::release(memory, size);
  }

  Context &context() const override;
  CommandQueue *queue() const override { return ownerQueue.get(); }
  /// Valid parts: all once the command has ended, `queued` always. Zeros without
  /// CL_QUEUE_PROFILING_ENABLE.
  const ProfilingStamps &profiling() const { return stamps; }

  /// A new command that does the same on a queue of the same device, as often as wanted and on any
  /// thread: how command buffers replay theirs, which are never enqueued themselves. Only those
  /// that can be recorded override this.
  virtual Result<Ref<Command>> repeat(CommandQueue & /*queue*/) { return CL_INVALID_OPERATION; }

  /// Whether there is a trace that does without it.
  bool isSkipped() const;
  /// When one that is skipped began, if it took long enough to be shown after all; else 0.
  std::uint64_t lateStart() const { return shownFrom; }

protected:
  /// A part of another command, which no trace shows.
  struct Unseen {};

  /// mayBeSkipped: a trace may do without it while there are too many commands like it.
  Command(CommandQueue &queue, cl_command_type type, bool mayBeSkipped = false);
  Command(CommandQueue &queue, cl_command_type type, Unseen);
  ~Command() override;

  /// Starts the work; called once, without a lock, on the thread that enqueues or on one that ended
  /// another command, so it must not block. The graph holds a reference until finish() returns.
  /// This form runs execute() here when that is quick or when the caller waits for it anyway, else
  /// on a worker.
  virtual void submit();
  /// Does the work and returns CL_SUCCESS or a negative status.
  virtual cl_int execute() { return CL_SUCCESS; }
  /// In how many pieces threads may do the work side by side. With more than one, workers call
  /// executePieces() instead of execute().
  virtual std::uint64_t pieces() const { return 1; }
  virtual void executePieces(std::uint64_t /*first*/, std::uint64_t /*count*/) {}
  /// What a message calls the command when execute() or executePieces() faults. Null where that
  /// leaves things half-done: then a fault ends the application, whatever HEDDLE_CATCH_FAULTS says.
  virtual const char *whatFaults() const { return nullptr; }
  /// True when handing the work to another thread would take longer than doing it.
  virtual bool runsQuickly() const { return false; }
  /// Drops what only the execution needed (memory objects, kernels). Called once, before the
  /// command is seen as ended, so that an application that then releases its own references sees
  /// objects go at once. Also called when the command never started.
  virtual void releaseResources() {}
  /// For the trace: what the command is called there, and what else there is to say about it. Not
  /// called after releaseResources().
  virtual std::string_view traceName() const { return commandTypeName(commandType()); }
  virtual void describe(TraceEvent & /*event*/) const {}
  /// How much it has done. Not called if it failed.
  virtual void describeWork(TraceEvent & /*event*/) const {}
  /// Null without a trace.
  CommandTrace *commandTrace() const { return static_cast<CommandTrace *>(traced.get()); }
  /// Shows a command that was skipped, and ends now.
  void traceLate(std::uint64_t start, cl_int status) const;
  /// The same if it took so many ticks of the time stamp counter that a trace shows it in any case.
  void traceIfLong(std::uint64_t ticks);

  /// CL_RUNNING. Any thread, once.
  void markStarted();
  /// Ends the command with CL_SUCCESS or a negative status. Any thread, once; `this` may be gone
  /// afterwards.
  void finish(cl_int status);

private:
  friend class CommandGraph;
  friend class CommandQueue;
  friend class CommandTask;
  friend class Event;
  friend class RunningHere;

  /// execute() and executePieces(), in which a fault is a status.
  cl_int executeGuarded();
  cl_int executePiecesGuarded(std::uint64_t first, std::uint64_t count);
  void traceEnd(CommandTrace &trace, cl_int status) const;

  Ref<CommandQueue> ownerQueue;
  ProfilingStamps stamps;
  std::uint64_t shownFrom = 0;
  /// Edges that still hold the command back, and one more while it is being enqueued.
  std::atomic<std::uint32_t> pending{1};
  std::atomic<bool> dependencyFailed{false};
  /// The enqueuing thread waits for this command: it can as well do the work.
  bool callerWaits = false;
  /// In the list of commands that a thread is about to start.
  Command *nextReady = nullptr;
  // Among the outstanding commands of an out-of-order queue; guarded by its lock. Commands of a
  // command buffer are not: what the queue knows is the command that runs them all.
  bool isOutstanding = false;
  Command *previousOutstanding = nullptr;
  Command *nextOutstanding = nullptr;
};

} // namespace heddle

#endif
