#include "tests/kernels/harness/case_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace heddle::test {

namespace {

/// SplitMix64: small, and the same everywhere.
class Random {
public:
  explicit Random(std::uint64_t seed) : state(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  double unit() { return double(next() >> 11) * 0x1p-53; }

private:
  std::uint64_t state;
};

std::uint64_t seedOf(const std::string &text, std::size_t argument) {
  std::uint64_t hash = 0xcbf29ce484222325u + argument;
  for (unsigned char c : text)
    hash = (hash ^ c) * 0x100000001b3u;
  return hash;
}

double specialFloat(Scalar scalar, std::uint64_t choice) {
  bool isFloat = scalar == Scalar::float32;
  bool isHalf = scalar == Scalar::float16;
  double tiny = isHalf    ? 0x1p-24
                : isFloat ? double(std::numeric_limits<float>::denorm_min())
                          : std::numeric_limits<double>::denorm_min();
  double normal = isHalf    ? 0x1p-14
                  : isFloat ? double(std::numeric_limits<float>::min())
                            : std::numeric_limits<double>::min();
  double largest = isHalf    ? 65504
                   : isFloat ? double(std::numeric_limits<float>::max())
                             : std::numeric_limits<double>::max();
  double infinity = std::numeric_limits<double>::infinity();
  const double values[] = {0.0,          -0.0,      1.0,     -1.0,       infinity,  -infinity,
                           std::nan(""), tiny,      -tiny,   normal,     -normal,   largest,
                           -largest,     0.5,       -0.5,    1.5,        2.5,       -2.5,
                           0x1p24,       0x1p31,    -0x1p31, 0x1p32,     0x1p63,    -0x1p63,
                           127.5,        -128.5,    255.5,   32767.5,    -32768.5,  65535.5,
                           1e-10,        3.1415926, -1e10,   0.99999994, 16777215., 8388608.5};
  return values[choice % std::size(values)];
}

std::uint64_t specialInteger(std::uint64_t choice) {
  const std::uint64_t values[] = {0,      1,          ~0ull,       0x7f,
                                  0x80,   0xff,       0x7fff,      0x8000,
                                  0xffff, 0x7fffffff, 0x80000000u, 0xffffffffu,
                                  2,      ~0ull >> 1, 1ull << 63,  0x5555555555555555u};
  return values[choice % std::size(values)];
}

Scalar bitsOf(Scalar scalar) {
  switch (scalar) {
  case Scalar::float16:
    return Scalar::uint16;
  case Scalar::float32:
    return Scalar::uint32;
  case Scalar::float64:
    return Scalar::uint64;
  default:
    return scalar;
  }
}

void storeAny(const Argument &argument, Random &random, std::size_t index, void *place) {
  Scalar scalar = argument.type.scalar;
  const Data &data = argument.data;
  bool isFloat = argument.type.isFloat();
  switch (data.kind) {
  case Data::Kind::canary:
    storeInteger(bitsOf(scalar), 0xcdcdcdcdcdcdcdcdu, place);
    return;
  case Data::Kind::zero:
    return storeInteger(scalar, 0, place);
  case Data::Kind::random:
    // Floats with few digits: sums and products of two of them are exact.
    if (isFloat)
      return storeFloat(scalar, double(std::int64_t(random.next() % 8193) - 4096) / 64, place);
    return storeInteger(scalar, random.next(), place);
  case Data::Kind::nonzero:
    if (isFloat)
      return storeFloat(scalar, double(1 + random.next() % 4096) / 64, place);
    return storeInteger(scalar, random.next() | 1, place);
  case Data::Kind::range: {
    double low = data.numbers[0], high = data.numbers[1];
    if (isFloat)
      return storeFloat(scalar, low + random.unit() * (high - low), place);
    return storeInteger(
        scalar, std::uint64_t(std::int64_t(low)) + random.next() % std::uint64_t(high - low + 1),
        place);
  }
  case Data::Kind::iota: {
    double start = data.numbers.empty() ? 0 : data.numbers[0];
    double step = data.numbers.size() < 2 ? 1 : data.numbers[1];
    return storeFloat(scalar, start + step * double(index), place);
  }
  case Data::Kind::special:
    // The first elements go through the list, later ones mix it with random bits.
    if (isFloat) {
      std::uint64_t choice = index < 36 ? index : random.next();
      if (index >= 36 && random.next() % 3 == 0)
        return storeInteger(bitsOf(scalar), random.next(), place);
      return storeFloat(scalar, specialFloat(scalar, choice), place);
    }
    if (index >= 16 && random.next() % 3 == 0)
      return storeInteger(scalar, random.next(), place);
    return storeInteger(scalar, specialInteger(index < 16 ? index : random.next()), place);
  case Data::Kind::values:
    return storeFloat(scalar, data.numbers[index % data.numbers.size()], place);
  case Data::Kind::permutation:
    return; // filled as a whole
  }
}

} // namespace

std::vector<unsigned char> initialContents(const KernelCase &kernel, std::size_t argumentIndex,
                                           const Launch &launch) {
  const Argument &argument = kernel.arguments[argumentIndex];
  std::size_t count = argument.elements(launch) * argument.type.storedWidth();
  std::size_t step = scalarBytes(argument.type.scalar);
  std::vector<unsigned char> bytes(count * step);
  Random random(seedOf(kernel.name, argumentIndex));
  if (argument.data.kind == Data::Kind::permutation) {
    std::vector<std::uint64_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = count; i > 1; --i)
      std::swap(order[i - 1], order[random.next() % i]);
    for (std::size_t i = 0; i < count; ++i)
      storeInteger(argument.type.scalar, order[i], bytes.data() + i * step);
    return bytes;
  }
  for (std::size_t i = 0; i < count; ++i)
    storeAny(argument, random, i, bytes.data() + i * step);
  return bytes;
}

} // namespace heddle::test
