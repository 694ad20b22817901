// What cl_intel_subgroup_2d_block_io says, element by element, for any shape.
#ifndef HEDDLE_TESTS_KERNELS_BLOCK_2D_BLOCK_REFERENCE_HPP
#define HEDDLE_TESTS_KERNELS_BLOCK_2D_BLOCK_REFERENCE_HPP

#include "tests/kernels/harness/bytes.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace heddle::test {

enum class Order { plain, transform, transpose };

/// `blocks` blocks side by side of rows x columns elements in memory.
struct BlockShape {
  unsigned elementBytes, rows, columns, blocks;
  Order order = Order::plain;

  unsigned unitBytes() const { return order == Order::transform ? 4 : elementBytes; }
  unsigned dealtRows() const {
    const unsigned packed = 4 / elementBytes;
    return order == Order::transform   ? (rows + packed - 1) / packed
           : order == Order::transpose ? columns
                                       : rows;
  }
  unsigned dealtColumns() const {
    return std::bit_ceil(order == Order::transpose ? rows : columns);
  }
  /// Of the private array of a work-item, for one block.
  unsigned privateUnits(unsigned lanes) const {
    const unsigned c = dealtColumns(), r = dealtRows();
    return c >= lanes ? r * (c / lanes) : (r + lanes / c - 1) / (lanes / c);
  }
  unsigned privateBytes(unsigned lanes) const { return blocks * privateUnits(lanes) * unitBytes(); }
};

/// A matrix: width and pitch in bytes, height in rows.
struct Matrix2d {
  std::uint8_t *base;
  int width, height, pitch;

  /// Null outside; x in elements.
  std::uint8_t *element(std::int64_t x, std::int64_t y, unsigned bytes) const {
    if (x < 0 || y < 0 || y >= height || (x + 1) * bytes > width)
      return nullptr;
    return base + y * pitch + x * bytes;
  }
};

/// Where unit `index` of the private array of lane `lane` lies in the dealt block: row and column.
/// False for the places that rows leave over.
struct DealtPlace {
  unsigned block, row, column;
};
inline bool dealtPlace(const BlockShape &shape, unsigned lanes, unsigned lane, unsigned index,
                       DealtPlace &place) {
  const unsigned perBlock = shape.privateUnits(lanes), columns = shape.dealtColumns();
  place.block = index / perBlock;
  index %= perBlock;
  if (columns >= lanes) {
    const unsigned each = columns / lanes;
    place.row = index / each;
    place.column = lane * each + index % each;
  } else {
    place.row = lanes / columns * index + lane / columns;
    place.column = lane % columns;
  }
  return place.row < shape.dealtRows();
}

/// The private arrays of all lanes, one behind the other, after a read at (x, y). Units that no row
/// fills are zero.
inline Bytes readBlock(const BlockShape &shape, unsigned lanes, const Matrix2d &matrix, int x,
                       int y) {
  const unsigned es = shape.elementBytes, unit = shape.unitBytes();
  const unsigned units = shape.blocks * shape.privateUnits(lanes);
  Bytes result(std::size_t(lanes) * units * unit);
  for (unsigned lane = 0; lane < lanes; ++lane)
    for (unsigned index = 0; index < units; ++index) {
      DealtPlace place;
      if (!dealtPlace(shape, lanes, lane, index, place))
        continue;
      std::uint8_t *to = result.data() + (std::size_t(lane) * units + index) * unit;
      const auto copy = [&](unsigned row, unsigned column, std::uint8_t *part) {
        if (row >= shape.rows || column >= shape.columns)
          return;
        const std::int64_t blockX = std::int64_t(x) + place.block * shape.columns;
        if (const std::uint8_t *from = matrix.element(blockX + column, std::int64_t(y) + row, es))
          std::memcpy(part, from, es);
      };
      switch (shape.order) {
      case Order::plain:
        copy(place.row, place.column, to);
        break;
      case Order::transform:
        for (unsigned i = 0; i < 4 / es; ++i)
          copy(place.row * (4 / es) + i, place.column, to + i * es);
        break;
      case Order::transpose:
        copy(place.column, place.row, to);
        break;
      }
    }
  return result;
}

/// Writes the private arrays of the first `active` lanes at (x, y).
inline void writeBlock(const BlockShape &shape, unsigned lanes, unsigned active,
                       const Bytes &values, const Matrix2d &matrix, int x, int y) {
  const unsigned es = shape.elementBytes;
  const unsigned units = shape.blocks * shape.privateUnits(lanes);
  for (unsigned lane = 0; lane < active; ++lane)
    for (unsigned index = 0; index < units; ++index) {
      DealtPlace place;
      if (!dealtPlace(shape, lanes, lane, index, place) || place.column >= shape.columns)
        continue;
      const std::int64_t column = std::int64_t(x) + place.block * shape.columns + place.column;
      if (std::uint8_t *to = matrix.element(column, std::int64_t(y) + place.row, es))
        std::memcpy(to, values.data() + (std::size_t(lane) * units + index) * es, es);
    }
}

} // namespace heddle::test

#endif
