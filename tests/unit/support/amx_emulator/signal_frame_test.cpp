// Configurations in frames as the kernel writes them, and in others.
#include "tests/support/amx_emulator/signal_frame.hpp"

#include "tests/unit/support/amx_emulator/instructions.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace heddle::amx {
namespace {

class SignalFrameTest : public testing::Test {
protected:
  static constexpr unsigned offset = 2752, size = 2816;

  SignalFrameTest() {
    write<std::uint32_t>(464, 0x46505853);
    write<std::uint64_t>(472, 0x202E7);
    write<std::uint32_t>(480, size);
    write<std::uint64_t>(512, 0x202A3);
    write(offset, config);
  }

  template <typename Value> void write(unsigned at, Value value) {
    std::memcpy(frame + at, &value, sizeof value);
  }

  void expectNone() {
    std::uint8_t before[sizeof frame];
    std::memcpy(before, frame, sizeof frame);
    TileConfig found;
    EXPECT_FALSE(takeConfiguration(frame, offset, found));
    EXPECT_EQ(std::memcmp(before, frame, sizeof frame), 0);
  }

  const TileConfig config = makeConfig({{16, 64}, {3, 20}});
  std::uint8_t frame[size + 4] = {};
};

TEST_F(SignalFrameTest, GivesTheConfigurationOnce) {
  TileConfig found = {};
  ASSERT_TRUE(takeConfiguration(frame, offset, found));
  EXPECT_EQ(std::memcmp(&found, &config, sizeof config), 0);
  std::uint64_t present = 0;
  std::memcpy(&present, frame + 512, sizeof present);
  EXPECT_EQ(present, 0x2A3u) << "the other states are as they were";
  expectNone();
}

TEST_F(SignalFrameTest, HasNoneWhereTheThreadHasNone) {
  write<std::uint64_t>(512, 0x2A3);
  expectNone();
  write<std::uint64_t>(512, 0x202A3);
  write(offset, TileConfig());
  expectNone();
}

TEST_F(SignalFrameTest, HasNoneWhereTheKernelSavesNone) {
  write<std::uint64_t>(472, 0x2E7);
  expectNone();
  write<std::uint64_t>(472, 0x202E7);
  write<std::uint32_t>(480, size - 1);
  expectNone();
  write<std::uint32_t>(480, size);
  write<std::uint32_t>(464, 0);
  expectNone();
}

TEST_F(SignalFrameTest, HasNoneOnProcessorsWithoutConfigurations) {
  TileConfig found;
  EXPECT_FALSE(takeConfiguration(frame, 0, found));
  EXPECT_FALSE(takeConfiguration(nullptr, offset, found));
}

} // namespace
} // namespace heddle::amx
