// Kernels that go on being enqueued with one local size are compiled again for it, in several ways,
// which launches have by turns here: each gives the same. Built by the real compiler.
#include "tests/support/program_fixture.hpp"

#include <array>
#include <ostream>
#include <string>

namespace heddle::test {

namespace {

// Tiles in local memory, and what work-items of a work-group know of one another.
constexpr char source[] = R"(
kernel void product(global const uint *a, global const uint *b, global uint *out, uint size,
                    local uint *of_a, local uint *of_b) {
  uint x = get_local_id(0), y = get_local_id(1), columns = get_local_size(0),
       rows = get_local_size(1);
  uint row = get_global_id(1), column = get_global_id(0), sum = 0;
  for (uint k = 0; k < size; k += columns) {
    of_a[y * columns + x] = a[row * size + k + x];
    for (uint i = y; i < columns; i += rows)
      of_b[i * columns + x] = b[(k + i) * size + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < columns; ++i)
      sum += of_a[y * columns + i] * of_b[i * columns + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[row * size + column] = sum + (uint)(get_group_id(1) * get_num_groups(0) + get_group_id(0));
}
)";

struct LocalSize {
  std::size_t columns, rows;
};
void PrintTo(const LocalSize &size, std::ostream *os) { *os << size.columns << "x" << size.rows; }

class CodeForLocalSizesTest : public ProgramTest, public testing::WithParamInterface<LocalSize> {};

INSTANTIATE_TEST_SUITE_P(All, CodeForLocalSizesTest,
                         testing::Values(LocalSize{8, 8}, LocalSize{4, 4}, LocalSize{2, 8},
                                         LocalSize{16, 16}, LocalSize{8, 1}, LocalSize{16, 1},
                                         LocalSize{10, 10}, LocalSize{20, 4}, LocalSize{5, 3},
                                         LocalSize{40, 2}),
                         [](const auto &info) {
                           return std::to_string(info.param.columns) + "x" +
                                  std::to_string(info.param.rows);
                         });

} // namespace

TEST_P(CodeForLocalSizesTest, GivesTheSame) {
  const cl_uint size = 128 % GetParam().columns == 0 ? 128 : 120;
  constexpr int rounds = 20; // more than there are codes
  const std::array<std::size_t, 2> global{size, size}, local{GetParam().columns, GetParam().rows};
  std::vector<cl_uint> a(size * size);
  std::vector<cl_uint> b(size * size);
  std::vector<cl_uint> wanted(size * size);
  for (cl_uint i = 0; i < size * size; ++i) {
    a[i] = i * 2654435761u;
    b[i] = i * 2246822519u;
  }
  for (cl_uint row = 0; row < size; ++row)
    for (cl_uint column = 0; column < size; ++column) {
      cl_uint sum = cl_uint(row / local[1] * (size / local[0]) + column / local[0]);
      for (cl_uint k = 0; k < size; ++k)
        sum += a[row * size + k] * b[k * size + column];
      wanted[row * size + column] = sum;
    }

  const OwnedProgram program = makeProgram(source);
  ASSERT_EQ(clBuildProgram(program, 1, &device, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
  cl_int error = CL_INVALID_VALUE;
  const OwnedKernel kernel = clCreateKernel(program, "product", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const OwnedQueue queue = makeQueue(0);
  const OwnedMem memories[] = {makeBufferOf(a), makeBufferOf(b),
                               makeBufferOf(std::vector<cl_uint>(wanted.size()))};
  for (cl_uint i = 0; i < 3; ++i) {
    const cl_mem memory = memories[i];
    ASSERT_EQ(clSetKernelArg(kernel, i, sizeof(memory), &memory), CL_SUCCESS);
  }
  ASSERT_EQ(clSetKernelArg(kernel, 3, sizeof(size), &size), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 4, local[0] * local[1] * sizeof(cl_uint), nullptr), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 5, local[0] * local[0] * sizeof(cl_uint), nullptr), CL_SUCCESS);
  for (int round = 0; round < rounds; ++round) {
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global.data(), local.data(), 0,
                                     nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    ASSERT_EQ(contents<cl_uint>(memories[2]), wanted) << round;
  }
}

} // namespace heddle::test
