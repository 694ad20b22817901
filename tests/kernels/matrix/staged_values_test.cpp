// Factors that are converted, unpacked or swizzled on their way into local memory, where the
// compiler may read through them: whatever is read must be what was written there.
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

#include <functional>

namespace heddle::test {
namespace {

constexpr unsigned side = 32; // of the tiles of A and B

enum class Format { bfloats, floats, halves, bytes, nibblesOfRows, nibblesOfColumns };

using Matrix = std::vector<int>; ///< `side` columns for each round in A, all for B

struct Style {
  const char *name;
  Format a, b;
  const char *copy;              ///< fills x and y
  const char *readA, *readPairB; ///< at row and column; of B the rows `row` and `row` + 1
  /// What is at a place of the tile of A, if it is not the same place of the matrix.
  std::function<int(const std::function<int(unsigned, unsigned)> &a, unsigned row, unsigned column)>
      elementOfA = {};
};

// Four sub-groups have 8 rows and 32 columns each.
constexpr char kernelText[] = R"(
ushort bfloat(float value) {
  uint bits = as_uint(value);
  return (ushort)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(64, 1, 1)))
kernel void products(const global A *restrict a, const global B *restrict b, global float *c, int n,
                     int k) {
  local ushort x[32 * 48], y[32 * 48];
  const int item = get_local_id(0), lane = get_sub_group_local_id();
  const int m0 = get_group_id(1) * 32, n0 = get_group_id(0) * 32;
  float8 sum[2] = {};
  for (int first = 0; first < k; first += 32) {
    COPY
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 32; i += 16) {
      short8 f;
      for (int r = 0; r < 8; ++r) {
        const int row = get_sub_group_id() * 8 + r, column = i + lane;
        ((ushort *)&f)[r] = READ_A;
      }
      for (int j = 0; j < 2; ++j) {
        int8 g;
        for (int r = 0; r < 8; ++r) {
          const int row = i + 2 * r, column = j * 16 + lane;
          ((int *)&g)[r] = READ_PAIR_B;
        }
        sum[j] = intel_sub_group_bf16_bf16_matrix_mad_k16(f, g, sum[j]);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int j = 0; j < 2; ++j)
    for (int r = 0; r < 8; ++r)
      c[(m0 + get_sub_group_id() * 8 + r) * n + n0 + j * 16 + lane] = sum[j][r];
}
)";

#define SCALARS_A                                                                                  \
  "for (int i = item; i < 1024; i += 64) { const int r = i / 32, q = i % 32;"                      \
  "  x[i] = a[(m0 + r) * k + first + q]; }"
#define SCALARS_B                                                                                  \
  "for (int i = item; i < 1024; i += 64) { const int r = i / 32, q = i % 32;"                      \
  "  y[i] = b[(first + r) * n + n0 + q]; }"
#define EACH_A(...)                                                                                \
  "for (int i = item; i < 1024; i += 64) { const int r = i / 32, q = i % 32;" #__VA_ARGS__ "}"
#define EIGHT_A(...)                                                                               \
  "for (int i = item * 8; i < 1024; i += 512) { const int r = i / 32, q = i % 32;" #__VA_ARGS__ "}"
#define FOUR(...)                                                                                  \
  "for (int i = item * 4; i < 1024; i += 256) { const int r = i / 32, q = i % 32;" #__VA_ARGS__ "}"
#define TWO(...)                                                                                   \
  "for (int i = item * 2; i < 1024; i += 128) { const int r = i / 32, q = i % 32;" #__VA_ARGS__ "}"
#define PAIR_OF_ROWS "as_int((ushort2)(y[row * 32 + column], y[(row + 1) * 32 + column]))"
#define PLAIN_A "x[row * 32 + column]"

const Style styles[] = {
    {"converted_by_vectors", Format::floats, Format::floats,
     FOUR(float4 v = vload4(0, a + (m0 + r) * k + first + q);
          vstore4((ushort4)(bfloat(v.x), bfloat(v.y), bfloat(v.z), bfloat(v.w)), 0, x + i);)
         FOUR(float4 v = vload4(0, b + (first + r) * n + n0 + q);
              vstore4((ushort4)(bfloat(v.x), bfloat(v.y), bfloat(v.z), bfloat(v.w)), 0, y + i);),
     PLAIN_A, PAIR_OF_ROWS},
    {"converted_as_vectors", Format::halves, Format::floats,
     EIGHT_A(
         vstore8(intel_convert_bfloat168_as_ushort8(vload_half8(0, a + (m0 + r) * k + first + q)),
                 0, x + i);)
         FOUR(vstore4(intel_convert_bfloat164_as_ushort4(vload4(0, b + (first + r) * n + n0 + q)),
                      0, y + i);),
     PLAIN_A, PAIR_OF_ROWS},
    {"converted_into_pairs", Format::bytes, Format::floats,
     FOUR(float4 v = convert_float4(vload4(0, a + (m0 + r) * k + first + q)); vstore4(
              (ushort4)(bfloat(v.x), bfloat(v.y), bfloat(v.z), bfloat(v.w)), 0, x + r * 48 + q);)
         EACH_A(y[((r / 2) * 32 + q) * 2 + (r & 1)] = bfloat(b[(first + r) * n + n0 + q]);),
     "x[row * 48 + column]", "((local int *)y)[row / 2 * 32 + column]"},
    {"by_statements", Format::floats, Format::bytes,
     FOUR(x[i] = bfloat(a[(m0 + r) * k + first + q]);
          x[i + 1] = bfloat(a[(m0 + r) * k + first + q + 1]);
          x[i + 2] = bfloat(a[(m0 + r) * k + first + q + 2]);
          x[i + 3] = bfloat(a[(m0 + r) * k + first + q + 3]);)
         FOUR(for (int e = 0; e < 4; ++e) y[i + e] =
                  bfloat((float)b[(first + r) * n + n0 + q + e]);),
     PLAIN_A, PAIR_OF_ROWS},
    {"vectors_by_statements", Format::floats, Format::bfloats,
     EIGHT_A(const global float *from = a + (m0 + r) * k + first + q;
             vstore4(intel_convert_bfloat164_as_ushort4(vload4(0, from)), 0, x + i);
             vstore4(intel_convert_bfloat164_as_ushort4(vload4(1, from)), 1, x + i);) SCALARS_B,
     PLAIN_A, PAIR_OF_ROWS},
    {"from_one_of_them", Format::floats, Format::bfloats,
     FOUR(const global float *from = a + (m0 + r) * k + first + q; x[i] = bfloat(from[0] * from[0]);
          x[i + 1] = bfloat(from[0] * from[1]); x[i + 2] = bfloat(from[0] * from[2]);
          x[i + 3] = bfloat(from[0] * from[3]);) SCALARS_B,
     PLAIN_A, PAIR_OF_ROWS,
     [](const auto &a, unsigned row,
        unsigned column) { return a(row, column) * a(row, column & ~3u); }},
    {"nibbles_of_rows", Format::bfloats, Format::nibblesOfRows,
     SCALARS_A
     "for (int i = item; i < 512; i += 64) { const int r = i / 32, q = i % 32;"
     "  const uchar w = b[(first / 2 + r) * n + n0 + q];"
     "  y[2 * i] = bfloat((float)(w & 15) - 8); y[2 * i + 1] = bfloat((float)(w >> 4) - 8);"
     "}",
     PLAIN_A, "((local int *)y)[row / 2 * 32 + column]"},
    {"nibbles_of_rows_apart", Format::bfloats, Format::nibblesOfRows,
     SCALARS_A "for (int i = item; i < 512; i += 64) { const int r = i / 32, q = i % 32;"
               "  const uchar w = b[(first / 2 + r) * n + n0 + q];"
               "  y[r * 64 + q] = bfloat((float)(w & 15) - 8);"
               "  y[r * 64 + 32 + q] = bfloat((float)(w >> 4) - 8); }",
     PLAIN_A, PAIR_OF_ROWS},
    {"nibbles_of_columns", Format::bfloats, Format::nibblesOfColumns,
     SCALARS_A TWO(
         const uchar w = b[((first + r) * n + n0 + q) / 2];
         vstore2((ushort2)(bfloat((float)(w & 15) - 8), bfloat((float)(w >> 4) - 8)), 0, y + i);),
     PLAIN_A, PAIR_OF_ROWS},
    {"swizzled", Format::bfloats, Format::bfloats,
     EACH_A(x[r * 32 + (q ^ (r & 3) * 8)] = a[(m0 + r) * k + first + q];)
         EACH_A(y[r * 32 + (q ^ (r / 2 & 3) * 8)] = b[(first + r) * n + n0 + q];),
     "x[row * 32 + (column ^ (row & 3) * 8)]",
     "as_int((ushort2)(y[row * 32 + (column ^ (row / 2 & 3) * 8)],"
     "                 y[(row + 1) * 32 + (column ^ (row / 2 & 3) * 8)]))"},
    {"swizzled_by_vectors", Format::bfloats, Format::floats,
     EIGHT_A(vstore8(vload8(0, a + (m0 + r) * k + first + q), 0, x + r * 32 + (q ^ (r & 3) * 8));)
         FOUR(vstore4(intel_convert_bfloat164_as_ushort4(vload4(0, b + (first + r) * n + n0 + q)),
                      0, y + r * 32 + (q ^ (r / 2 & 7) * 4));),
     "x[row * 32 + (column ^ (row & 3) * 8)]",
     "as_int((ushort2)(y[row * 32 + (column ^ (row / 2 & 7) * 4)],"
     "                 y[(row + 1) * 32 + (column ^ (row / 2 & 7) * 4)]))"},
    {"swizzled_in_chunks", Format::bfloats, Format::bfloats,
     EIGHT_A(vstore8(vload8(0, a + (m0 + r) * k + first + q), 0,
                     x + r * 32 + (q / 8 ^ (r & 3)) * 8);) SCALARS_B,
     "x[row * 32 + (column / 8 ^ (row & 3)) * 8 + column % 8]", PAIR_OF_ROWS},
    {"swizzled_as_a_whole", Format::bfloats, Format::bfloats,
     EACH_A(x[i ^ (((i >> 5) & 3) << 3)] = a[(m0 + r) * k + first + q];) SCALARS_B,
     "x[(row * 32 + column) ^ ((((row * 32 + column) >> 5) & 3) << 3)]", PAIR_OF_ROWS},
    {"swizzled_otherwise", Format::bfloats, Format::bfloats,
     EACH_A(x[r * 32 + (q ^ (r & 3) * 8)] = a[(m0 + r) * k + first + q];) SCALARS_B,
     "x[row * 32 + (column ^ (row & 1) * 8)]", PAIR_OF_ROWS,
     [](const auto &a, unsigned row, unsigned column) {
       return a(row, column ^ (row & 1) * 8 ^ (row & 3) * 8);
     }},
    {"swizzled_with_itself", Format::bfloats, Format::bfloats,
     EACH_A(x[r * 32 + (q ^ (q >> 1 & 3) * 8)] = a[(m0 + r) * k + first + q];) SCALARS_B,
     "x[row * 32 + (column ^ (column >> 1 & 3) * 8)]", PAIR_OF_ROWS},
};

const char *typeOf(Format format) {
  switch (format) {
  case Format::bfloats:
    return "ushort";
  case Format::floats:
    return "float";
  case Format::halves:
    return "half";
  case Format::bytes:
    return "char";
  default:
    return "uchar";
  }
}

/// As the kernel reads it; numbers from -8 to 7.
Bytes stored(const Matrix &matrix, unsigned columns, Format format) {
  const auto as = [&](auto convert) {
    std::vector<decltype(convert(0))> elements(matrix.size());
    std::ranges::transform(matrix, elements.begin(), convert);
    return bytesOf(elements);
  };
  switch (format) {
  case Format::bfloats:
    return as([](int number) { return bfloatOfFloat(static_cast<float>(number)); });
  case Format::floats:
    return as([](int number) { return static_cast<float>(number); });
  case Format::halves:
    return as([](int number) { return halfOfFloat(static_cast<float>(number)); });
  case Format::bytes:
    return as([](int number) { return static_cast<std::int8_t>(number); });
  default:
    break;
  }
  Bytes bytes(matrix.size() / 2);
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    const std::size_t row = i / columns, column = i % columns;
    const bool isOfRows = format == Format::nibblesOfRows;
    bytes[isOfRows ? row / 2 * columns + column : i / 2] |= (matrix[i] + 8)
                                                            << ((isOfRows ? row : column) % 2 * 4);
  }
  return bytes;
}

