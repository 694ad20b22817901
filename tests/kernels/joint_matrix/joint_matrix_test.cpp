// joint_matrix.h in OpenCL C: each function against what it is said to do.
#include "tests/kernels/joint_matrix/joint_matrix_fixture.hpp"

namespace heddle::test {
namespace {

class JointMatrixCTest : public JointMatrixTest {};

struct Shape {
  const char *type, *use;
  unsigned rows, columns;
};
const Shape shapes[] = {{"int", "use_a", 8, 16},
                        {"int", "use_accumulator", 7, 13},
                        {"int", "use_b", 32, 64},
                        {"int", "use_accumulator", 1, 64},
                        {"int", "use_accumulator", 16, 16}};

std::string defines(const Shape &shape) {
  return "-DUSE=" + std::string(shape.use) + " -DROWS=" + std::to_string(shape.rows) +
         " -DCOLUMNS=" + std::to_string(shape.columns);
}

TEST_F(JointMatrixCTest, CoordinatesReachEachElementOnce) {
  const char source[] = R"(
#define PLACE(x, row, column) ((x) + 1000 * (int)(row) + (int)(column))
KERNEL(global int *out) {
  joint_matrix(int, USE, ROWS, COLUMNS) m;
  joint_matrix_fill(m, 7);
  joint_matrix_apply_coordinates(m, PLACE);
  joint_matrix_store(m, out, COLUMNS, layout_row_major);
})";
  for (const Shape &shape : shapes)
    for (unsigned lanes : {8, 16, 32}) {
      const auto out =
          run<int>(source, openclC, {}, shape.rows * shape.columns, {}, lanes, defines(shape));
      for (unsigned i = 0; i < out.size(); ++i)
        ASSERT_EQ(out[i], int(7 + 1000 * (i / shape.columns) + i % shape.columns))
            << i << " " << defines(shape) << " lanes " << lanes;
    }
}

TEST_F(JointMatrixCTest, LayoutsMayBeKnownAtRunTimeOnly) {
  const char source[] = R"(
KERNEL(const global short *in, global short *out, uint layout, uint stride) {
  joint_matrix(short, use_b, 4, 6) m;
  joint_matrix_load(m, in, stride, layout);
  joint_matrix_store(m, out, 6, layout_row_major);
})";
  const auto in = count<short>(64);
  for (unsigned layout : {0u, 1u, 2u}) {
    const unsigned stride = layout == 1 ? 5 : layout == 2 ? 13 : 7;
    const auto out = run<short>(source, openclC, {bytesOf(in)}, 24, {layout, stride});
    for (unsigned i = 0; i < out.size(); ++i) {
      const unsigned row = i / 6, column = i % 6;
      const unsigned place = layout == 0   ? row * stride + column
                             : layout == 1 ? column * stride + row
                                           : row / 2 * stride + column * 2 + row % 2;
      EXPECT_EQ(out[i], in[place]) << i << " layout " << layout;
    }
  }
}

TEST_F(JointMatrixCTest, CheckedFunctionsStayInsideTheRegion) {
  const char source[] = R"(
KERNEL(const global int *in, global int *out, uint layout, uint height, uint width, uint x,
       uint y) {
  joint_matrix(int, use_accumulator, 8, 16) m, f;
  joint_matrix_load_checked(m, in, width, layout, height, width, x, y);
  joint_matrix_fill_checked(f, 1000, height, width, x, y);
  for (uint i = 0; i < joint_matrix_length(m); ++i)
    joint_matrix_set(m, i, joint_matrix_get(m, i) + joint_matrix_get(f, i));
  joint_matrix_store_checked(m, out, width, layout, height, width, x, y);
  joint_matrix_store(m, out + height * width, 16, layout_row_major);
})";
  const unsigned height = 11, width = 19;
  const auto in = count<int>(height * width, 1);
  for (unsigned x : {0u, 5u, 9u})
    for (unsigned y : {0u, 7u}) {
      const auto out =
          run<int>(source, openclC, {bytesOf(in)}, height * width + 128, {0, height, width, x, y});
      ASSERT_EQ(out.size(), height * width + 128);
      for (unsigned line = 0; line < height; ++line)
        for (unsigned at = 0; at < width; ++at) {
          const bool isInside = line >= x && line < x + 8 && at >= y && at < y + 16;
          const unsigned i = line * width + at;
          EXPECT_EQ(out[i], isInside ? in[i] + 1000 : int(0xA5A5A5A5)) << x << " " << y << " " << i;
        }
      for (unsigned row = 0; row < 8; ++row)
        for (unsigned column = 0; column < 16; ++column) {
          const bool isInside = x + row < height && y + column < width;
          EXPECT_EQ(out[height * width + row * 16 + column],
                    isInside ? in[(x + row) * width + y + column] + 1000 : 0);
        }
    }
}

TEST_F(JointMatrixCTest, MatricesAreValues) {
  const char source[] = R"(
typedef joint_matrix(int, use_accumulator, 8, 16) acc;
struct pair { int before; acc first, second[2]; int after; };
__attribute__((noinline)) acc choose(acc a, acc b, int n) { return n ? a : b; }
__attribute__((noinline)) struct pair swap(struct pair p) {
  struct pair result = p;
  result.first = p.second[1];
  result.second[1] = p.first;
  return result;
}
int plus_one(int x) { return x + 1; }
__attribute__((noinline)) void increment(acc *m) { joint_matrix_apply(*m, plus_one); }
KERNEL(const global int *in, global int *out, uint n) {
  struct pair p = {0};
  joint_matrix_load(p.first, in, 16, layout_row_major);
  p.before = 1;
  p.after = 2;
  struct pair q[2];
  q[0] = q[1] = p;
  increment(&q[n].second[1]);
  q[1] = swap(q[n]);
  acc last = choose(q[1].first, q[1].second[1], 0);
  joint_matrix_store(q[1].first, out, 16, layout_row_major);
  joint_matrix_store(last, out + 128, 16, layout_row_major);
  out[256 + get_sub_group_local_id()] = q[1].before + q[1].after;
})";
  const auto in = count<int>(128);
  const auto out = run<int>(source, openclC, {bytesOf(in)}, 256 + 16, {0});
  ASSERT_EQ(out.size(), 256u + 16u);
  for (unsigned i = 0; i < 128; ++i) {
    EXPECT_EQ(out[i], 1);
    EXPECT_EQ(out[128 + i], in[i]);
  }
  for (unsigned i = 256; i < out.size(); ++i)
    EXPECT_EQ(out[i], 3);
}

