// What modules with cooperative matrices become before the translator reads them.
#include "compiler/spirv/module/bfloats.hpp"
#include "compiler/spirv/module/cooperative_matrices.hpp"
#include "compiler/spirv/module/float8.hpp"
#include "compiler/spirv/module/int4.hpp"
#include "compiler/spirv/module/untyped_pointers.hpp"
#include "compiler/spirv/module/validate.hpp"
#include "tests/unit/compiler/spirv/matrix_module.hpp"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace {

using namespace heddle::compiler;
using namespace heddle::test;
using testing::Contains;
using testing::IsEmpty;
using testing::SizeIs;

using Operands = std::vector<std::uint32_t>;

constexpr std::uint32_t opLoad = 61, opStore = 62, opChain = 65, opConstruct = 80, opExtract = 81,
                        opInsert = 82, opBitcast = 124, opIMul = 132, opFMul = 133, opType = 4456,
                        opMatrixLoad = 4457, opMatrixStore = 4458, opMulAdd = 4459,
                        opPrefetch = 6449, opVariable = 59, opCall = 57;

class PlainMatrices : public testing::Test {
protected:
  void rewrite(const SpirvBuilder &builder, const SpecializedValues &specialized = {}) {
    const SpirvBuilder whole = endKernel(builder);
    llvm::Expected<std::string> checked =
        checkSpirv(whole.bytes(), ModuleUse::program, specialized);
    ASSERT_TRUE(bool(checked)) << llvm::toString(checked.takeError());
    take(withPlainMatrices(spirvWords(*checked), specialized));
  }
  void take(llvm::Expected<SpirvWords> words) {
    ASSERT_TRUE(bool(words)) << llvm::toString(words.takeError());
    module = std::move(*words);
  }
  /// The instructions of a kind.
  std::vector<Operands> all(std::uint32_t opcode) const {
    std::vector<Operands> result;
    forEachInstruction(module, [&](const SpirvInstruction &instruction) {
      if (static_cast<std::uint32_t>(instruction.op) == opcode)
        result.push_back(instruction.operands.vec());
      return true;
    });
    return result;
  }
  /// What defines an id.
  Operands definition(std::uint32_t id) const {
    Operands result;
    forEachInstruction(module, [&](const SpirvInstruction &instruction) {
      const bool isType = isSpirvType(instruction.op);
      if ((isType && instruction.operands[0] == id) ||
          (hasTypeAndResult(instruction.op) && instruction.operands[1] == id))
        result = instruction.operands.vec();
      return result.empty();
    });
    return result;
  }
  std::uint32_t constantOf(std::uint32_t id) const { return definition(id).at(2); }

  SpirvWords module;
};

TEST_F(PlainMatrices, SizesAreSpecialized) {
  rewrite(matrixModule(), {{7, 24}});
  // Scope, rows, columns, use of the first type.
  const Operands type = all(opType)[0];
  EXPECT_EQ(constantOf(type[2]), 3u);
  EXPECT_EQ(constantOf(type[3]), 8u);
  EXPECT_EQ(constantOf(type[4]), 24u);
  EXPECT_EQ(constantOf(type[5]), 0u);
  rewrite(matrixModule());
  EXPECT_EQ(constantOf(all(opType)[0][4]), 16u) << "the default";
}

TEST_F(PlainMatrices, ConstantsAreMadeInFunctions) {
  rewrite(matrixModule()
              .op(opVariable, {sumPointer, firstId, 7, splat})
              .op(opStore, {variable, splat}));
  EXPECT_THAT(all(44), IsEmpty());
  const auto made = all(opConstruct);
  ASSERT_THAT(made, SizeIs(1));
  EXPECT_EQ(made[0][2], std::uint32_t(floatOne));
  const auto stores = all(opStore);
  ASSERT_THAT(stores, SizeIs(2));
  // Of the initializer, which comes behind the variables and is one no more.
  EXPECT_EQ(stores[0], (Operands{firstId, made[0][1]}));
  EXPECT_EQ(stores[1], (Operands{variable, made[0][1]}));
  EXPECT_THAT(all(opVariable), Contains(Operands{sumPointer, firstId, 7}));
}

