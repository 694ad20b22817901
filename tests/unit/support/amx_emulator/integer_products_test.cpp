// TDPBSSD, TDPBSUD, TDPBUSD, TDPBUUD.
#include "tests/unit/support/amx_emulator/product_check.hpp"

#include <random>

namespace heddle::amx {
namespace {

class IntegerProductTest : public SequenceTest {};

std::int64_t byteOf(std::uint32_t word, unsigned index, bool isSigned) {
  const auto byte = static_cast<std::uint8_t>(word >> (8 * index));
  return isSigned ? static_cast<std::int8_t>(byte) : byte;
}

template <bool leftSigned, bool rightSigned>
std::uint32_t element(std::uint32_t sum, const std::uint32_t *left, const std::uint32_t *right,
                      unsigned depth) {
  std::int64_t total = sum;
  for (unsigned k = 0; k < depth; ++k)
    for (unsigned i = 0; i < 4; ++i)
      total += byteOf(left[k], i, leftSigned) * byteOf(right[k], i, rightSigned);
  return static_cast<std::uint32_t>(total);
}

ProductOperands randomOperands() {
  std::mt19937 random(1);
  ProductOperands operands;
  for (Words *words : {&operands.sum, &operands.left, &operands.right})
    for (std::uint32_t &word : *words)
      word = static_cast<std::uint32_t>(random());
  return operands;
}

ProductOperands filledOperands(std::uint32_t sum, std::uint32_t left, std::uint32_t right) {
  ProductOperands operands;
  operands.sum.fill(sum);
  operands.left.fill(left);
  operands.right.fill(right);
  return operands;
}

template <typename Multiply>
void expectAllShapes(const ProductOperands &operands, Multiply multiply, Element element,
                     Ending (*run)(std::size_t, const std::function<void(std::uint8_t *)> &)) {
  for (ProductShape shape : productShapes)
    expectProduct(run(sizeof(Words), productSequence(operands, shape, multiply)), operands, shape,
                  element, std::equal_to<>());
}

TEST_P(IntegerProductTest, MultipliesSignedBySigned) {
  HEDDLE_SKIP_WITHOUT(int8);
  expectAllShapes(randomOperands(), tdpbssd<0, 1, 2>, element<true, true>, run);
}

TEST_P(IntegerProductTest, MultipliesSignedByUnsigned) {
  HEDDLE_SKIP_WITHOUT(int8);
  expectAllShapes(randomOperands(), tdpbsud<0, 1, 2>, element<true, false>, run);
}

TEST_P(IntegerProductTest, MultipliesUnsignedBySigned) {
  HEDDLE_SKIP_WITHOUT(int8);
  expectAllShapes(randomOperands(), tdpbusd<0, 1, 2>, element<false, true>, run);
}

TEST_P(IntegerProductTest, MultipliesUnsignedByUnsigned) {
  HEDDLE_SKIP_WITHOUT(int8);
  expectAllShapes(randomOperands(), tdpbuud<0, 1, 2>, element<false, false>, run);
}

TEST_P(IntegerProductTest, WrapsAtBothEnds) {
  HEDDLE_SKIP_WITHOUT(int8);
  const auto up = filledOperands(0x7FFFFFFF, 0x80808080, 0x80808080);
  expectAllShapes(up, tdpbssd<0, 1, 2>, element<true, true>, run);
  const auto down = filledOperands(0x80000000, 0x80808080, 0xFFFFFFFF);
  expectAllShapes(down, tdpbsud<0, 1, 2>, element<true, false>, run);
  expectAllShapes(down, tdpbusd<0, 1, 2>, element<false, true>, run);
  const auto most = filledOperands(0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF);
  expectAllShapes(most, tdpbuud<0, 1, 2>, element<false, false>, run);
}

HEDDLE_FOR_BOTH_UNITS(IntegerProductTest);

} // namespace
} // namespace heddle::amx
