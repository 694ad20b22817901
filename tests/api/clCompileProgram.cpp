#include "tests/support/program_fixture.hpp"

#include <atomic>

namespace heddle::test {

class clCompileProgramTest : public ProgramTest {
protected:
  cl_int compile(cl_program program, const char *options = "") {
    return clCompileProgram(program, 1, &device, options, 0, nullptr, nullptr, nullptr, nullptr);
  }
};

TEST_F(clCompileProgramTest, IsAvailableAndTheDeviceSaysSo) {
  EXPECT_EQ(query<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_COMPILER_AVAILABLE),
            cl_bool(CL_TRUE));
  EXPECT_EQ(query<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_LINKER_AVAILABLE), cl_bool(CL_TRUE));
}

TEST_F(clCompileProgramTest, MakesACompiledObject) {
  OwnedProgram program = makeProgram();
  EXPECT_EQ(compile(program, "-DA=1"), CL_SUCCESS);
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  EXPECT_EQ(buildText(program, CL_PROGRAM_BUILD_OPTIONS), "-DA=1");
  EXPECT_EQ(buildText(program, CL_PROGRAM_BUILD_LOG), "built by the fake compiler with '-DA=1'\n");
  EXPECT_EQ(binaryType(program), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
  // There are no kernels in it.
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateKernel(program, "empty", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
  std::size_t kernels = 0;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof(kernels), &kernels, nullptr),
            CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(clCompileProgramTest, ReplacesABuildAndIsReplacedByOne) {
  OwnedProgram program = makeBuiltProgram();
  EXPECT_EQ(compile(program), CL_SUCCESS);
  EXPECT_EQ(binaryType(program), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(binaryType(program), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
}

TEST_F(clCompileProgramTest, HandsOverTheHeadersWithTheirNames) {
  OwnedProgram program = makeProgram();
  OwnedProgram first = makeProgram("one"), second = makeProgram("two");
  const cl_program headers[] = {first, second};
  const char *names[] = {"a.h", "folder/b.h"};
  EXPECT_EQ(clCompileProgram(program, 1, &device, nullptr, 2, headers, names, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(buildText(program, CL_PROGRAM_BUILD_LOG), "built by the fake compiler with ''\n"
                                                      "header a.h is 'one'\n"
                                                      "header folder/b.h is 'two'\n");
}

TEST_F(clCompileProgramTest, ReturnsTheFailuresOfTheCompiler) {
  OwnedProgram program = makeProgram();
  compilerShall("fail");
  EXPECT_EQ(compile(program), CL_COMPILE_PROGRAM_FAILURE);
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
  EXPECT_EQ(buildText(program, CL_PROGRAM_BUILD_LOG), "input.cl:1:1: error: no good\n");
  EXPECT_EQ(binaryType(program), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_NONE));
  EXPECT_TRUE(binaryOf(program).empty());
  compilerShall("options");
  EXPECT_EQ(compile(program), CL_INVALID_COMPILER_OPTIONS);
  compilerShall("kill");
  EXPECT_EQ(compile(program), CL_COMPILE_PROGRAM_FAILURE);
  EXPECT_NE(buildText(program, CL_PROGRAM_BUILD_LOG).find("was killed by signal 9"),
            std::string::npos);
  compilerShall("cut");
  EXPECT_EQ(compile(program), CL_COMPILE_PROGRAM_FAILURE);
}

TEST_F(clCompileProgramTest, CallsBackWhenItHasEnded) {
  static std::atomic<cl_program> called;
  called = nullptr;
  OwnedProgram program = makeProgram();
  EXPECT_EQ(clCompileProgram(
                program, 0, nullptr, "", 0, nullptr, nullptr,
                [](cl_program compiled, void *) {
                  called = compiled;
                  called.notify_all();
                },
                nullptr),
            CL_SUCCESS);
  called.wait(nullptr);
  EXPECT_EQ(called, program.get());
  EXPECT_EQ(binaryType(program), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
}

TEST_F(clCompileProgramTest, ReturnsInvalidOperationWhileKernelsExist) {
  OwnedProgram program = makeBuiltProgram();
  cl_int error = CL_INVALID_VALUE;
  OwnedKernel kernel = clCreateKernel(program, "empty", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(compile(program), CL_INVALID_OPERATION);
  kernel.reset();
  EXPECT_EQ(compile(program), CL_SUCCESS);
}

TEST_F(clCompileProgramTest, ReturnsInvalidOperationWithoutSourceOrIl) {
  OwnedProgram binary = fromBinary(binaryOf(makeBuiltProgram()));
  EXPECT_EQ(compile(binary), CL_INVALID_OPERATION);
  OwnedProgram object = makeCompiledProgram();
  OwnedProgram linked = link({object});
  EXPECT_EQ(compile(linked), CL_INVALID_OPERATION);
}

TEST_F(clCompileProgramTest, ReturnsInvalidOperationWhileItIsCompiled) {
  OwnedProgram program = makeProgram();
  static std::atomic<int> ended;
  ended = 0;
  compilerShall("hang");
  EXPECT_EQ(clCompileProgram(
                program, 1, &device, "", 0, nullptr, nullptr,
                [](cl_program, void *) {
                  ended = 1;
                  ended.notify_all();
                },
                nullptr),
            CL_SUCCESS);
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_IN_PROGRESS);
  EXPECT_EQ(compile(program), CL_INVALID_OPERATION);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_INVALID_OPERATION);
  link({program}, "", CL_INVALID_OPERATION);
  ended.wait(0);
}

TEST_F(clCompileProgramTest, ReturnsItsErrors) {
  OwnedProgram program = makeProgram();
  const cl_program header = program;
  const char *name = "header.h";
  const char *noName = nullptr;
  const cl_device_id none = nullptr;
  int data = 0;
  auto call = [&](cl_program which, cl_uint devices, const cl_device_id *list, cl_uint headers,
                  const cl_program *programs, const char **names, void *userData) {
    return clCompileProgram(which, devices, list, "", headers, programs, names, nullptr, userData);
  };
  EXPECT_EQ(call(nullptr, 1, &device, 0, nullptr, nullptr, nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(call(program, 1, nullptr, 0, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(program, 0, &device, 0, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(program, 1, &none, 0, nullptr, nullptr, nullptr), CL_INVALID_DEVICE);
  EXPECT_EQ(call(program, 1, &device, 1, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(program, 1, &device, 1, &header, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(program, 1, &device, 1, nullptr, &name, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(program, 1, &device, 0, &header, &name, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(program, 1, &device, 1, &header, &noName, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(program, 1, &device, 0, nullptr, nullptr, &data), CL_INVALID_VALUE);
  const cl_program noProgram = nullptr;
  EXPECT_EQ(call(program, 1, &device, 1, &noProgram, &name, nullptr), CL_INVALID_PROGRAM);
  const OwnedProgram binary = fromBinary(binaryOf(makeBuiltProgram()));
  const cl_program noText = binary;
  EXPECT_EQ(call(program, 1, &device, 1, &noText, &name, nullptr), CL_INVALID_PROGRAM);
  const OwnedContext other = otherContext();
  const char *text = "";
  const OwnedProgram foreign = clCreateProgramWithSource(other, 1, &text, nullptr, nullptr);
  const cl_program foreignHeader = foreign;
  EXPECT_EQ(call(program, 1, &device, 1, &foreignHeader, &name, nullptr), CL_INVALID_CONTEXT);
}

} // namespace heddle::test