TEST_F(PlainMatrices, ComponentsAreResultsOfCalls) {
  rewrite(matrixModule()
              .op(opExtract, {floatType, firstId, someSum, 3})
              .op(opInsert, {sumType, firstId + 1, firstId, splat, 2}));
  EXPECT_THAT(all(opExtract), IsEmpty());
  EXPECT_THAT(all(opInsert), IsEmpty());
  const auto calls = all(opCall);
  ASSERT_THAT(calls, SizeIs(2));
  EXPECT_EQ(calls[0][1], std::uint32_t(firstId));
  EXPECT_EQ(calls[0][3], std::uint32_t(someSum));
  EXPECT_EQ(constantOf(calls[0][4]), 3u);
  EXPECT_EQ(calls[1][1], firstId + 1);
  EXPECT_EQ(calls[1][3], std::uint32_t(firstId));
  EXPECT_EQ(calls[1][4], all(opConstruct).at(0)[1]);
  EXPECT_EQ(constantOf(calls[1][5]), 2u);
  EXPECT_THAT(all(17), Contains(Operands{5})) << "functions are imported";
}

TEST_F(PlainMatrices, InsertionsIntoStructuresInsertMatrices) {
  rewrite(matrixModule()
              .op(opConstruct, {structType, firstId, someSum, one})
              .op(opInsert, {structType, firstId + 1, floatOne, firstId, 0, 5}));
  const auto inserted = all(opInsert), extracted = all(opExtract), calls = all(opCall);
  ASSERT_THAT(inserted, SizeIs(1));
  ASSERT_THAT(extracted, SizeIs(1));
  ASSERT_THAT(calls, SizeIs(1));
  EXPECT_EQ(extracted[0], (Operands{sumType, calls[0][4], firstId, 0}));
  EXPECT_EQ(inserted[0], (Operands{structType, firstId + 1, calls[0][1], firstId, 0}));
}

TEST_F(PlainMatrices, ChainsStopAtTheMatrix) {
  rewrite(matrixModule()
              .op(opVariable, {structPointer, firstId, 7})
              .op(66, {componentPointer, firstId + 1, firstId, zero, two})
              .op(66, {componentPointer, firstId + 2, variable, two}));
  const auto outer = all(66), inner = all(opChain);
  ASSERT_THAT(outer, SizeIs(1));
  ASSERT_THAT(inner, SizeIs(2));
  EXPECT_EQ(outer[0], (Operands{sumPointer, outer[0][1], firstId, zero}));
  EXPECT_EQ(inner[0], (Operands{componentPointer, firstId + 1, outer[0][1], two}));
  EXPECT_EQ(inner[1], (Operands{componentPointer, firstId + 2, variable, two}));
}

TEST_F(PlainMatrices, PointersToStructuresPointToComponents) {
  // Two halves: a line is twice as many components.
  rewrite(matrixModule()
              .op(30, {firstId, halfType, halfType})
              .op(32, {firstId + 1, 5, firstId})
              .op(opBitcast, {firstId + 1, firstId + 2, halves})
              .op(opMatrixLoad, {matrixAType, firstId + 3, firstId + 2, zero, stride}));
  const Operands load = all(opMatrixLoad)[0], scaled = all(opIMul).at(0);
  EXPECT_EQ(definition(load[2])[0], std::uint32_t(halfPointer));
  EXPECT_EQ(load[4], scaled[1]);
  EXPECT_EQ(scaled[2], std::uint32_t(stride));
  EXPECT_EQ(constantOf(scaled[3]), 2u);
  // One that holds a component, and one that nobody knows.
  for (bool isOpaque : {false, true}) {
    SpirvBuilder m = matrixModule();
    if (isOpaque)
      m.op(31, {firstId}, "class.half");
    else
      m.op(30, {firstId, halfType});
    m.op(32, {firstId + 1, 5, firstId}).op(opBitcast, {firstId + 1, firstId + 2, halves});
    rewrite(m.op(opMatrixLoad, {matrixAType, firstId + 3, firstId + 2, zero, stride}));
    EXPECT_EQ(definition(all(opMatrixLoad)[0][2])[0], std::uint32_t(halfPointer));
    EXPECT_EQ(all(opMatrixLoad)[0][4], std::uint32_t(stride));
  }
  // Numbers and vectors say by themselves how long a stride is.
  rewrite(matrixModule()
              .op(opBitcast, {vectorPointer, firstId, halves})
              .op(opMatrixLoad, {matrixAType, firstId + 1, firstId, zero, stride}));
  EXPECT_EQ(all(opMatrixLoad)[0][2], std::uint32_t(firstId));
}

TEST_F(PlainMatrices, MemoryOperandsAreFlags) {
  rewrite(matrixModule()
              .op(opMatrixLoad, {matrixAType, firstId, halves, zero, stride, 1 | 2, 16})
              .op(opMatrixStore, {floats, someSum, zero, stride, 2, 4}));
  EXPECT_EQ(all(opMatrixLoad)[0], (Operands{matrixAType, firstId, halves, zero, stride, 1}));
  EXPECT_EQ(all(opMatrixStore)[0], (Operands{floats, someSum, zero, stride, 0}));
}

