#include "runtime/buffer.hpp"

#include "runtime/context.hpp"
#include "runtime/support/log.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace heddle {

Buffer::Buffer(Context &context, cl_mem_flags flags, std::size_t size,
               std::vector<cl_mem_properties> properties)
    : MemoryObject(ObjectKind::buffer, context, CL_MEM_OBJECT_BUFFER, flags, size,
                   std::move(properties)) {}

Buffer::~Buffer() { runDestructorCallbacks(); }

Result<Ref<Buffer>> Buffer::create(Context &context, cl_mem_flags flags, std::size_t size,
                                   void *hostPtr, std::vector<cl_mem_properties> properties) {
  flags = withDeviceAccess(flags);
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
  else if (buffer->properties().empty()) // such as that of a device address
    buffer->unwritten.fill(buffer->bytes, size);
  return buffer;
}

Result<Ref<Buffer>> Buffer::createSub(Buffer &parent, cl_mem_flags flags, std::size_t origin,
                                      std::size_t size) {
  auto buffer = Ref<Buffer>::adopt(
      new Buffer(parent.context(), inheritMemFlags(flags, parent.flags()), size, {}));
  buffer->bytes = parent.bytes + origin;
  if (parent.hostPtr)
    buffer->hostPtr = static_cast<std::byte *>(parent.hostPtr) + origin;
  buffer->shadow = parent.shadow;
  buffer->svm = parent.svm;
  buffer->parentBuffer = Ref(parent);
  buffer->parentOffset = origin;
  return buffer;
}

std::uint64_t Buffer::writtenBytes() const {
  if (svm)
    return context().sharedMemory().writtenBytes(bytes);
  const std::uint64_t all = parentBuffer ? parentBuffer->writtenBytes() : unwritten.writtenBytes();
  return all == UINT64_MAX ? all : all - std::min<std::uint64_t>(all, parentOffset);
}

std::byte *Buffer::mappedPointer(std::size_t offset) const {
  return (hostPtr ? static_cast<std::byte *>(hostPtr) : bytes) + offset;
}

void Buffer::updateHostCopy(const Mapping &mapping) const {
  const std::size_t offset = mapping.origin[0];
  if (shadow)
    std::memcpy(static_cast<std::byte *>(hostPtr) + offset, bytes + offset, mapping.region[0]);
}

void Buffer::updateDeviceCopy(const Mapping &mapping) const {
  const std::size_t offset = mapping.origin[0];
  if (shadow)
    std::memcpy(bytes + offset, static_cast<std::byte *>(hostPtr) + offset, mapping.region[0]);
}

} // namespace heddle
