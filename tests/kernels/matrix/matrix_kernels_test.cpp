// Matrix functions inside kernels: control flow, helper functions, shared operands, sub-group sizes
// that are given, implied or wrong, and sub-groups that are not full.
#include "tests/kernels/matrix/any_order.hpp"
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

#include <cstring>

namespace heddle::test {
namespace {

const MadFunction &functionOf(const std::string &name, unsigned n, unsigned m,
                              Format accumulator = Format::f32) {
  for (const MadFunction &f : madFunctions())
    if (f.function == name && f.n == n && f.m == m && f.c == accumulator)
      return f;
  throw std::logic_error("no function " + name);
}

const MadFunction &bf16() { return functionOf("intel_sub_group_bf16_bf16_matrix_mad_k16", 16, 8); }
const MadFunction &i8() {
  return functionOf("intel_sub_group_i8_u8_matrix_mad_k32", 8, 4, Format::i32);
}
const MadFunction &tf32() { return functionOf("intel_sub_group_tf32_tf32_matrix_mad_k8", 16, 8); }

// Kernels whose names end in _any have no attribute: the calls imply the size.
constexpr char source[] = R"(
#define SIZE16 __attribute__((intel_reqd_sub_group_size(16)))
#define BF16(a, b, c) intel_sub_group_bf16_bf16_matrix_mad_k16(a, b, c)

SIZE16 kernel void uniform_if(global const short8 *a, global const int8 *b, global const float8 *c,
                              global float8 *d, uint wanted) {
  size_t i = get_global_id(0);
  float8 acc = c[i];
  if (get_group_id(0) % 2 == wanted)
    acc = BF16(a[i], b[i], acc);
  d[i] = acc;
}

SIZE16 kernel void uniform_else(global const short8 *a, global const int8 *b,
                                global const float8 *c, global float8 *d, uint wanted) {
  size_t i = get_global_id(0);
  short8 x = a[i];
  int8 y = b[i];
  float8 z = c[i];
  if (get_group_id(0) % 2 == wanted)
    d[i] = BF16(x, y, z);
  else
    d[i] = BF16(x, y, (float8)(0)) + z;
}

__attribute__((noinline)) float8 helper(short8 x, int8 y, float8 z) { return BF16(x, y, z); }
SIZE16 kernel void through_helper(global const short8 *a, global const int8 *b,
                                  global const float8 *c, global float8 *d) {
  size_t i = get_global_id(0);
  d[i] = helper(a[i], b[i], c[i]);
}

// Two sums that share operands, and a third that needs both results.
SIZE16 kernel void shared_operands(global const short8 *a, global const int8 *b,
                                   global const float8 *c, global float8 *d, uint stride) {
  size_t i = get_global_id(0);
  short8 x0 = a[i], x1 = a[i + stride];
  int8 y0 = b[i], y1 = b[i + stride];
  float8 p = BF16(x0, y0, c[i]);
  p = BF16(x0, y1, p);
  p = BF16(x1, y0, p);
  d[i] = BF16(x1, y1, p);
}

// The sub-groups of a work-group hand B on to one another; the sums live across barriers.
SIZE16 kernel void through_local(global const short8 *a, global const int8 *b,
                                 global const float8 *c, global float8 *d, uint rounds) {
  local int8 staged[32];
  size_t i = get_global_id(0), l = get_local_id(0);
  float8 acc = c[i];
  for (uint k = 0; k < rounds; ++k) {
    staged[l] = b[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    acc = BF16(a[i], staged[(l + 16 * k) % 32], acc);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  d[i] = acc;
}

// Rows at any distance, the first one last.
SIZE16 kernel void upwards(global const short8 *a, global const int8 *b, global const float8 *c,
                           global float *d, uint distance) {
  size_t i = get_global_id(0);
  float8 sum = BF16(a[i], b[i], c[i]);
  for (int row = 7; row >= 0; --row)
    d[row * (ulong)distance + i] = sum[row];
}

kernel void bf16_any(global const short8 *a, global const int8 *b, global const float8 *c,
                     global float8 *d) {
  size_t i = get_global_id(0);
  d[i] = BF16(a[i], b[i], c[i]);
}
kernel void i8_any(global const int4 *a, global const uint8 *b, global const int4 *c,
                   global int4 *d) {
  size_t i = get_global_id(0);
  d[i] = intel_sub_group_i8_u8_matrix_mad_k32(a[i], b[i], c[i]);
}
kernel void tf32_any(global const float4 *a, global const float8 *b, global const float8 *c,
                     global float8 *d) {
  size_t i = get_global_id(0);
  d[i] = intel_sub_group_tf32_tf32_matrix_mad_k8(a[i], b[i], c[i]);
}
)";

class MatrixKernelTest : public MatrixDeviceTest {
protected:
  void SetUp() override {
    MatrixDeviceTest::SetUp();
    if (HasFatalFailure())
      return;
    static const BuiltProgram built = MatrixDevice::get().buildSource(source);
    ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
    program = built.program;
  }

  /// Matrices of `count` sub-groups, and their bytes as work-items load them.
  struct Operands {
    std::vector<Matrix> a, b, c;
    Bytes bytesA, bytesB, bytesC;
  };
  Operands randomOperands(const MadFunction &f, unsigned count) {
    Operands result;
    Random random(7);
    const auto add = [](Bytes &all, const Registers &registers) {
      const Bytes bytes = registers.laneMajor();
      all.insert(all.end(), bytes.begin(), bytes.end());
    };
    for (unsigned i = 0; i < count; ++i) {
      Matrix x(f.m, f.k, f.a), y(f.k, f.n, f.b), z(f.m, f.n, f.c);
      fillMatrices(x, y, z, Fill::random, random);
      add(result.bytesA, packA(f, x));
      add(result.bytesB, packB(f, y));
      add(result.bytesC, packC(f, z));
      result.a.push_back(x);
      result.b.push_back(y);
      result.c.push_back(z);
    }
    return result;
  }

  void expect(const MadFunction &f, const Bytes &found, const std::vector<Matrix> &expected) {
    const std::size_t bytes = std::size_t(f.n) * f.m * componentBits(f.cType) / 8;
    ASSERT_GE(found.size(), bytes * expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_EQ(difference(unpackC(f, Registers::fromLaneMajor(f.n, f.m, componentBits(f.cType),
                                                               found.data() + i * bytes)),
                           expected[i], randomSumTolerance(f.a)),
                "")
          << "sub-group " << i;
  }

  void expectPlainProduct(const MadFunction &f, const std::string &kernel) {
    const Operands x = randomOperands(f, 4);
    std::vector<Matrix> expected;
    for (unsigned i = 0; i < 4; ++i)
      expected.push_back(multiplyAdd(x.a[i], x.b[i], x.c[i]));
    expect(f,
           device().run(program, kernel, {x.bytesA, x.bytesB, x.bytesC}, x.bytesC.size(), 4 * f.n,
                        2 * f.n),
           expected);
  }

  cl_program program = nullptr;
};

TEST_F(MatrixKernelTest, WorksUnderAUniformIf) {
  const MadFunction &f = bf16();
  const Operands x = randomOperands(f, 4);
  for (cl_uint wanted : {0u, 1u, 2u}) {
    std::vector<Matrix> expected = x.c;
    for (unsigned i = 0; i < 4; ++i) // two sub-groups in a work-group
      if (i / 2 % 2 == wanted)
        expected[i] = multiplyAdd(x.a[i], x.b[i], x.c[i]);
    expect(f,
           device().run(program, "uniform_if", {x.bytesA, x.bytesB, x.bytesC}, x.bytesC.size(), 64,
                        32, {wanted}),
           expected);
  }
}

TEST_F(MatrixKernelTest, WorksInBothBranchesOfAUniformIf) {
  const MadFunction &f = bf16();
  const Operands x = randomOperands(f, 4);
  std::vector<Matrix> expected;
  for (unsigned i = 0; i < 4; ++i) {
    if (i / 2 % 2 == 1) {
      expected.push_back(multiplyAdd(x.a[i], x.b[i], x.c[i]));
      continue;
    }
    Matrix sum = multiplyAdd(x.a[i], x.b[i], Matrix(f.m, f.n, f.c));
    for (std::size_t e = 0; e < sum.bits.size(); ++e)
      sum.bits[e] = bitsOfFloat(floatOfBits(sum.bits[e]) + floatOfBits(x.c[i].bits[e]));
    expected.push_back(sum);
  }
  expect(f,
         device().run(program, "uniform_else", {x.bytesA, x.bytesB, x.bytesC}, x.bytesC.size(), 64,
                      32, {1}),
         expected);
}

TEST_F(MatrixKernelTest, WorksThroughAFunctionThatAsksNotToBeInlined) {
  expectPlainProduct(bf16(), "through_helper");
}

TEST_F(MatrixKernelTest, SharesOperandsBetweenCalls) {
  const MadFunction &f = bf16();
  const Operands x = randomOperands(f, 4); // sub-groups 2 and 3 are the second operands of 0 and 1
  std::vector<Matrix> expected;
  for (unsigned i = 0; i < 2; ++i) {
    Matrix sum = x.c[i];
    for (const auto &[row, column] :
         {std::pair(i, i), std::pair(i, i + 2), std::pair(i + 2, i), std::pair(i + 2, i + 2)})
      sum = multiplyAdd(x.a[row], x.b[column], sum);
    expected.push_back(sum);
  }
  expect(f,
         device().run(program, "shared_operands", {x.bytesA, x.bytesB, x.bytesC}, x.bytesC.size(),
                      32, 32, {32}),
         expected);
}

TEST_F(MatrixKernelTest, KeepsSumsAcrossBarriers) {
  const MadFunction &f = bf16();
  const Operands x = randomOperands(f, 4); // two sub-groups in a work-group
  std::vector<Matrix> expected;
  for (unsigned i = 0; i < 4; ++i) {
    Matrix sum = x.c[i];
    for (unsigned k = 0; k < 3; ++k)
      sum = multiplyAdd(x.a[i], x.b[i / 2 * 2 + (i + k) % 2], sum);
    expected.push_back(sum);
  }
  expect(f,
         device().run(program, "through_local", {x.bytesA, x.bytesB, x.bytesC}, x.bytesC.size(), 64,
                      32, {3}),
         expected);
}

TEST_F(MatrixKernelTest, StoresRowsInTheirOrderWhereTheyLieUponOneAnother) {
  const MadFunction &f = bf16();
  const Operands x = randomOperands(f, 1);
  const Matrix expected = multiplyAdd(x.a[0], x.b[0], x.c[0]);
  const std::size_t bytes = f.n * sizeof(cl_float);
  const Bytes found =
      device().run(program, "upwards", {x.bytesA, x.bytesB, x.bytesC}, bytes, 16, 16, {0});
  ASSERT_EQ(found.size(), bytes);
  Matrix d = expected;
  for (unsigned n = 0; n < f.n; ++n) {
    std::uint32_t bits;
    std::memcpy(&bits, &found[n * sizeof(bits)], sizeof(bits));
    d.at(0, n) = bits;
  }
  EXPECT_EQ(difference(d, expected, randomSumTolerance(f.a)), "");
}

TEST_F(MatrixKernelTest, ImpliesSize16ByComponentsOf16Bits) {
  expectPlainProduct(bf16(), "bf16_any");
}
TEST_F(MatrixKernelTest, ImpliesSize8ByComponentsOf32Bits) { expectPlainProduct(i8(), "i8_any"); }
TEST_F(MatrixKernelTest, ImpliesSize16ByTf32) { expectPlainProduct(tf32(), "tf32_any"); }

// Lanes that do not exist contribute zeros, and their columns are dropped.
TEST_F(MatrixKernelTest, TakesMissingLanesOfAPartialSubGroupAsZero) {
  for (unsigned lanes : {1u, 5u, 8u, 15u}) {
    const MadFunction &f = bf16();
    const Operands x = randomOperands(f, 1);
    Matrix a = x.a[0];
    for (unsigned m = 0; m < f.m; ++m)
      for (unsigned k = lanes; k < f.k; ++k) // K = N: lane k holds column k of A
        a.at(m, k) = 0;
    const Matrix expected = multiplyAdd(a, x.b[0], x.c[0]);
    const Bytes found = device().run(program, "bf16_any", {x.bytesA, x.bytesB, x.bytesC},
                                     x.bytesC.size(), lanes, lanes);
    ASSERT_EQ(found.size(), x.bytesC.size());
    const Matrix d =
        unpackC(f, Registers::fromLaneMajor(f.n, f.m, componentBits(f.cType), found.data()));
    for (unsigned m = 0; m < f.m; ++m)
      for (unsigned n = 0; n < f.n; ++n)
        EXPECT_TRUE(n < lanes ? sameElement(d, expected, m, n, randomSumTolerance(f.a))
                              : d.at(m, n) == 0xA5A5A5A5)
            << lanes << " lanes, D[" << m << "][" << n << "] is 0x" << std::hex << d.at(m, n);
  }
}

// Work-groups of kernels with matrix operations do not run row by row.
TEST_F(MatrixKernelTest, RunsEachWorkGroupOnce) {
  const BuiltProgram built = device().buildSource(R"(
    __attribute__((intel_reqd_sub_group_size(16))) kernel void visit(global uint *visits) {
      const int8 d = intel_sub_group_i8_i8_matrix_mad_k32((short8)1, (int8)1, (int8)7);
      const size_t row = get_global_id(1) + get_global_id(2) * get_global_size(1);
      atomic_add(&visits[get_global_id(0) + row * get_global_size(0)], d.s0 + d.s7);
    })");
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  const struct {
    WorkSize global, local;
  } ranges[] = {{{16 * 3, 101}, {16, 1}},  {{16 * 70, 1}, {16, 1}},      {{16, 300}, {16, 1}},
                {{16 * 9, 36}, {48, 4}},   {{16 * 5, 7 * 3}, {16, 3}},   {{16, 1, 9}, {16, 1, 1}},
                {{32, 57, 3}, {16, 1, 1}}, {{16 * 4, 8, 5}, {16, 4, 2}}, {{48, 70}, {16, 3}},
                {{16 * 2000}, {16}}};
  for (const auto &range : ranges) {
    std::size_t count = 1;
    for (std::size_t size : range.global.sizes)
      count *= size;
    const Bytes found =
        device().run(built.program, "visit", {}, count * 4, range.global, range.local);
    ASSERT_EQ(found.size(), count * 4);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t visits;
      std::memcpy(&visits, &found[i * 4], 4);
      // Rows of A have a one at every second place, columns of B at every fourth.
      wrong += visits != 0xA5A5A5A5 + 2 * (7 + 8);
    }
    EXPECT_EQ(wrong, 0u) << "of " << count << " in " << range.global.sizes.size()
                         << " dimensions, the first of " << range.global.sizes[0];
  }
}

class MatrixDiagnosticTest : public MatrixDeviceTest {
protected:
  /// Builds a kernel with this attribute and body, and expects a failure that says `text`.
  void expectFailure(const std::string &attribute, const std::string &body,
                     const std::string &text) {
    const BuiltProgram built =
        device().buildSource(attribute +
                             " kernel void k(global short8 *a16, global int8 *a8, global int8 *b, "
                             "global float8 *c) {\n  size_t i = get_global_id(0);\n" +
                             body + "}\n");
    EXPECT_EQ(built.error, CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(built.log.find(text), std::string::npos) << "the log is: " << built.log;
    EXPECT_NE(built.log.find("kernel 'k'"), std::string::npos) << "the log is: " << built.log;
  }

  const std::string mad16 =
      "  c[i] = intel_sub_group_bf16_bf16_matrix_mad_k16(a16[i], b[i], c[i]);\n";
  const std::string mad8 =
      "  c[i] = intel_sub_group_bf16_bf16_matrix_mad_k16(a8[i], b[i], c[i]);\n";
};

TEST_F(MatrixDiagnosticTest, NamesBothSizesWhenTheKernelRequiresAnother) {
  expectFailure("__attribute__((intel_reqd_sub_group_size(8)))", mad16,
                "needs sub-group size 16, the kernel's size is 8");
  expectFailure("__attribute__((intel_reqd_sub_group_size(16)))", mad8,
                "needs sub-group size 8, the kernel's size is 16");
  expectFailure("__attribute__((intel_reqd_sub_group_size(32)))", mad16,
                "needs sub-group size 16, the kernel's size is 32");
}

TEST_F(MatrixDiagnosticTest, RefusesKernelsThatMixSizes) {
  expectFailure("", mad16 + mad8, "needs sub-group size 8, the kernel's size is 16");
  expectFailure("", mad8 + mad16, "needs sub-group size 16, the kernel's size is 8");
}

} // namespace
} // namespace heddle::test
