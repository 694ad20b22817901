// The functions and queries of cl_intel_unified_shared_memory.
#include "tests/support/command_expectations.hpp"
#include "tests/support/program_fixture.hpp"

#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <thread>

namespace heddle::test {

class cl_intel_unified_shared_memoryTest : public KernelTest {
protected:
  void SetUp() override {
    KernelTest::SetUp();
    if (HasFatalFailure())
      return;
    find("clHostMemAllocINTEL", hostAlloc);
    find("clDeviceMemAllocINTEL", deviceAlloc);
    find("clSharedMemAllocINTEL", sharedAlloc);
    find("clMemFreeINTEL", memFree);
    find("clMemBlockingFreeINTEL", blockingFree);
    find("clGetMemAllocInfoINTEL", allocInfo);
    find("clSetKernelArgMemPointerINTEL", setPointer);
    find("clEnqueueMemFillINTEL", memFill);
    find("clEnqueueMemcpyINTEL", memCopy);
    find("clEnqueueMigrateMemINTEL", migrate);
    find("clEnqueueMemAdviseINTEL", advise);
    if (HasFatalFailure())
      return;
    memory = shared(size);
    std::memset(memory, 0, size);
  }
  void TearDown() override {
    for (void *pointer : allocated)
      EXPECT_EQ(memFree(context, pointer), CL_SUCCESS);
    KernelTest::TearDown();
  }
  template <typename Function> void find(const char *name, Function &function) {
    function = extensionFunction<Function>(name);
    ASSERT_NE(function, nullptr) << name;
  }

  std::uint8_t *keep(void *pointer) {
    EXPECT_NE(pointer, nullptr);
    if (pointer)
      allocated.push_back(pointer);
    return static_cast<std::uint8_t *>(pointer);
  }
  std::uint8_t *host(std::size_t bytes) {
    return keep(hostAlloc(context, nullptr, bytes, 0, nullptr));
  }
  std::uint8_t *ofDevice(std::size_t bytes) {
    return keep(deviceAlloc(context, device, nullptr, bytes, 0, nullptr));
  }
  std::uint8_t *shared(std::size_t bytes) {
    return keep(sharedAlloc(context, device, nullptr, bytes, 0, nullptr));
  }

  /// The three functions with one signature; the device is used where there is one.
  using Allocate = std::function<void *(cl_context, const cl_mem_properties_intel *, std::size_t,
                                        cl_uint, cl_int *)>;
  std::vector<Allocate> allocators() const {
    return {[this](cl_context c, const cl_mem_properties_intel *p, std::size_t s, cl_uint a,
                   cl_int *e) { return hostAlloc(c, p, s, a, e); },
            [this](cl_context c, const cl_mem_properties_intel *p, std::size_t s, cl_uint a,
                   cl_int *e) { return deviceAlloc(c, device, p, s, a, e); },
            [this](cl_context c, const cl_mem_properties_intel *p, std::size_t s, cl_uint a,
                   cl_int *e) { return sharedAlloc(c, device, p, s, a, e); },
            [this](cl_context c, const cl_mem_properties_intel *p, std::size_t s, cl_uint a,
                   cl_int *e) { return sharedAlloc(c, nullptr, p, s, a, e); }};
  }
  void expectAllocates(cl_int expected, const Allocate &allocate, cl_context where,
                       const cl_mem_properties_intel *properties, std::size_t bytes,
                       cl_uint alignment) {
    cl_int error = 1;
    void *pointer = allocate(where, properties, bytes, alignment, &error);
    EXPECT_EQ(error, expected);
    EXPECT_EQ(pointer != nullptr, expected == CL_SUCCESS);
    if (pointer)
      keep(pointer);
    // The error may be of no interest.
    void *again = allocate(where, properties, bytes, alignment, nullptr);
    EXPECT_EQ(again != nullptr, expected == CL_SUCCESS);
    if (again)
      keep(again);
  }

