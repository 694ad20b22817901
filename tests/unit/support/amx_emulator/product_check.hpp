// One product of tiles with given contents, in every shape that a test asks for, against a
// reference that knows one element.
#ifndef HEDDLE_TESTS_UNIT_SUPPORT_AMX_EMULATOR_PRODUCT_CHECK_HPP
#define HEDDLE_TESTS_UNIT_SUPPORT_AMX_EMULATOR_PRODUCT_CHECK_HPP

#include "tests/unit/support/amx_emulator/instructions.hpp"
#include "tests/unit/support/amx_emulator/sequence.hpp"

#include <array>
#include <cstring>

namespace heddle::amx {

using Words = std::array<std::uint32_t, 256>; ///< 16 rows of 16

struct ProductOperands {
  Words sum, left, right;
};

/// rows and columns of the sum, and depth in groups of 4 bytes.
struct ProductShape {
  unsigned rows, columns, depth;
};

constexpr ProductShape productShapes[] = {{16, 16, 16}, {1, 1, 1},  {8, 16, 8}, {16, 1, 16},
                                          {1, 16, 16},  {3, 5, 7},  {16, 7, 1}, {5, 16, 16},
                                          {16, 16, 3},  {13, 11, 2}};

/// Where an operand lies in its tile: what is outside is other tests' concern.
inline std::uint32_t wordAt(const Words &words, unsigned row, unsigned column) {
  return words[row * 16 + column];
}

/// Loads, multiplies, and stores the sum. What the sum's shape leaves of the output stays 0xA5.
template <typename Multiply>
std::function<void(std::uint8_t *)> productSequence(const ProductOperands &operands,
                                                    ProductShape shape, Multiply multiply) {
  return [&operands, shape, multiply](std::uint8_t *output) {
    const TileShape shapes[] = {{shape.rows, 4 * shape.columns},
                                {shape.rows, 4 * shape.depth},
                                {shape.depth, 4 * shape.columns}};
    const TileConfig config = makeConfig(shapes);
    loadConfig(&config);
    loadTile<0>(operands.sum.data(), 64);
    loadTile<1>(operands.left.data(), 64);
    loadTile<2>(operands.right.data(), 64);
    multiply();
    storeTile<0>(output, 64);
    releaseTiles();
  };
}

/// element(sum, left row, right column, depth) gives one element's bits.
using Element = std::uint32_t (*)(std::uint32_t sum, const std::uint32_t *left,
                                  const std::uint32_t *right, unsigned depth);

/// equal(bits, bits) compares two elements.
template <typename Equal>
void expectProduct(const Ending &ending, const ProductOperands &operands, ProductShape shape,
                   Element element, Equal equal) {
  ASSERT_EQ(ending.signal, 0) << ending.message;
  Words result;
  ASSERT_EQ(ending.output.size(), sizeof result);
  std::memcpy(result.data(), ending.output.data(), sizeof result);
  unsigned wrong = 0;
  for (unsigned row = 0; row < 16; ++row)
    for (unsigned column = 0; column < 16; ++column) {
      std::uint32_t expected = 0xA5A5A5A5;
      if (row < shape.rows && column < shape.columns) {
        std::uint32_t left[16], right[16];
        for (unsigned k = 0; k < shape.depth; ++k) {
          left[k] = wordAt(operands.left, row, k);
          right[k] = wordAt(operands.right, k, column);
        }
        expected = element(wordAt(operands.sum, row, column), left, right, shape.depth);
      }
      const std::uint32_t found = wordAt(result, row, column);
      if (!equal(expected, found) && ++wrong <= 3)
        ADD_FAILURE() << "shape " << shape.rows << "x" << shape.columns << "x" << shape.depth
                      << ", element " << row << ", " << column << std::hex << ": expected 0x"
                      << expected << ", found 0x" << found;
    }
  EXPECT_EQ(wrong, 0u);
}

} // namespace heddle::amx

#endif
