// cl_event, and at the same time a node of the command graph: something that commands wait for.
// Commands (runtime/command.hpp) and user events (runtime/user_event.hpp) are the two kinds.
#ifndef HEDDLE_RUNTIME_EVENT_HPP
#define HEDDLE_RUNTIME_EVENT_HPP

#include "runtime/command_trace.hpp"
#include "runtime/object.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <vector>

namespace heddle {

class Command;
class CommandQueue;
class Context;

/// Why a command waits for an event, which decides what a failure of that event means.
enum class EdgeKind : std::uint8_t {
  /// The application named the event in a wait list: the waiting command is terminated, too.
  waitList,
  /// The order of the queue: the waiting command only starts later.
  order,
};

/// What clGetEventProfilingInfo answers, in nanoseconds of hostTimer().
struct ProfilingStamps {
  cl_ulong queued = 0;
  cl_ulong submitted = 0;
  cl_ulong started = 0;
  cl_ulong ended = 0;
};

/// The clock of all profiling stamps, of clGetHostTimer and of clGetDeviceAndHostTimer:
/// nanoseconds.
cl_ulong hostTimer();

class Event : public Object<_cl_event> {
public:
  static bool isKind(ObjectKind kind) { return kind == ObjectKind::event; }

  using Callback = void(CL_CALLBACK *)(cl_event, cl_int, void *);

  virtual Context &context() const = 0;
  /// Null for user events.
  virtual CommandQueue *queue() const { return nullptr; }
  cl_command_type commandType() const { return type; }
  /// CL_QUEUED, CL_SUBMITTED, CL_RUNNING, CL_COMPLETE or a negative error code.
  cl_int status() const { return state.load(std::memory_order_acquire); }
  bool finished() const { return status() <= CL_COMPLETE; }
  /// Blocks until the event is complete or failed, and returns that status.
  cl_int wait() const;

  /// clSetEventCallback: `when` is CL_SUBMITTED, CL_RUNNING or CL_COMPLETE. Callbacks run one after
  /// another on a thread of their own, so they may take any lock and call any OpenCL function.
  void addCallback(cl_int when, Callback callback, void *userData) EXCLUDES(mutex);

  /// Makes the command wait for this event. False when there is nothing to wait for any more:
  /// status() then tells how the event ended.
  bool addDependent(Command &command, EdgeKind edge) EXCLUDES(mutex);

  /// Null without a trace.
  const std::shared_ptr<EventTrace> &trace() const { return traced; }

protected:
  Event(const Context &context, cl_command_type type, cl_int initialStatus);
  ~Event() override;

  /// Moves on to the next status, which is lower than the one before, and does what follows from
  /// it: wakes who waits, runs callbacks, makes dependent commands ready. False when the event had
  /// already ended.
  bool advance(cl_int newStatus) EXCLUDES(mutex);

  std::shared_ptr<EventTrace> traced; ///< set by constructors only

private:
  struct Registered {
    cl_int when;
    Callback callback;
    void *userData;
  };
  struct Dependent {
    Ref<Command> command;
    EdgeKind edge = EdgeKind::order;
  };

  void runCallback(const Registered &registered, cl_int reached);

  const cl_command_type type;
  std::atomic<cl_int> state;
  Mutex mutex;
  std::vector<Registered> callbacks GUARDED_BY(mutex);
  // Most events have one command that waits for them: the next one of the queue.
  Dependent firstDependent GUARDED_BY(mutex);
  std::vector<Dependent> otherDependents GUARDED_BY(mutex);
};

} // namespace heddle

#endif
