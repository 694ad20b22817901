#include "tests/support/opencl_fixture.hpp"

namespace heddle::test {

class clCreateSubBufferTest : public QueueTest {
protected:
  cl_mem create(cl_mem parent, cl_mem_flags flags, std::size_t origin, std::size_t size,
                cl_int *error) {
    const cl_buffer_region region{origin, size};
    return clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, error);
  }
  void expectError(cl_mem parent, cl_mem_flags flags, std::size_t origin, std::size_t size,
                   cl_int expected) {
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(create(parent, flags, origin, size, &error), nullptr);
    EXPECT_EQ(error, expected);
  }
};

TEST_F(clCreateSubBufferTest, SharesTheBytesOfItsParent) {
  OwnedMem parent = makeBufferOf(countingBytes(1024));
  cl_int error;
  OwnedMem part = create(parent, 0, 256, 128, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  std::vector<std::uint8_t> bytes = contents<std::uint8_t>(part);
  ASSERT_EQ(bytes.size(), 128u);
  EXPECT_EQ(bytes[0], 0);
  EXPECT_EQ(bytes[5], 5);
  const std::uint8_t value = 99;
  ASSERT_EQ(clEnqueueWriteBuffer(queue, part, CL_TRUE, 3, 1, &value, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(contents<std::uint8_t>(parent)[259], 99);
}

TEST_F(clCreateSubBufferTest, TellsParentOffsetAndInheritedFlags) {
  OwnedMem parent = makeBuffer(1024, CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY);
  cl_int error;
  OwnedMem part = create(parent, 0, 512, 512, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(query<cl_mem>(clGetMemObjectInfo, part.get(), CL_MEM_ASSOCIATED_MEMOBJECT),
            parent.get());
  EXPECT_EQ(query<std::size_t>(clGetMemObjectInfo, part.get(), CL_MEM_OFFSET), 512u);
  EXPECT_EQ(query<cl_mem_flags>(clGetMemObjectInfo, part.get(), CL_MEM_FLAGS),
            cl_mem_flags(CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY));
}

TEST_F(clCreateSubBufferTest, PointsIntoTheHostMemoryOfItsParent) {
  std::vector<std::uint8_t> memory = countingBytes(1024);
  OwnedMem parent = makeBuffer(1024, CL_MEM_USE_HOST_PTR, memory.data());
  cl_int error;
  OwnedMem part = create(parent, 0, 128, 128, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(query<void *>(clGetMemObjectInfo, part.get(), CL_MEM_HOST_PTR), memory.data() + 128);
}

TEST_F(clCreateSubBufferTest, KeepsItsParentAlive) {
  OwnedMem parent = makeBufferOf(countingBytes(1024));
  cl_int error;
  OwnedMem part = create(parent, 0, 128, 128, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  parent.reset();
  EXPECT_EQ(contents<std::uint8_t>(part)[7], 135);
}

TEST_F(clCreateSubBufferTest, ReturnsInvalidMemObjectForAPartOfAPart) {
  OwnedMem parent = makeBuffer(1024);
  cl_int error;
  OwnedMem part = create(parent, 0, 128, 256, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  expectError(part, 0, 0, 128, CL_INVALID_MEM_OBJECT);
  expectError(reinterpret_cast<cl_mem>(context.get()), 0, 0, 128, CL_INVALID_MEM_OBJECT);
}

TEST_F(clCreateSubBufferTest, ReturnsInvalidValueForMoreRightsThanTheParentHas) {
  OwnedMem readOnly = makeBuffer(1024, CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY);
  OwnedMem writeOnly = makeBuffer(1024, CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY);
  OwnedMem noAccess = makeBuffer(1024, CL_MEM_HOST_NO_ACCESS);
  expectError(readOnly, CL_MEM_READ_WRITE, 0, 128, CL_INVALID_VALUE);
  expectError(readOnly, CL_MEM_WRITE_ONLY, 0, 128, CL_INVALID_VALUE);
  expectError(readOnly, CL_MEM_HOST_WRITE_ONLY, 0, 128, CL_INVALID_VALUE);
  expectError(writeOnly, CL_MEM_READ_WRITE, 0, 128, CL_INVALID_VALUE);
  expectError(writeOnly, CL_MEM_READ_ONLY, 0, 128, CL_INVALID_VALUE);
  expectError(writeOnly, CL_MEM_HOST_READ_ONLY, 0, 128, CL_INVALID_VALUE);
  expectError(noAccess, CL_MEM_HOST_READ_ONLY, 0, 128, CL_INVALID_VALUE);
  expectError(noAccess, CL_MEM_HOST_WRITE_ONLY, 0, 128, CL_INVALID_VALUE);
}

TEST_F(clCreateSubBufferTest, ReturnsInvalidValueForHostPointerFlagsAndBadRegions) {
  OwnedMem parent = makeBuffer(1024);
  expectError(parent, CL_MEM_USE_HOST_PTR, 0, 128, CL_INVALID_VALUE);
  expectError(parent, CL_MEM_COPY_HOST_PTR, 0, 128, CL_INVALID_VALUE);
  expectError(parent, CL_MEM_ALLOC_HOST_PTR, 0, 128, CL_INVALID_VALUE);
  expectError(parent, 0, 1024, 1, CL_INVALID_VALUE);
  expectError(parent, 0, 128, 1024, CL_INVALID_VALUE);
  expectError(parent, 0, 128, SIZE_MAX, CL_INVALID_VALUE);
  cl_int error;
  const cl_buffer_region region{0, 128};
  EXPECT_EQ(clCreateSubBuffer(parent, 0, 0x4242, &region, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
}

TEST_F(clCreateSubBufferTest, ReturnsInvalidBufferSizeForNoBytes) {
  OwnedMem parent = makeBuffer(1024);
  expectError(parent, 0, 0, 0, CL_INVALID_BUFFER_SIZE);
}

TEST_F(clCreateSubBufferTest, ReturnsMisalignedOffsetBetweenAlignments) {
  OwnedMem parent = makeBuffer(1024);
  expectError(parent, 0, 64, 128, CL_MISALIGNED_SUB_BUFFER_OFFSET);
  expectError(parent, 0, 1, 128, CL_MISALIGNED_SUB_BUFFER_OFFSET);
}

} // namespace heddle::test
