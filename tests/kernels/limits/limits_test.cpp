// Kernels that want more than there is: the error that the specification names, the numbers in the
// build log or in HEDDLE_LOG, and an application that lives on.
#include "tests/kernels/harness/driver.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace heddle::test {

namespace {

/// What became of a build and a launch.
struct Outcome {
  cl_int build = CL_SUCCESS, launch = CL_SUCCESS;
  std::string log; ///< the build log, and what the driver wrote
  std::vector<cl_int> output;
};

class LimitsTest : public testing::Test {
protected:
  static constexpr std::size_t words = 4096;

  void SetUp() override {
    std::string error;
    device = findDevice(error);
    ASSERT_TRUE(device) << error;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
    ASSERT_TRUE(queue);
  }
  void TearDown() override {
    Outcome good = run("kernel void k(global int *out) { out[get_global_id(0)] = 7; }", 64, 16);
    EXPECT_EQ(good.launch, CL_SUCCESS) << good.log;
    if (good.launch == CL_SUCCESS)
      EXPECT_EQ(good.output[63], 7);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }

  /// Runs the kernel `k`; with `localBytes`, its second argument is local memory.
  Outcome run(const std::string &source, std::size_t globalSize, std::size_t localSize,
              std::size_t localBytes = 0) {
    Outcome outcome;
    testing::internal::CaptureStderr();
    const char *text = source.c_str();
    cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
    outcome.build = clBuildProgram(program, 1, &device, "-cl-std=CL3.0", nullptr, nullptr);
    outcome.log = buildLog(program, device);
    outcome.launch = outcome.build;
    if (outcome.build == CL_SUCCESS)
      launch(program, globalSize, localSize, localBytes, outcome);
    clReleaseProgram(program);
    outcome.log += testing::internal::GetCapturedStderr();
    return outcome;
  }

  /// One work-group of `items`, with memory of the host as second argument.
  Outcome runOver(const std::string &source, std::size_t items, void *memory, std::size_t bytes) {
    hostMemory = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, bytes, memory, nullptr);
    Outcome outcome = run(source, items, items);
    clReleaseMemObject(hostMemory);
    hostMemory = nullptr;
    return outcome;
  }

  static void expectParts(const Outcome &outcome, std::initializer_list<const char *> parts) {
    for (const char *part : parts)
      EXPECT_NE(outcome.log.find(part), std::string::npos)
          << "no '" << part << "' in: " << outcome.log;
  }

private:
  void launch(cl_program program, std::size_t globalSize, std::size_t localSize,
              std::size_t localBytes, Outcome &outcome) {
    cl_kernel kernel = clCreateKernel(program, "k", &outcome.launch);
    if (outcome.launch)
      return;
    outcome.output.resize(words);
    cl_mem buffer =
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, words * 4, outcome.output.data(), nullptr);
    outcome.launch = clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    if (!outcome.launch && localBytes)
      outcome.launch = clSetKernelArg(kernel, 1, localBytes, nullptr);
    if (!outcome.launch && hostMemory)
      outcome.launch = clSetKernelArg(kernel, 1, sizeof hostMemory, &hostMemory);
    if (!outcome.launch)
      outcome.launch = clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &globalSize, &localSize, 0,
                                              nullptr, nullptr);
    cl_int status = clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, words * 4, outcome.output.data(),
                                        0, nullptr, nullptr);
    if (!outcome.launch)
      outcome.launch = status;
    clReleaseMemObject(buffer);
    clReleaseKernel(kernel);
  }

  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_mem hostMemory = nullptr; ///< the second argument, if any
};

// An array that no optimization takes away, over a barrier or not. out[i] = i & 63.
std::string arrayKernel(const std::string &length, bool hasBarrier, const char *attribute = "") {
  return "kernel void k(global int *out) {\n"
         "  uint i = (uint)get_global_id(0);\n"
         "  char array[" +
         length + "] " + attribute +
         ";\n"
         "  for (uint j = 0; j < 64; ++j) array[j * (out[i] + 3)] = (char)j;\n" +
         (hasBarrier ? "  barrier(CLK_LOCAL_MEM_FENCE);\n" : "") +
         "  out[i] = array[(i & 63) * (out[i] + 3)];\n}\n";
}

