// clEnqueueSVMFree, clEnqueueSVMMemcpy, clEnqueueSVMMemFill, clEnqueueSVMMap, clEnqueueSVMUnmap,
// clEnqueueSVMMigrateMem.
#include "tests/support/command_expectations.hpp"
#include "tests/support/opencl_fixture.hpp"

#include <atomic>
#include <cstring>

namespace heddle::test {

class SvmCommandTest : public QueueTest {
protected:
  void SetUp() override {
    QueueTest::SetUp();
    if (HasFatalFailure())
      return;
    memory = static_cast<std::uint8_t *>(clSVMAlloc(context, CL_MEM_READ_WRITE, size, 0));
    ASSERT_NE(memory, nullptr);
    std::memset(memory, 0, size);
  }
  void TearDown() override { clSVMFree(context, memory); }

  /// A list with an event that has failed.
  std::vector<cl_event> failedEvent() {
    failure = makeUserEvent();
    EXPECT_EQ(clSetUserEventStatus(failure, -5), CL_SUCCESS);
    return {failure};
  }

  static constexpr std::size_t size = 1 << 16;
  std::uint8_t *memory = nullptr;
  OwnedEvent failure;
};
using clEnqueueSVMFreeTest = SvmCommandTest;
using clEnqueueSVMMemcpyTest = SvmCommandTest;
using clEnqueueSVMMemFillTest = SvmCommandTest;
using clEnqueueSVMMapTest = SvmCommandTest;
using clEnqueueSVMUnmapTest = SvmCommandTest;
using clEnqueueSVMMigrateMemTest = SvmCommandTest;

namespace {

/// What a callback of clEnqueueSVMFree is told.
struct Freed {
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  std::vector<void *> pointers;
  std::atomic<int> calls{0};

