// printf in kernels: what arrives on the standard output of the process, and when.
#include "runtime/program_binary.hpp"
#include "runtime/support/subprocess.hpp"
#include "tests/support/program_fixture.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <unistd.h>

namespace heddle::test {

namespace {

/// Sends the standard output of the process into a file while it lives.
class CapturedOutput {
public:
  CapturedOutput() : file(std::tmpfile()), before((std::fflush(stdout), ::dup(1))) {
    ::dup2(::fileno(file), 1);
  }
  ~CapturedOutput() { take(); }

  /// What was written so far. stdout itself is not flushed: the driver must have done that.
  std::string take() {
    if (!file)
      return {};
    const off_t size = ::lseek(::fileno(file), 0, SEEK_END);
    std::string text(static_cast<std::size_t>(size), '\0');
    EXPECT_EQ(::pread(::fileno(file), text.data(), text.size(), 0), size);
    ::dup2(before, 1);
    ::close(before);
    std::fclose(std::exchange(file, nullptr));
    return text;
  }

private:
  std::FILE *file;
  int before;
};

std::vector<std::string> sortedLines(const std::string &text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

} // namespace

class PrintfTest : public ProgramTest {
protected:
  OwnedKernel build(const std::string &source, const char *options = "-cl-std=CL3.0") {
    program = makeProgram(source.c_str());
    ProgramTest::build(program, options);
    cl_int error = CL_INVALID_VALUE;
    OwnedKernel kernel = clCreateKernel(program, "k", &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return kernel;
  }
  std::string output(cl_kernel kernel, std::size_t globalSize, std::size_t localSize) {
    CapturedOutput captured;
    EXPECT_EQ(enqueue(queue, kernel, globalSize, &localSize), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    return captured.take();
  }
  /// The output of `kernel void k() { body }`.
  std::string print(const std::string &body, std::size_t globalSize = 1,
                    std::size_t localSize = 1) {
    return output(build("kernel void k() { " + body + " }"), globalSize, localSize);
  }

  OwnedProgram program;
};

TEST_F(PrintfTest, TextIsThereWhenTheQueueIsFinished) {
  EXPECT_EQ(print(R"(printf("hello\n");)"), "hello\n");
}

TEST_F(PrintfTest, EveryTypeOfArgument) {
  EXPECT_EQ(print(R"(printf("%d %hhd %hd %ld|%u %x %#o|%c%c|%s|%5.2f %e %g %a|%%\n", -1, (char)-2,
      (short)-3, -5000000000L, 4000000000u, 255, 8, 'o', 'k', "text", 3.14159f, 1.5, 0.1f, 1.0);)"),
            "-1 -2 -3 -5000000000|4000000000 ff 010|ok|text| 3.14 1.500000e+00 0.1 0x1p+0|%\n");
  EXPECT_EQ(print(R"(bool b = true; printf("%d %f %F\n", b, INFINITY, -INFINITY);)"),
            "1 inf -INF\n");
  EXPECT_EQ(print(R"(half h; vstore_half(0.5f, 0, &h); printf("%.2f\n", vload_half(0, &h));)"),
            "0.50\n");
}

TEST_F(PrintfTest, EveryVector) {
  EXPECT_EQ(
      print(R"(printf("%v2hhd %v3hd %v4hld %v8ld %v16hlx\n", (char2)(-1, 2),
      (short3)(1, -2, 3), (int4)(1, 2, -3, 4), (long8)(-5000000000L), (int16)(255));)"),
      "-1,2 1,-2,3 1,2,-3,4 -5000000000,-5000000000,-5000000000,-5000000000,-5000000000,"
      "-5000000000,-5000000000,-5000000000 ff,ff,ff,ff,ff,ff,ff,ff,ff,ff,ff,ff,ff,ff,ff,ff\n");
  EXPECT_EQ(print(R"(printf("%2.2v4hlf|%v2lg\n", (float4)(1, 2, 3, 4), (double2)(0.5, 1e100));)"),
            "1.00,2.00,3.00,4.00|0.5,1e+100\n");
}

TEST_F(PrintfTest, LanesPrintInTheirOrder) {
  for (const char *size : {"", "__attribute__((intel_reqd_sub_group_size(8)))",
                           "__attribute__((intel_reqd_sub_group_size(16)))",
                           "__attribute__((intel_reqd_sub_group_size(32)))"}) {
    OwnedKernel kernel = build(std::string(size) + R"(
kernel void k() {
  int i = get_global_id(0);
  printf("%d\n", i);
})");
    std::string expected;
    for (int i = 0; i < 40; ++i)
      expected += std::to_string(i) + "\n";
    EXPECT_EQ(output(kernel, 40, 40), expected) << size;
  }
}

TEST_F(PrintfTest, OnlyTheWorkItemsThatGetTherePrint) {
  OwnedKernel kernel = build(R"(
kernel void k() {
  int i = get_global_id(0);
  if (i % 3 == 1) {
    for (int j = 0; j < i; j += 5)
      printf("%d %v2hld\n", i, (int2)(i, j));
  } else if (i > 20) {
    printf("big %d %s\n", i, i & 1 ? "odd" : "even");
  }
})");
  std::vector<std::string> expected;
  for (int i = 0; i < 50; ++i) {
    if (i % 3 == 1)
      for (int j = 0; j < i; j += 5)
        expected.push_back(std::to_string(i) + " " + std::to_string(i) + "," + std::to_string(j));
    else if (i > 20)
      expected.push_back("big " + std::to_string(i) + (i & 1 ? " odd" : " even"));
  }
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(sortedLines(output(kernel, 50, 10)), expected);
}

TEST_F(PrintfTest, UniformArgumentsArePrintedByEveryWorkItem) {
  EXPECT_EQ(print(R"(printf("x\n");)", 5, 5), "x\nx\nx\nx\nx\n");
}

TEST_F(PrintfTest, MessagesOfManyWorkGroupsAreWhole) {
  OwnedKernel kernel = build(R"(kernel void k() { printf("<%d of %d>\n", (int)get_global_id(0),
      (int)get_group_id(0)); })");
  std::vector<std::string> expected;
  for (int i = 0; i < 5000; ++i)
    expected.push_back("<" + std::to_string(i) + " of " + std::to_string(i / 20) + ">");
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(sortedLines(output(kernel, 5000, 20)), expected);
}

