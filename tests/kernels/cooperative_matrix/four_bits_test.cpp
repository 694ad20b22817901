// Components of 4 bits, integers (SPV_INTEL_int4) and floats (SPV_INTEL_float4), of which two share
// a byte of memory, the first one in its lower half.
#include "tests/kernels/cooperative_matrix/matrix_case.hpp"

#include <cmath>
#include <span>

namespace heddle::test {
namespace {

using namespace spv;
using Id = SpirvModule::Id;
using Words = SpirvModule::Words;
using enum Component;

/// Elements of 4 bits on the host have the lower bits of bytes.
std::uint64_t halfOf(std::uint64_t bits) { return bits & 0xF; }

class CooperativeMatrixFourBits : public CooperativeMatrixTest {
protected:
  CooperativeMatrixFourBits() {
    m.require(5112, "SPV_INTEL_int4");
    m.require(5114);
    m.require(6212, "SPV_INTEL_float4");
    m.require(6213);
    constexpr std::uint32_t e2m1Encoding = 6214;
    int4 = m.newType(opTypeInt, {4, 0});
    e2m1 = m.newType(opTypeFloat, {4, e2m1Encoding});
  }

  static HostMatrix numbers(unsigned rows, unsigned columns, Component component, unsigned seed) {
    return component == u8 ? HostMatrix::numbers(rows, columns, u8, seed, 0, 15)
                           : HostMatrix::numbers(rows, columns, i8, seed, -8, 7);
  }
  /// The bytes that hold the matrix, a line of them a row.
  static HostMatrix packed(const HostMatrix &host, Use use, Layout layout) {
    const unsigned together = layout == Layout::packed && use == Use::b ? 8 : 1;
    const bool isTransposed = layout == Layout::columnMajor;
    const unsigned lines = isTransposed ? host.columns : (host.rows + together - 1) / together;
    const unsigned width = isTransposed ? host.rows : host.columns * together;
    HostMatrix result(lines, width / 2, u8);
    // Rows that are missing to a whole word have bytes that nobody writes.
    if (host.rows % together)
      for (unsigned i = 0; i < result.columns; ++i)
        if (i * 2 % together >= host.rows % together)
          result.at(lines - 1, i) = untouched;
    for (unsigned r = 0; r < host.rows; ++r)
      for (unsigned c = 0; c < host.columns; ++c) {
        const unsigned line = isTransposed ? c : r / together;
        const unsigned place = isTransposed ? r : c * together + r % together;
        result.at(line, place / 2) |= halfOf(host.at(r, c)) << (place % 2 * 4);
      }
    return result;
  }
  Id typeOf(const HostMatrix &host, Use use, Id component = 0) {
    return m.matrixOf(component ? component : int4, m.constant(host.rows), m.constant(host.columns),
                      use);
  }
  Id load(MatrixCase &k, const HostMatrix &host, Use use, Layout layout = Layout::rowMajor,
          unsigned apart = 0, Id component = 0) {
    const HostMatrix bytes = packed(host, use, layout);
    const Id place = k.input(bytes, Use::a, {.stride = bytes.columns + apart});
    return m.value(opCooperativeMatrixLoad, typeOf(host, use, component),
                   {place, m.layout(layout), m.constantOf("long", bytes.columns + apart)});
  }
  void expect(MatrixCase &k, const std::string &what, Id matrix, const HostMatrix &expected,
              Use use, Layout layout = Layout::rowMajor, unsigned apart = 0) {
    const HostMatrix bytes = packed(expected, use, layout);
    const Id place = k.output(what, bytes, Use::a, {.stride = bytes.columns + apart});
    m.instruction(opCooperativeMatrixStore,
                  {place, matrix, m.layout(layout), m.constantOf("long", bytes.columns + apart)});
  }

