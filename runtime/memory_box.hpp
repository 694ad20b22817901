// Boxes of bytes: rows of slices, with gaps between.
#ifndef HEDDLE_RUNTIME_MEMORY_BOX_HPP
#define HEDDLE_RUNTIME_MEMORY_BOX_HPP

#include <cstddef>
#include <cstring>

namespace heddle {

/// The size of a box.
struct BoxSize {
  std::size_t bytes = 0; ///< of a row
  std::size_t rows = 1;
  std::size_t slices = 1;
};

/// The bytes from one row, and from one slice, to the next.
struct BoxPitches {
  std::size_t row = 0;
  std::size_t slice = 0;
};

/// The same bytes in as few rows as they make: those without a gap on both sides are one long row,
/// and slices likewise.
inline BoxSize joinRows(BoxSize size, const BoxPitches &a, const BoxPitches &b) {
  if (size.rows > 1 && a.row == size.bytes && b.row == size.bytes) {
    size.bytes *= size.rows;
    size.rows = 1;
  }
  if (size.slices > 1 && size.rows == 1 && a.slice == size.bytes && b.slice == size.bytes) {
    size.bytes *= size.slices;
    size.slices = 1;
  }
  return size;
}

/// The rows of all slices are counted from 0; those from `first` up to `end` are copied. The two
/// boxes do not overlap.
inline void copyRows(std::byte *destination, const BoxPitches &destinationPitches,
                     const std::byte *source, const BoxPitches &sourcePitches, const BoxSize &size,
                     std::size_t first, std::size_t end) {
  for (std::size_t index = first; index < end; ++index) {
    const std::size_t slice = index / size.rows, row = index % size.rows;
    std::memcpy(destination + slice * destinationPitches.slice + row * destinationPitches.row,
                source + slice * sourcePitches.slice + row * sourcePitches.row, size.bytes);
  }
}

inline void copyBox(std::byte *destination, const BoxPitches &destinationPitches,
                    const std::byte *source, const BoxPitches &sourcePitches, const BoxSize &size) {
  copyRows(destination, destinationPitches, source, sourcePitches, size, 0,
           size.rows * size.slices);
}

} // namespace heddle

#endif
