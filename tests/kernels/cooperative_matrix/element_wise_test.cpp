// Splats and constants, conversions, bitcasts and arithmetic on whole matrices.
#include "tests/kernels/cooperative_matrix/matrix_case.hpp"

#include "tests/kernels/matrix/matrix_reference.hpp"

#include <cmath>

namespace heddle::test {
namespace {

using namespace spv;
using Id = SpirvModule::Id;
using enum Component;

constexpr std::uint32_t saturatedConversion = 28, roundingMode = 39, toZero = 1, toPositive = 2;

class CooperativeMatrixElementWise : public CooperativeMatrixTest {
protected:
  /// As wide as a sub-group, and with columns that are nobody's own.
  static constexpr std::pair<unsigned, unsigned> shapes[] = {{8, 16}, {5, 19}};
};

TEST_F(CooperativeMatrixElementWise, FillsMatricesWithAScalar) {
  for (Component component : {i8, i16, i32, i64, f16, f32, f64})
    for (const auto &[rows, columns] : shapes) {
      MatrixCase &k = begin("splat_" + nameOf(component) + std::to_string(rows));
      for (Use use : {Use::a, Use::b, Use::accumulator}) {
        const HostMatrix expected = HostMatrix::splat(rows, columns, component, -3);
        const Id type = m.matrix(expected, use), scalar = m.constantOf(component, -3);
        // A value, a constant, a value that nobody knows before the kernel runs, and zero.
        k.expect("value" + nameOf(use), m.splat(type, scalar), expected, use);
        k.expect("constant" + nameOf(use), m.newGlobal(opConstantComposite, type, {scalar}),
                 expected, use, {.layout = Layout::columnMajor});
        const HostMatrix one = HostMatrix::anyBits(1, 1, component, rows);
        HostMatrix all(rows, columns, component);
        std::fill(all.bits.begin(), all.bits.end(), one.bits[0]);
        const Id loaded = m.load(m.type(typeName(component)), k.input(one, use));
        k.expect("loaded" + nameOf(use), m.splat(type, loaded), all, use);
        k.expect("null" + nameOf(use), m.newGlobal(opConstantNull, type, {}),
                 HostMatrix(rows, columns, component), use);
      }
      k.end();
    }
  runAll();
}

struct Conversion {
  std::uint16_t opcode;
  Component from, to;
  int low, high;
  double scale = 1; ///< of the numbers, for some that are no integers
};

TEST_F(CooperativeMatrixElementWise, Converts) {
  const Conversion table[] = {
      {opConvertFToS, f32, i32, -100000, 100000, 0.25},
      {opConvertFToS, f32, i8, -500, 500, 0.25},
      {opConvertFToS, f16, i16, -8000, 8000, 0.25},
      {opConvertFToS, f64, i64, -100000, 100000, 1048576.25},
      {opConvertFToU, f32, u32, 0, 100000, 0.25},
      {opConvertFToU, f32, u8, 0, 1020, 0.25},
      {opConvertFToU, f16, u32, 0, 8000, 0.25},
      {opConvertSToF, i32, f32, -16777216, 16777216},
      {opConvertSToF, i8, f32, -128, 127},
      {opConvertSToF, i8, f16, -128, 127},
      {opConvertSToF, i32, f64, -1000000000, 1000000000},
      {opConvertSToF, i64, f32, -16777216, 16777216},
      {opConvertUToF, u32, f32, 0, 16777216},
      {opConvertUToF, u8, f16, 0, 255},
      {opConvertUToF, u8, f32, 0, 255},
      {opUConvert, u8, u32, 0, 255},
      {opUConvert, u32, u8, 0, 2000000000},
      {opUConvert, u16, u64, 0, 65535},
      {opSConvert, i8, i32, -128, 127},
      {opSConvert, i32, i8, -2000000000, 2000000000},
      {opSConvert, i32, i64, -2000000000, 2000000000},
      {opFConvert, f32, f16, -100000, 100000, 0.0625},
      {opFConvert, f16, f32, -8000, 8000, 0.25},
      {opFConvert, f32, f64, -100000, 100000, 0.25},
      {opFConvert, f64, f32, -1000000000, 1000000000, 0.1},
  };
  for (const Conversion &c : table)
    for (const auto &[rows, columns] : shapes) {
      MatrixCase &k = begin("convert" + std::to_string(c.opcode) + nameOf(c.from) + nameOf(c.to) +
                            std::to_string(rows));
      const HostMatrix numbers = HostMatrix::numbers(rows, columns, f64, 1, c.low, c.high);
      const HostMatrix source = numbers.mapped(c.from, [&](double x) { return x * c.scale; });
      const Use use = Use(c.opcode % 3);
      const HostMatrix expected =
          source.mapped(c.to, [&](double x) { return isFloat(c.to) ? x : std::trunc(x); });
      const Id converted = m.value(c.opcode, m.matrix(expected, use), {k.load(source, use)});
      k.expect("converted", converted, expected, use);
      k.end();
    }
  runAll();
}

TEST_F(CooperativeMatrixElementWise, ConvertsWithSaturationAndRounding) {
  MatrixCase &k = begin("decorated");
  const HostMatrix wide = HostMatrix::numbers(8, 16, f32, 1, -100000, 100000);
  const Id loaded = k.load(wide, Use::accumulator);
  const HostMatrix clamped = wide.mapped(i8, [](double x) { return std::clamp(x, -128.0, 127.0); });
  const Id saturated = m.value(opConvertFToS, m.matrix(clamped, Use::accumulator), {loaded});
  m.decorate(saturated, saturatedConversion);
  k.expect("saturated to i8", saturated, clamped, Use::accumulator);

  const HostMatrix unsignedClamped =
      wide.mapped(u16, [](double x) { return std::clamp(x, 0.0, 65535.0); });
  const Id saturatedU =
      m.value(opConvertFToU, m.matrix(unsignedClamped, Use::accumulator), {loaded});
  m.decorate(saturatedU, saturatedConversion);
  k.expect("saturated to u16", saturatedU, unsignedClamped, Use::accumulator);

  // Between two halves: 2049 / 2 and the like.
  const HostMatrix odd = HostMatrix::numbers(8, 16, f32, 2, -2048, 2047).mapped(f32, [](double x) {
    return std::copysign(2048, x) + x + 0.5;
  });
  const Id loadedOdd = k.load(odd, Use::accumulator);
  const auto toMultipleOf2 = [](double x, double (*round)(double)) {
    return std::fabs(x) >= 2048 ? 2 * round(x / 2) : round(x);
  };
  const HostMatrix down = odd.mapped(
      f16, [&](double x) { return toMultipleOf2(x, [](double y) { return std::trunc(y); }); });
  const Id zeroward = m.value(opFConvert, m.matrix(down, Use::accumulator), {loadedOdd});
  m.decorate(zeroward, roundingMode, {toZero});
  k.expect("toward zero", zeroward, down, Use::accumulator);
  const HostMatrix up = odd.mapped(
      f16, [&](double x) { return toMultipleOf2(x, [](double y) { return std::ceil(y); }); });
  const Id upward = m.value(opFConvert, m.matrix(up, Use::accumulator), {loadedOdd});
  m.decorate(upward, roundingMode, {toPositive});
  k.expect("toward infinity", upward, up, Use::accumulator);
  k.end();
  runAll();
}

TEST_F(CooperativeMatrixElementWise, ConvertsToBfloatsAndTf32) {
  m.require(6115, "SPV_INTEL_bfloat16_conversion");
  m.require(6425, "SPV_INTEL_tensor_float32_conversion");
  for (const auto &[rows, columns] : shapes) {
    MatrixCase &k = begin("bfloats" + std::to_string(rows));
    // All mantissas, without infinities and NaNs.
    const HostMatrix floats =
        HostMatrix::numbers(rows, columns, f32, 1, -1 << 30, 1 << 30).mapped(f32, [](double x) {
          return x / 3;
        });
    const Id loaded = k.load(floats, Use::accumulator);
    const HostMatrix bfloats = floats.mapped(bf16, [](double x) { return x; });
    const Id narrow = m.value(opConvertFToBF16, m.matrix(bfloats, Use::accumulator), {loaded});
    k.expect("to bf16", narrow, bfloats, Use::accumulator);
    const HostMatrix again = bfloats.mapped(f32, [](double x) { return x; });
    k.expect("from bf16", m.value(opConvertBF16ToF, m.matrix(again, Use::accumulator), {narrow}),
             again, Use::accumulator);
    // 10 bits behind the point.
    const HostMatrix rounded = floats.mapped(f32, [](double x) {
      int exponent = 0;
      std::frexp(x, &exponent);
      return std::ldexp(std::nearbyint(std::ldexp(x, 11 - exponent)), exponent - 11);
    });
    k.expect("to tf32", m.value(opRoundFToTF32, m.matrix(rounded, Use::accumulator), {loaded}),
             rounded, Use::accumulator);
    k.end();
  }
  runAll();
}

TEST_F(CooperativeMatrixElementWise, BitcastsBetweenIntegersOfOneSize) {
  for (Component component : {i8, i32}) {
    MatrixCase &k = begin("bitcast_" + nameOf(component));
    const HostMatrix host = HostMatrix::anyBits(7, 13, component, 1);
    k.expect("same bits", m.value(opBitcast, m.matrix(host, Use::a), {k.load(host, Use::a)}), host,
             Use::a);
    k.end();
  }
  runAll();
}

TEST_F(CooperativeMatrixElementWise, Computes) {
  struct Operation {
    std::uint16_t opcode;
    Component component;
    double (*function)(double, double);
  };
  const auto add = [](double x, double y) { return x + y; };
  const auto subtract = [](double x, double y) { return x - y; };
  const auto multiply = [](double x, double y) { return x * y; };
  const auto divide = [](double x, double y) { return x / y; };
  const auto truncatedDivide = [](double x, double y) { return std::trunc(x / y); };
  std::vector<Operation> table;
  for (Component component : {i8, i16, i32, i64}) {
    table.push_back({opIAdd, component, add});
    table.push_back({opISub, component, subtract});
    table.push_back({opIMul, component, multiply});
    table.push_back({opSDiv, component, truncatedDivide});
  }
  for (Component component : {u8, u32})
    table.push_back({opUDiv, component, truncatedDivide});
  for (Component component : {f16, f32, f64}) {
    table.push_back({opFAdd, component, add});
    table.push_back({opFSub, component, subtract});
    table.push_back({opFMul, component, multiply});
    table.push_back({opFDiv, component, divide});
  }
  for (const Operation &operation : table)
    for (const auto &[rows, columns] : shapes) {
      MatrixCase &k = begin("op" + std::to_string(operation.opcode) + nameOf(operation.component) +
                            std::to_string(rows));
      const bool isDivision =
          operation.opcode == opSDiv || operation.opcode == opUDiv || operation.opcode == opFDiv;
      const int high = bytesOf(operation.component) == 1 ? 100 : 1000;
      const HostMatrix x = HostMatrix::numbers(rows, columns, operation.component, 1,
                                               isSigned(operation.component) ? -high : 0, high);
      // Divisors are powers of two among floats: quotients are exact.
      HostMatrix y = HostMatrix::numbers(rows, columns, operation.component, 2, 1,
                                         isDivision && isFloat(operation.component) ? 5 : 60);
      if (operation.opcode == opFDiv)
        y = y.mapped(y.component, [](double exponent) { return std::ldexp(1, int(exponent)); });
      HostMatrix expected(rows, columns, operation.component);
      for (std::size_t i = 0; i < x.bits.size(); ++i)
        expected.bits[i] =
            encode(expected.component, operation.function(decode(x.component, x.bits[i]),
                                                          decode(y.component, y.bits[i])));
      const Use use = Use(operation.opcode % 3);
      k.expect("result",
               m.value(operation.opcode, m.matrix(expected, use), {k.load(x, use), k.load(y, use)}),
               expected, use);
      k.end();
    }
  runAll();
}

TEST_F(CooperativeMatrixElementWise, NegatesAndScales) {
  for (Component component : {i8, i16, i32, i64, f16, f32, f64})
    for (const auto &[rows, columns] : shapes) {
      MatrixCase &k = begin("negate_" + nameOf(component) + std::to_string(rows));
      const HostMatrix host = HostMatrix::numbers(rows, columns, component, 1, -120, 120);
      const Id loaded = k.load(host, Use::accumulator), type = m.matrix(host, Use::accumulator);
      k.expect("negated", m.value(isFloat(component) ? opFNegate : opSNegate, type, {loaded}),
               host.mapped(component, [](double x) { return -x; }), Use::accumulator);
      k.expect("scaled", m.value(opMatrixTimesScalar, type, {loaded, m.constantOf(component, 3)}),
               host.mapped(component, [](double x) { return 3 * x; }), Use::accumulator);
      k.end();
    }
  runAll();
}

// Bias and ReLU's like between two products: nothing may be lost between tiles and vectors.
TEST_F(CooperativeMatrixElementWise, ComputesBetweenProducts) {
  MatrixCase &k = begin("between");
  const HostMatrix a = HostMatrix::numbers(16, 32, bf16, 1, -2, 2),
                   b = HostMatrix::numbers(32, 16, bf16, 2, -2, 2),
                   c = HostMatrix::numbers(16, 16, f32, 3, -9, 9),
                   bias = HostMatrix::numbers(16, 16, f32, 4, -9, 9);
  const Id type = m.matrix(c, Use::accumulator), loadedA = k.load(a, Use::a),
           loadedB = k.load(b, Use::b);
  const Id first = m.multiplyAdd(type, loadedA, loadedB, k.load(c, Use::accumulator), bf16Factors);
  const Id sum = m.value(opFAdd, type, {first, k.load(bias, Use::accumulator)});
  const Id second = m.multiplyAdd(type, loadedA, loadedB, sum, bf16Factors);
  HostMatrix expected = multiplyAdd(a, b, c, f32);
  for (std::size_t i = 0; i < expected.bits.size(); ++i)
    expected.bits[i] = encode(f32, decode(f32, expected.bits[i]) + decode(f32, bias.bits[i]));
  k.expect("sum", sum, expected, Use::accumulator);
  k.expect("second", second, multiplyAdd(a, b, expected, f32), Use::accumulator);
  k.end();
  runAll();
}

} // namespace
} // namespace heddle::test
