// Launches that write past the caches, as every second one does here: each gives the same. Built by
// the real compiler.
#include "tests/support/program_fixture.hpp"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <ostream>
#include <string>
#include <vector>

namespace heddle::test {

namespace {

// All of a sub-group, some of it, and several vectors of each work-item.
constexpr char source[] = R"(
kernel void all(global const T *in, global T *out, uint shift, uint count) {
  size_t i = get_global_id(0);
  out[i + shift] = in[i] + (T)1;
}
kernel void guarded(global const T *in, global T *out, uint shift, uint count) {
  size_t i = get_global_id(0);
  if (i < count)
    out[i + shift] = in[i] + (T)1;
}
kernel void rows(global const T *in, global T *out, uint shift, uint count) {
  for (size_t i = get_global_id(0); i < count; i += get_global_size(0))
    out[i + shift] = in[i] + (T)1;
}
)";

struct Case {
  const char *kernel;
  const char *type;
  std::size_t bytes; ///< of an element, whose components are those of a ulong
  cl_uint shift;     ///< elements: where lines do not begin
};
void PrintTo(const Case &c, std::ostream *os) {
  *os << c.kernel << " " << c.type << " " << c.shift;
}

class StreamedStoresTest : public ProgramTest, public testing::WithParamInterface<Case> {};

INSTANTIATE_TEST_SUITE_P(All, StreamedStoresTest,
                         testing::Values(Case{"all", "uchar", 1, 0}, Case{"all", "ushort", 2, 3},
                                         Case{"all", "uint", 4, 0}, Case{"all", "uint", 4, 1},
                                         Case{"all", "ulong", 8, 0}, Case{"all", "uint4", 16, 0},
                                         Case{"guarded", "uint", 4, 0},
                                         Case{"guarded", "ulong", 8, 1}, Case{"rows", "uint", 4, 0},
                                         Case{"rows", "ulong2", 16, 0}),
                         [](const auto &info) {
                           return std::string(info.param.kernel) + "Of" + info.param.type + "From" +
                                  std::to_string(info.param.shift);
                         });

} // namespace

TEST_P(StreamedStoresTest, LeaveTheSame) {
  const Case &c = GetParam();
  constexpr std::size_t global = 5003;
  const cl_uint count = std::string(c.kernel) == "all" ? global : global - 100;
  constexpr cl_uchar untouched = 0xcd;
  // Bytes without a carry into the next one of an element.
  std::vector<cl_uchar> in(global * c.bytes);
  std::iota(in.begin(), in.end(), cl_uchar{0});
  for (cl_uchar &byte : in)
    byte &= 0x7f;
  std::vector<cl_uchar> wanted((global + c.shift) * c.bytes, untouched);
  const std::string type = c.type;
  const std::size_t width = type.ends_with("4") ? 4 : type.ends_with("2") ? 8 : c.bytes;
  for (std::size_t i = 0; i < count * c.bytes; ++i)
    wanted[c.shift * c.bytes + i] = cl_uchar(in[i] + (i % width == 0 ? 1 : 0));

  const OwnedProgram program = makeProgram(source);
  ASSERT_EQ(
      clBuildProgram(program, 1, &device, ("-cl-std=CL3.0 -DT=" + type).c_str(), nullptr, nullptr),
      CL_SUCCESS);
  cl_int error = CL_INVALID_VALUE;
  const OwnedKernel kernel = clCreateKernel(program, c.kernel, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const OwnedQueue queue = makeQueue(0);
  const OwnedMem from = makeBufferOf(in);
  for (int launch = 0; launch < 4; ++launch) {
    const OwnedMem to = makeBufferOf(std::vector<cl_uchar>(wanted.size(), untouched));
    const cl_mem memories[] = {from, to};
    for (cl_uint i = 0; i < 2; ++i)
      ASSERT_EQ(clSetKernelArg(kernel, i, sizeof(cl_mem), &memories[i]), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 2, sizeof(c.shift), &c.shift), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 3, sizeof(count), &count), CL_SUCCESS);
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    ASSERT_EQ(contents<cl_uchar>(to), wanted) << launch;
  }
}

} // namespace heddle::test
