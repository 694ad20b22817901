// cl_command_queue: an order on commands.
#ifndef HEDDLE_RUNTIME_COMMAND_QUEUE_HPP
#define HEDDLE_RUNTIME_COMMAND_QUEUE_HPP

#include "runtime/command.hpp"
#include "runtime/device.hpp"
#include "runtime/executor/task.hpp"
#include "runtime/object.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <CL/cl_ext.h>

#include <vector>

namespace heddle {

class CommandQueue final : public Object<_cl_command_queue> {
public:
  static bool isKind(ObjectKind kind) { return kind == ObjectKind::commandQueue; }

  /// What a queue on the host may have: CL_DEVICE_QUEUE_ON_HOST_PROPERTIES.
  static constexpr cl_command_queue_properties supported = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                                           CL_QUEUE_PROFILING_ENABLE |
                                                           CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL;

  /// What the application wishes; nothing has to come of it.
  struct Hints {
    cl_queue_priority_khr priority = CL_QUEUE_PRIORITY_MED_KHR;
    cl_queue_throttle_khr throttle = CL_QUEUE_THROTTLE_MED_KHR;
  };

  /// propertyList: what the application gave to clCreateCommandQueueWithProperties, with its
  /// terminating zero, or empty.
  static Result<Ref<CommandQueue>> create(Context &context, Device &device,
                                          cl_command_queue_properties properties,
                                          std::vector<cl_queue_properties> propertyList,
                                          const Hints &hints);

  Context &context() const { return *owner; }
  Device &device() const { return *target; }
  cl_command_queue_properties properties() const { return flags; }
  bool profiling() const { return flags & CL_QUEUE_PROFILING_ENABLE; }
  bool inOrder() const { return !(flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE); }
  /// Commands run on the thread that enqueues them, which waits for what they wait for.
  bool onCallingThread() const { return flags & CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL; }
  const std::vector<cl_queue_properties> &propertyList() const { return list; }
  const Hints &hints() const { return wishes; }
  /// Null without a trace.
  QueueTrace *trace() const { return tracks.get(); }
  /// The priority among the executor's tasks.
  executor::Priority priority() const;

  enum class Ordering : std::uint8_t {
    usual,         ///< after what the queue's mode and the last barrier say
    afterAll,      ///< a marker: after everything enqueued before it
    barrier,       ///< after everything enqueued before it, and before everything after it
    waitListFence, ///< a barrier with a wait list: only what comes after waits for it
  };

  /// Puts the command into the graph. When `blocking`, waits for its end and returns how that was:
  /// CL_SUCCESS or CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST or the command's own error. A queue
  /// on the calling thread waits in any case.
  cl_int enqueue(const Ref<Command> &command, const WaitList &waitList, bool blocking,
                 Ordering ordering = Ordering::usual) EXCLUDES(mutex);

  /// Blocks until everything enqueued before has ended.
  cl_int finish() EXCLUDES(mutex);

private:
  friend class Command;

  CommandQueue(Context &context, Device &device, cl_command_queue_properties properties,
               std::vector<cl_queue_properties> propertyList, const Hints &hints);
  ~CommandQueue() override;

  void commandEnded(Command &command) EXCLUDES(mutex);

  Ref<Context> owner;
  Ref<Device> target;
  const cl_command_queue_properties flags;
  const std::vector<cl_queue_properties> list;
  const Hints wishes;
  const std::unique_ptr<QueueTrace> tracks;
  Mutex mutex;
  /// In order: the command that the next one follows. Out of order: the last barrier.
  Ref<Command> last GUARDED_BY(mutex);
  /// Out of order only: what has not ended yet, the newest first.
  Command *outstanding GUARDED_BY(mutex) = nullptr;
};

} // namespace heddle

#endif
