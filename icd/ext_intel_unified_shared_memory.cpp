// cl_intel_unified_shared_memory. The kinds of allocation are names here: whatever they are for,
// host and device have one memory. The entry points are found by their names
// (icd/extension_functions.cpp).
#include "icd/ext_intel_unified_shared_memory.hpp"

#include "icd/enqueue.hpp"
#include "icd/enqueue_svm.hpp"
#include "icd/entry.hpp"
#include "icd/extension_list.hpp"
#include "icd/property_list.hpp"
#include "icd/validate.hpp"
#include "runtime/commands/marker.hpp"
#include "runtime/context.hpp"
#include "runtime/kernel.hpp"

#include <CL/cl_ext.h>

using namespace heddle;

namespace {

using Kind = SharedAllocation::Kind;

constexpr cl_mem_alloc_flags_intel placement =
    CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL;

/// CL_INVALID_PROPERTY: a name twice or unknown, or flags that the kind of allocation has not.
/// All flags are hints, and one memory follows each of them.
cl_int readFlags(const cl_mem_properties_intel *properties, Kind kind,
                 cl_mem_alloc_flags_intel &flags) {
  std::vector<cl_mem_properties_intel> copy;
  return readPropertyList(
      properties, CL_INVALID_PROPERTY, copy,
      [&](cl_mem_properties_intel name, cl_mem_properties_intel value) -> cl_int {
        const cl_mem_alloc_flags_intel known =
            CL_MEM_ALLOC_WRITE_COMBINED_INTEL | (kind == Kind::shared ? placement : 0);
        if (name != CL_MEM_ALLOC_FLAGS_INTEL || (value & ~known) ||
            (value & placement) == placement)
          return CL_INVALID_PROPERTY;
        flags = value;
        return CL_SUCCESS;
      });
}

enum class DeviceArgument { none, optional, required };

Result<void *> allocate(cl_context handle, Kind kind, DeviceArgument wanted, cl_device_id named,
                        const cl_mem_properties_intel *properties, std::size_t size,
                        cl_uint alignment) {
  Context *context = fromHandle<Context>(handle);
  if (!context)
    return CL_INVALID_CONTEXT;
  Device *device = nullptr;
  if (wanted == DeviceArgument::required || (wanted == DeviceArgument::optional && named)) {
    device = fromHandle<Device>(named);
    if (!device || !context->hasDevice(*device))
      return CL_INVALID_DEVICE;
  }
  if (!alignmentIsSupported(alignment))
    return CL_INVALID_VALUE;
  cl_mem_alloc_flags_intel flags = 0;
  if (cl_int error = readFlags(properties, kind, flags))
    return error;
  if (size == 0 ||
      size > (device ? device->limits().maxMemAllocSize : context->commonMemAllocSize()))
    return CL_INVALID_BUFFER_SIZE;
  void *pointer = context->sharedMemory().allocate(
      *context,
      {.size = size, .kind = kind, .device = device, .flags = flags, .alignment = alignment});
  if (!pointer)
    return CL_OUT_OF_RESOURCES;
  return pointer;
}

/// The shape of the three functions that allocate.
void *answerPointer(cl_int *errcodeRet, auto &&function) {
  void *pointer = nullptr;
  const cl_int status = guarded([&]() -> cl_int {
    Result<void *> result = function();
    if (!result)
      return result.error();
    pointer = *result;
    return CL_SUCCESS;
  });
  if (errcodeRet)
    *errcodeRet = status;
  return pointer;
}

cl_int freeAllocation(cl_context handle, void *pointer, bool afterCommands) {
  return returnStatus([&]() -> cl_int {
    Context *context = fromHandle<Context>(handle);
    if (!context)
      return CL_INVALID_CONTEXT;
    if (!pointer)
      return CL_SUCCESS;
    const auto found = context->sharedMemory().startingAt(pointer);
    if (!found || found->kind == Kind::svm)
      return CL_INVALID_VALUE;
    // Kernels reach memory in more ways than their arguments tell, so every command may use it.
    if (afterCommands)
      context->finishQueues();
    context->sharedMemory().free(pointer);
    return CL_SUCCESS;
  });
}

cl_unified_shared_memory_type_intel typeOf(const std::optional<SharedAllocation> &found) {
  if (found)
    switch (found->kind) {
    case Kind::host:
      return CL_MEM_TYPE_HOST_INTEL;
    case Kind::device:
      return CL_MEM_TYPE_DEVICE_INTEL;
    case Kind::shared:
      return CL_MEM_TYPE_SHARED_INTEL;
    case Kind::svm:
      break;
    }
  return CL_MEM_TYPE_UNKNOWN_INTEL;
}

/// Where host and device have one memory, a hint has no more to do than to take its turn.
cl_int enqueueHint(cl_command_queue queue, cl_command_type type, bool valid,
                   const EnqueueTail &tail) {
  return enqueueCommand(queue, tail, [&](CommandQueue &target) -> Result<Ref<Command>> {
    if (!valid)
      return CL_INVALID_VALUE;
    return MarkerCommand::create(target, type);
  });
}

} // namespace

