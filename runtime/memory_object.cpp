#include "runtime/memory_object.hpp"

#include "runtime/context.hpp"
#include "runtime/support/trace.hpp"

#include <algorithm>

namespace heddle {

cl_mem_flags inheritMemFlags(cl_mem_flags own, cl_mem_flags parents) {
  constexpr cl_mem_flags deviceAccess = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
  constexpr cl_mem_flags hostAccess =
      CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
  constexpr cl_mem_flags hostPointer =
      CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;
  if (!(own & deviceAccess))
    own |= parents & deviceAccess;
  if (!(own & hostAccess))
    own |= parents & hostAccess;
  return own | (parents & hostPointer);
}

WeakMemory::WeakMemory(MemoryObject *object) : link(object ? object->link : nullptr) {}

Ref<MemoryObject> WeakMemory::lock() const {
  if (!link)
    return nullptr;
  MutexLock lock(link->mutex);
  if (!link->object || !link->object->retainIfAlive())
    return nullptr;
  return Ref<MemoryObject>::adopt(link->object);
}

MemoryObject::MemoryObject(ObjectKind kind, Context &context, cl_mem_object_type type,
                           cl_mem_flags flags, std::size_t size,
                           std::vector<cl_mem_properties> properties)
    : Object(kind, &context), owner(Ref(context)), memType(type), memFlags(flags), byteSize(size),
      list(std::move(properties)), link(std::make_shared<WeakMemory::Link>()) {
  MutexLock lock(link->mutex);
  link->object = this;
}

MemoryObject::~MemoryObject() {
  MutexLock lock(link->mutex);
  link->object = nullptr;
}

void MemoryObject::addDestructorCallback(DestructorCallback callback, void *userData) {
  MutexLock lock(mutex);
  destructorCallbacks.push_back({callback, userData});
}

void MemoryObject::runDestructorCallbacks() {
  std::vector<Registered> callbacks;
  {
    MutexLock lock(mutex);
    callbacks.swap(destructorCallbacks);
  }
  if (!callbacks.empty())
    Trace::mayTakeLong();
  std::for_each(callbacks.rbegin(), callbacks.rend(), [&](const Registered &registered) {
    registered.callback(handle(), registered.userData);
  });
}

cl_uint MemoryObject::mapCount() const {
  MutexLock lock(mutex);
  return static_cast<cl_uint>(mappings.size() + claimedMappings.size());
}

bool MemoryObject::Mapping::overlaps(const Mapping &other) const {
  for (std::size_t i = 0; i < 3; ++i)
    if (origin[i] >= other.origin[i] + other.region[i] || other.origin[i] >= origin[i] + region[i])
      return false;
  return true;
}

bool MemoryObject::addMapping(const Mapping &mapping) {
  MutexLock lock(mutex);
  // What is being unmapped is not in the way: the application is through with it.
  if (mapping.writes() && std::any_of(mappings.begin(), mappings.end(), [&](const Mapping &other) {
        return other.writes() && other.overlaps(mapping);
      }))
    return false;
  mappings.push_back(mapping);
  return true;
}

void MemoryObject::removeMapping(const Mapping &mapping) {
  MutexLock lock(mutex);
  auto found = std::find(mappings.begin(), mappings.end(), mapping);
  if (found != mappings.end())
    mappings.erase(found);
}

bool MemoryObject::claimMapping(void *pointer, Mapping &claimed) {
  MutexLock lock(mutex);
  auto found = std::find_if(mappings.begin(), mappings.end(),
                            [&](const Mapping &mapping) { return mapping.pointer == pointer; });
  if (found == mappings.end())
    return false;
  claimed = *found;
  claimedMappings.push_back(claimed);
  mappings.erase(found);
  return true;
}

void MemoryObject::removeClaimedMapping(const Mapping &mapping) {
  MutexLock lock(mutex);
  auto found = std::find(claimedMappings.begin(), claimedMappings.end(), mapping);
  if (found != claimedMappings.end())
    claimedMappings.erase(found);
}

} // namespace heddle
