// clGetProgramInfo and clGetProgramBuildInfo.
#include "tests/support/program_fixture.hpp"

namespace heddle::test {

using clGetProgramInfoTest = ProgramTest;
using clGetProgramBuildInfoTest = ProgramTest;

TEST_F(clGetProgramInfoTest, TellsWhereTheProgramBelongs) {
  OwnedProgram program = makeProgram("some source");
  EXPECT_EQ(query<cl_context>(clGetProgramInfo, program.get(), CL_PROGRAM_CONTEXT), context.get());
  EXPECT_EQ(query<cl_uint>(clGetProgramInfo, program.get(), CL_PROGRAM_NUM_DEVICES), 1u);
  EXPECT_EQ(queryList<cl_device_id>(clGetProgramInfo, program.get(), CL_PROGRAM_DEVICES),
            std::vector<cl_device_id>{device});
  EXPECT_EQ(queryString(clGetProgramInfo, program.get(), CL_PROGRAM_SOURCE), "some source");
}

TEST_F(clGetProgramInfoTest, AProgramFromSourceHasNoIl) {
  OwnedProgram program = makeBuiltProgram();
  std::size_t size = 1;
  char untouched = 'x';
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_IL, 1, &untouched, &size), CL_SUCCESS);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(untouched, 'x');
}

TEST_F(clGetProgramInfoTest, ListsKernelsAfterABuild) {
  OwnedProgram program = makeProgram();
  for (cl_program_info name :
       {CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT,
        CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT})
    EXPECT_EQ(clGetProgramInfo(program, name, 0, nullptr, nullptr), CL_INVALID_PROGRAM_EXECUTABLE);
  program = makeBuiltProgram();
  EXPECT_EQ(query<std::size_t>(clGetProgramInfo, program.get(), CL_PROGRAM_NUM_KERNELS), 16u);
  EXPECT_EQ(queryString(clGetProgramInfo, program.get(), CL_PROGRAM_KERNEL_NAMES),
            "empty;number;through_local;count_loads;required_size;required_sub_groups;"
            "huge_private;suspending;thread_of;meet;deep;store;divide;overflow;look_at_image;"
            "take_images");
  EXPECT_EQ(query<cl_bool>(clGetProgramInfo, program.get(), CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT),
            cl_bool(CL_FALSE));
  EXPECT_EQ(query<cl_bool>(clGetProgramInfo, program.get(), CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT),
            cl_bool(CL_FALSE));
}

TEST_F(clGetProgramInfoTest, GivesBinariesOnlyWhereThereIsAPlace) {
  OwnedProgram program = makeProgram();
  EXPECT_EQ(queryList<std::size_t>(clGetProgramInfo, program.get(), CL_PROGRAM_BINARY_SIZES),
            std::vector<std::size_t>{0});
  program = makeBuiltProgram();
  EXPECT_GT(binaryOf(program).size(), 1000u);
  unsigned char *nowhere = nullptr;
  std::size_t size = 0;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(nowhere), &nowhere, &size),
            CL_SUCCESS);
  EXPECT_EQ(size, sizeof(nowhere));
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, 1, &nowhere, nullptr), CL_INVALID_VALUE);
}

TEST_F(clGetProgramInfoTest, ReturnsItsErrors) {
  OwnedProgram program = makeProgram("long enough");
  char text[4];
  EXPECT_EQ(clGetProgramInfo(nullptr, CL_PROGRAM_SOURCE, 0, nullptr, nullptr), CL_INVALID_PROGRAM);
  EXPECT_EQ(clGetProgramInfo(program, 0x9999, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_SOURCE, sizeof(text), text, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(clGetProgramBuildInfoTest, CountsNoProgramScopeVariables) {
  EXPECT_EQ(buildInfo<std::size_t>(makeBuiltProgram(), CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE),
            0u);
}

TEST_F(clGetProgramBuildInfoTest, ReturnsItsErrors) {
  OwnedProgram program = makeProgram();
  EXPECT_EQ(clGetProgramBuildInfo(nullptr, device, CL_PROGRAM_BUILD_STATUS, 0, nullptr, nullptr),
            CL_INVALID_PROGRAM);
  EXPECT_EQ(clGetProgramBuildInfo(program, nullptr, CL_PROGRAM_BUILD_STATUS, 0, nullptr, nullptr),
            CL_INVALID_DEVICE);
  EXPECT_EQ(clGetProgramBuildInfo(program, device, 0x9999, 0, nullptr, nullptr), CL_INVALID_VALUE);
  char small;
  EXPECT_EQ(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, 1, &small, nullptr),
            CL_INVALID_VALUE);
}

} // namespace heddle::test
