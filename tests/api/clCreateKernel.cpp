// clCreateKernel, clCreateKernelsInProgram, clCloneKernel, clRetainKernel, clReleaseKernel.
#include "tests/support/program_fixture.hpp"

namespace heddle::test {

using clCreateKernelTest = KernelTest;
using clCreateKernelsInProgramTest = KernelTest;
using clCloneKernelTest = KernelTest;
using clRetainKernelTest = KernelTest;

TEST_F(clCreateKernelTest, FindsKernelsByName) {
  OwnedKernel kernel = makeKernel("number");
  EXPECT_EQ(queryString(clGetKernelInfo, kernel.get(), CL_KERNEL_FUNCTION_NAME), "number");
}

TEST_F(clCreateKernelTest, ReturnsItsErrors) {
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateKernel(nullptr, "number", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM);
  EXPECT_EQ(clCreateKernel(program, "numbe", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_KERNEL_NAME);
  EXPECT_EQ(clCreateKernel(program, "", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_KERNEL_NAME);
  EXPECT_EQ(clCreateKernel(program, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  OwnedProgram notBuilt = makeProgram();
  EXPECT_EQ(clCreateKernel(notBuilt, "number", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(clCreateKernelsInProgramTest, MakesAllOfThem) {
  cl_uint count = 0;
  EXPECT_EQ(clCreateKernelsInProgram(program, 0, nullptr, &count), CL_SUCCESS);
  ASSERT_EQ(count, 16u);
  std::vector<cl_kernel> kernels(count);
  EXPECT_EQ(clCreateKernelsInProgram(program, count, kernels.data(), nullptr), CL_SUCCESS);
  EXPECT_EQ(queryString(clGetKernelInfo, kernels[0], CL_KERNEL_FUNCTION_NAME), "empty");
  EXPECT_EQ(queryString(clGetKernelInfo, kernels[7], CL_KERNEL_FUNCTION_NAME), "suspending");
  for (cl_kernel kernel : kernels)
    EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
}

TEST_F(clCreateKernelsInProgramTest, ReturnsItsErrors) {
  cl_kernel kernels[7];
  EXPECT_EQ(clCreateKernelsInProgram(nullptr, 7, kernels, nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(clCreateKernelsInProgram(program, 7, kernels, nullptr), CL_INVALID_VALUE);
  OwnedProgram notBuilt = makeProgram();
  EXPECT_EQ(clCreateKernelsInProgram(notBuilt, 7, kernels, nullptr), CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(clCloneKernelTest, TakesTheArgumentsAlongAndThenGoesItsOwnWay) {
  OwnedKernel kernel = makeKernel("number");
  OwnedMem buffer = makeBufferOf(std::vector<cl_ulong>(4, 0));
  setArgument(kernel, 0, buffer.get());
  setArgument(kernel, 1, cl_ulong(10));
  cl_int error = CL_INVALID_VALUE;
  OwnedKernel copy = clCloneKernel(kernel, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  setArgument(kernel, 1, cl_ulong(20));
  EXPECT_EQ(enqueue(queue, copy, 4), CL_SUCCESS);
  EXPECT_EQ(contents<cl_ulong>(buffer), (std::vector<cl_ulong>{10, 11, 12, 13}));
  EXPECT_EQ(enqueue(queue, kernel, 4), CL_SUCCESS);
  EXPECT_EQ(contents<cl_ulong>(buffer), (std::vector<cl_ulong>{20, 21, 22, 23}));
}

TEST_F(clCloneKernelTest, ReturnsInvalidKernel) {
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCloneKernel(nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_KERNEL);
}

TEST_F(clRetainKernelTest, CountsReferences) {
  OwnedKernel kernel = makeKernel("empty");
  EXPECT_EQ(query<cl_uint>(clGetKernelInfo, kernel.get(), CL_KERNEL_REFERENCE_COUNT), 1u);
  EXPECT_EQ(clRetainKernel(kernel), CL_SUCCESS);
  EXPECT_EQ(query<cl_uint>(clGetKernelInfo, kernel.get(), CL_KERNEL_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
  EXPECT_EQ(clRetainKernel(nullptr), CL_INVALID_KERNEL);
  EXPECT_EQ(clReleaseKernel(nullptr), CL_INVALID_KERNEL);
}

TEST_F(clRetainKernelTest, AKernelKeepsItsProgramAlive) {
  OwnedKernel kernel = makeKernel("empty");
  program.reset();
  EXPECT_EQ(enqueue(queue, kernel, 16), CL_SUCCESS);
  // And a command its kernel.
  kernel.reset();
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

} // namespace heddle::test
