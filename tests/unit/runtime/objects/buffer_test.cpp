#include "runtime/buffer.hpp"
#include "runtime/context.hpp"
#include "runtime/platform.hpp"

#include <gtest/gtest.h>

namespace heddle {

namespace {

class BufferTest : public testing::Test {
protected:
  BufferTest() {
    Device *device = &Platform::instance().defaultDevice();
    context = *Context::create(std::span(&device, 1), {}, nullptr, nullptr);
  }

  Ref<Context> context;
};

} // namespace

TEST_F(BufferTest, IsAlignedForTheLargestTypeAndLargeOnesForPages) {
  for (std::size_t size : {std::size_t(1), std::size_t(129), std::size_t(1) << 20}) {
    Ref<Buffer> buffer = *Buffer::create(*context, CL_MEM_READ_WRITE, size, nullptr);
    const auto address = reinterpret_cast<std::uintptr_t>(buffer->data());
    EXPECT_EQ(address % Buffer::minimumAlignment, 0u);
    if (size >= 65536)
      EXPECT_EQ(address % 4096, 0u);
  }
}

TEST_F(BufferTest, UsesAlignedHostMemoryInPlaceAndCopiesUnaligned) {
  alignas(128) std::byte memory[512] = {};
  Ref<Buffer> inPlace = *Buffer::create(*context, CL_MEM_USE_HOST_PTR, 256, memory);
  EXPECT_EQ(inPlace->data(), memory);
  Ref<Buffer> copied = *Buffer::create(*context, CL_MEM_USE_HOST_PTR, 256, memory + 16);
  EXPECT_NE(copied->data(), memory + 16);
  EXPECT_EQ(copied->mappedPointer(8), memory + 24);
  copied->data()[3] = std::byte(9);
  copied->updateHostCopy({.origin = {0, 0, 0}, .region = {4, 1, 1}});
  EXPECT_EQ(memory[19], std::byte(9));
  memory[20] = std::byte(8);
  copied->updateDeviceCopy({.origin = {4, 0, 0}, .region = {1, 1, 1}});
  EXPECT_EQ(copied->data()[4], std::byte(8));
}

TEST_F(BufferTest, ReportsMemoryThatTheSystemDoesNotHave) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  GTEST_SKIP() << "the sanitizer's allocator ends the program instead of returning null";
#endif
#endif
  auto result = Buffer::create(*context, CL_MEM_READ_WRITE, std::size_t(1) << 60, nullptr);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error(), CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

TEST_F(BufferTest, EachUnmapClaimsOneMapping) {
  Ref<Buffer> buffer = *Buffer::create(*context, CL_MEM_READ_WRITE, 64, nullptr);
  const Buffer::Mapping mapping{
      .pointer = buffer->mappedPointer(0), .flags = CL_MAP_READ, .region = {64, 1, 1}};
  buffer->addMapping(mapping);
  buffer->addMapping(mapping);
  EXPECT_EQ(buffer->mapCount(), 2u);
  Buffer::Mapping claimed;
  EXPECT_TRUE(buffer->claimMapping(mapping.pointer, claimed));
  EXPECT_TRUE(buffer->claimMapping(mapping.pointer, claimed));
  EXPECT_FALSE(buffer->claimMapping(mapping.pointer, claimed));
  EXPECT_EQ(buffer->mapCount(), 2u); // until the commands have run
  buffer->removeClaimedMapping(claimed);
  buffer->removeClaimedMapping(claimed);
  EXPECT_EQ(buffer->mapCount(), 0u);
}

TEST_F(BufferTest, RefusesMappingsForWritingThatOverlap) {
  Ref<Buffer> buffer = *Buffer::create(*context, CL_MEM_READ_WRITE, 64, nullptr);
  auto mapping = [&](std::size_t origin, std::size_t size, cl_map_flags flags) {
    return Buffer::Mapping{.pointer = buffer->mappedPointer(origin),
                           .flags = flags,
                           .origin = {origin, 0, 0},
                           .region = {size, 1, 1}};
  };
  EXPECT_TRUE(buffer->addMapping(mapping(16, 16, CL_MAP_WRITE)));
  EXPECT_FALSE(buffer->addMapping(mapping(31, 1, CL_MAP_WRITE)));
  EXPECT_FALSE(buffer->addMapping(mapping(0, 64, CL_MAP_WRITE_INVALIDATE_REGION)));
  EXPECT_TRUE(buffer->addMapping(mapping(0, 64, CL_MAP_READ)));
  EXPECT_TRUE(buffer->addMapping(mapping(0, 16, CL_MAP_WRITE)));
  EXPECT_TRUE(buffer->addMapping(mapping(32, 32, CL_MAP_WRITE)));
  EXPECT_EQ(buffer->mapCount(), 4u);
}

} // namespace heddle
