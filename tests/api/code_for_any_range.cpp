// Kernels of a program that is built without code for missing lanes get it by themselves, until all
// of them are no longer to wait for than those were. Built by the real compiler.
#include "tests/support/kept_log.hpp"
#include "tests/support/program_fixture.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdlib>
#include <filesystem>

namespace heddle::test {

namespace {

constexpr char source[] = R"(
#define KERNEL(name, n) \
  kernel void name(global uint *out) { out[get_global_id(0)] = get_local_id(0) * n; }
KERNEL(once, 1) KERNEL(twice, 2) KERNEL(unused_3, 3) KERNEL(unused_4, 4)
KERNEL(unused_5, 5) KERNEL(unused_6, 6)
)";

class CodeForAnyRangeTest : public ProgramTest {
protected:
  void SetUp() override {
    // Options are read once in a process, and no log of other tests is wanted.
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    ::setenv("HEDDLE_LOG", "build", 1);
    ::setenv("HEDDLE_CACHE", "off", 1);
  }
  void TearDown() override {
    for (const char *name : {"HEDDLE_LOG", "HEDDLE_CACHE", "HEDDLE_NUM_THREADS"})
      ::unsetenv(name);
  }

  /// Launches two kernels with work-groups that leave lanes. The end of such a process: 0 if all
  /// kernels were compiled then, 1 if only those two, 2 if something is wrong.
  void launchAndExit(const char *processors) {
    inProcess(processors, [&](const KeptLog &log) {
      launch(34, 17);
      if (!log.has("kernel 'once': compiled again for any range"))
        return 2;
      return log.has("all kernels: compiled again for any range")      ? 0
             : log.has("kernel 'twice': compiled again for any range") ? 1
                                                                       : 2;
    });
  }

  /// Launches two kernels with so many groups of three. 0 if it waited for code that joins groups,
  /// and for no other, 1 if for code with missing lanes.
  void launchSmallAndExit(std::size_t groups) {
    inProcess("2", [&](const KeptLog &log) {
      launch(groups * 3, 3);
      return log.has("compiled again for any range")           ? 1
             : log.has("compiled again for other work-groups") ? 0
                                                               : 2;
    });
  }

  /// Launches a kernel whose work-groups the driver chooses. 0 if there was code for them.
  void chooseAndExit() {
    inProcess("2", [&](const KeptLog &log) {
      launchAsSuggested();
      return log.has("compiled again") ? 1 : 0;
    });
  }

private:
  template <typename Body> void inProcess(const char *processors, const Body &body) {
    ::setenv("HEDDLE_NUM_THREADS", processors, 1);
    ProgramTest::SetUp();
    const TemporaryFolder folder("heddle-any-range");
    int status = 2;
    {
      const KeptLog log(folder / "log");
      const int found = body(log);
      if (!HasFailure())
        status = found;
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder.path, ignored);
    std::exit(status);
  }

  void launchAsSuggested() {
    // The most even share of two processors is 250 work-items, 15 sub-groups and a part of one.
    constexpr std::size_t size = 100000;
    const OwnedProgram program = makeProgram(source);
    build(program, "-cl-std=CL1.2");
    cl_int error = CL_INVALID_VALUE;
    const OwnedKernel kernel = clCreateKernel(program, "once", &error);
    ASSERT_EQ(error, CL_SUCCESS);
    const OwnedMem out = makeBufferOf(std::vector<cl_uint>(size));
    const cl_mem memory = out;
    ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(memory), &memory), CL_SUCCESS);
    ASSERT_EQ(enqueue(queue, kernel, size, nullptr), CL_SUCCESS);
    const auto suggest = extensionFunction<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
        "clGetKernelSuggestedLocalWorkSizeKHR");
    std::size_t local = 0;
    ASSERT_EQ(suggest(queue, kernel, 1, nullptr, &size, &local), CL_SUCCESS);
    std::vector<cl_uint> expected(size);
    for (cl_uint i = 0; i < size; ++i)
      expected[i] = i % local;
    EXPECT_EQ(contents<cl_uint>(out), expected);
  }

  void launch(std::size_t size, std::size_t local) {
    const OwnedProgram program = makeProgram(source);
    build(program);
    cl_uint factor = 0;
    for (const char *name : {"once", "twice"}) {
      cl_int error = CL_INVALID_VALUE;
      const OwnedKernel kernel = clCreateKernel(program, name, &error);
      ASSERT_EQ(error, CL_SUCCESS);
      const OwnedMem out = makeBufferOf(std::vector<cl_uint>(size));
      const cl_mem memory = out;
      ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(memory), &memory), CL_SUCCESS);
      ASSERT_EQ(enqueue(queue, kernel, size, &local), CL_SUCCESS);
      std::vector<cl_uint> expected(size);
      ++factor;
      for (cl_uint i = 0; i < size; ++i)
        expected[i] = i % local * factor;
      EXPECT_EQ(contents<cl_uint>(out), expected);
    }
  }
};

} // namespace

TEST_F(CodeForAnyRangeTest, IsOfOneKernelWhereAllWouldTakeLonger) {
  EXPECT_EXIT(launchAndExit("2"), testing::ExitedWithCode(1), "");
}

TEST_F(CodeForAnyRangeTest, IsOfAllKernelsOnManyProcessors) {
  EXPECT_EXIT(launchAndExit("12"), testing::ExitedWithCode(0), "");
}

TEST_F(CodeForAnyRangeTest, IsNotWantedForManySmallWorkGroups) {
  EXPECT_EXIT(launchSmallAndExit(1024), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(launchSmallAndExit(16), testing::ExitedWithCode(1), "");
}

TEST_F(CodeForAnyRangeTest, IsNotWantedForWorkGroupsThatTheDriverChooses) {
  EXPECT_EXIT(chooseAndExit(), testing::ExitedWithCode(0), "");
}

} // namespace heddle::test
