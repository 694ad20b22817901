// What `heddlec --layout` says, beside the host references that the kernel tests compare results
// with: every element of every operand of every function.
#include "compiler/layout/operand_layout.hpp"
#include "tests/kernels/block_2d/block_reference.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace heddle::test {
namespace {

using compiler::FunctionLayout;
using compiler::OperandLayout;

/// More than any matrix has elements.
constexpr unsigned numberBits = 12;

/// Numbers for the elements, from 1 on, sent through something that moves elements of few bits: a
/// bit of the numbers at a time, as elements that are all ones or all zeros. `move` gets that bit
/// and answers whether a place behind it has ones.
std::vector<unsigned> numbersAt(std::size_t places,
                                const std::function<std::vector<bool>(unsigned bit)> &move) {
  std::vector<unsigned> numbers(places);
  for (unsigned bit = 0; bit < numberBits; ++bit) {
    const std::vector<bool> moved = move(bit);
    EXPECT_EQ(places, moved.size());
    for (std::size_t i = 0; i < places && i < moved.size(); ++i)
      numbers[i] |= unsigned(moved[i]) << bit;
  }
  return numbers;
}

/// The numbers of the elements in all places of an operand: lane, then component, then part.
std::vector<unsigned> numbersOf(const OperandLayout &layout) {
  std::vector<unsigned> numbers;
  for (unsigned lane = 0; lane < layout.lanes; ++lane)
    for (unsigned component = 0; component < layout.components; ++component)
      for (unsigned part = 0; part < layout.parts; ++part) {
        const auto place = layout.place(lane, component, part);
        numbers.push_back(place ? place->row * layout.columns + place->column + 1 : 0);
      }
  return numbers;
}

using Pack = std::function<Registers(const Matrix &)>;

std::vector<unsigned> numbersOf(const OperandLayout &layout, Format format, const Pack &pack) {
  const unsigned bits = bitsOf(format);
  const std::uint32_t ones = bits == 32 ? ~0u : (1u << bits) - 1;
  return numbersAt(layout.lanes * layout.components * layout.parts, [&](unsigned bit) {
    Matrix matrix(layout.rows, layout.columns, format);
    for (unsigned i = 0; i < matrix.bits.size(); ++i)
      matrix.bits[i] = (i + 1) >> bit & 1 ? ones : 0;
    const Registers registers = pack(matrix);
    std::vector<bool> result;
    for (const std::uint32_t value : registers.values)
      for (unsigned part = 0; part < registers.componentBits / bits; ++part)
        result.push_back(value >> (part * bits) & 1);
    return result;
  });
}

const FunctionLayout *findLayout(const std::vector<FunctionLayout> &layouts, const MadFunction &f) {
  const std::string declaration =
      f.cType + " " + f.function + "(" + f.aType + " a, " + f.bType + " b, " + f.cType + " acc)";
  for (const FunctionLayout &layout : layouts)
    if (layout.declaration == declaration && layout.lanes == f.lanes())
      return &layout;
  return nullptr;
}

TEST(OperandLayoutTest, MatrixFunctionsHoldTheirElementsWhereTheReferenceDoes) {
  ASSERT_FALSE(madFunctions().empty());
  for (const MadFunction &f : madFunctions()) {
    SCOPED_TRACE(f.id());
    const std::vector<FunctionLayout> layouts = compiler::functionLayouts(f.function);
    const FunctionLayout *layout = findLayout(layouts, f);
    ASSERT_NE(nullptr, layout);
    ASSERT_EQ(3u, layout->operands.size());
    const OperandLayout &a = layout->operands[0], &b = layout->operands[1],
                        &c = layout->operands[2];
    EXPECT_EQ(std::make_pair(f.m, f.k), std::make_pair(a.rows, a.columns));
    EXPECT_EQ(std::make_pair(f.k, f.n), std::make_pair(b.rows, b.columns));
    EXPECT_EQ(std::make_pair(f.m, f.n), std::make_pair(c.rows, c.columns));
    EXPECT_EQ(numbersOf(a, f.a, [&](const Matrix &m) { return packA(f, m); }), numbersOf(a));
    EXPECT_EQ(numbersOf(b, f.b, [&](const Matrix &m) { return packB(f, m); }), numbersOf(b));
    EXPECT_EQ(numbersOf(c, f.c, [&](const Matrix &m) { return packC(f, m); }), numbersOf(c));
  }
}

struct BlockFunction {
  std::string name;
  BlockShape shape;
  bool isWrite;
};

const std::vector<BlockFunction> &blockFunctions() {
  static const std::vector<BlockFunction> table = {
#define NAME(kind, bits, rows, columns, blocks)                                                    \
  "intel_sub_group_2d_block_" kind #bits "b_" #rows "r" #columns "x" #blocks "c"
#define HEDDLE_2D_READ(bits, rows, columns, blocks, type, count)                                   \
  {NAME("read_", bits, rows, columns, blocks),                                                     \
   {bits / 8, rows, columns, blocks, Order::plain},                                                \
   false},
#define HEDDLE_2D_READ_TRANSFORM(bits, rows, columns, blocks, type, count)                         \
  {NAME("read_transform_", bits, rows, columns, blocks),                                           \
   {bits / 8, rows, columns, blocks, Order::transform},                                            \
   false},
#define HEDDLE_2D_READ_TRANSPOSE(bits, rows, columns, blocks, type, count)                         \
  {NAME("read_transpose_", bits, rows, columns, blocks),                                           \
   {bits / 8, rows, columns, blocks, Order::transpose},                                            \
   false},
#define HEDDLE_2D_WRITE(bits, rows, columns, blocks, type, count)                                  \
  {NAME("write_", bits, rows, columns, blocks),                                                    \
   {bits / 8, rows, columns, blocks, Order::plain},                                                \
   true},
#include "builtins/include/subgroup_2d_block_io.def"
#undef NAME
  };
  return table;
}

constexpr unsigned lanes = 16;

TEST(OperandLayoutTest, BlockReadsBringElementsWhereTheReferenceDoes) {
  for (const auto &[name, shape, isWrite] : blockFunctions()) {
    if (isWrite)
      continue;
    SCOPED_TRACE(name);
    const std::vector<FunctionLayout> layouts = compiler::functionLayouts(name);
    ASSERT_EQ(1u, layouts.size());
    const OperandLayout &layout = layouts[0].operands.at(0);
    const unsigned es = shape.elementBytes, columns = shape.columns * shape.blocks;
    EXPECT_EQ(std::make_pair(shape.rows, columns), std::make_pair(layout.rows, layout.columns));
    const auto moved = [&](unsigned bit) {
      Bytes memory(std::size_t(shape.rows) * columns * es);
      for (unsigned i = 0; i < shape.rows * columns; ++i)
        std::fill_n(memory.begin() + i * es, es, (i + 1) >> bit & 1 ? 0xFF : 0);
      const int pitch = int(columns * es);
      const Bytes read =
          readBlock(shape, lanes, {memory.data(), pitch, int(shape.rows), pitch}, 0, 0);
      std::vector<bool> result;
      for (std::size_t i = 0; i < read.size(); i += es)
        result.push_back(read[i] != 0);
      return result;
    };
    EXPECT_EQ(numbersAt(lanes * layout.components * layout.parts, moved), numbersOf(layout));
  }
}

TEST(OperandLayoutTest, BlockWritesTakeElementsWhereTheReferenceDoes) {
  for (const auto &[name, shape, isWrite] : blockFunctions()) {
    if (!isWrite)
      continue;
    SCOPED_TRACE(name);
    const std::vector<FunctionLayout> layouts = compiler::functionLayouts(name);
    ASSERT_EQ(1u, layouts.size());
    const OperandLayout &layout = layouts[0].operands.at(0);
    const unsigned es = shape.elementBytes, columns = shape.columns * shape.blocks;
    const std::size_t elements = std::size_t(shape.rows) * columns;
    // Here it is the places that are numbered, and looked up in the memory that they went to.
    const auto moved = [&](unsigned bit) {
      Bytes values(std::size_t(lanes) * shape.privateBytes(lanes));
      for (unsigned i = 0; i < values.size() / es; ++i)
        std::fill_n(values.begin() + i * es, es, (i + 1) >> bit & 1 ? 0xFF : 0);
      Bytes memory(elements * es);
      const int pitch = int(columns * es);
      writeBlock(shape, lanes, lanes, values, {memory.data(), pitch, int(shape.rows), pitch}, 0, 0);
      std::vector<bool> result;
      for (std::size_t i = 0; i < memory.size(); i += es)
        result.push_back(memory[i] != 0);
      return result;
    };
    const std::vector<unsigned> placeOf = numbersAt(elements, moved);
    const std::vector<unsigned> elementOf = numbersOf(layout);
    for (unsigned element = 0; element < elements; ++element) {
      ASSERT_GT(placeOf[element], 0u);
      ASSERT_LE(placeOf[element], elementOf.size());
      EXPECT_EQ(element + 1, elementOf[placeOf[element] - 1]);
    }
  }
}

/// The overload with so many rows of its result.
const FunctionLayout *withRows(const std::vector<FunctionLayout> &layouts, unsigned lanes,
                               unsigned rows) {
  for (const FunctionLayout &layout : layouts)
    if (layout.lanes == lanes && layout.operands[2].rows == rows)
      return &layout;
  return nullptr;
}

TEST(OperandLayoutTest, SplitFunctionsHoldHalfOfTheRowsOfTheWhole) {
  for (const char *formats : {"i8_i8", "i8_u8", "u8_i8", "u8_u8", "bf16_bf16", "f16_f16"})
    for (const unsigned rows : {2u, 4u, 8u}) {
      const std::string begin = std::string("intel_sub_group_") + formats;
      const std::string depth = formats[1] == '8' ? "k32" : "k16";
      SCOPED_TRACE(begin + " of " + std::to_string(rows));
      const auto halves = compiler::functionLayouts(begin + "_split_matrix_mad_" + depth);
      const auto wholes = compiler::functionLayouts(begin + "_matrix_mad_" + depth);
      const FunctionLayout *half = withRows(halves, 8, rows), *whole = withRows(wholes, 8, rows);
      const FunctionLayout *ofHalfTheRows = withRows(wholes, 8, rows / 2);
      ASSERT_TRUE(half && whole && ofHalfTheRows);
      EXPECT_EQ(numbersOf(ofHalfTheRows->operands[0]), numbersOf(half->operands[0]));
      EXPECT_EQ(numbersOf(whole->operands[1]), numbersOf(half->operands[1]));
      EXPECT_EQ(numbersOf(whole->operands[2]), numbersOf(half->operands[2]));
    }
}

TEST(OperandLayoutTest, FunctionsWithScalesHoldOneForEachRowAndColumn) {
  const auto scaled = compiler::functionLayouts("intel_sub_group_e2m1_e2m1_scaled_matrix_mad_k64");
  const auto plain = compiler::functionLayouts("intel_sub_group_e2m1_e2m1_matrix_mad_k64");
  ASSERT_FALSE(scaled.empty());
  const FunctionLayout *same = withRows(plain, 16, 8);
  ASSERT_TRUE(same);
  const std::vector<OperandLayout> &operands = scaled.front().operands;
  ASSERT_EQ(5u, operands.size());
  for (unsigned i = 0; i < 3; ++i)
    EXPECT_EQ(numbersOf(same->operands[i]), numbersOf(operands[i]));
  // Two, since there is one for each 32 of the depth.
  std::vector<unsigned> ofRows, ofColumns;
  for (unsigned lane = 0; lane < 16; ++lane)
    for (unsigned scale = 0; scale < 2; ++scale) {
      ofRows.push_back(lane < 8 ? lane * 2 + scale + 1 : 0);
      ofColumns.push_back(scale * 16 + lane + 1);
    }
  EXPECT_EQ(ofRows, numbersOf(operands[3]));
  EXPECT_EQ(ofColumns, numbersOf(operands[4]));
}

TEST(OperandLayoutTest, SumsAndResultsOfTwoFormatsAreTwoMatrices) {
  const auto layouts =
      compiler::functionLayouts("intel_sub_group_bf16_bf16_scaled_matrix_mad_k16_bf16");
  ASSERT_FALSE(layouts.empty());
  bool found = false;
  for (const FunctionLayout &layout : layouts)
    if (layout.operands.size() == 6) {
      found = true;
      EXPECT_EQ("acc", layout.operands[2].name);
      EXPECT_EQ("result", layout.operands[3].name);
      EXPECT_EQ(numbersOf(layout.operands[2]), numbersOf(layout.operands[3]));
    }
  EXPECT_TRUE(found);
}

TEST(OperandLayoutTest, NothingHoldsAMatrixUnderAnyOtherName) {
  for (const char *name :
       {"", "intel_sub_group_shuffle", "intel_sub_group_2d_block_read_16b_3r16x1c",
        "intel_sub_group_2d_block_prefetch_16b_8r16x1c"})
    EXPECT_TRUE(compiler::functionLayouts(name).empty()) << name;
}

} // namespace
} // namespace heddle::test