TEST_F(PrintfTest, PrintsInAFunctionAndFromAConstantArgument) {
  OwnedKernel kernel = build(R"(
constant char format[] = "%s: %d\n";
int show(constant char *name, int value) { return printf(format, name, value); }
kernel void k(constant char *name, global int *result) { *result = show(name, 7); }
)");
  OwnedMem name = makeBufferOf(std::vector<char>{'a', 'b', 'c', 0});
  OwnedMem result = makeBufferOf(std::vector<int>{5});
  const cl_mem handles[] = {name, result};
  for (cl_uint i = 0; i < 2; ++i)
    ASSERT_EQ(clSetKernelArg(kernel, i, sizeof(cl_mem), &handles[i]), CL_SUCCESS);
  EXPECT_EQ(output(kernel, 1, 1), "abc: 7\n");
  EXPECT_EQ(contents<int>(result).at(0), 0);
}

TEST_F(PrintfTest, AFormatMayBeChosenAtRunTime) {
  OwnedKernel kernel = build(R"(
kernel void k(int which) { printf(which ? "one %d\n" : "other %x\n", 31 + which); })");
  for (int which : {0, 1}) {
    ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(which), &which), CL_SUCCESS);
    EXPECT_EQ(output(kernel, 1, 1), which ? "one 32\n" : "other 1f\n");
  }
}

TEST_F(PrintfTest, PointersAreTheAddressesThatKernelsSee) {
  OwnedKernel kernel = build(R"(
kernel void k(global ulong *out, local int *scratch) {
  out[0] = (ulong)out;
  out[1] = (ulong)scratch;
  printf("%p %p\n", out, scratch);
})");
  OwnedMem out = makeBufferOf(std::vector<cl_ulong>(2));
  const cl_mem handle = out;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(handle), &handle), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, 64, nullptr), CL_SUCCESS);
  const std::string text = output(kernel, 1, 1);
  const std::vector<cl_ulong> addresses = contents<cl_ulong>(out);
  char expected[64];
  std::snprintf(expected, sizeof(expected), "0x%lx 0x%lx\n",
                static_cast<unsigned long>(addresses[0]), static_cast<unsigned long>(addresses[1]));
  EXPECT_EQ(text, expected);
}

