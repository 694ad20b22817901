#include "runtime/memory_object.hpp"

#include "runtime/context.hpp"

#include <algorithm>

namespace heddle {

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
  std::for_each(callbacks.rbegin(), callbacks.rend(), [&](const Registered &registered) {
    registered.callback(handle(), registered.userData);
  });
}

} // namespace heddle