// A chain of functions that are not inlined, each with a private array of so many integers.
std::string chainKernel(unsigned length, unsigned integers) {
  const std::string count = std::to_string(integers), mask = std::to_string(integers - 1);
  std::string source =
      "__attribute__((noinline)) int f0(int x, global int *out) { return x + out[0]; }\n";
  for (unsigned i = 1; i <= length; ++i) {
    source += "__attribute__((noinline)) int f" + std::to_string(i) +
              "(int x, global int *out) {\n" + "  int a[" + count + "];\n  for (int j = 0; j < " +
              count + "; ++j) a[j] = x + j * out[1];\n" + "  int y = f" + std::to_string(i - 1) +
              "(a[x & " + mask + "], out);\n  return y + a[y & " + mask + "];\n}\n";
  }
  return source + "kernel void k(global int *out) {\n  int i = (int)get_global_id(0);\n" +
         "  int x = f" + std::to_string(length) + "(i, out + 2048);\n  out[i] = x;\n}\n";
}

} // namespace

TEST_F(LimitsTest, PrivateArrayBeyondTheStackDoesNotBuild) {
  Outcome outcome = run(arrayKernel("1 << 20", false), 64, 64);
  EXPECT_EQ(outcome.build, CL_BUILD_PROGRAM_FAILURE);
  expectParts(outcome, {"kernel 'k'", "bytes a work-item", "262144"});
}

// The whole work-group's arrays are there at the barrier: 4 GiB.
TEST_F(LimitsTest, PrivateArraysOverBarriersBoundTheWorkGroup) {
  Outcome outcome = run(arrayKernel("1 << 20", true), 4096, 4096);
  EXPECT_EQ(outcome.build, CL_SUCCESS) << outcome.log;
  EXPECT_EQ(outcome.launch, CL_INVALID_WORK_GROUP_SIZE);
  expectParts(outcome, {"kernel 'k'", "4096 work-items, at most "});
}

TEST_F(LimitsTest, SmallWorkGroupWithLargePrivateArraysRuns) {
  Outcome outcome = run(arrayKernel("1 << 20", true), 64, 32);
  ASSERT_EQ(outcome.launch, CL_SUCCESS) << outcome.log;
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(outcome.output[i], i);
}

TEST_F(LimitsTest, MoreMemoryOverABarrierThanThereIsIsOutOfResources) {
  Outcome outcome = run(arrayKernel("4000000000ul", true), 8, 8);
  EXPECT_EQ(outcome.build, CL_SUCCESS) << outcome.log;
  // A machine may have address space for 30 GB that nobody writes to.
  EXPECT_TRUE(outcome.launch == CL_OUT_OF_RESOURCES || outcome.launch == CL_SUCCESS)
      << outcome.launch;
  if (outcome.launch != CL_SUCCESS)
    expectParts(outcome, {"kernel 'k'", "no memory for "});
}

// At 8 lanes and two variants these were 0 bytes.
TEST_F(LimitsTest, SizesBeyond64BitsDoNotBuild) {
  for (bool hasBarrier : {false, true}) {
    Outcome outcome = run(arrayKernel("1ul << 60", hasBarrier), 64, 8);
    EXPECT_EQ(outcome.build, CL_BUILD_PROGRAM_FAILURE);
    expectParts(outcome, {"kernel 'k'", "1152921504606846976"});
  }
  Outcome outcome = run("kernel void k(global int *out) {\n  local char a[1ul << 59];\n"
                        "  a[get_local_id(0)] = 1;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
                        "  out[0] = a[out[0]];\n}\n",
                        64, 64);
  EXPECT_EQ(outcome.build, CL_BUILD_PROGRAM_FAILURE);
  expectParts(outcome, {"local memory", "576460752303423488"});
}

