// Commands on shared virtual memory. The device works on all memory of the process
// (CL_DEVICE_SVM_FINE_GRAIN_SYSTEM), so pointers need not be of clSVMAlloc.
#include "icd/enqueue_svm.hpp"

#include "icd/enqueue.hpp"
#include "runtime/commands/copy.hpp"
#include "runtime/commands/fill.hpp"
#include "runtime/commands/marker.hpp"
#include "runtime/commands/svm_free.hpp"
#include "runtime/context.hpp"

#include <bit>
#include <cstdint>

namespace heddle {

Result<Ref<Command>> makeMemoryCopy(CommandQueue &queue, cl_command_type type, void *destination,
                                    const void *source, std::size_t size) {
  if (!destination || !source)
    return CL_INVALID_VALUE;
  const auto to = reinterpret_cast<std::uintptr_t>(destination);
  const auto from = reinterpret_cast<std::uintptr_t>(source);
  if ((to > from ? to - from : from - to) < size)
    return CL_MEM_COPY_OVERLAP;
  // The one type of a side serves both directions; a source is only read.
  return CopyCommand::create(queue, type,
                             {static_cast<std::byte *>(const_cast<void *>(source)), 0, 0, nullptr},
                             {static_cast<std::byte *>(destination), 0, 0, nullptr}, size);
}

Result<Ref<Command>> makeMemoryFill(CommandQueue &queue, cl_command_type type, void *destination,
                                    const void *pattern, std::size_t patternSize,
                                    std::size_t size) {
  if (!destination || !pattern || !std::has_single_bit(patternSize) ||
      patternSize > FillCommand::largestPattern)
    return CL_INVALID_VALUE;
  if (reinterpret_cast<std::uintptr_t>(destination) % patternSize != 0 || size % patternSize != 0)
    return CL_INVALID_VALUE;
  return FillCommand::create(queue, type, {static_cast<std::byte *>(destination), 0, 0, nullptr},
                             {.bytes = size}, pattern, patternSize);
}

} // namespace heddle

using namespace heddle;

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMFree(cl_command_queue queue, cl_uint numPointers,
                                                 void *pointers[],
                                                 SvmFreeCommand::Callback callback, void *userData,
                                                 cl_uint numEvents, const cl_event *events,
                                                 cl_event *event) {
  return enqueueCommand(
      queue, {numEvents, events, event}, [&](CommandQueue &target) -> Result<Ref<Command>> {
        // CL_INVALID_VALUE: a list without a length, or a length without a list.
        if ((numPointers == 0) != (pointers == nullptr))
          return CL_INVALID_VALUE;
        return SvmFreeCommand::create(target, {pointers, numPointers}, callback, userData);
      });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking,
                                                   void *destination, const void *source,
                                                   size_t size, cl_uint numEvents,
                                                   const cl_event *events, cl_event *event) {
  return enqueueCommand(
      queue, {numEvents, events, event, blocking != CL_FALSE}, [&](CommandQueue &target) {
        return makeMemoryCopy(target, CL_COMMAND_SVM_MEMCPY, destination, source, size);
      });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue queue, void *pointer,
                                                    const void *pattern, size_t patternSize,
                                                    size_t size, cl_uint numEvents,
                                                    const cl_event *events, cl_event *event) {
  return enqueueCommand(queue, {numEvents, events, event}, [&](CommandQueue &target) {
    return makeMemoryFill(target, CL_COMMAND_SVM_MEMFILL, pointer, pattern, patternSize, size);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking,
                                                cl_map_flags flags, void *pointer, size_t size,
                                                cl_uint numEvents, const cl_event *events,
                                                cl_event *event) {
  return enqueueCommand(queue, {numEvents, events, event, blocking != CL_FALSE},
                        [&](CommandQueue &target) -> Result<Ref<Command>> {
                          if (!pointer || size == 0 || !mapFlagsAreValid(flags))
                            return CL_INVALID_VALUE;
                          // What is left of a mapping where host and device share the memory is
                          // its place in the order of commands.
                          return MarkerCommand::create(target, CL_COMMAND_SVM_MAP);
                        });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue queue, void *pointer,
                                                  cl_uint numEvents, const cl_event *events,
                                                  cl_event *event) {
  return enqueueCommand(queue, {numEvents, events, event},
                        [&](CommandQueue &target) -> Result<Ref<Command>> {
                          if (!pointer)
                            return CL_INVALID_VALUE;
                          return MarkerCommand::create(target, CL_COMMAND_SVM_UNMAP);
                        });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint numPointers,
                                                       const void **pointers, const size_t *sizes,
                                                       cl_mem_migration_flags flags,
                                                       cl_uint numEvents, const cl_event *events,
                                                       cl_event *event) {
  return enqueueCommand(queue, {numEvents, events, event},
                        [&](CommandQueue &target) -> Result<Ref<Command>> {
                          if (numPointers == 0 || !pointers || !migrationFlagsAreValid(flags))
                            return CL_INVALID_VALUE;
                          for (cl_uint i = 0; i < numPointers; ++i) {
                            // CL_INVALID_VALUE: not of clSVMAlloc, or more than that gave. No size,
                            // or that of zero, is the whole allocation.
                            const auto found = target.context().sharedMemory().find(pointers[i]);
                            if (!found || found->kind != SharedAllocation::Kind::svm ||
                                !found->contains(pointers[i], sizes ? sizes[i] : 0))
                              return CL_INVALID_VALUE;
                          }
                          // Host and device share the memory: it is where it should be.
                          return MarkerCommand::create(target, CL_COMMAND_SVM_MIGRATE_MEM);
                        });
}
