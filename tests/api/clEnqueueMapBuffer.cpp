// clEnqueueMapBuffer, clEnqueueUnmapMemObject.
#include "tests/support/opencl_fixture.hpp"

namespace heddle::test {

class clEnqueueMapBufferTest : public QueueTest {
protected:
  void *map(cl_mem buffer, cl_map_flags flags, std::size_t offset, std::size_t size,
            cl_int *error) {
    return clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, offset, size, 0, nullptr, nullptr,
                              error);
  }
  void expectError(cl_mem buffer, cl_map_flags flags, std::size_t offset, std::size_t size,
                   cl_int expected) {
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(map(buffer, flags, offset, size, &error), nullptr);
    EXPECT_EQ(error, expected);
  }
  cl_uint mapCount(cl_mem buffer) {
    return query<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT);
  }
};
using clEnqueueUnmapMemObjectTest = clEnqueueMapBufferTest;

TEST_F(clEnqueueMapBufferTest, GivesTheBytesForReadingAndWriting) {
  OwnedMem buffer = makeBufferOf(countingBytes(256));
  cl_int error;
  auto *bytes =
      static_cast<std::uint8_t *>(map(buffer, CL_MAP_READ | CL_MAP_WRITE, 16, 32, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(bytes[3], 19);
  bytes[3] = 200;
  ASSERT_EQ(clEnqueueUnmapMemObject(queue, buffer, bytes, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(contents<std::uint8_t>(buffer)[19], 200);
}

TEST_F(clEnqueueMapBufferTest, CountsMappingsUntilTheyAreUnmapped) {
  OwnedMem buffer = makeBuffer(256);
  cl_int error;
  void *first = map(buffer, CL_MAP_READ, 0, 64, &error);
  void *again = map(buffer, CL_MAP_READ, 0, 64, &error);
  EXPECT_EQ(first, again);
  EXPECT_EQ(mapCount(buffer), 2u);
  clEnqueueUnmapMemObject(queue, buffer, first, 0, nullptr, nullptr);
  clFinish(queue);
  EXPECT_EQ(mapCount(buffer), 1u);
  clEnqueueUnmapMemObject(queue, buffer, again, 0, nullptr, nullptr);
  clFinish(queue);
  EXPECT_EQ(mapCount(buffer), 0u);
}

TEST_F(clEnqueueMapBufferTest, ReturnsTheHostPointerItself) {
  std::vector<std::uint8_t> memory = countingBytes(1000);
  OwnedMem buffer = makeBuffer(1000, CL_MEM_USE_HOST_PTR, memory.data());
  cl_int error;
  void *mapped = map(buffer, CL_MAP_READ, 10, 10, &error);
  EXPECT_EQ(mapped, memory.data() + 10);
  clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr);
}

TEST_F(clEnqueueMapBufferTest, TakesTheMappingBackWhenTheWaitListFails) {
  OwnedMem buffer = makeBuffer(64);
  OwnedEvent failed = makeUserEvent();
  clSetUserEventStatus(failed, -1);
  cl_event list[] = {failed};
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(
      clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 64, 1, list, nullptr, &error),
      nullptr);
  EXPECT_EQ(error, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(mapCount(buffer), 0u);
}

TEST_F(clEnqueueMapBufferTest, ReturnsTheErrorsOfTheSpecification) {
  OwnedMem buffer = makeBuffer(64);
  expectError(reinterpret_cast<cl_mem>(context.get()), CL_MAP_READ, 0, 64, CL_INVALID_MEM_OBJECT);
  expectError(buffer, CL_MAP_READ, 0, 65, CL_INVALID_VALUE);
  expectError(buffer, CL_MAP_READ, 64, 1, CL_INVALID_VALUE);
  expectError(buffer, CL_MAP_READ, 0, 0, CL_INVALID_VALUE);
  expectError(buffer, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 64, CL_INVALID_VALUE);
  expectError(buffer, 1 << 9, 0, 64, CL_INVALID_VALUE);
  OwnedContext other = otherContext();
  OwnedMem foreign = clCreateBuffer(other, 0, 64, nullptr, nullptr);
  expectError(foreign, CL_MAP_READ, 0, 64, CL_INVALID_CONTEXT);
  cl_int error;
  EXPECT_EQ(
      clEnqueueMapBuffer(nullptr, buffer, CL_TRUE, CL_MAP_READ, 0, 64, 0, nullptr, nullptr, &error),
      nullptr);
  EXPECT_EQ(error, CL_INVALID_COMMAND_QUEUE);
}

TEST_F(clEnqueueMapBufferTest, ReturnsInvalidOperationWhenTheHostIsKeptOut) {
  OwnedMem readOnly = makeBuffer(64, CL_MEM_HOST_READ_ONLY);
  OwnedMem writeOnly = makeBuffer(64, CL_MEM_HOST_WRITE_ONLY);
  OwnedMem closed = makeBuffer(64, CL_MEM_HOST_NO_ACCESS);
  expectError(readOnly, CL_MAP_WRITE, 0, 64, CL_INVALID_OPERATION);
  expectError(readOnly, CL_MAP_WRITE_INVALIDATE_REGION, 0, 64, CL_INVALID_OPERATION);
  expectError(writeOnly, CL_MAP_READ, 0, 64, CL_INVALID_OPERATION);
  expectError(closed, CL_MAP_READ, 0, 64, CL_INVALID_OPERATION);
  expectError(closed, CL_MAP_WRITE, 0, 64, CL_INVALID_OPERATION);
}

TEST_F(clEnqueueUnmapMemObjectTest, ReturnsTheErrorsOfTheSpecification) {
  OwnedMem buffer = makeBuffer(64);
  std::uint8_t elsewhere[4];
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, elsewhere, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, reinterpret_cast<cl_mem>(context.get()), elsewhere, 0,
                                    nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  cl_int error;
  void *mapped = map(buffer, CL_MAP_READ, 0, 64, &error);
  EXPECT_EQ(clEnqueueUnmapMemObject(nullptr, buffer, mapped, 0, nullptr, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  // Once is enough.
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

} // namespace heddle::test