TEST_F(LimitsTest, PrivateArrayWithAHugeAlignment) {
  for (bool hasBarrier : {false, true}) {
    Outcome outcome = run(arrayKernel("256", hasBarrier, "__attribute__((aligned(4096)))"), 64, 16);
    ASSERT_EQ(outcome.launch, CL_SUCCESS) << outcome.log;
    for (int i = 0; i < 64; ++i)
      EXPECT_EQ(outcome.output[i], i);
    // The stack would be aligned by so much, and the application would end.
    outcome = run(arrayKernel("256", hasBarrier, "__attribute__((aligned(1 << 28)))"), 64, 16);
    EXPECT_EQ(outcome.build, CL_BUILD_PROGRAM_FAILURE);
    expectParts(outcome, {"kernel 'k'", "268435456", "4096"});
  }
  Outcome outcome = run("kernel void k(global int *out) {\n"
                        "  local char a[64] __attribute__((aligned(8192)));\n"
                        "  a[get_local_id(0)] = 1;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
                        "  out[0] = a[out[0]];\n}\n",
                        64, 64);
  EXPECT_EQ(outcome.build, CL_BUILD_PROGRAM_FAILURE);
  expectParts(outcome, {"8192", "4096"});
}

TEST_F(LimitsTest, LocalVariablesBeyondTheDeviceAreOutOfResources) {
  Outcome outcome = run("kernel void k(global int *out) {\n  local int a[2500000];\n"
                        "  a[get_local_id(0)] = 1;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
                        "  out[get_global_id(0)] = a[out[0]];\n}\n",
                        64, 64);
  EXPECT_EQ(outcome.build, CL_SUCCESS) << outcome.log;
  EXPECT_EQ(outcome.launch, CL_OUT_OF_RESOURCES);
  expectParts(outcome, {"kernel 'k'", "10000000 bytes of local memory", "262144"});
}

TEST_F(LimitsTest, LocalArgumentsBeyondTheDeviceAreOutOfResources) {
  Outcome outcome = run("kernel void k(global int *out, local int *a) {\n"
                        "  a[get_local_id(0)] = 1;\n  out[get_global_id(0)] = a[0];\n}\n",
                        64, 64, std::size_t(1) << 40);
  EXPECT_EQ(outcome.launch, CL_OUT_OF_RESOURCES);
  expectParts(outcome, {"kernel 'k'", "1099511627776 bytes of local memory", "262144"});
}

TEST_F(LimitsTest, WorkGroupsBeyondTheDeviceAreInvalid) {
  Outcome outcome = run("kernel void k(global int *out) { out[0] = 1; }", 4097, 4097);
  EXPECT_EQ(outcome.launch, CL_INVALID_WORK_ITEM_SIZE);
  expectParts(outcome, {"kernel 'k'", "4097", "4096"});
}

TEST_F(LimitsTest, RequiredWorkGroupsBeyondTheDeviceAreInvalid) {
  for (const char *size : {"5000, 1, 1", "4294967295, 4294967295, 4294967295"}) {
    Outcome outcome = run("kernel __attribute__((reqd_work_group_size(" + std::string(size) +
                              "))) void k(global int *out) { out[0] = work_group_reduce_add(1); }",
                          64, 64);
    EXPECT_EQ(outcome.launch, CL_INVALID_WORK_GROUP_SIZE) << outcome.log;
    expectParts(outcome, {"kernel 'k'", "64, the kernel requires"});
  }
}

TEST_F(LimitsTest, ImpossibleAttributesDoNotBuild) {
  for (const char *attribute : {"reqd_work_group_size(0, 1, 1)", "intel_reqd_sub_group_size(64)",
                                "intel_reqd_sub_group_size(0)", "intel_reqd_sub_group_size(7)"}) {
    Outcome outcome = run("kernel __attribute__((" + std::string(attribute) +
                              ")) void k(global int *out) { out[0] = 1; }",
                          64, 64);
    EXPECT_EQ(outcome.build, CL_BUILD_PROGRAM_FAILURE) << attribute;
    EXPECT_FALSE(outcome.log.empty()) << attribute;
  }
}

