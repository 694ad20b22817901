// joint_matrix.hpp in C++ for OpenCL: what is spelled otherwise than in OpenCL C.
#include "tests/kernels/joint_matrix/joint_matrix_fixture.hpp"

namespace heddle::test {
namespace {

class JointMatrixCppTest : public JointMatrixTest {
protected:
  template <typename T>
  std::vector<T> runCpp(const std::string &source, const std::vector<Bytes> &inputs,
                        std::size_t outputs, const std::vector<cl_uint> &numbers = {},
                        unsigned lanes = 16, const std::string &options = "") {
    const std::string names = "using namespace sycl;\n"
                              "using namespace sycl::ext::oneapi;\n"
                              "using namespace sycl::ext::oneapi::experimental::matrix;\n"
                              "namespace intel = sycl::ext::intel::experimental::matrix;\n";
    return run<T>(names + source, cpp, inputs, outputs, numbers, lanes, options);
  }
};

TEST_F(JointMatrixCppTest, LambdasSeeElementsAndPlaces) {
  const char source[] = R"(
KERNEL(const global int *in, global int *out) {
  sub_group sg = this_work_item::get_sub_group();
  joint_matrix<sub_group, int, use::accumulator, ROWS, 16> m;
  joint_matrix_load(sg, m, in, 16, layout::row_major);
  int ten = 10;
  joint_matrix_apply(sg, m, [&](int &x) { x *= ten; });
  intel::joint_matrix_apply(sg, m, [=](int &x, size_t row, size_t column) {
    x += 100000 * (int)row + 1000 * (int)column;
  });
  joint_matrix_store(sg, m, out, 16, layout::row_major);
})";
  for (unsigned rows : {1u, 7u, 16u})
    for (unsigned lanes : {8u, 16u, 32u}) {
      const auto in = count<int>(rows * 16);
      const auto out = runCpp<int>(source, {bytesOf(in)}, rows * 16, {}, lanes,
                                   "-DROWS=" + std::to_string(rows));
      for (unsigned i = 0; i < out.size(); ++i)
        ASSERT_EQ(out[i], int(10 * i + 100000 * (i / 16) + 1000 * (i % 16)))
            << i << " rows " << rows << " lanes " << lanes;
    }
}

TEST_F(JointMatrixCppTest, OneFunctionTakesTwoMatrices) {
  const char source[] = R"(
KERNEL(const global float *in, global float *out) {
  sub_group sg;
  joint_matrix<sub_group, float, use::accumulator, 8, 16> x;
  joint_matrix<sub_group, bfloat16, use::accumulator, 8, 16> y;
  joint_matrix_load(sg, x, in, 16, layout::row_major);
  joint_matrix_fill(sg, y, 3);
  joint_matrix_apply(sg, x, y, [](float &a, bfloat16 &b) {
    b += a;
    a = b / 2;
  });
  joint_matrix_store(sg, x, out, 16, layout::row_major);
})";
  const auto in = count<float>(128);
  const auto out = runCpp<float>(source, {bytesOf(in)}, 128);
  for (unsigned i = 0; i < out.size(); ++i)
    EXPECT_EQ(out[i], (in[i] + 3) / 2);
}

TEST_F(JointMatrixCppTest, TheWorkItemsPartHasElements) {
  const char source[] = R"(
KERNEL(const global TYPE *in, global TYPE *out) {
  sub_group sg;
  joint_matrix<sub_group, TYPE, use::a, 8, 16, layout::col_major> m;
  joint_matrix_load(sg, m, in, 8);
  auto data = intel::get_wi_data(sg, m);
  for (size_t i = 0; i < data.length(); ++i) {
    data[i] *= 2;
    data[i] += 1;
    if (data[i] > 100)
      data[i] = -(data[i] - 100);
    auto [row, column] = data[i].get_coord();
    if (row == 3 && column == 5)
      data[i] = 77;
  }
  intel::joint_matrix_store(sg, m, out, 8);
})";
  const auto in = count<float>(128);
  const auto out = runCpp<float>(source, {bytesOf(in)}, 128, {}, 16, "-DTYPE=float");
  for (unsigned i = 0; i < out.size(); ++i) {
    const float x = float(2 * i + 1);
    EXPECT_EQ(out[i], i == 5 * 8 + 3 ? 77 : x > 100 ? 100 - x : x);
  }
}

TEST_F(JointMatrixCppTest, TypesWithLayoutsLoadWithoutOne) {
  const char source[] = R"(
template <typename T, layout L> void move(const global T *in, global T *out, uint stride) {
  sub_group sg;
  joint_matrix<sub_group, T, use::b, 8, 16, L> b;
  joint_matrix_load(sg, b, in, stride);
  joint_matrix<sub_group, T, use::accumulator, 8, 16> c;
  joint_matrix_copy(sg, b, c);
  joint_matrix_store(sg, c, out, 16, layout::row_major);
}
KERNEL(const global short *in, global short *out) {
  move<short, layout::row_major>(in, out, 16);
  move<short, layout::col_major>(in, out + 128, 8);
  move<short, layout::ext_intel_packed>(in, out + 256, 32);
})";
  const auto in = count<short>(128);
  const auto out = runCpp<short>(source, {bytesOf(in)}, 384);
  ASSERT_EQ(out.size(), 384u);
  for (unsigned i = 0; i < 128; ++i) {
    const unsigned row = i / 16, column = i % 16;
    EXPECT_EQ(out[i], in[i]);
    EXPECT_EQ(out[128 + i], in[column * 8 + row]);
    EXPECT_EQ(out[256 + i], in[row / 2 * 32 + column * 2 + row % 2]);
  }
}

TEST_F(JointMatrixCppTest, MembersOfClassesAreMatrices) {
  const char source[] = R"(
template <size_t N> struct tiles {
  joint_matrix<sub_group, float, use::accumulator, 8, 16> parts[N];
  void fill(float x) {
    for (size_t i = 0; i < N; ++i)
      joint_matrix_fill(sub_group(), parts[i], x + i);
  }
  void add(const tiles &other) {
    for (size_t i = 0; i < N; ++i) {
      joint_matrix<sub_group, float, use::accumulator, 8, 16> copy;
      joint_matrix_copy(sub_group(), const_cast<tiles &>(other).parts[i], copy);
      joint_matrix_apply(sub_group(), parts[i], copy, [](float &a, float &b) { a += b; });
    }
  }
};
KERNEL(global float *out, uint n) {
  tiles<3> x, y;
  x.fill(1);
  y.fill(10);
  for (uint i = 0; i < n; ++i)
    x.add(y);
  for (size_t i = 0; i < 3; ++i)
    joint_matrix_store(sub_group(), x.parts[i], out + i * 128, 16, layout::row_major);
})";
  for (const char *options : {"", "-cl-opt-disable"}) {
    const auto out = runCpp<float>(source, {}, 384, {4}, 16, options);
    for (unsigned i = 0; i < out.size(); ++i) {
      const unsigned matrix = i / 128;
      EXPECT_EQ(out[i], float(1 + matrix + 4 * (10 + matrix))) << options;
    }
  }
}

} // namespace
} // namespace heddle::test