TEST_F(PlainMatrices, PrefetchesHaveNoOffsets) {
  rewrite(matrixModule()
              .op(opPrefetch, {halves, one, two, eight, sixteen, 3, zero, stride})
              .op(opPrefetch, {halves, one, two, eight, sixteen, 3, zero})
              .op(opPrefetch, {halves, eight, sixteen, 3, zero, stride}));
  const auto prefetches = all(opPrefetch);
  ASSERT_THAT(prefetches, SizeIs(2));
  const Operands place = definition(prefetches[0][0]);
  EXPECT_EQ(place[0], std::uint32_t(halfPointer));
  EXPECT_EQ(place[2], std::uint32_t(halves));
  EXPECT_EQ(prefetches[0], (Operands{place[1], eight, sixteen, 3, zero, stride}));
  EXPECT_EQ(prefetches[1], (Operands{halves, eight, sixteen, 3, zero, stride}));
}

TEST_F(PlainMatrices, ScalarsThatMultiplyAreSplats) {
  rewrite(matrixModule().op(143, {sumType, firstId, someSum, floatOne}));
  const auto made = all(opConstruct);
  ASSERT_THAT(made, SizeIs(1));
  EXPECT_EQ(all(opFMul).at(0), (Operands{sumType, firstId, someSum, made[0][1]}));
}

/// Matrices of bfloats: 8x16 use A, 16x16 use B, 8x16 use accumulator.
SpirvBuilder bfloatModule() {
  const auto add = [](SpirvBuilder m) {
    m.op(22, {firstId, 16, 0}).op(43, {firstId, firstId + 1, 0x3f80});
    m.op(opType, {firstId + 2, firstId, three, eight, sixteen, zero});
    m.op(opType, {firstId + 3, firstId, three, sixteen, sixteen, one});
    m.op(opType, {firstId + 4, firstId, three, eight, sixteen, two});
    return m.op(44, {firstId + 2, firstId + 5, firstId + 1})
        .op(44, {firstId + 3, firstId + 6, firstId + 1})
        .op(44, {firstId + 4, firstId + 7, firstId + 1});
  };
  return matrixModule({.capabilities = {5116, 5118}, .addTypes = add});
}

TEST_F(PlainMatrices, ProductsSayWhatAreBFloats) {
  const std::uint32_t a = firstId + 5, b = firstId + 6, c = firstId + 7, sum = firstId + 4;
  const SpirvBuilder m = endKernel(bfloatModule()
                                       .op(opMulAdd, {sumType, firstId + 8, a, b, someSum})
                                       .op(opMulAdd, {sum, firstId + 9, a, b, c})
                                       .op(129, {sum, firstId + 10, c, c})
                                       .op(111, {sum, firstId + 11, someShorts}));
  llvm::Expected<std::string> checked = checkSpirv(m.bytes());
  ASSERT_TRUE(bool(checked)) << llvm::toString(checked.takeError());
  take(withoutBFloats(spirvWords(*checked)));
  const auto products = all(opMulAdd);
  ASSERT_THAT(products, SizeIs(2));
  EXPECT_EQ(products[0].at(5), 0x40u);
  EXPECT_EQ(products[1].at(5), 0x1c0u);
  // Sums are those of floats, and so are converted integers, which are rounded once.
  EXPECT_EQ(all(129).at(0)[0], std::uint32_t(sumType));
  EXPECT_THAT(all(6117), SizeIs(2));
  EXPECT_THAT(all(6116), SizeIs(2));
  EXPECT_THAT(all(17), Contains(Operands{6022}));
  EXPECT_THAT(all(17), testing::Not(Contains(Operands{5118})));
}

TEST_F(PlainMatrices, IntegersThatFloatsDoNotHoldBecomeNoBFloats) {
  const SpirvBuilder m = endKernel(bfloatModule().op(111, {firstId + 4, firstId + 8, someInts}));
  llvm::Expected<SpirvWords> words = withoutBFloats(m.words);
  ASSERT_FALSE(bool(words));
  EXPECT_THAT(llvm::toString(words.takeError()), testing::HasSubstr("that rounds once"));
}

/// Matrices of E4M3, use A, and of E5M2, use B, and one each.
SpirvBuilder float8Module() {
  const auto add = [](SpirvBuilder m) {
    m.op(22, {firstId, 8, 4214}).op(22, {firstId + 1, 8, 4215});
    m.op(opType, {firstId + 2, firstId, three, eight, sixteen, zero});
    m.op(opType, {firstId + 3, firstId + 1, three, sixteen, sixteen, one});
    m.op(opType, {firstId + 4, firstId, three, eight, sixteen, two});
    return m.op(1, {firstId + 2, firstId + 5}).op(1, {firstId + 3, firstId + 6});
  };
  return matrixModule({.capabilities = {4212, 4213}, .addTypes = add});
}

