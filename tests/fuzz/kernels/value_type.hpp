// The arithmetic types of OpenCL C, as the generator of programs spells them.
#ifndef HEDDLE_TESTS_FUZZ_KERNELS_VALUE_TYPE_HPP
#define HEDDLE_TESTS_FUZZ_KERNELS_VALUE_TYPE_HPP

#include <string>

namespace heddle::test {

struct ValueType {
  enum class Kind { signedInteger, unsignedInteger, floating };
  Kind kind = Kind::signedInteger;
  unsigned bits = 32;
  unsigned width = 1; ///< components: 1, 2, 3, 4, 8 or 16

  bool operator==(const ValueType &) const = default;
  bool isVector() const { return width > 1; }
  bool isFloat() const { return kind == Kind::floating; }
  ValueType element() const { return {kind, bits, 1}; }
  ValueType widened(unsigned components) const { return {kind, bits, components}; }
  ValueType asUnsigned() const { return {Kind::unsignedInteger, bits, width}; }
  ValueType asInteger() const { return {Kind::signedInteger, bits, width}; }
  /// What a comparison of two vectors of this type gives.
  ValueType comparison() const { return {Kind::signedInteger, bits, width}; }
  /// Bytes of a value in memory: three components take the place of four.
  unsigned bytes() const { return bits / 8 * (width == 3 ? 4 : width); }

  std::string name() const {
    std::string result = kind == Kind::unsignedInteger ? "u" : "";
    if (isFloat())
      result = bits == 64 ? "double" : bits == 16 ? "half" : "float";
    else
      result += bits == 8 ? "char" : bits == 16 ? "short" : bits == 32 ? "int" : "long";
    return width > 1 ? result + std::to_string(width) : result;
  }
};

inline constexpr ValueType intType{ValueType::Kind::signedInteger, 32, 1};
inline constexpr ValueType uintType{ValueType::Kind::unsignedInteger, 32, 1};

} // namespace heddle::test

#endif
