// Matrices on the host: what the kernels' results are compared with. Written from the texts of
// SPV_KHR_cooperative_matrix and SPV_INTEL_joint_matrix with element numbers, one element at a
// time.
#ifndef HEDDLE_TESTS_KERNELS_COOPERATIVE_MATRIX_HOST_MATRIX_HPP
#define HEDDLE_TESTS_KERNELS_COOPERATIVE_MATRIX_HOST_MATRIX_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::test {

/// What the component bits mean; SPIR-V itself knows no signs, and bf16 as a 16-bit integer.
enum class Component { i8, u8, i16, u16, i32, u32, i64, u64, bf16, f16, tf32, f32, f64 };
enum class Use : std::uint32_t { a, b, accumulator };
enum class Layout : std::uint32_t { rowMajor, columnMajor, packed };

std::string nameOf(Component component);
std::string nameOf(Layout layout);
std::string nameOf(Use use);
/// The type's name in OpenCL C.
std::string typeName(Component component);
unsigned bytesOf(Component component);
bool isFloat(Component component);
bool isSigned(Component component);

/// The nearest value of a component, ties to even; integers keep the low bits.
std::uint64_t encode(Component component, double value);
double decode(Component component, std::uint64_t bits);
/// Of an integer, extended by its sign.
std::int64_t decodeInteger(Component component, std::uint64_t bits);

struct HostMatrix {
  unsigned rows, columns;
  Component component;
  std::vector<std::uint64_t> bits; ///< row-major

  HostMatrix(unsigned rows, unsigned columns, Component component)
      : rows(rows), columns(columns), component(component), bits(std::size_t(rows) * columns) {}
  /// Every bit pattern.
  static HostMatrix anyBits(unsigned rows, unsigned columns, Component component, unsigned seed);
  /// Integers from low to high.
  static HostMatrix numbers(unsigned rows, unsigned columns, Component component, unsigned seed,
                            int low, int high);
  static HostMatrix splat(unsigned rows, unsigned columns, Component component, double value);

  std::uint64_t &at(unsigned row, unsigned column) { return bits[row * columns + column]; }
  const std::uint64_t &at(unsigned row, unsigned column) const {
    return bits[row * columns + column];
  }
  double real(unsigned row, unsigned column) const { return decode(component, at(row, column)); }

  /// Each element through a function of doubles.
  template <typename Function> HostMatrix mapped(Component to, const Function &function) const {
    HostMatrix result(rows, columns, to);
    for (std::size_t i = 0; i < bits.size(); ++i)
      result.bits[i] = encode(to, function(decode(component, bits[i])));
    return result;
  }
};

/// A * B + C as elements of `result`; integers modulo its size, or saturated at the sum with C.
HostMatrix multiplyAdd(const HostMatrix &a, const HostMatrix &b, const HostMatrix &c,
                       Component result, bool saturates = false);

/// Where elements of a matrix lie in memory. Packed is only another layout for use B.
class Placement {
public:
  /// `stride`, in components, from one line to the next; 0 is the shortest without overlaps.
  Placement(unsigned rows, unsigned columns, Component component, Use use, Layout layout,
            std::size_t stride = 0);

  std::size_t index(unsigned row, unsigned column) const;
  std::size_t stride() const { return lineStride; }
  /// Elements in memory beside each other, and how many of these lines there are.
  unsigned width() const { return lineWidth; }
  unsigned height() const { return lineCount; }
  /// From the first to the last element.
  std::size_t bytes() const;

private:
  unsigned factor; ///< rows in a packed line
  unsigned componentBytes, lineWidth, lineCount;
  bool isColumnMajor;
  std::size_t lineStride;
};

void writeElements(const HostMatrix &matrix, const Placement &placement, std::uint8_t *memory);
/// Empty when all are there, else the first that is not.
std::string elementDifference(const HostMatrix &expected, const Placement &placement,
                              const std::uint8_t *memory);

} // namespace heddle::test

#endif