TEST_F(PlainMatrices, ProductsSayWhatAreFloatsOf8Bits) {
  const SpirvBuilder m =
      endKernel(float8Module()
                    .op(opMulAdd, {sumType, firstId + 7, firstId + 5, firstId + 6, someSum})
                    .op(115, {firstId + 4, firstId + 8, someSum})
                    .op(115, {sumType, firstId + 9, firstId + 8}));
  llvm::Expected<std::string> checked = checkSpirv(m.bytes());
  ASSERT_TRUE(bool(checked)) << llvm::toString(checked.takeError());
  take(withoutFloat8(spirvWords(*checked)));
  EXPECT_EQ(all(opMulAdd).at(0).at(5), 0x90000u); // A is E4M3, B is E5M2
  EXPECT_THAT(all(57), SizeIs(2)) << "conversions are calls";
  EXPECT_THAT(all(115), IsEmpty());
  EXPECT_THAT(all(17), testing::Not(Contains(Operands{4212})));
  for (const Operands &type : all(22))
    EXPECT_NE(type[1], 8u);
}

TEST_F(PlainMatrices, FloatsOf8BitsAreNotComputedWith) {
  const auto refusal = [](const SpirvBuilder &builder) {
    llvm::Expected<SpirvWords> words = withoutFloat8(endKernel(builder).words);
    return words ? "" : llvm::toString(words.takeError());
  };
  EXPECT_THAT(refusal(float8Module().op(129, {firstId + 2, firstId + 7, firstId + 5, firstId + 5})),
              testing::HasSubstr("OpFAdd: floating-point numbers of 8 and 4 bits are converted"));
  EXPECT_THAT(refusal(float8Module().op(110, {byteAType, firstId + 7, firstId + 5})),
              testing::HasSubstr("are converted and multiplied"));
  EXPECT_THAT(refusal(float8Module().op(
                  opMulAdd, {firstId + 4, firstId + 7, firstId + 5, firstId + 6, someSum})),
              testing::HasSubstr("C and the result have no floating-point components of 8"));
}

/// Matrices of 4-bit integers, uses A and B, and one each, and such an integer.
SpirvBuilder int4Module() {
  const auto add = [](SpirvBuilder m) {
    m.op(21, {firstId, 4, 0}).op(43, {firstId, firstId + 1, 5});
    m.op(opType, {firstId + 2, firstId, three, eight, sixteen, zero});
    m.op(opType, {firstId + 3, firstId, three, sixteen, sixteen, one});
    m.op(opType, {firstId + 4, firstId, three, eight, sixteen, two});
    return m.op(1, {firstId + 2, firstId + 5}).op(1, {firstId + 3, firstId + 6});
  };
  return matrixModule({.capabilities = {5114, 6192, 6434}, .addTypes = add});
}

TEST_F(PlainMatrices, LoadsAndProductsSayWhatAreIntegersOf4Bits) {
  const SpirvBuilder m =
      endKernel(int4Module()
                    .op(4457, {firstId + 2, firstId + 7, halves, zero, stride})
                    .op(4457, {firstId + 3, firstId + 8, halves, two, stride, 2, 16})
                    .op(opMulAdd, {intSumType, firstId + 9, firstId + 7, firstId + 8, someInts, 3})
                    .op(114, {byteAType, firstId + 10, firstId + 7}));
  llvm::Expected<std::string> checked = checkSpirv(m.bytes());
  ASSERT_TRUE(bool(checked)) << llvm::toString(checked.takeError());
  take(withoutInt4(spirvWords(*checked)));
  EXPECT_EQ(all(4457).at(0).at(5), 0x40000000u);
  EXPECT_EQ(all(4457).at(1).at(5), 0x40000002u);
  EXPECT_EQ(all(opMulAdd).at(0).at(5), 0x300003u);
  EXPECT_THAT(all(57), SizeIs(1)) << "the sign is extended by a call";
  EXPECT_THAT(all(17), testing::Not(Contains(Operands{5114})));
  for (const Operands &type : all(21))
    EXPECT_NE(type[1], 4u);
}

