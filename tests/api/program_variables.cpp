// Variables of program scope (OpenCL C 3.0, 6.7.1): they live as long as the build they belong to,
// are shared by its kernels and by nobody else. Built by the real compiler.
#include "tests/support/program_fixture.hpp"

namespace heddle::test {

namespace {

constexpr char source[] = R"(
global int counter = 5;
global int *global where = &counter;
static global long hidden;
global float unused[10];
kernel void count(global int *out) {
  static global int calls = 100;
  out[0] = ++counter;
  out[1] = ++calls;
  out[2] = ++*where;
  hidden += 1000;
}
kernel void look(global int *out) {
  out[0] = counter;
  out[1] = (int)hidden;
  out[2] = *where;
}
kernel void many(global int *out) { atomic_inc(&counter); }
)";

} // namespace

class ProgramVariablesTest : public ProgramTest {
protected:
  OwnedProgram built(const char *text = source) {
    OwnedProgram program = makeProgram(text);
    build(program);
    return program;
  }
  std::vector<int> run(cl_program program, const char *name, std::size_t globalSize = 1) {
    cl_int error = CL_INVALID_VALUE;
    OwnedKernel kernel = clCreateKernel(program, name, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    OwnedMem out = makeBufferOf(std::vector<int>(3));
    const cl_mem handle = out;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(handle), &handle), CL_SUCCESS);
    EXPECT_EQ(enqueue(queue, kernel, globalSize), CL_SUCCESS);
    return contents<int>(out);
  }
};

TEST_F(ProgramVariablesTest, KeepTheirValuesFromOneKernelToTheNext) {
  OwnedProgram program = built();
  EXPECT_EQ(run(program, "look"), (std::vector<int>{5, 0, 5}));
  EXPECT_EQ(run(program, "count"), (std::vector<int>{6, 101, 7}));
  EXPECT_EQ(run(program, "count"), (std::vector<int>{8, 102, 9}));
  EXPECT_EQ(run(program, "look"), (std::vector<int>{9, 2000, 9}));
}

TEST_F(ProgramVariablesTest, AreOneForAllWorkGroups) {
  OwnedProgram program = built();
  run(program, "many", 10000);
  EXPECT_EQ(run(program, "look").at(0), 10005);
}

// Enough kernels to be compiled in groups, by processes of their own.
TEST_F(ProgramVariablesTest, AreSharedByKernelsOfAllGroups) {
  std::string text = R"(
global int counter;
global int numbers[8] = {10, 20, 30, 40, 50, 60, 70, 80};
constant int table[4] = {1, 10, 100, 1000};
constant int *global kept = table;
int work(int x) {
  int sum = 0;
  for (int i = 0; i < 10; ++i)
    switch ((x + i) & 3) {
    case 0: sum += x * table[i & 3]; break;
    case 1: sum -= x >> 3; break;
    case 2: sum ^= i * 77; break;
    default: sum += mul_hi(sum, x) + clz(sum) + popcount(i); break;
    }
  return sum;
}
)";
  for (int i = 0; i < 8; ++i)
    text += "kernel void k" + std::to_string(i) +
            "(global int *out) {\n  out[2] = work(out[0]) + work(out[0] + 1);\n"
            "  out[0] = atomic_add(&counter, table[" +
            std::to_string(i & 3) + "]);\n  out[1] = numbers[" + std::to_string(i) +
            "]++ + (kept == table);\n}\n";
  text += "kernel void look(global int *out) { out[0] = counter; out[1] = numbers[3]; }\n";
  for (const char *options : {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"}) {
    OwnedProgram program = makeProgram(text.c_str());
    build(program, options);
    EXPECT_EQ(query<std::size_t>(clGetProgramInfo, program.get(), CL_PROGRAM_NUM_KERNELS), 9u);
    int sum = 0, step[] = {1, 10, 100, 1000};
    for (int i = 0; i < 8; ++i) {
      const std::vector<int> got = run(program, ("k" + std::to_string(i)).c_str());
      EXPECT_EQ(got[0], sum);
      EXPECT_EQ(got[1], 10 * (i + 1) + 1);
      sum += step[i & 3];
    }
    const std::vector<int> seen = run(program, "look");
    EXPECT_EQ(seen[0], sum);
    EXPECT_EQ(seen[1], 41);
  }
}

TEST_F(ProgramVariablesTest, AreNotSharedByProgramsFromOneCacheEntry) {
  OwnedProgram first = built(), second = built();
  run(first, "count");
  run(first, "count");
  EXPECT_EQ(run(first, "look").at(0), 9);
  EXPECT_EQ(run(second, "look").at(0), 5);
}

TEST_F(ProgramVariablesTest, StartAnewWithABuildAndInAProgramFromABinary) {
  OwnedProgram program = built();
  run(program, "count");
  EXPECT_EQ(run(program, "look").at(0), 7);
  const std::vector<unsigned char> binary = binaryOf(program);
  const unsigned char *bytes = binary.data();
  const std::size_t size = binary.size();
  cl_int error = CL_INVALID_VALUE;
  OwnedProgram copy =
      clCreateProgramWithBinary(context, 1, &device, &size, &bytes, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(copy, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(run(copy, "look").at(0), 5);
  ASSERT_EQ(clBuildProgram(program, 1, &device, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(run(program, "look").at(0), 5);
}

TEST_F(ProgramVariablesTest, TheirSizeIsThatOfAllInGlobalMemory) {
  const std::size_t expected = 4 + 8 + 8 + 40 + 4;
  EXPECT_EQ(buildInfo<std::size_t>(built(), CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE), expected);
  EXPECT_EQ(buildInfo<std::size_t>(built("constant int t[4] = {1}; kernel void k() {}"),
                                   CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE),
            0u);
  OwnedProgram unbuilt = makeProgram(source);
  EXPECT_EQ(buildInfo<std::size_t>(unbuilt, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE), 0u);
}

TEST_F(ProgramVariablesTest, MayBeAsLargeAsTheDeviceSays) {
  const std::size_t most =
      query<std::size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE);
  EXPECT_GE(most, 64u * 1024);
  EXPECT_GE(
      query<std::size_t>(clGetDeviceInfo, device, CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE),
      most);
  auto withSize = [](std::size_t size) {
    const std::string count = std::to_string(size);
    return "global uchar data[" + count + "];\nkernel void look(global int *out) {\n  data[" +
           count + " - 1] = 7;\n  out[0] = data[" + count + " - 1] + data[0];\n}\n";
  };
  EXPECT_EQ(run(built(withSize(most).c_str()), "look").at(0), 7);

  OwnedProgram larger = makeProgram(withSize(most + 1).c_str());
  EXPECT_EQ(clBuildProgram(larger, 1, &device, "-cl-std=CL3.0", nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
  const std::string log = buildText(larger, CL_PROGRAM_BUILD_LOG);
  EXPECT_NE(log.find("variable 'data'"), std::string::npos) << log;
}

TEST_F(ProgramVariablesTest, OnesThatNobodyDefinesAreAFailedBuildWithTheName) {
  OwnedProgram program = makeProgram("extern global int elsewhere;\n"
                                     "kernel void k(global int *out) { out[0] = elsewhere; }\n");
  EXPECT_EQ(clBuildProgram(program, 1, &device, "-cl-std=CL3.0", nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
  const std::string log = buildText(program, CL_PROGRAM_BUILD_LOG);
  EXPECT_NE(log.find("variable 'elsewhere'"), std::string::npos) << log;
}

} // namespace heddle::test
