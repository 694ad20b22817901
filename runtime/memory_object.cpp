#include "runtime/memory_object.hpp"

#include "runtime/context.hpp"

#include <algorithm>

namespace heddle {

MemoryObject::MemoryObject(ObjectKind kind, Context &context, cl_mem_object_type type,
                           cl_mem_flags flags, std::size_t size,
                           std::vector<cl_mem_properties> properties)
    : Object(kind, &context), owner(Ref(context)), memType(type), memFlags(flags), byteSize(size),
      list(std::move(properties)) {}

MemoryObject::~MemoryObject() = default;

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
