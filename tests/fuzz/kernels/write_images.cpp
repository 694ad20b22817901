// Reads and writes of images. Those that are written have a texel for each work-item, so the order
// of the work-items does not matter.
#include "tests/fuzz/kernels/function_writer.hpp"

#include <array>

namespace heddle::test {

/// Integers, also far outside of the image; or floats, a few times the image to either side.
std::string FunctionWriter::texelPosition(unsigned dimensions, bool isFloat, unsigned depth) {
  std::string text;
  for (unsigned i = 0; i < dimensions; ++i) {
    std::string at = chance(40) ? ids[pick(ids.size())] : value(intType, depth);
    if (isFloat)
      at = "convert_float(" + at + " & 63) * " + std::to_string(0.03 * (1 + pick(20))) + "f - 3.0f";
    else if (chance(70))
      at = "(" + at + " & 15) - 3";
    text += (i ? ", " : "") + at;
  }
  // The fourth component is not looked at, and an array's layer is its third.
  if (dimensions == 3)
    text += isFloat ? ", 0.0f" : ", 0";
  return std::string("(") + (isFloat ? "float" : "int") + number(dimensions == 3 ? 4 : dimensions) +
         ")(" + text + ")";
}

std::string FunctionWriter::texel(ValueType type, unsigned depth) {
  const std::string own = "(int2)(gid & 31, gid >> 5)";
  const auto near = [&] { return chance(50) ? "nearest" : "bordered"; };
  if (!type.isFloat() && type.kind == ValueType::Kind::unsignedInteger) {
    if (chance(40))
      return "read_imageui(both, " + own + ")";
    return "read_imageui(words, (" + value(intType, depth) + ") & 63)";
  }
  if (!type.isFloat()) {
    const bool isFloat = chance(40);
    return "read_imagei(layers, " + std::string(near()) + ", " + texelPosition(3, isFloat, depth) +
           ")";
  }
  static constexpr std::array<const char *, 6> anyFloat = {"nearest",  "bordered", "linear",
                                                           "repeated", "mirrored", "chosen"};
  switch (pick(5)) {
  case 0:
    return "read_imagef(plane, " + std::string(near()) + ", " + texelPosition(2, false, depth) +
           ")";
  case 1:
    return "read_imagef(volume, " + std::string(near()) + ", " + texelPosition(3, false, depth) +
           ")";
  case 2:
    return "read_imagef(volume, " + std::string(anyFloat[pick(6)]) + ", " +
           texelPosition(3, true, depth) + ")";
  case 3:
    return context.imageHelper + "(plane, " + anyFloat[pick(6)] + ", " +
           texelPosition(2, true, depth) + ")";
  default:
    return "read_imagef(plane, " + std::string(anyFloat[pick(6)]) + ", " +
           texelPosition(2, true, depth) + ")";
  }
}

void FunctionWriter::storeImage() {
  const ValueType texels{ValueType::Kind::unsignedInteger, 32, 4};
  line("write_imageui(" + std::string(chance(50) ? "canvas" : "both") +
       ", (int2)(gid & 31, gid >> 5), " + value(texels, 2) + ");");
}

} // namespace heddle::test