  static void CL_CALLBACK callback(cl_command_queue queue, cl_uint count, void *pointers[],
                                   void *data) {
    auto &self = *static_cast<Freed *>(data);
    self.queue = queue;
    self.pointers.assign(pointers, pointers + count);
    for (cl_uint i = 0; i < count; ++i)
      clSVMFree(self.context, pointers[i]);
    ++self.calls;
  }
};

} // namespace

TEST_F(clEnqueueSVMFreeTest, IsACommandLikeAnyOther) {
  expectACommand(queue, CL_COMMAND_SVM_FREE,
                 [&](cl_command_queue q, cl_uint n, const cl_event *list, cl_event *event) {
                   void *pointers[] = {nullptr, nullptr};
                   return clEnqueueSVMFree(q, 2, pointers, nullptr, nullptr, n, list, event);
                 });
}

TEST_F(clEnqueueSVMFreeTest, FreesWhenItsTurnHasComeAndCopiesTheList) {
  auto *freed = static_cast<std::uint8_t *>(clSVMAlloc(context, 0, 64, 0));
  ASSERT_NE(freed, nullptr);
  OwnedEvent gate = makeUserEvent();
  const cl_event list[] = {gate};
  void *pointers[] = {freed};
  ASSERT_EQ(clEnqueueSVMFree(queue, 1, pointers, nullptr, nullptr, 1, list, nullptr), CL_SUCCESS);
  pointers[0] = memory;
  const auto isThere = [&] {
    const void *one[] = {freed};
    return clEnqueueSVMMigrateMem(makeQueue(), 1, one, nullptr, 0, 0, nullptr, nullptr) ==
           CL_SUCCESS;
  };
  EXPECT_TRUE(isThere());
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_FALSE(isThere());
  const void *other[] = {memory};
  EXPECT_EQ(clEnqueueSVMMigrateMem(queue, 1, other, nullptr, 0, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(clEnqueueSVMFreeTest, LeavesTheFreeingToACallback) {
  int ofTheHost = 0;
  Freed freed;
  freed.context = context;
  void *pointers[] = {clSVMAlloc(context, 0, 64, 0), &ofTheHost, nullptr};
  const std::vector<void *> expected(pointers, pointers + 3);
  ASSERT_EQ(clEnqueueSVMFree(queue, 3, pointers, Freed::callback, &freed, 0, nullptr, nullptr),
            CL_SUCCESS);
  std::memset(pointers, 0, sizeof(pointers));
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(freed.calls, 1);
  EXPECT_EQ(freed.queue, queue.get());
  EXPECT_EQ(freed.pointers, expected);
}

TEST_F(clEnqueueSVMFreeTest, CallbacksMayWaitForCommands) {
  // More of them at a time than there are workers, on queues of every kind.
  struct Story {
    OwnedQueue second;
    std::uint8_t *part;
  };
  const auto callback = [](cl_command_queue, cl_uint, void *[], void *data) {
    const auto &told = *static_cast<Story *>(data);
    const std::uint8_t seven = 7;
    clEnqueueSVMMemFill(told.second, told.part, &seven, 1, size, 0, nullptr, nullptr);
    clFinish(told.second);
  };
  const auto count = query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS) + 1;
  std::vector<std::uint8_t> filled(size * count);
  std::vector<Story> stories(count);
  OwnedQueue unordered = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  OwnedQueue onThisThread = makeQueue(CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL);
  void *pointers[] = {nullptr};
  for (cl_uint i = 0; i < count; ++i) {
    stories[i] = {makeQueue(), &filled[i * size]};
    ASSERT_EQ(clEnqueueSVMFree(i + 1 < count ? unordered : onThisThread, 1, pointers, callback,
                               &stories[i], 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  ASSERT_EQ(clFinish(unordered), CL_SUCCESS);
  EXPECT_EQ(filled, std::vector<std::uint8_t>(size * count, 7));
}

TEST_F(clEnqueueSVMFreeTest, DoesNotCallBackWhenItsWaitListFailed) {
  Freed freed;
  void *pointers[] = {nullptr};
  ASSERT_EQ(clEnqueueSVMFree(queue, 1, pointers, Freed::callback, &freed, 1, failedEvent().data(),
                             nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(freed.calls, 0);
}

TEST_F(clEnqueueSVMFreeTest, ReturnsInvalidValueForAListThatDoesNotFitItsLength) {
  void *pointers[] = {nullptr};
  EXPECT_EQ(clEnqueueSVMFree(queue, 0, pointers, nullptr, nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMFree(queue, 1, nullptr, nullptr, nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMFree(queue, 0, nullptr, nullptr, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(clEnqueueSVMMemcpyTest, IsACommandLikeAnyOther) {
  expectACommand(queue, CL_COMMAND_SVM_MEMCPY,
                 [&](cl_command_queue q, cl_uint n, const cl_event *list, cl_event *event) {
                   return clEnqueueSVMMemcpy(q, CL_FALSE, memory, memory + 100, 100, n, list,
                                             event);
                 });
}

TEST_F(clEnqueueSVMMemcpyTest, CopiesBetweenSharedMemoryAndThatOfTheHost) {
  const std::vector<std::uint8_t> from = countingBytes(30000);
  std::vector<std::uint8_t> to(30000);
  ASSERT_EQ(
      clEnqueueSVMMemcpy(queue, CL_FALSE, memory + 1, from.data(), 30000, 0, nullptr, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(
      clEnqueueSVMMemcpy(queue, CL_FALSE, memory + 30001, memory + 1, 30000, 0, nullptr, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(
      clEnqueueSVMMemcpy(queue, CL_TRUE, to.data(), memory + 30001, 30000, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(to, from);
}

TEST_F(clEnqueueSVMMemcpyTest, BlockingReportsAFailedWaitList) {
  EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, memory, memory + 100, 100, 1, failedEvent().data(),
                               nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(clEnqueueSVMMemcpyTest, ReturnsInvalidValueForNull) {
  EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, nullptr, memory, 8, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, memory, nullptr, 8, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(clEnqueueSVMMemcpyTest, ReturnsCopyOverlapForBytesThatAreOnBothSides) {
  const auto copy = [&](std::size_t to, std::size_t from, std::size_t bytes) {
    return clEnqueueSVMMemcpy(queue, CL_TRUE, memory + to, memory + from, bytes, 0, nullptr,
                              nullptr);
  };
  EXPECT_EQ(copy(0, 99, 100), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(99, 0, 100), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(0, 0, 100), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(0, 100, 100), CL_SUCCESS);
  EXPECT_EQ(copy(100, 0, 100), CL_SUCCESS);
  EXPECT_EQ(copy(0, 0, 0), CL_SUCCESS);
}

TEST_F(clEnqueueSVMMemFillTest, IsACommandLikeAnyOther) {
  expectACommand(queue, CL_COMMAND_SVM_MEMFILL,
                 [&](cl_command_queue q, cl_uint n, const cl_event *list, cl_event *event) {
                   const std::uint8_t pattern = 1;
                   return clEnqueueSVMMemFill(q, memory, &pattern, 1, 100, n, list, event);
                 });
}

TEST_F(clEnqueueSVMMemFillTest, RepeatsPatternsOfEverySizeAndCopiesThem) {
  for (std::size_t patternSize = 1; patternSize <= 128; patternSize *= 2) {
    std::memset(memory, 0xee, 2048);
    OwnedEvent gate = makeUserEvent();
    const cl_event list[] = {gate};
    std::vector<std::uint8_t> pattern = countingBytes(patternSize);
    ASSERT_EQ(clEnqueueSVMMemFill(queue, memory + patternSize, pattern.data(), patternSize,
                                  patternSize * 5, 1, list, nullptr),
              CL_SUCCESS);
    pattern.assign(patternSize, 0xff);
    ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    for (std::size_t i = 0; i < 2048; ++i) {
      const bool inside = i >= patternSize && i < patternSize * 6;
      ASSERT_EQ(memory[i], inside ? i % patternSize : 0xeeu) << patternSize << " at " << i;
    }
  }
}

TEST_F(clEnqueueSVMMemFillTest, FillsMemoryOfTheHost) {
  std::vector<std::uint32_t> numbers(1 << 20);
  const std::uint32_t pattern = 0x12345678;
  ASSERT_EQ(clEnqueueSVMMemFill(queue, numbers.data(), &pattern, 4, numbers.size() * 4, 0, nullptr,
                                nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(numbers, std::vector<std::uint32_t>(1 << 20, pattern));
}

TEST_F(clEnqueueSVMMemFillTest, ReturnsInvalidValue) {
  const std::uint8_t pattern[256] = {};
  const auto fill = [&](void *to, const void *from, std::size_t patternSize, std::size_t bytes) {
    return clEnqueueSVMMemFill(queue, to, from, patternSize, bytes, 0, nullptr, nullptr);
  };
  EXPECT_EQ(fill(nullptr, pattern, 4, 4), CL_INVALID_VALUE);
  EXPECT_EQ(fill(memory + 2, pattern, 4, 4), CL_INVALID_VALUE); // misaligned
  EXPECT_EQ(fill(memory, nullptr, 4, 4), CL_INVALID_VALUE);
  EXPECT_EQ(fill(memory, pattern, 0, 4), CL_INVALID_VALUE);
  EXPECT_EQ(fill(memory, pattern, 3, 6), CL_INVALID_VALUE);
  EXPECT_EQ(fill(memory, pattern, 256, 256), CL_INVALID_VALUE);
  EXPECT_EQ(fill(memory, pattern, 4, 6), CL_INVALID_VALUE);
}

TEST_F(clEnqueueSVMMapTest, IsACommandLikeAnyOther) {
  expectACommand(queue, CL_COMMAND_SVM_MAP,
                 [&](cl_command_queue q, cl_uint n, const cl_event *list, cl_event *event) {
                   return clEnqueueSVMMap(q, CL_FALSE, CL_MAP_READ, memory, 64, n, list, event);
                 });
}

TEST_F(clEnqueueSVMMapTest, WaitsForWhatWasEnqueuedBefore) {
  const std::uint8_t pattern = 5;
  ASSERT_EQ(clEnqueueSVMMemFill(queue, memory, &pattern, 1, size, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, memory, size, 0, nullptr,
                            nullptr),
            CL_SUCCESS);
  EXPECT_EQ(memory[size - 1], 5);
  EXPECT_EQ(clEnqueueSVMUnmap(queue, memory, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(clEnqueueSVMMapTest, BlockingReportsAFailedWaitList) {
  EXPECT_EQ(
      clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, memory, 64, 1, failedEvent().data(), nullptr),
      CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(clEnqueueSVMMapTest, ReturnsInvalidValue) {
  const auto map = [&](cl_map_flags flags, void *pointer, std::size_t bytes) {
    return clEnqueueSVMMap(queue, CL_TRUE, flags, pointer, bytes, 0, nullptr, nullptr);
  };
  EXPECT_EQ(map(CL_MAP_READ, nullptr, 64), CL_INVALID_VALUE);
  EXPECT_EQ(map(CL_MAP_READ, memory, 0), CL_INVALID_VALUE);
  EXPECT_EQ(map(1 << 9, memory, 64), CL_INVALID_VALUE);
  EXPECT_EQ(map(CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION, memory, 64), CL_INVALID_VALUE);
  EXPECT_EQ(map(CL_MAP_WRITE_INVALIDATE_REGION, memory, 64), CL_SUCCESS);
}

TEST_F(clEnqueueSVMUnmapTest, IsACommandLikeAnyOther) {
  expectACommand(queue, CL_COMMAND_SVM_UNMAP,
                 [&](cl_command_queue q, cl_uint n, const cl_event *list, cl_event *event) {
                   return clEnqueueSVMUnmap(q, memory, n, list, event);
                 });
}

TEST_F(clEnqueueSVMUnmapTest, ReturnsInvalidValueForNull) {
  EXPECT_EQ(clEnqueueSVMUnmap(queue, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(clEnqueueSVMMigrateMemTest, IsACommandLikeAnyOther) {
  expectACommand(queue, CL_COMMAND_SVM_MIGRATE_MEM,
                 [&](cl_command_queue q, cl_uint n, const cl_event *list, cl_event *event) {
                   const void *pointers[] = {memory, memory + 100};
                   return clEnqueueSVMMigrateMem(q, 2, pointers, nullptr, 0, n, list, event);
                 });
}

TEST_F(clEnqueueSVMMigrateMemTest, TakesPartsAndWholeAllocations) {
  const void *pointers[] = {memory, memory + 5, memory + size - 1};
  const std::size_t sizes[] = {size, 0, 1};
  for (cl_mem_migration_flags flags :
       {0, CL_MIGRATE_MEM_OBJECT_HOST, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED})
    EXPECT_EQ(clEnqueueSVMMigrateMem(queue, 3, pointers, sizes, flags, 0, nullptr, nullptr),
              CL_SUCCESS);
}

TEST_F(clEnqueueSVMMigrateMemTest, ReturnsInvalidValue) {
  const auto migrate = [&](cl_uint count, const void *pointer, const std::size_t *sizes,
                           cl_mem_migration_flags flags) {
    const void *pointers[] = {pointer};
    return clEnqueueSVMMigrateMem(queue, count, pointers, sizes, flags, 0, nullptr, nullptr);
  };
  const std::size_t all = size, more = size + 1, endless = SIZE_MAX;
  const int ofTheHost = 0;
  EXPECT_EQ(migrate(0, memory, &all, 0), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMMigrateMem(queue, 1, nullptr, &all, 0, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(migrate(1, memory, &all, 1 << 9), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(1, memory, &more, 0), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(1, memory + 1, &all, 0), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(1, memory + 1, &endless, 0), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(1, &ofTheHost, nullptr, 0), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(1, nullptr, nullptr, 0), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(1, memory, &all, 0), CL_SUCCESS);
}

} // namespace heddle::test
