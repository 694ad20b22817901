// clSVMAlloc, clSVMFree, and buffers that are made of such memory.
#include "tests/support/opencl_fixture.hpp"

#include <cstring>
#include <thread>

namespace heddle::test {

class clSVMAllocTest : public QueueTest {
protected:
  void TearDown() override {
    for (void *pointer : allocated)
      clSVMFree(context, pointer);
  }
  void *allocate(std::size_t size, cl_svm_mem_flags flags = CL_MEM_READ_WRITE,
                 cl_uint alignment = 0) {
    void *pointer = clSVMAlloc(context, flags, size, alignment);
    EXPECT_NE(pointer, nullptr);
    allocated.push_back(pointer);
    return pointer;
  }
  cl_mem createBuffer(void *pointer, std::size_t size, cl_int expected = CL_SUCCESS,
                      cl_mem_flags flags = CL_MEM_USE_HOST_PTR) {
    cl_int error = 1;
    cl_mem made = clCreateBuffer(context, flags, size, pointer, &error);
    EXPECT_EQ(error, expected);
    EXPECT_EQ(made != nullptr, expected == CL_SUCCESS);
    return made;
  }
  bool usesSvmPointer(cl_mem buffer) {
    return query<cl_bool>(clGetMemObjectInfo, buffer, CL_MEM_USES_SVM_POINTER);
  }

  std::vector<void *> allocated;
};
using clSVMFreeTest = clSVMAllocTest;

TEST_F(clSVMAllocTest, AllKindsOfMemoryAreReported) {
  EXPECT_EQ(query<cl_device_svm_capabilities>(clGetDeviceInfo, device, CL_DEVICE_SVM_CAPABILITIES),
            cl_device_svm_capabilities(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER |
                                       CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
                                       CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS));
  // What atomic operations between host and device need besides.
  EXPECT_TRUE(query<cl_device_atomic_capabilities>(clGetDeviceInfo, device,
                                                   CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES) &
              CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES);
}

TEST_F(clSVMAllocTest, GivesMemoryForEveryCombinationOfFlags) {
  for (cl_svm_mem_flags access : {0, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY})
    for (cl_svm_mem_flags grain :
         {0, CL_MEM_SVM_FINE_GRAIN_BUFFER, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS})
      std::memset(allocate(1000, access | grain), 1, 1000);
}

TEST_F(clSVMAllocTest, AlignsForTheLargestTypeUnlessItIsAskedForMoreOrLess) {
  for (cl_uint alignment = 1; alignment <= 4096; alignment *= 2)
    for (std::size_t size : {1u, 100u, 1u << 20})
      EXPECT_EQ(std::uintptr_t(allocate(size, 0, alignment)) % alignment, 0u);
  EXPECT_EQ(std::uintptr_t(allocate(1)) % 128, 0u);
}

TEST_F(clSVMAllocTest, IsNullForABadContext) {
  EXPECT_EQ(clSVMAlloc(nullptr, CL_MEM_READ_WRITE, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(reinterpret_cast<cl_context>(device), CL_MEM_READ_WRITE, 64, 0), nullptr);
}

TEST_F(clSVMAllocTest, IsNullForFlagsThatExcludeOneAnotherOrAreOthers) {
  for (cl_svm_mem_flags flags :
       {CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY,
        CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE | CL_MEM_SVM_ATOMICS,
        CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_HOST_NO_ACCESS,
        1 << 20})
    EXPECT_EQ(clSVMAlloc(context, flags, 64, 0), nullptr) << flags;
}

TEST_F(clSVMAllocTest, IsNullForASizeThatTheDeviceDoesNotTake) {
  const auto most = query<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_READ_WRITE, 0, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_READ_WRITE, most + 1, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_READ_WRITE, SIZE_MAX, 0), nullptr);
}

TEST_F(clSVMAllocTest, IsNullForAnAlignmentThatIsNoPowerOfTwoOrTooLarge) {
  for (cl_uint alignment : {3u, 24u, 127u, 8192u, 0x80000000u})
    EXPECT_EQ(clSVMAlloc(context, CL_MEM_READ_WRITE, 64, alignment), nullptr) << alignment;
}

