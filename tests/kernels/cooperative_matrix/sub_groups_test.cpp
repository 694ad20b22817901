// Who computes: sub-groups of each size, several of them in work-groups of two dimensions, and the
// last one of a work-group that has fewer work-items than the others.
#include "tests/kernels/cooperative_matrix/matrix_case.hpp"

#include <tuple>

namespace heddle::test {
namespace {

using namespace spv;
using Id = SpirvModule::Id;
using Words = SpirvModule::Words;
using enum Component;

class CooperativeMatrixSubGroups : public CooperativeMatrixTest {
protected:
  CooperativeMatrixSubGroups() { buildOptions.emplace_back("-cl-opt-disable"); }

  /// Each sub-group multiplies matrices of its own: number n of a work-group takes part n of them.
  void addProducts(const std::string &name, unsigned subGroupSize, unsigned count,
                   const WorkSize &globalSize, const WorkSize &localSize, unsigned groups,
                   Component factors, Component sums, unsigned depth) {
    MatrixCase &k = begin(name, subGroupSize);
    k.globalSize = globalSize;
    k.localSize = localSize;
    const unsigned parts = count * groups, rows = 16, columns = 16;
    // All parts, one below the other.
    const HostMatrix a = HostMatrix::numbers(rows * parts, depth, factors, 1, -2, 2),
                     b = HostMatrix::numbers(depth, columns, factors, 2, -2, 2),
                     c = HostMatrix::numbers(rows * parts, columns, sums, 3, -9, 9);
    const Id memoryA = k.input(a, Use::a), memoryC = k.input(c, Use::accumulator);
    const Id memoryD = k.output("product", multiplyAdd(a, b, c, sums), Use::accumulator);
    Id group = m.constant(0);
    if (groups > 1)
      group = m.builtInNumber(workgroupId, 0);
    const Id part = m.add(m.multiply(group, m.constant(count)), m.subgroupNumber());
    const Id layout = m.layout(Layout::rowMajor);
    const auto at = [&](Id memory, Component component, unsigned width) {
      return m.value(opInBoundsPtrAccessChain, m.pointerTo(typeName(component)),
                     {memory, m.multiply(part, m.constant(rows * width))});
    };
    const Id loadedA = m.value(opCooperativeMatrixLoad, m.matrix(factors, rows, depth, Use::a),
                               {at(memoryA, factors, depth), layout, m.constantOf("long", depth)});
    const Id type = m.matrix(sums, rows, columns, Use::accumulator),
             stride = m.constantOf("long", columns);
    const Id loadedC =
        m.value(opCooperativeMatrixLoad, type, {at(memoryC, sums, columns), layout, stride});
    // Written after a component of each lane has been changed and changed back.
    const Id place = m.variable(type);
    m.store(place, m.multiplyAdd(type, loadedA, k.load(b, Use::b), loadedC,
                                 operandsFor(factors, factors, sums, sums)));
    const Id scalar = m.type(typeName(sums));
    m.loop(m.length(type), {}, [&](Id index, const Words &) {
      const Id component = m.component(place, sums, index);
      m.store(component,
              m.value(isFloat(sums) ? opFNegate : opSNegate, scalar, {m.load(scalar, component)}));
      return Words();
    });
    const Id negated = m.value(isFloat(sums) ? opFNegate : opSNegate, type, {m.load(type, place)});
    m.instruction(opCooperativeMatrixStore, {at(memoryD, sums, columns), negated, layout, stride});
    k.end();
  }
};

TEST_F(CooperativeMatrixSubGroups, HaveTheSizeThatTheKernelRequires) {
  for (unsigned size : {8U, 16U, 32U}) {
    addProducts("bfloats" + std::to_string(size), size, 4, 4 * size, 4 * size, 1, bf16, f32, 32);
    addProducts("bytes" + std::to_string(size), size, 2, 6 * size, 2 * size, 3, i8, i32, 64);
    addProducts("floats" + std::to_string(size), size, 1, size, size, 1, f32, f32, 7);
  }
  runAll();
}

TEST_F(CooperativeMatrixSubGroups, AreCountedThroughWorkGroupsOfTwoDimensions) {
  addProducts("wide", 16, 4, {32, 2}, {32, 2}, 1, bf16, f32, 32);
  addProducts("high", 16, 4, {16, 4}, {16, 4}, 1, i8, i32, 64);
  // A sub-group is of two rows of work-items.
  addProducts("narrow", 16, 2, {8, 4}, {8, 4}, 1, i8, i32, 64);
  addProducts("groups", 16, 2, {32, 2}, {16, 2}, 2, bf16, f32, 32);
  runAll();
}

// Matrices are whole where work-items are missing. Components are not: nobody has those.
TEST_F(CooperativeMatrixSubGroups, ComputeWithMissingWorkItems) {
  for (unsigned items : {1U, 8U, 24U}) {
    MatrixCase &k = begin("items" + std::to_string(items));
    k.globalSize = k.localSize = items;
    const unsigned parts = (items + 15) / 16;
    const HostMatrix a = HostMatrix::numbers(16 * parts, 64, i8, 1, -9, 9),
                     b = HostMatrix::numbers(64, 16, i8, 2, -9, 9),
                     c = HostMatrix::numbers(16 * parts, 16, i32, 3, -9, 9);
    const Id memoryA = k.input(a, Use::a), memoryC = k.input(c, Use::accumulator);
    HostMatrix expected = multiplyAdd(a, b, c, i32);
    for (std::uint64_t &bits : expected.bits)
      bits = encode(i32, 2 * decode(i32, bits) + 3);
    const Id memoryD = k.output("product", expected, Use::accumulator);
    const Id part = m.subgroupNumber(), layout = m.layout(Layout::rowMajor);
    const auto at = [&](Id memory, const std::string &type, unsigned elements) {
      return m.value(opInBoundsPtrAccessChain, m.pointerTo(type),
                     {memory, m.multiply(part, m.constant(elements))});
    };
    const Id type = m.matrix(i32, 16, 16, Use::accumulator), stride = m.constantOf("long", 16);
    const Id loadedA = m.value(opCooperativeMatrixLoad, m.matrix(i8, 16, 64, Use::a),
                               {at(memoryA, "char", 16 * 64), layout, m.constantOf("long", 64)});
    const Id loadedC =
        m.value(opCooperativeMatrixLoad, type, {at(memoryC, "int", 256), layout, stride});
    const Id product = m.multiplyAdd(type, loadedA, k.load(b, Use::b), loadedC, signedA | signedB);
    const Id twice = m.value(opIAdd, type, {product, product});
    const Id sum = m.value(opIAdd, type, {twice, m.splat(type, m.constant(3))});
    m.instruction(opCooperativeMatrixStore, {at(memoryD, "int", 256), sum, layout, stride});
    k.end();
  }
  runAll();
}

// Each sub-group keeps its sum while it waits for what its neighbour has put into local memory.
TEST_F(CooperativeMatrixSubGroups, KeepMatricesAcrossBarriers) {
  constexpr unsigned count = 4;
  for (const auto &[factors, sums, depth] :
       {std::tuple(bf16, f32, 32U), std::tuple(i8, i32, 64U), std::tuple(f32, f32, 8U)}) {
    MatrixCase &k = begin("barriers_" + nameOf(factors));
    k.globalSize = k.localSize = 16 * count;
    const HostMatrix a = HostMatrix::numbers(16 * count, depth, factors, 1, -2, 2),
                     b = HostMatrix::numbers(depth, 16, factors, 2, -2, 2),
                     c = HostMatrix::numbers(16 * count, 16, sums, 3, -9, 9);
    const HostMatrix products = multiplyAdd(a, b, c, sums);
    // Sums plus those of the next sub-group.
    HostMatrix expected = products;
    for (unsigned r = 0; r < expected.rows; ++r)
      for (unsigned column = 0; column < 16; ++column)
        expected.at(r, column) =
            encode(sums, products.real(r, column) + products.real((r + 16) % (16 * count), column));
    const Id type = m.matrix(sums, 16, 16, Use::accumulator);
    const std::string scalar = typeName(sums);
    const Id array = m.newType(opTypeArray, {m.type(scalar), m.constant(256 * count)});
    const Id local = m.newGlobal(opVariable, m.pointerTo(array, workgroup), {workgroup});
    const Id own = m.subgroupNumber(), layout = m.layout(Layout::rowMajor),
             stride = m.constantOf("long", 16);
    const auto at = [&](Id memory, const std::string &pointee, Id part, unsigned elements) {
      return m.value(opInBoundsPtrAccessChain, m.pointerTo(pointee),
                     {memory, m.multiply(part, m.constant(elements))});
    };
    const auto localAt = [&](Id part) {
      return m.value(opInBoundsAccessChain, m.pointerTo(scalar, workgroup),
                     {local, m.multiply(part, m.constant(256))});
    };
    const Id loadedA = m.value(opCooperativeMatrixLoad, m.matrix(factors, 16, depth, Use::a),
                               {at(k.input(a, Use::a), typeName(factors), own, 16 * depth), layout,
                                m.constantOf("long", depth)});
    const Id loadedC =
        m.value(opCooperativeMatrixLoad, type,
                {at(k.input(c, Use::accumulator), scalar, own, 256), layout, stride});
    const Id product = m.multiplyAdd(type, loadedA, k.load(b, Use::b), loadedC,
                                     operandsFor(factors, factors, sums, sums));
    m.instruction(opCooperativeMatrixStore, {localAt(own), product, layout, stride});
    m.instruction(opControlBarrier, {m.constant(workgroupScope), m.constant(workgroupScope),
                                     m.constant(acquireRelease | workgroupMemory)});
    const Id next = m.value(opUMod, m.type("int"), {m.add(own, m.constant(1)), m.constant(count)});
    const Id theirs = m.value(opCooperativeMatrixLoad, type, {localAt(next), layout, stride});
    const Id sum = m.value(isFloat(sums) ? opFAdd : opIAdd, type, {product, theirs});
    m.instruction(
        opCooperativeMatrixStore,
        {at(k.output("sum", expected, Use::accumulator), scalar, own, 256), sum, layout, stride});
    k.end();
  }
  runAll();
}

// Sub-group n of a work-group adds n + 1 products.
TEST_F(CooperativeMatrixSubGroups, TakeTurnsOfTheirOwnInLoops) {
  constexpr unsigned count = 4;
  MatrixCase &k = begin("turns");
  k.globalSize = k.localSize = 16 * count;
  const HostMatrix a = HostMatrix::numbers(8, 32, bf16, 1, -2, 2),
                   b = HostMatrix::numbers(32, 16, bf16, 2, -2, 2);
  HostMatrix expected(8 * count, 16, f32);
  const HostMatrix once = multiplyAdd(a, b, HostMatrix(8, 16, f32), f32);
  for (unsigned r = 0; r < expected.rows; ++r)
    for (unsigned column = 0; column < 16; ++column) {
      const unsigned turns = r / 8 + 1;
      expected.at(r, column) = encode(f32, once.real(r % 8, column) * turns);
    }
  const Id type = m.matrix(once, Use::accumulator), own = m.subgroupNumber();
  const Id loadedA = k.load(a, Use::a), loadedB = k.load(b, Use::b);
  const Id sum = m.loop(m.add(own, m.constant(1)), {{type, m.newGlobal(opConstantNull, type, {})}},
                        [&](Id, const Words &sums) {
                          return Words{m.multiplyAdd(type, loadedA, loadedB, sums[0], bf16Factors)};
                        })[0];
  const Id place =
      m.value(opInBoundsPtrAccessChain, m.pointerTo("float"),
              {k.output("sums", expected, Use::accumulator), m.multiply(own, m.constant(8 * 16))});
  m.instruction(opCooperativeMatrixStore,
                {place, sum, m.layout(Layout::rowMajor), m.constantOf("long", 16)});
  k.end();
  runAll();
}

TEST_F(CooperativeMatrixSubGroups, NeedNoSizeThatTheKernelRequires) {
  MatrixCase &k = begin("no_size", 0);
  // However large the sub-groups of these work-items are, each does the same.
  k.globalSize = k.localSize = 64;
  const HostMatrix a = HostMatrix::numbers(16, 32, bf16, 1, -2, 2),
                   b = HostMatrix::numbers(32, 16, bf16, 2, -2, 2),
                   c = HostMatrix::numbers(16, 16, f32, 3, -9, 9);
  const Id type = m.matrix(c, Use::accumulator), place = m.variable(type);
  m.store(place, m.multiplyAdd(type, k.load(a, Use::a), k.load(b, Use::b),
                               k.load(c, Use::accumulator), bf16Factors));
  m.loop(m.length(type), {}, [&](Id index, const Words &) {
    const Id component = m.component(place, f32, index), real = m.type("float");
    m.store(component, m.value(opFAdd, real, {m.load(real, component), m.constantOf(f32, 1)}));
    return Words();
  });
  k.expect("sum", m.load(type, place),
           multiplyAdd(a, b, c, f32).mapped(f32, [](double x) { return x + 1; }), Use::accumulator);
  k.end();
  runAll();
}

} // namespace
} // namespace heddle::test
