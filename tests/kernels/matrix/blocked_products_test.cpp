// Products as fast kernels write them: a sub-group has four by two sums in a loop over the depth, A
// in rows, B in panels of 16 columns. The sums do not all fit the registers, so that the compiler
// takes several rounds of the loop together: every number of rounds, with what is left over.
#include "tests/kernels/matrix/any_order.hpp"
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

namespace heddle::test {
namespace {

constexpr unsigned rowBlocks = 4, columnBlocks = 2;

/// Those whose A has a component of 16 bits for each row.
std::vector<MadFunction> functionsInRows() {
  std::vector<MadFunction> result;
  for (const MadFunction &f : madFunctions())
    if (f.n == 16 && f.m == 8 && f.rowsAbreast == 1 && componentBits(f.aType) == 16 &&
        componentCount(f.aType) == 8)
      result.push_back(f);
  return result;
}

std::string scalarOf(const std::string &type) {
  return type.substr(0, type.find_first_of("0123456789"));
}

unsigned wordRows(const MadFunction &f) { return f.k * bitsOf(f.b) / 32; }

std::string kernelText(const MadFunction &f) {
  const std::string words = std::to_string(wordRows(f));
  return "kernel __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))\n"
         "void " +
         f.id() + "(global const " + scalarOf(f.aType) + " *a, global const " + scalarOf(f.bType) +
         " *b, global const " + scalarOf(f.cType) + " *c, global " + scalarOf(f.cType) +
         " *d, uint rounds) {\n"
         "  const uint lane = get_local_id(0);\n  " +
         f.cType +
         " sums[4][2];\n"
         "  for (uint i = 0; i < 4; ++i)\n"
         "    for (uint j = 0; j < 2; ++j)\n"
         "      for (uint r = 0; r < 8; ++r)\n"
         "        sums[i][j][r] = c[(i * 8 + r) * 32 + j * 16 + lane];\n"
         "  for (uint round = 0; round < rounds; ++round) {\n    " +
         f.aType + " x[4];\n    " + f.bType +
         " y[2];\n"
         "    for (uint i = 0; i < 4; ++i)\n"
         "      for (uint r = 0; r < 8; ++r)\n"
         "        x[i][r] = a[((i * 8 + r) * rounds + round) * 16 + lane];\n"
         "    for (uint j = 0; j < 2; ++j)\n"
         "      for (uint r = 0; r < " +
         words +
         "; ++r)\n"
         "        y[j][r] = b[((j * rounds + round) * " +
         words +
         " + r) * 16 + lane];\n"
         "    for (uint i = 0; i < 4; ++i)\n"
         "      for (uint j = 0; j < 2; ++j)\n"
         "        sums[i][j] = " +
         f.function +
         "(x[i], y[j], sums[i][j]);\n"
         "  }\n"
         "  for (uint i = 0; i < 4; ++i)\n"
         "    for (uint j = 0; j < 2; ++j)\n"
         "      for (uint r = 0; r < 8; ++r)\n"
         "        d[(i * 8 + r) * 32 + j * 16 + lane] = sums[i][j][r];\n"
         "}\n";
}

/// Puts an element of a few bits at a place that is counted in elements.
void put(Bytes &bytes, std::size_t place, unsigned bits, std::uint32_t element) {
  for (unsigned bit = 0; bit < bits; ++bit)
    if (element >> bit & 1)
      bytes[(place * bits + bit) / 8] |= std::uint8_t(1u << (place * bits + bit) % 8);
}

Bytes rowsOf(const Matrix &matrix) {
  const unsigned bits = bitsOf(matrix.format);
  Bytes result(matrix.bits.size() * bits / 8);
  for (std::size_t i = 0; i < matrix.bits.size(); ++i)
    put(result, i, bits, matrix.bits[i]);
  return result;
}

/// Panels of 16 columns, in each of them words of elements of a column.
Bytes panelsOf(const Matrix &matrix) {
  const unsigned bits = bitsOf(matrix.format), inWord = 32 / bits;
  Bytes result(matrix.bits.size() * bits / 8);
  for (unsigned row = 0; row < matrix.rows; ++row)
    for (unsigned column = 0; column < matrix.columns; ++column) {
      const std::size_t word =
          (std::size_t(column / 16) * (matrix.rows / inWord) + row / inWord) * 16 + column % 16;
      put(result, word * inWord + row % inWord, bits, matrix.at(row, column));
    }
  return result;
}

Matrix partOf(const Matrix &matrix, unsigned firstRow, unsigned rows, unsigned firstColumn,
              unsigned columns) {
  Matrix result(rows, columns, matrix.format);
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned column = 0; column < columns; ++column)
      result.at(row, column) = matrix.at(firstRow + row, firstColumn + column);
  return result;
}

class BlockedProductTest : public MatrixDeviceTest,
                           public testing::WithParamInterface<MadFunction> {
protected:
  void run(cl_program program, Fill fill, unsigned rounds) {
    const MadFunction &f = GetParam();
    Matrix a(rowBlocks * f.m, rounds * f.k, f.a), b(rounds * f.k, columnBlocks * f.n, f.b),
        c(rowBlocks * f.m, columnBlocks * f.n, f.c);
    Random random(rounds);
    fillMatrices(a, b, c, fill, random);
    Matrix expected = c;
    AnyOrderSums anyOrder(c);
    for (unsigned round = 0; round < rounds; ++round) {
      const Matrix x = partOf(a, 0, a.rows, round * f.k, f.k);
      const Matrix y = partOf(b, round * f.k, f.k, 0, b.columns);
      expected = multiplyAdd(x, y, expected);
      anyOrder.add(x, y);
    }
    const Bytes start = rowsOf(c);
    const Bytes found = device().run(program, f.id(), {rowsOf(a), panelsOf(b), start}, start.size(),
                                     16, 16, {rounds});
    ASSERT_EQ(found.size(), start.size());
    Matrix result = c;
    const unsigned bytes = bitsOf(c.format) / 8;
    for (std::size_t i = 0; i < result.bits.size(); ++i) {
      result.bits[i] = 0;
      std::memcpy(&result.bits[i], &found[i * bytes], bytes);
    }
    EXPECT_EQ(
        sumsInReferenceOrder(f.a) ? difference(result, expected) : anyOrder.difference(result), "")
        << rounds << " rounds";
  }
};

TEST_P(BlockedProductTest, IsTheSameForAnyNumberOfRounds) {
  const BuiltProgram built = device().buildSource(
      "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" + kernelText(GetParam()),
      "-cl-std=CL3.0 -cl-uniform-work-group-size");
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  for (unsigned rounds : {1u, 2u, 3u, 4u, 7u})
    run(built.program, Fill::random, rounds);
  run(built.program, Fill::extremes, 5);
  clReleaseProgram(built.program);
}

INSTANTIATE_TEST_SUITE_P(Table, BlockedProductTest, testing::ValuesIn(functionsInRows()),
                         [](const auto &info) { return info.param.id(); });

} // namespace
} // namespace heddle::test
