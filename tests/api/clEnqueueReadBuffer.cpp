// clEnqueueReadBuffer, clEnqueueWriteBuffer, clEnqueueCopyBuffer, clEnqueueFillBuffer,
// clEnqueueMigrateMemObjects.
#include "tests/support/opencl_fixture.hpp"

namespace heddle::test {

using clEnqueueReadBufferTest = QueueTest;
using clEnqueueWriteBufferTest = QueueTest;
using clEnqueueCopyBufferTest = QueueTest;
using clEnqueueFillBufferTest = QueueTest;
using clEnqueueMigrateMemObjectsTest = QueueTest;

namespace {

using Bytes = std::vector<std::uint8_t>;

cl_mem notAMemObject(cl_context context) { return reinterpret_cast<cl_mem>(context); }

} // namespace

TEST_F(clEnqueueReadBufferTest, ReadsToWhereTheBuffersOwnMemoryOverlaps) {
  Bytes memory = countingBytes(4096);
  cl_int error = CL_INVALID_VALUE;
  OwnedMem buffer(
      clCreateBuffer(context, CL_MEM_USE_HOST_PTR, memory.size(), memory.data(), &error));
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 1000, memory.data() + 200, 0, nullptr,
                                nullptr),
            CL_SUCCESS);
  EXPECT_EQ(memory[199], std::uint8_t(199));
  EXPECT_EQ(memory[200], 0);
  EXPECT_EQ(memory[1199], std::uint8_t(999));
}

TEST_F(clEnqueueReadBufferTest, ReadsAPartBlockingOrNot) {
  OwnedMem buffer = makeBufferOf(countingBytes(1 << 20));
  Bytes part(1000);
  ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 5, 1000, part.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(part[0], 5);
  EXPECT_EQ(part[999], std::uint8_t(5 + 999));

  Bytes all(1 << 20);
  OwnedEvent read;
  ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, all.size(), all.data(), 0, nullptr,
                                read.out()),
            CL_SUCCESS);
  cl_event list[] = {read};
  ASSERT_EQ(clWaitForEvents(1, list), CL_SUCCESS);
  EXPECT_EQ(all, countingBytes(1 << 20));
  EXPECT_EQ(query<cl_command_type>(clGetEventInfo, read.get(), CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_READ_BUFFER));
}

TEST_F(clEnqueueReadBufferTest, ReturnsTheErrorsOfTheSpecification) {
  OwnedMem buffer = makeBuffer(64);
  OwnedContext other = otherContext();
  cl_int error;
  OwnedMem foreign = clCreateBuffer(other, 0, 64, nullptr, &error);
  std::uint8_t bytes[64];
  auto read = [&](cl_command_queue q, cl_mem b, std::size_t offset, std::size_t size, void *ptr) {
    return clEnqueueReadBuffer(q, b, CL_TRUE, offset, size, ptr, 0, nullptr, nullptr);
  };
  EXPECT_EQ(read(reinterpret_cast<cl_command_queue>(context.get()), buffer, 0, 64, bytes),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(read(queue, foreign, 0, 64, bytes), CL_INVALID_CONTEXT);
  EXPECT_EQ(read(queue, notAMemObject(context), 0, 64, bytes), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(read(queue, buffer, 0, 65, bytes), CL_INVALID_VALUE);
  EXPECT_EQ(read(queue, buffer, 64, 1, bytes), CL_INVALID_VALUE);
  EXPECT_EQ(read(queue, buffer, 32, SIZE_MAX, bytes), CL_INVALID_VALUE);
  EXPECT_EQ(read(queue, buffer, 0, 64, nullptr), CL_INVALID_VALUE);
}

TEST_F(clEnqueueReadBufferTest, TakesNoBytesAsACommandLikeOthers) {
  OwnedMem buffer = makeBuffer(64);
  OwnedMem other = makeBuffer(64);
  std::uint8_t byte = 7;
  OwnedEvent read, write, copy;
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 64, 0, &byte, 0, nullptr, read.out()),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 0, &byte, 0, nullptr, write.out()),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, buffer, other, 5, 64, 0, 0, nullptr, copy.out()),
            CL_SUCCESS);
  const cl_event events[] = {read, write, copy};
  EXPECT_EQ(clWaitForEvents(3, events), CL_SUCCESS);
  EXPECT_EQ(byte, 7);
  // The offset counts all the same.
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 65, 0, &byte, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, buffer, other, 0, 65, 0, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(clEnqueueReadBufferTest, ReturnsInvalidEventWaitListForBadLists) {
  OwnedMem buffer = makeBuffer(64);
  std::uint8_t bytes[64];
  cl_event noEvent[] = {reinterpret_cast<cl_event>(context.get())};
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, bytes, 1, nullptr, nullptr),
            CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, bytes, 0, noEvent, nullptr),
            CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, bytes, 1, noEvent, nullptr),
            CL_INVALID_EVENT_WAIT_LIST);
  OwnedContext other = otherContext();
  OwnedEvent foreign = clCreateUserEvent(other, nullptr);
  cl_event list[] = {foreign};
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, bytes, 1, list, nullptr),
            CL_INVALID_CONTEXT);
  clSetUserEventStatus(foreign, CL_COMPLETE);
}