TEST_F(PlainMatrices, IntegersOf4BitsAreNotComputedWith) {
  const auto refusal = [](const SpirvBuilder &builder) {
    llvm::Expected<SpirvWords> words = withoutInt4(endKernel(builder).words);
    return words ? "" : llvm::toString(words.takeError());
  };
  constexpr std::uint32_t result = firstId + 7;
  EXPECT_THAT(refusal(int4Module().op(128, {firstId + 2, result, firstId + 5, firstId + 5})),
              testing::HasSubstr("OpIAdd: integers of 4 bits are loaded, stored, converted"));
  EXPECT_THAT(refusal(int4Module().op(128, {firstId, result, firstId + 1, firstId + 1})),
              testing::HasSubstr("and nothing else"));
  EXPECT_THAT(
      refusal(int4Module().op(opMulAdd, {firstId + 4, result, firstId + 5, firstId + 6, someInts})),
      testing::HasSubstr("C and the result have no components of 4 bits"));
  EXPECT_THAT(refusal(int4Module().op(124, {byteType, result, firstId + 1})),
              testing::HasSubstr("that take whole bytes"));
}

TEST_F(PlainMatrices, IntegersOf4BitsLieInWholeBytes) {
  const auto refusal = [](const SpirvBuilder &builder) {
    llvm::Expected<std::string> words = checkSpirv(endKernel(builder).bytes());
    return words ? "" : llvm::toString(words.takeError());
  };
  EXPECT_THAT(refusal(int4Module().op(
                  6193, {firstId + 2, firstId + 7, halves, one, two, zero, eight, eight, stride})),
              testing::HasSubstr("by OpCooperativeMatrixLoadKHR"));
  const auto addOdd = [](SpirvBuilder m) {
    return m.op(21, {firstId, 4, 0}).op(opType, {firstId + 1, firstId, three, three, eight, zero});
  };
  const auto oddModule = [&] { return matrixModule({.capabilities = {5114}, .addTypes = addOdd}); };
  EXPECT_EQ(refusal(oddModule().op(4457, {firstId + 1, firstId + 2, halves, zero, stride})), "");
  EXPECT_THAT(refusal(oddModule().op(4457, {firstId + 1, firstId + 2, halves, one, stride})),
              testing::HasSubstr("3 components of 4 bits, of which two share a byte"));
  EXPECT_THAT(refusal(matrixModule({.addTypes = addOdd})),
              testing::HasSubstr("integers have 8, 16, 32 or 64 bits, found 4"));
}

TEST_F(PlainMatrices, MemoryOperandsOfOurOwnAreRefused) {
  llvm::Expected<std::string> words = checkSpirv(
      endKernel(matrixModule().op(4457, {matrixAType, firstId, halves, zero, stride, 0x40000000}))
          .bytes());
  ASSERT_FALSE(bool(words));
  EXPECT_THAT(llvm::toString(words.takeError()), testing::HasSubstr("the memory operands are"));
}

TEST_F(PlainMatrices, UntypedPointersPointToComponents) {
  SpirvBuilder m(100, 0x00010400);
  m.op(17, {6022}).op(17, {4473}).op(17, {6411});
  m.op(10, {}, "SPV_KHR_untyped_pointers").op(14, {2, 2}).op(15, {6, 20}, "k");
  m.op(19, {1}).op(21, {2, 32, 0}).op(22, {3, 32}).op(43, {2, 4, 3}).op(43, {2, 5, 8});
  m.op(43, {2, 6, 2}).op(43, {2, 7, 0}).op(4456, {8, 3, 4, 5, 5, 6}).op(4417, {9, 5});
  m.op(4417, {10, 7}).op(33, {11, 1, 9}).op(54, {1, 20, 0, 11}).op(55, {9, 21}).op(248, {22});
  m.op(4418, {10, 23, 7, 8}).op(opMatrixLoad, {8, 24, 21, 7, 5}).op(opStore, {23, 24});
  m.op(4419, {10, 25, 8, 23, 6}).op(opLoad, {3, 26, 25});
  m.op(opMatrixStore, {21, 24, 7, 5}).op(opPrefetch, {21, 5, 5, 0, 7, 5}).op(253).op(56);
  llvm::Expected<std::string> checked = checkSpirv(m.bytes());
  ASSERT_TRUE(bool(checked)) << llvm::toString(checked.takeError());
  take(withTypedPointers(spirvWords(*checked)));
  const auto pointee = [&](std::uint32_t value) { return definition(definition(value)[0])[2]; };
  EXPECT_EQ(pointee(all(opMatrixLoad)[0][2]), 3u);
  EXPECT_EQ(pointee(all(opMatrixStore)[0][0]), 3u);
  EXPECT_EQ(pointee(all(opChain)[0][2]), 8u);
  EXPECT_THAT(all(opPrefetch), IsEmpty()) << "nobody knows how large the pieces are";
}

} // namespace
