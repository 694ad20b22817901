// The arguments of one kernel object, packed as the compiled kernel reads them.
#ifndef HEDDLE_RUNTIME_KERNEL_ARGUMENTS_HPP
#define HEDDLE_RUNTIME_KERNEL_ARGUMENTS_HPP

#include "runtime/abi/checks.h"
#include "runtime/abi/kernel_metadata.hpp"
#include "runtime/memory_object.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heddle {

class Context;
class SharedMemory;

/// Bytes aligned for every OpenCL C type.
class ArgumentBlock {
public:
  static constexpr std::size_t alignment = 128;

  /// Of no bytes.
  ArgumentBlock() : bytes(nullptr, Free{}) {}
  explicit ArgumentBlock(std::size_t size);
  ArgumentBlock(const ArgumentBlock &other);
  ArgumentBlock(ArgumentBlock &&other) noexcept = default;
  ArgumentBlock &operator=(ArgumentBlock other) noexcept {
    std::swap(bytes, other.bytes);
    return *this;
  }

  std::byte *data() { return bytes.get(); }
  const std::byte *data() const { return bytes.get(); }
  std::size_t size() const { return bytes.get_deleter().length; }

private:
  struct Free {
    std::size_t length = 0;
    void operator()(std::byte *memory) const;
  };
  std::unique_ptr<std::byte, Free> bytes;
};

/// What a command takes along, so that later calls of clSetKernelArg do not reach it.
struct ArgumentSnapshot {
  ArgumentBlock block;
  std::vector<Ref<MemoryObject>> memory; ///< kept alive until the command has ended
  std::uint64_t localMemSize = 0;        ///< bytes, static and dynamic
  std::uint64_t askedLocalMemSize = 0;   ///< what the application asked for of these
  // One for each argument.
  std::vector<HeddleArgumentRange> ranges; ///< for kernels that ask or add up, and with checks
  std::vector<MemoryObject *> objects;     ///< of `memory`, or null; for the latter two
};

class KernelArguments {
public:
  /// metadata must outlive this.
  explicit KernelArguments(const abi::KernelMetadata &metadata);

  /// clSetKernelArg: CL_INVALID_ARG_INDEX, _ARG_VALUE, _MEM_OBJECT, _SAMPLER, _DEVICE_QUEUE,
  /// _ARG_SIZE. A memory object is not kept alive: a kernel holds no references (section 5.9.2).
  cl_int set(const Context &context, cl_uint index, std::size_t size, const void *value);

  /// clSetKernelArgSVMPointer and its relatives, for an argument that is a pointer to global or
  /// constant memory: CL_INVALID_ARG_INDEX, CL_INVALID_ARG_VALUE. The device reads whatever the
  /// host can, so every address may be given.
  cl_int setPointer(cl_uint index, const void *pointer);

  /// CL_INVALID_KERNEL_ARGS while an argument was never set, or is a memory object that is gone;
  /// CL_MISALIGNED_SUB_BUFFER_OFFSET.
  cl_int check() const;
  /// For code of the same kernel, which may have other local memory: static, and with one of what
  /// is set for each of its joined work-groups.
  ArgumentSnapshot snapshot(const abi::KernelMetadata &code) const;
  /// For kernels with checks: the memory objects, where arguments are some and these live.
  std::vector<MemoryObject *> objects() const;
  /// What the pointers lead to; `shared` is the context's.
  std::vector<HeddleArgumentRange> ranges(const SharedMemory &shared) const;

  /// Bytes of local memory: static, and what was set for local pointers so far; without what only
  /// the compiler asked for.
  std::uint64_t localMemSize() const;

private:
  cl_int put(const Context &context, cl_uint index, std::size_t size, const void *value);
  /// HEDDLE_LOG=api: what is wrong with an argument.
  void report(std::size_t index, const std::string &problem) const;

  struct State {
    bool set = false;
    WeakMemory memory;
    std::uint64_t localSize = 0;
  };

  /// Calls visit(argument index, offset, distance of the copies) for each local pointer, in the
  /// order of the layout, and returns the total.
  template <typename Visit>
  std::uint64_t layOutLocal(const abi::KernelMetadata &code, Visit &&visit) const;

  const abi::KernelMetadata *metadata;
  ArgumentBlock block;
  std::vector<State> states;
};

} // namespace heddle

#endif
