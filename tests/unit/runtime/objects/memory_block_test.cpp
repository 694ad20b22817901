#include "runtime/memory_block.hpp"

#include "runtime/support/recycled_memory.hpp"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <malloc.h>
#include <utility>
#include <vector>

namespace heddle {
namespace {

constexpr std::size_t mebibyte = 1024 * 1024;

TEST(MemoryBlock, TakesWhatWasFreed) {
  if (!recyclesMemory)
    GTEST_SKIP() << "the sanitizer is to find what is used after its end";
  MemoryBlock first = allocateMemory(3 * mebibyte);
  const std::byte *place = first.get();
  first.reset();
  const MemoryBlock other = allocateMemory(5 * mebibyte), second = allocateMemory(3 * mebibyte - 1);
  EXPECT_NE(other.get(), place);
  EXPECT_EQ(second.get(), place);
}

TEST(MemoryBlock, IsAsLargeAndAlignedAsWanted) {
  for (std::size_t round = 0; round < 3; ++round) {
    std::vector<MemoryBlock> blocks;
    for (std::size_t size = 1; size < 48 * mebibyte; size = size * 5 / 3 + 4099) {
      blocks.push_back(allocateMemory(size));
      std::byte *memory = blocks.back().get();
      const std::size_t alignment = size >= 64 * 1024 ? 4096 : largestTypeBytes;
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % alignment, 0U);
      memory[0] = memory[size - 1] = std::byte(blocks.size());
    }
    for (std::size_t i = 0; i < blocks.size(); ++i)
      EXPECT_EQ(*blocks[i], std::byte(i + 1));
  }
}

TEST(MemoryBlock, IsFollowedByNobodyElsesMemory) {
  if (!recyclesMemory)
    GTEST_SKIP() << "the sanitizer is to find what comes behind the end";
  for (const std::size_t size : {std::size_t(512), std::size_t(4096), mebibyte, 8 * mebibyte}) {
    const MemoryBlock block = allocateMemory(size);
    EXPECT_GE(::malloc_usable_size(block.get()), size + std::min(size, std::size_t(64 * 1024)));
  }
}

} // namespace
} // namespace heddle