  Id int4, e2m1;
};

/// Of all codes.
double e2m1Value(double code) {
  constexpr double magnitudes[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
  const auto bits = unsigned(code);
  return bits & 8 ? -magnitudes[bits & 7] : magnitudes[bits & 7];
}
/// The nearest one, ties to even codes; the largest one of larger numbers.
double e2m1Code(double value) {
  unsigned best = 0;
  for (unsigned code = 1; code < 8; ++code) {
    const double off = std::fabs(e2m1Value(code) - std::fabs(value)),
                 bestOff = std::fabs(e2m1Value(best) - std::fabs(value));
    if (off < bestOff || (off == bestOff && code % 2 == 0))
      best = code;
  }
  return best | (std::signbit(value) ? 8 : 0);
}

TEST_F(CooperativeMatrixFourBits, AreLoadedInOneLayoutAndStoredInAnother) {
  struct Shape {
    unsigned rows, columns;
    Use use;
  };
  const Shape shapes[] = {{8, 64, Use::a},           {64, 16, Use::b},         {6, 10, Use::a},
                          {14, 6, Use::b},           {24, 8, Use::b},          {12, 18, Use::b},
                          {8, 16, Use::accumulator}, {2, 50, Use::accumulator}};
  for (const unsigned size : {8U, 16U, 32U})
    for (const Shape &shape : size == 16 ? std::span(shapes) : std::span(shapes).last(4)) {
      MatrixCase &k = begin("s" + std::to_string(size) + "_" + std::to_string(shape.rows) + "x" +
                                std::to_string(shape.columns) + nameOf(shape.use),
                            size);
      std::vector<Layout> layouts = {Layout::rowMajor, Layout::columnMajor};
      if (shape.use == Use::b)
        layouts.push_back(Layout::packed);
      for (Layout from : layouts) {
        const HostMatrix host = numbers(shape.rows, shape.columns, u8, shape.rows + unsigned(from));
        const Id matrix = load(k, host, shape.use, from, unsigned(from));
        for (Layout to : layouts)
          expect(k, nameOf(from) + "To" + nameOf(to), matrix, host, shape.use, to,
                 unsigned(to) * 3);
      }
      k.end();
    }
  runAll();
}

// The pointer says what a stride counts: bytes, words, and vectors of eight components.
TEST_F(CooperativeMatrixFourBits, LieBehindPointersToOtherTypes) {
  const HostMatrix host = numbers(8, 32, u8, 1);
  const HostMatrix bytes = packed(host, Use::a, Layout::rowMajor);
  MatrixCase &k = begin("pointers");
  const Id eight = m.newType(opTypeVector, {int4, 8});
  for (Id pointee : {m.type("int"), eight}) {
    const Id place = m.value(opBitcast, m.pointerTo(pointee), {k.input(bytes, Use::a)});
    expect(k, "loaded",
           m.value(opCooperativeMatrixLoad, typeOf(host, Use::a),
                   {place, m.layout(Layout::rowMajor), m.constantOf("long", 4)}),
           host, Use::a);
  }
  k.end();
  runAll();
}

TEST_F(CooperativeMatrixFourBits, AreMultiplied) {
  struct Shape {
    unsigned m, n, k;
  };
  for (const Shape &shape : {Shape{8, 16, 64}, Shape{16, 32, 128}, Shape{7, 10, 14}})
    for (Component signA : {i8, u8})
      for (Component signB : {i8, u8}) {
        if (shape.m != 7 && signA == signB)
          continue; // the others meet all of the instructions
        MatrixCase &k = begin("product" + std::to_string(shape.m) + "x" + std::to_string(shape.n) +
                              "x" + std::to_string(shape.k) + nameOf(signA) + nameOf(signB));
        const HostMatrix a = numbers(shape.m, shape.k, signA, 1),
                         b = numbers(shape.k, shape.n, signB, 2),
                         c = HostMatrix::numbers(shape.m, shape.n, i32, 3, -1000, 1000),
                         bytes = HostMatrix::anyBits(shape.k, shape.n, signB, 4);
        const Id type = m.matrix(c, Use::accumulator), sum = k.load(c, Use::accumulator);
        const Id loadedA = load(k, a, Use::a);
        const std::uint32_t signs = operandsFor(signA, signB, i32, i32);
        for (Layout layout : {Layout::rowMajor, Layout::columnMajor, Layout::packed})
          k.expect("product " + nameOf(layout),
                   m.multiplyAdd(type, loadedA, load(k, b, Use::b, layout), sum, signs),
                   multiplyAdd(a, b, c, i32), Use::accumulator);
        k.expect("with bytes", m.multiplyAdd(type, loadedA, k.load(bytes, Use::b), sum, signs),
                 multiplyAdd(a, bytes, c, i32), Use::accumulator);
        k.end();
      }
  runAll();
}

TEST_F(CooperativeMatrixFourBits, SaturateInTheSum) {
  const HostMatrix a = HostMatrix::splat(8, 32, i8, -8), b = HostMatrix::splat(32, 16, i8, 7);
  const HostMatrix c = HostMatrix::numbers(8, 16, i32, 1, INT32_MIN, INT32_MIN + 3000);
  MatrixCase &k = begin("saturates");
  k.expect("sum",
           m.multiplyAdd(m.matrix(c, Use::accumulator), load(k, a, Use::a), load(k, b, Use::b),
                         k.load(c, Use::accumulator), operandsFor(i8, i8, i32, i32) | saturating),
           multiplyAdd(a, b, c, i32, true), Use::accumulator);
  k.end();
  runAll();
}

TEST_F(CooperativeMatrixFourBits, AreConverted) {
  const auto same = [](double x) { return x; };
  const auto lowBits = [](double x) { return double(std::int64_t(x) & 15); };
  MatrixCase &k = begin("conversions");
  const HostMatrix plain = numbers(8, 16, u8, 1), negative = numbers(8, 16, i8, 2);
  const Id p = load(k, plain, Use::accumulator), n = load(k, negative, Use::accumulator);
  for (Component to : {i8, i16, i32, i64}) {
    const Id type = m.matrix(plain.mapped(to, same), Use::accumulator);
    k.expect("u4 to " + nameOf(to), m.value(opUConvert, type, {p}), plain.mapped(to, same),
             Use::accumulator);
    k.expect("i4 to " + nameOf(to), m.value(opSConvert, type, {n}), negative.mapped(to, same),
             Use::accumulator);
    const HostMatrix wide = HostMatrix::numbers(8, 16, to, 3, -100, 100);
    expect(k, nameOf(to) + " to 4 bits",
           m.value(opSConvert, typeOf(plain, Use::accumulator), {k.load(wide, Use::accumulator)}),
           wide.mapped(u8, lowBits), Use::accumulator);
  }
  const Id floats = m.matrix(f32, 8, 16, Use::accumulator);
  const Id fromPlain = m.value(opConvertUToF, floats, {p}),
           fromNegative = m.value(opConvertSToF, floats, {n});
  k.expect("u4 to float", fromPlain, plain.mapped(f32, same), Use::accumulator);
  k.expect("i4 to float", fromNegative, negative.mapped(f32, same), Use::accumulator);
  expect(k, "float to u4", m.value(opConvertFToU, typeOf(plain, Use::accumulator), {fromPlain}),
         plain, Use::accumulator);
  expect(k, "float to i4", m.value(opConvertFToS, typeOf(plain, Use::accumulator), {fromNegative}),
         negative, Use::accumulator);
  k.end();
  runAll();
}

TEST_F(CooperativeMatrixFourBits, AreReachedOneByOne) {
  buildOptions.emplace_back("-cl-opt-disable");
  for (Use use : {Use::a, Use::b}) {
    const HostMatrix host = numbers(16, 32, u8, 1);
    MatrixCase &k = begin("components" + nameOf(use));
    const Id type = typeOf(host, use), place = m.variable(type);
    m.store(place, load(k, host, use));
    m.loop(m.length(type), {}, [&](Id index, const Words &) {
      const Id one =
          m.value(opInBoundsAccessChain, m.pointerTo(int4, functionStorage), {place, index});
      const Id wide = m.value(opUConvert, m.type("int"), {m.load(int4, one)});
      m.store(one, m.value(opUConvert, int4, {m.add(wide, m.constant(3))}));
      return Words();
    });
    expect(k, "each plus 3", m.load(type, place),
           host.mapped(u8, [](double x) { return double((int(x) + 3) % 16); }), use);
    const Id seven = m.newGlobal(opConstant, int4, {7});
    expect(k, "splat", m.splat(type, seven), HostMatrix::splat(16, 32, u8, 7), use);
    k.end();
  }
  runAll();
}

TEST_F(CooperativeMatrixFourBits, AreMultipliedAsFloats) {
  struct Shape {
    unsigned m, n, k;
  };
  for (const Shape &shape : {Shape{8, 16, 64}, Shape{7, 10, 14}}) {
    MatrixCase &k = begin("floats" + std::to_string(shape.k));
    const HostMatrix a = numbers(shape.m, shape.k, u8, 1), b = numbers(shape.k, shape.n, u8, 2),
                     c = HostMatrix::numbers(shape.m, shape.n, f32, 3, -100, 100);
    const Id type = m.matrix(c, Use::accumulator), sum = k.load(c, Use::accumulator);
    const HostMatrix expected =
        multiplyAdd(a.mapped(f32, e2m1Value), b.mapped(f32, e2m1Value), c, f32);
    const Id loadedA = load(k, a, Use::a, Layout::rowMajor, 0, e2m1);
    for (Layout layout : {Layout::rowMajor, Layout::columnMajor, Layout::packed})
      k.expect("product " + nameOf(layout),
               m.value(opCooperativeMatrixMulAdd, type,
                       {loadedA, load(k, b, Use::b, layout, 0, e2m1), sum}),
               expected, Use::accumulator);
    k.end();
  }
  runAll();
}

TEST_F(CooperativeMatrixFourBits, AreConvertedAsFloats) {
  MatrixCase &k = begin("float_conversions");
  const HostMatrix codes = numbers(8, 16, u8, 1);
  // Halves of halves: every number, every middle of two, and what is too large.
  const HostMatrix wide =
      HostMatrix::numbers(8, 16, f32, 2, -32, 32).mapped(f32, [](double x) { return x / 4; });
  const Id matrix = load(k, codes, Use::accumulator, Layout::rowMajor, 0, e2m1);
  for (Component to : {f32, f16})
    k.expect("to " + nameOf(to),
             m.value(opFConvert, m.matrix(codes.mapped(to, e2m1Value), Use::accumulator), {matrix}),
             codes.mapped(to, e2m1Value), Use::accumulator);
  expect(
      k, "from float",
      m.value(opFConvert, typeOf(codes, Use::accumulator, e2m1), {k.load(wide, Use::accumulator)}),
      wide.mapped(u8, e2m1Code), Use::accumulator);
  k.end();
  runAll();
}

// Without matrices: vectors in memory, conversions, casts.
TEST_F(CooperativeMatrixFourBits, AreComponentsOfVectorsInMemory) {
  MatrixCase &k = begin("vectors");
  const Access aligned = {.pointee = "long2"};
  // Elements -8 … 7 in order, and their bytes.
  HostMatrix host(1, 16, i8);
  for (unsigned i = 0; i < 16; ++i)
    host.at(0, i) = (i - 8) & 0xFF;
  const HostMatrix bytes = packed(host, Use::a, Layout::rowMajor);
  for (unsigned count : {2U, 4U, 8U, 16U}) {
    const Id vector = m.newType(opTypeVector, {int4, count});
    const Id wide = m.newType(opTypeVector, {m.type("char"), count});
    const auto pointer = [&](Id place, Id type) {
      return m.value(opBitcast, m.pointerTo(type), {place});
    };
    const Id loaded = m.load(vector, pointer(k.input(bytes, Use::a, aligned), vector));
    HostMatrix some(1, count, i8), someBytes(1, count / 2, u8);
    for (unsigned i = 0; i < count; ++i)
      some.at(0, i) = host.at(0, i);
    for (unsigned i = 0; i < count / 2; ++i)
      someBytes.at(0, i) = bytes.at(0, i);
    const std::string name = " of " + std::to_string(count);
    m.store(pointer(k.output("extended" + name, some, Use::a, aligned), wide),
            m.value(opSConvert, wide, {loaded}));
    m.store(pointer(k.output("stored" + name, someBytes, Use::a, aligned), vector), loaded);
    if (count == 8)
      m.store(pointer(k.output("cast" + name, someBytes, Use::a, aligned), m.type("int")),
              m.value(opBitcast, m.type("int"), {loaded}));
    if (count == 16)
      m.store(pointer(k.output("cast twice" + name, someBytes, Use::a, aligned), vector),
              m.value(opBitcast, vector, {m.value(opBitcast, m.type("long"), {loaded})}));
  }
  k.end();
  runAll();
}

} // namespace
} // namespace heddle::test