namespace heddle {

cl_int unifiedSharedMemoryQuery(cl_device_info name, InfoValue out) {
  static_assert(extensionReported("cl_intel_unified_shared_memory"));
  switch (name) {
  case CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL:
    return out.write<cl_device_unified_shared_memory_capabilities_intel>(
        CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL | CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL |
        CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL |
        CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL);
  default:
    return CL_INVALID_VALUE;
  }
}

} // namespace heddle

CL_API_ENTRY void *CL_API_CALL clHostMemAllocINTEL(cl_context context,
                                                   const cl_mem_properties_intel *properties,
                                                   size_t size, cl_uint alignment,
                                                   cl_int *errcodeRet) {
  return answerPointer(errcodeRet, [&] {
    return allocate(context, Kind::host, DeviceArgument::none, nullptr, properties, size,
                    alignment);
  });
}

CL_API_ENTRY void *CL_API_CALL clDeviceMemAllocINTEL(cl_context context, cl_device_id device,
                                                     const cl_mem_properties_intel *properties,
                                                     size_t size, cl_uint alignment,
                                                     cl_int *errcodeRet) {
  return answerPointer(errcodeRet, [&] {
    return allocate(context, Kind::device, DeviceArgument::required, device, properties, size,
                    alignment);
  });
}

CL_API_ENTRY void *CL_API_CALL clSharedMemAllocINTEL(cl_context context, cl_device_id device,
                                                     const cl_mem_properties_intel *properties,
                                                     size_t size, cl_uint alignment,
                                                     cl_int *errcodeRet) {
  return answerPointer(errcodeRet, [&] {
    return allocate(context, Kind::shared, DeviceArgument::optional, device, properties, size,
                    alignment);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clMemFreeINTEL(cl_context context, void *pointer) {
  return freeAllocation(context, pointer, false);
}

CL_API_ENTRY cl_int CL_API_CALL clMemBlockingFreeINTEL(cl_context context, void *pointer) {
  return freeAllocation(context, pointer, true);
}

CL_API_ENTRY cl_int CL_API_CALL clGetMemAllocInfoINTEL(cl_context handle, const void *pointer,
                                                       cl_mem_info_intel paramName,
                                                       size_t paramValueSize, void *paramValue,
                                                       size_t *paramValueSizeRet) {
  return answerQuery(paramValueSize, paramValue, paramValueSizeRet, [&](InfoValue out) -> cl_int {
    Context *context = fromHandle<Context>(handle);
    if (!context)
      return CL_INVALID_CONTEXT;
    std::optional<SharedAllocation> found = context->sharedMemory().find(pointer);
    if (found && found->kind == Kind::svm)
      found.reset();
    switch (paramName) {
    case CL_MEM_ALLOC_TYPE_INTEL:
      return out.write<cl_unified_shared_memory_type_intel>(typeOf(found));
    case CL_MEM_ALLOC_BASE_PTR_INTEL:
      return out.write<void *>(found ? found->base : nullptr);
    case CL_MEM_ALLOC_SIZE_INTEL:
      return out.write<size_t>(found ? found->size : 0);
    case CL_MEM_ALLOC_DEVICE_INTEL:
      return out.write<cl_device_id>(found && found->device ? found->device->handle() : nullptr);
    case CL_MEM_ALLOC_FLAGS_INTEL:
      return out.write<cl_mem_alloc_flags_intel>(found ? found->flags : 0);
    default:
      return CL_INVALID_VALUE;
    }
  });
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint argIndex,
                                                              const void *argValue) {
  return returnStatus([&]() -> cl_int {
    Kernel *target = fromHandle<Kernel>(kernel);
    if (!target)
      return CL_INVALID_KERNEL;
    return target->setPointerArgument(argIndex, argValue);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMemFillINTEL(cl_command_queue queue, void *destination,
                                                      const void *pattern, size_t patternSize,
                                                      size_t size, cl_uint numEvents,
                                                      const cl_event *events, cl_event *event) {
  return enqueueCommand(queue, {numEvents, events, event}, [&](CommandQueue &target) {
    return makeMemoryFill(target, CL_COMMAND_MEMFILL_INTEL, destination, pattern, patternSize,
                          size);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMemcpyINTEL(cl_command_queue queue, cl_bool blocking,
                                                     void *destination, const void *source,
                                                     size_t size, cl_uint numEvents,
                                                     const cl_event *events, cl_event *event) {
  return enqueueCommand(
      queue, {numEvents, events, event, blocking != CL_FALSE}, [&](CommandQueue &target) {
        return makeMemoryCopy(target, CL_COMMAND_MEMCPY_INTEL, destination, source, size);
      });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMigrateMemINTEL(cl_command_queue queue, const void *,
                                                         size_t, cl_mem_migration_flags flags,
                                                         cl_uint numEvents, const cl_event *events,
                                                         cl_event *event) {
  return enqueueHint(queue, CL_COMMAND_MIGRATEMEM_INTEL, migrationFlagsAreValid(flags),
                     {numEvents, events, event});
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMemAdviseINTEL(cl_command_queue queue, const void *,
                                                        size_t, cl_mem_advice_intel advice,
                                                        cl_uint numEvents, const cl_event *events,
                                                        cl_event *event) {
  // The extension reserves values and defines none.
  return enqueueHint(queue, CL_COMMAND_MEMADVISE_INTEL, advice == 0, {numEvents, events, event});
}
