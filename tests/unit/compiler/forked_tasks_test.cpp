// Copies of the process: what they return, and how they die.
#include "compiler/forked_tasks.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <functional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace heddle::compiler {
namespace {

/// How a process ends that does this.
int statusOf(const std::function<void()> &function) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(60);
    // A crash that is wanted.
    rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    function();
    ::_exit(0);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return status;
}

TEST(ForkedTasksTest, GiveTheirResultsInOrderWhateverTheNumberOfProcesses) {
  for (unsigned processes : {1u, 2u, 100u}) {
    int here = 0;
    auto results = runForked(20, processes, [&](unsigned index) {
      ++here;
      // The first ones end last.
      std::this_thread::sleep_for(std::chrono::milliseconds(20 - index));
      return std::string(index * 10000, char('a' + index));
    });
    ASSERT_TRUE(results);
    ASSERT_EQ(results->size(), 20u);
    for (unsigned index = 0; index < 20; ++index)
      EXPECT_EQ((*results)[index], std::string(index * 10000, char('a' + index)));
    EXPECT_EQ(here, 0); // each in a copy
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  }
}

TEST(ForkedTasksTest, OneThatCrashesEndsTheProcessInTheSameWay) {
  const int status = statusOf([] {
    runForked(4, 2, [](unsigned index) -> std::string {
      if (index == 1)
        ::raise(SIGSEGV);
      std::this_thread::sleep_for(std::chrono::seconds(index == 0 ? 50 : 0));
      return "";
    });
  });
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGSEGV);
}

TEST(ForkedTasksTest, OneThatGivesUpEndsTheProcessWithItsStatus) {
  const int status =
      statusOf([] { runForked(2, 2, [](unsigned) -> std::string { ::_exit(70); }); });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 70);
}

TEST(ForkedTasksTest, CopiesEndWithTheProcess) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const int status = statusOf([&] {
    runForked(1, 1, [&](unsigned) -> std::string {
      ::kill(::getppid(), SIGKILL);
      std::this_thread::sleep_for(std::chrono::seconds(50));
      return "";
    });
  });
  EXPECT_TRUE(WIFSIGNALED(status));
  // The copy held the other end.
  ::close(ends[1]);
  char byte;
  EXPECT_EQ(::read(ends[0], &byte, 1), 0);
  ::close(ends[0]);
}

TEST(ForkedTasksTest, WorkWhereEndsOfChildrenAreIgnored) {
  EXPECT_EQ(statusOf([] {
              std::signal(SIGCHLD, SIG_IGN);
              auto results = runForked(3, 2, [](unsigned) -> std::string { return "x"; });
              ::_exit(results && results->size() == 3 && results->back() == "x" ? 42 : 1);
            }),
            42 << 8);
}

TEST(ForkedTasksTest, ThereIsAProcessor) { EXPECT_GE(availableProcessors(), 1u); }

} // namespace
} // namespace heddle::compiler