class StagedValuesTest : public MatrixDeviceTest, public testing::WithParamInterface<Style> {};

TEST_P(StagedValuesTest, AreWhatWasWritten) {
  const Style &style = GetParam();
  const BuiltProgram built = device().buildSource(
      std::string("#define A ") + typeOf(style.a) + "\n#define B " + typeOf(style.b) +
      "\n#define COPY " + style.copy + "\n#define READ_A " + style.readA +
      "\n#define READ_PAIR_B " + style.readPairB + "\n" + kernelText);
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  constexpr unsigned m = 64, n = 96, k = 96;
  Random random(7);
  Matrix a(m * k), b(k * n);
  for (Matrix *matrix : {&a, &b})
    for (int &number : *matrix)
      number = static_cast<int>(random.below(16)) - 8;
  std::vector<float> expected(m * n);
  for (unsigned row = 0; row < m; ++row)
    for (unsigned i = 0; i < k; ++i) {
      const unsigned first = i / side * side, above = row / side * side;
      const auto inTile = [&](unsigned r, unsigned column) {
        return a[(above + r) * k + first + column];
      };
      const int element = style.elementOfA ? style.elementOfA(inTile, row % side, i % side)
                                           : inTile(row % side, i % side);
      for (unsigned column = 0; column < n; ++column)
        expected[row * n + column] += static_cast<float>(element * b[i * n + column]);
    }
  EXPECT_EQ(device().run(built.program, "products", {stored(a, k, style.a), stored(b, n, style.b)},
                         m * n * sizeof(float), {n / side * 64, m / side}, {64, 1}, {n, k}),
            bytesOf(expected));
  clReleaseProgram(built.program);
}

INSTANTIATE_TEST_SUITE_P(Styles, StagedValuesTest, testing::ValuesIn(styles),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace heddle::test
