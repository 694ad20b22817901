// clBuildProgram with a compiler that works and with compilers that do not.
#include "tests/support/program_fixture.hpp"

#include <atomic>
#include <chrono>

namespace heddle::test {

using clBuildProgramTest = ProgramTest;

TEST_F(clBuildProgramTest, RemembersOptionsLogAndStatus) {
  OwnedProgram program = makeProgram();
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_NONE);
  EXPECT_EQ(buildText(program, CL_PROGRAM_BUILD_OPTIONS), "");
  EXPECT_EQ(buildText(program, CL_PROGRAM_BUILD_LOG), "");
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-DA=1  -w", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  EXPECT_EQ(buildText(program, CL_PROGRAM_BUILD_OPTIONS), "-DA=1  -w");
  EXPECT_EQ(buildText(program, CL_PROGRAM_BUILD_LOG),
            "built by the fake compiler with '-DA=1  -w'\n");
  EXPECT_EQ(buildInfo<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
}

TEST_F(clBuildProgramTest, AFailedBuildReplacesAGoodOne) {
  OwnedProgram program = makeBuiltProgram();
  compilerShall("fail");
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
  EXPECT_EQ(buildText(program, CL_PROGRAM_BUILD_LOG), "input.cl:1:1: error: no good\n");
  EXPECT_EQ(buildInfo<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_NONE));
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateKernel(program, "empty", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(clBuildProgramTest, ReturnsInvalidBuildOptions) {
  OwnedProgram program = makeProgram();
  compilerShall("options");
  EXPECT_EQ(clBuildProgram(program, 1, &device, "--nonsense", nullptr, nullptr),
            CL_INVALID_BUILD_OPTIONS);
}

TEST_F(clBuildProgramTest, ACompilerThatDiesIsAFailedBuildWithTheReason) {
  struct {
    const char *mode;
    const char *reason;
  } const cases[] = {
      {"kill", "was killed by signal 9 (Killed)"}, {"abort", "was killed by signal 6 (Aborted)"},
      {"status", "exited with status 3"},          {"hang", "did not finish in time"},
      {"garbage", "that cannot be read"},          {"cut", "that cannot be read"},
  };
  for (const auto &[mode, reason] : cases) {
    OwnedProgram program = makeProgram();
    compilerShall(mode);
    EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(buildText(program, CL_PROGRAM_BUILD_LOG).find(reason), std::string::npos)
        << buildText(program, CL_PROGRAM_BUILD_LOG);
  }
  // And the next one works.
  compilerShall("kernels");
  makeBuiltProgram();
}

TEST_F(clBuildProgramTest, CallsBackWhenTheBuildHasEnded) {
  struct Called {
    std::atomic<cl_program> program{nullptr};
  } called;
  OwnedProgram program = makeProgram();
  EXPECT_EQ(clBuildProgram(
                program, 1, &device, "",
                [](cl_program built, void *data) {
                  auto *result = static_cast<Called *>(data);
                  result->program = built;
                  result->program.notify_all();
                },
                &called),
            CL_SUCCESS);
  called.program.wait(nullptr);
  EXPECT_EQ(called.program, program.get());
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
}

TEST_F(clBuildProgramTest, ReturnsInvalidOperationWhileABuildRuns) {
  OwnedProgram program = makeProgram();
  static std::atomic<int> ended;
  ended = 0;
  compilerShall("hang");
  EXPECT_EQ(clBuildProgram(
                program, 1, &device, "",
                [](cl_program, void *) {
                  ended = 1;
                  ended.notify_all();
                },
                nullptr),
            CL_SUCCESS);
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_IN_PROGRESS);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_INVALID_OPERATION);
  // The application may let go of it meanwhile.
  program.reset();
  ended.wait(0);
}

TEST_F(clBuildProgramTest, ReturnsInvalidOperationWhileKernelsExist) {
  OwnedProgram program = makeBuiltProgram();
  cl_int error = CL_INVALID_VALUE;
  OwnedKernel kernel = clCreateKernel(program, "empty", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  OwnedKernel copy = clCloneKernel(kernel, &error);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_INVALID_OPERATION);
  kernel.reset();
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_INVALID_OPERATION);
  copy.reset();
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  // Names that do not exist leave nothing behind.
  EXPECT_EQ(clCreateKernel(program, "no such kernel", &error), nullptr);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
}

TEST_F(clBuildProgramTest, ReturnsItsErrors) {
  OwnedProgram program = makeProgram();
  int data = 0;
  EXPECT_EQ(clBuildProgram(nullptr, 1, &device, "", nullptr, nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(clBuildProgram(program, 1, nullptr, "", nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clBuildProgram(program, 0, &device, "", nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, &data), CL_INVALID_VALUE);
  const cl_device_id none = nullptr;
  EXPECT_EQ(clBuildProgram(program, 1, &none, "", nullptr, nullptr), CL_INVALID_DEVICE);
}

} // namespace heddle::test
