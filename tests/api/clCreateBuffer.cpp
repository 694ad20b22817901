// clCreateBuffer(WithProperties), retain, release, info, destructor callbacks.
#include "tests/support/opencl_fixture.hpp"

#include <atomic>
#include <cstdlib>
#include <memory>

namespace heddle::test {

using clCreateBufferTest = QueueTest;
using clCreateBufferWithPropertiesTest = QueueTest;
using clGetMemObjectInfoTest = QueueTest;
using clRetainMemObjectTest = QueueTest;
using clSetMemObjectDestructorCallbackTest = QueueTest;

namespace {

cl_mem notAMemObject(cl_context context) { return reinterpret_cast<cl_mem>(context); }

} // namespace

TEST_F(clCreateBufferTest, CopiesTheHostMemoryAtOnce) {
  std::vector<std::uint8_t> bytes = countingBytes(100000);
  OwnedMem buffer = makeBufferOf(bytes);
  std::vector<std::uint8_t> expected = bytes;
  std::fill(bytes.begin(), bytes.end(), 0);
  EXPECT_EQ(contents<std::uint8_t>(buffer), expected);
}

TEST_F(clCreateBufferTest, UsesAlignedHostMemoryItself) {
  auto *memory = static_cast<std::uint8_t *>(std::aligned_alloc(4096, 4096));
  std::unique_ptr<std::uint8_t, decltype(&std::free)> owner(memory, std::free);
  OwnedMem buffer = makeBuffer(4096, CL_MEM_USE_HOST_PTR, memory);
  EXPECT_EQ(query<void *>(clGetMemObjectInfo, buffer.get(), CL_MEM_HOST_PTR), memory);
  const std::uint8_t value = 42;
  ASSERT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 17, 1, &value, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(memory[17], 42);
}

TEST_F(clCreateBufferTest, ShowsTheContentsOfUnalignedHostMemoryWhenItIsMapped) {
  std::vector<std::uint8_t> storage(4096 + 1);
  std::uint8_t *memory =
      storage.data() + (reinterpret_cast<std::uintptr_t>(storage.data()) % 2 ? 0 : 1);
  for (int i = 0; i < 4096; ++i)
    memory[i] = static_cast<std::uint8_t>(i);
  OwnedMem buffer = makeBuffer(4096, CL_MEM_USE_HOST_PTR, memory);
  EXPECT_EQ(contents<std::uint8_t>(buffer), countingBytes(4096));

  // The device writes; mapping brings that to the host memory.
  const std::uint8_t written[] = {200, 201};
  ASSERT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 100, 2, written, 0, nullptr, nullptr),
            CL_SUCCESS);
  cl_int error;
  auto *mapped = static_cast<std::uint8_t *>(clEnqueueMapBuffer(
      queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 90, 30, 0, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(mapped, memory + 90);
  EXPECT_EQ(mapped[10], 200);
  EXPECT_EQ(mapped[11], 201);
  // The host writes; unmapping brings that to the device.
  mapped[12] = 202;
  ASSERT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(contents<std::uint8_t>(buffer)[102], 202);
}

TEST_F(clCreateBufferTest, AlignsForTheLargestTypeAndForPagesOfBothSizes) {
  const auto alignment = [](std::size_t size) {
    return size >= 8u << 20 ? 2u << 20 : size >= 65536 ? 4096 : 128;
  };
  for (std::size_t size : {1u, 100u, 100000u, 10000000u}) {
    OwnedMem buffer = makeBuffer(size, CL_MEM_ALLOC_HOST_PTR);
    cl_int error;
    void *mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, size, 0, nullptr,
                                      nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(mapped) % alignment(size), 0u) << size;
    clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr);
  }
}

TEST_F(clCreateBufferTest, GivesSmallBuffersOfZeros) {
  for (const std::size_t size : {64, 532, 60000}) {
    const std::vector<std::uint8_t> used(size, 0xa5);
    // What the next one gets if memory is handed on as it is.
    makeBufferOf(used);
    EXPECT_EQ(contents<std::uint8_t>(makeBuffer(size)), std::vector<std::uint8_t>(size)) << size;
  }
}

