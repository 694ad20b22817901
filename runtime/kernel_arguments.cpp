#include "runtime/kernel_arguments.hpp"

#include "runtime/buffer.hpp"
#include "runtime/context.hpp"
#include "runtime/image.hpp"
#include "runtime/sampler.hpp"
#include "runtime/shared_memory.hpp"
#include "runtime/support/log.hpp"
#include "runtime/support/recycled_memory.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <string>

namespace heddle {

namespace {

constexpr std::uint64_t roundUp(std::uint64_t size, std::uint64_t multiple) {
  return (size + multiple - 1) / multiple * multiple;
}

/// Aligned for every type that fits, and large ones not at a power of two: they would share a few
/// sets of the cache.
std::uint64_t distanceOfCopies(std::uint64_t size) {
  constexpr std::uint64_t large = 1024;
  const std::uint64_t alignment = std::min<std::uint64_t>(
      std::bit_floor(std::max<std::uint64_t>(size, 1)), ArgumentBlock::alignment);
  const std::uint64_t distance = roundUp(size, alignment);
  return distance >= large && distance % large == 0 ? distance + alignment : distance;
}

/// The object whose handle is at `value`; null when there is none.
template <typename T> T *objectArgument(const void *value) {
  typename T::Handle *handle = nullptr;
  if (value)
    std::memcpy(&handle, value, sizeof(handle));
  return fromHandle<T>(handle);
}

/// CL_INVALID_ARG_VALUE: the kernel reads or writes what the image was not created for, or is
/// written for another type of image.
bool mayBeArgument(const Image &image, const abi::ArgumentMetadata &argument) {
  const bool reads = argument.accessQualifier == CL_KERNEL_ARG_ACCESS_READ_ONLY ||
                     argument.accessQualifier == CL_KERNEL_ARG_ACCESS_READ_WRITE;
  const bool writes = argument.accessQualifier == CL_KERNEL_ARG_ACCESS_WRITE_ONLY ||
                      argument.accessQualifier == CL_KERNEL_ARG_ACCESS_READ_WRITE;
  if ((reads && (image.flags() & CL_MEM_WRITE_ONLY)) ||
      (writes && (image.flags() & CL_MEM_READ_ONLY)))
    return false;
  const bool hasDepths = image.format().name.image_channel_order == CL_DEPTH;
  return argument.imageType == image.type() &&
         argument.imageDepth != (hasDepths ? abi::ImageDepth::no : abi::ImageDepth::yes);
}

/// What clSetKernelArg takes for an argument.
std::string expectation(const abi::ArgumentMetadata &argument) {
  switch (argument.kind) {
  case abi::ArgumentKind::value:
    return "a value of " + std::to_string(argument.size) + " bytes";
  case abi::ArgumentKind::globalPointer:
  case abi::ArgumentKind::constantPointer:
    return "a buffer of the kernel's context";
  case abi::ArgumentKind::localPointer:
    return "the size of local memory and a null pointer";
  case abi::ArgumentKind::image:
    return "an image of the kernel's context, of the type and for the uses that the kernel "
           "declares";
  case abi::ArgumentKind::sampler:
    return "a sampler of the kernel's context";
  case abi::ArgumentKind::pipe:
  case abi::ArgumentKind::queue:
    break;
  }
  return "something that this device has not";
}

} // namespace

void ArgumentBlock::Free::operator()(std::byte *memory) const {
  RecycledMemory::release(memory, length);
}

ArgumentBlock::ArgumentBlock(std::size_t size)
    : bytes(static_cast<std::byte *>(RecycledMemory::allocate(size)), Free{size}) {
  std::memset(bytes.get(), 0, size);
}

ArgumentBlock::ArgumentBlock(const ArgumentBlock &other) : ArgumentBlock(other.size()) {
  std::memcpy(bytes.get(), other.bytes.get(), size());
}

KernelArguments::KernelArguments(const abi::KernelMetadata &metadata)
    : metadata(&metadata), block(metadata.argumentBlockSize), states(metadata.arguments.size()) {}

cl_int KernelArguments::set(const Context &context, cl_uint index, std::size_t size,
                            const void *value) {
  const cl_int error = put(context, index, size, value);
  if (error && logEnabled(LogTopic::api)) {
    if (index < states.size())
      report(index, "takes " + expectation(metadata->arguments[index]) + "; given was a size of " +
                        std::to_string(size) + (value ? "" : " and a null pointer"));
    else
      report(index, "the kernel has " + std::to_string(states.size()));
  }
  return error;
}

cl_int KernelArguments::put(const Context &context, cl_uint index, std::size_t size,
                            const void *value) {
  // CL_INVALID_ARG_INDEX: the kernel has no such argument.
  if (index >= states.size())
    return CL_INVALID_ARG_INDEX;
  const abi::ArgumentMetadata &argument = metadata->arguments[index];
  State &state = states[index];
  std::byte *place = block.data() + argument.offset;

  switch (argument.kind) {
  case abi::ArgumentKind::value:
    if (!value)
      return CL_INVALID_ARG_VALUE;
    if (size != argument.size)
      return CL_INVALID_ARG_SIZE;
    std::memcpy(place, value, size);
    break;

  case abi::ArgumentKind::globalPointer:
  case abi::ArgumentKind::constantPointer: {
    if (size != sizeof(cl_mem))
      return CL_INVALID_ARG_SIZE;
    // Both a null pointer and a pointer to a null handle stand for the null pointer.
    cl_mem handle = nullptr;
    if (value)
      std::memcpy(&handle, value, sizeof(handle));
    Buffer *buffer = handle ? fromHandle<Buffer>(handle) : nullptr;
    if (handle && !buffer)
      return CL_INVALID_MEM_OBJECT;
    if (buffer && &buffer->context() != &context)
      return CL_INVALID_CONTEXT;
    const std::uint64_t address =
        reinterpret_cast<std::uintptr_t>(buffer ? buffer->data() : nullptr);
    std::memcpy(place, &address, sizeof(address));
    state.memory = WeakMemory(buffer);
    break;
  }

  case abi::ArgumentKind::localPointer:
    // CL_INVALID_ARG_VALUE: local memory has no contents to give.
    if (value)
      return CL_INVALID_ARG_VALUE;
    if (size == 0)
      return CL_INVALID_ARG_SIZE;
    state.localSize = size;
    break;

  case abi::ArgumentKind::image: {
    if (size != sizeof(cl_mem))
      return CL_INVALID_ARG_SIZE;
    Image *image = objectArgument<Image>(value);
    if (!image)
      return CL_INVALID_MEM_OBJECT;
    if (&image->context() != &context)
      return CL_INVALID_CONTEXT;
    if (!mayBeArgument(*image, argument))
      return CL_INVALID_ARG_VALUE;
    const std::uint64_t address = reinterpret_cast<std::uintptr_t>(&image->record());
    std::memcpy(place, &address, sizeof(address));
    state.memory = WeakMemory(image);
    break;
  }

  case abi::ArgumentKind::sampler: {
    if (size != sizeof(cl_sampler))
      return CL_INVALID_ARG_SIZE;
    const Sampler *sampler = objectArgument<Sampler>(value);
    if (!sampler)
      return CL_INVALID_SAMPLER;
    if (&sampler->context() != &context)
      return CL_INVALID_CONTEXT;
    const cl_uint bits = sampler->bits();
    std::memcpy(place, &bits, sizeof(bits));
    break;
  }

  // The compiler makes no such kernels, and no such objects can be made, so nothing is valid.
  case abi::ArgumentKind::pipe:
    return CL_INVALID_MEM_OBJECT;
  case abi::ArgumentKind::queue:
    return CL_INVALID_DEVICE_QUEUE;
  }
  state.set = true;
  return CL_SUCCESS;
}

cl_int KernelArguments::setPointer(cl_uint index, const void *pointer) {
  if (index >= states.size())
    return CL_INVALID_ARG_INDEX;
  const abi::ArgumentMetadata &argument = metadata->arguments[index];
  if (argument.kind != abi::ArgumentKind::globalPointer &&
      argument.kind != abi::ArgumentKind::constantPointer)
    return CL_INVALID_ARG_VALUE;
  const std::uint64_t address = reinterpret_cast<std::uintptr_t>(pointer);
  std::memcpy(block.data() + argument.offset, &address, sizeof(address));
  states[index].memory = WeakMemory();
  states[index].set = true;
  return CL_SUCCESS;
}

cl_int KernelArguments::check() const {
  for (std::size_t i = 0; i < states.size(); ++i)
    if (!states[i].set) {
      report(i, "was never set");
      return CL_INVALID_KERNEL_ARGS;
    }
  for (std::size_t i = 0; i < states.size(); ++i) {
    const State &state = states[i];
    if (state.memory.isNull())
      continue;
    Ref<MemoryObject> memory = state.memory.lock();
    if (!memory) {
      report(i, "is a memory object that was released");
      return CL_INVALID_KERNEL_ARGS;
    }
    if (memory->parent() && memory->offset() % Buffer::minimumAlignment != 0) {
      report(i, "is a sub-buffer whose offset is not aligned");
      return CL_MISALIGNED_SUB_BUFFER_OFFSET;
    }
  }
  return CL_SUCCESS;
}

void KernelArguments::report(std::size_t index, const std::string &problem) const {
  if (!logEnabled(LogTopic::api))
    return;
  const std::string *name = nullptr;
  if (index < states.size() && metadata->arguments[index].hasInfo)
    name = &metadata->arguments[index].name;
  log(LogTopic::api, "kernel '%s': argument %zu%s%s%s: %s", metadata->name.c_str(), index,
      name ? " ('" : "", name ? name->c_str() : "", name ? "')" : "", problem.c_str());
}

template <typename Visit>
std::uint64_t KernelArguments::layOutLocal(const abi::KernelMetadata &code, Visit &&visit) const {
  const std::uint64_t groups = code.joinedGroups ? code.joinedGroups.numGroups() : 1;
  std::uint64_t end = code.localMemSize;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const abi::ArgumentMetadata &argument = metadata->arguments[i];
    if (argument.kind != abi::ArgumentKind::localPointer || !states[i].set)
      continue;
    // The kernel may treat the pointer as one to any type, up to long16.
    end = roundUp(end, std::max<std::uint64_t>(argument.alignment, ArgumentBlock::alignment));
    const std::uint64_t copies = groups > 1 ? groups : code.arguments[i].localCopies;
    const std::uint64_t distance =
        groups > 1 ? distanceOfCopies(states[i].localSize)
                   : roundUp(states[i].localSize, std::uint64_t(ArgumentBlock::alignment));
    visit(i, end, copies > 1 ? distance : 0);
    // An absurd size must not wrap around to a small one.
    const std::uint64_t size = copies > 1 ? distance * copies : states[i].localSize;
    end = size > UINT64_MAX / 2 - end ? UINT64_MAX / 2 : end + size;
  }
  return end;
}

