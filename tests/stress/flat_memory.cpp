// Thousands of cycles, after which as much memory is in use as before.
#include "tests/support/program_fixture.hpp"

#include <filesystem>
#include <fstream>
#include <malloc.h>
#include <thread>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HEDDLE_HAS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HEDDLE_HAS_SANITIZER 1
#endif
#endif
#ifndef HEDDLE_HAS_SANITIZER
#define HEDDLE_HAS_SANITIZER 0
#endif

namespace heddle::test {

namespace {

/// What a process has in use.
struct Usage {
  std::size_t resident = 0; ///< bytes
  std::size_t heap = 0;     ///< bytes that malloc() has given out
  std::size_t files = 0;    ///< open
  std::size_t mappings = 0;

  static Usage now() {
    Usage usage;
    std::size_t ignored = 0;
    std::ifstream("/proc/self/statm") >> ignored >> usage.resident;
    usage.resident *= static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    usage.heap = ::mallinfo2().uordblks;
    for ([[maybe_unused]] const auto &entry : std::filesystem::directory_iterator("/proc/self/fd"))
      ++usage.files;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
      ++usage.mappings;
    return usage;
  }
};

class FlatMemoryTest : public KernelTest {
protected:
  /// Makes more commands at a time than a cycle does, and so many besides that every thread of the
  /// driver can have its share of what they leave to be used again: who needs a piece then finds
  /// one, and who still takes new memory forgets to give it back.
  void fillRecycledMemory() {
    constexpr std::size_t inFlight = 4000;
    // Two batches of RecycledMemory, of the workers, this thread and one that it starts.
    constexpr std::size_t ofThread = 128;
    const std::size_t threads =
        query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS) + 2;
    OwnedKernel kernel = makeKernel("empty");
    const std::size_t size = 1;
    OwnedEvent gate = makeUserEvent();
    const cl_event list[] = {gate};
    ASSERT_EQ(clEnqueueBarrierWithWaitList(queue, 1, list, nullptr), CL_SUCCESS);
    for (std::size_t i = 0; i < inFlight + threads * ofThread; ++i)
      ASSERT_EQ(enqueue(queue, kernel, size), CL_SUCCESS);
    ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }

  /// Runs the cycle a quarter of `cycles` times, and then the rest, which must not need more.
  template <typename Cycle> void expectFlat(int cycles, Cycle &&cycle) {
    if (HEDDLE_HAS_SANITIZER) {
      for (int i = 0; i < cycles / 10; ++i)
        cycle();
      std::printf("memory is not compared: the sanitizer keeps what was freed\n");
      return;
    }
    fillRecycledMemory();
    for (int i = 0; i < cycles / 4; ++i)
      cycle();
    const Usage before = Usage::now();
    for (int i = cycles / 4; i < cycles; ++i)
      cycle();
    const Usage after = Usage::now();
    // Threads that come and go leave their allocator's arenas behind.
    EXPECT_LT(after.resident, before.resident + (4 << 20));
    // Each thread's allocator keeps a few small pieces, which count as given out.
    EXPECT_LT(after.heap, before.heap + (64 << 10) + 16 * std::size_t(cycles));
    EXPECT_LE(after.files, before.files);
    EXPECT_LE(after.mappings, before.mappings + 8);
  }
};

} // namespace

TEST_F(FlatMemoryTest, EnqueueAndFinish) {
  OwnedKernel kernel = makeKernel("number");
  OwnedMem out = makeBuffer(64 * sizeof(cl_ulong));
  setArgument(kernel, 0, out.get());
  setArgument(kernel, 1, cl_ulong(5));
  for (cl_command_queue_properties properties : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    OwnedQueue other = makeQueue(properties);
    expectFlat(20000, [&] {
      OwnedEvent first, second;
      const std::size_t size = 64;
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, first.out());
      const cl_event list[] = {first};
      clEnqueueNDRangeKernel(other, kernel, 1, nullptr, &size, nullptr, 1, list, second.out());
      ASSERT_EQ(clFinish(other), CL_SUCCESS);
    });
  }
}

TEST_F(FlatMemoryTest, ThousandsInFlight) {
  OwnedKernel kernel = makeKernel("empty");
  const std::size_t size = 1;
  OwnedQueue other = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  expectFlat(40, [&] {
    OwnedEvent gate = makeUserEvent();
    const cl_event list[] = {gate};
    for (int i = 0; i < 2000; ++i)
      for (cl_command_queue one : {queue.get(), other.get()})
        ASSERT_EQ(clEnqueueNDRangeKernel(one, kernel, 1, nullptr, &size, nullptr, 1, list, nullptr),
                  CL_SUCCESS);
    ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    ASSERT_EQ(clFinish(other), CL_SUCCESS);
  });
}

TEST_F(FlatMemoryTest, ThreadsThatComeAndGo) {
  OwnedKernel kernel = makeKernel("empty");
  const std::size_t size = 1;
  expectFlat(400, [&] {
    std::thread([&] {
      for (int i = 0; i < 200; ++i)
        enqueue(queue, kernel, size);
      clFinish(queue);
    }).join();
  });
}

TEST_F(FlatMemoryTest, ObjectsOfEveryKind) {
  expectFlat(4000, [&] {
    OwnedContext own = makeContext();
    cl_int error;
    OwnedQueue ownQueue = clCreateCommandQueueWithProperties(own, device, nullptr, &error);
    OwnedMem buffer = clCreateBuffer(own, 0, 4096, nullptr, &error);
    const cl_buffer_region region = {0, 1024};
    OwnedMem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    OwnedEvent event = clCreateUserEvent(own, &error), copied;
    const cl_event list[] = {event};
    clEnqueueCopyBuffer(ownQueue, part, buffer, 0, 2048, 1024, 1, list, copied.out());
    std::atomic<bool> told{false};
    clSetEventCallback(
        copied, CL_COMPLETE,
        [](cl_event, cl_int, void *flag) { static_cast<std::atomic<bool> *>(flag)->store(true); },
        &told);
    // Every second one fails.
    static int cycle = 0;
    ASSERT_EQ(clSetUserEventStatus(event, ++cycle % 2 ? CL_COMPLETE : -1), CL_SUCCESS);
    ASSERT_EQ(clFinish(ownQueue), CL_SUCCESS);
    void *const memory = clSVMAlloc(own, CL_MEM_READ_WRITE, 256, 0);
    ASSERT_NE(memory, nullptr);
    clSVMFree(own, memory);
    while (!told)
      std::this_thread::yield();
  });
}

TEST_F(FlatMemoryTest, BuildAndRelease) {
  OwnedMem out = makeBuffer(sizeof(cl_ulong));
  expectFlat(400, [&] {
    OwnedProgram built = makeBuiltProgram();
    cl_int error;
    OwnedKernel kernel = clCreateKernel(built, "count_loads", &error);
    ASSERT_EQ(error, CL_SUCCESS);
    setArgument(kernel, 0, out.get());
    ASSERT_EQ(enqueue(queue, kernel, 1), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  });
  EXPECT_EQ(contents<cl_ulong>(out).at(0), 1u);
}

} // namespace heddle::test
