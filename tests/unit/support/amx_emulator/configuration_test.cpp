// LDTILECFG, STTILECFG, TILERELEASE, TILEZERO, and what is refused under which configuration.
#include "tests/unit/support/amx_emulator/instructions.hpp"
#include "tests/unit/support/amx_emulator/sequence.hpp"

#include <csignal>
#include <cstring>

namespace heddle::amx {
namespace {

class TileConfigTest : public SequenceTest {
protected:
  void SetUp() override { HEDDLE_SKIP_WITHOUT(tile); }

  static Ending load(const TileConfig &config) {
    return run(64, [&](std::uint8_t *output) {
      loadConfig(&config);
      storeConfig(output);
    });
  }

  static Bytes bytesOf(const TileConfig &config) {
    Bytes bytes(sizeof config);
    std::memcpy(bytes.data(), &config, sizeof config);
    return bytes;
  }

  static void expectFault(const TileConfig &config) {
    const Ending ending = load(config);
    EXPECT_EQ(ending.signal, SIGSEGV);
    if (GetParam() == Unit::emulator) {
      EXPECT_NE(ending.message.find("ldtilecfg is a general protection fault"), std::string::npos)
          << ending.message;
    }
  }

  static void expectInvalid(const std::function<void()> &sequence) {
    const Ending ending = run(64, [&](std::uint8_t *) { sequence(); });
    EXPECT_EQ(ending.signal, SIGILL);
    if (GetParam() == Unit::emulator) {
      EXPECT_NE(ending.message.find("is an invalid instruction here"), std::string::npos)
          << ending.message;
    }
  }
};

TEST_P(TileConfigTest, IsStoredAsItWasLoaded) {
  const TileConfig config = makeConfig({{16, 64}, {1, 4}, {8, 32}, {0, 0}, {16, 1}, {3, 63}});
  const Ending ending = load(config);
  EXPECT_EQ(ending.signal, 0) << ending.message;
  EXPECT_EQ(ending.output, bytesOf(config));
}

TEST_P(TileConfigTest, IsZeroBeforeAndAfter) {
  const Ending ending = run(192, [](std::uint8_t *output) {
    const TileConfig config = makeConfig({{16, 64}});
    storeConfig(output);
    loadConfig(&config);
    releaseTiles();
    storeConfig(output + 64);
    const TileConfig none = {};
    loadConfig(&config);
    loadConfig(&none);
    storeConfig(output + 128);
  });
  EXPECT_EQ(ending.signal, 0) << ending.message;
  EXPECT_EQ(ending.output, Bytes(192, 0));
}

TEST_P(TileConfigTest, ZeroesAllTiles) {
  const Ending ending = run(2048, [](std::uint8_t *output) {
    const TileConfig config = makeConfig({{16, 64}, {16, 64}});
    loadConfig(&config);
    loadTile<0>(output, 64);
    loadTile<1>(output, 64);
    loadConfig(&config);
    storeTile<0>(output, 64);
    storeTile<1>(output + 1024, 64);
  });
  EXPECT_EQ(ending.signal, 0) << ending.message;
  EXPECT_EQ(ending.output, Bytes(2048, 0));
}

TEST_P(TileConfigTest, ZeroesOneTile) {
  const Ending ending = run(2048, [](std::uint8_t *output) {
    const TileConfig config = makeConfig({{16, 64}, {16, 64}, {}, {}, {}, {}, {}, {16, 64}});
    loadConfig(&config);
    loadTile<1>(output, 64);
    loadTile<7>(output, 64);
    zeroTile<7>();
    storeTile<7>(output, 64);
    storeTile<1>(output + 1024, 64);
  });
  EXPECT_EQ(ending.signal, 0) << ending.message;
  Bytes expected(1024, 0);
  expected.resize(2048, 0xA5);
  EXPECT_EQ(ending.output, expected);
}

TEST_P(TileConfigTest, FaultsWhenThePaletteIsUnknown) {
  TileConfig config = makeConfig({{16, 64}});
  config.palette = 2;
  expectFault(config);
}

TEST_P(TileConfigTest, FaultsWhenReservedBytesAreNotZero) {
  for (std::size_t byte : {2, 15, 32, 47, 56, 63}) {
    TileConfig config = makeConfig({{16, 64}});
    reinterpret_cast<std::uint8_t *>(&config)[byte] = 1;
    expectFault(config);
  }
}

TEST_P(TileConfigTest, FaultsWhenAShapeIsTooLargeOrHalfEmpty) {
  expectFault(makeConfig({{17, 64}}));
  expectFault(makeConfig({{16, 65}}));
  expectFault(makeConfig({{0, 64}}));
  expectFault(makeConfig({{16, 64}, {16, 0}}));
}

TEST_P(TileConfigTest, TakesAnythingBehindPaletteZero) {
  TileConfig config = makeConfig({{17, 65}});
  config.palette = 0;
  const Ending ending = load(config);
  EXPECT_EQ(ending.signal, 0) << ending.message;
  EXPECT_EQ(ending.output, Bytes(64, 0));
}

TEST_P(TileConfigTest, RefusesTilesWithoutAConfiguration) {
  static std::uint8_t memory[1024];
  expectInvalid([] { zeroTile<0>(); });
  expectInvalid([] { loadTile<0>(memory, 64); });
  expectInvalid([] { storeTile<0>(memory, 64); });
  expectInvalid([] { tdpbssd<0, 1, 2>(); });
}

TEST_P(TileConfigTest, RefusesTilesThatAreNotConfigured) {
  static std::uint8_t memory[1024];
  static const TileConfig config = makeConfig({{16, 64}, {16, 64}});
  expectInvalid([] { loadConfig(&config), zeroTile<2>(); });
  expectInvalid([] { loadConfig(&config), loadTile<3>(memory, 64); });
  expectInvalid([] { loadConfig(&config), storeTile<7>(memory, 64); });
  expectInvalid([] { loadConfig(&config), tdpbssd<0, 1, 2>(); });
}

TEST_P(TileConfigTest, RefusesRowsThatAreNoMultipleOfFourBytes) {
  static std::uint8_t memory[1024];
  static const TileConfig config = makeConfig({{16, 62}, {16, 64}, {16, 64}});
  expectInvalid([] { loadConfig(&config), loadTile<0>(memory, 64); });
  expectInvalid([] { loadConfig(&config), storeTile<0>(memory, 64); });
  expectInvalid([] { loadConfig(&config), tdpbssd<0, 1, 2>(); });
}

TEST_P(TileConfigTest, RefusesProductsWhoseShapesDoNotFit) {
  static const TileConfig rows = makeConfig({{16, 64}, {8, 64}, {16, 64}});
  expectInvalid([] { loadConfig(&rows), tdpbssd<0, 1, 2>(); });
  static const TileConfig columns = makeConfig({{16, 64}, {16, 64}, {16, 32}});
  expectInvalid([] { loadConfig(&columns), tdpbuud<0, 1, 2>(); });
  static const TileConfig depth = makeConfig({{16, 64}, {16, 32}, {16, 64}});
  expectInvalid([] { loadConfig(&depth), tdpbsud<0, 1, 2>(); });
}

TEST_P(TileConfigTest, RefusesProductsThatNameATileTwice) {
  static const TileConfig config = makeConfig({{16, 64}, {16, 64}, {16, 64}});
  expectInvalid([] { loadConfig(&config), tdpbssd<0, 0, 1>(); });
  expectInvalid([] { loadConfig(&config), tdpbssd<0, 1, 0>(); });
  expectInvalid([] { loadConfig(&config), tdpbssd<0, 1, 1>(); });
}

TEST_P(TileConfigTest, GoesOnAtTheStartRowOnce) {
  const Ending ending = run(64 + 2 * 256, [](std::uint8_t *output) {
    std::uint8_t source[256];
    for (unsigned i = 0; i < 256; ++i)
      source[i] = static_cast<std::uint8_t>(i);
    TileConfig config = makeConfig({{4, 64}});
    config.startRow = 2;
    loadConfig(&config);
    loadTile<0>(source, 64);
    storeConfig(output);
    storeTile<0>(output + 64, 64);
    loadTile<0>(source, 64);
    storeTile<0>(output + 320, 64);
  });
  EXPECT_EQ(ending.signal, 0) << ending.message;
  Bytes expected = bytesOf(makeConfig({{4, 64}}));
  expected.resize(64 + 128, 0);
  for (unsigned i = 128; i < 256 + 256; ++i)
    expected.push_back(static_cast<std::uint8_t>(i));
  EXPECT_EQ(ending.output, expected);
}

HEDDLE_FOR_BOTH_UNITS(TileConfigTest);

} // namespace
} // namespace heddle::amx
