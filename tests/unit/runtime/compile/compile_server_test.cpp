// The resident compiler: one worker for many jobs, and everything that can happen to it.
#include "runtime/compile/compile_server.hpp"
#include "runtime/compile/compiler_client.hpp"
#include "runtime/support/file.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <memory>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace heddle::compile {
namespace {

using abi::CompileStatus;

bool isAlive(pid_t process) {
  // A process that ends between the opening and the reading leaves no text either. Where process 1
  // reaps nobody, what has ended stays as a zombie.
  const std::string text = readFile("/proc/" + std::to_string(process) + "/stat").value_or("");
  return !text.empty() && text[text.rfind(')') + 2] != 'Z';
}

bool endsSoon(pid_t process) {
  for (int i = 0; i < 1000 && isAlive(process); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return !isAlive(process);
}

class CompileServerTest : public testing::Test {
protected:
  void SetUp() override {
    request.input = "kernel void k() {}";
    ::setenv("HEDDLE_FAKE_COMPILER", "parent", 1);
  }
  void TearDown() override {
    ::unsetenv("HEDDLE_FAKE_COMPILER");
    ::unsetenv("HEDDLE_FAKE_COMPILER_IDLE");
  }
  abi::CompileResponse run(std::chrono::milliseconds timeLimit = std::chrono::seconds(60)) {
    return runCompiler(locateCompiler(HEDDLE_FAKE_COMPILER), request, timeLimit, server.get());
  }
  /// The process whose child the compiler was.
  pid_t worker() { return std::stoi(run().log); }

  abi::CompileRequest request;
  std::unique_ptr<CompileServer> server = std::make_unique<CompileServer>();
};

TEST_F(CompileServerTest, OneWorkerServesAllJobs) {
  const pid_t first = worker();
  EXPECT_NE(first, ::getpid());
  EXPECT_EQ(worker(), first);
}

TEST_F(CompileServerTest, OneProcessDoesOneJobAfterTheOther) {
  ::setenv("HEDDLE_FAKE_COMPILER", "process", 1);
  const pid_t first = std::stoi(run().log);
  EXPECT_EQ(std::stoi(run().log), first);
}

TEST_F(CompileServerTest, AJobThatWentWrongEndsItsProcess) {
  ::setenv("HEDDLE_FAKE_COMPILER", "as-told", 1);
  for (const char *how : {"status", "abort"}) {
    request.options = "process";
    const pid_t first = std::stoi(run().log);
    request.options = how;
    EXPECT_EQ(run().status, CompileStatus::buildFailure);
    EXPECT_TRUE(endsSoon(first));
    request.options = "process";
    EXPECT_NE(std::stoi(run().log), first);
  }
}

TEST_F(CompileServerTest, FewProcessesStayWhenManyHaveHadJobs) {
  constexpr std::size_t count = 5, kept = 2;
  ::setenv("HEDDLE_FAKE_COMPILER", "slow", 1);
  std::vector<pid_t> processes(count);
  std::vector<std::thread> builds;
  for (pid_t &process : processes)
    builds.emplace_back([&] { process = std::stoi(run().log); });
  for (std::thread &build : builds)
    build.join();
  const auto alive = [&] {
    return static_cast<std::size_t>(std::count_if(processes.begin(), processes.end(), isAlive));
  };
  for (int i = 0; i < 1000 && alive() > kept; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_LE(alive(), kept);
}

TEST_F(CompileServerTest, WorkerIsNoChildOfTheApplication) {
  worker();
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG | __WALL), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST_F(CompileServerTest, ApplicationSeesNoSignalOfIt) {
  static volatile std::sig_atomic_t signals = 0;
  auto handler = std::signal(SIGCHLD, [](int) { signals = signals + 1; });
  const pid_t process = worker();
  server.reset();
  EXPECT_TRUE(endsSoon(process));
  std::signal(SIGCHLD, handler);
  EXPECT_EQ(signals, 0);
}

/// Runs the test in a process of its own, which ends with 42 when it is true.
void expectInChild(const std::function<bool()> &test) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::alarm(60);
    ::_exit(test() ? 42 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 42);
}

bool hasNoChildren() { return ::waitpid(-1, nullptr, WNOHANG | __WALL) == -1 && errno == ECHILD; }

TEST_F(CompileServerTest, AnApplicationThatAdoptsOrphansHasNoWorkerAndNoZombies) {
  expectInChild([&] {
    if (::prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
      return false;
    // Its own child did the job and was reaped.
    bool good = worker() == ::getpid() && hasNoChildren();
    // One that leaves a process behind, which comes to us.
    ::setenv("HEDDLE_FAKE_COMPILER", "hang", 1);
    good &= run(std::chrono::milliseconds(300)).log.find("in time") != std::string::npos;
    return good && hasNoChildren();
  });
}

TEST_F(CompileServerTest, AWorkerFromBeforeGoesOnServing) {
  const pid_t process = worker();
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  const pid_t again = worker();
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
  EXPECT_EQ(again, process);
}

TEST_F(CompileServerTest, ProcessOneOfAContainerHasNoWorkerAndNoZombies) {
  // In a process of its own: the namespace is for the children of who asks.
  bool allowed = true;
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  expectInChild([&] {
    allowed = ::unshare(CLONE_NEWPID) == 0;
    if (::write(ends[1], &allowed, sizeof(allowed)) != sizeof(allowed))
      return false;
    if (!allowed)
      return true;
    expectInChild([&] {
      return ::getpid() == 1 && worker() == 1 && hasNoChildren() &&
             run().status == CompileStatus::success && hasNoChildren();
    });
    return !testing::Test::HasFailure();
  });
  const bool told = ::read(ends[0], &allowed, sizeof(allowed)) == sizeof(allowed);
  ::close(ends[0]);
  ::close(ends[1]);
  ASSERT_TRUE(told);
  if (!allowed)
    GTEST_SKIP() << "this user may not make a process namespace";
}

TEST_F(CompileServerTest, WorkerEndsWithItsOwner) {
  const pid_t process = worker();
  EXPECT_TRUE(isAlive(process));
  server.reset();
  EXPECT_TRUE(endsSoon(process));
}

TEST_F(CompileServerTest, WorkerEndsWhenTheApplicationIsKilled) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t application = ::fork();
  if (application == 0) {
    const pid_t process = worker();
    static_cast<void>(!::write(ends[1], &process, sizeof(process)));
    ::raise(SIGKILL);
  }
  pid_t process = 0;
  ASSERT_EQ(::read(ends[0], &process, sizeof(process)), ssize_t(sizeof(process)));
  ::waitpid(application, nullptr, 0);
  ::close(ends[0]);
  ::close(ends[1]);
  EXPECT_TRUE(endsSoon(process));
}

TEST_F(CompileServerTest, IdleWorkerEndsAndTheNextJobStartsAnother) {
  ::setenv("HEDDLE_FAKE_COMPILER_IDLE", "50", 1);
  const pid_t process = worker();
  EXPECT_TRUE(endsSoon(process));
  EXPECT_NE(worker(), process);
}

TEST_F(CompileServerTest, KilledWorkerIsReplaced) {
  const pid_t process = worker();
  ::kill(process, SIGKILL);
  EXPECT_TRUE(endsSoon(process));
  const pid_t next = worker();
  EXPECT_NE(next, process);
  EXPECT_NE(next, ::getpid());
}

TEST_F(CompileServerTest, JobOfAKilledWorkerIsDoneByAChild) {
  const pid_t process = worker();
  ::kill(process, SIGSTOP);
  pid_t parent = 0;
  std::thread build([&] { parent = worker(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  ::kill(process, SIGKILL);
  build.join();
  EXPECT_NE(parent, process);
  EXPECT_NE(parent, 0);
}

TEST_F(CompileServerTest, JobsRunWhileAnotherOneHangs) {
  ::setenv("HEDDLE_FAKE_COMPILER", "as-told", 1);
  request.options = "hang";
  abi::CompileResponse hanging;
  std::thread build([&, again = request] {
    hanging = runCompiler(locateCompiler(HEDDLE_FAKE_COMPILER), again, std::chrono::seconds(3),
                          server.get());
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  request.options = "parent";
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(run().status, CompileStatus::success);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
  build.join();
  EXPECT_NE(hanging.log.find("did not finish in time"), std::string::npos) << hanging.log;
  EXPECT_EQ(run().status, CompileStatus::success);
}

TEST_F(CompileServerTest, TimeLimitKillsTheJobAndNotTheWorker) {
  ::setenv("HEDDLE_FAKE_COMPILER", "as-told", 1);
  request.options = "parent";
  const pid_t process = worker();
  request.options = "hang";
  EXPECT_EQ(run(std::chrono::milliseconds(200)).status, CompileStatus::buildFailure);
  request.options = "parent";
  EXPECT_EQ(worker(), process);
}

TEST_F(CompileServerTest, ChangedEnvironmentIsSeen) {
  const pid_t process = worker();
  ::setenv("HEDDLE_FAKE_COMPILER", "fail", 1);
  EXPECT_EQ(run().status, CompileStatus::buildFailure);
  ::setenv("HEDDLE_FAKE_COMPILER", "parent", 1);
  EXPECT_NE(worker(), process);
}

TEST_F(CompileServerTest, JobsStandInTheFolderOfTheApplication) {
  ::setenv("HEDDLE_FAKE_COMPILER", "folder", 1);
  TemporaryFolder folder;
  const std::string before = std::filesystem::current_path();
  run();
  std::filesystem::current_path(std::string(folder / ""));
  const std::string seen = run().log;
  std::filesystem::current_path(before);
  EXPECT_TRUE(std::filesystem::equivalent(seen, std::string(folder / ""))) << seen;
}

TEST_F(CompileServerTest, CompilerThatCannotServeIsRunAsAChild) {
  ::setenv("HEDDLE_FAKE_COMPILER", "unserving", 1);
  EXPECT_EQ(run().status, CompileStatus::success);
  EXPECT_EQ(run().status, CompileStatus::success);
}

TEST_F(CompileServerTest, ForkedApplicationUsesAWorkerOfItsOwn) {
  const pid_t process = worker();
  const pid_t child = ::fork();
  if (child == 0) {
    const pid_t own = worker();
    ::_exit(own != process && own != ::getpid() && worker() == own ? 0 : 1);
  }
  int status = 1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(worker(), process);
}

TEST_F(CompileServerTest, KeepsOneDescriptor) {
  auto descriptors = [] {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto &entry : std::filesystem::directory_iterator("/proc/self/fd"))
      ++count;
    return count;
  };
  const std::size_t before = descriptors();
  for (int i = 0; i < 5; ++i)
    run();
  EXPECT_EQ(descriptors(), before + 1);
  server.reset();
  EXPECT_EQ(descriptors(), before);
}

TEST_F(CompileServerTest, StartsWithStandardDescriptorsClosed) {
  const pid_t child = ::fork();
  if (child == 0) {
    for (int fd = 0; fd < 3; ++fd)
      ::close(fd);
    ::_exit(run().status == CompileStatus::success && worker() != ::getpid() ? 0 : 1);
  }
  int status = 1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

} // namespace
} // namespace heddle::compile
