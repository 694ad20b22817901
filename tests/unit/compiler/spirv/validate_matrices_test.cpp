// The rules of cooperative matrices: a module that keeps all of them, and one that breaks each.
#include "compiler/spirv/module/cooperative_matrices.hpp"
#include "compiler/spirv/module/validate.hpp"
#include "tests/unit/compiler/spirv/matrix_module.hpp"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <random>

namespace {

using namespace heddle::test;
using heddle::compiler::checkSpirv;
using heddle::compiler::ModuleUse;
using heddle::compiler::SpecializedValues;
using heddle::compiler::spirvWords;
using heddle::compiler::withPlainMatrices;
using testing::HasSubstr;

using Words = std::initializer_list<std::uint32_t>;

constexpr std::uint32_t opStore = 62, opLoad = 61, opChain = 65, opConstruct = 80, opExtract = 81,
                        opInsert = 82, opConvertFToS = 110, opFConvert = 115, opBitcast = 124,
                        opFNegate = 127, opIAdd = 128, opFAdd = 129, opSelect = 169, opType = 4456,
                        opMatrixLoad = 4457, opMatrixStore = 4458, opMulAdd = 4459, opLength = 4460,
                        opLoadChecked = 6193, opStoreChecked = 6194, opConstructChecked = 6195,
                        opLoadOffset = 6239, opStoreOffset = 6240, opCoord = 6440, opApply = 6448,
                        opPrefetch = 6449;

std::string refusal(const SpirvBuilder &builder, const SpecializedValues &specialized = {}) {
  llvm::Expected<std::string> words = checkSpirv(builder.bytes(), ModuleUse::program, specialized);
  return words ? "" : llvm::toString(words.takeError());
}
/// Of a module whose kernel has this instruction.
std::string refusal(std::uint32_t opcode, Words operands) {
  return refusal(endKernel(matrixModule().op(opcode, operands)));
}
/// Of a module with this instruction among its types.
template <std::uint32_t... words> std::string refusalOfType() {
  constexpr auto add = [](SpirvBuilder m) {
    constexpr std::uint32_t all[] = {words...};
    m.words.push_back(static_cast<std::uint32_t>(sizeof...(words)) << 16 | all[0]);
    m.words.insert(m.words.end(), std::begin(all) + 1, std::end(all));
    return m;
  };
  return refusal(endKernel(matrixModule({.addTypes = add})));
}

/// Everything that is allowed.
SpirvBuilder wholeModule() {
  std::uint32_t id = firstId;
  SpirvBuilder m = matrixModule();
  m.op(opMatrixLoad, {matrixAType, id++, halves, zero, stride});
  m.op(opMatrixLoad, {matrixBType, id++, halves, two, stride, 2, 16});
  m.op(opMatrixLoad, {sumType, id++, floats, one, zero});
  m.op(opMatrixStore, {floats, someSum, zero, stride, 0});
  m.op(opLoadChecked, {matrixAType, id++, halves, one, two, zero, eight, eight, stride, 1});
  m.op(opStoreChecked, {floats, one, two, someSum, zero, eight, eight, stride});
  m.op(opConstructChecked, {matrixAType, id++, one, two, eight, eight, halfOne});
  m.op(opLoadOffset, {matrixAType, id++, halves, one, two, zero, stride, 0});
  m.op(opStoreOffset, {floats, one, two, someSum, zero, stride, 0});
  m.op(opPrefetch, {halves, eight, eight, 1, zero, stride});
  m.op(opPrefetch, {halves, eight, eight, 1, zero});
  m.op(opPrefetch, {halves, one, two, eight, eight, 1, zero, stride});
  m.op(opPrefetch, {halves, one, two, eight, eight, 1, zero});
  m.op(opMulAdd, {sumType, id++, someA, someB, someSum});
  m.op(opMulAdd, {sumType, id++, someShortA, someShortB, splat, 0x40});
  m.op(opMulAdd, {shortSumType, id++, someShortA, someShortB, someShorts, 0x1c0});
  m.op(opMulAdd, {intSumType, id++, someBytesA, someBytesB, someInts, 0x1f});
  m.op(opLength, {intType, id++, sumType});
  m.op(opCoord, {coordType, id++, someSum, one});
  m.op(opApply, {sumType, id++, halves, someSum});
  m.op(opConvertFToS, {intSumType, id++, someSum}).op(111, {sumType, id++, someInts});
  m.op(opFConvert, {sumType, id++, someSum}).op(6116, {shortSumType, id++, someSum});
  m.op(6117, {sumType, id++, someShorts}).op(6426, {sumType, id++, someSum});
  m.op(114, {intSumType, id++, someShorts}).op(opBitcast, {intSumType, id++, someInts});
  m.op(opIAdd, {intSumType, id++, someInts, someInts}).op(opFNegate, {sumType, id++, someSum});
  m.op(opFAdd, {sumType, id++, someSum, splat}).op(143, {sumType, id++, someSum, floatOne});
  m.op(opConstruct, {sumType, id++, floatOne}).op(opSelect, {sumType, id++, yes, splat, someSum});
  m.op(opExtract, {floatType, id++, someSum, 3})
      .op(opInsert, {sumType, id++, floatOne, someSum, 2});
  const std::uint32_t structure = id++;
  m.op(opConstruct, {structType, structure, someSum, one});
  m.op(opExtract, {sumType, id++, structure, 0}).op(opExtract, {floatType, id++, structure, 0, 5});
  m.op(opInsert, {structType, id++, floatOne, structure, 0, 1});
  const std::uint32_t component = id++;
  m.op(opChain, {componentPointer, component, variable, one})
      .op(opLoad, {floatType, id++, component});
  m.op(opStore, {variable, someSum}).op(opLoad, {sumType, id++, variable, 2, 8});
  m.op(83, {sumType, id++, someSum});
  return endKernel(m);
}

TEST(CheckMatrices, AcceptsWhatIsAllowed) { EXPECT_EQ(refusal(wholeModule()), ""); }

TEST(CheckMatrices, TypesHaveComponentsThatAreNumbers) {
  EXPECT_THAT((refusalOfType<opType, firstId, coordType, three, eight, eight, zero>()),
              HasSubstr("OpTypeCooperativeMatrixKHR: the component type, id 13, is no integer"));
}

TEST(CheckMatrices, TypesHaveConstantSizes) {
  const auto typeOf = [](std::uint32_t scope, std::uint32_t rows, std::uint32_t columns,
                         std::uint32_t use) {
    return refusal(opType, {firstId, halfType, scope, rows, columns, use});
  };
  EXPECT_THAT(typeOf(halves, eight, eight, zero), HasSubstr("the scope, id"));
  EXPECT_THAT(typeOf(three, floatOne, eight, zero),
              HasSubstr("the number of rows, id 21, is no constant integer"));
  EXPECT_THAT(typeOf(three, eight, someA, zero), HasSubstr("the number of columns, id"));
  EXPECT_THAT(typeOf(three, eight, eight, variable), HasSubstr("the use, id"));
}

TEST(CheckMatrices, TypesHaveSubGroupScope) {
  EXPECT_THAT((refusalOfType<opType, firstId, halfType, two, eight, eight, zero>()),
              HasSubstr("scope Workgroup (2) are not supported, expected Subgroup (3)"));
  EXPECT_THAT((refusalOfType<opType, firstId, halfType, eight, eight, eight, zero>()),
              HasSubstr("an unknown scope (8)"));
}

TEST(CheckMatrices, TypesHaveRowsAndColumns) {
  EXPECT_THAT((refusalOfType<opType, firstId, halfType, three, zero, eight, zero>()),
              HasSubstr("0 rows and 8 columns, expected at least 1"));
  EXPECT_THAT((refusalOfType<opType, firstId, halfType, three, eight, zero, zero>()),
              HasSubstr("8 rows and 0 columns"));
  EXPECT_THAT((refusalOfType<opType, firstId, halfType, three, minusOne, minusOne, zero>()),
              HasSubstr("expected at most 65536 elements"));
}

TEST(CheckMatrices, TypesHaveAUse) {
  EXPECT_THAT((refusalOfType<opType, firstId, halfType, three, eight, eight, three>()),
              HasSubstr("the use is 3, expected MatrixA (0)"));
}

TEST(CheckMatrices, SpecializedSizesCount) {
  EXPECT_EQ(refusal(wholeModule(), {{7, 24}}), "");
  EXPECT_THAT(refusal(wholeModule(), {{7, 0}}), HasSubstr("8 rows and 0 columns"));
  // An operation on constants: 16 / 8 * the specialized number.
  const auto add = [](SpirvBuilder m) {
    m.op(52, {intType, firstId + 1, 134, sixteen, eight});
    m.op(52, {intType, firstId + 2, 132, firstId + 1, sixteen});
    return m.op(opType, {firstId, halfType, three, eight, firstId + 2, zero});
  };
  const SpirvBuilder m = endKernel(matrixModule({.addTypes = add}));
  EXPECT_EQ(refusal(m), "");
  EXPECT_THAT(refusal(m, {{7, 4}}), HasSubstr("8 rows and 0 columns"));
  EXPECT_THAT(refusal(m, {{7, 1024}}), HasSubstr("at most 65536 elements"));
}

TEST(CheckMatrices, LieInFunctions) {
  EXPECT_THAT((refusal(32, {firstId, 5, sumType})),
              HasSubstr("OpTypePointer: cooperative matrices lie in storage class Function (7) "
                        "alone, found 5"));
  EXPECT_THAT(refusal(32, {firstId, 4, structType}), HasSubstr("found 4"));
  EXPECT_EQ(refusal(32, {firstId, 8, structType}), "") << "a generic pointer to a variable";
  EXPECT_THAT(refusal(33, {firstId, voidType, sumType}), "");
  EXPECT_THAT(refusal(23, {firstId, sumType, 2}), HasSubstr("found a cooperative matrix"));
}

TEST(CheckMatrices, AreNoParametersOfKernels) {
  SpirvBuilder m = endKernel(matrixModule());
  // The second parameter.
  for (size_t at = 5; at < m.words.size(); at += m.words[at] >> 16)
    if ((m.words[at] & 0xffff) == 33)
      m.words[at + 4] = sumType;
  EXPECT_THAT(refusal(m), HasSubstr("a kernel has no parameters that are cooperative matrices"));
}

TEST(CheckMatrices, InstructionsHaveTheirCapability) {
  EXPECT_THAT(refusal(endKernel(matrixModule({.capabilities = {}}))),
              HasSubstr("the module does not declare capability CooperativeMatrixKHR"));
  EXPECT_EQ(refusal(endKernel(matrixModule({.capabilities = {6434}}))), "");
  const auto refusalWithout = [](std::uint32_t opcode, Words operands) {
    return refusal(endKernel(matrixModule({.capabilities = {6022}}).op(opcode, operands)));
  };
  EXPECT_THAT(refusalWithout(opLoadChecked,
                             {matrixAType, firstId, halves, one, two, zero, eight, eight, stride}),
              HasSubstr("CooperativeMatrixCheckedInstructionsINTEL"));
  EXPECT_THAT(refusalWithout(opPrefetch, {halves, eight, eight, 1, zero, stride}),
              HasSubstr("CooperativeMatrixPrefetchINTEL"));
  EXPECT_THAT(refusalWithout(opCoord, {coordType, firstId, someSum, one}),
              HasSubstr("CooperativeMatrixInvocationInstructionsINTEL"));
  EXPECT_THAT(refusalWithout(opStoreOffset, {floats, one, two, someSum, zero, stride}),
              HasSubstr("CooperativeMatrixOffsetInstructionsINTEL"));
}

TEST(CheckMatrices, LoadsAndStoresHaveALayout) {
  EXPECT_THAT(refusal(opMatrixLoad, {sumType, firstId, floats, three, stride}),
              HasSubstr("the memory layout is 3, expected RowMajorKHR (0)"));
  EXPECT_THAT(refusal(opMatrixLoad, {sumType, firstId, floats, floats, stride}),
              HasSubstr("is no constant integer"));
  EXPECT_THAT(refusal(opMatrixStore, {floats, someSum, two, stride}),
              HasSubstr("accumulators have no layout PackedINTEL"));
  EXPECT_THAT(refusal(opPrefetch, {halves, eight, eight, 1, eight, stride}),
              HasSubstr("the memory layout is 8"));
}

TEST(CheckMatrices, LoadsAndStoresHaveAStride) {
  EXPECT_THAT(refusal(opMatrixLoad, {sumType, firstId, floats, zero}),
              HasSubstr("the layout 0 needs a stride"));
  EXPECT_THAT(refusal(opMatrixStore, {floats, someSum, one}), HasSubstr("needs a stride"));
  EXPECT_THAT(refusal(opMatrixStore, {floats, someSum, one, floatOne}),
              HasSubstr("the stride, id 21, is no integer"));
  EXPECT_THAT(refusal(opMatrixStore, {floats, someSum, one, zero}),
              HasSubstr("the stride is 0, expected more than 0"));
  EXPECT_THAT(refusal(opMatrixLoad, {sumType, firstId, floats, one, minusOne}),
              HasSubstr("the stride is -1, expected 0 or more"));
}

TEST(CheckMatrices, LoadsAndStoresArePointersAndMatrices) {
  EXPECT_THAT(refusal(opMatrixLoad, {floatType, firstId, floats, zero, stride}),
              HasSubstr("the result type, id 12, is no cooperative matrix"));
  EXPECT_THAT(refusal(opMatrixStore, {floats, floatOne, zero, stride}),
              HasSubstr("the object, id 21, is no cooperative matrix"));
  EXPECT_THAT(refusal(opMatrixStore, {one, someSum, zero, stride}), HasSubstr("is no pointer"));
  EXPECT_THAT(refusal(opMatrixStore, {variable, someSum, zero, stride}),
              HasSubstr("the pointer points to cooperative matrices"));
  EXPECT_THAT(refusal(opLoadChecked,
                      {matrixAType, firstId, halves, one, floatOne, zero, eight, eight, stride}),
              HasSubstr("the operand, id 21, is no integer"));
  EXPECT_THAT(refusal(opStore, {variable, someInts}), HasSubstr("and the value is of type"));
  EXPECT_THAT(refusal(opLoad, {sumType, firstId, floats}), HasSubstr("and the value is of type"));
}

TEST(CheckMatrices, MemoryOperandsFitTheAccess) {
  EXPECT_THAT(refusal(opMatrixLoad, {sumType, firstId, floats, zero, stride, 8 | 0x20, three}),
              HasSubstr("no memory operand MakePointerAvailable"));
  EXPECT_THAT(refusal(opMatrixStore, {floats, someSum, zero, stride, 16 | 0x20, three}),
              HasSubstr("no memory operand MakePointerVisible"));
  EXPECT_THAT(refusal(opMatrixStore, {floats, someSum, zero, stride, 2}),
              HasSubstr("it has 5 operand words, expected 6 with memory operands 2"));
}

TEST(CheckMatrices, ProductsHaveUses) {
  EXPECT_THAT(refusal(opMulAdd, {sumType, firstId, someSum, someB, someSum}),
              HasSubstr("OpCooperativeMatrixMulAddKHR: A has use 2, expected 0"));
  EXPECT_THAT(refusal(opMulAdd, {sumType, firstId, someA, someA, someSum}),
              HasSubstr("B has use 0, expected 1"));
  EXPECT_THAT(refusal(opMulAdd, {sumType, firstId, someA, someB, someA}),
              HasSubstr("C has use 0, expected 2"));
  EXPECT_THAT(refusal(opMulAdd, {matrixAType, firstId, someA, someB, someSum}),
              HasSubstr("the result has use 0, expected 2"));
  EXPECT_THAT(refusal(opMulAdd, {sumType, firstId, someA, floatOne, someSum}),
              HasSubstr("the operand, id 21, is no cooperative matrix"));
}

TEST(CheckMatrices, ProductsHaveShapes) {
  const auto add = [](SpirvBuilder m) {
    return m.op(opType, {firstId, halfType, three, eight, eight, zero})
        .op(46, {firstId, firstId + 1});
  };
  EXPECT_THAT(
      refusal(endKernel(matrixModule({.addTypes = add})
                            .op(opMulAdd, {sumType, firstId + 2, firstId + 1, someB, someSum}))),
      HasSubstr("the shapes do not fit: A is 8x8, B 16x16, C 8x16 and the result 8x16"));
}

TEST(CheckMatrices, OperandsOfProductsFitTheComponents) {
  const auto refusalOf = [](std::uint32_t mask) {
    return refusal(opMulAdd, {sumType, firstId, someA, someB, someSum, mask});
  };
  EXPECT_THAT(refusalOf(1), HasSubstr("A is signed (0x1) and has no integer components"));
  EXPECT_THAT(refusalOf(2), HasSubstr("B is signed"));
  EXPECT_THAT(refusalOf(4), HasSubstr("C is signed"));
  EXPECT_THAT(refusalOf(8), HasSubstr("the result is signed"));
  EXPECT_THAT(refusalOf(0x10), HasSubstr("saturating accumulation (0x10) is about integers"));
  EXPECT_THAT(refusalOf(0x20), HasSubstr("TF32 (0x20) have floating-point components of 32 bits"));
  EXPECT_THAT(refusalOf(0x40), HasSubstr("A is bfloat16 (0x40) and has no integer components"));
  EXPECT_THAT(refusalOf(0x80), HasSubstr("C is bfloat16 (0x80)"));
  EXPECT_THAT(refusalOf(0x100), HasSubstr("the result is bfloat16 (0x100)"));
  EXPECT_THAT(refusal(opMulAdd, {sumType, firstId, someShortA, someShortB, someSum, 0x41}),
              HasSubstr("A is bfloat16 (0x40) and signed (0x1)"));
  // What stands for types that were rewritten.
  for (std::uint32_t bit : {0x200u, 0x10000u, 0x20000u, 0x40000u, 0x80000u, 0x80000000u})
    EXPECT_THAT(refusalOf(bit), HasSubstr("expected no bits but 0x1FF"));
  EXPECT_THAT(refusal(opMulAdd, {sumType, firstId, someShortA, someShortB, someSum}),
              HasSubstr("A has components that are integers and the result floating-point"));
  EXPECT_THAT(
      refusal(opMulAdd, {intSumType, firstId, someBytesA, someB, someInts}),
      HasSubstr("B has components that are floating-point numbers and the result integers"));
}

TEST(CheckMatrices, SplatsHaveOneComponent) {
  EXPECT_THAT(refusal(opConstruct, {sumType, firstId, floatOne, floatOne}),
              HasSubstr("made of one constituent, found 2"));
  EXPECT_THAT(refusal(opConstruct, {sumType, firstId, one}),
              HasSubstr("the constituent is of type 9, expected the component type, 12"));
  EXPECT_THAT(refusal(44, {sumType, firstId, halfOne}), HasSubstr("the constituent is of type"));
  EXPECT_THAT(refusal(opConstructChecked, {sumType, firstId, one, two, eight, eight, one}),
              HasSubstr("the value is of type"));
}

TEST(CheckMatrices, ComponentsAreTakenOneByOne) {
  EXPECT_THAT(refusal(opExtract, {floatType, firstId, someSum, 1, 1}),
              HasSubstr("one index takes a component of a cooperative matrix, found 2"));
  EXPECT_THAT(refusal(opExtract, {halfType, firstId, someSum, 1}),
              HasSubstr("the part is of type 11"));
  EXPECT_THAT(refusal(opInsert, {sumType, firstId, one, someSum, 1}), HasSubstr("the part is of"));
  EXPECT_THAT(refusal(opChain, {componentPointer, firstId, variable, one, one}),
              HasSubstr("one index takes a component"));
  EXPECT_THAT(refusal(opChain, {componentPointer, firstId, variable, floatOne}),
              HasSubstr("the index, id 21, is no integer"));
  EXPECT_THAT(refusal(opChain, {sumPointer, firstId, variable, one}),
              HasSubstr("the part is of type"));
}

TEST(CheckMatrices, QueriesAskForTypesAndComponents) {
  EXPECT_THAT(refusal(opLength, {intType, firstId, someSum}),
              HasSubstr("it asks for the length of a cooperative matrix type"));
  EXPECT_THAT(refusal(opLength, {longType, firstId, sumType}), HasSubstr("an integer of 32 bits"));
  EXPECT_THAT(refusal(opCoord, {intType, firstId, someSum, one}),
              HasSubstr("a vector of two integers"));
  EXPECT_THAT(refusal(opCoord, {coordType, firstId, floatOne, one}),
              HasSubstr("is no cooperative matrix"));
  EXPECT_THAT(refusal(opCoord, {coordType, firstId, someSum, floatOne}), HasSubstr("no integer"));
  EXPECT_THAT(refusal(opApply, {sumType, firstId, one, someSum}), HasSubstr("is no pointer"));
  EXPECT_THAT(refusal(opApply, {sumType, firstId, halves, someInts}),
              HasSubstr("expected that of"));
}

TEST(CheckMatrices, ConversionsKeepTheShape) {
  EXPECT_THAT(refusal(opFConvert, {matrixAType, firstId, someSum}),
              HasSubstr("from 8x16 with use 2 to 8x16 with use 0"));
  EXPECT_THAT(refusal(opFConvert, {sumType, firstId, floatOne}),
              HasSubstr("converts a cooperative matrix to a cooperative matrix"));
  EXPECT_THAT(refusal(opConvertFToS, {sumType, firstId, someSum}),
              HasSubstr("components that are floating-point numbers to integers"));
  EXPECT_THAT(refusal(6116, {intSumType, firstId, someSum}), HasSubstr("of 32 bits to 32 bits"));
  EXPECT_THAT(refusal(6426, {sumType, firstId, someInts}), HasSubstr("to floating-point numbers"));
  EXPECT_THAT(refusal(opBitcast, {sumType, firstId, someInts}),
              HasSubstr("integer components of one width"));
  EXPECT_THAT(refusal(opBitcast, {shortSumType, firstId, someInts}), HasSubstr("of one width"));
  EXPECT_THAT(refusal(opBitcast, {intType, firstId, someInts}),
              HasSubstr("with the same rows, columns and use"));
}

TEST(CheckMatrices, ArithmeticHasOneType) {
  EXPECT_THAT(refusal(opFAdd, {sumType, firstId, someSum, someA}),
              HasSubstr("expected that of the result, 29"));
  EXPECT_THAT(refusal(opFAdd, {intSumType, firstId, someInts, someInts}),
              HasSubstr("the components are floating-point numbers"));
  EXPECT_THAT(refusal(opIAdd, {sumType, firstId, someSum, someSum}),
              HasSubstr("the components are integers"));
  EXPECT_THAT(refusal(143, {sumType, firstId, someSum, one}), HasSubstr("the scalar is of type"));
  EXPECT_THAT(refusal(143, {floatType, firstId, floatOne, floatOne}),
              HasSubstr("matrices that are not cooperative"));
  EXPECT_THAT(refusal(opSelect, {sumType, firstId, someInts, someSum, someSum}),
              HasSubstr("the condition between cooperative matrices is one boolean"));
}

TEST(CheckMatrices, OtherInstructionsTakeNoMatrices) {
  struct Case {
    std::uint32_t opcode;
    Words operands;
  };
  const Case cases[] = {{140, {sumType, firstId, someSum, someSum}},      // FRem
                        {138, {intSumType, firstId, someInts, someInts}}, // SRem
                        {196, {intSumType, firstId, someInts, someInts}}, // ShiftLeftLogical
                        {197, {intSumType, firstId, someInts, someInts}}, // BitwiseOr
                        {200, {intSumType, firstId, someInts}},           // Not
                        {170, {boolType, firstId, someInts, someInts}},   // IEqual
                        {156, {boolType, firstId, someSum}},              // IsNan
                        {142, {sumType, firstId, someSum, floatOne}},     // VectorTimesScalar
                        {77, {floatType, firstId, someSum, one}},         // VectorExtractDynamic
                        {12, {sumType, firstId, openclSet, 14, someSum}}, // cos
                        {345, {sumType, firstId, three, someSum, one}}};  // GroupNonUniformShuffle
  for (const Case &wrong : cases)
    EXPECT_THAT(refusal(wrong.opcode, wrong.operands),
                HasSubstr("the instruction is not allowed on cooperative matrices"))
        << wrong.opcode;
}

/// Whatever was changed, the answer is yes or no.
TEST(CheckMatrices, DamagedModulesEndInAnAnswer) {
  const SpirvBuilder whole = wholeModule();
  std::mt19937 random(5);
  unsigned accepted = 0;
  for (unsigned round = 0; round < 40000; ++round) {
    SpirvBuilder damaged = whole;
    for (unsigned i = 0, changes = 1 + random() % 3; i < changes; ++i) {
      std::uint32_t &word = damaged.words[5 + random() % (damaged.words.size() - 5)];
      // Another id, another bit, another opcode or length.
      const unsigned how = random() % 3;
      word = how == 0   ? random() % 120
             : how == 1 ? word ^ 1u << random() % 32
                        : word + random() % 5;
    }
    llvm::Expected<std::string> words = checkSpirv(damaged.bytes());
    if (words) {
      ++accepted;
      // What was let in is rewritten, or has no such form.
      if (auto plain = withPlainMatrices(spirvWords(*words), {}); !plain)
        EXPECT_NE(llvm::toString(plain.takeError()), "");
    } else
      EXPECT_NE(llvm::toString(words.takeError()), "");
  }
  EXPECT_GT(accepted, 0u);
}

} // namespace
