#include "tests/bench/gemm/problem.hpp"

#include "tests/bench/gemm/host_product.hpp"

#include <cmath>
#include <cstring>
#include <random>

namespace heddle::bench {

const TypeTraits &traitsOf(Type type) {
  static constexpr TypeTraits traits[] = {{"bf16", false, 2, 16},
                                          {"f16", false, 2, 16},
                                          {"i8", true, 1, 32},
                                          {"u8", true, 1, 32},
                                          {"tf32", false, 4, 8}};
  return traits[unsigned(type)];
}

std::string Shape::name() const {
  const std::string first = std::to_string(m);
  const std::string times = batch > 1 ? std::to_string(batch) + "*" : "";
  if (m == n && n == k)
    return times + first;
  return times + first + "x" + std::to_string(n) + "x" + std::to_string(k);
}

bool isMasked(unsigned k) { return k / maskedSteps % 8 == 5; }

namespace {

/// Bytes of zeros behind a factor, more than the rows of a block of any kernel.
constexpr std::size_t slack = 4096;

/// One element in memory, lowest byte first. The numbers are small integers.
void store(std::uint8_t *place, float value, Type type) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  if (type == Type::bf16) {
    bits >>= 16;
  } else if (type == Type::f16) {
    int exponent = 0;
    const float mantissa = std::frexp(std::fabs(value), &exponent); // from 0.5 to 1
    const std::uint32_t magnitude =
        value == 0 ? 0 : std::uint32_t(exponent + 14) << 10 | (unsigned(mantissa * 2048) & 0x3FF);
    bits = magnitude | (std::signbit(value) ? 0x8000 : 0);
  } else if (type != Type::tf32) {
    bits = std::uint32_t(int(value));
  }
  std::memcpy(place, &bits, traitsOf(type).bytes);
}

} // namespace

Problem::Problem(Type type, Shape shape) : type(type), shape(shape) {
  const auto [m, n, k, batch] = shape;
  std::mt19937 random(1);
  a.resize(std::size_t(m) * k * batch);
  b.resize(std::size_t(k) * n * batch);
  c.resize(std::size_t(m) * n * batch);
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = isMasked(unsigned(i % k)) ? 0 : float(random() % 17) - (type == Type::u8 ? 0 : 8);
  for (float &value : b)
    value = float(random() % 17) - 8;
  for (unsigned i = 0; i < batch; ++i)
    hostProduct(a.data() + std::size_t(m) * k * i, b.data() + std::size_t(k) * n * i,
                c.data() + std::size_t(m) * n * i, m, n, k);
}

std::vector<std::uint8_t> Problem::storedA(LayoutB layout) const {
  const auto [name, isInteger, bytes, step] = traitsOf(type);
  const std::size_t rows = std::size_t(shape.m) * shape.batch;
  std::vector<std::uint8_t> result(a.size() * bytes + slack);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::size_t row = i / shape.k, column = i % shape.k;
    const std::size_t place =
        layout == LayoutB::tiles ? (column / step * rows + row) * step + column % step : i;
    store(&result[place * bytes], a[i], type);
  }
  return result;
}

std::vector<std::uint8_t> Problem::storedB(LayoutB layout, unsigned subGroupSize) const {
  const auto [m, n, k, batch] = shape;
  const auto [name, isInteger, bytes, step] = traitsOf(type);
  const unsigned pack = 4 / bytes, size = subGroupSize;
  // B has signs where A has none.
  const Type stored = type == Type::u8 ? Type::i8 : type;
  // Panels are whole ones.
  const unsigned columns = layout == LayoutB::panels ? (n + size - 1) / size * size : n;
  const std::size_t elements = std::size_t(columns) * k;
  std::vector<std::uint8_t> result(elements * batch * bytes + slack);
  for (unsigned i = 0; i < batch; ++i)
    for (unsigned row = 0; row < k; ++row)
      for (unsigned column = 0; column < n; ++column) {
        std::size_t place = 0;
        switch (layout) {
        case LayoutB::rows:
          place = std::size_t(row) * n + column;
          break;
        case LayoutB::packedRows:
          place = (std::size_t(row / pack) * n + column) * pack + row % pack;
          break;
        case LayoutB::panels:
          place = (std::size_t(column / size) * k + row / pack * pack) * size +
                  column % size * pack + row % pack;
          break;
        case LayoutB::columns:
          place = std::size_t(column) * k + row;
          break;
        case LayoutB::tiles:
          place = (std::size_t(row / step) * n + column / size * size) * step +
                  row % step / pack * pack * size + column % size * pack + row % pack;
          break;
        }
        store(&result[(i * elements + place) * bytes], b[(std::size_t(k) * i + row) * n + column],
              stored);
      }
  return result;
}

} // namespace heddle::bench
