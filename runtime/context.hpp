// cl_context: the devices that share objects.
#ifndef HEDDLE_RUNTIME_CONTEXT_HPP
#define HEDDLE_RUNTIME_CONTEXT_HPP

#include "runtime/device.hpp"
#include "runtime/object.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <span>
#include <vector>

namespace heddle {

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

  void addDestructorCallback(DestructorCallback callback, void *userData) EXCLUDES(mutex);
  /// Tells the application's error callback, if it gave one.
  void report(const char *message) const;

private:
  struct Registered {
    DestructorCallback callback;
    void *userData;
  };

  Context(std::span<Device *const> devices, std::vector<cl_context_properties> properties,
          Notify notify, void *userData);
  ~Context() override;

  std::vector<Ref<Device>> members;
  const std::vector<cl_context_properties> list;
  const Notify notify;
  void *const notifyData;
  Mutex mutex;
  std::vector<Registered> destructorCallbacks GUARDED_BY(mutex);
};

} // namespace heddle

#endif
