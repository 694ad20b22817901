// Components of the types of SPV_KHR_bfloat16, which say by themselves what 16-bit integers say in
// the operands of a product.
#include "tests/kernels/cooperative_matrix/matrix_case.hpp"

namespace heddle::test {
namespace {

using namespace spv;
using Id = SpirvModule::Id;
using Words = SpirvModule::Words;
using enum Component;

class CooperativeMatrixBFloats : public CooperativeMatrixTest {
protected:
  CooperativeMatrixBFloats() {
    constexpr std::uint32_t bfloatType = 5116, bfloatMatrix = 5118, bfloatEncoding = 0;
    m.require(bfloatType, "SPV_KHR_bfloat16");
    m.require(bfloatMatrix);
    bfloat = m.newType(opTypeFloat, {16, bfloatEncoding});
  }

  Id typeOf(const HostMatrix &host, Use use) {
    return m.matrixOf(bfloat, m.constant(host.rows), m.constant(host.columns), use);
  }
  Id load(MatrixCase &k, const HostMatrix &host, Use use, const Access &access = {}) {
    const Id place = m.value(opBitcast, m.pointerTo(bfloat), {k.input(host, use, access)});
    return m.value(opCooperativeMatrixLoad, typeOf(host, use),
                   {place, m.layout(access.layout), k.strideOf(host, use, access)});
  }
  void expect(MatrixCase &k, const std::string &what, Id matrix, const HostMatrix &expected,
              Use use, const Access &access = {}) {
    const Id place =
        m.value(opBitcast, m.pointerTo(bfloat), {k.output(what, expected, use, access)});
    m.instruction(opCooperativeMatrixStore,
                  {place, matrix, m.layout(access.layout), k.strideOf(expected, use, access)});
  }

  Id bfloat;
};

TEST_F(CooperativeMatrixBFloats, AreLoadedAndStored) {
  MatrixCase &k = begin("identity");
  for (Use use : {Use::a, Use::b, Use::accumulator})
    for (Layout layout : {Layout::rowMajor, Layout::columnMajor}) {
      const HostMatrix host = HostMatrix::anyBits(7, 13, bf16, 1);
      expect(k, nameOf(use) + nameOf(layout), load(k, host, use, {.layout = layout}), host, use);
    }
  k.end();
  runAll();
}

TEST_F(CooperativeMatrixBFloats, AreMultiplied) {
  struct Shape {
    unsigned m, n, k;
  };
  for (const Shape &shape : {Shape{8, 16, 16}, Shape{16, 16, 32}, Shape{7, 13, 29}}) {
    MatrixCase &k = begin("products" + std::to_string(shape.k));
    const HostMatrix a = HostMatrix::numbers(shape.m, shape.k, bf16, 1, -1, 1),
                     b = HostMatrix::numbers(shape.k, shape.n, bf16, 2, -1, 1),
                     c = HostMatrix::numbers(shape.m, shape.n, f32, 3, -50, 50);
    const HostMatrix narrow = c.mapped(bf16, [](double x) { return x; });
    const Id loadedA = load(k, a, Use::a), loadedB = load(k, b, Use::b);
    const Id wideC = k.load(c, Use::accumulator), narrowC = load(k, narrow, Use::accumulator);
    const Id wide = m.matrix(c, Use::accumulator), type = typeOf(narrow, Use::accumulator);
    const auto product = [&](Id resultType, Id sum) {
      return m.value(opCooperativeMatrixMulAdd, resultType, {loadedA, loadedB, sum});
    };
    k.expect("wide", product(wide, wideC), multiplyAdd(a, b, c, f32), Use::accumulator);
    expect(k, "narrow", product(type, narrowC), multiplyAdd(a, b, narrow, bf16), Use::accumulator);
    expect(k, "to narrow", product(type, wideC), multiplyAdd(a, b, c, bf16), Use::accumulator);
    k.expect("to wide", product(wide, narrowC), multiplyAdd(a, b, narrow, f32), Use::accumulator);
    k.end();
  }
  runAll();
}

// Whatever the order of the sums is, it is the same.
TEST_F(CooperativeMatrixBFloats, HaveTheSameProductsAsIntegersThatHoldThem) {
  MatrixCase &k = begin("same");
  const auto thirds = [](unsigned rows, unsigned columns, unsigned seed) {
    return HostMatrix::numbers(rows, columns, f32, seed, -1000, 1000).mapped(bf16, [](double x) {
      return x / 3;
    });
  };
  const HostMatrix a = thirds(16, 32, 1), b = thirds(32, 16, 2),
                   c = HostMatrix::numbers(16, 16, f32, 3, -1000, 1000);
  const Id type = m.matrix(c, Use::accumulator), sum = k.load(c, Use::accumulator);
  const Id integers = m.multiplyAdd(type, k.load(a, Use::a), k.load(b, Use::b), sum, bf16Factors);
  const Id floats =
      m.value(opCooperativeMatrixMulAdd, type, {load(k, a, Use::a), load(k, b, Use::b), sum});
  k.expect("difference", m.value(opFSub, type, {integers, floats}), HostMatrix(16, 16, f32),
           Use::accumulator);
  k.end();
  runAll();
}

TEST_F(CooperativeMatrixBFloats, AreConvertedAndFilled) {
  MatrixCase &k = begin("conversions");
  const HostMatrix floats =
      HostMatrix::numbers(7, 13, f32, 1, -1000000, 1000000).mapped(f32, [](double x) {
        return x / 3;
      });
  const HostMatrix narrow = floats.mapped(bf16, [](double x) { return x; });
  const Id converted =
      m.value(opFConvert, typeOf(narrow, Use::accumulator), {k.load(floats, Use::accumulator)});
  expect(k, "narrow", converted, narrow, Use::accumulator);
  const HostMatrix again = narrow.mapped(f32, [](double x) { return x; });
  k.expect("wide", m.value(opFConvert, m.matrix(again, Use::accumulator), {converted}), again,
           Use::accumulator);
  const Id three = m.newGlobal(opConstant, bfloat, {std::uint32_t(encode(bf16, 3))});
  expect(k, "filled", m.splat(typeOf(narrow, Use::a), three), HostMatrix::splat(7, 13, bf16, 3),
         Use::a);
  k.end();
  runAll();
}

TEST_F(CooperativeMatrixBFloats, AreComponents) {
  MatrixCase &k = begin("components");
  const HostMatrix host = HostMatrix::numbers(8, 16, bf16, 1, -50, 50);
  const Id type = typeOf(host, Use::b), place = m.variable(type), real = m.type("float");
  m.store(place, load(k, host, Use::b));
  m.loop(m.length(type), {}, [&](Id index, const Words &) {
    const Id component =
        m.value(opInBoundsAccessChain, m.pointerTo(bfloat, functionStorage), {place, index});
    const Id number = m.value(opFConvert, real, {m.load(bfloat, component)});
    const Id sum = m.value(opFAdd, real, {number, m.constantOf(f32, 1)});
    m.store(component, m.value(opFConvert, bfloat, {sum}));
    return Words();
  });
  expect(k, "one more", m.load(type, place), host.mapped(bf16, [](double x) { return x + 1; }),
         Use::b);
  k.end();
  runAll();
}

} // namespace
} // namespace heddle::test
