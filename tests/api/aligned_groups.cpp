// Kernels that divide their global id by the local size are compiled for launches in which that is
// a group id, and those with matrix operations that divide it by the sub-group size for rows of
// whole sub-groups; a launch in which it is something else gets other code. Built by the real
// compiler.
#include "tests/support/program_fixture.hpp"

#include <array>
#include <string>

namespace heddle::test {

namespace {

constexpr char source[] = R"(
kernel void by_size(global uint4 *out) {
  size_t id = get_global_id(0) - get_global_offset(0);
  out[id] = (uint4)(get_global_id(0) / get_local_size(0), get_global_id(0) % get_local_size(0),
                    get_global_id(0) - get_local_id(0),
                    (int)get_global_id(0) / (int)get_local_size(0));
}
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void by_required(global uint4 *out) {
  size_t id = get_global_id(0) - get_global_offset(0);
  uint warp = get_global_id(0) / 32;
  out[id] = (uint4)(get_global_id(0) >> 6, get_global_id(0) & 63,
                    get_global_id(0) - get_local_id(0), warp);
}
kernel void with_barrier(global uint4 *out) {
  local uint first;
  if (get_local_id(0) == 0)
    first = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (uint i = 0; i < get_global_id(0) / get_local_size(0); ++i)
    sum += i;
  out[get_global_id(0) - get_global_offset(0)] =
      (uint4)(get_global_id(0) / get_local_size(0), get_global_id(0) % get_local_size(0), first,
              sum);
}
kernel __attribute__((intel_reqd_sub_group_size(16))) void by_lanes(global uint4 *out) {
  size_t id = get_global_id(0) - get_global_offset(0);
  int8 zeros = intel_sub_group_i8_i8_matrix_mad_k32((short8)0, (int8)id, (int8)0);
  out[id] = (uint4)(get_global_id(0) / 16, get_global_id(0) % get_max_sub_group_size(),
                    get_global_id(0) >> 3, (get_global_id(0) & 3) + zeros.s5);
}
)";

struct Launch {
  std::size_t offset, global, local;
};

// Aligned and not, and with a smaller last work-group.
constexpr Launch launches[] = {
    {0, 256, 64}, {128, 256, 64}, {32, 256, 64}, {65, 192, 64}, {0, 128, 32},  {64, 128, 32},
    {16, 96, 32}, {7, 35, 5},     {15, 35, 5},   {0, 100, 32},  {32, 100, 32}, {0, 1, 1},
    {3, 8, 1},    {40, 80, 40},   {20, 80, 40},  {48, 96, 48},  {16, 96, 48},  {4, 32, 16},
};

} // namespace

class AlignedGroupsTest : public ProgramTest {
protected:
  std::vector<cl_uint4> run(cl_kernel kernel, const Launch &launch) {
    const OwnedMem out = makeBufferOf(std::vector<cl_uint4>(launch.global));
    const cl_mem memory = out;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(memory), &memory), CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, &launch.offset, &launch.global,
                                     &launch.local, 0, nullptr, nullptr),
              CL_SUCCESS);
    return contents<cl_uint4>(out);
  }

  void check(const char *options) {
    const OwnedProgram program = makeProgram(source);
    build(program, options);
    const bool isUniform = std::string_view(options).empty();
    for (const char *name : {"by_size", "by_required", "with_barrier", "by_lanes"}) {
      const std::string_view which = name;
      cl_int error = CL_INVALID_VALUE;
      const OwnedKernel kernel = clCreateKernel(program, name, &error);
      ASSERT_EQ(error, CL_SUCCESS);
      for (const Launch &launch : launches) {
        if ((isUniform && launch.global % launch.local != 0) ||
            (which == "by_required" && launch.local != 64))
          continue;
        const std::vector<cl_uint4> got = run(kernel, launch);
        for (std::size_t i = 0; i < launch.global; ++i) {
          const std::size_t first = i / launch.local * launch.local, id = launch.offset + i;
          const std::size_t size = std::min(launch.local, launch.global - first);
          const std::size_t group = id / size;
          std::array<std::size_t, 4> expected = {group, id % size, launch.offset + first,
                                                 which == "by_size" ? group
                                                 : which == "by_required"
                                                     ? id / 32
                                                     : group * (group - 1) / 2};
          if (which == "by_lanes")
            expected = {id / 16, id % 16, id / 8, id % 4};
          for (int part = 0; part < 4; ++part)
            ASSERT_EQ(got[i].s[part], cl_uint(expected[part]))
                << name << ", part " << part << " of work-item " << i << " of " << launch.global
                << " in " << launch.local << " from " << launch.offset;
        }
      }
    }
  }
};

TEST_F(AlignedGroupsTest, EveryLaunchRuns) { check(""); }

TEST_F(AlignedGroupsTest, SoDoSmallerLastGroups) { check("-cl-std=CL3.0"); }

} // namespace heddle::test
