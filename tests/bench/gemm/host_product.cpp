#include "tests/bench/gemm/host_product.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace heddle::bench {

namespace {

constexpr unsigned rowsAtOnce = 4, columnsAtOnce = 512, depthAtOnce = 128;

/// Rows of C, whose sums stay in the first cache while a part of B goes by.
void someRows(const float *a, const float *b, float *c, unsigned rows, unsigned n, unsigned k) {
  std::fill(c, c + std::size_t(rows) * n, 0.0f);
  for (unsigned column = 0; column < n; column += columnsAtOnce)
    for (unsigned depth = 0; depth < k; depth += depthAtOnce)
      for (unsigned row = 0; row < rows; ++row) {
        const unsigned width = std::min(columnsAtOnce, n - column);
        float *sums = c + std::size_t(row) * n + column;
        for (unsigned i = depth; i < std::min(k, depth + depthAtOnce); ++i) {
          const float factor = a[std::size_t(row) * k + i];
          const float *values = b + std::size_t(i) * n + column;
          for (unsigned j = 0; j < width; ++j)
            sums[j] += factor * values[j];
        }
      }
}

} // namespace

void hostProduct(const float *a, const float *b, float *c, unsigned m, unsigned n, unsigned k) {
  std::atomic<unsigned> next = 0;
  const auto work = [&] {
    for (unsigned row; (row = next.fetch_add(rowsAtOnce)) < m;)
      someRows(a + std::size_t(row) * k, b, c + std::size_t(row) * n, std::min(rowsAtOnce, m - row),
               n, k);
  };
  const unsigned wanted = double(m) * n * k > 1e7 ? std::thread::hardware_concurrency() : 1;
  std::vector<std::thread> others;
  for (unsigned i = 1; i < wanted; ++i)
    others.emplace_back(work);
  work();
  for (std::thread &other : others)
    other.join();
}

} // namespace heddle::bench
