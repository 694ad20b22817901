// Programs of many kernels are compiled without code for missing lanes; a launch that has some gets
// it compiled. Built by the real compiler.
#include "tests/support/program_fixture.hpp"

#include <algorithm>
#include <array>
#include <thread>
#include <vector>

namespace heddle::test {

namespace {

// Every work-item says who it is, and what its work-group added up.
constexpr char source[] = R"(
kernel void ids(global uint4 *out) {
  size_t i = get_global_linear_id();
  out[i] = (uint4)(get_global_id(0), get_global_id(1), get_local_size(0), get_num_groups(0));
}
kernel void global_ids(global uint4 *out) {
  size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  out[i] = (uint4)(get_global_id(0), get_global_id(1), 0, 0);
}
kernel void sums(global uint4 *out) {
  local uint sum;
  if (get_local_linear_id() == 0)
    sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sum, get_global_id(0) + 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_linear_id()] = (uint4)(get_global_id(0), get_global_id(1), sum, 0);
}
kernel void columns(global uint4 *out) {
  size_t i = get_global_id(0) * get_global_size(1) + get_global_id(1);
  out[i] = (uint4)(get_global_id(0), get_global_id(1), 0, 0);
}
kernel void unused_1(global uint4 *out) { out[get_global_id(0)] = 1; }
kernel void unused_2(global uint4 *out) { out[get_global_id(0)] = 2; }
)";

struct Launch {
  std::array<std::size_t, 2> global, local;
};

// Whole, not whole in each way, by work-items, larger than a sub-group and smaller.
constexpr Launch launches[] = {
    {{64, 1}, {32, 1}},  {{60, 1}, {32, 1}},   {{64, 1}, {33, 1}}, {{1, 1}, {1, 1}},
    {{48, 3}, {16, 2}},  {{40, 3}, {8, 2}},    {{64, 4}, {4, 4}},  {{96, 2}, {1, 1}},
    {{112, 3}, {48, 2}}, {{100, 2}, {100, 1}}, {{80, 6}, {10, 3}}, {{44, 5}, {20, 2}},
};

} // namespace

class MissingLanesTest : public ProgramTest {
protected:
  void SetUp() override {
    ProgramTest::SetUp();
    if (HasFatalFailure())
      return;
    program = makeProgram(source);
    build(program);
  }

  std::vector<cl_uint4> run(cl_program what, const char *name, const Launch &launch) {
    cl_int error = CL_INVALID_VALUE;
    const OwnedKernel kernel = clCreateKernel(what, name, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    const cl_uint4 untouched = {{9, 9, 9, 9}};
    const OwnedMem out = makeBufferOf(std::vector<cl_uint4>(512, untouched));
    const cl_mem memory = out;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(memory), &memory), CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, launch.global.data(),
                                     launch.local.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    return contents<cl_uint4>(out);
  }
  void check(cl_program what) {
    for (const Launch &launch : launches) {
      const auto [width, height] = launch.global;
      const std::vector<cl_uint4> ids = run(what, "ids", launch);
      const std::vector<cl_uint4> globalIds = run(what, "global_ids", launch);
      const std::vector<cl_uint4> sums = run(what, "sums", launch);
      const std::vector<cl_uint4> columns = run(what, "columns", launch);
      for (std::size_t i = 0; i < ids.size(); ++i) {
        const bool isIn = i < width * height;
        const cl_uint x = isIn ? cl_uint(i % width) : 9, y = isIn ? cl_uint(i / width) : 9;
        const std::size_t first = x / launch.local[0] * launch.local[0];
        const std::size_t end = std::min(first + launch.local[0], width);
        const std::size_t firstRow = y / launch.local[1] * launch.local[1];
        const std::size_t rows = std::min(firstRow + launch.local[1], height) - firstRow;
        cl_uint sum = 0;
        for (std::size_t item = first; item < end; ++item)
          sum += cl_uint(rows * (item + 1));
        const auto says = [&] {
          return testing::Message() << "work-item " << i << " of " << width << " x " << height
                                    << " in " << launch.local[0] << " x " << launch.local[1];
        };
        for (const std::vector<cl_uint4> *got : {&ids, &globalIds, &sums}) {
          ASSERT_EQ((*got)[i].s[0], x) << says();
          ASSERT_EQ((*got)[i].s[1], y) << says();
        }
        ASSERT_EQ(columns[i].s[0], isIn ? i / height : 9) << says();
        ASSERT_EQ(columns[i].s[1], isIn ? i % height : 9) << says();
        ASSERT_EQ(ids[i].s[2], isIn ? end - first : 9) << says();
        ASSERT_EQ(ids[i].s[3], isIn ? (width + launch.local[0] - 1) / launch.local[0] : 9)
            << says();
        ASSERT_EQ(sums[i].s[2], isIn ? sum : 9) << says();
      }
    }
  }

  OwnedProgram program;
};

TEST_F(MissingLanesTest, EveryShapeRuns) { check(program); }

TEST_F(MissingLanesTest, SeveralThreadsAskForItAtOnce) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] { check(program); });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(MissingLanesTest, SoItDoesFromABinary) {
  const OwnedProgram again = fromBinary(binaryOf(program));
  build(again);
  check(again);
}

} // namespace heddle::test
