// Kernels of a long program are compiled when they are first launched, for the launch. Built by the
// real compiler.
#include "runtime/loader/kernel_binary.hpp"
#include "runtime/program_binary.hpp"
#include "tests/support/program_fixture.hpp"

#include <algorithm>
#include <numeric>
#include <thread>

namespace heddle::test {

namespace {

// `work` is some thousand instructions; with FAULT there is something wrong with a kernel that
// clang does not see.
constexpr char source[] = R"(
#define STEP(n) x = (x << 7 | x >> 25) * 1664525u + (n);
#define STEPS_4(n) STEP(n) STEP(n + 1) STEP(n + 2) STEP(n + 3)
#define STEPS_16(n) STEPS_4(n) STEPS_4(n + 4) STEPS_4(n + 8) STEPS_4(n + 12)
#define STEPS_64(n) STEPS_16(n) STEPS_16(n + 16) STEPS_16(n + 32) STEPS_16(n + 48)
uint work(uint x) { STEPS_64(1u) STEPS_64(65u) STEPS_64(129u) STEPS_64(193u) return x; }
kernel void hashes(global uint *out) {
  out[get_global_id(0)] = work(get_global_id(0));
}
kernel void rotates(global uint *out) {
  local uint shared[256];
  size_t i = get_local_id(0), n = get_local_size(0);
  shared[i] = work(get_global_id(0) + 1000);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared[(i + 1) % n];
}
kernel void two_hashes(global uint *out) {
  out[get_global_id(0)] = work(get_global_id(0)) + work(get_global_id(0) + 1);
}
kernel void lanes(global uint *out) {
  out[get_global_id(0)] = sub_group_reduce_add(work(get_global_id(0))) * get_sub_group_size();
}
__attribute__((intel_reqd_sub_group_size(16)))
kernel void sixteen(global uint *out) {
  out[get_global_id(0)] = sub_group_reduce_add(work(get_global_id(0)));
}
#ifdef FAULT
__attribute__((intel_reqd_sub_group_size(32)))
kernel void wrong(global int *out) {
  out[get_global_id(0)] =
      intel_sub_group_i8_i8_matrix_mad_k32(out[0], (int8)(0), (int)work(get_global_id(0)));
}
#endif
)";

cl_uint work(cl_uint x) {
  for (cl_uint n = 1; n <= 256; ++n)
    x = (x << 7 | x >> 25) * 1664525u + n;
  return x;
}

} // namespace

class DeferredKernelsTest : public ProgramTest {
protected:
  void SetUp() override {
    ProgramTest::SetUp();
    if (HasFatalFailure())
      return;
    program = makeProgram(source);
    build(program);
  }

  OwnedKernel makeKernel(cl_program from, const char *name) {
    cl_int error = CL_INVALID_VALUE;
    cl_kernel made = clCreateKernel(from, name, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  std::vector<cl_uint> run(cl_kernel kernel, std::size_t size, std::size_t localSize) {
    const OwnedMem out = makeBufferOf(std::vector<cl_uint>(size, 9));
    const cl_mem memory = out;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(memory), &memory), CL_SUCCESS);
    EXPECT_EQ(enqueue(queue, kernel, size, localSize ? &localSize : nullptr), CL_SUCCESS);
    return contents<cl_uint>(out);
  }
  /// One work-item, less than a sub-group, whole ones, and what leaves lanes.
  void check(cl_program what) {
    const OwnedKernel hashes = makeKernel(what, "hashes"), rotates = makeKernel(what, "rotates"),
                      lanes = makeKernel(what, "lanes"), sixteen = makeKernel(what, "sixteen");
    for (const std::size_t size : {1, 5, 64, 61, 1, 200}) {
      std::vector<cl_uint> wanted(size), rotated(size), sums(size);
      for (cl_uint i = 0; i < size; ++i) {
        wanted[i] = work(i);
        rotated[i] = work((i + 1) % size + 1000);
        sums[i / 16 * 16] += work(i);
      }
      for (std::size_t i = 0; i < size; ++i)
        sums[i] = sums[i / 16 * 16];
      EXPECT_EQ(run(hashes, size, 0), wanted) << size;
      EXPECT_EQ(run(rotates, size, size), rotated) << size;
      EXPECT_EQ(run(sixteen, size, size), sums) << size;
    }
    // Fewer work-items than lanes are a sub-group all the same.
    const cl_uint sum = work(0) + work(1) + work(2);
    EXPECT_EQ(run(lanes, 3, 3), std::vector<cl_uint>(3, sum * 3));
  }

  std::vector<std::string> deferredIn(cl_program what) {
    const std::vector<unsigned char> bytes = binaryOf(what);
    const auto binary =
        decodeProgramBinary({reinterpret_cast<const char *>(bytes.data()), bytes.size()});
    std::vector<std::string> names;
    if (binary) {
      EXPECT_EQ(binary->modules.size(), 1u);
      const auto metadata = loader::readMetadata(binary->elf);
      if (const auto *found = std::get_if<abi::BinaryMetadata>(&metadata))
        for (const abi::KernelMetadata &kernel : found->kernels)
          if (kernel.isDeferred)
            names.push_back(kernel.name);
    }
    return names;
  }

  OwnedProgram program;
};

