// What a build leaves behind when it goes wrong inside the driver. The compiler behind it is this
// file's: it takes the place of runtime/compile/cached_compiler.cpp.
#include "runtime/compile/cached_compiler.hpp"
#include "runtime/context.hpp"
#include "runtime/platform.hpp"
#include "runtime/program.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <new>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle {

namespace {

std::function<abi::CompileResponse()> compiler;

} // namespace

namespace compile {

CachedCompiler &CachedCompiler::shared() {
  static CachedCompiler &instance = *new CachedCompiler({});
  return instance;
}

CachedCompiler::CachedCompiler(const Settings &settings) : settings(settings), cache("", 0) {}

abi::CompileResponse CachedCompiler::compile(const abi::CompileRequest &) { return compiler(); }

} // namespace compile

namespace {

class ProgramBuildTest : public testing::Test {
protected:
  ProgramBuildTest() {
    context = *Context::create(std::span(&device, 1), {}, nullptr, nullptr);
    program = *Program::createWithSource(*context, "kernel void k() {}");
  }
  ~ProgramBuildTest() override { compiler = nullptr; }

  Program::Order order(Program::BuildCallback callback = nullptr, void *data = nullptr) {
    return {std::span(&device, 1), "-DX", callback, data};
  }
  void expectFailed(const char *log) {
    const Program::BuildState state = program->buildState(*device);
    EXPECT_EQ(state.status, CL_BUILD_ERROR);
    EXPECT_NE(state.log.find(log), std::string::npos) << state.log;
    EXPECT_EQ(state.options, "-DX");
    // And it can be built again.
    EXPECT_NE(program->build(order()), CL_INVALID_OPERATION);
  }

  Device *device = &Platform::instance().defaultDevice();
  Ref<Context> context;
  Ref<Program> program;
};

TEST_F(ProgramBuildTest, AnExceptionIsAFailedBuildWithALog) {
  compiler = []() -> abi::CompileResponse { throw std::runtime_error("injected"); };
  EXPECT_EQ(program->build(order()), CL_BUILD_PROGRAM_FAILURE);
  expectFailed("injected");
  EXPECT_EQ(program->compile(order(), {}), CL_COMPILE_PROGRAM_FAILURE);
  expectFailed("injected");
}

TEST_F(ProgramBuildTest, SoIsOneThatIsNoException) {
  compiler = []() -> abi::CompileResponse { throw 42; };
  EXPECT_EQ(program->build(order()), CL_BUILD_PROGRAM_FAILURE);
  expectFailed("error");
}

TEST_F(ProgramBuildTest, LackOfMemoryHasItsOwnCode) {
  compiler = []() -> abi::CompileResponse { throw std::bad_alloc(); };
  EXPECT_EQ(program->build(order()), CL_OUT_OF_HOST_MEMORY);
  expectFailed("out of memory");
}

TEST_F(ProgramBuildTest, AnExceptionOnTheThreadOfABuildEndsTheBuildOnly) {
  compiler = []() -> abi::CompileResponse { throw std::length_error("injected"); };
  struct Ended {
    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;
  } ended;
  const auto callback = [](cl_program, void *data) {
    auto *ended = static_cast<Ended *>(data);
    std::lock_guard lock(ended->mutex);
    ended->done = true;
    ended->changed.notify_all();
  };
  ASSERT_EQ(program->build(order(callback, &ended)), CL_SUCCESS);
  {
    std::unique_lock lock(ended.mutex);
    ASSERT_TRUE(ended.changed.wait_for(lock, std::chrono::seconds(20), [&] { return ended.done; }));
  }
  expectFailed("injected");
}

TEST_F(ProgramBuildTest, ABuildThatStaysInTheParentHasFailedInAChildAfterFork) {
  static std::atomic<int> inside, release;
  inside = release = 0;
  compiler = [] {
    ++inside;
    while (!release)
      ::usleep(1000);
    return abi::CompileResponse();
  };
  ASSERT_EQ(program->build(order([](cl_program, void *) { release = 2; })), CL_SUCCESS);
  while (inside == 0)
    ::usleep(1000);
  EXPECT_EQ(program->build(order()), CL_INVALID_OPERATION);

  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::alarm(60);
    release = 1;
    const Program::BuildState state = program->buildState(*device);
    const bool ended = state.status == CL_BUILD_ERROR && !state.log.empty();
    // The compiler answers with a failure.
    ::_exit(ended && program->build(order()) == CL_BUILD_PROGRAM_FAILURE ? 42 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 42);
  EXPECT_EQ(program->buildState(*device).status, CL_BUILD_IN_PROGRESS);
  release = 1;
  while (release != 2)
    ::usleep(1000);
}

} // namespace
} // namespace heddle
