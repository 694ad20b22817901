// What the driver does to the process that it lives in: signals, fork(), unloading.
#include "tests/support/program_fixture.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace heddle::test {

namespace {

class ProcessMannersTest : public KernelTest {
protected:
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    KernelTest::SetUp();
    if (HasFatalFailure())
      return;
    kernel = makeKernel("number");
    out = makeBuffer(count * sizeof(cl_ulong));
    setArgument(kernel, 0, out.get());
    setArgument(kernel, 1, cl_ulong(1));
  }

public: // for native kernels
  bool works() {
    return enqueue(queue, kernel, count) == CL_SUCCESS && clFinish(queue) == CL_SUCCESS &&
           contents<cl_ulong>(out).at(count - 1) == count;
  }

  /// Runs the function in a child, which ends within a minute; true when it returned true.
  template <typename Function> bool inChild(Function &&function) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::alarm(60);
      ::_exit(function() ? 42 : 1);
    }
    int status = 0;
    return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 42;
  }

protected:
  static constexpr std::size_t count = 1000;
  OwnedKernel kernel;
  OwnedMem out;
};

std::atomic<int> ticks;

} // namespace

TEST_F(ProcessMannersTest, NoSignalHandlerIsReplaced) {
  // As the program had them when it began, which sanitizers may have changed before.
  const auto actions = [] {
    std::array<struct sigaction, 65> all = {};
    for (int signal = 1; signal < 65; ++signal)
      ::sigaction(signal, nullptr, &all[static_cast<std::size_t>(signal)]);
    return all;
  };
  std::signal(SIGUSR1, [](int) {});
  const auto before = actions();
  EXPECT_TRUE(works());
  OwnedProgram built = makeBuiltProgram();
  const auto after = actions();
  for (std::size_t signal = 1; signal < 65; ++signal) {
    EXPECT_EQ(before[signal].sa_handler, after[signal].sa_handler) << signal;
    EXPECT_EQ(before[signal].sa_flags, after[signal].sa_flags) << signal;
  }
  EXPECT_EQ(before[SIGSEGV].sa_handler, after[SIGSEGV].sa_handler);
  std::signal(SIGUSR1, SIG_DFL);
}

TEST_F(ProcessMannersTest, SignalsOfTheApplicationDisturbNothing) {
  ticks = 0;
  // Without SA_RESTART: system calls are interrupted.
  struct sigaction action = {}, previous;
  action.sa_handler = [](int) { ++ticks; };
  ::sigaction(SIGALRM, &action, &previous);
  const itimerval fast = {{0, 500}, {0, 500}}, off = {};
  ::setitimer(ITIMER_REAL, &fast, nullptr);
  for (int i = 0; i < 20 || ticks < 20; ++i) {
    ASSERT_TRUE(works());
    if (i % 10 == 0) {
      OwnedProgram built = makeBuiltProgram();
    }
  }
  ::setitimer(ITIMER_REAL, &off, nullptr);
  ::sigaction(SIGALRM, &previous, nullptr);
}

TEST_F(ProcessMannersTest, AChildCanGoOnAndBuildAnew) {
  ASSERT_TRUE(works());
  EXPECT_TRUE(inChild([&] { return works(); }));
  EXPECT_TRUE(inChild([&] {
    program = makeBuiltProgram();
    kernel = makeKernel("number");
    setArgument(kernel, 0, out.get());
    setArgument(kernel, 1, cl_ulong(1));
    return works();
  }));
  EXPECT_TRUE(works());
}

TEST_F(ProcessMannersTest, AChildOfAChildCanToo) {
  ASSERT_TRUE(works());
  EXPECT_TRUE(inChild([&] { return works() && inChild([&] { return works(); }); }));
}

TEST_F(ProcessMannersTest, AForkInTheMiddleOfWorkLeavesNobodyWaiting) {
  OwnedQueue other = makeQueue();
  OwnedMem large = makeBuffer(8 << 20);
  for (int round = 0; round < 20; ++round) {
    const cl_uint pattern = 1;
    for (int i = 0; i < 4; ++i)
      clEnqueueFillBuffer(other, large, &pattern, 4, 0, 8 << 20, 0, nullptr, nullptr);
    EXPECT_TRUE(inChild([&] { return clFinish(other) == CL_SUCCESS && works(); }));
    EXPECT_EQ(clFinish(other), CL_SUCCESS);
  }
}

TEST_F(ProcessMannersTest, AChildDoesNotWaitForWhatAnotherThreadRanOnTheSpot) {
  // A native kernel on the thread that enqueues it, which the child does not have.
  OwnedQueue here = makeQueue(CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL);
  static std::atomic<bool> isIn, mayGo;
  isIn = mayGo = false;
  std::thread other([&] {
    clEnqueueNativeKernel(
        here,
        [](void *) {
          isIn = true;
          while (!mayGo)
            std::this_thread::yield();
        },
        nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr);
  });
  while (!isIn)
    std::this_thread::yield();
  EXPECT_TRUE(inChild([&] { return clFinish(here) == CL_SUCCESS && works(); }));
  mayGo = true;
  other.join();
  EXPECT_EQ(clFinish(here), CL_SUCCESS);
}

TEST_F(ProcessMannersTest, ANativeKernelMayFork) {
  static ProcessMannersTest *self;
  static std::atomic<bool> childWorked;
  self = this;
  childWorked = false;
  OwnedQueue other = makeQueue();
  ASSERT_EQ(clEnqueueNativeKernel(
                other, [](void *) { childWorked = self->inChild([] { return self->works(); }); },
                nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_TRUE(childWorked);
  EXPECT_TRUE(works());
}

TEST_F(ProcessMannersTest, ALimitOnFileSizesFailsBuildsAndNothingElse) {
  // In a child, because the limit holds for the whole process.
  EXPECT_TRUE(inChild([&] {
    const rlimit none = {0, 0};
    ::setrlimit(RLIMIT_FSIZE, &none);
    OwnedProgram refused = makeProgram("kernel void refused() {}");
    return clBuildProgram(refused, 1, &device, "", nullptr, nullptr) == CL_BUILD_PROGRAM_FAILURE &&
           buildText(refused, CL_PROGRAM_BUILD_LOG).find("ulimit -f") != std::string::npos &&
           works();
  }));
}

TEST_F(ProcessMannersTest, TheLibraryStaysWhenItIsClosed) {
  // As a loader does when it is unloaded: threads and exit handlers of the driver are still there.
  Dl_info info = {};
  ASSERT_NE(::dladdr((*reinterpret_cast<void ***>(platform))[1], &info), 0);
  ASSERT_TRUE(works());
  void *const library = ::dlopen(info.dli_fname, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << ::dlerror();
  for (int i = 0; i < 3; ++i)
    ::dlclose(library);
  EXPECT_TRUE(works());
}

TEST_F(ProcessMannersTest, ThreadsMayEndWithCommandsInFlight) {
  // Joined, as a busy machine may start one when the test has ended and released queue and kernel.
  std::vector<std::thread> threads;
  for (int i = 0; i < 50; ++i)
    threads.emplace_back([&] {
      for (int j = 0; j < 20; ++j)
        enqueue(queue, kernel, count);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_TRUE(works());
  EXPECT_EXIT(
      {
        for (int i = 0; i < 1000; ++i)
          enqueue(queue, kernel, count);
        ::raise(SIGTERM);
      },
      testing::KilledBySignal(SIGTERM), "");
}

} // namespace heddle::test
