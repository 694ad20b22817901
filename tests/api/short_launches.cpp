// Launches that take no longer than calling another thread run where they become ready; those that
// may wait for somebody never do. Built by the real compiler.
#include "tests/support/program_fixture.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <xmmintrin.h>

namespace heddle::test {

namespace {

constexpr char source[] = R"(
kernel void third(global float *out, float one) { out[get_global_id(0)] = one / 3; }
kernel void chain(global float *out, int length) {
  float value = out[0];
  for (int i = 0; i < length; ++i)
    value = value * 0.5f + 1;
  out[0] = value;
}
kernel void answer(global atomic_int *question, global atomic_int *reply) {
  while (!atomic_load_explicit(question, memory_order_acquire, memory_scope_all_svm_devices))
    ;
  atomic_store_explicit(reply, 1, memory_order_release, memory_scope_all_svm_devices);
}
)";

/// Keeps all workers of a device busy as long as it lives, by native kernels.
class BusyWorkers {
public:
  BusyWorkers(cl_command_queue queue, unsigned count) : queue(queue) {
    BusyWorkers *self = this;
    for (unsigned i = 0; i < count; ++i)
      EXPECT_EQ(clEnqueueNativeKernel(
                    queue, [](void *argument) { (*static_cast<BusyWorkers **>(argument))->stay(); },
                    &self, sizeof(self), 0, nullptr, nullptr, 0, nullptr, nullptr),
                CL_SUCCESS);
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return here == count; });
  }
  BusyWorkers(const BusyWorkers &) = delete;
  BusyWorkers &operator=(const BusyWorkers &) = delete;
  ~BusyWorkers() {
    {
      std::lock_guard<std::mutex> lock(mutex);
      isOver = true;
      changed.notify_all();
    }
    clFinish(queue);
  }

private:
  void stay() {
    std::unique_lock<std::mutex> lock(mutex);
    ++here;
    changed.notify_all();
    changed.wait(lock, [&] { return isOver; });
  }

  cl_command_queue queue;
  std::mutex mutex;
  std::condition_variable changed;
  unsigned here = 0;
  bool isOver = false;
};

} // namespace

class ShortLaunchesTest : public ProgramTest {
protected:
  void SetUp() override {
    ProgramTest::SetUp();
    if (HasFatalFailure())
      return;
    program = makeProgram(source);
    build(program);
  }

  OwnedKernel kernelOf(const char *name) {
    cl_int error = CL_INVALID_VALUE;
    OwnedKernel kernel = clCreateKernel(program, name, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return kernel;
  }
  /// So often that it is known how long the kernel takes, also after a run that took long.
  void runOften(cl_kernel kernel, cl_command_queue where) {
    for (int i = 0; i < 200; ++i) {
      ASSERT_EQ(enqueue(where, kernel, 1), CL_SUCCESS);
      ASSERT_EQ(clFinish(where), CL_SUCCESS);
    }
  }

  OwnedProgram program;
};

TEST_F(ShortLaunchesTest, RunOnTheThreadThatEnqueuesThem) {
  const OwnedKernel kernel = kernelOf("third");
  const OwnedMem out = makeBuffer(sizeof(float));
  const cl_mem memory = out;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(memory), &memory), CL_SUCCESS);
  cl_float given = 1;
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof(given), &given), CL_SUCCESS);
  const OwnedQueue others = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const auto workers = query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS);
  // A thread that the system interrupts seems to take long, so it may take more than one try.
  bool isComplete = false;
  for (int i = 0; i < 50 && !isComplete; ++i) {
    runOften(kernel, queue);
    given = 2;
    ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof(given), &given), CL_SUCCESS);
    const BusyWorkers nobodyElse(others, workers);
    const unsigned before = _mm_getcsr();
    _mm_setcsr((before & ~0x6000u) | 0x4000u); // up
    OwnedEvent done;
    const std::size_t one = 1;
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, done.out()),
        CL_SUCCESS);
    const unsigned after = _mm_getcsr();
    _mm_setcsr(before);
    isComplete = statusOf(done) == CL_COMPLETE;
    EXPECT_EQ(after & 0x6000u, 0x4000u);
  }
  EXPECT_TRUE(isComplete);
  // To the nearest, whatever the thread has set.
  EXPECT_EQ(contents<float>(out).at(0), 2.0f / 3);
}

TEST_F(ShortLaunchesTest, OfKernelsThatMayTakeLongRunOnWorkers) {
  const OwnedKernel kernel = kernelOf("chain");
  const OwnedMem out = makeBufferOf(std::vector<float>{0});
  const cl_mem memory = out;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(memory), &memory), CL_SUCCESS);
  cl_int length = 1;
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof(length), &length), CL_SUCCESS);
  runOften(kernel, queue);
  // A quarter of a second.
  length = 1 << 27;
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof(length), &length), CL_SUCCESS);
  OwnedEvent done;
  const std::size_t one = 1;
  ASSERT_EQ(
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, done.out()),
      CL_SUCCESS);
  EXPECT_GT(statusOf(done), CL_COMPLETE);
  EXPECT_EQ(contents<float>(out).at(0), 2.0f);
}

TEST_F(ShortLaunchesTest, OfKernelsThatMayWaitRunOnWorkers) {
  struct Words {
    std::atomic<cl_int> question{1}, reply{0};
  };
  auto *words =
      new (clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, sizeof(Words), 0))
          Words;
  const OwnedKernel kernel = kernelOf("answer");
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, &words->question), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 1, &words->reply), CL_SUCCESS);
  runOften(kernel, queue);

  words->question = 0;
  words->reply = 0;
  std::atomic<bool> hasReturned{false}, wasRescued{false};
  std::thread rescue([&] {
    for (int i = 0; i < 1000 && !hasReturned; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    wasRescued = !hasReturned;
    words->question = 1;
  });
  EXPECT_EQ(enqueue(queue, kernel, 1), CL_SUCCESS);
  EXPECT_EQ(words->reply.load(), 0);
  hasReturned = true;
  rescue.join();
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_FALSE(wasRescued);
  EXPECT_EQ(words->reply.load(), 1);
  clSVMFree(context, words);
}

} // namespace heddle::test
