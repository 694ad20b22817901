// Buffers and sub-buffers.
//
// The memory of a buffer is ordinary memory of the process, so the device uses what the host sees.
// The one exception is CL_MEM_USE_HOST_PTR with a pointer that is aligned for less than the largest
// OpenCL C type: kernels are compiled for aligned data, so such a buffer has memory of its own (a
// shadow) and the application's memory is brought up to date where the specification promises it,
// when it is mapped and unmapped. Shared memory of the context (runtime/shared_memory.hpp) is used
// as it is.
#ifndef HEDDLE_RUNTIME_BUFFER_HPP
#define HEDDLE_RUNTIME_BUFFER_HPP

#include "runtime/memory_block.hpp"
#include "runtime/memory_object.hpp"
#include "runtime/strict/unwritten_memory.hpp"

#include <cstddef>
#include <span>

namespace heddle {

class Buffer final : public MemoryObject {
public:
  static bool isKind(ObjectKind kind) { return kind == ObjectKind::buffer; }

  /// What long16 needs, and a sub-buffer's origin is a multiple of: CL_DEVICE_MEM_BASE_ADDR_ALIGN
  /// is this in bits.
  static constexpr std::size_t minimumAlignment = largestTypeBytes;

  /// flags, size and hostPtr are checked. CL_MEM_OBJECT_ALLOCATION_FAILURE when there is no memory.
  static Result<Ref<Buffer>> create(Context &context, cl_mem_flags flags, std::size_t size,
                                    void *hostPtr, std::vector<cl_mem_properties> properties = {});
  /// The bytes origin .. origin + size - 1 of the parent, which is no sub-buffer itself.
  static Result<Ref<Buffer>> createSub(Buffer &parent, cl_mem_flags flags, std::size_t origin,
                                       std::size_t size);

  /// Where the device reads and writes: aligned to minimumAlignment, except in shared memory that
  /// the application gave.
  std::byte *data() const { return bytes; }
  void *hostPointer() const override { return hostPtr; }
  MemoryObject *parent() const override { return parentBuffer.get(); }
  std::size_t offset() const override { return parentOffset; }
  bool usesSvmPointer() const override { return svm; }
  std::uint64_t writtenBytes() const override;

  /// Where the application sees the byte at `offset` when it maps it.
  std::byte *mappedPointer(std::size_t offset) const;

  void updateHostCopy(const Mapping &mapping) const override;
  void updateDeviceCopy(const Mapping &mapping) const override;

private:
  Buffer(Context &context, cl_mem_flags flags, std::size_t size,
         std::vector<cl_mem_properties> properties);
  ~Buffer() override;

  MemoryBlock storage; ///< empty when the memory is somebody else's
  std::byte *bytes = nullptr;
  void *hostPtr = nullptr;
  bool shadow = false;       ///< hostPtr is not where the device works
  bool svm = false;          ///< hostPtr leads into memory of clSVMAlloc
  UnwrittenMemory unwritten; ///< of the storage
  Ref<Buffer> parentBuffer;
  std::size_t parentOffset = 0;
};

} // namespace heddle

#endif
