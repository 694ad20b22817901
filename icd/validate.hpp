// Checks that several entry points share. Each returns CL_SUCCESS or the specification's code.
#ifndef HEDDLE_ICD_VALIDATE_HPP
#define HEDDLE_ICD_VALIDATE_HPP

#include "runtime/command.hpp"
#include "runtime/context.hpp"

#include <array>
#include <cstddef>

namespace heddle {

/// An event_wait_list: CL_INVALID_EVENT_WAIT_LIST for a list that does not fit its length or holds
/// something that is no event, CL_INVALID_CONTEXT for an event of another context.
cl_int readWaitList(const Context &context, cl_uint count, const cl_event *events,
                    WaitList &waitList);

/// The flags of a buffer or an image: CL_INVALID_VALUE.
cl_int validateMemFlags(cl_mem_flags flags);

/// CL_INVALID_HOST_PTR: a pointer without a flag that is about it, or the other way round.
cl_int validateHostPtr(cl_mem_flags flags, const void *hostPtr);

/// The flags of a sub-buffer, or of an image that is made of another object, which must not allow
/// more than those of its parent.
cl_int validateSubBufferFlags(cl_mem_flags flags, cl_mem_flags parentFlags);

/// The flags of a mapping: known ones, of which the last excludes the others.
constexpr bool mapFlagsAreValid(cl_map_flags flags) {
  constexpr cl_map_flags readOrWrite = CL_MAP_READ | CL_MAP_WRITE;
  return !(flags & ~(readOrWrite | CL_MAP_WRITE_INVALIDATE_REGION)) &&
         !((flags & CL_MAP_WRITE_INVALIDATE_REGION) && (flags & readOrWrite));
}

/// The flags of a migration: known ones.
constexpr bool migrationFlagsAreValid(cl_mem_migration_flags flags) {
  return !(flags & ~cl_mem_migration_flags(CL_MIGRATE_MEM_OBJECT_HOST |
                                           CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED));
}

/// True when offset .. offset + size lies within `total` bytes.
constexpr bool inBounds(std::size_t offset, std::size_t size, std::size_t total) {
  return offset <= total && size <= total - offset;
}

/// A box of bytes in linear memory. Pitches of 0, which mean "as tight as possible", are resolved.
struct Box {
  std::size_t offset = 0; ///< bytes to the first byte of the box
  std::size_t rowPitch = 0;
  std::size_t slicePitch = 0;
  std::size_t end = 0; ///< bytes to the end of the last row
};
using Region = std::array<std::size_t, 3>; ///< bytes, rows, slices

/// Reads one side of a rectangular transfer: CL_INVALID_VALUE for an empty region, a pitch that is
/// too small, or numbers that overflow.
cl_int readBox(const std::size_t *origin, const Region &region, std::size_t rowPitch,
               std::size_t slicePitch, Box &box);

/// True when two boxes of the same region have a byte in common; `distance` is the number of bytes
/// from the memory that `a` counts from to that of `b`.
bool boxesOverlap(const Box &a, const Box &b, std::ptrdiff_t distance, const Region &region);

} // namespace heddle

#endif
