#include "runtime/context.hpp"

#include "runtime/command_queue.hpp"
#include "runtime/support/log.hpp"

#include <algorithm>

namespace heddle {

Result<Ref<Context>> Context::create(std::span<Device *const> devices,
                                     std::vector<cl_context_properties> properties, Notify notify,
                                     void *userData) {
  return Ref<Context>::adopt(new Context(devices, std::move(properties), notify, userData));
}

Context::Context(std::span<Device *const> devices, std::vector<cl_context_properties> properties,
                 Notify notify, void *userData)
    : Object(ObjectKind::context, devices.front()), list(std::move(properties)), notify(notify),
      notifyData(userData) {
  for (Device *device : devices)
    if (!hasDevice(*device))
      members.push_back(Ref(device));
}

Context::~Context() {
  std::vector<Registered> callbacks;
  {
    MutexLock lock(mutex);
    callbacks.swap(destructorCallbacks);
  }
  // The last one registered comes first.
  std::for_each(callbacks.rbegin(), callbacks.rend(), [&](const Registered &registered) {
    registered.callback(handle(), registered.userData);
  });
}

bool Context::hasDevice(const Device &device) const {
  return std::any_of(members.begin(), members.end(),
                     [&](const Ref<Device> &member) { return member.get() == &device; });
}

cl_ulong Context::maxMemAllocSize() const {
  cl_ulong largest = 0;
  for (const Ref<Device> &member : members)
    largest = std::max(largest, member->limits().maxMemAllocSize);
  return largest;
}

cl_ulong Context::commonMemAllocSize() const {
  cl_ulong smallest = members.front()->limits().maxMemAllocSize;
  for (const Ref<Device> &member : members)
    smallest = std::min(smallest, member->limits().maxMemAllocSize);
  return smallest;
}

void Context::freeSvm(void *pointer) {
  if (!pointer)
    return;
  const auto found = shared.startingAt(pointer);
  if (found && found->kind == SharedAllocation::Kind::svm)
    shared.free(pointer);
  else
    log(LogTopic::memory, "%p cannot be freed: clSVMAlloc did not give it, or it is free already",
        pointer);
}

void Context::finishQueues() {
  std::vector<Ref<CommandQueue>> alive;
  {
    MutexLock lock(mutex);
    for (CommandQueue *queue : queues)
      if (queue->retainIfAlive())
        alive.push_back(Ref<CommandQueue>::adopt(queue));
  }
  for (const Ref<CommandQueue> &queue : alive)
    queue->finish();
}

void Context::queueCreated(CommandQueue &queue) {
  MutexLock lock(mutex);
  queues.insert(&queue);
}

void Context::queueDestroyed(CommandQueue &queue) {
  MutexLock lock(mutex);
  queues.erase(&queue);
}

void Context::addDestructorCallback(DestructorCallback callback, void *userData) {
  MutexLock lock(mutex);
  destructorCallbacks.push_back({callback, userData});
}

void Context::report(const char *message) const {
  if (notify)
    notify(message, nullptr, 0, notifyData);
}

} // namespace heddle