TEST_F(clCreateBufferTest, ReturnsInvalidContextForAnotherObject) {
  cl_int error;
  EXPECT_EQ(clCreateBuffer(reinterpret_cast<cl_context>(queue.get()), 0, 64, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

TEST_F(clCreateBufferTest, ReturnsInvalidValueForFlagsThatExcludeOneAnother) {
  std::uint8_t memory[64];
  for (cl_mem_flags flags :
       {cl_mem_flags(CL_MEM_READ_WRITE | CL_MEM_READ_ONLY),
        cl_mem_flags(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY),
        cl_mem_flags(CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR),
        cl_mem_flags(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR),
        cl_mem_flags(CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY),
        cl_mem_flags(CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS), cl_mem_flags(1) << 40}) {
    cl_int error;
    EXPECT_EQ(clCreateBuffer(context, flags, 64, memory, &error), nullptr) << flags;
    EXPECT_EQ(error, CL_INVALID_VALUE) << flags;
  }
}

TEST_F(clCreateBufferTest, ReturnsInvalidBufferSizeForNothingAndForTooMuch) {
  const auto largest = query<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  for (std::size_t size : {std::size_t(0), std::size_t(largest + 1)}) {
    cl_int error;
    EXPECT_EQ(clCreateBuffer(context, CL_MEM_READ_WRITE, size, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_BUFFER_SIZE);
  }
}

TEST_F(clCreateBufferTest, ReturnsInvalidHostPtrWhenPointerAndFlagsDisagree) {
  std::uint8_t memory[64];
  cl_int error;
  EXPECT_EQ(clCreateBuffer(context, CL_MEM_READ_WRITE, 64, memory, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_HOST_PTR);
  EXPECT_EQ(clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 64, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_HOST_PTR);
  EXPECT_EQ(clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 64, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_HOST_PTR);
}

TEST_F(clCreateBufferTest, WorksWithoutAPlaceForTheError) {
  OwnedMem buffer = clCreateBuffer(context, 0, 64, nullptr, nullptr);
  EXPECT_TRUE(buffer);
  EXPECT_EQ(clCreateBuffer(nullptr, 0, 64, nullptr, nullptr), nullptr);
}

TEST_F(clCreateBufferWithPropertiesTest, TakesAnEmptyList) {
  const cl_mem_properties none[] = {0};
  cl_int error;
  OwnedMem buffer = clCreateBufferWithProperties(context, none, 0, 64, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(queryList<cl_mem_properties>(clGetMemObjectInfo, buffer.get(), CL_MEM_PROPERTIES),
            std::vector<cl_mem_properties>{0});
  OwnedMem without = clCreateBufferWithProperties(context, nullptr, 0, 64, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_TRUE(
      queryList<cl_mem_properties>(clGetMemObjectInfo, without.get(), CL_MEM_PROPERTIES).empty());
}

TEST_F(clCreateBufferWithPropertiesTest, ReturnsInvalidPropertyForWhatNoPropertyIs) {
  const std::vector<std::vector<cl_mem_properties>> lists = {
      {0x4242, 1, 0},
      {CL_MEM_FLAGS, CL_MEM_READ_ONLY, 0},
      {0x2051, 0, 0}}; // CL_MEM_DEVICE_HANDLE_LIST_KHR, of an extension that is not reported
  for (const auto &list : lists) {
    cl_int error;
    EXPECT_EQ(clCreateBufferWithProperties(context, list.data(), 0, 64, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_PROPERTY);
  }
}

TEST_F(clCreateBufferWithPropertiesTest, ReturnsTheErrorsOfClCreateBuffer) {
  const cl_mem_properties none[] = {0};
  std::uint8_t memory[64];
  const auto errorOf = [&](cl_context of, cl_mem_flags flags, std::size_t size, void *pointer) {
    cl_int error = CL_OUT_OF_RESOURCES;
    OwnedMem buffer = clCreateBufferWithProperties(of, none, flags, size, pointer, &error);
    EXPECT_EQ(buffer.get() == nullptr, error != CL_SUCCESS);
    return error;
  };
  EXPECT_EQ(errorOf(reinterpret_cast<cl_context>(queue.get()), 0, 64, nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(errorOf(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(context, cl_mem_flags(1) << 40, 64, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(context, 0, 0, nullptr), CL_INVALID_BUFFER_SIZE);
  const auto largest = query<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  EXPECT_EQ(errorOf(context, 0, largest + 1, nullptr), CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(errorOf(context, CL_MEM_USE_HOST_PTR, 64, nullptr), CL_INVALID_HOST_PTR);
  EXPECT_EQ(errorOf(context, CL_MEM_COPY_HOST_PTR, 64, nullptr), CL_INVALID_HOST_PTR);
  EXPECT_EQ(errorOf(context, 0, 64, memory), CL_INVALID_HOST_PTR);
  EXPECT_EQ(errorOf(context, CL_MEM_ALLOC_HOST_PTR, 64, memory), CL_INVALID_HOST_PTR);
  EXPECT_EQ(errorOf(context, CL_MEM_COPY_HOST_PTR, 64, memory), CL_SUCCESS);
}

TEST_F(clGetMemObjectInfoTest, TellsEverything) {
  OwnedMem buffer = makeBuffer(300, CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY);
  EXPECT_EQ(query<cl_mem_object_type>(clGetMemObjectInfo, buffer.get(), CL_MEM_TYPE),
            cl_mem_object_type(CL_MEM_OBJECT_BUFFER));
  EXPECT_EQ(query<cl_mem_flags>(clGetMemObjectInfo, buffer.get(), CL_MEM_FLAGS),
            cl_mem_flags(CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY));
  EXPECT_EQ(query<std::size_t>(clGetMemObjectInfo, buffer.get(), CL_MEM_SIZE), 300u);
  EXPECT_EQ(query<void *>(clGetMemObjectInfo, buffer.get(), CL_MEM_HOST_PTR), nullptr);
  EXPECT_EQ(query<cl_uint>(clGetMemObjectInfo, buffer.get(), CL_MEM_MAP_COUNT), 0u);
  EXPECT_EQ(query<cl_uint>(clGetMemObjectInfo, buffer.get(), CL_MEM_REFERENCE_COUNT), 1u);
  EXPECT_EQ(query<cl_context>(clGetMemObjectInfo, buffer.get(), CL_MEM_CONTEXT), context.get());
  EXPECT_EQ(query<cl_mem>(clGetMemObjectInfo, buffer.get(), CL_MEM_ASSOCIATED_MEMOBJECT), nullptr);
  EXPECT_EQ(query<std::size_t>(clGetMemObjectInfo, buffer.get(), CL_MEM_OFFSET), 0u);
  EXPECT_EQ(query<cl_bool>(clGetMemObjectInfo, buffer.get(), CL_MEM_USES_SVM_POINTER),
            cl_bool(CL_FALSE));
}

TEST_F(clGetMemObjectInfoTest, ReturnsTheErrorsOfTheSpecification) {
  OwnedMem buffer = makeBuffer(64);
  cl_uint value;
  EXPECT_EQ(
      clGetMemObjectInfo(notAMemObject(context), CL_MEM_MAP_COUNT, sizeof(value), &value, nullptr),
      CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clGetMemObjectInfo(buffer, 0x4242, sizeof(value), &value, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetMemObjectInfo(buffer, CL_MEM_SIZE, 1, &value, nullptr), CL_INVALID_VALUE);
}

TEST_F(clRetainMemObjectTest, Counts) {
  OwnedMem buffer = makeBuffer(64);
  EXPECT_EQ(clRetainMemObject(buffer), CL_SUCCESS);
  EXPECT_EQ(query<cl_uint>(clGetMemObjectInfo, buffer.get(), CL_MEM_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
  EXPECT_EQ(clRetainMemObject(notAMemObject(context)), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clReleaseMemObject(notAMemObject(context)), CL_INVALID_MEM_OBJECT);
}

TEST_F(clSetMemObjectDestructorCallbackTest, RunsBackwardsWhenTheBufferGoes) {
  static std::vector<int> *order;
  std::vector<int> seen;
  order = &seen;
  OwnedMem buffer = makeBuffer(64);
  auto first = [](cl_mem, void *) { order->push_back(1); };
  auto second = [](cl_mem, void *) { order->push_back(2); };
  EXPECT_EQ(clSetMemObjectDestructorCallback(buffer, first, nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetMemObjectDestructorCallback(buffer, second, nullptr), CL_SUCCESS);
  buffer.reset();
  EXPECT_EQ(seen, (std::vector<int>{2, 1}));
}

TEST_F(clSetMemObjectDestructorCallbackTest, WaitsForCommandsThatUseTheBuffer) {
  OwnedEvent gate = makeUserEvent();
  OwnedMem buffer = makeBuffer(64);
  static std::atomic<bool> destroyed;
  destroyed = false;
  ASSERT_EQ(clSetMemObjectDestructorCallback(
                buffer, [](cl_mem, void *) { destroyed = true; }, nullptr),
            CL_SUCCESS);
  std::uint8_t value[64] = {};
  OwnedEvent written;
  cl_event list[] = {gate};
  ASSERT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 64, value, 1, list, written.out()),
            CL_SUCCESS);
  buffer.reset();
  EXPECT_FALSE(destroyed);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  cl_event waited[] = {written};
  ASSERT_EQ(clWaitForEvents(1, waited), CL_SUCCESS);
  EXPECT_TRUE(destroyed);
}

TEST_F(clSetMemObjectDestructorCallbackTest, ReturnsTheErrorsOfTheSpecification) {
  OwnedMem buffer = makeBuffer(64);
  auto callback = [](cl_mem, void *) {};
  EXPECT_EQ(clSetMemObjectDestructorCallback(notAMemObject(context), callback, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetMemObjectDestructorCallback(buffer, nullptr, nullptr), CL_INVALID_VALUE);
}

} // namespace heddle::test
