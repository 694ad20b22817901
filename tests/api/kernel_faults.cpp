// HEDDLE_CATCH_FAULTS: kernels that touch memory which is not there, divide by zero, or need more
// stack than there is.
#include "tests/support/command_buffer_fixture.hpp"

#include <csetjmp>
#include <csignal>
#include <cstring>

namespace heddle::test {

namespace {

class KernelFaultTest : public CommandBufferFixture<KernelTest> {
protected:
  void SetUp() override {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
    GTEST_SKIP() << "the thread sanitizer has signal handlers of its own, which do not stand jumps";
#endif
#endif
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    CommandBufferFixture::SetUp();
    if (!HasFatalFailure())
      out = makeBuffer(groups * sizeof(cl_ulong));
  }

  /// Enqueues it with `argument` beside `out`, and returns what became of its event.
  cl_int run(const char *name, cl_ulong argument, std::string *said = nullptr) {
    OwnedKernel kernel = makeKernel(name);
    setArgument(kernel, 0, out.get());
    setArgument(kernel, 1, argument);
    const std::size_t one = 1;
    OwnedEvent done;
    testing::internal::CaptureStderr();
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &groups, &one, 0, nullptr, done.out()),
        CL_SUCCESS);
    const cl_event list[] = {done};
    const cl_int waited = clWaitForEvents(1, list);
    const std::string text = testing::internal::GetCapturedStderr();
    if (said)
      *said = text;
    const cl_int status = statusOf(done);
    EXPECT_EQ(waited, status < 0 ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS);
    return status;
  }

  const std::size_t groups = 100;
  OwnedMem out;
};

} // namespace

TEST_F(KernelFaultTest, AnInvalidAddressFailsTheCommandAndSaysWhose) {
  std::string said;
  EXPECT_EQ(run("store", 16, &said), CL_OUT_OF_RESOURCES);
  EXPECT_NE(said.find("kernel 'store': invalid address 0x10 (SIGSEGV)"), std::string::npos) << said;
  // Once, whatever number of work-groups met it.
  EXPECT_EQ(said.find("kernel 'store'"), said.rfind("kernel 'store'")) << said;
}

TEST_F(KernelFaultTest, ADivisionByZeroFailsTheCommand) {
  std::string said;
  EXPECT_EQ(run("divide", 0, &said), CL_OUT_OF_RESOURCES);
  EXPECT_NE(said.find("kernel 'divide': division of an integer by zero (SIGFPE)"),
            std::string::npos)
      << said;
}

TEST_F(KernelFaultTest, AStackThatIsUsedUpFailsTheCommand) {
  EXPECT_EQ(run("overflow", 1 << 20), CL_OUT_OF_RESOURCES);
}

TEST_F(KernelFaultTest, WhatWasRightGoesOn) {
  for (int round = 0; round < 100; ++round) {
    ASSERT_EQ(run("store", 16), CL_OUT_OF_RESOURCES);
    cl_ulong target = 0;
    ASSERT_EQ(run("store", reinterpret_cast<std::uintptr_t>(&target)), CL_COMPLETE);
    ASSERT_EQ(target, 7u);
    ASSERT_EQ(run("divide", 3), CL_COMPLETE);
    ASSERT_EQ(contents<cl_ulong>(out), std::vector<cl_ulong>(groups, 33));
  }
  EXPECT_EQ(run("overflow", 3), CL_COMPLETE);
}