TEST_F(DeferredKernelsTest, KernelsThatNothingCanBeWrongWithWaitForTheirLaunch) {
  EXPECT_EQ(deferredIn(program),
            (std::vector<std::string>{"hashes", "lanes", "rotates", "sixteen", "two_hashes"}));
}

TEST_F(DeferredKernelsTest, EverySizeRuns) { check(program); }

TEST_F(DeferredKernelsTest, SoItDoesFromABinary) {
  const OwnedProgram again = fromBinary(binaryOf(program));
  build(again);
  check(again);
}

TEST_F(DeferredKernelsTest, SoItDoesWhenLinked) {
  check(link({makeCompiledProgram(source, "-cl-std=CL3.0")}));
}

TEST_F(DeferredKernelsTest, AllThatExistAreThereWhenTheyAreLaunched) {
  const OwnedKernel hashes = makeKernel(program, "hashes"),
                    rotates = makeKernel(program, "rotates"),
                    twice = makeKernel(program, "two_hashes");
  std::vector<cl_uint> wanted(64), rotated(64), sums(64);
  for (cl_uint i = 0; i < 64; ++i) {
    wanted[i] = work(i);
    rotated[i] = work((i + 1) % 64 + 1000);
    sums[i] = work(i) + work(i + 1);
  }
  EXPECT_EQ(run(hashes, 64, 64), wanted);
  EXPECT_EQ(run(rotates, 64, 64), rotated);
  EXPECT_EQ(run(twice, 64, 64), sums);
  EXPECT_EQ(run(hashes, 64, 64), wanted);
}

TEST_F(DeferredKernelsTest, KernelsMayGoWhileTheyAreCompiled) {
  std::vector<cl_uint> wanted(64);
  for (cl_uint i = 0; i < 64; ++i)
    wanted[i] = work(i);
  for (const char *options : {"-cl-std=CL3.0", "-cl-std=CL3.0 -DOTHER"}) {
    // A build is refused while there is a kernel: code that is being compiled for one is none.
    ASSERT_EQ(clBuildProgram(program, 1, &device, options, nullptr, nullptr), CL_SUCCESS);
    const OwnedKernel hashes = makeKernel(program, "hashes");
    const OwnedKernel rotates = makeKernel(program, "rotates");
    EXPECT_EQ(run(hashes, 64, 64), wanted);
  }
  program.reset();
}

TEST_F(DeferredKernelsTest, TwoThreadsLaunchTheSameKernels) {
  const OwnedKernel kernels[2][2] = {
      {makeKernel(program, "hashes"), makeKernel(program, "two_hashes")},
      {makeKernel(program, "hashes"), makeKernel(program, "two_hashes")}};
  std::vector<cl_uint> wanted(64), sums(64);
  for (cl_uint i = 0; i < 64; ++i) {
    wanted[i] = work(i);
    sums[i] = work(i) + work(i + 1);
  }
  const auto launch = [&](const OwnedKernel(&mine)[2]) {
    EXPECT_EQ(run(mine[0], 64, 64), wanted);
    EXPECT_EQ(run(mine[1], 64, 64), sums);
  };
  std::thread other([&] { launch(kernels[0]); });
  launch(kernels[1]);
  other.join();
}

TEST_F(DeferredKernelsTest, ABuildReportsWhatIsWrongWithAKernel) {
  const OwnedProgram wrong = makeProgram(source);
  EXPECT_EQ(clBuildProgram(wrong, 1, &device, "-cl-std=CL3.0 -DFAULT", nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(buildText(wrong, CL_PROGRAM_BUILD_LOG).find("'wrong'"), std::string::npos);
}

TEST_F(DeferredKernelsTest, QueriesHaveAnswers) {
  const OwnedKernel rotates = makeKernel(program, "rotates");
  const auto ask = [&](cl_kernel_work_group_info name) {
    cl_ulong value = 0;
    EXPECT_EQ(clGetKernelWorkGroupInfo(rotates, device, name, sizeof(value), &value, nullptr),
              CL_SUCCESS);
    return value;
  };
  EXPECT_EQ(ask(CL_KERNEL_LOCAL_MEM_SIZE), 1024u);
  EXPECT_GE(ask(CL_KERNEL_WORK_GROUP_SIZE), 256u);
  EXPECT_GE(ask(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE), 1u);
  EXPECT_LT(ask(CL_KERNEL_PRIVATE_MEM_SIZE), 1u << 20);
  const std::size_t items = 64;
  std::size_t lanes = 0;
  EXPECT_EQ(clGetKernelSubGroupInfo(rotates, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                    sizeof(items), &items, sizeof(lanes), &lanes, nullptr),
            CL_SUCCESS);
  EXPECT_GE(lanes, 1u);
}

TEST_F(DeferredKernelsTest, AWrongLocalSizeIsRefused) {
  const OwnedKernel hashes = makeKernel(program, "hashes");
  const OwnedMem out = makeBuffer(4096);
  const cl_mem memory = out;
  EXPECT_EQ(clSetKernelArg(hashes, 0, sizeof(memory), &memory), CL_SUCCESS);
  const std::size_t tooMany = std::size_t(1) << 20;
  EXPECT_EQ(enqueue(queue, hashes, tooMany, &tooMany), CL_INVALID_WORK_ITEM_SIZE);
}

} // namespace heddle::test
