// The compiler as it should not be. Each case is a failed build with a log that says what happened,
// whether the compiler is a child process or a job of a resident one.
#include "runtime/compile/cached_compiler.hpp"
#include "runtime/compile/compile_server.hpp"
#include "runtime/compile/compiler_client.hpp"
#include "runtime/support/file.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace heddle::compile {
namespace {

using abi::CompileStatus;

class CompilerClientTest : public testing::TestWithParam<bool> {
protected:
  void SetUp() override {
    request.input = "kernel void k() {}";
    request.options = "-DX";
  }
  void TearDown() override { ::unsetenv("HEDDLE_FAKE_COMPILER"); }

  abi::CompileResponse run(const char *mode,
                           std::chrono::milliseconds timeLimit = std::chrono::seconds(60)) {
    ::setenv("HEDDLE_FAKE_COMPILER", mode, 1);
    return runCompiler(locateCompiler(HEDDLE_FAKE_COMPILER), request, timeLimit, usedServer());
  }
  CompileServer *usedServer() { return GetParam() ? &server : nullptr; }
  static bool says(const abi::CompileResponse &response, const std::string &text) {
    return response.log.find(text) != std::string::npos;
  }

  abi::CompileRequest request;
  CompileServer server;
};

std::string nameOf(const testing::TestParamInfo<bool> &info) {
  return info.param ? "Server" : "Child";
}

INSTANTIATE_TEST_SUITE_P(Mode, CompilerClientTest, testing::Bool(), nameOf);

TEST_P(CompilerClientTest, ReturnsWhatTheCompilerAnswers) {
  abi::CompileResponse response = run("kernels");
  EXPECT_EQ(response.status, CompileStatus::success);
  EXPECT_EQ(response.log, "built by the fake compiler with '-DX'\n");
  EXPECT_EQ(response.binary, readFile(HEDDLE_TEST_KERNELS));
}

TEST_P(CompilerClientTest, PassesFailuresOn) {
  abi::CompileResponse response = run("fail");
  EXPECT_EQ(response.status, CompileStatus::buildFailure);
  EXPECT_EQ(response.log, "input.cl:1:1: error: no good\n");
  EXPECT_EQ(run("options").status, CompileStatus::invalidOptions);
}

TEST_P(CompilerClientTest, SaysWhereItLookedForAMissingCompiler) {
  abi::CompileResponse response = runCompiler(locateCompiler("/nowhere/heddlec"), request,
                                              std::chrono::seconds(1), usedServer());
  EXPECT_EQ(response.status, CompileStatus::buildFailure);
  EXPECT_TRUE(says(response, "'heddlec' was not found")) << response.log;
  EXPECT_TRUE(says(response, "/nowhere/heddlec")) << response.log;
}

TEST_P(CompilerClientTest, SaysWhenTheCompilerIsNoProgram) {
  TemporaryFolder folder;
  folder.write("heddlec", "not a program");
  std::filesystem::permissions(folder / "heddlec", std::filesystem::perms::owner_all);
  abi::CompileResponse response = runCompiler(locateCompiler(folder / "heddlec"), request,
                                              std::chrono::seconds(1), usedServer());
  EXPECT_EQ(response.status, CompileStatus::buildFailure);
  EXPECT_TRUE(says(response, "could not be started: Exec format error")) << response.log;
}

TEST_P(CompilerClientTest, SaysWhenTheCompilerWasKilledAndItsLastWords) {
  abi::CompileResponse response = run("kill");
  EXPECT_EQ(response.status, CompileStatus::buildFailure);
  EXPECT_TRUE(says(response, "was killed by signal 9 (Killed)")) << response.log;
  EXPECT_TRUE(says(response, "last words")) << response.log;
  EXPECT_FALSE(says(response, "first words")) << response.log;
}

TEST_P(CompilerClientTest, SaysWhenTheCompilerAborted) {
  EXPECT_TRUE(says(run("abort"), "was killed by signal 6 (Aborted)"));
}

TEST_P(CompilerClientTest, SaysWithWhichStatusTheCompilerGaveUp) {
  EXPECT_TRUE(says(run("status"), "exited with status 3"));
}

TEST_P(CompilerClientTest, StopsACompilerThatRunsForEver) {
  const auto start = std::chrono::steady_clock::now();
  abi::CompileResponse response = run("hang", std::chrono::milliseconds(300));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
  EXPECT_EQ(response.status, CompileStatus::buildFailure);
  EXPECT_TRUE(says(response, "did not finish in time")) << response.log;
  EXPECT_TRUE(says(response, "0.3")) << response.log;
}

TEST_P(CompilerClientTest, RefusesAnAnswerThatIsNone) {
  for (const char *mode : {"garbage", "cut", "empty"}) {
    abi::CompileResponse response = run(mode);
    EXPECT_EQ(response.status, CompileStatus::buildFailure);
    EXPECT_TRUE(says(response, "that cannot be read")) << response.log;
  }
}

TEST_P(CompilerClientTest, ReadsTheAnswerEvenWhenTheStatusIsLost) {
  auto handler = std::signal(SIGCHLD, SIG_IGN);
  abi::CompileResponse good = run("kernels");
  abi::CompileResponse killed = run("kill");
  std::signal(SIGCHLD, handler);
  EXPECT_EQ(good.status, CompileStatus::success);
  EXPECT_EQ(killed.status, CompileStatus::buildFailure);
  EXPECT_TRUE(says(killed, "last words"));
}

// With the cache before it.

class CachedCompilerTest : public CompilerClientTest {
protected:
  void SetUp() override {
    CompilerClientTest::SetUp();
    ::setenv("HEDDLE_FAKE_COMPILER_LOG", (folder / "starts").c_str(), 1);
    settings.compiler = HEDDLE_FAKE_COMPILER;
    settings.timeLimit = std::chrono::seconds(60);
    settings.cacheFolder = folder / "cache";
    settings.cacheSizeLimit = 1 << 30;
    settings.server = GetParam();
  }
  void TearDown() override {
    ::unsetenv("HEDDLE_FAKE_COMPILER_LOG");
    ::unsetenv("HEDDLE_FAKE_COMPILER_INCLUDES");
    CompilerClientTest::TearDown();
  }
  abi::CompileResponse compile() { return CachedCompiler(settings).compile(request); }
  std::size_t starts() { return readFile(folder / "starts").value_or("").size(); }

