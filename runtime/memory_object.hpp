// cl_mem: what buffers, images and pipes have in common.
#ifndef HEDDLE_RUNTIME_MEMORY_OBJECT_HPP
#define HEDDLE_RUNTIME_MEMORY_OBJECT_HPP

#include "runtime/object.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <array>
#include <memory>
#include <vector>

namespace heddle {

class Context;
class MemoryObject;

/// The flags of an object with what holds where they say nothing about kernels' access.
constexpr cl_mem_flags withDeviceAccess(cl_mem_flags flags) {
  constexpr cl_mem_flags deviceAccess = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
  return flags & deviceAccess ? flags : flags | CL_MEM_READ_WRITE;
}

/// The flags of an object that is made of another one, with what it takes over where its own say
/// nothing.
cl_mem_flags inheritMemFlags(cl_mem_flags own, cl_mem_flags parents);

/// Leads to a memory object while that lives, and does not keep it alive.
class WeakMemory {
public:
  WeakMemory() = default;
  explicit WeakMemory(MemoryObject *object);

  bool isNull() const { return !link; }
  /// Null when it was null or the object is gone.
  Ref<MemoryObject> lock() const;

private:
  friend class MemoryObject;
  struct Link {
    Mutex mutex;
    MemoryObject *object GUARDED_BY(mutex) = nullptr;
  };
  std::shared_ptr<Link> link;
};

class MemoryObject : public Object<_cl_mem> {
public:
  static bool isKind(ObjectKind kind) {
    return kind == ObjectKind::buffer || kind == ObjectKind::image || kind == ObjectKind::pipe;
  }

  using DestructorCallback = void(CL_CALLBACK *)(cl_mem, void *);

  Context &context() const { return *owner; }
  cl_mem_object_type type() const { return memType; }
  cl_mem_flags flags() const { return memFlags; }
  std::size_t size() const { return byteSize; }
  /// As the application gave them, with the terminating zero, or empty.
  const std::vector<cl_mem_properties> &properties() const { return list; }

  /// CL_MEM_HOST_PTR: the application's pointer for CL_MEM_USE_HOST_PTR, else null.
  virtual void *hostPointer() const { return nullptr; }
  virtual MemoryObject *parent() const { return nullptr; }
  virtual std::size_t offset() const { return 0; }
  /// CL_MEM_USES_SVM_POINTER.
  virtual bool usesSvmPointer() const { return false; }

  /// How many bytes from its beginning on somebody has written; UINT64_MAX if it is all of it, or
  /// not known. HEDDLE_STRICT asks.
  virtual std::uint64_t writtenBytes() const { return UINT64_MAX; }

  bool hostMayRead() const {
    return !(memFlags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS));
  }
  bool hostMayWrite() const {
    return !(memFlags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS));
  }

  void addDestructorCallback(DestructorCallback callback, void *userData) EXCLUDES(mutex);

  /// A region that the application has mapped, from the moment that was enqueued (the pointer is
  /// known then) until its unmap command has run.
  struct Mapping {
    void *pointer = nullptr;
    cl_map_flags flags = 0;
    /// Pixels of an image; in the first place bytes of a buffer.
    std::array<std::size_t, 3> origin{};
    std::array<std::size_t, 3> region{};
    bool operator==(const Mapping &) const = default;

    bool writes() const { return flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION); }
    bool overlaps(const Mapping &other) const;
  };
  cl_uint mapCount() const EXCLUDES(mutex);
  /// False when part of the region is mapped for writing already, and this mapping is for writing.
  bool addMapping(const Mapping &mapping) EXCLUDES(mutex);
  /// Takes a mapping back whose command was terminated.
  void removeMapping(const Mapping &mapping) EXCLUDES(mutex);
  /// Reserves a mapping with that pointer for one unmap command; false when there is none.
  bool claimMapping(void *pointer, Mapping &claimed) EXCLUDES(mutex);
  /// The unmap command of a claimed mapping has run.
  void removeClaimedMapping(const Mapping &mapping) EXCLUDES(mutex);

  /// The application's memory gets the bytes that the device has, and the other way round. There is
  /// something to do only where the two are not the same memory.
  virtual void updateHostCopy(const Mapping &) const {}
  virtual void updateDeviceCopy(const Mapping &) const {}

protected:
  MemoryObject(ObjectKind kind, Context &context, cl_mem_object_type type, cl_mem_flags flags,
               std::size_t size, std::vector<cl_mem_properties> properties);
  ~MemoryObject() override;

  /// Runs the destructor callbacks, the last one registered first. To be called by the most derived
  /// destructor before the memory goes: an application frees its host memory there.
  void runDestructorCallbacks() EXCLUDES(mutex);

private:
  friend class WeakMemory;
  struct Registered {
    DestructorCallback callback;
    void *userData;
  };

  Ref<Context> owner;
  const cl_mem_object_type memType;
  const cl_mem_flags memFlags;
  const std::size_t byteSize;
  const std::vector<cl_mem_properties> list;
  const std::shared_ptr<WeakMemory::Link> link; ///< what weak references share
  mutable Mutex mutex;
  std::vector<Registered> destructorCallbacks GUARDED_BY(mutex);
  std::vector<Mapping> mappings GUARDED_BY(mutex);
  std::vector<Mapping> claimedMappings GUARDED_BY(mutex);
};

} // namespace heddle

#endif
