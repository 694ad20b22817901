// OpCooperativeMatrixMulAddKHR against exact sums: element types, shapes, layouts of the factors,
// signs, saturation. Values are small integers, so that sums of floats are exact in every order.
#include "tests/kernels/cooperative_matrix/matrix_case.hpp"

namespace heddle::test {
namespace {

using namespace spv;
using Id = SpirvModule::Id;

struct Shape {
  unsigned m, n, k;
};
struct Types {
  Component a, b, c, result;
};

/// How far factors and sums may go: a sum of 64 products stays exact.
int limitOf(Component component) {
  return component == Component::bf16 || component == Component::f16 ? 2 : 8;
}

HostMatrix factor(unsigned rows, unsigned columns, Component component, unsigned seed,
                  const Types &types) {
  if (!isFloat(component))
    return HostMatrix::anyBits(rows, columns, component, seed);
  const int limit = types.result == Component::bf16 ? 1 : limitOf(component);
  return HostMatrix::numbers(rows, columns, component, seed, -limit, limit);
}

class CooperativeMatrixMulAdd : public CooperativeMatrixTest {
protected:
  void addProduct(const Types &types, const Shape &shape, unsigned subGroupSize = 16) {
    const std::string name = nameOf(types.a) + nameOf(types.b) + nameOf(types.c) +
                             nameOf(types.result) + "_" + std::to_string(shape.m) + "x" +
                             std::to_string(shape.n) + "x" + std::to_string(shape.k);
    MatrixCase &k = begin(name + "_" + std::to_string(subGroupSize), subGroupSize);
    const unsigned seed = shape.m + 64 * shape.n + 4096 * shape.k;
    const HostMatrix a = factor(shape.m, shape.k, types.a, seed, types),
                     b = factor(shape.k, shape.n, types.b, seed + 1, types),
                     c = isFloat(types.c)
                             ? HostMatrix::numbers(shape.m, shape.n, types.c, seed + 2, -50, 50)
                             : HostMatrix::anyBits(shape.m, shape.n, types.c, seed + 2);
    const Id product =
        m.multiplyAdd(m.matrix(types.result, shape.m, shape.n, Use::accumulator), k.load(a, Use::a),
                      k.load(b, Use::b), k.load(c, Use::accumulator),
                      operandsFor(types.a, types.b, types.c, types.result));
    k.expect("product", product, multiplyAdd(a, b, c, types.result), Use::accumulator);
    k.end();
  }
};

constexpr Types bytes = {Component::i8, Component::i8, Component::i32, Component::i32},
                bfloats = {Component::bf16, Component::bf16, Component::f32, Component::f32},
                halves = {Component::f16, Component::f16, Component::f32, Component::f32},
                tf32s = {Component::tf32, Component::tf32, Component::f32, Component::f32};

TEST_F(CooperativeMatrixMulAdd, MultipliesFactorsOfEveryType) {
  using enum Component;
  const Types common[] = {bytes, bfloats, halves, tf32s, {f32, f32, f32, f32}};
  for (const Types &types : common)
    addProduct(types, {8, 16, 16});
  const Types table[] = {
      bytes,
      {u8, u8, i32, i32},
      {i8, u8, i32, i32},
      {u8, i8, i32, i32},
      {u8, u8, u32, u32},
      {i8, i8, i16, i16},
      {i8, i8, i32, i64},
      {u8, u8, u32, i64},
      {i8, i8, i8, i8},
      {i8, i16, i32, i32},
      {i16, i16, i32, i32},
      {u16, u16, u32, u32},
      {i16, i16, i64, i64},
      {i32, i32, i32, i32},
      {u32, u32, u64, u64},
      {i32, i32, i64, i64},
      {i64, i64, i64, i64},
      bfloats,
      {bf16, bf16, bf16, bf16},
      {bf16, bf16, f32, bf16},
      {bf16, bf16, bf16, f32},
      halves,
      {f16, f16, f16, f16},
      {f16, f16, f16, f32},
      {f16, f16, f32, f16},
      tf32s,
      {f32, f32, f32, f32},
      {f64, f64, f64, f64},
      {f32, f32, f32, f64},
  };
  for (const Types &types : table)
    addProduct(types, {7, 13, 29});
  runAll();
}

TEST_F(CooperativeMatrixMulAdd, MultipliesInSubGroupsOfEverySize) {
  for (const unsigned size : {8U, 32U})
    for (const Types &types :
         {bytes, bfloats, halves, tf32s,
          Types{Component::f64, Component::f64, Component::f64, Component::f64}})
      for (const Shape &shape : {Shape{7, 13, 29}, Shape{16, 8, 16}})
        addProduct(types, shape, size);
  runAll();
}

// What Intel's GPUs have, as programs for them ask for it.
TEST_F(CooperativeMatrixMulAdd, MultipliesInShapesOfXmx) {
  for (const Shape &shape : {Shape{8, 16, 32}, Shape{8, 8, 32}, Shape{1, 16, 32}})
    addProduct(bytes, shape);
  for (const Shape &shape :
       {Shape{8, 16, 16}, Shape{8, 8, 16}, Shape{16, 16, 16}, Shape{1, 64, 16}, Shape{1, 64, 32},
        Shape{32, 64, 16}, Shape{32, 64, 32}, Shape{32, 32, 16}, Shape{5, 16, 16}})
    addProduct(bfloats, shape);
  for (const Shape &shape : {Shape{8, 16, 16}, Shape{16, 16, 16}})
    addProduct(halves, shape);
  for (const Shape &shape : {Shape{8, 16, 8}, Shape{3, 16, 8}})
    addProduct(tf32s, shape);
  runAll();
}

// AMX tiles have up to 16 rows of 64 bytes, of any size.
TEST_F(CooperativeMatrixMulAdd, MultipliesInAllSizesOfTiles) {
  for (const Shape &shape : {Shape{16, 16, 64}, Shape{16, 16, 63}, Shape{15, 16, 64},
                             Shape{16, 15, 62}, Shape{1, 1, 1}, Shape{1, 1, 64}, Shape{16, 1, 5},
                             Shape{1, 16, 3}, Shape{9, 7, 33}, Shape{4, 12, 36}, Shape{2, 3, 4}})
    addProduct(bytes, shape);
  for (const Shape &shape : {Shape{16, 16, 32}, Shape{16, 16, 31}, Shape{13, 11, 17},
                             Shape{16, 1, 2}, Shape{1, 1, 1}, Shape{2, 16, 27}}) {
    addProduct(bfloats, shape);
    addProduct(halves, shape);
  }
  for (const Shape &shape : {Shape{16, 16, 16}, Shape{11, 9, 13}, Shape{1, 3, 1}})
    addProduct(tf32s, shape);
  runAll();
}

TEST_F(CooperativeMatrixMulAdd, SplitsWhatIsLargerThanTiles) {
  for (const Shape &shape : {Shape{17, 18, 65}, Shape{33, 3, 130}})
    addProduct(bytes, shape);
  for (const Shape &shape : {Shape{17, 17, 33}, Shape{3, 40, 70}})
    addProduct(bfloats, shape);
  addProduct({Component::f32, Component::f32, Component::f32, Component::f32}, {17, 33, 5});
  addProduct({Component::i32, Component::i32, Component::i32, Component::i32}, {5, 70, 3});
  runAll();
}

TEST_F(CooperativeMatrixMulAdd, TakesFactorsInEveryLayout) {
  for (const Types &types : {bytes, bfloats, halves, tf32s})
    for (const Shape &shape : {Shape{16, 16, 64 / bytesOf(types.a)}, Shape{7, 13, 29}}) {
      MatrixCase &k = begin(nameOf(types.a) + "_" + std::to_string(shape.m));
      const HostMatrix a = factor(shape.m, shape.k, types.a, 1, types),
                       b = factor(shape.k, shape.n, types.b, 2, types),
                       c = HostMatrix::numbers(shape.m, shape.n, types.c, 3, -50, 50);
      const HostMatrix expected = multiplyAdd(a, b, c, types.result);
      const Id sum = k.load(c, Use::accumulator);
      std::vector<Id> as, bs;
      const Layout layouts[] = {Layout::rowMajor, Layout::columnMajor, Layout::packed};
      for (Layout layout : layouts) {
        // K is contiguous in a row-major A already: packed is the same.
        as.push_back(k.load(a, Use::a, {.layout = layout, .stride = 80}));
        bs.push_back(k.load(b, Use::b, {.layout = layout, .stride = 80}));
      }
      for (unsigned i = 0; i < 3; ++i)
        for (unsigned j = 0; j < 3; ++j)
          if (i < 2 || j == 2)
            k.expect(nameOf(layouts[i]) + nameOf(layouts[j]),
                     m.multiplyAdd(m.matrix(c, Use::accumulator), as[i], bs[j], sum,
                                   operandsFor(types.a, types.b, types.c, types.result)),
                     expected, Use::accumulator);
      k.end();
    }
  runAll();
}

// A and C are read with the signs that the instruction says, whatever the values were made as.
TEST_F(CooperativeMatrixMulAdd, ExtendsIntegersByTheSignBits) {
  using enum Component;
  for (std::uint32_t operands = 0; operands < 16; ++operands) {
    MatrixCase &k = begin("operands_" + std::to_string(operands));
    const auto with = [&](std::uint32_t bit, Component yes, Component no) {
      return operands & bit ? yes : no;
    };
    const HostMatrix a = HostMatrix::anyBits(4, 9, with(signedA, i8, u8), 1),
                     b = HostMatrix::anyBits(9, 10, with(signedB, i8, u8), 2),
                     c = HostMatrix::anyBits(4, 10, with(signedC, i16, u16), 3);
    const Component result = with(signedResult, i64, u64);
    const Id product = m.multiplyAdd(m.matrix(result, 4, 10, Use::accumulator), k.load(a, Use::a),
                                     k.load(b, Use::b), k.load(c, Use::accumulator), operands);
    k.expect("product", product, multiplyAdd(a, b, c, result), Use::accumulator);
    k.end();
  }
  runAll();
}

TEST_F(CooperativeMatrixMulAdd, SaturatesTheSumWithTheAccumulator) {
  using enum Component;
  const Types table[] = {{i8, i8, i32, i32},   {u8, u8, i32, i32},   {u8, i8, i32, i32},
                         {u8, u8, u32, u32},   {i16, i16, i32, i32}, {i8, i8, i16, i16},
                         {u8, u8, u16, u16},   {i8, i8, i64, i64},   {i8, i8, i8, i8},
                         {i32, i32, i32, i32}, {u8, u8, u64, u64}};
  for (const Types &types : table)
    for (const Shape &shape : {Shape{16, 16, 32}, Shape{5, 7, 3}}) {
      if (shape.m == 16 && (bytesOf(types.a) > 1 || bytesOf(types.result) != 4))
        continue; // what tiles have
      MatrixCase &k = begin("saturates_" + nameOf(types.a) + nameOf(types.b) + nameOf(types.c) +
                            std::to_string(shape.m));
      // Products of up to 100, so that no sum of products overflows on its own.
      const int limit = bytesOf(types.result) == 1 ? 1 : 3;
      const HostMatrix a = HostMatrix::numbers(shape.m, shape.k, types.a, 1,
                                               isSigned(types.a) ? -limit : 0, limit),
                       b = HostMatrix::numbers(shape.k, shape.n, types.b, 2,
                                               isSigned(types.b) ? -limit : 0, limit);
      HostMatrix c(shape.m, shape.n, types.c);
      const std::uint64_t lowest = isSigned(types.c) ? 1ull << (8 * bytesOf(types.c) - 1) : 0;
      for (std::size_t i = 0; i < c.bits.size(); ++i) {
        // Near the highest, near the lowest, and in the middle.
        const std::uint64_t start = i % 3 == 0   ? lowest - 1 - i % 50
                                    : i % 3 == 1 ? lowest + i % 50
                                                 : i;
        c.bits[i] = start & (~0ull >> (64 - 8 * bytesOf(types.c)));
      }
      const std::uint32_t operands = operandsFor(types.a, types.b, types.c, types.result);
      const Id type = m.matrix(types.result, shape.m, shape.n, Use::accumulator);
      const Id loadedA = k.load(a, Use::a), loadedB = k.load(b, Use::b),
               loadedC = k.load(c, Use::accumulator);
      k.expect("saturated", m.multiplyAdd(type, loadedA, loadedB, loadedC, operands | saturating),
               multiplyAdd(a, b, c, types.result, true), Use::accumulator);
      k.expect("wrapped", m.multiplyAdd(type, loadedA, loadedB, loadedC, operands),
               multiplyAdd(a, b, c, types.result), Use::accumulator);
      k.end();
    }
  runAll();
}

// The literal is optional: nothing but a product of floats or of unsigned integers.
TEST_F(CooperativeMatrixMulAdd, NeedsNoOperandsWord) {
  for (Component component : {Component::f16, Component::f32, Component::u8}) {
    const bool isInteger = component == Component::u8;
    MatrixCase &k = begin("without_" + nameOf(component));
    const Component sums = isInteger ? Component::u32 : Component::f32;
    const HostMatrix a = HostMatrix::numbers(8, 16, component, 1, 0, 9),
                     b = HostMatrix::numbers(16, 16, component, 2, 0, 9),
                     c = HostMatrix::numbers(8, 16, sums, 3, 0, 9);
    const Id product = m.value(opCooperativeMatrixMulAdd, m.matrix(c, Use::accumulator),
                               {k.load(a, Use::a), k.load(b, Use::b), k.load(c, Use::accumulator)});
    k.expect("product", product, multiplyAdd(a, b, c, sums), Use::accumulator);
    k.end();
  }
  runAll();
}

// Each of them is used more than once, and by other things than products.
TEST_F(CooperativeMatrixMulAdd, SharesFactorsAmongProducts) {
  for (const Types &types : {bytes, bfloats}) {
    MatrixCase &k = begin("shared_" + nameOf(types.a));
    const unsigned depth = 64 / bytesOf(types.a);
    const HostMatrix a0 = factor(16, depth, types.a, 1, types),
                     a1 = factor(16, depth, types.a, 2, types),
                     b0 = factor(depth, 16, types.b, 3, types),
                     b1 = factor(depth, 16, types.b, 4, types),
                     c = HostMatrix::numbers(16, 16, types.c, 5, -9, 9);
    const Id type = m.matrix(c, Use::accumulator);
    const Id as[] = {k.load(a0, Use::a), k.load(a1, Use::a)},
             bs[] = {k.load(b0, Use::b), k.load(b1, Use::b, {.layout = Layout::packed})};
    const Id sum = k.load(c, Use::accumulator);
    const std::uint32_t operands = operandsFor(types.a, types.b, types.c, types.result);
    const HostMatrix *hostA[] = {&a0, &a1}, *hostB[] = {&b0, &b1};
    for (unsigned i = 0; i < 2; ++i)
      for (unsigned j = 0; j < 2; ++j) {
        const Id first = m.multiplyAdd(type, as[i], bs[j], sum, operands);
        const Id second = m.multiplyAdd(type, as[1 - i], bs[j], first, operands);
        const HostMatrix once = multiplyAdd(*hostA[i], *hostB[j], c, types.result);
        k.expect("once", first, once, Use::accumulator);
        k.expect("twice", second, multiplyAdd(*hostA[1 - i], *hostB[j], once, types.result),
                 Use::accumulator, {.layout = Layout::columnMajor});
      }
    k.expect("factor", as[0], a0, Use::a, {.layout = Layout::columnMajor});
    k.expect("packed factor", bs[1], b1, Use::b);
    k.end();
  }
  runAll();
}

} // namespace
} // namespace heddle::test
