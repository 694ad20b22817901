#include "runtime/support/file.hpp"
#include "runtime/support/subprocess.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace heddle {
namespace {

using End = SubprocessResult::End;

class SubprocessTest : public testing::Test {
protected:
  SubprocessResult runShell(const std::string &script,
                            std::chrono::milliseconds timeLimit = std::chrono::seconds(60)) {
    SubprocessRequest request;
    request.arguments = {"/bin/sh", "-c", script};
    request.standardInput = input.get();
    request.standardOutput = output.get();
    request.standardError = error.get();
    request.timeLimit = timeLimit;
    return runSubprocess(request);
  }
  std::string outputText() { return readAll(output.get()).value(); }

  FileDescriptor input = createMemoryFile("in");
  FileDescriptor output = createMemoryFile("out");
  FileDescriptor error = createMemoryFile("err");
};

TEST_F(SubprocessTest, PassesInputOutputErrorAndStatus) {
  ASSERT_EQ(writeAll(input.get(), "a line\n"), 0);
  ::lseek(input.get(), 0, SEEK_SET);
  SubprocessResult result = runShell("read x; echo \"got $x\"; echo oops >&2; exit 7");
  EXPECT_EQ(result.end, End::exited);
  EXPECT_EQ(result.code, 7);
  EXPECT_EQ(outputText(), "got a line\n");
  EXPECT_EQ(readAll(error.get()).value(), "oops\n");
  EXPECT_EQ(result.describe(), "exited with status 7");
}

TEST_F(SubprocessTest, ReportsTheSignalThatKilledIt) {
  SubprocessResult result = runShell("kill -KILL $$");
  EXPECT_EQ(result.end, End::signalled);
  EXPECT_EQ(result.code, SIGKILL);
  EXPECT_EQ(result.describe(), "was killed by signal 9 (Killed)");
}

TEST_F(SubprocessTest, KillsTheWholeGroupWhenTheTimeIsUp) {
  const auto start = std::chrono::steady_clock::now();
  SubprocessResult result = runShell("sleep 100 & echo $!; wait", std::chrono::milliseconds(200));
  EXPECT_EQ(result.end, End::timedOut);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(50));
  const pid_t grandchild = std::stoi(outputText());
  // An orphan is reaped by init, so for a moment it may still be there as a zombie.
  for (int i = 0; i < 500 && ::kill(grandchild, 0) == 0; ++i) {
    std::string state = readFile("/proc/" + std::to_string(grandchild) + "/stat").value_or("");
    if (state.find(") Z ") != std::string::npos)
      break;
    ASSERT_LT(i, 499) << "the grandchild is still running: " << state;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

TEST_F(SubprocessTest, LeavesNoDescriptorOpenButTheThree) {
  // One that a careless application leaves without close-on-exec.
  FileDescriptor leaky(::open("/dev/null", O_RDONLY));
  runShell("ls /proc/self/fd | sort -n | tr '\\n' ' '");
  // ls itself opens the folder as number 3.
  EXPECT_EQ(outputText(), "0 1 2 3 ");
}

TEST_F(SubprocessTest, HasDefaultSignalsWhateverTheApplicationSet) {
  sigset_t blocked, previous;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &blocked, &previous);
  auto handler = std::signal(SIGTERM, SIG_IGN);
  SubprocessResult result = runShell("kill -TERM $$; exit 0");
  std::signal(SIGTERM, handler);
  ::pthread_sigmask(SIG_SETMASK, &previous, nullptr);
  EXPECT_EQ(result.end, End::signalled);
  EXPECT_EQ(result.code, SIGTERM);
}

TEST_F(SubprocessTest, DropsTheLoadersVariables) {
  ::setenv("LD_HEDDLE_TEST", "1", 1);
  ::setenv("HEDDLE_TEST_KEPT", "2", 1);
  runShell("echo \"${LD_HEDDLE_TEST-none} $HEDDLE_TEST_KEPT\"");
  ::unsetenv("LD_HEDDLE_TEST");
  ::unsetenv("HEDDLE_TEST_KEPT");
  EXPECT_EQ(outputText(), "none 2\n");
}

TEST_F(SubprocessTest, SaysWhyAProgramCannotBeStarted) {
  SubprocessRequest request;
  request.arguments = {"/nowhere/at-all"};
  SubprocessResult result = runSubprocess(request);
  EXPECT_EQ(result.end, End::notStarted);
  EXPECT_EQ(result.describe(), "could not be started: No such file or directory");
}

TEST_F(SubprocessTest, WorksWhenTheApplicationIgnoresItsChildren) {
  auto handler = std::signal(SIGCHLD, SIG_IGN);
  SubprocessResult result = runShell("echo done");
  std::signal(SIGCHLD, handler);
  // The kernel has thrown the status away.
  EXPECT_EQ(result.end, End::unknown);
  EXPECT_EQ(outputText(), "done\n");
}

} // namespace
} // namespace heddle