TEST_F(LimitsTest, ChainOfFunctionsWithPrivateArraysRuns) {
  Outcome outcome = run(chainKernel(30, 256), 64, 32);
  ASSERT_EQ(outcome.launch, CL_SUCCESS) << outcome.log;
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(outcome.output[i], i * 31);
}

TEST_F(LimitsTest, ChainOfFunctionsBeyondTheStackDoesNotBuild) {
  Outcome outcome = run(chainKernel(20, 4096), 64, 32);
  EXPECT_EQ(outcome.build, CL_BUILD_PROGRAM_FAILURE);
  expectParts(outcome, {"kernel 'k'", "bytes a work-item", "262144"});
}

// Lanes that are not there read nothing: behind the buffers is no memory.
TEST_F(LimitsTest, NothingBehindABufferIsTouched) {
  const std::size_t page = std::size_t(sysconf(_SC_PAGESIZE));
  auto *pages = static_cast<unsigned char *>(
      mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(pages, MAP_FAILED);
  ASSERT_EQ(mprotect(pages + page, page, PROT_NONE), 0);
  for (std::size_t i = 0; i < page; ++i)
    pages[i] = static_cast<unsigned char>(i);
  for (const char *type : {"uchar", "ushort", "uint", "ulong", "uchar3", "ushort4"})
    for (std::size_t items : {1u, 5u, 13u, 61u}) {
      const std::string name = type;
      const std::size_t bytes = name == "ulong" || name == "ushort4" ? 8
                                : name == "uint" || name == "uchar3" ? 4
                                : name == "ushort"                   ? 2
                                                                     : 1;
      const std::string source = "kernel void k(global int *out, global " + name +
                                 " *p) {\n  size_t i = get_global_id(0);\n"
                                 "  if (out[i] == 0) {\n    " +
                                 name + " x = p[i];\n    p[i] = x;\n" +
                                 (name.back() < 'a' ? "    out[i] = x.x + 1;\n  }\n}\n"
                                                    : "    out[i] = (uchar)x + 1;\n  }\n}\n");
      unsigned char *data = pages + page - items * bytes;
      Outcome outcome = runOver(source, items, data, items * bytes);
      ASSERT_EQ(outcome.launch, CL_SUCCESS) << name << ": " << outcome.log;
      for (std::size_t i = 0; i < items; ++i)
        EXPECT_EQ(outcome.output[i] & 255, (data[i * bytes] + 1) & 255) << name << ' ' << i;
    }
  munmap(pages, 2 * page);
}

// HEDDLE_LOG=api: each call that returns an error is named, and an argument with what is wrong.
TEST_F(LimitsTest, SaysWhichArgumentIsWrong) {
  Outcome missing = run("kernel void k(global int *out, int n) { out[0] = n; }", 16, 16);
  EXPECT_EQ(missing.launch, CL_INVALID_KERNEL_ARGS);
  expectParts(missing, {"kernel 'k': argument 1 ('n'): was never set",
                        "clEnqueueNDRangeKernel: CL_INVALID_KERNEL_ARGS"});
  Outcome kind = run("kernel void k(global int *out, int n) { out[0] = n; }", 16, 16, 64);
  EXPECT_EQ(kind.launch, CL_INVALID_ARG_VALUE);
  expectParts(kind, {"takes a value of 4 bytes; given was a size of 64 and a null pointer",
                     "clSetKernelArg: CL_INVALID_ARG_VALUE"});
  Outcome index = run("kernel void k(global int *out) { out[0] = 1; }", 16, 16, 64);
  EXPECT_EQ(index.launch, CL_INVALID_ARG_INDEX);
  expectParts(index, {"argument 1: the kernel has 1", "clSetKernelArg: CL_INVALID_ARG_INDEX"});
}

} // namespace heddle::test

int main(int argc, char **argv) {
  // Before the driver reads it, and so that sizes are as they are written here.
  setenv("HEDDLE_LOG", "api", 1);
  setenv("HEDDLE_SUB_GROUP_SIZE", "8", 1);
  setenv("HEDDLE_CACHE", "off", 1);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