  TemporaryFolder folder;
  CachedCompiler::Settings settings;
};

INSTANTIATE_TEST_SUITE_P(Mode, CachedCompilerTest, testing::Bool(), nameOf);

TEST_P(CachedCompilerTest, StartsTheCompilerOnce) {
  abi::CompileResponse first = compile();
  abi::CompileResponse second = compile();
  EXPECT_EQ(starts(), 1u);
  EXPECT_EQ(second.binary, first.binary);
  EXPECT_EQ(second.log, first.log);
  request.options = "-DY";
  EXPECT_TRUE(says(compile(), "-DY"));
  EXPECT_EQ(starts(), 2u);
}

TEST_P(CachedCompilerTest, KeepsTheResultOfEachKindOfJob) {
  request.modules.emplace_back().spirv = "a module";
  std::size_t kinds = 0;
  for (auto kind :
       {abi::JobKind::build, abi::JobKind::compile, abi::JobKind::link, abi::JobKind::library}) {
    request.kind = kind;
    abi::CompileResponse first = compile();
    EXPECT_EQ(first.status, CompileStatus::success);
    EXPECT_EQ(starts(), ++kinds);
    abi::CompileResponse second = compile();
    EXPECT_EQ(starts(), kinds);
    EXPECT_EQ(second.spirv, first.spirv);
    EXPECT_EQ(second.binary, first.binary);
  }
}

TEST_P(CachedCompilerTest, DoesNotKeepFailures) {
  ::setenv("HEDDLE_FAKE_COMPILER", "kill", 1);
  EXPECT_EQ(compile().status, CompileStatus::buildFailure);
  ::setenv("HEDDLE_FAKE_COMPILER", "fail", 1);
  EXPECT_EQ(compile().status, CompileStatus::buildFailure);
  ::setenv("HEDDLE_FAKE_COMPILER", "kernels", 1);
  EXPECT_EQ(compile().status, CompileStatus::success);
  EXPECT_EQ(starts(), 3u);
}

TEST_P(CachedCompilerTest, CompilesAgainWhenAnIncludedFileHasChanged) {
  folder.write("header.h", "1");
  ::setenv("HEDDLE_FAKE_COMPILER_INCLUDES", (folder / "header.h").c_str(), 1);
  compile();
  compile();
  EXPECT_EQ(starts(), 1u);
  folder.write("header.h", "2");
  compile();
  EXPECT_EQ(starts(), 2u);
  compile();
  EXPECT_EQ(starts(), 2u);
  std::filesystem::remove(folder / "header.h");
  compile();
  EXPECT_EQ(starts(), 3u);
}

TEST_P(CachedCompilerTest, DoesNotKeepWhatDependsOnTheTime) {
  ::setenv("HEDDLE_FAKE_COMPILER", "time", 1);
  compile();
  compile();
  EXPECT_EQ(starts(), 2u);
}

TEST_P(CachedCompilerTest, WorksWithoutACacheFolder) {
  settings.cacheFolder = "";
  EXPECT_EQ(compile().status, CompileStatus::success);
  EXPECT_EQ(compile().status, CompileStatus::success);
  EXPECT_EQ(starts(), 2u);
}

TEST_P(CachedCompilerTest, ManyProcessesBuildAtOnceOnAnEmptyCache) {
  std::vector<pid_t> children;
  for (int i = 0; i < 8; ++i) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      bool good = true;
      for (int round = 0; round < 10; ++round) {
        request.options = "-DROUND=" + std::to_string(round);
        abi::CompileResponse response = compile();
        good &= response.status == CompileStatus::success &&
                response.log.find(request.options) != std::string::npos &&
                response.binary == readFile(HEDDLE_TEST_KERNELS);
      }
      ::_exit(good ? 0 : 1);
    }
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = 1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  // One entry for each of the ten builds, nothing half-written.
  EXPECT_EQ(filesOf(folder / "cache/programs").size(), 10u);
}

} // namespace
} // namespace heddle::compile
