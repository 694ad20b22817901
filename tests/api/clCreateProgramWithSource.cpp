// clCreateProgramWithSource, clRetainProgram, clReleaseProgram, and the programs that cannot be
// made: built-in kernels, release callbacks.
#include "tests/support/program_fixture.hpp"

namespace heddle::test {

using clCreateProgramWithSourceTest = ProgramTest;
using clCreateProgramWithBuiltInKernelsTest = ProgramTest;
using clSetProgramReleaseCallbackTest = ProgramTest;
using clRetainProgramTest = ProgramTest;

TEST_F(clCreateProgramWithSourceTest, JoinsStringsWithAndWithoutLengths) {
  const char *strings[] = {"abc???", "def", "ghi"};
  const std::size_t lengths[] = {3, 0, 2};
  cl_int error = CL_INVALID_VALUE;
  OwnedProgram program = clCreateProgramWithSource(context, 3, strings, lengths, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(queryString(clGetProgramInfo, program.get(), CL_PROGRAM_SOURCE), "abcdefgh");
  program = clCreateProgramWithSource(context, 2, strings, nullptr, nullptr);
  EXPECT_EQ(queryString(clGetProgramInfo, program.get(), CL_PROGRAM_SOURCE), "abc???def");
}

TEST_F(clCreateProgramWithSourceTest, ReturnsInvalidContext) {
  const char *source = "";
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateProgramWithSource(nullptr, 1, &source, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

TEST_F(clCreateProgramWithSourceTest, ReturnsInvalidValueWithoutStrings) {
  const char *strings[] = {"a", nullptr};
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateProgramWithSource(context, 0, strings, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  error = CL_SUCCESS;
  EXPECT_EQ(clCreateProgramWithSource(context, 1, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  error = CL_SUCCESS;
  EXPECT_EQ(clCreateProgramWithSource(context, 2, strings, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
}

TEST_F(clRetainProgramTest, CountsReferences) {
  OwnedProgram program = makeProgram();
  EXPECT_EQ(query<cl_uint>(clGetProgramInfo, program.get(), CL_PROGRAM_REFERENCE_COUNT), 1u);
  EXPECT_EQ(clRetainProgram(program), CL_SUCCESS);
  EXPECT_EQ(query<cl_uint>(clGetProgramInfo, program.get(), CL_PROGRAM_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseProgram(program), CL_SUCCESS);
  EXPECT_EQ(clRetainProgram(nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(clReleaseProgram(nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(clReleaseProgram(reinterpret_cast<cl_program>(context.get())), CL_INVALID_PROGRAM);
}

TEST_F(clCreateProgramWithBuiltInKernelsTest, ReturnsItsErrors) {
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateProgramWithBuiltInKernels(nullptr, 1, &device, "k", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  EXPECT_EQ(clCreateProgramWithBuiltInKernels(context, 0, &device, "k", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateProgramWithBuiltInKernels(context, 1, nullptr, "k", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  const cl_device_id none = nullptr;
  EXPECT_EQ(clCreateProgramWithBuiltInKernels(context, 1, &none, "k", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
  // No device has any.
  EXPECT_EQ(clCreateProgramWithBuiltInKernels(context, 1, &device, "k", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateProgramWithBuiltInKernels(context, 1, &device, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
}

TEST_F(clSetProgramReleaseCallbackTest, ReturnsItsErrors) {
  OwnedProgram program = makeProgram();
  auto callback = [](cl_program, void *) {};
  EXPECT_EQ(clSetProgramReleaseCallback(nullptr, callback, nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(clSetProgramReleaseCallback(program, nullptr, nullptr), CL_INVALID_VALUE);
  // No device runs destructors of program-scope variables.
  EXPECT_EQ(clSetProgramReleaseCallback(program, callback, nullptr), CL_INVALID_OPERATION);
}

} // namespace heddle::test
