#include "runtime/commands/private_sums.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <memory>
#include <vector>

namespace heddle {

namespace {

/// A kernel of two pointers, of which it only adds to the first one, and its arguments.
class PrivateSumsTest : public testing::Test {
protected:
  PrivateSumsTest() {
    for (std::uint32_t i = 0; i < 2; ++i) {
      abi::ArgumentMetadata argument;
      argument.kind = abi::ArgumentKind::globalPointer;
      argument.size = 8;
      argument.offset = 8 * i;
      kernel.arguments.push_back(argument);
    }
    kernel.arguments[0].addedBytes = sizeof(std::uint32_t);
    arguments.block = ArgumentBlock(16);
    arguments.objects.assign(2, reinterpret_cast<MemoryObject *>(&object));
    lead(0, counters.data(), sizeof(counters));
    lead(1, other.data(), sizeof(other));
  }

  void lead(std::size_t index, const std::uint32_t *to, std::uint64_t bytes) {
    std::memcpy(arguments.block.data() + 8 * index, static_cast<const void *>(&to), sizeof(to));
    arguments.ranges.resize(2);
    arguments.ranges[index] = {0, bytes, bytes, bytes, bytes};
  }

  std::unique_ptr<PrivateSums> make(double items = 1 << 20, unsigned threads = 4) const {
    return PrivateSums::create(kernel, arguments, items, threads);
  }

  /// What a worker has in place of the counters.
  static std::uint32_t *countersOf(PrivateSums &sums, unsigned worker) {
    std::uint32_t *result = nullptr;
    std::memcpy(static_cast<void *>(&result), sums.argumentsOf(worker), sizeof(result));
    return result;
  }

  abi::KernelMetadata kernel;
  ArgumentSnapshot arguments;
  std::array<std::uint32_t, 256> counters{}, other{};
  std::byte object{};
};

} // namespace

TEST_F(PrivateSumsTest, AddsUpWhatWorkersHaveCounted) {
  counters[3] = 100;
  const std::unique_ptr<PrivateSums> sums = make();
  ASSERT_TRUE(sums);
  for (unsigned worker : {5u, 2u, 7u, 2u})
    ++countersOf(*sums, worker)[3];
  EXPECT_EQ(countersOf(*sums, 5), counters.data());
  EXPECT_NE(countersOf(*sums, 2), countersOf(*sums, 7));
  EXPECT_EQ(counters[3], 101u);
  countersOf(*sums, 7)[255] = UINT32_MAX;
  counters[255] = 1;
  sums->addUp();
  EXPECT_EQ(counters[3], 104u);
  EXPECT_EQ(counters[255], 0u);
}

TEST_F(PrivateSumsTest, NothingElseMayLeadThere) {
  lead(1, counters.data() + 255, 4);
  EXPECT_FALSE(make());
  lead(1, counters.data() - 1, 4);
  EXPECT_TRUE(make());
  // A pointer of the host's, of which nobody knows how far it leads.
  lead(1, other.data(), UINT64_MAX);
  EXPECT_FALSE(make());
  // What it adds to may be in use by the host.
  lead(1, other.data(), sizeof(other));
  arguments.objects[0] = nullptr;
  EXPECT_FALSE(make());
}

TEST_F(PrivateSumsTest, TheLaunchIsLongerThanAddingUp) {
  EXPECT_FALSE(make(1 << 20, 1));
  EXPECT_FALSE(make(1000, 4));
  EXPECT_FALSE(make(1 << 14, 128));
  EXPECT_TRUE(make(1 << 20, 128));
  EXPECT_TRUE(make(1 << 14, 4));
}

} // namespace heddle
