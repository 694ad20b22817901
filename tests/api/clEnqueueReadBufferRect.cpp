// clEnqueueReadBufferRect, clEnqueueWriteBufferRect, clEnqueueCopyBufferRect.
#include "tests/support/opencl_fixture.hpp"

#include <array>
#include <random>

namespace heddle::test {

namespace {

using Sizes = std::array<std::size_t, 3>;
using Bytes = std::vector<std::uint8_t>;

/// The reference: byte by byte, as the specification's formula has it.
std::size_t position(const Sizes &origin, std::size_t x, std::size_t y, std::size_t z,
                     std::size_t rowPitch, std::size_t slicePitch) {
  return (origin[2] + z) * slicePitch + (origin[1] + y) * rowPitch + origin[0] + x;
}

} // namespace

class clEnqueueReadBufferRectTest : public QueueTest {};
class clEnqueueWriteBufferRectTest : public QueueTest {};
class clEnqueueCopyBufferRectTest : public QueueTest {
protected:
  cl_int copy(cl_mem from, cl_mem to, Sizes fromOrigin, Sizes toOrigin, Sizes region,
              std::size_t fromRow = 0, std::size_t fromSlice = 0, std::size_t toRow = 0,
              std::size_t toSlice = 0) {
    return clEnqueueCopyBufferRect(queue, from, to, fromOrigin.data(), toOrigin.data(),
                                   region.data(), fromRow, fromSlice, toRow, toSlice, 0, nullptr,
                                   nullptr);
  }
};

TEST_F(clEnqueueReadBufferRectTest, ReadsABoxIntoABox) {
  const Sizes region = {5, 3, 2}, bufferOrigin = {2, 1, 1}, hostOrigin = {1, 2, 0};
  const Bytes source = countingBytes(16 * 8 * 4);
  OwnedMem buffer = makeBufferOf(source);
  Bytes host(20 * 6 * 3, 0xee), expected = host;
  ASSERT_EQ(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, bufferOrigin.data(), hostOrigin.data(),
                                    region.data(), 16, 16 * 8, 20, 20 * 6, host.data(), 0, nullptr,
                                    nullptr),
            CL_SUCCESS);
  for (std::size_t z = 0; z < 2; ++z)
    for (std::size_t y = 0; y < 3; ++y)
      for (std::size_t x = 0; x < 5; ++x)
        expected[position(hostOrigin, x, y, z, 20, 120)] =
            source[position(bufferOrigin, x, y, z, 16, 128)];
  EXPECT_EQ(host, expected);
}

