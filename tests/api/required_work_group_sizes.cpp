// Kernels whose required work-groups fill sub-groups are compiled without code for missing lanes;
// the first ND-range that needs it has it compiled. Built by the real compiler.
#include "tests/support/program_fixture.hpp"

namespace heddle::test {

namespace {

constexpr char source[] = R"(
kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void is_large(global uint *out, ulong first) {
  size_t i = get_global_id(0);
  out[i - first] = (int)i < 0;
}
kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void sizes(global uint *out, ulong first) {
  out[get_global_id(0) - first] = get_local_size(0);
}
)";

} // namespace

class RequiredWorkGroupSizesTest : public ProgramTest {
protected:
  void SetUp() override {
    ProgramTest::SetUp();
    if (HasFatalFailure())
      return;
    program = makeProgram(source);
    build(program);
  }

  std::vector<cl_uint> run(cl_program what, const char *name, std::size_t first,
                           std::size_t items) {
    cl_int error = CL_INVALID_VALUE;
    const OwnedKernel kernel = clCreateKernel(what, name, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    const OwnedMem out = makeBufferOf(std::vector<cl_uint>(128, 12345));
    const cl_mem memory = out;
    const cl_ulong base = first;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(memory), &memory), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(base), &base), CL_SUCCESS);
    const std::size_t local = 32;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, &first, &items, &local, 0, nullptr, nullptr),
              CL_SUCCESS);
    return contents<cl_uint>(out);
  }

  OwnedProgram program;
};

TEST_F(RequiredWorkGroupSizesTest, GlobalIdsMayBeLarge) {
  const OwnedProgram again = fromBinary(binaryOf(program));
  build(again);
  for (cl_program one : {cl_program(program), cl_program(again)})
    for (std::size_t first : {std::size_t(0), (std::size_t(1) << 31) - 64}) {
      const std::vector<cl_uint> got = run(one, "is_large", first, 128);
      for (std::size_t i = 0; i < 128; ++i)
        ASSERT_EQ(got[i], first + i >= (std::size_t(1) << 31) ? 1u : 0u) << first << " + " << i;
    }
}

TEST_F(RequiredWorkGroupSizesTest, TheLastWorkGroupMayBeSmaller) {
  const std::vector<cl_uint> got = run(program, "sizes", 0, 50);
  for (std::size_t i = 0; i < 128; ++i)
    ASSERT_EQ(got[i], i < 32 ? 32u : i < 50 ? 18u : 12345u) << i;
}

} // namespace heddle::test
