// What modules with untyped pointers become, and which are refused.
#include "compiler/spirv/module/untyped_pointers.hpp"
#include "compiler/spirv/module/validate.hpp"
#include "tests/unit/compiler/spirv/spirv_builder.hpp"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <random>

namespace {

using namespace heddle::compiler;
using heddle::test::SpirvBuilder;
using testing::HasSubstr;

// Ids of a module with a kernel of one pointer.
enum Id : std::uint32_t {
  none,
  openclSet,
  voidType,
  intType,
  byteType,
  floatType,
  vectorType,
  structType,
  pointer,
  privatePointer,
  genericPointer,
  typedPointer,
  eventType,
  longType,
  arrayType,
  kernelType,
  one,
  two,
  nine,
  floatOne,
  kernel,
  argument,
  block,
  firstFree,
};

constexpr std::uint32_t opLoad = 61, opStore = 62, opChain = 4423, opBitcast = 124,
                        opVariable = 4418, opAtomicAdd = 234, opExtInst = 12;

struct Options {
  bool capability = true, extension = true, byValue = false;
};

/// Up to the first block of its kernel.
SpirvBuilder untypedModule(const Options &options = {}) {
  SpirvBuilder m(100, 0x00010400);
  m.op(17, {4}).op(17, {6}).op(17, {11}).op(17, {38});
  if (options.capability)
    m.op(17, {4473});
  if (options.extension)
    m.op(10, {}, "SPV_KHR_untyped_pointers");
  m.op(11, {openclSet}, "OpenCL.std").op(14, {2, 2}).op(15, {6, kernel}, "k");
  if (options.byValue)
    m.op(71, {argument, 38, 2});
  m.op(19, {voidType}).op(21, {intType, 32, 0}).op(22, {floatType, 32});
  m.op(23, {vectorType, floatType, 4}).op(30, {structType, intType, vectorType});
  m.op(4417, {pointer, 5}).op(4417, {privatePointer, 7}).op(4417, {genericPointer, 8});
  m.op(21, {byteType, 8, 0}).op(32, {typedPointer, 5, intType}).op(34, {eventType});
  m.op(21, {longType, 64, 0});
  m.op(43, {intType, one, 1}).op(43, {intType, two, 2}).op(43, {intType, nine, 9});
  m.op(43, {floatType, floatOne, 0x3f800000});
  m.op(28, {arrayType, vectorType, two});
  m.op(33, {kernelType, voidType, pointer});
  return m.op(54, {voidType, kernel, 0, kernelType}).op(55, {pointer, argument}).op(248, {block});
}

SpirvBuilder end(SpirvBuilder m) { return m.op(253).op(56); }

std::string refusal(const SpirvBuilder &builder) {
  llvm::Expected<std::string> words = checkSpirv(builder.bytes());
  return words ? "" : llvm::toString(words.takeError());
}
/// Of a module whose kernel has this instruction.
std::string refusal(std::uint32_t opcode, std::initializer_list<std::uint32_t> operands) {
  return refusal(end(untypedModule().op(opcode, operands)));
}

/// The instructions of a kind in the module with typed pointers.
std::vector<std::vector<std::uint32_t>> typed(const SpirvBuilder &builder, std::uint32_t opcode) {
  std::vector<std::vector<std::uint32_t>> result;
  llvm::Expected<SpirvWords> words = withTypedPointers(builder.words);
  EXPECT_TRUE(bool(words)) << llvm::toString(words.takeError());
  if (words)
    forEachInstruction(*words, [&](const SpirvInstruction &instruction) {
      if (static_cast<std::uint32_t>(instruction.op) == opcode)
        result.push_back(instruction.operands.vec());
      return true;
    });
  return result;
}

TEST(UntypedPointers, BecomePointersToBytes) {
  const SpirvBuilder m = end(untypedModule());
  EXPECT_EQ(refusal(m), "");
  EXPECT_THAT(typed(m, 4417), testing::IsEmpty());
  // The module's bytes come in front of the pointers, once.
  const auto integers = typed(m, 21);
  EXPECT_EQ(integers.size(), 3u);
  EXPECT_EQ(integers[1], (std::vector<std::uint32_t>{byteType, 8, 0}));
  const auto pointers = typed(m, 32);
  ASSERT_EQ(pointers.size(), 4u);
  EXPECT_EQ(pointers[0], (std::vector<std::uint32_t>{pointer, 5, byteType}));
  // Int8 is declared.
  EXPECT_THAT(typed(m, 17), testing::Contains(std::vector<std::uint32_t>{39}));
  EXPECT_THAT(typed(m, 17), testing::Not(testing::Contains(std::vector<std::uint32_t>{4473})));
  EXPECT_THAT(typed(m, 10), testing::IsEmpty());
}

TEST(UntypedPointers, ModulesWithoutThemAreNotTouched) {
  EXPECT_FALSE(usesUntypedPointers(heddle::test::emptyKernel().words));
  EXPECT_TRUE(usesUntypedPointers(end(untypedModule()).words));
}

TEST(UntypedPointers, LoadsGoThroughACast) {
  const SpirvBuilder m = end(untypedModule().op(opLoad, {intType, firstFree, argument, 2, 4}));
  EXPECT_EQ(refusal(m), "");
  const auto casts = typed(m, opBitcast);
  ASSERT_EQ(casts.size(), 1u);
  // The pointer type that the module has.
  EXPECT_EQ(casts[0][0], std::uint32_t(typedPointer));
  EXPECT_EQ(casts[0][2], std::uint32_t(argument));
  EXPECT_EQ(typed(m, opLoad)[0],
            (std::vector<std::uint32_t>{intType, firstFree, casts[0][1], 2, 4}));
}

TEST(UntypedPointers, AccessChainsBeginAtTheirBaseType) {
  const SpirvBuilder m =
      end(untypedModule().op(opChain, {pointer, firstFree, structType, argument, two, one, two}));
  EXPECT_EQ(refusal(m), "");
  const auto casts = typed(m, opBitcast), chains = typed(m, 67);
  ASSERT_EQ(casts.size(), 1u);
  ASSERT_EQ(chains.size(), 1u);
  EXPECT_EQ(chains[0],
            (std::vector<std::uint32_t>{pointer, firstFree, casts[0][1], two, one, two}));
  EXPECT_THAT(typed(m, 32),
              testing::Contains(std::vector<std::uint32_t>{casts[0][0], 5, structType}));
}

TEST(UntypedPointers, VariablesKeepTheirTypesAndDecorations) {
  SpirvBuilder m(100, 0x00010400);
  m.op(17, {4}).op(17, {6}).op(17, {4473}).op(10, {}, "SPV_KHR_untyped_pointers");
  m.op(14, {2, 2}).op(15, {6, 10}, "k", {5}).op(71, {5, 44, 16});
  m.op(19, {2}).op(21, {3, 32, 0}).op(4417, {4, 4}).op(opVariable, {4, 5, 4, 3});
  m.op(33, {6, 2}).op(54, {2, 10, 0, 6}).op(248, {11}).op(opLoad, {3, 12, 5}).op(253).op(56);
  EXPECT_EQ(refusal(m), "");
  const auto variables = typed(m, 59);
  ASSERT_EQ(variables.size(), 1u);
  const std::uint32_t variable = variables[0][1];
  EXPECT_EQ(typed(m, 71)[0][0], variable);
  EXPECT_EQ(typed(m, 15)[0].back(), variable);
  // The pointer is a cast of it, and a load needs none.
  EXPECT_EQ(typed(m, 52)[0], (std::vector<std::uint32_t>{4, 5, 124, variable}));
  EXPECT_EQ(typed(m, opLoad)[0], (std::vector<std::uint32_t>{3, 12, variable}));
}

TEST(UntypedPointers, AreDeclared) {
  EXPECT_THAT(refusal(end(untypedModule({false, true}))),
              HasSubstr("does not declare capability UntypedPointersKHR"));
  EXPECT_THAT(refusal(end(untypedModule({true, false}))),
              HasSubstr("does not declare extension SPV_KHR_untyped_pointers"));
}

TEST(UntypedPointers, TypesHaveTheStorageClassesOfKernels) {
  SpirvBuilder m(100);
  m.op(17, {4473}).op(10, {}, "SPV_KHR_untyped_pointers").op(14, {2, 2}).op(4417, {2, 12});
  m.op(19, {3}).op(33, {4, 3}).op(54, {3, 5, 0, 4}).op(248, {6}).op(253).op(56);
  m.op(71, {5, 41, 'f', 0});
  EXPECT_THAT(refusal(m), HasSubstr("OpTypeUntypedPointerKHR: the storage class is 12"));
}

TEST(UntypedPointers, VariablesHaveATypeAndAPlace) {
  EXPECT_THAT(refusal(opVariable, {privatePointer, firstFree, 7}), HasSubstr("no data type"));
  EXPECT_THAT(refusal(opVariable, {privatePointer, firstFree, 7, voidType}), HasSubstr("no size"));
  EXPECT_THAT(refusal(opVariable, {pointer, firstFree, 7, intType}),
              HasSubstr("the storage class is 7, and that of its type 5"));
  EXPECT_THAT(refusal(opVariable, {pointer, firstFree, 5, intType}),
              HasSubstr("it stands in a function"));
  EXPECT_THAT(refusal(opVariable, {typedPointer, firstFree, 5, intType}),
              HasSubstr("no untyped pointer"));
  EXPECT_THAT(refusal(opVariable, {privatePointer, firstFree, 7, intType, floatOne}),
              HasSubstr("another type"));
  EXPECT_THAT(refusal(opVariable, {privatePointer, firstFree, 7, intType, argument}),
              HasSubstr("no constant and no variable"));
  EXPECT_THAT(refusal(59, {privatePointer, firstFree, 7}), HasSubstr("OpUntypedVariableKHR"));
}

TEST(UntypedPointers, AccessChainsStayInsideTheirTypes) {
  EXPECT_THAT(refusal(opChain, {pointer, firstFree, structType, argument, one, nine}),
              HasSubstr("a structure of 2 members has no member 9"));
  EXPECT_THAT(refusal(opChain, {pointer, firstFree, intType, argument, one, one}),
              HasSubstr("which has no parts"));
  EXPECT_THAT(refusal(opChain, {pointer, firstFree, intType, argument, floatOne}),
              HasSubstr("is no integer"));
  EXPECT_THAT(refusal(opChain, {pointer, firstFree, voidType, argument, one}),
              HasSubstr("has no size"));
  EXPECT_THAT(refusal(opChain, {pointer, firstFree, intType, one, one}),
              HasSubstr("is no pointer"));
  EXPECT_THAT(refusal(opChain, {privatePointer, firstFree, intType, argument, one}),
              HasSubstr("storage class of the base is 5, and that of the result 7"));
  EXPECT_THAT(refusal(opChain, {typedPointer, firstFree, intType, argument, one}),
              HasSubstr("no untyped pointer"));
  EXPECT_THAT(refusal(67, {typedPointer, firstFree, argument, one}),
              HasSubstr("base of a typed access chain"));
  // The member's number is known when the kernel is built.
  const SpirvBuilder m =
      end(untypedModule()
              .op(128, {intType, firstFree, one, one})
              .op(opChain, {pointer, firstFree + 1, structType, argument, one, firstFree}));
  EXPECT_THAT(refusal(m), HasSubstr("is no constant"));
}

TEST(UntypedPointers, ValuesInMemoryHaveASize) {
  EXPECT_THAT(refusal(opLoad, {voidType, firstFree, argument}), HasSubstr("has no size"));
  EXPECT_THAT(refusal(opStore, {argument, block}), HasSubstr("has no size"));
  EXPECT_THAT(refusal(opStore, {one, one}), HasSubstr("is no pointer"));
  EXPECT_THAT(refusal(opAtomicAdd, {vectorType, firstFree, argument, one, one, one}),
              HasSubstr("its value is no number"));
}

TEST(UntypedPointers, CopiesHaveASize) {
  EXPECT_THAT(refusal(63, {argument, argument}), HasSubstr("must be typed"));
  EXPECT_THAT(refusal(64, {argument, argument, floatOne}), HasSubstr("a number of bytes"));
  EXPECT_THAT(refusal(64, {argument, one, one}), HasSubstr("between two pointers"));
}

TEST(UntypedPointers, CastsKeepOrChangeTheStorageClass) {
  EXPECT_THAT(refusal(opBitcast, {privatePointer, firstFree, argument}),
              HasSubstr("changes the storage class from 5 to 7"));
  EXPECT_THAT(refusal(121, {pointer, firstFree, argument}),
              HasSubstr("casts from storage class 5 to 5"));
  EXPECT_EQ(refusal(121, {genericPointer, firstFree, argument}), "");
  EXPECT_THAT(refusal(401, {intType, firstFree, argument, one}), HasSubstr("two pointers"));
}

TEST(UntypedPointers, ElementsOfUnknownSize) {
  EXPECT_THAT(refusal(321, {intType, firstFree, argument}), HasSubstr("needs a typed pointer"));
  EXPECT_THAT(refusal(259, {eventType, firstFree, two, argument, argument, one, one, one}),
              HasSubstr("needs a typed pointer"));
  // prefetch of OpenCL.std; the extension has an instruction instead of it.
  EXPECT_THAT(refusal(opExtInst, {voidType, firstFree, openclSet, 185, argument, one}),
              HasSubstr("needs a typed pointer"));
  EXPECT_EQ(refusal(4426, {argument, one}), "");
  EXPECT_THAT(refusal(4426, {argument, floatOne}), HasSubstr("no integer"));
  EXPECT_THAT(refusal(4425, {intType, firstFree, structType, argument, 1}),
              HasSubstr("no run-time arrays"));
  EXPECT_THAT(refusal(end(untypedModule({true, true, true}))), HasSubstr("passed by value"));
}

/// Whatever was changed, the answer is yes or no.
TEST(UntypedPointers, DamagedModulesEndInAnError) {
  const SpirvBuilder whole = end(
      untypedModule()
          .op(opVariable, {privatePointer, firstFree, 7, arrayType})
          .op(opChain, {pointer, firstFree + 1, structType, argument, two, one, two})
          .op(opLoad, {floatType, firstFree + 2, firstFree + 1})
          .op(opChain, {privatePointer, firstFree + 3, vectorType, firstFree, one})
          .op(opStore, {firstFree + 3, firstFree + 2})
          .op(opExtInst, {floatType, firstFree + 4, openclSet, 30, firstFree + 2, firstFree + 3})
          .op(opAtomicAdd, {intType, firstFree + 5, argument, one, one, one})
          .op(opBitcast, {typedPointer, firstFree + 8, argument})
          .op(63, {firstFree + 8, argument})
          .op(121, {genericPointer, firstFree + 6, argument})
          .op(401, {intType, firstFree + 7, argument, argument})
          .op(64, {argument, firstFree + 6, one})
          .op(256, {firstFree, 0}));
  ASSERT_EQ(refusal(whole), "");
  std::mt19937 random(3);
  unsigned accepted = 0;
  for (unsigned round = 0; round < 40000; ++round) {
    SpirvBuilder damaged = whole;
    for (unsigned i = 0, changes = 1 + random() % 3; i < changes; ++i) {
      std::uint32_t &word = damaged.words[5 + random() % (damaged.words.size() - 5)];
      // Another id, another bit, another opcode or length.
      const unsigned how = random() % 3;
      word = how == 0 ? random() % 40 : how == 1 ? word ^ 1u << random() % 32 : word + random() % 5;
    }
    llvm::Expected<std::string> words = checkSpirv(damaged.bytes());
    if (words)
      ++accepted;
    else
      EXPECT_NE(llvm::toString(words.takeError()), "");
  }
  EXPECT_GT(accepted, 0u);
}

} // namespace
