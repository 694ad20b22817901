#include "tests/kernels/cooperative_matrix/host_matrix.hpp"

#include "tests/kernels/matrix/matrix_reference.hpp"

#include <algorithm>
#include <cstring>

namespace heddle::test {

namespace {

struct ComponentRow {
  const char *name, *type;
  unsigned bytes;
  bool isFloat, isSigned;
};

constexpr ComponentRow components[] = {
    {"i8", "char", 1, false, true},   {"u8", "char", 1, false, false},
    {"i16", "short", 2, false, true}, {"u16", "short", 2, false, false},
    {"i32", "int", 4, false, true},   {"u32", "int", 4, false, false},
    {"i64", "long", 8, false, true},  {"u64", "long", 8, false, false},
    {"bf16", "short", 2, true, true}, {"f16", "half", 2, true, true},
    {"tf32", "float", 4, true, true}, {"f32", "float", 4, true, true},
    {"f64", "double", 8, true, true}};

const ComponentRow &row(Component component) { return components[unsigned(component)]; }

std::uint64_t maskOf(Component component) { return ~0ull >> (64 - 8 * bytesOf(component)); }

} // namespace

std::string nameOf(Component component) { return row(component).name; }
std::string nameOf(Layout layout) {
  const char *names[] = {"RowMajor", "ColumnMajor", "Packed"};
  return names[unsigned(layout)];
}
std::string nameOf(Use use) {
  const char *names[] = {"A", "B", "Accumulator"};
  return names[unsigned(use)];
}
std::string typeName(Component component) { return row(component).type; }
unsigned bytesOf(Component component) { return row(component).bytes; }
bool isFloat(Component component) { return row(component).isFloat; }
bool isSigned(Component component) { return row(component).isSigned; }

std::uint64_t encode(Component component, double value) {
  switch (component) {
  case Component::bf16:
    return bfloatOfFloat(float(value));
  case Component::f16:
    return halfOfFloat(float(value));
  case Component::tf32:
  case Component::f32:
    return bitsOfFloat(float(value));
  case Component::f64: {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
  }
  default:
    return std::uint64_t(std::int64_t(value)) & maskOf(component);
  }
}

double decode(Component component, std::uint64_t bits) {
  switch (component) {
  case Component::bf16:
    return double(floatOfBits(std::uint32_t(bits) << 16));
  case Component::f16:
    return double(floatOfHalf(std::uint16_t(bits)));
  case Component::tf32:
  case Component::f32:
    return double(floatOfBits(std::uint32_t(bits)));
  case Component::f64: {
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  case Component::u64:
    return double(bits);
  default:
    return double(decodeInteger(component, bits));
  }
}

std::int64_t decodeInteger(Component component, std::uint64_t bits) {
  const unsigned unused = 64 - 8 * bytesOf(component);
  return isSigned(component) ? std::int64_t(bits << unused) >> unused : std::int64_t(bits);
}

HostMatrix HostMatrix::anyBits(unsigned rows, unsigned columns, Component component,
                               unsigned seed) {
  HostMatrix result(rows, columns, component);
  Random random(seed + 1);
  for (std::uint64_t &element : result.bits)
    element = (std::uint64_t(random.next()) << 32 | random.next()) & maskOf(component);
  return result;
}

HostMatrix HostMatrix::numbers(unsigned rows, unsigned columns, Component component, unsigned seed,
                               int low, int high) {
  HostMatrix result(rows, columns, component);
  Random random(seed + 1);
  for (std::uint64_t &element : result.bits)
    element = encode(component, low + int(random.below(unsigned(high - low + 1))));
  return result;
}

HostMatrix HostMatrix::splat(unsigned rows, unsigned columns, Component component, double value) {
  HostMatrix result(rows, columns, component);
  std::fill(result.bits.begin(), result.bits.end(), encode(component, value));
  return result;
}

HostMatrix multiplyAdd(const HostMatrix &a, const HostMatrix &b, const HostMatrix &c,
                       Component type, bool saturates) {
  HostMatrix result(a.rows, b.columns, type);
  for (unsigned m = 0; m < a.rows; ++m)
    for (unsigned n = 0; n < b.columns; ++n) {
      if (isFloat(type)) {
        double sum = c.real(m, n);
        for (unsigned k = 0; k < a.columns; ++k)
          sum += a.real(m, k) * b.real(k, n);
        result.at(m, n) = encode(type, sum);
        continue;
      }
      __extension__ using Wide = __int128;
      const auto wide = [](const HostMatrix &matrix, unsigned row, unsigned column) {
        return matrix.component == Component::u64
                   ? Wide(matrix.at(row, column))
                   : Wide(decodeInteger(matrix.component, matrix.at(row, column)));
      };
      Wide sum = wide(c, m, n);
      for (unsigned k = 0; k < a.columns; ++k)
        sum += wide(a, m, k) * wide(b, k, n);
      if (saturates) {
        const Wide values = Wide(1) << 8 * bytesOf(type);
        const Wide lowest = isSigned(type) ? -values / 2 : 0;
        sum = std::clamp(sum, lowest, lowest + values - 1);
      }
      result.at(m, n) = std::uint64_t(sum) & maskOf(type);
    }
  return result;
}

Placement::Placement(unsigned rows, unsigned columns, Component component, Use use, Layout layout,
                     std::size_t stride)
    : factor(1), componentBytes(bytesOf(component)), isColumnMajor(layout == Layout::columnMajor) {
  if (layout == Layout::packed && use == Use::b)
    factor = std::max(1u, 4 / componentBytes);
  lineCount = isColumnMajor ? columns : (rows + factor - 1) / factor;
  lineWidth = isColumnMajor ? rows : columns * factor;
  lineStride = stride ? stride : lineWidth;
}

std::size_t Placement::index(unsigned row, unsigned column) const {
  if (isColumnMajor)
    return column * lineStride + row;
  return row / factor * lineStride + column * factor + row % factor;
}

std::size_t Placement::bytes() const {
  return ((lineCount - 1) * lineStride + lineWidth) * componentBytes;
}

void writeElements(const HostMatrix &matrix, const Placement &placement, std::uint8_t *memory) {
  const unsigned bytes = bytesOf(matrix.component);
  for (unsigned r = 0; r < matrix.rows; ++r)
    for (unsigned c = 0; c < matrix.columns; ++c)
      std::memcpy(memory + placement.index(r, c) * bytes, &matrix.at(r, c), bytes);
}

std::string elementDifference(const HostMatrix &expected, const Placement &placement,
                              const std::uint8_t *memory) {
  const unsigned bytes = bytesOf(expected.component);
  std::string first;
  unsigned different = 0;
  for (unsigned r = 0; r < expected.rows; ++r)
    for (unsigned c = 0; c < expected.columns; ++c) {
      std::uint64_t found = 0;
      std::memcpy(&found, memory + placement.index(r, c) * bytes, bytes);
      if (found == expected.at(r, c) || different++)
        continue;
      char text[160];
      std::snprintf(text, sizeof text, "[%u][%u] is 0x%llx (%g), expected 0x%llx (%g)", r, c,
                    static_cast<unsigned long long>(found), decode(expected.component, found),
                    static_cast<unsigned long long>(expected.at(r, c)), expected.real(r, c));
      first = text;
    }
  if (different > 1)
    first += ", and " + std::to_string(different - 1) + " others of " +
             std::to_string(expected.bits.size());
  return first;
}

} // namespace heddle::test
