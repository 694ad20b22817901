// A few work-groups of one work-item that take long are compiled again without lanes, as thousands
// of short ones are. Built by the real compiler.
#include "tests/support/kept_log.hpp"
#include "tests/support/program_fixture.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdlib>
#include <filesystem>
#include <functional>

namespace heddle::test {

namespace {

constexpr char source[] = R"(
kernel void sum(global const uint *in, global uint *out, local uint *own, uint count) {
  uint local_id = get_local_id(0), result = 0;
  for (uint i = get_group_id(0) * count + local_id; i < (get_group_id(0) + 1) * count;
       i += get_local_size(0))
    result += in[i];
  own[local_id] = result;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (local_id == 0)
    out[get_group_id(0)] = own[0];
}
)";

class LongWorkGroupsTest : public ProgramTest {
protected:
  void SetUp() override {
    // Options are read once in a process, and no log of other tests is wanted.
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    ::setenv("HEDDLE_LOG", "build", 1);
    ProgramTest::SetUp();
  }
  void TearDown() override { ::unsetenv("HEDDLE_LOG"); }

  /// Launches until there is other code, and some times more. The end of such a process.
  void launchAndExit() {
    const TemporaryFolder folder("heddle-groups");
    bool isCompiledAgain = false;
    {
      const KeptLog log(folder / "log");
      launch([&] { return isCompiledAgain = log.has("compiled again for other work-groups"); });
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder.path, ignored);
    std::exit(isCompiledAgain && !HasFailure() ? 0 : 1);
  }

private:
  void launch(const std::function<bool()> &isCompiledAgain) {
    constexpr cl_uint count = 1 << 20;
    constexpr std::size_t groups = 2, one = 1;
    const OwnedProgram program = makeProgram(source);
    ASSERT_EQ(clBuildProgram(program, 1, &device, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
    cl_int error = CL_INVALID_VALUE;
    const OwnedKernel kernel = clCreateKernel(program, "sum", &error);
    ASSERT_EQ(error, CL_SUCCESS);
    std::vector<cl_uint> numbers(groups * count);
    std::vector<cl_uint> sums(groups);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = cl_uint(i * 2654435761u);
      sums[i / count] += numbers[i];
    }
    const OwnedMem in = makeBufferOf(numbers);
    const OwnedMem out = makeBufferOf(std::vector<cl_uint>(groups));
    const cl_mem memories[] = {in, out};
    ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), &memories[0]), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof(cl_mem), &memories[1]), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 2, sizeof(cl_uint), nullptr), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 3, sizeof(count), &count), CL_SUCCESS);

    // They come to the time of a build in far less than so many launches, and never in number to
    // that of HEDDLE_SMALL_GROUPS.
    int more = 3;
    for (int round = 0; round < 500 && more > 0; ++round) {
      ASSERT_EQ(
          clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &groups, &one, 0, nullptr, nullptr),
          CL_SUCCESS);
      ASSERT_EQ(clFinish(queue), CL_SUCCESS);
      ASSERT_EQ(contents<cl_uint>(out), sums) << round;
      if (isCompiledAgain())
        --more;
    }
  }
};

} // namespace

TEST_F(LongWorkGroupsTest, AreCompiledForTheirSize) {
  EXPECT_EXIT(launchAndExit(), testing::ExitedWithCode(0),
              "kernel 'sum': compiled again for other work-groups");
}

} // namespace heddle::test
