// TILELOADD, TILELOADDT1 and TILESTORED: strides and forms of addresses, as executed.
// decode_test.cpp has the forms one by one.
#include "tests/unit/support/amx_emulator/instructions.hpp"
#include "tests/unit/support/amx_emulator/sequence.hpp"

#include <cstring>

namespace heddle::amx {
namespace {

class AddressingTest : public SequenceTest {
protected:
  void SetUp() override { HEDDLE_SKIP_WITHOUT(tile); }
};

/// A tile of 3 rows of 8 bytes, and a source with a different byte everywhere.
struct Small {
  Small() {
    for (unsigned i = 0; i < sizeof source; ++i)
      source[i] = static_cast<std::uint8_t>(i * 7 + i / 256);
    const TileConfig config = makeConfig({{3, 8}, {3, 8}});
    loadConfig(&config);
  }
  std::uint8_t source[4096];
};

/// What the tile must hold: 3 rows of 8 bytes from an offset of the source, with a stride.
Bytes rowsOf(std::ptrdiff_t offset, std::ptrdiff_t stride) {
  Bytes bytes;
  for (std::ptrdiff_t row = 0; row < 3; ++row)
    for (std::ptrdiff_t i = 0; i < 8; ++i) {
      const std::ptrdiff_t at = offset + row * stride + i;
      bytes.push_back(static_cast<std::uint8_t>(at * 7 + at / 256));
    }
  return bytes;
}

TEST_P(AddressingTest, TakesAnyStride) {
  for (std::ptrdiff_t stride : {8, 64, 5, 0, 1000, -8, -500}) {
    const Ending ending = run(48, [&](std::uint8_t *output) {
      Small small;
      loadTile<0>(small.source + 1500, stride);
      loadTileOnce<1>(small.source + 1500, stride);
      storeTile<0>(output, 8);
      storeTile<1>(output + 24, 8);
    });
    EXPECT_EQ(ending.signal, 0) << ending.message;
    Bytes expected = rowsOf(1500, stride);
    const Bytes half = expected;
    expected.insert(expected.end(), half.begin(), half.end());
    EXPECT_EQ(ending.output, expected) << "stride " << stride;
  }
}

TEST_P(AddressingTest, StoresOnlyTheShape) {
  const Ending ending = run(64, [](std::uint8_t *output) {
    Small small;
    loadTile<0>(small.source, 8);
    storeTile<0>(output + 4, 20);
  });
  EXPECT_EQ(ending.signal, 0) << ending.message;
  Bytes expected(64, 0xA5);
  const Bytes rows = rowsOf(0, 8);
  for (std::size_t row = 0; row < 3; ++row)
    std::memcpy(&expected[4 + 20 * row], &rows[8 * row], 8);
  EXPECT_EQ(ending.output, expected);
}

// Each pair of registers once as base and index, with the other parts of an address.
#define HEDDLE_FORM(base, index, scale, displacement)                                              \
  do {                                                                                             \
    const Ending ending = run(24, [](std::uint8_t *output) {                                       \
      Small small;                                                                                 \
      const auto start = reinterpret_cast<std::uintptr_t>(small.source) + 1024;                    \
      __asm__ volatile("mov %0, %%" base "\n\tmov %1, %%" index "\n\t"                             \
                       "tileloadd " #displacement "(%%" base ",%%" index "," #scale "), %%tmm0"    \
                       :                                                                           \
                       : "r"(start - static_cast<std::uintptr_t>(displacement)), "i"(24)           \
                       : base, index, "memory");                                                   \
      storeTile<0>(output, 8);                                                                     \
    });                                                                                            \
    EXPECT_EQ(ending.signal, 0) << ending.message;                                                 \
    EXPECT_EQ(ending.output, rowsOf(1024, 24 * scale)) << base << " " << index;                    \
  } while (false)

TEST_P(AddressingTest, TakesEveryRegisterAsBaseAndIndex) {
  HEDDLE_FORM("rax", "rcx", 1, 0);
  HEDDLE_FORM("rcx", "rax", 2, 8);
  HEDDLE_FORM("rdx", "rsi", 4, -8);
  HEDDLE_FORM("rsi", "rdi", 8, 127);
  HEDDLE_FORM("rdi", "rdx", 1, -128);
  HEDDLE_FORM("r8", "r9", 2, 128);
  HEDDLE_FORM("r9", "r10", 4, -129);
  HEDDLE_FORM("r10", "r11", 8, 65536);
  HEDDLE_FORM("r11", "r12", 1, -65536);
  HEDDLE_FORM("r12", "r13", 2, 0);
  HEDDLE_FORM("r13", "r14", 4, 0);
  HEDDLE_FORM("r14", "r15", 8, 1);
  HEDDLE_FORM("r15", "r8", 1, 0x1000000);
}

TEST_P(AddressingTest, HasNoStrideWithoutAnIndex) {
  const Ending ending = run(24, [](std::uint8_t *output) {
    Small small;
    __asm__ volatile("tileloadd 16(%0), %%tmm0" : : "r"(small.source) : "memory");
    storeTile<0>(output, 8);
  });
  EXPECT_EQ(ending.signal, 0) << ending.message;
  EXPECT_EQ(ending.output, rowsOf(16, 0));
}

TEST_P(AddressingTest, TakesTheStackPointerAsBase) {
  const Ending ending = run(24, [](std::uint8_t *output) {
    Small small;
    // Behind the red zone of this function.
    __asm__ volatile("lea -256(%%rsp), %%rsp\n\t"
                     "movq %0, 32(%%rsp)\n\tmovq %0, 40(%%rsp)\n\tmovq %0, 48(%%rsp)\n\t"
                     "tileloadd 32(%%rsp,%1), %%tmm0\n\t"
                     "lea 256(%%rsp), %%rsp"
                     :
                     : "r"(0x0706050403020100), "r"(std::ptrdiff_t(8))
                     : "memory");
    storeTile<0>(output, 8);
  });
  EXPECT_EQ(ending.signal, 0) << ending.message;
  EXPECT_EQ(ending.output,
            Bytes({0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST_P(AddressingTest, TakesConfigurationsRelativeToTheInstruction) {
  const Ending ending = run(64, [](std::uint8_t *output) {
    // Palette 1, tile 0 of 2 rows of 12 bytes.
    __asm__ volatile(
        "jmp 2f\n"
        "1:\t.byte 1,0,0,0,0,0,0,0, 0,0,0,0,0,0,0,0, 12,0,0,0,0,0,0,0, 0,0,0,0,0,0,0,0\n"
        "\t.byte 0,0,0,0,0,0,0,0, 0,0,0,0,0,0,0,0, 2,0,0,0,0,0,0,0, 0,0,0,0,0,0,0,0\n"
        "2:\tldtilecfg 1b(%%rip)"
        :
        :
        : "memory");
    storeConfig(output);
  });
  EXPECT_EQ(ending.signal, 0) << ending.message;
  const TileConfig config = makeConfig({{2, 12}});
  Bytes expected(64);
  std::memcpy(expected.data(), &config, 64);
  EXPECT_EQ(ending.output, expected);
}

HEDDLE_FOR_BOTH_UNITS(AddressingTest);

} // namespace
} // namespace heddle::amx