TEST_F(clEnqueueReadBufferRectTest, TakesZeroPitchesAsTight) {
  const Sizes region = {4, 4, 4}, origin = {0, 0, 0};
  OwnedMem buffer = makeBufferOf(countingBytes(64));
  Bytes host(64);
  ASSERT_EQ(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, origin.data(), origin.data(),
                                    region.data(), 0, 0, 0, 0, host.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(host, countingBytes(64));
}

TEST_F(clEnqueueReadBufferRectTest, ReturnsTheErrorsOfTheSpecification) {
  OwnedMem buffer = makeBuffer(64);
  Bytes host(4096);
  auto read = [&](Sizes origin, Sizes region, std::size_t row, std::size_t slice, void *pointer) {
    const Sizes zero = {};
    return clEnqueueReadBufferRect(queue, buffer, CL_TRUE, origin.data(), zero.data(),
                                   region.data(), row, slice, 0, 0, pointer, 0, nullptr, nullptr);
  };
  EXPECT_EQ(read({0, 0, 0}, {4, 4, 4}, 0, 0, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(read({0, 0, 0}, {0, 4, 4}, 0, 0, host.data()), CL_INVALID_VALUE);
  EXPECT_EQ(read({0, 0, 0}, {4, 0, 4}, 0, 0, host.data()), CL_INVALID_VALUE);
  EXPECT_EQ(read({0, 0, 0}, {4, 4, 0}, 0, 0, host.data()), CL_INVALID_VALUE);
  EXPECT_EQ(read({1, 0, 0}, {4, 4, 4}, 0, 0, host.data()), CL_INVALID_VALUE);  // beyond the end
  EXPECT_EQ(read({0, 0, 0}, {4, 4, 1}, 3, 0, host.data()), CL_INVALID_VALUE);  // row too short
  EXPECT_EQ(read({0, 0, 0}, {4, 4, 1}, 4, 12, host.data()), CL_INVALID_VALUE); // slice too short
  EXPECT_EQ(read({0, 0, 0}, {4, 2, 1}, 4, 9, host.data()), CL_INVALID_VALUE);  // not whole rows
  EXPECT_EQ(read({0, SIZE_MAX / 2, 0}, {4, 4, 1}, 4, 0, host.data()), CL_INVALID_VALUE);
  EXPECT_EQ(read({0, 0, 0}, {4, 4, 4}, 0, 0, host.data()), CL_SUCCESS);
  OwnedMem closed = makeBuffer(64, CL_MEM_HOST_NO_ACCESS);
  const Sizes zero = {}, region = {4, 4, 4};
  EXPECT_EQ(clEnqueueReadBufferRect(queue, closed, CL_TRUE, zero.data(), zero.data(), region.data(),
                                    0, 0, 0, 0, host.data(), 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueReadBufferRect(queue, reinterpret_cast<cl_mem>(context.get()), CL_TRUE,
                                    zero.data(), zero.data(), region.data(), 0, 0, 0, 0,
                                    host.data(), 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
}

TEST_F(clEnqueueWriteBufferRectTest, WritesABoxAndLeavesTheRest) {
  const Sizes region = {3, 2, 2}, bufferOrigin = {1, 1, 0}, hostOrigin = {0, 0, 1};
  OwnedMem buffer = makeBufferOf(Bytes(8 * 4 * 2, 0xee));
  const Bytes host = countingBytes(3 * 2 * 3);
  Bytes expected(8 * 4 * 2, 0xee);
  ASSERT_EQ(clEnqueueWriteBufferRect(queue, buffer, CL_FALSE, bufferOrigin.data(),
                                     hostOrigin.data(), region.data(), 8, 32, 3, 6, host.data(), 0,
                                     nullptr, nullptr),
            CL_SUCCESS);
  for (std::size_t z = 0; z < 2; ++z)
    for (std::size_t y = 0; y < 2; ++y)
      for (std::size_t x = 0; x < 3; ++x)
        expected[position(bufferOrigin, x, y, z, 8, 32)] =
            host[position(hostOrigin, x, y, z, 3, 6)];
  EXPECT_EQ(contents<std::uint8_t>(buffer), expected);
}

TEST_F(clEnqueueCopyBufferRectTest, CopiesBoxesWithDifferentPitches) {
  OwnedMem from = makeBufferOf(countingBytes(200));
  OwnedMem to = makeBufferOf(Bytes(200, 0xee));
  const Sizes region = {6, 3, 2}, fromOrigin = {1, 0, 0}, toOrigin = {0, 1, 1};
  ASSERT_EQ(copy(from, to, fromOrigin, toOrigin, region, 10, 40, 7, 35), CL_SUCCESS);
  Bytes expected(200, 0xee);
  for (std::size_t z = 0; z < 2; ++z)
    for (std::size_t y = 0; y < 3; ++y)
      for (std::size_t x = 0; x < 6; ++x)
        expected[position(toOrigin, x, y, z, 7, 35)] =
            static_cast<std::uint8_t>(position(fromOrigin, x, y, z, 10, 40));
  EXPECT_EQ(contents<std::uint8_t>(to), expected);
}

TEST_F(clEnqueueCopyBufferRectTest, FindsOverlapExactly) {
  // Random boxes of one small buffer, compared with marking every byte.
  OwnedMem buffer = makeBuffer(512);
  std::mt19937 random(1);
  int overlaps = 0;
  for (int round = 0; round < 2000; ++round) {
    const std::size_t row = 8, slice = 64;
    const Sizes region = {1 + random() % 4, 1 + random() % 4, 1 + random() % 3};
    const Sizes from = {random() % 5, random() % 5, random() % 5};
    const Sizes to = {random() % 5, random() % 5, random() % 5};
    std::vector<bool> used(512);
    bool expected = false;
    for (const Sizes *origin : {&from, &to})
      for (std::size_t z = 0; z < region[2]; ++z)
        for (std::size_t y = 0; y < region[1]; ++y)
          for (std::size_t x = 0; x < region[0]; ++x) {
            std::size_t at = position(*origin, x, y, z, row, slice);
            expected = expected || (origin == &to && used[at]);
            used[at] = true;
          }
    overlaps += expected;
    ASSERT_EQ(copy(buffer, buffer, from, to, region, row, slice, row, slice),
              expected ? CL_MEM_COPY_OVERLAP : CL_SUCCESS)
        << "round " << round;
  }
  EXPECT_GT(overlaps, 100);
  EXPECT_LT(overlaps, 1900);
}

TEST_F(clEnqueueCopyBufferRectTest, ReturnsTheErrorsOfTheSpecification) {
  OwnedMem a = makeBuffer(64), b = makeBuffer(64);
  cl_mem none = reinterpret_cast<cl_mem>(context.get());
  EXPECT_EQ(copy(none, b, {}, {}, {4, 4, 1}), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(copy(a, none, {}, {}, {4, 4, 1}), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(copy(a, b, {}, {}, {4, 4, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(copy(a, b, {}, {}, {4, 4, 5}), CL_INVALID_VALUE);
  EXPECT_EQ(copy(a, b, {}, {0, 0, 1}, {4, 4, 4}), CL_INVALID_VALUE);
  EXPECT_EQ(copy(a, b, {}, {}, {4, 4, 1}, 3), CL_INVALID_VALUE);
  // One buffer, two pitches.
  EXPECT_EQ(copy(a, a, {}, {0, 0, 1}, {4, 2, 1}, 4, 0, 8, 0), CL_INVALID_VALUE);
}

} // namespace heddle::test
