// SPV_KHR_bfloat16 and SPV_INTEL_bfloat16_arithmetic, word by word, against results that are exact
// in double and rounded once on the host. Every bfloat is an operand.
#include "tests/kernels/harness/module_kernel.hpp"
#include "tests/kernels/harness/spirv_module.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

namespace heddle::test {
namespace {

using namespace spv;
using Id = SpirvModule::Id;
using Words = SpirvModule::Words;
using Buffer = std::vector<cl_uint>;

constexpr std::uint16_t opDot = 148, opIsNan = 156, opFOrdLessThan = 184;
constexpr std::uint32_t bfloatType = 5116, bfloatDot = 5117, bfloatArithmetic = 6226, doubles = 10;
constexpr std::size_t items = 65536;

float floatOf(cl_uint bfloat) {
  const cl_uint bits = bfloat << 16;
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// To nearest, ties to even; a NaN is any.
cl_uint bfloatOf(double value) {
  if (std::isnan(value))
    return 0x7FC0;
  int exponent = 0;
  std::frexp(value, &exponent);
  const int last = std::max(exponent - 8, -133);
  double rounded = value;
  if (std::isfinite(value) && value != 0)
    rounded = std::ldexp(std::nearbyint(std::ldexp(value, -last)), last);
  if (std::fabs(rounded) > double(std::numeric_limits<float>::max()))
    rounded = std::copysign(INFINITY, value);
  const auto narrow = float(rounded);
  cl_uint bits;
  std::memcpy(&bits, &narrow, sizeof bits);
  return bits >> 16;
}

/// Kernel k(in, out), each a word with a bfloat in its low half, beside a second operand for each.
class Module : public SpirvModule {
public:
  Module() {
    require(bfloatType, "SPV_KHR_bfloat16");
    require(bfloatArithmetic, "SPV_INTEL_bfloat16_arithmetic");
    require(bfloatDot);
    require(doubles);
    bfloat = newType(opTypeFloat, {16, 0});
  }
  void begin() {
    const Words parameters = beginKernel("k", {pointerTo("int"), pointerTo("int")});
    in = parameters[0];
    out = parameters[1];
    index = globalIndex();
    word = value(opLoad, type("int"),
                 {value(opInBoundsPtrAccessChain, pointerTo("int"), {in, index})});
    x = toBFloat(word);
    y = toBFloat(value(opBitwiseXor, type("int"), {word, constant(0x1234)}));
  }
  Id toBFloat(Id integer) {
    return value(opBitcast, bfloat, {value(opUConvert, type("short"), {integer})});
  }
  void store(Id integer) {
    instruction(opStore,
                {value(opInBoundsPtrAccessChain, pointerTo("int"), {out, index}), integer});
  }
  void storeBFloat(Id number) {
    store(value(opUConvert, type("int"), {value(opBitcast, type("short"), {number})}));
  }

  Id bfloat = 0, in = 0, out = 0, index = 0, word = 0, x = 0, y = 0;
};

Buffer everyBFloat() {
  Buffer result(items);
  for (cl_uint i = 0; i < items; ++i)
    result[i] = i;
  return result;
}

Buffer run(Module &module, const Buffer &input) {
  module.endKernel();
  ModuleKernel kernel(module.words());
  kernel.addBuffer(input);
  cl_mem output = kernel.addBuffer(Buffer(items));
  kernel.run(items, 64);
  return kernel.read(output, items);
}

void expectBFloats(const Buffer &found, const Buffer &input,
                   const std::function<double(cl_uint)> &wanted) {
  unsigned shown = 0;
  for (std::size_t i = 0; i < items && shown < 5; ++i) {
    const cl_uint expected = bfloatOf(wanted(input[i]));
    const bool isRight =
        std::isnan(floatOf(expected)) ? std::isnan(floatOf(found[i])) : found[i] == expected;
    EXPECT_TRUE(isRight) << std::hex << "of 0x" << input[i] << ": 0x" << found[i] << ", expected 0x"
                         << expected;
    shown += !isRight;
  }
}

TEST(BFloats, ArithmeticIsRoundedOnce) {
  struct Operation {
    std::uint16_t opcode;
    double (*compute)(double, double);
  };
  const Operation operations[] = {{opFAdd, [](double x, double y) { return x + y; }},
                                  {opFSub, [](double x, double y) { return x - y; }},
                                  {opFMul, [](double x, double y) { return x * y; }},
                                  {opFDiv, [](double x, double y) { return x / y; }}};
  const Buffer input = everyBFloat();
  for (const Operation &operation : operations) {
    Module m;
    m.begin();
    m.storeBFloat(m.value(operation.opcode, m.bfloat, {m.x, m.y}));
    expectBFloats(run(m, input), input, [&](cl_uint bits) {
      return operation.compute(floatOf(bits), floatOf(bits ^ 0x1234));
    });
  }
}

TEST(BFloats, ComponentsOfVectorsAreComputed) {
  Module m;
  const Id vector = m.newType(opTypeVector, {m.bfloat, 4});
  // 1.5 and 0.25
  const Id a = m.newGlobal(opConstant, m.bfloat, {0x3FC0}),
           b = m.newGlobal(opConstant, m.bfloat, {0x3E80});
  const Id factors = m.newGlobal(opConstantComposite, vector, {a, b, a, b});
  m.begin();
  const Id v = m.value(opCompositeConstruct, vector, {m.x, m.x, m.y, m.y});
  const Id product = m.value(opFMul, vector, {v, factors});
  m.storeBFloat(m.value(opFAdd, m.bfloat,
                        {m.value(opCompositeExtract, m.bfloat, {product, 0}),
                         m.value(opCompositeExtract, m.bfloat, {product, 3})}));
  const Buffer input = everyBFloat();
  expectBFloats(run(m, input), input, [](cl_uint bits) {
    return double(floatOf(bfloatOf(floatOf(bits) * 1.5))) +
           floatOf(bfloatOf(floatOf(bits ^ 0x1234) * 0.25));
  });
}

TEST(BFloats, DotProductsAndFunctionsAreRoundedOnce) {
  Module m;
  const Id set = m.importSet("OpenCL.std");
  const Id vector = m.newType(opTypeVector, {m.bfloat, 2});
  const Id boolean = m.type("bool");
  m.begin();
  const Id v = m.value(opCompositeConstruct, vector, {m.x, m.x});
  const Id dot = m.value(opDot, m.bfloat, {v, v});
  const Id root = m.value(opExtInst, m.bfloat, {set, 61, m.x}); // sqrt
  const Id isLess = m.value(opFOrdLessThan, boolean, {m.x, m.y});
  m.storeBFloat(m.value(opSelect, m.bfloat, {isLess, dot, root}));
  const Buffer input = everyBFloat();
  expectBFloats(run(m, input), input, [](cl_uint bits) {
    const double x = floatOf(bits), y = floatOf(bits ^ 0x1234);
    // The sum of two equal squares is exact in float unless a square is not.
    return x < y ? double(float(x * x) + float(x * x)) : std::sqrt(x);
  });
}

TEST(BFloats, AreNarrowedFromEveryFormat) {
  // Odd factors, so that float, double and integers have more bits than fit.
  const Buffer input = [] {
    Buffer result(items);
    for (cl_uint i = 0; i < items; ++i)
      result[i] = i * 2654435761u;
    // Ties, and neighbours of ties that only a wide format tells apart.
    result[0] = 0x01010000;
    result[1] = 0x01018000;
    result[2] = 0x01018001;
    result[3] = 0x01017FFF;
    result[4] = 0x01038000;
    return result;
  }();
  struct Format {
    const char *name;
    std::function<Id(Module &)> make;
    std::function<double(cl_uint)> value;
  };
  const Format formats[] = {
      {"int", [](Module &m) { return m.value(opConvertSToF, m.bfloat, {m.word}); },
       [](cl_uint bits) { return double(std::int32_t(bits)); }},
      {"uint", [](Module &m) { return m.value(opConvertUToF, m.bfloat, {m.word}); },
       [](cl_uint bits) { return double(bits); }},
      {"float",
       [](Module &m) {
         return m.value(opFConvert, m.bfloat, {m.value(opBitcast, m.type("float"), {m.word})});
       },
       [](cl_uint bits) {
         float value;
         std::memcpy(&value, &bits, sizeof value);
         return double(value);
       }},
      {"double",
       [](Module &m) {
         const Id number = m.value(opConvertUToF, m.type("double"), {m.word});
         return m.value(opFConvert, m.bfloat, {number});
       },
       [](cl_uint bits) { return double(bits); }}};
  for (const Format &format : formats) {
    SCOPED_TRACE(format.name);
    Module m;
    m.begin();
    m.storeBFloat(format.make(m));
    expectBFloats(run(m, input), input, format.value);
  }
}

TEST(BFloats, AreWidenedToEveryFormat) {
  const Buffer input = everyBFloat();
  {
    Module m;
    m.begin();
    m.store(m.value(opBitcast, m.type("int"), {m.value(opFConvert, m.type("float"), {m.x})}));
    const Buffer found = run(m, input);
    for (cl_uint i = 0; i < items; ++i)
      ASSERT_EQ(found[i], i << 16);
  }
  {
    Module m;
    m.begin();
    // Through double and back.
    m.storeBFloat(m.value(opFConvert, m.bfloat, {m.value(opFConvert, m.type("double"), {m.x})}));
    expectBFloats(run(m, input), input, [](cl_uint bits) { return double(floatOf(bits)); });
  }
  {
    Module m;
    m.begin();
    m.store(m.value(opConvertFToS, m.type("int"), {m.x}));
    const Buffer found = run(m, input);
    for (cl_uint i = 0; i < items; ++i)
      if (std::fabs(floatOf(i)) < 0x1p31f) // anything else is undefined
        ASSERT_EQ(std::int32_t(found[i]), std::int32_t(floatOf(i))) << i;
  }
  {
    Module m;
    m.begin();
    const Id one = m.constant(1), zero = m.constant(0);
    m.store(m.value(
        opSelect, m.type("int"),
        {m.value(opIsNan, m.type("bool"), {m.value(opFNegate, m.bfloat, {m.x})}), one, zero}));
    const Buffer found = run(m, input);
    for (cl_uint i = 0; i < items; ++i)
      ASSERT_EQ(found[i] != 0, std::isnan(floatOf(i))) << i;
  }
}

} // namespace
} // namespace heddle::test
