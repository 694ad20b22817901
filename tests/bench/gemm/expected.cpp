#include "tests/bench/gemm/expected.hpp"

#include "tests/bench/gemm/host_product.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace heddle::bench {

namespace {

std::uint32_t bitsOf(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

std::uint16_t bfloatOf(float value) {
  const std::uint32_t bits = bitsOf(value);
  return std::uint16_t((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

std::int8_t byteOf(float value) {
  return std::int8_t(std::clamp(std::nearbyint(value), -128.0f, 127.0f));
}

/// The product of a group of K with its scales, as one of factors that are scaled before.
std::vector<float> scaledProduct(const Problem &problem, const std::vector<float> &scale) {
  const auto [m, n, k, batch] = problem.shape;
  std::vector<float> b = problem.b, c(problem.c.size());
  for (unsigned row = 0; row < k; ++row)
    for (unsigned column = 0; column < n; ++column)
      b[std::size_t(row) * n + column] *= scale[row / scaledGroup * n + column];
  hostProduct(problem.a.data(), b.data(), c.data(), m, n, k);
  return c;
}

} // namespace

template <typename T> void Expected::write(std::size_t place, T value) {
  std::memcpy(&bytes[place * sizeof value], &value, sizeof value);
}

Expected::Expected(const Problem &problem, Result result)
    : columns(problem.shape.n), elementBytes(4), isInteger(traitsOf(problem.type).isInteger) {
  const unsigned n = problem.shape.n, k = problem.shape.k;
  for (unsigned i = 0; i < k; i += maskedSteps)
    mask.push_back(!isMasked(i));
  for (unsigned group = 0; group == 0 || group * scaledGroup < k; ++group)
    for (unsigned column = 0; column < n; ++column)
      scale.push_back(float(1 << (group + column) % 3));
  for (unsigned column = 0; column < n; ++column)
    bias.push_back(float(column % 32) - 16);
  for (std::size_t i = 0; i < problem.c.size(); ++i)
    d.push_back(isInteger ? std::uint32_t(i % 5) : bitsOf(float(i % 5)));

  if (result == Result::narrow)
    elementBytes = isInteger ? 1 : 2;
  if (result == Result::groupScales)
    isInteger = false;
  const std::vector<float> scaled =
      result == Result::groupScales ? scaledProduct(problem, scale) : std::vector<float>();
  bytes.resize(problem.c.size() * elementBytes);
  for (std::size_t i = 0; i < problem.c.size(); ++i) {
    float value = problem.c[i];
    if (result == Result::groupScales)
      value = scaled[i];
    if (result == Result::biasRelu)
      value = std::max(0.0f, value * scale[i % n] + bias[i % n]);
    if (result == Result::beta)
      value = (isInteger ? std::trunc(value / 2) : value / 2) + 3 * float(i % 5);
    if (result == Result::narrow && isInteger)
      write(i, byteOf(value * 0.0625f));
    else if (result == Result::narrow)
      write(i, bfloatOf(value));
    else if (isInteger)
      write(i, std::int32_t(value));
    else
      write(i, value);
  }
}

std::string Expected::compare(const std::vector<std::uint8_t> &found) const {
  if (std::memcmp(found.data(), bytes.data(), bytes.size()) == 0)
    return "";
  std::size_t first = 0, count = 0;
  const auto text = [&](const std::vector<std::uint8_t> &values, std::size_t place) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &values[place * elementBytes], elementBytes);
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return elementBytes < 4 || isInteger ? std::to_string(std::int32_t(bits))
                                         : std::to_string(value);
  };
  const std::size_t all = bytes.size() / elementBytes;
  for (std::size_t i = all; i-- > 0;)
    if (std::memcmp(&found[i * elementBytes], &bytes[i * elementBytes], elementBytes) != 0) {
      first = i;
      ++count;
    }
  return "C[" + std::to_string(first / columns) + "][" + std::to_string(first % columns) + "] is " +
         text(found, first) + ", expected " + text(bytes, first) + "; " + std::to_string(count) +
         " of " + std::to_string(all) + " differ";
}

} // namespace heddle::bench
