#include "runtime/executor/arena.hpp"

#include <cstdint>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace heddle::executor {

namespace {

bool isThere(const std::byte *place) {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  unsigned char state = 0;
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(place) / page * page;
  return ::mincore(reinterpret_cast<void *>(begin), 1, &state) == 0 && (state & 1) != 0;
}

} // namespace

// Lanes that are masked out reach there.
TEST(ArenaTest, HasMemoryBesideBothEndsOfWhatWasAskedFor) {
  for (const std::size_t size : {std::size_t(68), std::size_t(4096), std::size_t(8192)}) {
    const Arena arena = Arena::allocate(size);
    ASSERT_NE(arena.data(), nullptr);
    EXPECT_TRUE(isThere(arena.data() - 64));
    EXPECT_TRUE(isThere(arena.data() + size + 63));
  }
}

TEST(ArenaTest, IsAlignedToPages) {
  const Arena arena = Arena::allocate(1);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arena.data()) % 4096, 0U);
  EXPECT_GE(arena.size(), 1U);
}

} // namespace heddle::executor
