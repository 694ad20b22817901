// The matrices of gemm_kernel.hpp's kernels: small integers, whose sums are exact in any order.
#ifndef HEDDLE_TESTS_KERNELS_GEMM_GEMM_DATA_HPP
#define HEDDLE_TESTS_KERNELS_GEMM_GEMM_DATA_HPP

#include "tests/kernels/gemm/gemm_kernel.hpp"
#include "tests/kernels/harness/bytes.hpp"

#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

namespace heddle::test {

/// From -8 to 8: sums of 2^17 products fit a float's 24 bits.
inline std::vector<int> smallNumbers(std::size_t count, std::mt19937 &random) {
  std::vector<int> values(count);
  for (int &value : values)
    value = int(random() % 17) - 8;
  return values;
}

/// As elements of a factor.
inline std::vector<std::uint8_t> stored(const std::vector<int> &values, GemmType type) {
  if (type == GemmType::i8)
    return bytesOf(std::vector<std::int8_t>(values.begin(), values.end()));
  const std::vector<float> floats(values.begin(), values.end());
  if (type == GemmType::tf32)
    return bytesOf(floats);
  std::vector<std::uint16_t> upperHalves;
  for (float value : floats) {
    std::uint32_t word;
    std::memcpy(&word, &value, sizeof word);
    upperHalves.push_back(std::uint16_t(word >> 16));
  }
  return bytesOf(upperHalves);
}

/// B as the kernel takes it: row-major, or with two or four rows in the words of one.
inline std::vector<std::uint8_t> storedB(const std::vector<int> &b, unsigned columns,
                                         const GemmKernel &kernel) {
  if (!kernel.takesPackedB())
    return stored(b, kernel.type);
  const unsigned together = kernel.type == GemmType::i8 ? 4 : 2;
  std::vector<int> packed(b.size());
  for (unsigned i = 0; i < b.size(); ++i) {
    const unsigned row = i / columns, column = i % columns;
    packed[(row / together * columns + column) * together + row % together] = b[i];
  }
  return stored(packed, kernel.type);
}

} // namespace heddle::test

#endif
