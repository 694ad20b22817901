// Queues whose commands run on the thread that enqueues them.
#include "tests/support/program_fixture.hpp"

#include <CL/cl_ext.h>

#include <chrono>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace heddle::test {

class cl_intel_exec_by_local_threadTest : public KernelTest,
                                          public testing::WithParamInterface<cl_queue_properties> {
protected:
  void SetUp() override {
    KernelTest::SetUp();
    if (HasFatalFailure())
      return;
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES,
                                        CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL | GetParam(), 0};
    cl_int error = CL_INVALID_VALUE;
    local = clCreateCommandQueueWithProperties(context, device, list, &error);
    ASSERT_EQ(error, CL_SUCCESS);
  }
  static cl_uint thisThread() { return static_cast<cl_uint>(::syscall(SYS_gettid)); }

  OwnedQueue local;
};

INSTANTIATE_TEST_SUITE_P(Order, cl_intel_exec_by_local_threadTest,
                         testing::Values(0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));

TEST_P(cl_intel_exec_by_local_threadTest, IsReportedAndAskedBack) {
  EXPECT_NE(queryString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS)
                .find("cl_intel_exec_by_local_thread"),
            std::string::npos);
  EXPECT_TRUE(query<cl_command_queue_properties>(clGetDeviceInfo, device,
                                                 CL_DEVICE_QUEUE_ON_HOST_PROPERTIES) &
              CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL);
  EXPECT_EQ(
      query<cl_command_queue_properties>(clGetCommandQueueInfo, local.get(), CL_QUEUE_PROPERTIES),
      CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL | GetParam());
  cl_int error = CL_INVALID_VALUE;
  OwnedQueue old =
      clCreateCommandQueue(context, device, CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL, &error);
  EXPECT_EQ(error, CL_SUCCESS);
}

TEST_P(cl_intel_exec_by_local_threadTest, TheThreadThatEnqueuesRunsAllWorkGroups) {
  constexpr std::size_t groups = 1000;
  OwnedMem out = makeBufferOf(std::vector<cl_uint>(groups, 0));
  OwnedKernel kernel = makeKernel("thread_of");
  setArgument(kernel, 0, out.get());
  auto expectRunsHere = [&] {
    const std::size_t one = 1;
    OwnedEvent done;
    ASSERT_EQ(
        clEnqueueNDRangeKernel(local, kernel, 1, nullptr, &groups, &one, 0, nullptr, done.out()),
        CL_SUCCESS);
    EXPECT_EQ(statusOf(done), CL_COMPLETE);
    EXPECT_EQ(contents<cl_uint>(out), std::vector<cl_uint>(groups, thisThread()));
  };
  expectRunsHere();
  std::thread(expectRunsHere).join();
}

TEST_P(cl_intel_exec_by_local_threadTest, CommandsAreCompleteWhenTheFunctionReturns) {
  std::vector<std::uint8_t> bytes(1 << 20, 3), back(bytes.size());
  OwnedMem buffer = makeBuffer(bytes.size());
  OwnedEvent written, read, marker;
  ASSERT_EQ(clEnqueueWriteBuffer(local, buffer, CL_FALSE, 0, bytes.size(), bytes.data(), 0, nullptr,
                                 written.out()),
            CL_SUCCESS);
  EXPECT_EQ(statusOf(written), CL_COMPLETE);
  ASSERT_EQ(clEnqueueReadBuffer(local, buffer, CL_FALSE, 0, back.size(), back.data(), 0, nullptr,
                                read.out()),
            CL_SUCCESS);
  EXPECT_EQ(statusOf(read), CL_COMPLETE);
  EXPECT_EQ(back, bytes);
  ASSERT_EQ(clEnqueueMarkerWithWaitList(local, 0, nullptr, marker.out()), CL_SUCCESS);
  EXPECT_EQ(statusOf(marker), CL_COMPLETE);
  EXPECT_EQ(clFinish(local), CL_SUCCESS);
}

TEST_P(cl_intel_exec_by_local_threadTest, TheCallerWaitsForTheWaitList) {
  OwnedMem out = makeBufferOf(std::vector<cl_uint>(1, 0));
  OwnedKernel kernel = makeKernel("thread_of");
  setArgument(kernel, 0, out.get());
  OwnedEvent gate = makeUserEvent(), done;
  const cl_event wait = gate;
  std::atomic<bool> opened = false;
  std::thread opener([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    opened = true;
    clSetUserEventStatus(gate, CL_COMPLETE);
  });
  const std::size_t one = 1;
  EXPECT_EQ(clEnqueueNDRangeKernel(local, kernel, 1, nullptr, &one, &one, 1, &wait, done.out()),
            CL_SUCCESS);
  EXPECT_TRUE(opened);
  EXPECT_EQ(statusOf(done), CL_COMPLETE);
  opener.join();
  EXPECT_EQ(contents<cl_uint>(out), std::vector<cl_uint>{thisThread()});
}

TEST_P(cl_intel_exec_by_local_threadTest, AFailedWaitListIsTheEventsStatus) {
  OwnedKernel kernel = makeKernel("empty");
  OwnedEvent gate = makeUserEvent(), done;
  const cl_event wait = gate;
  ASSERT_EQ(clSetUserEventStatus(gate, -1), CL_SUCCESS);
  const std::size_t one = 1;
  EXPECT_EQ(clEnqueueNDRangeKernel(local, kernel, 1, nullptr, &one, &one, 1, &wait, done.out()),
            CL_SUCCESS);
  EXPECT_EQ(statusOf(done), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_P(cl_intel_exec_by_local_threadTest, AKernelMayNeedMoreStackThanTheThreadHas) {
  OwnedMem out = makeBufferOf(std::vector<cl_uint>(4, 0));
  OwnedKernel kernel = makeKernel("deep");
  setArgument(kernel, 0, out.get());
  const std::size_t four = 4, one = 1;
  ASSERT_EQ(clEnqueueNDRangeKernel(local, kernel, 1, nullptr, &four, &one, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(contents<cl_uint>(out), (std::vector<cl_uint>{0, 1, 2, 3}));
}

TEST_P(cl_intel_exec_by_local_threadTest, SeveralThreadsMayUseOneQueue) {
  constexpr std::size_t groups = 64;
  std::vector<std::thread> threads;
  std::atomic<unsigned> good = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      OwnedMem out = makeBufferOf(std::vector<cl_uint>(groups, 0));
      OwnedKernel kernel = makeKernel("thread_of");
      setArgument(kernel, 0, out.get());
      const std::size_t one = 1;
      for (int round = 0; round < 50; ++round) {
        std::vector<cl_uint> got(groups);
        if (clEnqueueNDRangeKernel(local, kernel, 1, nullptr, &groups, &one, 0, nullptr, nullptr) ==
                CL_SUCCESS &&
            clEnqueueReadBuffer(local, out, CL_FALSE, 0, groups * sizeof(cl_uint), got.data(), 0,
                                nullptr, nullptr) == CL_SUCCESS &&
            got == std::vector<cl_uint>(groups, thisThread()))
          ++good;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(good, 200u);
}

} // namespace heddle::test
