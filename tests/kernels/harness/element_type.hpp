/// The element types of buffers and values that a case names in its header.
#ifndef HEDDLE_TESTS_KERNELS_HARNESS_ELEMENT_TYPE_HPP
#define HEDDLE_TESTS_KERNELS_HARNESS_ELEMENT_TYPE_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::test {

enum class Scalar {
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float16,
  float32,
  float64
};

/// An OpenCL C scalar or vector type; width 3 takes the room of 4.
struct ElementType {
  Scalar scalar = Scalar::int32;
  unsigned width = 1;

  unsigned storedWidth() const { return width == 3 ? 4 : width; }
  std::size_t bytes() const;
  bool isFloat() const { return scalar >= Scalar::float16; }
};

std::size_t scalarBytes(Scalar scalar);

/// Reads "uint", "float4", "half8", …; false for anything else.
bool parseElementType(std::string_view text, ElementType &type);

/// Stores a number as one scalar: integers wrap, floats round.
void storeInteger(Scalar scalar, std::uint64_t value, void *destination);
void storeFloat(Scalar scalar, double value, void *destination);

/// A scalar for a message: decimal, and the bits of a float.
std::string scalarText(Scalar scalar, const void *source);

} // namespace heddle::test

#endif
