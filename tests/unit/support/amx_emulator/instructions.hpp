// The instructions as functions. Tile numbers are part of an instruction, so they are constants.
#ifndef HEDDLE_TESTS_UNIT_SUPPORT_AMX_EMULATOR_INSTRUCTIONS_HPP
#define HEDDLE_TESTS_UNIT_SUPPORT_AMX_EMULATOR_INSTRUCTIONS_HPP

#include "tests/support/amx_emulator/tile_state.hpp"

#include <cstddef>

namespace heddle::amx {

inline void loadConfig(const void *config) {
  __asm__ volatile("ldtilecfg (%0)" : : "r"(config) : "memory");
}

inline void storeConfig(void *config) {
  __asm__ volatile("sttilecfg (%0)" : : "r"(config) : "memory");
}

inline void releaseTiles() { __asm__ volatile("tilerelease" : : : "memory"); }

template <int tile> void zeroTile() {
  __asm__ volatile("tilezero %%tmm%c0" : : "i"(tile) : "memory");
}

template <int tile> void loadTile(const void *rows, std::ptrdiff_t stride) {
  __asm__ volatile("tileloadd (%0,%1), %%tmm%c2" : : "r"(rows), "r"(stride), "i"(tile) : "memory");
}

template <int tile> void loadTileOnce(const void *rows, std::ptrdiff_t stride) {
  __asm__ volatile("tileloaddt1 (%0,%1), %%tmm%c2"
                   :
                   : "r"(rows), "r"(stride), "i"(tile)
                   : "memory");
}

template <int tile> void storeTile(void *rows, std::ptrdiff_t stride) {
  __asm__ volatile("tilestored %%tmm%c2, (%0,%1)" : : "r"(rows), "r"(stride), "i"(tile) : "memory");
}

/// The products: sum += left * right. In bytes, because assemblers refuse to name a tile twice,
/// and not all of them know the last two. pp is VEX.pp: 1 for 66, 2 for F3, 3 for F2.
#define HEDDLE_PRODUCT(name, opcode, pp)                                                           \
  template <int sum, int left, int right> void name() {                                            \
    __asm__ volatile(".byte 0xC4, 0xE2, %c0, " #opcode ", %c1"                                     \
                     :                                                                             \
                     : "i"((0x78 | (pp)) ^ right << 3), "i"(0xC0 | sum << 3 | left)                \
                     : "memory");                                                                  \
  }
HEDDLE_PRODUCT(tdpbssd, 0x5E, 3)
HEDDLE_PRODUCT(tdpbsud, 0x5E, 2)
HEDDLE_PRODUCT(tdpbusd, 0x5E, 1)
HEDDLE_PRODUCT(tdpbuud, 0x5E, 0)
HEDDLE_PRODUCT(tdpbf16ps, 0x5C, 2)
HEDDLE_PRODUCT(tdpfp16ps, 0x5C, 3)
HEDDLE_PRODUCT(tmmultf32ps, 0x48, 1)
#undef HEDDLE_PRODUCT

/// A configuration with tiles of rows x rowBytes for the first tiles, as many as there are shapes.
struct TileShape {
  unsigned rows, rowBytes;
};
template <unsigned count> TileConfig makeConfig(const TileShape (&shapes)[count]) {
  TileConfig config = {};
  config.palette = 1;
  for (unsigned i = 0; i < count; ++i) {
    config.rows[i] = static_cast<std::uint8_t>(shapes[i].rows);
    config.rowBytes[i] = static_cast<std::uint16_t>(shapes[i].rowBytes);
  }
  return config;
}

} // namespace heddle::amx

#endif
