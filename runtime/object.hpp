// The header that every handle points at, and the two counts of an object.
//
// The application's handle (cl_context, …) points at the `_cl_xxx` part of an object, which starts
// with what an ICD loader wants there. From the handle to the object leads fromHandle<T>() alone,
// and back the object's handle().
#ifndef HEDDLE_RUNTIME_OBJECT_HPP
#define HEDDLE_RUNTIME_OBJECT_HPP

#include "runtime/support/ref.hpp"
#include "runtime/support/result.hpp"

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace heddle {

/// What stands behind a handle. The values are far from anything that memory holds by chance.
enum class ObjectKind : std::uint32_t {
  destroyed = 0x68640000,
  platform,
  device,
  context,
  commandQueue,
  buffer,
  image,
  pipe,
  sampler,
  program,
  kernel,
  event,
  commandBuffer,
  mutableCommand,
};

struct ObjectHeader {
  /// Objects inherit both words for the loader from their parent.
  ObjectHeader(ObjectKind kind, const ObjectHeader *parent);

  const void *dispatch; ///< cl_icd_dispatch of the driver; read by every ICD loader
  void *loaderData;     ///< belongs to a loader of ICD 2 (clIcdSetPlatformDispatchDataKHR)
  std::atomic<ObjectKind> kind;

  /// The table that objects of this driver carry: how a foreign handle is told from ours.
  static std::atomic<const void *> driverDispatch;
};
static_assert(offsetof(ObjectHeader, dispatch) == 0, "ICD loaders read the first word");
static_assert(offsetof(ObjectHeader, loaderData) == sizeof(void *), "ICD 2: the second word");

} // namespace heddle

// The types that CL/cl.h and CL/cl_ext.h declare and leave to the driver.
#define HEDDLE_HANDLE(name)                                                                        \
  struct name : heddle::ObjectHeader {                                                             \
    using ObjectHeader::ObjectHeader;                                                              \
  }
HEDDLE_HANDLE(_cl_platform_id);
HEDDLE_HANDLE(_cl_device_id);
HEDDLE_HANDLE(_cl_context);
HEDDLE_HANDLE(_cl_command_queue);
HEDDLE_HANDLE(_cl_mem);
HEDDLE_HANDLE(_cl_sampler);
HEDDLE_HANDLE(_cl_program);
HEDDLE_HANDLE(_cl_kernel);
HEDDLE_HANDLE(_cl_event);
HEDDLE_HANDLE(_cl_command_buffer_khr);
HEDDLE_HANDLE(_cl_mutable_command_khr);
#undef HEDDLE_HANDLE

namespace heddle {

/// The application's references and ours. All of the application's together hold one of ours, so
/// that an object lives while anybody uses it and the application sees only its own count.
class ReferenceCounts {
public:
  void retain() { references.fetch_add(1, std::memory_order_relaxed); }
  /// False when the last one is gone already.
  bool retainIfAlive() {
    std::uint32_t count = references.load(std::memory_order_relaxed);
    while (count != 0)
      if (references.compare_exchange_weak(count, count + 1, std::memory_order_relaxed))
        return true;
    return false;
  }
  /// True when that was the last one: the object must go.
  bool release() { return references.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  /// True when it is the application's first one, which needs a reference of ours.
  bool retainForApplication() { return application.fetch_add(1, std::memory_order_relaxed) == 0; }
  enum class Released { stillHeld, last, wasNotHeld };
  Released releaseForApplication();
  std::uint32_t applicationReferences() const {
    return application.load(std::memory_order_relaxed);
  }

private:
  std::atomic<std::uint32_t> references{1};
  std::atomic<std::uint32_t> application{0};
};

/// Base of every API object. A new object has one reference of ours, held by the Ref that its
/// create() returns, and none of the application: createObject() of icd/entry.hpp adds that.
template <typename HandleType> class Object : public HandleType {
public:
  using Handle = HandleType;
  Object(const Object &) = delete;
  Object &operator=(const Object &) = delete;

  Handle *handle() { return this; }

  void retain() { counts.retain(); }
  bool retainIfAlive() { return counts.retainIfAlive(); }
  void release() {
    if (counts.release())
      delete this;
  }

  void retainForApplication() {
    if (counts.retainForApplication())
      counts.retain();
  }
  /// False when the application holds no reference: it releases once too often.
  bool releaseForApplication() {
    switch (counts.releaseForApplication()) {
    case ReferenceCounts::Released::wasNotHeld:
      return false;
    case ReferenceCounts::Released::last:
      release();
      return true;
    case ReferenceCounts::Released::stillHeld:
      return true;
    }
    return true;
  }
  /// CL_xxx_REFERENCE_COUNT.
  cl_uint applicationReferences() const { return counts.applicationReferences(); }

protected:
  Object(ObjectKind kind, const ObjectHeader *parent) : HandleType(kind, parent) {}
  /// The tag is cleared, so that a handle used after its end is an error as long as nothing else
  /// took the memory.
  virtual ~Object() { this->kind.store(ObjectKind::destroyed, std::memory_order_relaxed); }

private:
  ReferenceCounts counts;
};

/// Whether an object of ours can be there: not where null, small numbers that were taken for
/// handles, and pointers into the middle of something point. They are no memory to look at.
inline bool mayBeObject(const void *handle) {
  // The system gives a process nothing below (vm.mmap_min_addr).
  constexpr std::uintptr_t lowestAddress = 65536;
  const auto address = reinterpret_cast<std::uintptr_t>(handle);
  return address >= lowestAddress && address % alignof(ObjectHeader) == 0;
}

/// The only way from a handle to an object: not null, of this driver, of the right kind and alive;
/// otherwise null. T::isKind(ObjectKind) says which tags are a T.
template <typename T> T *fromHandle(typename T::Handle *handle) {
  if (!mayBeObject(handle) ||
      handle->dispatch != ObjectHeader::driverDispatch.load(std::memory_order_relaxed) ||
      !T::isKind(handle->kind.load(std::memory_order_relaxed)))
    return nullptr;
  return static_cast<T *>(handle);
}

} // namespace heddle

#endif
