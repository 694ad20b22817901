// Whole products of matrices in memory: a work-group is 2 x 2 sub-groups, a sub-group has 2 x 1
// tiles of sums in a loop over K. Sizes are no multiples of the tiles', checked forms leave out
// what is outside.
#include "tests/kernels/cooperative_matrix/matrix_case.hpp"

namespace heddle::test {
namespace {

using namespace spv;
using Id = SpirvModule::Id;
using Words = SpirvModule::Words;
using enum Component;

struct Product {
  Component factor, sum;
  Layout layoutB;
  unsigned tileRows, tileColumns, tileDepth;
  unsigned rows, columns, depth;
  unsigned subGroupSize = 16;
};

class CooperativeMatrixGemm : public CooperativeMatrixTest {
protected:
  void add(const Product &p) {
    const unsigned size = p.subGroupSize;
    MatrixCase &k = begin("gemm_" + nameOf(p.factor) + nameOf(p.layoutB) + std::to_string(p.rows) +
                              "x" + std::to_string(p.columns) + "x" + std::to_string(p.depth) +
                              "_" + std::to_string(size),
                          size, numberCount);
    const unsigned groupRows = 4 * p.tileRows, groupColumns = 2 * p.tileColumns;
    k.localSize = {2 * size, 2};
    k.globalSize = {(p.columns + groupColumns - 1) / groupColumns * 2 * size,
                    (p.rows + groupRows - 1) / groupRows * 2};
    const HostMatrix a = HostMatrix::numbers(p.rows, p.depth, p.factor, 1, -4, 4),
                     b = HostMatrix::numbers(p.depth, p.columns, p.factor, 2, -4, 4),
                     c = HostMatrix::numbers(p.rows, p.columns, p.sum, 3, -99, 99);
    // Rows of a packed line that B does not have: K may end within one.
    const unsigned factor = p.layoutB == Layout::packed ? 4 / bytesOf(p.factor) : 1;
    HostMatrix paddedB(p.depth + (factor - p.depth % factor) % factor, p.columns, p.factor);
    std::copy(b.bits.begin(), b.bits.end(), paddedB.bits.begin());
    const Access accessB = {.layout = p.layoutB};
    const Id memoryA = k.input(a, Use::a), memoryB = k.input(paddedB, Use::b, accessB),
             memoryC = k.input(c, Use::accumulator),
             memoryD = k.output("D", multiplyAdd(a, b, c, p.sum), Use::accumulator);
    const Id typeA = m.matrix(p.factor, p.tileRows, p.tileDepth, Use::a),
             typeB = m.matrix(p.factor, p.tileDepth, p.tileColumns, Use::b),
             typeC = m.matrix(p.sum, p.tileRows, p.tileColumns, Use::accumulator);
    const Id row = m.layout(Layout::rowMajor), layoutB = m.layout(p.layoutB), two = m.constant(2);
    const Id rows = k.numbers[M], columns = k.numbers[N], depth = k.numbers[K];
    const Id strideB = m.multiply(columns, m.constant(factor));
    const Id linesB =
        m.value(opUDiv, m.type("int"), {m.add(depth, m.constant(factor - 1)), m.constant(factor)});
    const Id subGroup = m.subgroupNumber();
    const auto place = [&](unsigned dimension, std::uint16_t part, unsigned tile) {
      const Id group = m.builtInNumber(workgroupId, dimension);
      const Id inside = m.value(part, m.type("int"), {subGroup, two});
      return m.multiply(m.add(m.multiply(group, two), inside), m.constant(tile));
    };
    const Id column = place(0, opUMod, p.tileColumns), firstRow = place(1, opUDiv, 2 * p.tileRows);
    const Id secondRow = m.add(firstRow, m.constant(p.tileRows));
    const auto load = [&](Id type, Id memory, Id line, Id element, Id layout, Id height, Id width,
                          Id stride) {
      return m.value(opCooperativeMatrixLoadChecked, type,
                     {memory, line, element, layout, height, width, stride});
    };
    const auto loadC = [&](Id line) {
      return load(typeC, memoryC, line, column, row, rows, columns, columns);
    };
    const std::uint32_t operands = operandsFor(p.factor, p.factor, p.sum, p.sum);
    const Id steps = m.value(opUDiv, m.type("int"),
                             {m.add(depth, m.constant(p.tileDepth - 1)), m.constant(p.tileDepth)});
    const Words sums =
        m.loop(steps, {{typeC, loadC(firstRow)}, {typeC, loadC(secondRow)}},
               [&](Id step, const Words &before) {
                 const Id at = m.multiply(step, m.constant(p.tileDepth));
                 const Id upper = load(typeA, memoryA, firstRow, at, row, rows, depth, depth),
                          lower = load(typeA, memoryA, secondRow, at, row, rows, depth, depth);
                 const Id line = m.value(opUDiv, m.type("int"), {at, m.constant(factor)});
                 const Id right = load(typeB, memoryB, line, m.multiply(column, m.constant(factor)),
                                       layoutB, linesB, strideB, strideB);
                 return Words{m.multiplyAdd(typeC, upper, right, before[0], operands),
                              m.multiplyAdd(typeC, lower, right, before[1], operands)};
               });
    m.instruction(opCooperativeMatrixStoreChecked,
                  {memoryD, firstRow, column, sums[0], row, rows, columns, columns});
    m.instruction(opCooperativeMatrixStoreChecked,
                  {memoryD, secondRow, column, sums[1], row, rows, columns, columns});
    k.end();
    k.launches.front().numbers = {cl_int(p.rows), cl_int(p.columns), cl_int(p.depth)};
  }

private:
  enum Number { M, N, K, numberCount };
};

TEST_F(CooperativeMatrixGemm, MultipliesBfloats) {
  for (Layout layoutB : {Layout::rowMajor, Layout::packed}) {
    add({bf16, f32, layoutB, 16, 16, 32, 100, 70, 91});
    add({bf16, f32, layoutB, 8, 16, 16, 40, 64, 48});
  }
  add({bf16, f32, Layout::rowMajor, 32, 64, 16, 130, 150, 33});
  add({bf16, f32, Layout::packed, 16, 16, 32, 64, 64, 64, 8});
  add({bf16, f32, Layout::packed, 16, 16, 32, 65, 33, 63, 32});
  runAll();
}

TEST_F(CooperativeMatrixGemm, MultipliesBytes) {
  for (Layout layoutB : {Layout::rowMajor, Layout::packed}) {
    add({i8, i32, layoutB, 16, 16, 64, 100, 70, 203});
    add({i8, i32, layoutB, 8, 16, 32, 33, 17, 65});
  }
  add({u8, i32, Layout::packed, 16, 16, 64, 64, 32, 128});
  runAll();
}

TEST_F(CooperativeMatrixGemm, MultipliesHalvesAndTf32) {
  add({f16, f32, Layout::rowMajor, 16, 16, 32, 60, 50, 91});
  add({f16, f32, Layout::packed, 8, 16, 16, 40, 64, 47});
  add({tf32, f32, Layout::rowMajor, 16, 16, 16, 60, 50, 45});
  add({tf32, f32, Layout::packed, 8, 16, 8, 20, 20, 30});
  runAll();
}

} // namespace
} // namespace heddle::test
