// Code that was not there when the emulator was installed, as kernels are not: a processor with AMX
// executes its configurations itself until the first instruction on tiles.
#include "tests/support/amx_emulator/decode.hpp"
#include "tests/support/amx_emulator/trap_configuration.hpp"
#include "tests/unit/support/amx_emulator/instructions.hpp"
#include "tests/unit/support/amx_emulator/sequence.hpp"

#include <cstring>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace heddle::amx {
namespace {

using Function = void (*)(const TileConfig *config, const void *source, void *output, long stride);

// Among the data, where nothing changes them. The arguments are in rdi, rsi, rdx and rcx.
#define HEDDLE_CODE(name, text)                                                                    \
  extern "C" const std::uint8_t name##Begin[], name##End[];                                        \
  __asm__(".pushsection .rodata\n" #name "Begin:\n" text "\tret\n" #name "End:\n.popsection")

HEDDLE_CODE(laterConfigure, "ldtilecfg (%rdi)\n");
HEDDLE_CODE(laterLoad, "ldtilecfg (%rdi)\ntileloadd (%rsi,%rcx), %tmm0\n");
HEDDLE_CODE(laterStore, "tilestored %tmm0, (%rdx,%rcx)\n");
HEDDLE_CODE(laterConfigureAndStore, "ldtilecfg (%rdi)\ntilestored %tmm0, (%rdx,%rcx)\n");
HEDDLE_CODE(laterAll, "ldtilecfg (%rdi)\n"
                      "tileloadd (%rsi,%rcx), %tmm0\n"
                      "tilestored %tmm0, (%rdx,%rcx)\n"
                      "ldtilecfg (%rdi)\n"
                      "tilestored %tmm0, 1024(%rdx,%rcx)\n"
                      "sttilecfg 2048(%rdx)\n"
                      "tilerelease\n"
                      "sttilecfg 2112(%rdx)\n");

/// Of what lies between two labels, which for the language are two objects.
std::size_t sizeOf(const std::uint8_t *begin, const std::uint8_t *end) {
  return reinterpret_cast<std::uintptr_t>(end) - reinterpret_cast<std::uintptr_t>(begin);
}

/// A copy in a mapping of its own: neighbours with the same permissions would be one. Not at its
/// start: the sanitizer of undefined behaviour looks in front of functions for their types.
Function load(const std::uint8_t *begin, const std::uint8_t *end) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  constexpr std::size_t inFront = 64;
  const std::size_t size = sizeOf(begin, end);
  void *memory = ::mmap(nullptr, 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || ::mprotect(memory, page, PROT_READ | PROT_WRITE) != 0)
    ::_exit(2);
  auto *code = static_cast<std::uint8_t *>(memory) + inFront;
  std::memcpy(code, begin, size);
  if (::mprotect(memory, page, PROT_READ | PROT_EXEC) != 0)
    ::_exit(2);
  return reinterpret_cast<Function>(code);
}
#define HEDDLE_LOAD(name) load(name##Begin, name##End)

class LaterCodeTest : public SequenceTest {
protected:
  void SetUp() override { HEDDLE_SKIP_WITHOUT(tile); }

  static Bytes counted(std::size_t size) {
    Bytes bytes(size);
    for (std::size_t i = 0; i < size; ++i)
      bytes[i] = static_cast<std::uint8_t>(i * 7 + i / 64);
    return bytes;
  }
};

const TileConfig config = makeConfig({{16, 64}});

TEST_P(LaterCodeTest, IsExecutedLikeAnyOther) {
  const Bytes source = counted(1024);
  for (int rounds : {1, 2}) {
    const Ending ending = run(2176, [&](std::uint8_t *output) {
      const Function all = HEDDLE_LOAD(laterAll);
      for (int i = 0; i < rounds; ++i)
        all(&config, source.data(), output, 64);
    });
    EXPECT_EQ(ending.signal, 0) << ending.message;
    Bytes expected = source;
    expected.resize(2048, 0);
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(&config);
    expected.insert(expected.end(), bytes, bytes + sizeof config);
    expected.resize(2176, 0);
    EXPECT_EQ(ending.output, expected);
  }
}

TEST_P(LaterCodeTest, FindsZerosInTilesThatItConfigures) {
  const Bytes source = counted(1024);
  const Ending ending = run(1024, [&](std::uint8_t *output) {
    const Function fill = HEDDLE_LOAD(laterLoad), store = HEDDLE_LOAD(laterConfigureAndStore);
    fill(&config, source.data(), output, 64);
    store(&config, source.data(), output, 64);
  });
  EXPECT_EQ(ending.signal, 0) << ending.message;
  EXPECT_EQ(ending.output, Bytes(1024, 0));
}

TEST_P(LaterCodeTest, KeepsTilesOfOtherCode) {
  const Bytes source = counted(1024);
  const Ending ending = run(1024, [&](std::uint8_t *output) {
    const Function store = HEDDLE_LOAD(laterStore);
    HEDDLE_LOAD(laterLoad)(&config, source.data(), output, 64);
    store(&config, source.data(), output, 64);
  });
  EXPECT_EQ(ending.signal, 0) << ending.message;
  EXPECT_EQ(ending.output, source);
}

// The frame of each signal holds what its own thread configured.
TEST_P(LaterCodeTest, ConfiguresEachThreadForItself) {
  const Bytes source = counted(1024);
  const Ending ending = run(4 * 1024, [&](std::uint8_t *output) {
    const Function configure = HEDDLE_LOAD(laterConfigure);
    std::thread threads[4];
    for (unsigned i = 0; i < 4; ++i)
      threads[i] = std::thread([&, i] {
        const TileConfig own = makeConfig({{4 * i + 4, 64}});
        configure(&own, nullptr, nullptr, 0);
        std::this_thread::yield();
        loadTile<0>(source.data(), 64);
        storeTile<0>(output + 1024 * i, 64);
        releaseTiles();
      });
    for (std::thread &thread : threads)
      thread.join();
  });
  EXPECT_EQ(ending.signal, 0) << ending.message;
  Bytes expected;
  for (unsigned i = 0; i < 4; ++i) {
    expected.insert(expected.end(), source.begin(), source.begin() + 64 * (4 * i + 4));
    expected.resize(1024 * (i + 1), 0xA5);
  }
  EXPECT_EQ(ending.output, expected);
}

HEDDLE_FOR_BOTH_UNITS(LaterCodeTest);

TEST(TrapConfigurationsTest, ChangesTheFirstByteOfConfigurationsAndNothingElse) {
  const std::size_t size = sizeOf(laterAllBegin, laterAllEnd);
  Bytes expected(laterAllBegin, laterAllEnd);
  unsigned changes = 0;
  for (std::size_t i = 0; i + 5 <= size; ++i)
    // 49 is the opcode of the three, and of TILEZERO.
    if (expected[i] == vexByte && expected[i + 3] == 0x49)
      expected[i] = trapByte, ++changes;
  EXPECT_EQ(changes, 5u);
  const auto *code = reinterpret_cast<const std::uint8_t *>(HEDDLE_LOAD(laterAll));
  trapConfigurations(code + 3);
  EXPECT_EQ(Bytes(code, code + size), expected);
}

TEST(TrapConfigurationsTest, LeavesWhatIsNotMapped) {
  trapConfigurations(nullptr);
  trapConfigurations(reinterpret_cast<const void *>(~std::uintptr_t(0)));
}

} // namespace
} // namespace heddle::amx
