// Weights of few bits, whose scales and zeros a loop reads where a group of them begins: by what
// the counter leaves, by the group's number, and in loops that begin inside of a group.
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

namespace heddle::test {
namespace {

// The last group is shorter.
constexpr unsigned rows = 32, columns = 48, k = 15 * 16, mostGroups = 6;

// Eight weights of a column are one word of B, and 2 bits of zeros are left of each group.
constexpr char kernelText[] = R"(
ushort bfloat(float x) { return as_uint(x) >> 16; }

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void product(global const ushort *a, global const uint *b, global const float *scales,
                    global const float *zeros, global float *d, int n, int k, int size) {
  const int lane = get_sub_group_local_id(), column = get_global_id(0), row = get_group_id(1) * 8;
  float scale = 3, zero = 1;
  int last = -1, count = 0;
  float8 sum = 0;
  for (COUNTER s = FIRST; s < k; s += 16) {
    if (BEGINS) {
      const int group = GROUP;
      scale = scales[group * n + column];
      zero = zeros[group * n + column];
      last = group;
      ++count;
    }
    short8 x;
    int8 y;
    for (int r = 0; r < 8; ++r) {
      const uint words = b[(s / 8 + r / 4) * n + column] >> 8 * (r % 4);
      x[r] = a[(row + r) * k + s + lane];
      y[r] = as_int((ushort2)(bfloat(((float)(words & 15) - zero) * scale),
                              bfloat(((float)(words >> 4 & 15) - zero) * scale)));
    }
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
  }
  for (int r = 0; r < 8; ++r)
    d[(row + r) * n + column] = sum[r];
}
)";

struct Groups {
  const char *name;
  const char *counter, *begins, *number; ///< of a group
  unsigned size;
  unsigned first = 0;
  bool areCounted = false; ///< the number is not the group's place
};

std::ostream &operator<<(std::ostream &out, const Groups &groups) { return out << groups.name; }

class GroupValuesTest : public MatrixDeviceTest, public testing::WithParamInterface<Groups> {};

TEST_P(GroupValuesTest, AreThoseOfTheirGroup) {
  const Groups &groups = GetParam();
  const BuiltProgram built = device().buildSource(
      kernelText, std::string("-cl-std=CL3.0 -DCOUNTER=") + groups.counter +
                      " -DFIRST=" + std::to_string(groups.first) + " -DBEGINS=" + groups.begins +
                      " -DGROUP=" + groups.number);
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  Random random(groups.size);
  std::vector<std::uint16_t> bitsOfA;
  std::vector<int> a(rows * k), b(k * columns);
  for (int &number : a) {
    number = static_cast<int>(random.below(9)) - 4;
    bitsOfA.push_back(bfloatOfFloat(static_cast<float>(number)));
  }
  std::vector<std::uint32_t> words(k / 8 * columns);
  for (unsigned row = 0; row < k; ++row)
    for (unsigned column = 0; column < columns; ++column) {
      const unsigned weight = random.below(16);
      b[row * columns + column] = static_cast<int>(weight);
      words[row / 8 * columns + column] |= weight << 4 * (row % 8);
    }
  std::vector<float> scales, zeros;
  for (unsigned i = 0; i < mostGroups * columns; ++i) {
    scales.push_back(static_cast<float>(1 << random.below(4)));
    zeros.push_back(static_cast<float>(random.below(16)));
  }
  std::vector<float> expected;
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned column = 0; column < columns; ++column) {
      float sum = 0, scale = 3, zero = 1;
      unsigned count = 0;
      for (unsigned s = groups.first; s < k; ++s) {
        if (s % 16 == 0 && s % groups.size == 0) {
          const unsigned group = groups.areCounted ? count++ : s / groups.size;
          scale = scales[group * columns + column];
          zero = zeros[group * columns + column];
        }
        sum += static_cast<float>(a[row * k + s]) *
               (static_cast<float>(b[s * columns + column]) - zero) * scale;
      }
      expected.push_back(sum);
    }
  const Bytes wanted = bytesOf(expected);
  EXPECT_EQ(device().run(built.program, "product",
                         {bytesOf(bitsOfA), bytesOf(words), bytesOf(scales), bytesOf(zeros)},
                         wanted.size(), {columns, rows / 8}, {16, 1}, {columns, k, groups.size}),
            wanted);
  clReleaseProgram(built.program);
}

INSTANTIATE_TEST_SUITE_P(
    Loops, GroupValuesTest,
    testing::Values(Groups{"remainder", "int", "s%64==0", "s/64", 64},
                    Groups{"unsigned_remainder", "uint", "s%48==0", "s/48", 48},
                    Groups{"bits", "int", "!(s&63)", "s>>6", 64},
                    Groups{"number", "int", "s/64!=last", "s/64", 64},
                    Groups{"number_by_argument", "int", "s/size!=last", "s/size", 64},
                    Groups{"no_multiple", "int", "s%40==0", "s/40", 40},
                    Groups{"inside_of_a_group", "int", "s%64==0", "s/64", 64, 16},
                    Groups{"behind_a_group", "int", "s%64==0", "s/64", 64, 64},
                    Groups{"counted", "int", "s%64==0", "count", 64, 64, true}),
    testing::PrintToStringParamName());

} // namespace
} // namespace heddle::test
