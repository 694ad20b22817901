// cl_command_buffer_khr: commands that are recorded once and run as often as the application likes.
//
// A recorded command is a command that is never enqueued itself; it knows how to make others that
// do the same (Command::repeat). Who waits for whom is kept as numbers of commands.
#ifndef HEDDLE_RUNTIME_COMMAND_BUFFER_HPP
#define HEDDLE_RUNTIME_COMMAND_BUFFER_HPP

#include "runtime/command_queue.hpp"
#include "runtime/mutable_command.hpp"
#include "runtime/object.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <CL/cl_ext.h>

#include <cstdint>
#include <span>
#include <vector>

namespace heddle {

class CommandBuffer final : public Object<_cl_command_buffer_khr> {
public:
  static bool isKind(ObjectKind kind) { return kind == ObjectKind::commandBuffer; }

  /// What queues that run command buffers may have. Not the calling thread: the commands of a
  /// buffer are for many.
  static constexpr cl_command_queue_properties supportedQueues =
      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

  /// properties: as the application gave them, with the terminating zero, or empty.
  static Result<Ref<CommandBuffer>>
  create(CommandQueue &queue, std::vector<cl_command_buffer_properties_khr> properties);

  /// The queue that commands are recorded for, and run on unless the application names another.
  CommandQueue &queue() const { return *defaultQueue; }
  Context &context() const { return defaultQueue->context(); }
  const std::vector<cl_command_buffer_properties_khr> &properties() const { return list; }

  /// Whether the application gave that flag when it made the buffer.
  bool hasFlag(cl_command_buffer_flags_khr flag) const;

  bool isRecording() const EXCLUDES(mutex);
  /// Finalized, and no kernel lacks an argument.
  bool isExecutable() const EXCLUDES(mutex);
  /// False when it was finalized before.
  bool finalize() EXCLUDES(mutex);
  /// True for each number that record() gave out.
  bool isSyncPoint(cl_sync_point_khr syncPoint) const EXCLUDES(mutex);

  enum class Kind : std::uint8_t {
    usual,
    barrier, ///< after everything recorded before, or its wait list, and before everything later
  };
  /// Adds a command and answers its sync point. CL_INVALID_OPERATION once it is finalized.
  /// waitList: sync points of this buffer. handle: of a kernel that may change, or null; only such
  /// a one may be without a command, until its arguments are known.
  cl_int record(Ref<Command> command, std::span<const cl_sync_point_khr> waitList, Kind kind,
                Ref<MutableCommand> handle, cl_sync_point_khr &syncPoint) EXCLUDES(mutex);

  /// A command that takes the place of another one, from the next enqueue on.
  struct Update {
    MutableCommand *handle = nullptr;
    MutableCommand::Dispatch dispatch;
    Ref<Command> command;
  };
  void update(std::vector<Update> updates) EXCLUDES(mutex);

  /// A fresh command for each. CL_INVALID_OPERATION when one is not known yet.
  Result<std::vector<Ref<Event>>> repeatAll(CommandQueue &queue) const EXCLUDES(mutex);

  struct Recorded {
    Ref<Command> command;
    Ref<MutableCommand> handle;
    std::vector<std::uint32_t> waitsFor; ///< whose failure terminates it
    std::vector<std::uint32_t> follows;  ///< which only delay it
    bool isLast = true;                  ///< no other command waits for it
  };
  /// Of a buffer that is finalized: who waits for whom does not change any more.
  std::span<const Recorded> commands() const NO_THREAD_SAFETY_ANALYSIS { return recorded; }

private:
  CommandBuffer(CommandQueue &queue, std::vector<cl_command_buffer_properties_khr> properties);

  Ref<CommandQueue> defaultQueue;
  const std::vector<cl_command_buffer_properties_khr> list;
  mutable Mutex mutex;
  bool finalized GUARDED_BY(mutex) = false;
  std::vector<Recorded> recorded GUARDED_BY(mutex);
  static constexpr std::uint32_t none = UINT32_MAX;
  /// Out of order only.
  std::uint32_t lastBarrier GUARDED_BY(mutex) = none;
  /// The first command that a barrier without a wait list has to follow.
  std::uint32_t firstSinceBarrier GUARDED_BY(mutex) = 0;
};

} // namespace heddle

#endif
