// What the trace (runtime/support/trace.hpp) shows of queues, events and commands.
//
// A queue is a track beside those of the threads, on which its commands lie from their start to
// their end. Where several run at a time, the queue has as many tracks:
//
//   queue 1        | scale          | gemm                        | read buffer |
//   queue 1 (2)          | fill     |
//   main           clEnqueue.. clEnqueue..   clFinish -----------------------------
//   heddle-worker  | scale          | gemm       | gemm           |
//
// Arrows lead from the call that enqueued a command to it, and from what stands in its wait list.
#ifndef HEDDLE_RUNTIME_COMMAND_TRACE_HPP
#define HEDDLE_RUNTIME_COMMAND_TRACE_HPP

#include "runtime/support/thread_annotations.hpp"
#include "runtime/support/trace_event.hpp"

#include <CL/cl.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace heddle {

/// "read buffer" for CL_COMMAND_READ_BUFFER, and so on.
std::string_view commandTypeName(cl_command_type type);

/// The tracks of one queue.
class QueueTrace {
public:
  /// Null without a trace.
  static std::unique_ptr<QueueTrace> create(std::string_view kind);

  std::uint64_t number() const { return queueNumber; }
  /// A track on which no command lies now, to be given back.
  std::uint64_t takeTrack() EXCLUDES(mutex);
  void giveBack(std::uint64_t track) EXCLUDES(mutex);

private:
  QueueTrace(std::uint64_t number, std::string_view kind) : queueNumber(number), kind(kind) {}
  void nameTrack(std::uint64_t index) const;

  const std::uint64_t queueNumber;
  const std::string kind;
  Mutex mutex;
  std::vector<bool> taken GUARDED_BY(mutex);
};

/// Where an event ended, for the arrows that start there. Of a user event that is all.
class EventTrace {
public:
  virtual ~EventTrace() = default;

  /// An event whose status the calling thread sets.
  void endedHere() { setEnd(Trace::thisThread(), Trace::now()); }
  /// Draws an arrow from the end of this event.
  void drawArrow(std::uint64_t toTrack, std::uint64_t toTime, std::string_view kind) const;

protected:
  void setEnd(std::uint64_t track, std::uint64_t time) {
    endTrack.store(track, std::memory_order_relaxed);
    endTime.store(time, std::memory_order_relaxed);
  }

private:
  std::atomic<std::uint64_t> endTrack{0};
  std::atomic<std::uint64_t> endTime{0};
};

/// Of a command: made with it, on the thread that enqueues it, where there is a trace.
class CommandTrace final : public EventTrace {
public:
  explicit CommandTrace(QueueTrace &queue);
  /// Of a command that was skipped and took long or failed: it began at that time.
  CommandTrace(QueueTrace &queue, std::uint64_t start);

  std::uint64_t number() const { return commandNumber; }
  /// Something that the command waits for, or need not wait for any more.
  void waitsFor(std::shared_ptr<const EventTrace> event) { before.push_back(std::move(event)); }
  /// Mostly in the call that enqueued it.
  void submitted() {
    const std::uint64_t time = Trace::timeOfCall();
    submitTime = std::max(time, queueTime);
  }
  void started();
  /// Whether the command, which has ended now, is to be shown: end() and write(), else forget().
  bool ended(cl_int status);
  void forget() { queue.giveBack(track); }
  /// The event of the command, for what else there is to say about it.
  TraceEvent end(std::string_view name, std::string_view type, cl_int status) const;
  /// Adds the event to the trace, and the arrows that end there.
  void write(TraceEvent &event);

  /// Whether the next part of the command's work that a thread does is shown, and how many such
  /// parts it stands for: of the first 256 each where they are not short, then fewer and fewer.
  std::uint64_t nextPart();
  /// When the part began that the calling thread begins, and ended that it ends.
  std::uint64_t partBegins() const {
    return parts.load(std::memory_order_relaxed) == 1 && startThread == Trace::thisThread()
               ? startTime
               : Trace::now();
  }
  void partEnded(std::uint64_t begin, std::uint64_t end);

private:
  QueueTrace &queue;
  const std::uint64_t commandNumber;
  const std::uint64_t thread; ///< that enqueued
  const std::uint64_t queueTime;
  std::uint64_t submitTime = 0;
  std::uint64_t startTime = 0, endTime = 0;
  std::uint64_t startThread = 0;
  std::uint64_t track = 0;
  std::atomic<std::uint64_t> parts{0}, lastPart{0};
  std::atomic<std::uint64_t> partsToOne{1}; ///< that is shown
  std::vector<std::shared_ptr<const EventTrace>> before;
};

/// Work-groups, or pieces of a transfer, that the calling thread works at to the end of the scope.
class TracedPart {
public:
  /// trace: null without one. The name must live as long as the scope.
  TracedPart(CommandTrace *trace, std::string_view name, std::uint64_t first, std::uint64_t count)
      : trace(trace), name(name), first(first), count(count) {
    if (trace) [[unlikely]]
      begin();
  }
  TracedPart(const TracedPart &) = delete;
  TracedPart &operator=(const TracedPart &) = delete;
  ~TracedPart() {
    if (trace && standsFor != 0) [[unlikely]]
      end();
  }

private:
  void begin();
  void end() const;

  CommandTrace *const trace;
  const std::string_view name;
  const std::uint64_t first, count;
  std::uint64_t standsFor = 0;
  std::uint64_t start = 0;
};

} // namespace heddle

#endif
