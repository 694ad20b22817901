#include "runtime/buffer.hpp"

#include "runtime/context.hpp"
#include "runtime/support/log.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace heddle {

namespace {

/// What a sub-buffer takes over from its parent where its own flags say nothing.
cl_mem_flags inheritFlags(cl_mem_flags own, cl_mem_flags parents) {
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

} // namespace

Buffer::Buffer(Context &context, cl_mem_flags flags, std::size_t size,
               std::vector<cl_mem_properties> properties)
    : MemoryObject(ObjectKind::buffer, context, CL_MEM_OBJECT_BUFFER, flags, size,
                   std::move(properties)) {}

Buffer::~Buffer() { runDestructorCallbacks(); }

Result<Ref<Buffer>> Buffer::create(Context &context, cl_mem_flags flags, std::size_t size,
                                   void *hostPtr, std::vector<cl_mem_properties> properties) {
  constexpr cl_mem_flags deviceAccess = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
  if (!(flags & deviceAccess))
    flags |= CL_MEM_READ_WRITE;
  auto buffer = Ref<Buffer>::adopt(new Buffer(context, flags, size, std::move(properties)));
  const bool usesHostPtr = flags & CL_MEM_USE_HOST_PTR;
  if (usesHostPtr) {
    buffer->hostPtr = hostPtr;
    const auto shared = context.sharedMemory().find(hostPtr);
    buffer->svm = shared && shared->kind == SharedAllocation::Kind::svm;
    // Kernels use pointers into shared memory as they are, so that the buffer may be there, too.
    if (shared || reinterpret_cast<std::uintptr_t>(hostPtr) % minimumAlignment == 0) {
      buffer->bytes = static_cast<std::byte *>(hostPtr);
      return buffer;
    }
    buffer->shadow = true;
    log(LogTopic::memory,
        "buffer %p: host pointer %p is not aligned to %zu bytes, so the buffer is a copy of it",
        static_cast<void *>(buffer->handle()), hostPtr, minimumAlignment);
  }
  buffer->storage = allocateMemory(size);
  if (!buffer->storage)
    return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  buffer->bytes = buffer->storage.get();
  if (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR))
    std::memcpy(buffer->bytes, hostPtr, size);
  return buffer;
}

Result<Ref<Buffer>> Buffer::createSub(Buffer &parent, cl_mem_flags flags, std::size_t origin,
                                      std::size_t size) {
  auto buffer = Ref<Buffer>::adopt(
      new Buffer(parent.context(), inheritFlags(flags, parent.flags()), size, {}));
  buffer->bytes = parent.bytes + origin;
  if (parent.hostPtr)
    buffer->hostPtr = static_cast<std::byte *>(parent.hostPtr) + origin;
  buffer->shadow = parent.shadow;
  buffer->svm = parent.svm;
  buffer->parentBuffer = Ref(parent);
  buffer->parentOffset = origin;
  return buffer;
}

cl_uint Buffer::mapCount() const {
  MutexLock lock(mapMutex);
  return static_cast<cl_uint>(mappings.size() + claimedMappings.size());
}

std::byte *Buffer::mappedPointer(std::size_t offset) const {
  return (hostPtr ? static_cast<std::byte *>(hostPtr) : bytes) + offset;
}

void Buffer::addMapping(const Mapping &mapping) {
  MutexLock lock(mapMutex);
  mappings.push_back(mapping);
}

void Buffer::removeMapping(const Mapping &mapping) {
  MutexLock lock(mapMutex);
  auto found = std::find(mappings.begin(), mappings.end(), mapping);
  if (found != mappings.end())
    mappings.erase(found);
}

bool Buffer::claimMapping(void *pointer, Mapping &claimed) {
  MutexLock lock(mapMutex);
  auto found = std::find_if(mappings.begin(), mappings.end(),
                            [&](const Mapping &mapping) { return mapping.pointer == pointer; });
  if (found == mappings.end())
    return false;
  claimed = *found;
  claimedMappings.push_back(claimed);
  mappings.erase(found);
  return true;
}

void Buffer::removeClaimedMapping(const Mapping &mapping) {
  MutexLock lock(mapMutex);
  auto found = std::find(claimedMappings.begin(), claimedMappings.end(), mapping);
  if (found != claimedMappings.end())
    claimedMappings.erase(found);
}

void Buffer::updateHostCopy(std::size_t offset, std::size_t size) const {
  if (shadow)
    std::memcpy(static_cast<std::byte *>(hostPtr) + offset, bytes + offset, size);
}

void Buffer::updateDeviceCopy(std::size_t offset, std::size_t size) const {
  if (shadow)
    std::memcpy(bytes + offset, static_cast<std::byte *>(hostPtr) + offset, size);
}

} // namespace heddle
