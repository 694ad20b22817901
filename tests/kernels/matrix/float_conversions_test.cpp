// Rounding to tf32 and to bfloat16: OpenCL C functions of all widths, and the SPIR-V instructions.
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_module.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

namespace heddle::test {
namespace {

constexpr unsigned widths[] = {1, 2, 3, 4, 8, 16};

std::string typeOf(const std::string &scalar, unsigned width) {
  return width == 1 ? scalar : scalar + std::to_string(width);
}

/// Ties, carries, both ends of the range, denormals, infinities and NaNs, and random bits. As many
/// as every width divides.
std::vector<std::uint32_t> floatPatterns() {
  std::vector<std::uint32_t> patterns = {
      0x00000000, 0x80000000, 0x3F800000, 0x3F801000, 0x3F803000, 0x3F800FFF, 0x3F801001,
      0x3F808000, 0x3F818000, 0x3F807FFF, 0x3F808001, 0x3FFFFFFF, 0x3FFFF000, 0x3FFFEFFF,
      0x7F7FFFFF, 0xFF7FFFFF, 0x7F7FE000, 0x7F7FF000, 0x7F7FEFFF, 0x7F7F0000, 0x7F7F8000,
      0x7F800000, 0xFF800000, 0x7F800001, 0xFF800001, 0x7F801FFF, 0x7FC00000, 0x7FFFFFFF,
      0xFFFFFFFF, 0x00000001, 0x00001000, 0x00001001, 0x00003000, 0x00008000, 0x807FFFFF,
      0x007FFFFF, 0x00800000};
  Random random(11);
  while (patterns.size() < 48 * 20)
    patterns.push_back(random.next());
  return patterns;
}

std::uint32_t roundToTf32(std::uint32_t bits) {
  const float value = floatOfBits(bits);
  if (std::isnan(value) || std::isinf(value))
    return bits;
  // The weight of the last of 10 mantissa bits; halves go to even. Doubles hold every step exactly.
  int exponent = 0;
  std::frexp(value, &exponent);
  const int last = std::max(exponent - 11, -136);
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(double(value), -last)), last);
  return bitsOfFloat(std::fabs(rounded) >= 0x1p128 ? std::copysign(INFINITY, value)
                                                   : std::copysign(float(rounded), value));
}

/// Vectors of 3 lie 4 apart.
Bytes spread(const std::vector<std::uint32_t> &values, unsigned width, unsigned elementBytes) {
  Bytes result;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(&values[i]);
    result.insert(result.end(), bytes, bytes + elementBytes);
    if (width == 3 && i % 3 == 2)
      result.insert(result.end(), elementBytes, 0);
  }
  return result;
}

std::uint32_t elementAt(const Bytes &bytes, std::size_t index, unsigned width,
                        unsigned elementBytes) {
  const std::size_t place = width == 3 ? index / 3 * 4 + index % 3 : index;
  std::uint32_t value = 0;
  if ((place + 1) * elementBytes <= bytes.size())
    std::memcpy(&value, bytes.data() + place * elementBytes, elementBytes);
  return value;
}

struct Direction {
  std::string name, from, to;
  std::uint16_t opcode;
  unsigned fromBytes, toBytes;
  bool (*isRight)(std::uint32_t input, std::uint32_t output);
};

bool isTf32Of(std::uint32_t input, std::uint32_t output) {
  if (std::isnan(floatOfBits(input)))
    return std::isnan(floatOfBits(output)) && (output & 0x1FFF) == 0;
  return output == roundToTf32(input);
}
bool isBfloatOf(std::uint32_t input, std::uint32_t output) {
  if (std::isnan(floatOfBits(input)))
    return std::isnan(floatOfBits(output << 16)) && (output & 0x40);
  return output == bfloatOfFloat(floatOfBits(input));
}
bool isFloatOfBfloat(std::uint32_t input, std::uint32_t output) { return output == input << 16; }

const Direction toTf32 = {"tf32", "float", "float", 6426, 4, 4, isTf32Of};
const Direction toBfloat = {"to_bfloat", "float", "ushort", 6116, 4, 2, isBfloatOf};
const Direction fromBfloat = {"from_bfloat", "ushort", "float", 6117, 2, 4, isFloatOfBfloat};

class FloatConversionTest : public MatrixDeviceTest {
protected:
  static std::string kernelName(const Direction &direction, unsigned width) {
    return direction.name + "_" + std::to_string(width);
  }

  void check(const BuiltProgram &built, const Direction &direction) {
    ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
    std::vector<std::uint32_t> inputs = floatPatterns();
    if (direction.fromBytes == 2)
      for (std::uint32_t &input : inputs)
        input >>= 16;
    for (unsigned width : widths) {
      const std::size_t items = inputs.size() / width;
      const Bytes outputs = device().run(
          built.program, kernelName(direction, width), {spread(inputs, width, direction.fromBytes)},
          items * (width == 3 ? 4 : width) * direction.toBytes, items, items % 16 ? 4 : 16);
      ASSERT_FALSE(outputs.empty());
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        const std::uint32_t output = elementAt(outputs, i, width, direction.toBytes);
        ASSERT_TRUE(direction.isRight(inputs[i], output))
            << kernelName(direction, width) << " of 0x" << std::hex << inputs[i] << " is 0x"
            << output;
      }
    }
  }

  void checkSource(const Direction &direction, std::string (*function)(unsigned width)) {
    std::string source;
    for (unsigned width : widths)
      source += "kernel void " + kernelName(direction, width) + "(global const " +
                typeOf(direction.from, width) + " *x, global " + typeOf(direction.to, width) +
                " *y) {\n  size_t i = get_global_id(0);\n  y[i] = " + function(width) +
                "(x[i]);\n}\n";
    check(device().buildSource(source), direction);
  }

  void checkModule(const Direction &direction, std::uint32_t capability,
                   const std::string &extension) {
    MatrixModule module;
    module.require(capability, extension);
    for (unsigned width : widths)
      module.addConversionKernel(kernelName(direction, width), direction.opcode,
                                 typeOf(direction.from, width), typeOf(direction.to, width));
    check(device().buildIl(module.words()), direction);
  }
};

std::string suffix(unsigned width) { return width == 1 ? "" : std::to_string(width); }

TEST_F(FloatConversionTest, RoundsToTf32) {
  checkSource(toTf32, [](unsigned width) {
    return "intel_convert_tfloat32" + suffix(width) + "_as_float" + suffix(width);
  });
}
TEST_F(FloatConversionTest, RoundsToTf32FromSpirv) {
  checkModule(toTf32, 6425, "SPV_INTEL_tensor_float32_conversion");
}
TEST_F(FloatConversionTest, RoundsToBfloat16) {
  checkSource(toBfloat, [](unsigned width) {
    return "intel_convert_bfloat16" + suffix(width) + "_as_ushort" + suffix(width);
  });
}
TEST_F(FloatConversionTest, WidensBfloat16) {
  checkSource(fromBfloat, [](unsigned width) {
    return "intel_convert_as_bfloat16" + suffix(width) + "_float" + suffix(width);
  });
}
TEST_F(FloatConversionTest, RoundsToBfloat16FromSpirv) {
  checkModule(toBfloat, 6115, "SPV_INTEL_bfloat16_conversion");
}
TEST_F(FloatConversionTest, WidensBfloat16FromSpirv) {
  checkModule(fromBfloat, 6115, "SPV_INTEL_bfloat16_conversion");
}

} // namespace
} // namespace heddle::test