TEST_F(clSVMFreeTest, LeavesNullAndForeignPointersAlone) {
  void *memory = allocate(64);
  OwnedContext other = otherContext();
  int mine = 3;
  clSVMFree(context, nullptr);
  clSVMFree(context, &mine);
  clSVMFree(context, static_cast<char *>(memory) + 16);
  clSVMFree(nullptr, memory);
  clSVMFree(reinterpret_cast<cl_context>(device), memory);
  clSVMFree(other, memory);
  // It is still one of the context's.
  OwnedMem buffer = createBuffer(memory, 64);
  EXPECT_TRUE(usesSvmPointer(buffer));
}

TEST_F(clSVMFreeTest, MemoryIsForgottenAndTheContextGoesWithTheLast) {
  static int destroyed;
  destroyed = 0;
  OwnedContext other = otherContext();
  ASSERT_EQ(clSetContextDestructorCallback(
                other, [](cl_context, void *) { ++destroyed; }, nullptr),
            CL_SUCCESS);
  cl_context handle = other;
  void *first = clSVMAlloc(handle, 0, 64, 0), *second = clSVMAlloc(handle, 0, 64, 0);
  other.reset();
  EXPECT_EQ(destroyed, 0);
  clSVMFree(handle, first);
  clSVMFree(handle, first);
  EXPECT_EQ(destroyed, 0);
  clSVMFree(handle, second);
  EXPECT_EQ(destroyed, 1);
}

TEST_F(clSVMFreeTest, ThreadsAllocateAndFreeSideBySide) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      std::vector<std::uint8_t *> mine;
      for (int i = 0; i < 200; ++i) {
        mine.push_back(static_cast<std::uint8_t *>(clSVMAlloc(context, 0, 100 + i, 0)));
        ASSERT_NE(mine.back(), nullptr);
        std::memset(mine.back(), t, 100 + i);
        if (i % 2)
          clSVMFree(context, mine[i / 2]);
      }
      for (int i = 100; i < 200; ++i) {
        EXPECT_EQ(mine[i][99 + i], t);
        clSVMFree(context, mine[i]);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(clSVMAllocTest, BuffersLieInIt) {
  auto *memory = static_cast<std::uint8_t *>(allocate(4096));
  OwnedMem buffer = createBuffer(memory, 4096);
  EXPECT_TRUE(usesSvmPointer(buffer));
  EXPECT_EQ(query<void *>(clGetMemObjectInfo, buffer.get(), CL_MEM_HOST_PTR), memory);
  const cl_buffer_region region{1024, 512};
  OwnedMem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  EXPECT_TRUE(usesSvmPointer(part));
  const std::uint8_t seven = 7;
  ASSERT_EQ(clEnqueueFillBuffer(queue, part, &seven, 1, 0, 512, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  // Nothing was mapped: the bytes are the same ones.
  EXPECT_EQ(memory[1024], 7);
  EXPECT_EQ(memory[1535], 7);
}

TEST_F(clSVMAllocTest, BuffersAreNotCopiesWhereverTheyBegin) {
  auto *memory = static_cast<std::uint8_t *>(allocate(256));
  std::memset(memory, 0, 256);
  OwnedMem buffer = createBuffer(memory + 4, 252);
  EXPECT_TRUE(usesSvmPointer(buffer));
  const std::uint8_t seven = 7;
  ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &seven, 1, 0, 252, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(memory[3], 0);
  EXPECT_EQ(memory[4], 7);
  EXPECT_EQ(memory[255], 7);
}

TEST_F(clSVMAllocTest, OtherBuffersDoNotUseASvmPointer) {
  void *memory = allocate(64);
  alignas(128) std::uint8_t own[128] = {};
  OwnedMem copy = createBuffer(memory, 64, CL_SUCCESS, CL_MEM_COPY_HOST_PTR);
  OwnedMem ofTheHost = createBuffer(own, sizeof(own));
  EXPECT_FALSE(usesSvmPointer(copy));
  EXPECT_FALSE(usesSvmPointer(ofTheHost));
}

TEST_F(clSVMAllocTest, BuffersOfMoreThanItAreInvalidBufferSize) {
  auto *memory = static_cast<std::uint8_t *>(allocate(1000));
  for (cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR}) {
    OwnedMem whole = createBuffer(memory, 1000, CL_SUCCESS, flags);
    createBuffer(memory, 1001, CL_INVALID_BUFFER_SIZE, flags);
    createBuffer(memory + 500, 501, CL_INVALID_BUFFER_SIZE, flags);
  }
}

} // namespace heddle::test