ArgumentSnapshot KernelArguments::snapshot(const abi::KernelMetadata &code) const {
  ArgumentSnapshot taken;
  taken.block = block;
  for (const State &state : states)
    if (Ref<MemoryObject> memory = state.memory.lock())
      taken.memory.push_back(std::move(memory));
  taken.localMemSize =
      layOutLocal(code, [&](std::size_t index, std::uint64_t offset, std::uint64_t distance) {
        const std::uint64_t place = offset | distance << 32;
        std::memcpy(taken.block.data() + metadata->arguments[index].offset, &place, sizeof(place));
      });
  taken.askedLocalMemSize = localMemSize();
  return taken;
}

std::vector<HeddleArgumentRange> KernelArguments::ranges(const SharedMemory &shared) const {
  // Any host pointer may be an argument, and so nothing is said against other addresses.
  constexpr HeddleArgumentRange allOfMemory{std::uint64_t(1) << 62, UINT64_MAX, UINT64_MAX,
                                            UINT64_MAX, UINT64_MAX};
  const auto all = [](std::uint64_t before, std::uint64_t size) {
    return HeddleArgumentRange{before, size, size, size, size};
  };
  const auto limit = [](HeddleArgumentRange &range, cl_bitfield flags) {
    if (flags & CL_MEM_READ_ONLY)
      range.writable = 0;
    if (flags & CL_MEM_WRITE_ONLY)
      range.readable = range.written = 0;
  };
  std::vector<HeddleArgumentRange> result(states.size(), allOfMemory);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const abi::ArgumentMetadata &argument = metadata->arguments[i];
    if (argument.kind == abi::ArgumentKind::localPointer) {
      result[i] = all(0, states[i].localSize);
      continue;
    }
    if (argument.kind != abi::ArgumentKind::globalPointer &&
        argument.kind != abi::ArgumentKind::constantPointer)
      continue;
    if (const Ref<MemoryObject> memory = states[i].memory.lock()) {
      result[i] = all(0, memory->size());
      limit(result[i], memory->flags());
      continue;
    }
    std::uintptr_t address = 0;
    std::memcpy(&address, block.data() + argument.offset, sizeof(address));
    const auto *pointer = reinterpret_cast<const std::byte *>(address);
    if (const std::optional<SharedAllocation> found = shared.find(pointer)) {
      result[i] = all(address - reinterpret_cast<std::uintptr_t>(found->base), found->size);
      limit(result[i], found->access);
    } else if (!pointer || shared.wasFreed(pointer)) {
      result[i] = all(0, 0);
    }
  }
  return result;
}

std::vector<MemoryObject *> KernelArguments::objects() const {
  std::vector<MemoryObject *> result;
  for (const State &state : states)
    result.push_back(state.memory.lock().get());
  return result;
}

std::uint64_t KernelArguments::localMemSize() const {
  std::uint64_t size = metadata->localMemSize - metadata->keptLocalMemSize;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const abi::ArgumentMetadata &argument = metadata->arguments[i];
    if (argument.kind != abi::ArgumentKind::localPointer || !states[i].set)
      continue;
    size = roundUp(size, std::max<std::uint64_t>(argument.alignment, ArgumentBlock::alignment));
    // An absurd size must not wrap around to a small one.
    size += std::min(states[i].localSize, UINT64_MAX / 2 - size);
  }
  return size;
}

} // namespace heddle
