#include "icd/validate.hpp"

#include <bit>
#include <cstdint>

namespace heddle {

namespace {

constexpr cl_mem_flags deviceAccess = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
constexpr cl_mem_flags hostAccess =
    CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags hostPointers =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

constexpr bool atMostOne(cl_mem_flags flags) { return std::popcount(flags) <= 1; }

/// Floor of a / b for b > 0.
constexpr std::int64_t floorDivide(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// True when a row of `width` bytes that starts at `start` touches the box.
bool rowTouchesBox(const Box &box, const Region &region, std::int64_t start) {
  // Rows do not reach into the next row, nor slices into the next slice: only the slice and the row
  // at or before the start, and the one after each, can be close enough.
  const auto width = static_cast<std::int64_t>(region[0]);
  const std::int64_t relative = start - static_cast<std::int64_t>(box.offset);
  const auto slicePitch = static_cast<std::int64_t>(box.slicePitch);
  const auto rowPitch = static_cast<std::int64_t>(box.rowPitch);
  const std::int64_t slice0 = floorDivide(relative, slicePitch);
  for (std::int64_t slice = slice0; slice <= slice0 + 1; ++slice) {
    if (slice < 0 || slice >= static_cast<std::int64_t>(region[2]))
      continue;
    const std::int64_t inSlice = relative - slice * slicePitch;
    const std::int64_t row0 = floorDivide(inSlice, rowPitch);
    for (std::int64_t row = row0; row <= row0 + 1; ++row) {
      if (row < 0 || row >= static_cast<std::int64_t>(region[1]))
        continue;
      const std::int64_t inRow = inSlice - row * rowPitch;
      if (inRow > -width && inRow < width)
        return true;
    }
  }
  return false;
}

} // namespace

cl_int readWaitList(const Context &context, cl_uint count, const cl_event *events,
                    WaitList &waitList) {
  // CL_INVALID_EVENT_WAIT_LIST: a list without a length, a length without a list, or no event.
  if ((count == 0) != (events == nullptr))
    return CL_INVALID_EVENT_WAIT_LIST;
  waitList.reserve(count);
  for (cl_uint i = 0; i < count; ++i) {
    Event *event = fromHandle<Event>(events[i]);
    if (!event)
      return CL_INVALID_EVENT_WAIT_LIST;
    if (&event->context() != &context)
      return CL_INVALID_CONTEXT;
    waitList.push_back(event);
  }
  return CL_SUCCESS;
}

cl_int validateMemFlags(cl_mem_flags flags) {
  if (flags & ~(deviceAccess | hostAccess | hostPointers))
    return CL_INVALID_VALUE;
  // Each group of flags excludes one another.
  if (!atMostOne(flags & deviceAccess) || !atMostOne(flags & hostAccess))
    return CL_INVALID_VALUE;
  if ((flags & CL_MEM_USE_HOST_PTR) && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
    return CL_INVALID_VALUE;
  return CL_SUCCESS;
}

cl_int validateHostPtr(cl_mem_flags flags, const void *hostPtr) {
  const bool wantsPointer = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
  if (wantsPointer != (hostPtr != nullptr))
    return CL_INVALID_HOST_PTR;
  return CL_SUCCESS;
}

cl_int validateSubBufferFlags(cl_mem_flags flags, cl_mem_flags parentFlags) {
  if (flags & ~(deviceAccess | hostAccess))
    return CL_INVALID_VALUE;
  if (!atMostOne(flags & deviceAccess) || !atMostOne(flags & hostAccess))
    return CL_INVALID_VALUE;
  if ((parentFlags & CL_MEM_WRITE_ONLY) && (flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY)))
    return CL_INVALID_VALUE;
  if ((parentFlags & CL_MEM_READ_ONLY) && (flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY)))
    return CL_INVALID_VALUE;
  if ((parentFlags & CL_MEM_HOST_WRITE_ONLY) && (flags & CL_MEM_HOST_READ_ONLY))
    return CL_INVALID_VALUE;
  if ((parentFlags & CL_MEM_HOST_READ_ONLY) && (flags & CL_MEM_HOST_WRITE_ONLY))
    return CL_INVALID_VALUE;
  if ((parentFlags & CL_MEM_HOST_NO_ACCESS) &&
      (flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)))
    return CL_INVALID_VALUE;
  return CL_SUCCESS;
}

cl_int readBox(const std::size_t *origin, const Region &region, std::size_t rowPitch,
               std::size_t slicePitch, Box &box) {
  if (region[0] == 0 || region[1] == 0 || region[2] == 0)
    return CL_INVALID_VALUE;
  if (rowPitch == 0)
    rowPitch = region[0];
  if (rowPitch < region[0])
    return CL_INVALID_VALUE;
  std::size_t tightSlice;
  if (__builtin_mul_overflow(region[1], rowPitch, &tightSlice))
    return CL_INVALID_VALUE;
  if (slicePitch == 0)
    slicePitch = tightSlice;
  // A slice holds its rows, and the next one starts at a row.
  if (slicePitch < tightSlice || slicePitch % rowPitch != 0)
    return CL_INVALID_VALUE;
  box.rowPitch = rowPitch;
  box.slicePitch = slicePitch;

  // offset = origin[2] * slicePitch + origin[1] * rowPitch + origin[0], and the last byte of the
  // box the same way from there.
  std::size_t slices, rows, lastSlice, lastRow;
  if (__builtin_mul_overflow(origin[2], slicePitch, &slices) ||
      __builtin_mul_overflow(origin[1], rowPitch, &rows) ||
      __builtin_add_overflow(slices, rows, &box.offset) ||
      __builtin_add_overflow(box.offset, origin[0], &box.offset) ||
      __builtin_mul_overflow(region[2] - 1, slicePitch, &lastSlice) ||
      __builtin_mul_overflow(region[1] - 1, rowPitch, &lastRow) ||
      __builtin_add_overflow(box.offset, lastSlice, &box.end) ||
      __builtin_add_overflow(box.end, lastRow, &box.end) ||
      __builtin_add_overflow(box.end, region[0], &box.end))
    return CL_INVALID_VALUE;
  return CL_SUCCESS;
}

bool boxesOverlap(const Box &a, const Box &b, std::ptrdiff_t distance, const Region &region) {
  // Everything is counted from the memory of a.
  const auto aBegin = static_cast<std::int64_t>(a.offset);
  const auto aEnd = static_cast<std::int64_t>(a.end);
  const std::int64_t bBegin = distance + static_cast<std::int64_t>(b.offset);
  const std::int64_t bEnd = distance + static_cast<std::int64_t>(b.end);
  if (aEnd <= bBegin || bEnd <= aBegin)
    return false;
  for (std::size_t slice = 0; slice < region[2]; ++slice)
    for (std::size_t row = 0; row < region[1]; ++row)
      if (rowTouchesBox(a, region,
                        bBegin +
                            static_cast<std::int64_t>(slice * b.slicePitch + row * b.rowPitch)))
        return true;
  return false;
}

} // namespace heddle
