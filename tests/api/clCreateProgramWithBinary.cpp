#include "tests/support/program_fixture.hpp"

namespace heddle::test {

class clCreateProgramWithBinaryTest : public ProgramTest {
protected:
  OwnedProgram make(const std::vector<unsigned char> &binary, cl_int expected,
                    cl_int expectedStatus) {
    const unsigned char *bytes = binary.data();
    const std::size_t size = binary.size();
    cl_int error = CL_INVALID_HOST_PTR, status = CL_INVALID_HOST_PTR;
    OwnedProgram made =
        clCreateProgramWithBinary(context, 1, &device, &size, &bytes, &status, &error);
    EXPECT_EQ(error, expected);
    EXPECT_EQ(status, expectedStatus);
    EXPECT_EQ(made.get() == nullptr, expected != CL_SUCCESS);
    return made;
  }
};

TEST_F(clCreateProgramWithBinaryTest, BuildsWithoutTheCompiler) {
  const std::vector<unsigned char> binary = binaryOf(makeBuiltProgram());
  ASSERT_FALSE(binary.empty());
  compilerShall("abort");
  OwnedProgram program = make(binary, CL_SUCCESS, CL_SUCCESS);
  EXPECT_EQ(buildInfo<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_NONE);
  EXPECT_EQ(binaryOf(program), binary);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(binaryOf(program), binary);
  cl_int error = CL_INVALID_VALUE;
  OwnedKernel kernel = clCreateKernel(program, "empty", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(enqueue(queue, kernel, 10), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(clCreateProgramWithBinaryTest, KernelsNeedABuildFirst) {
  OwnedProgram program = make(binaryOf(makeBuiltProgram()), CL_SUCCESS, CL_SUCCESS);
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateKernel(program, "empty", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(clCreateProgramWithBinaryTest, ReturnsInvalidBinaryForEveryDamage) {
  const std::vector<unsigned char> good = binaryOf(makeBuiltProgram());
  for (std::size_t at = 0; at < good.size(); at += 97) {
    std::vector<unsigned char> damaged = good;
    damaged[at] ^= 1;
    make(damaged, CL_INVALID_BINARY, CL_INVALID_BINARY);
  }
  for (std::size_t size = 1; size < good.size(); size += 997)
    make(std::vector<unsigned char>(good.begin(), good.begin() + size), CL_INVALID_BINARY,
         CL_INVALID_BINARY);
  make(std::vector<unsigned char>(100, 'x'), CL_INVALID_BINARY, CL_INVALID_BINARY);
}

TEST_F(clCreateProgramWithBinaryTest, ReturnsInvalidValueForAnEmptyBinary) {
  make({}, CL_INVALID_VALUE, CL_INVALID_VALUE);
}

TEST_F(clCreateProgramWithBinaryTest, ReturnsItsErrors) {
  const std::vector<unsigned char> binary = binaryOf(makeBuiltProgram());
  const unsigned char *bytes = binary.data();
  const std::size_t size = binary.size();
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateProgramWithBinary(nullptr, 1, &device, &size, &bytes, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  EXPECT_EQ(clCreateProgramWithBinary(context, 0, &device, &size, &bytes, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateProgramWithBinary(context, 1, nullptr, &size, &bytes, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateProgramWithBinary(context, 1, &device, nullptr, &bytes, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateProgramWithBinary(context, 1, &device, &size, nullptr, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  const cl_device_id none = nullptr;
  EXPECT_EQ(clCreateProgramWithBinary(context, 1, &none, &size, &bytes, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
}

} // namespace heddle::test
