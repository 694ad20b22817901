// ViennaCL's vectors, matrices and solvers on its OpenCL back end, checked on the host.

#define VIENNACL_WITH_OPENCL
#define CL_TARGET_OPENCL_VERSION 120
#include "tests/bench/programs/operations.hpp"

#include <map>
#include <random>
#include <viennacl/compressed_matrix.hpp>
#include <viennacl/linalg/cg.hpp>
#include <viennacl/linalg/inner_prod.hpp>
#include <viennacl/linalg/norm_2.hpp>
#include <viennacl/linalg/prod.hpp>
#include <viennacl/matrix.hpp>
#include <viennacl/vector.hpp>

namespace {

std::mt19937 random_(1);

template <typename Real> std::vector<Real> numbers(std::size_t count) {
  std::vector<Real> result(count);
  for (Real &value : result)
    value = Real(random_()) / Real(4294967296.0);
  return result;
}

template <typename Real> std::vector<Real> onHost(const viennacl::vector<Real> &device) {
  std::vector<Real> result(device.size());
  viennacl::copy(device, result);
  return result;
}

template <typename Real> void vectors(const std::string &type, double tolerance) {
  const std::size_t count = 1 << 20;
  auto x = numbers<Real>(count);
  auto y = numbers<Real>(count);
  viennacl::vector<Real> left(count);
  viennacl::vector<Real> right(count);
  viennacl::vector<Real> result(count);
  viennacl::copy(x, left);
  viennacl::copy(y, right);

  report(
      type + " x + a y",
      [&] {
        result = left + Real(3) * right;
        viennacl::backend::finish();
      },
      [&] {
        std::vector<Real> expected(count);
        for (std::size_t i = 0; i < count; ++i)
          expected[i] = x[i] + Real(3) * y[i];
        return near(onHost(result), expected, tolerance);
      });

  Real product = 0;
  report(
      type + " inner product", [&] { product = viennacl::linalg::inner_prod(left, right); },
      [&] {
        double expected = 0;
        for (std::size_t i = 0; i < count; ++i)
          expected += double(x[i]) * double(y[i]);
        return std::fabs(double(product) - expected) <= 100 * tolerance * expected;
      });

  Real norm = 0;
  report(
      type + " norm", [&] { norm = viennacl::linalg::norm_2(left); },
      [&] {
        double expected = 0;
        for (Real value : x)
          expected += double(value) * double(value);
        expected = std::sqrt(expected);
        return std::fabs(double(norm) - expected) <= 100 * tolerance * expected;
      });
}

template <typename Real> void matrices(const std::string &type, double tolerance) {
  const std::size_t size = 512;
  auto a = numbers<Real>(size * size);
  auto b = numbers<Real>(size * size);
  viennacl::matrix<Real> left(size, size);
  viennacl::matrix<Real> right(size, size);
  viennacl::matrix<Real> result(size, size);
  viennacl::fast_copy(a.data(), a.data() + a.size(), left);
  viennacl::fast_copy(b.data(), b.data() + b.size(), right);

  report(
      type + " matrix by matrix",
      [&] {
        result = viennacl::linalg::prod(left, right);
        viennacl::backend::finish();
      },
      [&] {
        std::vector<Real> expected(size * size);
        for (std::size_t i = 0; i < size; ++i)
          for (std::size_t k = 0; k < size; ++k)
            for (std::size_t j = 0; j < size; ++j)
              expected[i * size + j] += a[i * size + k] * b[k * size + j];
        std::vector<Real> got(result.internal_size());
        viennacl::fast_copy(result, got.data());
        return near(got, expected, 10 * tolerance);
      });

  auto x = numbers<Real>(size);
  viennacl::vector<Real> vector(size);
  viennacl::vector<Real> image(size);
  viennacl::copy(x, vector);
  report(
      type + " matrix by vector",
      [&] {
        image = viennacl::linalg::prod(left, vector);
        viennacl::backend::finish();
      },
      [&] {
        std::vector<Real> expected(size);
        for (std::size_t i = 0; i < size; ++i)
          for (std::size_t j = 0; j < size; ++j)
            expected[i] += a[i * size + j] * x[j];
        return near(onHost(image), expected, 10 * tolerance);
      });
}

/// Five points of a square grid: every row has up to five entries.
template <typename Real> void sparse(const std::string &type, double tolerance) {
  const unsigned side = 256;
  const unsigned size = side * side;
  std::vector<std::map<unsigned, Real>> rows(size);
  for (unsigned i = 0; i < size; ++i) {
    rows[i][i] = Real(4.5);
    if (i % side > 0)
      rows[i][i - 1] = -1;
    if (i % side + 1 < side)
      rows[i][i + 1] = -1;
    if (i >= side)
      rows[i][i - side] = -1;
    if (i + side < size)
      rows[i][i + side] = -1;
  }
  viennacl::compressed_matrix<Real> matrix(size, size);
  viennacl::copy(rows, matrix);
  auto x = numbers<Real>(size);
  std::vector<Real> expected(size);
  for (unsigned i = 0; i < size; ++i)
    for (auto [column, value] : rows[i])
      expected[i] += value * x[column];
  viennacl::vector<Real> vector(size);
  viennacl::vector<Real> image(size);
  viennacl::copy(x, vector);
  report(
      type + " sparse matrix by vector",
      [&] {
        image = viennacl::linalg::prod(matrix, vector);
        viennacl::backend::finish();
      },
      [&] { return near(onHost(image), expected, tolerance); });

  viennacl::vector<Real> solution(size);
  report(
      type + " conjugate gradients",
      [&] {
        solution = viennacl::linalg::solve(matrix, image, viennacl::linalg::cg_tag(1e-6, 100));
        viennacl::backend::finish();
      },
      [&] { return near(onHost(solution), x, 1e-4); });
}

} // namespace

int main() {
  vectors<float>("float", 1e-5);
  matrices<float>("float", 1e-5);
  sparse<float>("float", 1e-5);
  vectors<double>("double", 1e-12);
  matrices<double>("double", 1e-12);
  sparse<double>("double", 1e-12);
  return 0;
}