TEST_F(KernelFaultTest, WhatWaitsForItFailsAndWhatFollowsInTheQueueRuns) {
  OwnedKernel kernel = makeKernel("store");
  setArgument(kernel, 0, out.get());
  setArgument(kernel, 1, cl_ulong(16));
  OwnedEvent faulted, waiting, following;
  const std::size_t one = 1;
  testing::internal::CaptureStderr();
  ASSERT_EQ(
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, &one, 0, nullptr, faulted.out()),
      CL_SUCCESS);
  const cl_event list[] = {faulted};
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, list, waiting.out()), CL_SUCCESS);
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, following.out()), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(statusOf(faulted), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(statusOf(waiting), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(statusOf(following), CL_COMPLETE);
}

namespace {
sigjmp_buf afterFault;
} // namespace

TEST_F(KernelFaultTest, OtherFaultsGoToTheHandlerThatWasThere) {
  EXPECT_EXIT(
      {
        std::signal(SIGSEGV, [](int) { siglongjmp(afterFault, 1); });
        if (run("store", 16) != CL_OUT_OF_RESOURCES)
          std::exit(1);
        if (sigsetjmp(afterFault, 1) == 0) {
          *reinterpret_cast<volatile int *>(std::uintptr_t(16)) = 1;
          std::exit(2);
        }
        std::exit(run("store", 16) == CL_OUT_OF_RESOURCES ? 7 : 3);
      },
      testing::ExitedWithCode(7), "");
}

TEST_F(KernelFaultTest, OtherFaultsEndTheProgramWhereNobodyHandlesThem) {
  EXPECT_EXIT(
      {
        std::signal(SIGSEGV, SIG_DFL);
        run("store", 16);
        *reinterpret_cast<volatile int *>(std::uintptr_t(16)) = 1;
      },
      testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(
      {
        std::signal(SIGFPE, SIG_DFL);
        run("divide", 0);
        std::raise(SIGFPE);
      },
      testing::KilledBySignal(SIGFPE), "");
}

namespace {

void storeAt(void *arguments) {
  void *address = nullptr;
  std::memcpy(&address, arguments, sizeof(address));
  *static_cast<volatile int *>(address) = 1;
}

/// What a native kernel waits for, and where it faults then.
struct WaitAndStore {
  cl_command_queue queue;
  void *address;
};

} // namespace

TEST_F(KernelFaultTest, AFaultInANativeKernelFailsItsCommand) {
  void *address = reinterpret_cast<void *>(std::uintptr_t(16));
  OwnedEvent faulted, following;
  testing::internal::CaptureStderr();
  ASSERT_EQ(clEnqueueNativeKernel(queue, storeAt, &address, sizeof(address), 0, nullptr, nullptr, 0,
                                  nullptr, faulted.out()),
            CL_SUCCESS);
  int target = 0;
  address = &target;
  ASSERT_EQ(clEnqueueNativeKernel(queue, storeAt, &address, sizeof(address), 0, nullptr, nullptr, 0,
                                  nullptr, following.out()),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("native kernel: invalid address 0x10 (SIGSEGV)"), std::string::npos) << said;
  EXPECT_EQ(statusOf(faulted), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(statusOf(following), CL_COMPLETE);
  EXPECT_EQ(target, 1);
}

TEST_F(KernelFaultTest, ANativeKernelMayFaultBehindAKernelThatFaultedWhileItWaited) {
  OwnedKernel kernel = makeKernel("store");
  setArgument(kernel, 0, out.get());
  setArgument(kernel, 1, cl_ulong(16));
  OwnedQueue other = makeQueue(0);
  const std::size_t one = 1;
  const auto waitAndStore = [](void *arguments) {
    WaitAndStore what;
    std::memcpy(&what, arguments, sizeof(what));
    clFinish(what.queue);
    storeAt(&what.address);
  };
  testing::internal::CaptureStderr();
  for (int round = 0; round < 50; ++round) {
    OwnedEvent start = OwnedEvent(clCreateUserEvent(context, nullptr)), inner, outer;
    const cl_event list[] = {start};
    ASSERT_EQ(clEnqueueNDRangeKernel(other, kernel, 1, nullptr, &one, &one, 1, list, inner.out()),
              CL_SUCCESS);
    WaitAndStore what = {other, reinterpret_cast<void *>(std::uintptr_t(16))};
    ASSERT_EQ(clEnqueueNativeKernel(queue, waitAndStore, &what, sizeof(what), 0, nullptr, nullptr,
                                    0, nullptr, outer.out()),
              CL_SUCCESS);
    ASSERT_EQ(clSetUserEventStatus(start, CL_COMPLETE), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    ASSERT_EQ(statusOf(inner), CL_OUT_OF_RESOURCES);
    ASSERT_EQ(statusOf(outer), CL_OUT_OF_RESOURCES);
  }
  testing::internal::GetCapturedStderr();
}

TEST_F(KernelFaultTest, ATransferToAnAddressThatIsNotThereFails) {
  // Small ones run at once, large ones in pieces by several threads.
  for (const std::size_t size : {std::size_t(64), std::size_t(32) << 20}) {
    OwnedMem buffer = makeBuffer(size);
    OwnedEvent read, fill;
    testing::internal::CaptureStderr();
    ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, size,
                                  reinterpret_cast<void *>(std::uintptr_t(4096)), 0, nullptr,
                                  read.out()),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    const cl_uint pattern = 5;
    ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &pattern, sizeof(pattern), 0, size, 0, nullptr,
                                  fill.out()),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find("copy: invalid address"), std::string::npos) << said;
    EXPECT_EQ(statusOf(read), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(statusOf(fill), CL_COMPLETE);
  }
}

TEST_F(KernelFaultTest, ACommandBufferFailsAsItsCommandDidAndWhatWaitsForThatDoesNotRun) {
  OwnedKernel kernel = makeKernel("store");
  setArgument(kernel, 0, out.get());
  setArgument(kernel, 1, cl_ulong(16));
  OwnedQueue outOfOrder = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  OwnedMem buffer = makeBufferOf(std::vector<cl_uint>{1, 2, 3});
  OwnedCommandBuffer commands = make(outOfOrder);
  const std::size_t one = 1;
  cl_sync_point_khr faulted = 0;
  ASSERT_EQ(cl.commandNDRangeKernel(commands.get(), nullptr, nullptr, kernel, 1, nullptr, &one,
                                    &one, 0, nullptr, &faulted, nullptr),
            CL_SUCCESS);
  const auto copyTo = [&](std::size_t offset, cl_uint count, const cl_sync_point_khr *list) {
    EXPECT_EQ(cl.commandCopyBuffer(commands.get(), nullptr, nullptr, buffer, buffer, 0, offset, 4,
                                   count, list, nullptr, nullptr),
              CL_SUCCESS);
  };
  copyTo(4, 1, &faulted);
  copyTo(8, 0, nullptr);
  finalize(commands);
  OwnedEvent done;
  testing::internal::CaptureStderr();
  ASSERT_EQ(cl.enqueueCommandBuffer(0, nullptr, commands.get(), 0, nullptr, done.out()),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(outOfOrder), CL_SUCCESS);
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(statusOf(done), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(contents<cl_uint>(buffer), (std::vector<cl_uint>{1, 2, 1}));
}

} // namespace heddle::test