TEST_F(PrintfTest, WrongFormatsPrintSomethingAndSaySo) {
  OwnedKernel kernel = build(R"(
kernel void k(global int *out) {
  out[0] = printf("%d %d\n", 1);
  out[1] = printf("%y\n");
  out[2] = printf("%s\n", 5);
  out[3] = printf("%v4hld\n", (int2)(1, 2));
  out[4] = printf("%");
})",
                             "-cl-std=CL3.0 -w");
  OwnedMem out = makeBufferOf(std::vector<int>(5));
  const cl_mem handle = out;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(handle), &handle), CL_SUCCESS);
  EXPECT_EQ(output(kernel, 1, 1), "1 %d\n%y\n\n1,2\n%");
  EXPECT_EQ(contents<int>(out), (std::vector<int>(5, -1)));
}

TEST_F(PrintfTest, WhatIsMoreThanTheBufferIsDropped) {
  OwnedKernel kernel = build(R"(
kernel void k(global int *out) {
  int i = get_global_id(0);
  out[i] = printf("%01000d\n", i);
})");
  const std::size_t capacity =
      query<std::size_t>(clGetDeviceInfo, device, CL_DEVICE_PRINTF_BUFFER_SIZE);
  const std::size_t count = capacity / 1001 + 100;
  OwnedMem out = makeBufferOf(std::vector<int>(count, 1));
  const cl_mem handle = out;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(handle), &handle), CL_SUCCESS);
  const std::string text = output(kernel, count, 1);
  EXPECT_EQ(text.size(), capacity / 1001 * 1001);
  const std::vector<int> results = contents<int>(out);
  EXPECT_EQ(std::count(results.begin(), results.end(), 0),
            static_cast<std::ptrdiff_t>(capacity / 1001));
  EXPECT_EQ(std::count(results.begin(), results.end(), -1),
            static_cast<std::ptrdiff_t>(count - capacity / 1001));
  // The next command has the whole buffer again.
  EXPECT_EQ(output(kernel, 1, 1), std::string(1000, '0') + "\n");
}

TEST_F(PrintfTest, OutputComesBeforeTheEventIsComplete) {
  OwnedKernel kernel = build(R"(kernel void k() { printf("done\n"); })");
  CapturedOutput captured;
  OwnedEvent event;
  const std::size_t size = 1;
  ASSERT_EQ(
      clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, event.out()),
      CL_SUCCESS);
  ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  while (query<cl_int>(clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS) >
         CL_COMPLETE)
    ::usleep(100);
  EXPECT_EQ(captured.take(), "done\n");
}

TEST_F(PrintfTest, IlPrints) {
  OwnedKernel fromSource =
      build(R"(kernel void k() { printf("%v2hlf %s\n", (float2)(1, 2), "il"); })");
  const std::vector<unsigned char> bytes = binaryOf(program);
  std::optional<ProgramBinary> binary = decodeProgramBinary(
      std::string_view(reinterpret_cast<const char *>(bytes.data()), bytes.size()));
  ASSERT_TRUE(binary);
  const std::string &spirv = binary->modules.at(0).spirv;
  cl_int error = CL_INVALID_VALUE;
  OwnedProgram il = clCreateProgramWithIL(context, spirv.data(), spirv.size(), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ProgramTest::build(il, "");
  OwnedKernel kernel = clCreateKernel(il, "k", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(output(kernel, 1, 1), "1.000000,2.000000 il\n");
}

TEST_F(PrintfTest, LaneByLaneIsTheSame) {
  // Options are read once a process, so these tests run again in another.
  const char *libraries = std::getenv("LD_LIBRARY_PATH");
  SubprocessRequest request;
  request.arguments = {
      "/bin/sh", "-c",
      (libraries ? "export LD_LIBRARY_PATH='" + std::string(libraries) + "'; " : std::string()) +
          "HEDDLE_SUB_GROUP_SIZE=1 '" + std::filesystem::read_symlink("/proc/self/exe").string() +
          "' --gtest_filter='PrintfTest.*-*LaneByLane*'"};
  request.standardOutput = STDOUT_FILENO;
  request.standardError = STDERR_FILENO;
  request.timeLimit = std::chrono::seconds(200);
  const SubprocessResult result = runSubprocess(request);
  EXPECT_EQ(result.end, SubprocessResult::End::exited) << result.describe();
  EXPECT_EQ(result.code, 0);
}

} // namespace heddle::test
