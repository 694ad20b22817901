#include "runtime/command_buffer.hpp"

#include "runtime/context.hpp"

#include <algorithm>
#include <utility>

namespace heddle {

Result<Ref<CommandBuffer>>
CommandBuffer::create(CommandQueue &queue,
                      std::vector<cl_command_buffer_properties_khr> properties) {
  return Ref<CommandBuffer>::adopt(new CommandBuffer(queue, std::move(properties)));
}

CommandBuffer::CommandBuffer(CommandQueue &queue,
                             std::vector<cl_command_buffer_properties_khr> properties)
    : Object(ObjectKind::commandBuffer, &queue.context()), defaultQueue(Ref(queue)),
      list(std::move(properties)) {}

bool CommandBuffer::isRecording() const {
  MutexLock lock(mutex);
  return !finalized;
}

bool CommandBuffer::hasFlag(cl_command_buffer_flags_khr flag) const {
  for (std::size_t i = 0; i + 1 < list.size(); i += 2)
    if (list[i] == CL_COMMAND_BUFFER_FLAGS_KHR)
      return list[i + 1] & flag;
  return false;
}

bool CommandBuffer::isExecutable() const {
  MutexLock lock(mutex);
  return finalized && std::all_of(recorded.begin(), recorded.end(),
                                  [](const Recorded &one) { return bool(one.command); });
}

bool CommandBuffer::finalize() {
  MutexLock lock(mutex);
  return !std::exchange(finalized, true);
}

bool CommandBuffer::isSyncPoint(cl_sync_point_khr syncPoint) const {
  MutexLock lock(mutex);
  return syncPoint >= 1 && syncPoint <= recorded.size();
}

cl_int CommandBuffer::record(Ref<Command> command, std::span<const cl_sync_point_khr> waitList,
                             Kind kind, Ref<MutableCommand> handle, cl_sync_point_khr &syncPoint) {
  Recorded added{
      .command = std::move(command), .handle = std::move(handle), .waitsFor = {}, .follows = {}};
  for (const cl_sync_point_khr point : waitList)
    added.waitsFor.push_back(point - 1);
  MutexLock lock(mutex);
  if (finalized)
    return CL_INVALID_OPERATION;
  const auto number = static_cast<std::uint32_t>(recorded.size());
  const bool followsAll = kind == Kind::barrier && waitList.empty();
  if (defaultQueue->inOrder()) {
    // The one before follows all the others.
    if (number != 0)
      added.follows.push_back(number - 1);
  } else if (followsAll) {
    for (std::uint32_t other = firstSinceBarrier; other < number; ++other)
      added.follows.push_back(other);
  } else if (lastBarrier != none) {
    added.follows.push_back(lastBarrier);
  }
  recorded.push_back(std::move(added));
  // Nothing fails from here on.
  if (MutableCommand *changing = recorded.back().handle.get())
    changing->number = number;
  for (const std::uint32_t other : recorded.back().waitsFor)
    recorded[other].isLast = false;
  for (const std::uint32_t other : recorded.back().follows)
    recorded[other].isLast = false;
  if (kind == Kind::barrier)
    lastBarrier = number;
  if (followsAll)
    firstSinceBarrier = number;
  syncPoint = number + 1;
  return CL_SUCCESS;
}

void CommandBuffer::update(std::vector<Update> updates) {
  // What is replaced goes with the updates, after the locks.
  MutexLock lock(mutex);
  for (Update &update : updates) {
    std::swap(recorded[update.handle->number].command, update.command);
    MutexLock handleLock(update.handle->mutex);
    std::swap(update.handle->current, update.dispatch);
  }
}

Result<std::vector<Ref<Event>>> CommandBuffer::repeatAll(CommandQueue &queue) const {
  std::vector<Ref<Event>> made;
  MutexLock lock(mutex);
  made.reserve(recorded.size());
  for (const Recorded &one : recorded) {
    if (!one.command)
      return CL_INVALID_OPERATION;
    Result<Ref<Command>> repeated = one.command->repeat(queue);
    if (!repeated)
      return repeated.error();
    made.push_back(Ref<Event>(std::move(*repeated)));
  }
  return made;
}

} // namespace heddle
