// The tile registers of one thread and their configuration.
#ifndef HEDDLE_TESTS_SUPPORT_AMX_EMULATOR_TILE_STATE_HPP
#define HEDDLE_TESTS_SUPPORT_AMX_EMULATOR_TILE_STATE_HPP

#include <cstdint>

namespace heddle::amx {

constexpr unsigned tileCount = 8, maxRows = 16, maxRowBytes = 64;

/// The operand of LDTILECFG and STTILECFG, byte for byte (Intel SDM volume 2, table 3-10).
struct TileConfig {
  std::uint8_t palette;
  std::uint8_t startRow;
  std::uint8_t reserved0[14];
  std::uint16_t rowBytes[tileCount]; ///< the manual's colsb
  std::uint16_t reserved1[8];
  std::uint8_t rows[tileCount];
  std::uint8_t reserved2[8];
};
static_assert(sizeof(TileConfig) == 64);

struct alignas(64) Tile {
  std::uint8_t row[maxRows][maxRowBytes];
};

/// All zeros is the state of a thread that has configured nothing.
struct TileState {
  TileConfig config;
  Tile tiles[tileCount];
};

} // namespace heddle::amx

#endif
