// Fixtures of API tests about programs and kernels. They run against the test kernels
// (tests/support/kernel_binary), which a fake compiler gives as the result of every build, so that
// they test the driver alone. The kernels and their arguments are described in write_note.cpp
// there.
#ifndef HEDDLE_TESTS_SUPPORT_PROGRAM_FIXTURE_HPP
#define HEDDLE_TESTS_SUPPORT_PROGRAM_FIXTURE_HPP

#include "tests/support/opencl_fixture.hpp"

#include <cstdlib>

namespace heddle::test {

class ProgramTest : public QueueTest {
protected:
  void TearDown() override { ::unsetenv("HEDDLE_FAKE_COMPILER"); }

  OwnedProgram makeProgram(const char *source = "kernel void anything() {}") {
    cl_int error = CL_INVALID_VALUE;
    cl_program made = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  /// Ends the test with the build log if that fails.
  void build(cl_program what, const char *options = "-cl-std=CL3.0") {
    ASSERT_EQ(clBuildProgram(what, 1, &device, options, nullptr, nullptr), CL_SUCCESS)
        << buildText(what, CL_PROGRAM_BUILD_LOG);
  }
  OwnedProgram makeBuiltProgram() {
    OwnedProgram program = makeProgram();
    EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
    return program;
  }
  OwnedProgram makeCompiledProgram(const char *source = "kernel void anything() {}",
                                   const char *options = "") {
    OwnedProgram program = makeProgram(source);
    EXPECT_EQ(clCompileProgram(program, 1, &device, options, 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS)
        << buildText(program, CL_PROGRAM_BUILD_LOG);
    return program;
  }
  OwnedProgram link(const std::vector<cl_program> &inputs, const char *options = "",
                    cl_int expected = CL_SUCCESS) {
    cl_int error = CL_INVALID_VALUE;
    OwnedProgram linked =
        clLinkProgram(context, 1, &device, options, static_cast<cl_uint>(inputs.size()),
                      inputs.data(), nullptr, nullptr, &error);
    EXPECT_EQ(error, expected) << (linked ? buildText(linked, CL_PROGRAM_BUILD_LOG) : "no program");
    return linked;
  }
  OwnedProgram fromBinary(const std::vector<unsigned char> &binary) {
    const unsigned char *bytes = binary.data();
    const std::size_t size = binary.size();
    cl_int error = CL_INVALID_VALUE;
    OwnedProgram made =
        clCreateProgramWithBinary(context, 1, &device, &size, &bytes, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  cl_program_binary_type binaryType(cl_program program) {
    return buildInfo<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE);
  }
  /// What the compiler does from now on: see fake_compiler.cpp.
  void compilerShall(const char *mode) { ::setenv("HEDDLE_FAKE_COMPILER", mode, 1); }

  template <typename T> T buildInfo(cl_program program, cl_program_build_info name) {
    T value{};
    std::size_t size = 0;
    EXPECT_EQ(clGetProgramBuildInfo(program, device, name, sizeof(value), &value, &size),
              CL_SUCCESS);
    EXPECT_EQ(size, sizeof(value));
    return value;
  }
  std::string buildText(cl_program program, cl_program_build_info name) {
    std::size_t size = 0;
    EXPECT_EQ(clGetProgramBuildInfo(program, device, name, 0, nullptr, &size), CL_SUCCESS);
    std::string text(size, 'x');
    EXPECT_EQ(clGetProgramBuildInfo(program, device, name, size, text.data(), nullptr), CL_SUCCESS);
    EXPECT_EQ(text.back(), '\0');
    text.pop_back();
    return text;
  }
  std::vector<unsigned char> binaryOf(cl_program program) {
    std::vector<unsigned char> binary(
        queryList<std::size_t>(clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES).at(0));
    unsigned char *place = binary.data();
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(place), &place, nullptr),
              CL_SUCCESS);
    return binary;
  }
};

class KernelTest : public ProgramTest {
protected:
  void SetUp() override {
    ProgramTest::SetUp();
    if (HasFatalFailure())
      return;
    program = makeBuiltProgram();
  }

  OwnedKernel makeKernel(const char *name) {
    cl_int error = CL_INVALID_VALUE;
    cl_kernel made = clCreateKernel(program, name, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  template <typename T> void setArgument(cl_kernel kernel, cl_uint index, const T &value) {
    EXPECT_EQ(clSetKernelArg(kernel, index, sizeof(value), &value), CL_SUCCESS);
  }

  OwnedProgram program;
};

/// A one-dimensional launch.
inline cl_int enqueue(cl_command_queue queue, cl_kernel kernel, std::size_t globalSize,
                      const std::size_t *localSize = nullptr) {
  return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &globalSize, localSize, 0, nullptr,
                                nullptr);
}

} // namespace heddle::test

#endif
