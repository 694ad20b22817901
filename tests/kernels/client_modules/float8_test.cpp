// SPV_EXT_float8, word by word: every number of 8 bits, and numbers around all of them and around
// the middles between two, against a search on the host.
#include "tests/kernels/harness/module_kernel.hpp"
#include "tests/kernels/harness/spirv_module.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace heddle::test {
namespace {

using namespace spv;
using Id = SpirvModule::Id;
using Words = SpirvModule::Words;
using Buffer = std::vector<cl_uint>;

constexpr std::uint16_t opFConvert = 115, opCompositeConstruct = 80;
constexpr std::uint32_t float8 = 4212, bfloatType = 5116, saturates = 4216;

struct Format {
  const char *name;
  std::uint32_t encoding;
  int mantissaBits, bias;
  bool hasInfinity;
  cl_uint largest;
};
constexpr Format formats[] = {{"E4M3", 4214, 3, 7, false, 0x7E}, {"E5M2", 4215, 2, 15, true, 0x7B}};

double valueOf(cl_uint bits, const Format &format) {
  const int mantissa = int(bits) & ((1 << format.mantissaBits) - 1);
  const int exponent = int(bits & 0x7F) >> format.mantissaBits;
  double value = exponent == 0 ? std::ldexp(mantissa, 1 - format.bias - format.mantissaBits)
                               : std::ldexp(mantissa + (1 << format.mantissaBits),
                                            exponent - format.bias - format.mantissaBits);
  if ((bits & 0x7F) > format.largest)
    value = format.hasInfinity && mantissa == 0 ? HUGE_VAL : std::nan("");
  return bits & 0x80 ? -value : value;
}

/// The nearest one, ties to even.
cl_uint nearest(double value, const Format &format, bool saturate) {
  const cl_uint sign = std::signbit(value) ? 0x80 : 0;
  const double magnitude = std::fabs(value);
  // The number behind the largest one, if there were one.
  const double step = valueOf(format.largest, format) - valueOf(format.largest - 1, format);
  const double limit = valueOf(format.largest, format) + step / 2;
  const bool isEven = format.largest % 2 == 0;
  if (magnitude > limit || (magnitude == limit && !isEven))
    return sign | (saturate ? format.largest : format.hasInfinity ? 0x7C : 0x7F);
  cl_uint best = 0;
  for (cl_uint bits = 1; bits <= format.largest; ++bits) {
    const double off = std::fabs(valueOf(bits, format) - magnitude);
    const double bestOff = std::fabs(valueOf(best, format) - magnitude);
    if (off < bestOff || (off == bestOff && bits % 2 == 0))
      best = bits;
  }
  return sign | best;
}

cl_uint bitsOf(float value) {
  cl_uint bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
float floatOf(cl_uint bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// Kernel k(in, out), a word each.
class Module : public SpirvModule {
public:
  explicit Module(const Format &format) {
    require(float8, "SPV_EXT_float8");
    require(bfloatType, "SPV_KHR_bfloat16");
    number = newType(opTypeFloat, {8, format.encoding});
    bfloat = newType(opTypeFloat, {16, 0});
  }
  void begin() {
    const Words parameters = beginKernel("k", {pointerTo("int"), pointerTo("int")});
    out = parameters[1];
    index = globalIndex();
    word = value(opLoad, type("int"),
                 {value(opInBoundsPtrAccessChain, pointerTo("int"), {parameters[0], index})});
  }
  Id given() { return value(opBitcast, number, {value(opUConvert, type("char"), {word})}); }
  Id givenFloat() { return value(opBitcast, type("float"), {word}); }
  void store(Id integer) {
    instruction(opStore,
                {value(opInBoundsPtrAccessChain, pointerTo("int"), {out, index}), integer});
  }
  void storeNumber(Id found) {
    store(value(opUConvert, type("int"), {value(opBitcast, type("char"), {found})}));
  }

  Id number = 0, bfloat = 0, out = 0, index = 0, word = 0;
};

Buffer run(Module &module, const Buffer &input) {
  module.endKernel();
  ModuleKernel kernel(module.words());
  kernel.addBuffer(input);
  cl_mem output = kernel.addBuffer(Buffer(input.size()));
  kernel.run(input.size(), 64);
  return kernel.read(output, input.size());
}

Buffer everyNumber() {
  Buffer result(256);
  for (cl_uint i = 0; i < 256; ++i)
    result[i] = i;
  return result;
}

/// Every number, the middle to the next one, and the floats beside these.
Buffer floatsAround(const Format &format) {
  Buffer result;
  const auto add = [&](double value) {
    const auto number = float(value);
    for (float close : {number, std::nextafter(number, 0.0f), std::nextafter(number, INFINITY)})
      for (float either : {close, -close})
        result.push_back(bitsOf(either));
  };
  for (cl_uint bits = 0; bits <= format.largest; ++bits) {
    add(valueOf(bits, format));
    const double next = bits == format.largest
                            ? 2 * valueOf(bits, format) - valueOf(bits - 1, format)
                            : valueOf(bits + 1, format);
    add((valueOf(bits, format) + next) / 2);
  }
  for (float special : {INFINITY, -INFINITY, 1e30f, -1e30f, 1e-30f, 1e-40f,
                        std::numeric_limits<float>::quiet_NaN()})
    result.push_back(bitsOf(special));
  result.resize((result.size() + 63) / 64 * 64);
  return result;
}

void expectNearest(const Buffer &found, const Buffer &input, const Format &format, bool saturate) {
  unsigned shown = 0;
  for (std::size_t i = 0; i < input.size() && shown < 5; ++i) {
    const float value = floatOf(input[i]);
    const bool isRight = std::isnan(value) ? std::isnan(valueOf(found[i], format))
                                           : found[i] == nearest(value, format, saturate);
    EXPECT_TRUE(isRight) << value << " became 0x" << std::hex << found[i] << ", expected 0x"
                         << nearest(value, format, saturate);
    shown += !isRight;
  }
}

class Float8 : public testing::TestWithParam<Format> {};
INSTANTIATE_TEST_SUITE_P(Formats, Float8, testing::ValuesIn(formats),
                         [](const auto &info) { return std::string(info.param.name); });

TEST_P(Float8, AreWidened) {
  Module m(GetParam());
  m.begin();
  // Through half, which holds all of them.
  const Id half = m.value(opFConvert, m.type("half"), {m.given()});
  const Id wide = m.value(opFConvert, m.type("float"), {half});
  m.store(m.value(opBitcast, m.type("int"), {wide}));
  const Buffer found = run(m, everyNumber());
  for (cl_uint i = 0; i < 256; ++i) {
    const double expected = valueOf(i, GetParam());
    if (std::isnan(expected))
      EXPECT_TRUE(std::isnan(floatOf(found[i]))) << i;
    else
      EXPECT_EQ(found[i], bitsOf(float(expected))) << i;
  }
}

TEST_P(Float8, AreNarrowed) {
  const Buffer input = floatsAround(GetParam());
  for (bool saturate : {false, true}) {
    SCOPED_TRACE(saturate);
    Module m(GetParam());
    m.begin();
    const Id narrow = m.value(opFConvert, m.number, {m.givenFloat()});
    if (saturate)
      m.decorate(narrow, saturates);
    m.storeNumber(narrow);
    expectNearest(run(m, input), input, GetParam(), saturate);
  }
}

TEST_P(Float8, AreComponentsOfVectors) {
  Module m(GetParam());
  const Id pair = m.newType(opTypeVector, {m.number, 2});
  m.begin();
  const Id wide = m.value(opCompositeConstruct, m.type("float2"), {m.givenFloat(), m.givenFloat()});
  const Id narrow = m.value(opFConvert, pair, {wide});
  m.storeNumber(m.value(opCompositeExtract, m.number, {narrow, 1}));
  const Buffer input = floatsAround(GetParam());
  expectNearest(run(m, input), input, GetParam(), false);
}

TEST_P(Float8, ComeFromBFloatsAndGoToThem) {
  Module m(GetParam());
  m.begin();
  const Id bfloat = m.value(opFConvert, m.bfloat, {m.given()});
  m.storeNumber(m.value(opFConvert, m.number, {bfloat}));
  const Buffer found = run(m, everyNumber());
  for (cl_uint i = 0; i < 256; ++i) {
    if (std::isnan(valueOf(i, GetParam())))
      EXPECT_TRUE(std::isnan(valueOf(found[i], GetParam()))) << i;
    else
      EXPECT_EQ(found[i], i);
  }
}

} // namespace
} // namespace heddle::test
