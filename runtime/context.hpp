// cl_context: the devices that share objects.
#ifndef HEDDLE_RUNTIME_CONTEXT_HPP
#define HEDDLE_RUNTIME_CONTEXT_HPP

#include "runtime/device.hpp"
#include "runtime/object.hpp"
#include "runtime/shared_memory.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <span>
#include <unordered_set>
#include <vector>

namespace heddle {

class CommandQueue;

class Context final : public Object<_cl_context> {
public:
  static bool isKind(ObjectKind kind) { return kind == ObjectKind::context; }

  using Notify = void(CL_CALLBACK *)(const char *, const void *, size_t, void *);
  using DestructorCallback = void(CL_CALLBACK *)(cl_context, void *);

  /// properties: as the application gave them, with the terminating zero, or empty.
  static Result<Ref<Context>> create(std::span<Device *const> devices,
                                     std::vector<cl_context_properties> properties, Notify notify,
                                     void *userData);

  const std::vector<Ref<Device>> &devices() const { return members; }
  bool hasDevice(const Device &device) const;
  const std::vector<cl_context_properties> &properties() const { return list; }
  /// Bytes: the largest buffer that at least one device takes.
  cl_ulong maxMemAllocSize() const;
  /// Bytes: the largest allocation that all devices take.
  cl_ulong commonMemAllocSize() const;

  SharedMemory &sharedMemory() { return shared; }
  /// Frees what clSVMAlloc gave; any other pointer is left alone. May end the context.
  void freeSvm(void *pointer);

  /// Blocks until everything enqueued before to any queue of the context has ended.
  void finishQueues() EXCLUDES(mutex);

  void addDestructorCallback(DestructorCallback callback, void *userData) EXCLUDES(mutex);
  /// Tells the application's error callback, if it gave one.
  void report(const char *message) const;

private:
  friend class CommandQueue;
  struct Registered {
    DestructorCallback callback;
    void *userData;
  };

  Context(std::span<Device *const> devices, std::vector<cl_context_properties> properties,
          Notify notify, void *userData);
  ~Context() override;

  void queueCreated(CommandQueue &queue) EXCLUDES(mutex);
  void queueDestroyed(CommandQueue &queue) EXCLUDES(mutex);

  std::vector<Ref<Device>> members;
  const std::vector<cl_context_properties> list;
  const Notify notify;
  void *const notifyData;
  SharedMemory shared;
  Mutex mutex;
  std::vector<Registered> destructorCallbacks GUARDED_BY(mutex);
  std::unordered_set<CommandQueue *> queues GUARDED_BY(mutex);
};

} // namespace heddle

#endif