TEST_F(clEnqueueReadBufferTest, ReturnsInvalidOperationWhenTheHostMayNotRead) {
  std::uint8_t bytes[64];
  for (cl_mem_flags flags : {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    OwnedMem buffer = makeBuffer(64, flags);
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, bytes, 0, nullptr, nullptr),
              CL_INVALID_OPERATION);
  }
}

TEST_F(clEnqueueReadBufferTest, BlockingReportsAFailedWaitList) {
  OwnedMem buffer = makeBuffer(64);
  OwnedEvent failed = makeUserEvent();
  ASSERT_EQ(clSetUserEventStatus(failed, -5), CL_SUCCESS);
  std::uint8_t bytes[64];
  cl_event list[] = {failed};
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, bytes, 1, list, nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(clEnqueueWriteBufferTest, WritesAPart) {
  OwnedMem buffer = makeBufferOf(Bytes(256, 0));
  const Bytes written = {1, 2, 3};
  ASSERT_EQ(
      clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 100, 3, written.data(), 0, nullptr, nullptr),
      CL_SUCCESS);
  Bytes expected(256, 0);
  std::copy(written.begin(), written.end(), expected.begin() + 100);
  EXPECT_EQ(contents<std::uint8_t>(buffer), expected);
}

TEST_F(clEnqueueWriteBufferTest, ReturnsInvalidOperationWhenTheHostMayNotWrite) {
  const std::uint8_t bytes[64] = {};
  for (cl_mem_flags flags : {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS}) {
    OwnedMem buffer = makeBuffer(64, flags);
    EXPECT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 64, bytes, 0, nullptr, nullptr),
              CL_INVALID_OPERATION);
  }
}