  template <typename T> T info(const void *pointer, cl_mem_info_intel name) {
    T value{};
    std::size_t bytes = 0;
    EXPECT_EQ(allocInfo(context, pointer, name, sizeof(value), &value, &bytes), CL_SUCCESS);
    EXPECT_EQ(bytes, sizeof(value));
    return value;
  }
  cl_unified_shared_memory_type_intel typeOf(const void *pointer) {
    return info<cl_unified_shared_memory_type_intel>(pointer, CL_MEM_ALLOC_TYPE_INTEL);
  }

  clHostMemAllocINTEL_fn hostAlloc;
  clDeviceMemAllocINTEL_fn deviceAlloc;
  clSharedMemAllocINTEL_fn sharedAlloc;
  clMemFreeINTEL_fn memFree;
  clMemBlockingFreeINTEL_fn blockingFree;
  clGetMemAllocInfoINTEL_fn allocInfo;
  clSetKernelArgMemPointerINTEL_fn setPointer;
  clEnqueueMemFillINTEL_fn memFill;
  clEnqueueMemcpyINTEL_fn memCopy;
  clEnqueueMigrateMemINTEL_fn migrate;
  clEnqueueMemAdviseINTEL_fn advise;

  static constexpr std::size_t size = 1 << 16;
  std::uint8_t *memory = nullptr; ///< shared, and zero
  std::vector<void *> allocated;
};

TEST_F(cl_intel_unified_shared_memoryTest, AllKindsOfMemoryAreReported) {
  for (cl_device_info name :
       {CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL})
    EXPECT_EQ(
        query<cl_device_unified_shared_memory_capabilities_intel>(clGetDeviceInfo, device, name),
        cl_device_unified_shared_memory_capabilities_intel(
            CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL | CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL |
            CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL |
            CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL));
}

TEST_F(cl_intel_unified_shared_memoryTest, AllocationsAreAlignedAsAskedFor) {
  for (const Allocate &allocate : allocators())
    for (cl_uint alignment : {0u, 1u, 2u, 4u, 8u, 16u, 32u, 64u, 128u, 256u, 4096u}) {
      cl_int error = 1;
      void *pointer = keep(allocate(context, nullptr, 100, alignment, &error));
      EXPECT_EQ(error, CL_SUCCESS);
      EXPECT_EQ(std::uintptr_t(pointer) % (alignment ? alignment : 128), 0u);
    }
}

TEST_F(cl_intel_unified_shared_memoryTest, AllocationReturnsInvalidContext) {
  for (const Allocate &allocate : allocators()) {
    expectAllocates(CL_INVALID_CONTEXT, allocate, nullptr, nullptr, 64, 0);
    expectAllocates(CL_INVALID_CONTEXT, allocate, reinterpret_cast<cl_context>(device), nullptr, 64,
                    0);
  }
}

TEST_F(cl_intel_unified_shared_memoryTest, AllocationReturnsInvalidDevice) {
  cl_int error = 1;
  EXPECT_EQ(deviceAlloc(context, nullptr, nullptr, 64, 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
  const auto notADevice = reinterpret_cast<cl_device_id>(context.get());
  EXPECT_EQ(deviceAlloc(context, notADevice, nullptr, 64, 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
  EXPECT_EQ(sharedAlloc(context, notADevice, nullptr, 64, 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
}

TEST_F(cl_intel_unified_shared_memoryTest, AllocationReturnsInvalidValueForABadAlignment) {
  for (const Allocate &allocate : allocators())
    for (cl_uint alignment : {3u, 96u, 4095u, 8192u, 0x80000000u})
      expectAllocates(CL_INVALID_VALUE, allocate, context, nullptr, 64, alignment);
}

TEST_F(cl_intel_unified_shared_memoryTest, AllocationReturnsInvalidProperty) {
  const cl_mem_properties_intel unknown[] = {0x4242, 1, 0},
                                otherFlags[] = {CL_MEM_ALLOC_FLAGS_INTEL, 1 << 5, 0},
                                twice[] = {CL_MEM_ALLOC_FLAGS_INTEL, 1, CL_MEM_ALLOC_FLAGS_INTEL, 1,
                                           0},
                                bothPlaces[] = {CL_MEM_ALLOC_FLAGS_INTEL,
                                                CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL |
                                                    CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL,
                                                0};
  for (const Allocate &allocate : allocators())
    for (const cl_mem_properties_intel *properties : {unknown, otherFlags, twice, bothPlaces})
      expectAllocates(CL_INVALID_PROPERTY, allocate, context, properties, 64, 0);
  // Only shared memory can be placed.
  for (cl_mem_alloc_flags_intel place :
       {CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL, CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL}) {
    const cl_mem_properties_intel properties[] = {CL_MEM_ALLOC_FLAGS_INTEL, place, 0};
    expectAllocates(CL_INVALID_PROPERTY, allocators()[0], context, properties, 64, 0);
    expectAllocates(CL_INVALID_PROPERTY, allocators()[1], context, properties, 64, 0);
    expectAllocates(CL_SUCCESS, allocators()[2], context, properties, 64, 0);
    expectAllocates(CL_SUCCESS, allocators()[3], context, properties, 64, 0);
  }
}

TEST_F(cl_intel_unified_shared_memoryTest, AllocationReturnsInvalidBufferSize) {
  const auto most = query<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  for (const Allocate &allocate : allocators())
    for (std::size_t bytes : {std::size_t(0), std::size_t(most + 1), SIZE_MAX})
      expectAllocates(CL_INVALID_BUFFER_SIZE, allocate, context, nullptr, bytes, 0);
}

TEST_F(cl_intel_unified_shared_memoryTest, InfoTellsEverythingFromAnywhereInTheAllocation) {
  const cl_mem_properties_intel combined[] = {CL_MEM_ALLOC_FLAGS_INTEL,
                                              CL_MEM_ALLOC_WRITE_COMBINED_INTEL, 0};
  const cl_mem_properties_intel placed[] = {CL_MEM_ALLOC_FLAGS_INTEL,
                                            CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL, 0};
  struct {
    std::uint8_t *base;
    cl_unified_shared_memory_type_intel type;
    cl_device_id device;
    cl_mem_alloc_flags_intel flags;
  } expected[] = {{keep(hostAlloc(context, combined, 1001, 0, nullptr)), CL_MEM_TYPE_HOST_INTEL,
                   nullptr, CL_MEM_ALLOC_WRITE_COMBINED_INTEL},
                  {keep(deviceAlloc(context, device, nullptr, 1001, 0, nullptr)),
                   CL_MEM_TYPE_DEVICE_INTEL, device, 0},
                  {keep(sharedAlloc(context, device, placed, 1001, 0, nullptr)),
                   CL_MEM_TYPE_SHARED_INTEL, device, CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL},
                  {keep(sharedAlloc(context, nullptr, nullptr, 1001, 0, nullptr)),
                   CL_MEM_TYPE_SHARED_INTEL, nullptr, 0}};
  for (const auto &one : expected)
    for (std::size_t offset : {0, 1, 1000}) {
      const void *pointer = one.base + offset;
      EXPECT_EQ(typeOf(pointer), one.type);
      EXPECT_EQ(info<void *>(pointer, CL_MEM_ALLOC_BASE_PTR_INTEL), one.base);
      EXPECT_EQ(info<std::size_t>(pointer, CL_MEM_ALLOC_SIZE_INTEL), 1001u);
      EXPECT_EQ(info<cl_device_id>(pointer, CL_MEM_ALLOC_DEVICE_INTEL), one.device);
      EXPECT_EQ(info<cl_mem_alloc_flags_intel>(pointer, CL_MEM_ALLOC_FLAGS_INTEL), one.flags);
    }
}

TEST_F(cl_intel_unified_shared_memoryTest, InfoOfOtherMemoryIsUnknown) {
  void *svm = clSVMAlloc(context, 0, 64, 0);
  OwnedContext other = otherContext();
  void *foreign = hostAlloc(other, nullptr, 64, 0, nullptr);
  int own = 0;
  for (const void *pointer : {static_cast<const void *>(nullptr), static_cast<const void *>(&own),
                              static_cast<const void *>(svm), static_cast<const void *>(foreign),
                              static_cast<const void *>(memory + size)}) {
    EXPECT_EQ(typeOf(pointer), cl_unified_shared_memory_type_intel(CL_MEM_TYPE_UNKNOWN_INTEL));
    EXPECT_EQ(info<void *>(pointer, CL_MEM_ALLOC_BASE_PTR_INTEL), nullptr);
    EXPECT_EQ(info<std::size_t>(pointer, CL_MEM_ALLOC_SIZE_INTEL), 0u);
    EXPECT_EQ(info<cl_device_id>(pointer, CL_MEM_ALLOC_DEVICE_INTEL), nullptr);
    EXPECT_EQ(info<cl_mem_alloc_flags_intel>(pointer, CL_MEM_ALLOC_FLAGS_INTEL), 0u);
  }
  clSVMFree(context, svm);
  EXPECT_EQ(memFree(other, foreign), CL_SUCCESS);
}

TEST_F(cl_intel_unified_shared_memoryTest, InfoReturnsItsErrors) {
  cl_uint value = 0;
  EXPECT_EQ(allocInfo(nullptr, memory, CL_MEM_ALLOC_TYPE_INTEL, 4, &value, nullptr),
            CL_INVALID_CONTEXT);
  EXPECT_EQ(allocInfo(context, memory, 0x4242, 4, &value, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(allocInfo(context, memory, CL_MEM_ALLOC_TYPE_INTEL, 3, &value, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(cl_intel_unified_shared_memoryTest, FreeingForgets) {
  for (auto function : {memFree, blockingFree}) {
    void *pointer = hostAlloc(context, nullptr, 64, 0, nullptr);
    EXPECT_EQ(function(context, pointer), CL_SUCCESS);
    EXPECT_EQ(typeOf(pointer), cl_unified_shared_memory_type_intel(CL_MEM_TYPE_UNKNOWN_INTEL));
    EXPECT_EQ(function(context, nullptr), CL_SUCCESS);
  }
}

TEST_F(cl_intel_unified_shared_memoryTest, FreeingReturnsItsErrors) {
  int own = 0;
  void *svm = clSVMAlloc(context, 0, 64, 0);
  OwnedContext other = otherContext();
  for (auto function : {memFree, blockingFree}) {
    EXPECT_EQ(function(nullptr, memory), CL_INVALID_CONTEXT);
    EXPECT_EQ(function(reinterpret_cast<cl_context>(device), memory), CL_INVALID_CONTEXT);
    EXPECT_EQ(function(context, &own), CL_INVALID_VALUE);
    EXPECT_EQ(function(context, memory + 1), CL_INVALID_VALUE);
    EXPECT_EQ(function(context, svm), CL_INVALID_VALUE);
    EXPECT_EQ(function(other, memory), CL_INVALID_VALUE);
  }
  // clSVMFree leaves it alone, too.
  clSVMFree(context, memory);
  EXPECT_EQ(typeOf(memory), cl_unified_shared_memory_type_intel(CL_MEM_TYPE_SHARED_INTEL));
  clSVMFree(context, svm);
}

TEST_F(cl_intel_unified_shared_memoryTest, BlockingFreeWaitsForTheCommandsOfAllQueues) {
  OwnedQueue second = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  OwnedEvent gates[] = {makeUserEvent(), makeUserEvent()};
  void *pointer = hostAlloc(context, nullptr, 64, 0, nullptr);
  const cl_command_queue queues[] = {queue, second};
  OwnedEvent done[2];
  for (int i = 0; i < 2; ++i) {
    const cl_event list[] = {gates[i]};
    ASSERT_EQ(memCopy(queues[i], CL_FALSE, pointer, memory, 64, 1, list, done[i].out()),
              CL_SUCCESS);
  }
  std::atomic<bool> freed{false};
  std::thread freeing([&] {
    EXPECT_EQ(blockingFree(context, pointer), CL_SUCCESS);
    EXPECT_EQ(statusOf(done[0]), CL_COMPLETE);
    EXPECT_EQ(statusOf(done[1]), CL_COMPLETE);
    freed = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(freed);
  clSetUserEventStatus(gates[0], CL_COMPLETE);
  EXPECT_EQ(pollUntilEnded(done[0]), CL_COMPLETE);
  EXPECT_FALSE(freed);
  clSetUserEventStatus(gates[1], CL_COMPLETE);
  freeing.join();
}

TEST_F(cl_intel_unified_shared_memoryTest, BlockingFreeMeetsQueuesThatComeAndGo) {
  std::atomic<bool> stop{false};
  std::thread queues([&] {
    while (!stop) {
      OwnedQueue passing = makeQueue();
      EXPECT_EQ(advise(passing, memory, size, 0, 0, nullptr, nullptr), CL_SUCCESS);
    }
  });
  for (int i = 0; i < 200; ++i)
    EXPECT_EQ(blockingFree(context, hostAlloc(context, nullptr, 64, 0, nullptr)), CL_SUCCESS);
  stop = true;
  queues.join();
}

TEST_F(cl_intel_unified_shared_memoryTest, KernelsWorkOnEveryKindOfMemory) {
  OwnedKernel kernel = makeKernel("number");
  setArgument(kernel, 1, cl_ulong(7));
  std::vector<cl_ulong> own(10);
  for (void *place : {static_cast<void *>(host(80)), static_cast<void *>(ofDevice(80)),
                      static_cast<void *>(shared(80)), static_cast<void *>(memory + 800),
                      static_cast<void *>(own.data())}) {
    ASSERT_EQ(setPointer(kernel, 0, place), CL_SUCCESS);
    ASSERT_EQ(enqueue(queue, kernel, 10), CL_SUCCESS);
    std::vector<cl_ulong> got(10);
    ASSERT_EQ(memCopy(queue, CL_TRUE, got.data(), place, 80, 0, nullptr, nullptr), CL_SUCCESS);
    for (cl_ulong i = 0; i < 10; ++i)
      EXPECT_EQ(got[i], 7 + i);
  }
}

TEST_F(cl_intel_unified_shared_memoryTest, BuffersLieInIt) {
  cl_int error = 1;
  OwnedMem buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 60, memory + 4, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const std::uint8_t seven = 7;
  ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &seven, 1, 0, 60, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(memory[3], 0);
  EXPECT_EQ(memory[4], 7);
  EXPECT_EQ(query<cl_bool>(clGetMemObjectInfo, buffer.get(), CL_MEM_USES_SVM_POINTER),
            cl_bool(CL_FALSE));
}

TEST_F(cl_intel_unified_shared_memoryTest, SetKernelArgReturnsItsErrors) {
  OwnedKernel kernel = makeKernel("number"), local = makeKernel("through_local");
  EXPECT_EQ(setPointer(nullptr, 0, memory), CL_INVALID_KERNEL);
  EXPECT_EQ(setPointer(kernel, 2, memory), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(setPointer(kernel, 1, memory), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(setPointer(local, 1, memory), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(setPointer(kernel, 0, nullptr), CL_SUCCESS);
}

TEST_F(cl_intel_unified_shared_memoryTest, KernelsTakeExecutionInformation) {
  OwnedKernel kernel = makeKernel("number");
  void *pointers[] = {memory, memory + 8, &kernel};
  EXPECT_EQ(
      clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof(pointers), pointers),
      CL_SUCCESS);
  EXPECT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 5, pointers),
            CL_INVALID_VALUE);
  EXPECT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 8, nullptr),
            CL_INVALID_VALUE);
  for (cl_kernel_exec_info name : {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                                   CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
                                   CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL}) {
    const cl_bool yes = CL_TRUE;
    EXPECT_EQ(clSetKernelExecInfo(nullptr, name, sizeof(yes), &yes), CL_INVALID_KERNEL);
    EXPECT_EQ(clSetKernelExecInfo(kernel, name, sizeof(yes), &yes), CL_SUCCESS);
    EXPECT_EQ(clSetKernelExecInfo(kernel, name, 1, &yes), CL_INVALID_VALUE);
    EXPECT_EQ(clSetKernelExecInfo(kernel, name, sizeof(yes), nullptr), CL_INVALID_VALUE);
  }
}

TEST_F(cl_intel_unified_shared_memoryTest, FillRepeatsPatterns) {
  expectACommand(queue, CL_COMMAND_MEMFILL_INTEL,
                 [&](cl_command_queue q, cl_uint n, const cl_event *list, cl_event *event) {
                   const std::uint16_t pattern = 0x0102;
                   return memFill(q, memory + 2, &pattern, 2, 100, n, list, event);
                 });
  for (std::size_t i = 0; i < 110; ++i)
    EXPECT_EQ(memory[i], i < 2 || i >= 102 ? 0 : i % 2 ? 1 : 2) << i;
}

TEST_F(cl_intel_unified_shared_memoryTest, FillReturnsInvalidValue) {
  const std::uint8_t pattern[256] = {};
  const auto fill = [&](void *to, const void *from, std::size_t patternSize, std::size_t bytes) {
    return memFill(queue, to, from, patternSize, bytes, 0, nullptr, nullptr);
  };
  EXPECT_EQ(fill(nullptr, pattern, 4, 4), CL_INVALID_VALUE);
  EXPECT_EQ(fill(memory + 2, pattern, 4, 4), CL_INVALID_VALUE); // misaligned
  EXPECT_EQ(fill(memory, nullptr, 4, 4), CL_INVALID_VALUE);
  EXPECT_EQ(fill(memory, pattern, 0, 4), CL_INVALID_VALUE);
  EXPECT_EQ(fill(memory, pattern, 3, 6), CL_INVALID_VALUE);
  EXPECT_EQ(fill(memory, pattern, 256, 256), CL_INVALID_VALUE);
  EXPECT_EQ(fill(memory, pattern, 4, 6), CL_INVALID_VALUE);
  EXPECT_EQ(fill(memory, pattern, 128, 256), CL_SUCCESS);
}

TEST_F(cl_intel_unified_shared_memoryTest, CopyMovesBytes) {
  std::vector<std::uint8_t> from = countingBytes(100);
  expectACommand(queue, CL_COMMAND_MEMCPY_INTEL,
                 [&](cl_command_queue q, cl_uint n, const cl_event *list, cl_event *event) {
                   return memCopy(q, CL_FALSE, memory, from.data(), 100, n, list, event);
                 });
  EXPECT_EQ(std::memcmp(memory, from.data(), 100), 0);
  EXPECT_EQ(memory[100], 0);
}

TEST_F(cl_intel_unified_shared_memoryTest, CopyReturnsItsErrors) {
  const auto copy = [&](void *to, const void *from, std::size_t bytes) {
    return memCopy(queue, CL_TRUE, to, from, bytes, 0, nullptr, nullptr);
  };
  EXPECT_EQ(copy(nullptr, memory, 8), CL_INVALID_VALUE);
  EXPECT_EQ(copy(memory, nullptr, 8), CL_INVALID_VALUE);
  EXPECT_EQ(copy(memory, memory + 7, 8), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(memory + 7, memory, 8), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(memory + 8, memory, 8), CL_SUCCESS);
  OwnedEvent failed = makeUserEvent();
  ASSERT_EQ(clSetUserEventStatus(failed, -5), CL_SUCCESS);
  const cl_event list[] = {failed};
  EXPECT_EQ(memCopy(queue, CL_TRUE, memory, memory + 8, 8, 1, list, nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(cl_intel_unified_shared_memoryTest, MigrationIsACommand) {
  // No flags at all are good since version 1.2.0 of the extension.
  for (cl_mem_migration_flags flags :
       {0, CL_MIGRATE_MEM_OBJECT_HOST, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED})
    expectACommand(queue, CL_COMMAND_MIGRATEMEM_INTEL,
                   [&](cl_command_queue q, cl_uint n, const cl_event *list, cl_event *event) {
                     return migrate(q, memory, size, flags, n, list, event);
                   });
  EXPECT_EQ(migrate(queue, memory, size, 1 << 9, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(cl_intel_unified_shared_memoryTest, AdviceIsACommand) {
  expectACommand(queue, CL_COMMAND_MEMADVISE_INTEL,
                 [&](cl_command_queue q, cl_uint n, const cl_event *list, cl_event *event) {
                   return advise(q, memory, size, 0, n, list, event);
                 });
  EXPECT_EQ(advise(queue, memory, size, 0x4208, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

} // namespace heddle::test