TEST_F(JointMatrixCTest, CopiesConvert) {
  const char source[] = R"(
KERNEL(const global float *in, global float *out) {
  joint_matrix(float, use_accumulator, 8, 16) from, back;
  joint_matrix(TYPE, use_a, 8, 16) to;
  joint_matrix_load(from, in, 16, layout_row_major);
  joint_matrix_copy(from, to);
  joint_matrix_copy(to, back);
  joint_matrix_store(back, out, 16, layout_row_major);
})";
  std::vector<float> in(128);
  for (unsigned i = 0; i < in.size(); ++i)
    in[i] = float(i) + 0.75f + 0x1p-12f;
  const auto rounded = [](float x, unsigned lost) { // the last bits of a float
    std::uint32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    bits = (bits + (1u << (lost - 1)) - 1 + ((bits >> lost) & 1)) >> lost << lost;
    std::memcpy(&x, &bits, sizeof bits);
    return x;
  };
  for (const char *type : {"bfloat16", "tf32", "int", "double", "half"}) {
    const auto out =
        run<float>(source, openclC, {bytesOf(in)}, 128, {}, 16, std::string("-DTYPE=") + type);
    for (unsigned i = 0; i < out.size(); ++i) {
      const std::string name = type;
      const float expected = name == "bfloat16"                 ? rounded(in[i], 16)
                             : name == "tf32" || name == "half" ? rounded(in[i], 13)
                             : name == "int"                    ? float(int(in[i]))
                                                                : in[i];
      EXPECT_EQ(out[i], expected) << type << " " << i;
    }
  }
}

TEST_F(JointMatrixCTest, ProductsKnowTheSignsOfIntegers) {
  const char source[] = R"(
KERNEL(const global A *a, const global B *b, global int *out) {
  joint_matrix(A, use_a, 5, 9) ma;
  joint_matrix(B, use_b, 9, 16) mb;
  joint_matrix(int, use_accumulator, 5, 16) c;
  joint_matrix_prefetch(5, 9, a, 9, layout_row_major);
  joint_matrix_fill(c, -3);
  joint_matrix_load(ma, a, 9, layout_row_major);
  joint_matrix_load(mb, b, 9, layout_col_major);
  joint_matrix_mad(c, ma, mb, c);
  joint_matrix_store(c, out, 16, layout_row_major);
})";
  const auto a = count<std::uint8_t>(45, 110), b = count<std::uint8_t>(144, 90);
  const auto value = [](std::uint8_t byte, bool isSigned) {
    return isSigned ? int(std::int8_t(byte)) : int(byte);
  };
  for (bool signedA : {false, true})
    for (bool signedB : {false, true}) {
      const std::string options = std::string("-DA=") + (signedA ? "char" : "uchar") +
                                  " -DB=" + (signedB ? "char" : "uchar");
      const auto out = run<int>(source, openclC, {bytesOf(a), bytesOf(b)}, 80, {}, 16, options);
      for (unsigned i = 0; i < out.size(); ++i) {
        int sum = -3;
        for (unsigned k = 0; k < 9; ++k)
          sum += value(a[i / 16 * 9 + k], signedA) * value(b[i % 16 * 9 + k], signedB);
        EXPECT_EQ(out[i], sum) << options << " " << i;
      }
    }
}

TEST_F(JointMatrixCTest, FloatsOfAllTypesMultiply) {
  const char source[] = R"(
KERNEL(global float *out) {
  joint_matrix(TYPE, use_a, 8, 16) a;
  joint_matrix(TYPE, use_b, 16, 16) b;
  joint_matrix(float, use_accumulator, 8, 16) c, d;
#define A(x, row, column) TO((x) - 1 + (float)((row) + (column)))
#define B(x, row, column) TO((float)((row) * 2) - (float)(column))
  joint_matrix_fill(a, 0.25f);
  joint_matrix_fill(b, 0);
#define TIMES_FOUR(x) TO((x) * 4)
  joint_matrix_apply(a, TIMES_FOUR);
  joint_matrix_apply_coordinates(a, A);
  joint_matrix_apply_coordinates(b, B);
  joint_matrix_fill(c, 0.5f);
  joint_matrix_mad(d, a, b, c);
  joint_matrix_store(d, out, 16, layout_row_major);
})";
  for (const char *options :
       {"-DTYPE=bfloat16 -DTO=convert_float", "-DTYPE=half -DTO=convert_half",
        "-DTYPE=tf32 -DTO=round_to_tf32", "-DTYPE=float -DTO=convert_float"}) {
    const auto out = run<float>(source, openclC, {}, 128, {}, 16, options);
    for (unsigned i = 0; i < out.size(); ++i) {
      const unsigned row = i / 16;
      float sum = 0.5f;
      for (unsigned k = 0; k < 16; ++k)
        sum += float(row + k) * (float(2 * k) - float(i % 16));
      EXPECT_EQ(out[i], sum) << options << " " << i;
    }
  }
}

} // namespace
} // namespace heddle::test
