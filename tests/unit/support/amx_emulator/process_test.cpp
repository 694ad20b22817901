// Threads, counts, and signals that are not the emulator's.
#include "tests/support/amx_emulator/signal_handler.hpp"
#include "tests/unit/support/amx_emulator/instructions.hpp"
#include "tests/unit/support/amx_emulator/sequence.hpp"

#include <csignal>
#include <cstring>
#include <thread>
#include <unistd.h>

namespace heddle::amx {
namespace {

class AmxProcessTest : public SequenceTest {
protected:
  void SetUp() override { HEDDLE_SKIP_WITHOUT(tile); }
};

/// Loads its own bytes, meets the others, and stores them.
void keepTile(std::uint8_t *output, std::uint8_t byte, int rounds) {
  std::uint8_t source[1024], found[1024];
  std::memset(source, byte, sizeof source);
  const unsigned rows = 1 + byte % 16;
  const TileConfig config = makeConfig({{rows, 64}});
  loadConfig(&config);
  loadTile<0>(source, 64);
  bool same = true;
  for (int i = 0; i < rounds; ++i) {
    std::this_thread::yield();
    std::memset(found, 0, sizeof found);
    storeTile<0>(found, 64);
    same =
        same && std::memcmp(found, source, rows * 64) == 0 && (rows == 16 || found[rows * 64] == 0);
  }
  *output = same ? byte : 0;
  releaseTiles();
}

TEST_P(AmxProcessTest, GivesEachThreadItsOwnTiles) {
  const Ending ending = run(4, [](std::uint8_t *output) {
    std::thread threads[4];
    for (unsigned i = 0; i < 4; ++i)
      threads[i] = std::thread(keepTile, output + i, static_cast<std::uint8_t>(3 * i + 1), 200);
    for (std::thread &thread : threads)
      thread.join();
  });
  EXPECT_EQ(ending.signal, 0) << ending.message;
  EXPECT_EQ(ending.output, Bytes({1, 4, 7, 10}));
}

TEST_P(AmxProcessTest, DiesOfOtherIllegalInstructions) {
  const Ending ending = run(1, [](std::uint8_t *) { __asm__ volatile("ud2"); });
  EXPECT_EQ(ending.signal, SIGILL);
  EXPECT_EQ(ending.message, "");
}

TEST_P(AmxProcessTest, DiesOfTheSignalWhenItIsSent) {
  const Ending ending = run(1, [](std::uint8_t *) { ::kill(::getpid(), SIGILL); });
  EXPECT_EQ(ending.signal, SIGILL);
}

HEDDLE_FOR_BOTH_UNITS(AmxProcessTest);

/// What is the emulator's alone. Real threads may start with the configuration of their parent.
class EmulatorProcessTest : public SequenceTest {};

TEST_P(EmulatorProcessTest, StartsThreadsUnconfigured) {
  const Ending ending = run(64, [](std::uint8_t *output) {
    const TileConfig config = makeConfig({{16, 64}});
    loadConfig(&config);
    std::thread([&] { storeConfig(output); }).join();
  });
  EXPECT_EQ(ending.signal, 0) << ending.message;
  EXPECT_EQ(ending.output, Bytes(64, 0));
}

TEST_P(EmulatorProcessTest, CountsWhatItExecuted) {
  const Ending ending = run(8, [](std::uint8_t *output) {
    std::uint8_t memory[1024] = {};
    const TileConfig config = makeConfig({{16, 64}, {16, 64}, {16, 64}});
    loadConfig(&config);
    loadTile<1>(memory, 64);
    loadTile<2>(memory, 64);
    for (int i = 0; i < 5; ++i)
      tdpbssd<0, 1, 2>();
    output[0] = static_cast<std::uint8_t>(executedCount(Operation::tdpbssd));
    output[1] = static_cast<std::uint8_t>(heddleAmxEmulatorCount("tileloadd"));
    output[2] = static_cast<std::uint8_t>(heddleAmxEmulatorCount("ldtilecfg"));
    output[3] = static_cast<std::uint8_t>(heddleAmxEmulatorCount("tdpbuud"));
    output[4] = static_cast<std::uint8_t>(heddleAmxEmulatorCount("no such thing"));
    output[5] = static_cast<std::uint8_t>(heddleAmxEmulatorCount(nullptr));
    printCounts();
  });
  EXPECT_EQ(ending.signal, 0) << ending.message;
  EXPECT_EQ(ending.output, Bytes({5, 2, 1, 0, 0, 8, 0xA5, 0xA5}));
  EXPECT_EQ(ending.message, "heddle amx emulator: ldtilecfg 1\n"
                            "heddle amx emulator: tileloadd 2\n"
                            "heddle amx emulator: tdpbssd 5\n");
}

INSTANTIATE_TEST_SUITE_P(Units, EmulatorProcessTest, testing::Values(Unit::emulator),
                         [](const auto &) { return "emulator"; });

TEST(EmulatorHandlerTest, PassesOtherInstructionsToTheHandlerThatWasThere) {
  EXPECT_EXIT(
      {
        std::signal(SIGILL, [](int) { ::_exit(7); });
        installEmulator();
        zeroTile<0>();
      },
      testing::ExitedWithCode(7), "tilezero is an invalid instruction here: no configuration");
}

TEST(EmulatorHandlerTest, GivesHandlersTheWholeSignal) {
  EXPECT_EXIT(
      {
        struct sigaction mine = {};
        mine.sa_flags = SA_SIGINFO;
        mine.sa_sigaction = [](int, siginfo_t *info, void *context) {
          ::_exit(info->si_code > 0 && context ? 8 : 9);
        };
        ::sigaction(SIGILL, &mine, nullptr);
        installEmulator();
        __asm__ volatile("ud2");
      },
      testing::ExitedWithCode(8), "");
}

} // namespace
} // namespace heddle::amx
