// What fits a tile, and how many tiles there are.
#ifndef HEDDLE_COMPILER_MATRIX_NEST_TILE_SHAPE_HPP
#define HEDDLE_COMPILER_MATRIX_NEST_TILE_SHAPE_HPP

namespace heddle::compiler {

/// What a tile register holds: at most 16 rows of 64 bytes.
struct TileShape {
  unsigned rows = 0;
  unsigned rowBytes = 0;

  bool operator==(const TileShape &) const = default;
  unsigned bytes() const { return rows * rowBytes; }
};

inline constexpr TileShape largestTile{16, 64};
inline constexpr unsigned tileRegisters = 8;

} // namespace heddle::compiler

#endif
