// clCompileProgram and clLinkProgram: arguments are checked; the functions themselves are reported
// as not available, as CL_DEVICE_LINKER_AVAILABLE says.
#include "tests/support/program_fixture.hpp"

namespace heddle::test {

using clCompileProgramTest = ProgramTest;
using clLinkProgramTest = ProgramTest;

TEST_F(clCompileProgramTest, IsNotAvailableAndTheDeviceSaysSo) {
  EXPECT_EQ(query<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_COMPILER_AVAILABLE),
            cl_bool(CL_TRUE));
  EXPECT_EQ(query<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_LINKER_AVAILABLE), cl_bool(CL_FALSE));
  OwnedProgram program = makeProgram();
  EXPECT_EQ(clCompileProgram(program, 1, &device, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_COMPILER_NOT_AVAILABLE);
}

TEST_F(clCompileProgramTest, ReturnsItsErrors) {
  OwnedProgram program = makeProgram();
  const cl_program header = program;
  const char *name = "header.h";
  const cl_device_id none = nullptr;
  int data = 0;
  auto compile = [&](cl_program which, cl_uint devices, const cl_device_id *list, cl_uint headers,
                     const cl_program *programs, const char **names, void *userData) {
    return clCompileProgram(which, devices, list, "", headers, programs, names, nullptr, userData);
  };
  EXPECT_EQ(compile(nullptr, 1, &device, 0, nullptr, nullptr, nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(compile(program, 1, nullptr, 0, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(compile(program, 0, &device, 0, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(compile(program, 1, &none, 0, nullptr, nullptr, nullptr), CL_INVALID_DEVICE);
  EXPECT_EQ(compile(program, 1, &device, 1, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(compile(program, 1, &device, 1, &header, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(compile(program, 1, &device, 0, &header, &name, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(compile(program, 1, &device, 0, nullptr, nullptr, &data), CL_INVALID_VALUE);
  const cl_program noProgram = nullptr;
  EXPECT_EQ(compile(program, 1, &device, 1, &noProgram, &name, nullptr), CL_INVALID_PROGRAM);
}

TEST_F(clLinkProgramTest, ReturnsItsErrors) {
  OwnedProgram program = makeProgram();
  const cl_program input = program;
  const cl_program noProgram = nullptr;
  const cl_device_id none = nullptr;
  int data = 0;
  auto link = [&](cl_context where, cl_uint devices, const cl_device_id *list, cl_uint count,
                  const cl_program *programs, void *userData) {
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(clLinkProgram(where, devices, list, "", count, programs, nullptr, userData, &error),
              nullptr);
    return error;
  };
  EXPECT_EQ(link(nullptr, 1, &device, 1, &input, nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(link(context, 1, nullptr, 1, &input, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(link(context, 1, &none, 1, &input, nullptr), CL_INVALID_DEVICE);
  EXPECT_EQ(link(context, 1, &device, 0, &input, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(link(context, 1, &device, 1, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(link(context, 1, &device, 1, &noProgram, nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(link(context, 1, &device, 1, &input, &data), CL_INVALID_VALUE);
  EXPECT_EQ(link(context, 1, &device, 1, &input, nullptr), CL_LINKER_NOT_AVAILABLE);
}

} // namespace heddle::test