TEST_F(clEnqueueWriteBufferTest, ReturnsInvalidValueOutsideOfTheBuffer) {
  OwnedMem buffer = makeBuffer(64);
  const std::uint8_t bytes[65] = {};
  EXPECT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 65, bytes, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 64, nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(clEnqueueCopyBufferTest, CopiesBetweenAndWithinBuffers) {
  OwnedMem source = makeBufferOf(countingBytes(256));
  OwnedMem destination = makeBufferOf(Bytes(256, 0));
  ASSERT_EQ(clEnqueueCopyBuffer(queue, source, destination, 10, 20, 30, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueCopyBuffer(queue, destination, destination, 20, 100, 30, 0, nullptr, nullptr),
            CL_SUCCESS);
  Bytes expected(256, 0);
  for (int i = 0; i < 30; ++i)
    expected[20 + i] = expected[100 + i] = static_cast<std::uint8_t>(10 + i);
  EXPECT_EQ(contents<std::uint8_t>(destination), expected);
}

TEST_F(clEnqueueCopyBufferTest, ReturnsCopyOverlapForBytesThatAreOnBothSides) {
  OwnedMem buffer = makeBuffer(512);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, buffer, buffer, 0, 99, 100, 0, nullptr, nullptr),
            CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, buffer, buffer, 0, 100, 100, 0, nullptr, nullptr),
            CL_SUCCESS);
  // Two parts of one buffer that overlap.
  const cl_buffer_region first{0, 256}, second{128, 256};
  OwnedMem a = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &first, nullptr);
  OwnedMem b = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &second, nullptr);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, a, b, 0, 0, 256, 0, nullptr, nullptr), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, a, b, 0, 0, 128, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(clEnqueueCopyBufferTest, ReturnsTheErrorsOfTheSpecification) {
  OwnedMem a = makeBuffer(64);
  OwnedMem b = makeBuffer(32);
  OwnedContext other = otherContext();
  OwnedMem foreign = clCreateBuffer(other, 0, 64, nullptr, nullptr);
  EXPECT_EQ(clEnqueueCopyBuffer(nullptr, a, b, 0, 0, 8, 0, nullptr, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, notAMemObject(context), b, 0, 0, 8, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, a, notAMemObject(context), 0, 0, 8, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, foreign, b, 0, 0, 8, 0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, a, b, 0, 0, 33, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, a, b, 60, 0, 8, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(clEnqueueFillBufferTest, RepeatsPatternsOfEverySize) {
  for (std::size_t patternSize = 1; patternSize <= 128; patternSize *= 2) {
    OwnedMem buffer = makeBufferOf(Bytes(1024, 0xee));
    Bytes pattern = countingBytes(patternSize);
    ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, pattern.data(), patternSize, patternSize,
                                  patternSize * 5, 0, nullptr, nullptr),
              CL_SUCCESS);
    Bytes expected(1024, 0xee);
    for (std::size_t i = 0; i < patternSize * 5; ++i)
      expected[patternSize + i] = pattern[i % patternSize];
    EXPECT_EQ(contents<std::uint8_t>(buffer), expected) << patternSize;
  }
}

TEST_F(clEnqueueFillBufferTest, FillsLargeBuffersAndCopiesThePattern) {
  OwnedMem buffer = makeBuffer(3 << 20);
  OwnedEvent gate = makeUserEvent();
  cl_event list[] = {gate};
  std::uint32_t pattern = 0x12345678;
  ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &pattern, 4, 0, 3 << 20, 1, list, nullptr),
            CL_SUCCESS);
  pattern = 0; // the command has its own copy
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(contents<std::uint32_t>(buffer), std::vector<std::uint32_t>(3 << 18, 0x12345678));
}

TEST_F(clEnqueueFillBufferTest, ReturnsTheErrorsOfTheSpecification) {
  OwnedMem buffer = makeBuffer(256);
  const std::uint8_t pattern[256] = {};
  auto fill = [&](cl_mem b, const void *p, std::size_t patternSize, std::size_t offset,
                  std::size_t size) {
    return clEnqueueFillBuffer(queue, b, p, patternSize, offset, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(fill(notAMemObject(context), pattern, 4, 0, 4), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(fill(buffer, nullptr, 4, 0, 4), CL_INVALID_VALUE);
  EXPECT_EQ(fill(buffer, pattern, 0, 0, 4), CL_INVALID_VALUE);
  EXPECT_EQ(fill(buffer, pattern, 3, 0, 6), CL_INVALID_VALUE);
  EXPECT_EQ(fill(buffer, pattern, 256, 0, 256), CL_INVALID_VALUE);
  EXPECT_EQ(fill(buffer, pattern, 4, 2, 4), CL_INVALID_VALUE);
  EXPECT_EQ(fill(buffer, pattern, 4, 0, 6), CL_INVALID_VALUE);
  EXPECT_EQ(fill(buffer, pattern, 4, 256, 4), CL_INVALID_VALUE);
}

TEST_F(clEnqueueMigrateMemObjectsTest, IsACommandLikeAnyOther) {
  OwnedMem a = makeBuffer(64), b = makeBuffer(64);
  cl_mem objects[] = {a, b};
  OwnedEvent migrated;
  ASSERT_EQ(clEnqueueMigrateMemObjects(queue, 2, objects, CL_MIGRATE_MEM_OBJECT_HOST, 0, nullptr,
                                       migrated.out()),
            CL_SUCCESS);
  EXPECT_EQ(pollUntilEnded(migrated), CL_COMPLETE);
  EXPECT_EQ(query<cl_command_type>(clGetEventInfo, migrated.get(), CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_MIGRATE_MEM_OBJECTS));
}

TEST_F(clEnqueueMigrateMemObjectsTest, ReturnsTheErrorsOfTheSpecification) {
  OwnedMem a = makeBuffer(64);
  cl_mem objects[] = {a, notAMemObject(context)};
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 0, objects, 0, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 1, nullptr, 0, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 1, objects, 1 << 9, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 2, objects, 0, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
}

} // namespace heddle::test
