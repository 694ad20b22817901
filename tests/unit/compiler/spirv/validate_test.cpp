// What the compiler says about SPIR-V modules from outside before it reads them.
#include "compiler/spirv/module/validate.hpp"
#include "tests/unit/compiler/spirv/spirv_builder.hpp"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace {

using heddle::compiler::checkSpirv;
using heddle::test::emptyKernel;
using heddle::test::kernelModule;
using heddle::test::SpirvBuilder;
using testing::HasSubstr;

/// The reason of a refusal, empty when the module is accepted.
std::string refusal(const std::string &bytes) {
  llvm::Expected<std::string> words = checkSpirv(bytes);
  return words ? "" : llvm::toString(words.takeError());
}
std::string refusal(const SpirvBuilder &builder) { return refusal(builder.bytes()); }

TEST(CheckSpirv, AcceptsAnEmptyKernelOfEveryVersion) {
  for (std::uint32_t minor = 0; minor <= 6; ++minor)
    EXPECT_EQ(refusal(emptyKernel(0x00010000 | minor << 8)), "");
}

TEST(CheckSpirv, ReturnsTheOtherByteOrderInThisMachinesOrder) {
  std::string bytes = emptyKernel().bytes();
  std::string swapped = bytes;
  for (size_t i = 0; i < swapped.size(); i += 4)
    std::swap(swapped[i], swapped[i + 3]), std::swap(swapped[i + 1], swapped[i + 2]);
  llvm::Expected<std::string> words = checkSpirv(swapped);
  ASSERT_TRUE(bool(words)) << llvm::toString(words.takeError());
  EXPECT_EQ(*words, bytes);
}

TEST(CheckSpirv, RefusesWhatIsNoModule) {
  EXPECT_THAT(refusal(std::string()), HasSubstr("0 bytes"));
  EXPECT_THAT(refusal(std::string(19, '\3')), HasSubstr("19 bytes"));
  EXPECT_THAT(refusal(std::string("kernel void k(){}   ")), HasSubstr("magic"));
}

TEST(CheckSpirv, RefusesEveryTruncation) {
  std::string bytes = emptyKernel().bytes();
  for (size_t length = 0; length < bytes.size(); ++length)
    EXPECT_NE(refusal(bytes.substr(0, length)), "") << length;
}

TEST(CheckSpirv, RefusesVersionsThatDoNotExistYet) {
  EXPECT_THAT(refusal(emptyKernel(0x00010700)), HasSubstr("version 1.7"));
  EXPECT_THAT(refusal(emptyKernel(0x00020000)), HasSubstr("version 2.0"));
}

TEST(CheckSpirv, RefusesBadBounds) {
  SpirvBuilder none = emptyKernel();
  none.words[3] = 0;
  EXPECT_THAT(refusal(none), HasSubstr("bound of ids is 0"));
  SpirvBuilder huge = emptyKernel();
  huge.words[3] = 0xffffffff;
  EXPECT_THAT(refusal(huge), HasSubstr("bound of ids is 4294967295"));
  SpirvBuilder low = emptyKernel();
  low.words[3] = 5;
  EXPECT_THAT(refusal(low), HasSubstr("id 5 is not below the bound of 5"));
}

TEST(CheckSpirv, NamesCapabilitiesThatAreMissing) {
  SpirvBuilder mipmaps;
  mipmaps.op(17, {15});
  EXPECT_THAT(refusal(mipmaps), HasSubstr("capability ImageMipmap is not supported"));
  // SubgroupImageMediaBlockIOINTEL.
  SpirvBuilder blocks;
  blocks.op(17, {5579});
  EXPECT_THAT(refusal(blocks),
              HasSubstr("capability SubgroupImageMediaBlockIOINTEL is not supported"));
  SpirvBuilder unknown;
  unknown.op(17, {9999});
  EXPECT_THAT(refusal(unknown), HasSubstr("capability 9999 is not supported"));
}

TEST(CheckSpirv, NamesWhatNoImageCanBe) {
  // Sampled type, dimensionality, depth, arrayed, multisampled, sampled, format, access.
  const auto imageOf = [](std::initializer_list<std::uint32_t> numbers) {
    std::vector<std::uint32_t> operands = {9, 2};
    operands.insert(operands.end(), numbers);
    SpirvBuilder builder = kernelModule();
    builder.op(15, {6, 4}, "k").op(19, {2}).op(33, {3, 2});
    builder.words.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16 | 25);
    builder.words.insert(builder.words.end(), operands.begin(), operands.end());
    builder.op(54, {2, 4, 0, 3}).op(248, {5}).op(253).op(56);
    return builder;
  };
  EXPECT_EQ(refusal(imageOf({1, 0, 0, 0, 0, 0, 0})), "");
  EXPECT_EQ(refusal(imageOf({1, 1, 1, 0, 0, 0, 2})), "");
  EXPECT_EQ(refusal(imageOf({5, 0, 0, 0, 0, 0, 1})), "");
  EXPECT_THAT(refusal(imageOf({3, 0, 0, 0, 0, 0, 0})), HasSubstr("the number of Dim is 3"));
  EXPECT_THAT(refusal(imageOf({2, 0, 1, 0, 0, 0, 0})),
              HasSubstr("the number of Arrayed is 1, expected 0"));
  EXPECT_THAT(refusal(imageOf({1, 0, 0, 1, 0, 0, 0})), HasSubstr("the number of MS is 1"));
  EXPECT_THAT(refusal(imageOf({1, 0, 0, 0, 0, 0, 7})), HasSubstr("the access qualifier is 7"));
  EXPECT_THAT(refusal(imageOf({1, 0, 0, 0, 0, 0})), HasSubstr("it has no access qualifier"));
}

TEST(CheckSpirv, VectorsOfAnyLengthNeedTheirCapability) {
  const auto moduleWith = [](std::uint32_t components, bool hasCapability) {
    SpirvBuilder builder;
    builder.op(17, {4}).op(17, {6});
    if (hasCapability)
      builder.op(17, {5619});
    builder.op(14, {2, 2}).op(15, {6, 4}, "k").op(19, {2}).op(22, {6, 32});
    builder.op(23, {7, 6, components}).op(33, {3, 2});
    builder.op(54, {2, 4, 0, 3}).op(248, {5}).op(253).op(56);
    return builder;
  };
  for (std::uint32_t components : {1u, 5u, 64u}) {
    EXPECT_EQ(refusal(moduleWith(components, true)), "");
    EXPECT_THAT(refusal(moduleWith(components, false)),
                HasSubstr("others need capability VectorAnyINTEL"));
  }
  EXPECT_THAT(refusal(moduleWith(0, true)), HasSubstr("1 to 128 components, found 0"));
  EXPECT_THAT(refusal(moduleWith(129, true)), HasSubstr("1 to 128 components, found 129"));
}

TEST(CheckSpirv, NamesExtensionsThatAreMissing) {
  SpirvBuilder builder;
  builder.op(17, {6}).op(10, {}, "SPV_INTEL_inline_assembly");
  EXPECT_THAT(refusal(builder),
              HasSubstr("extension 'SPV_INTEL_inline_assembly' is not supported"));
}

TEST(CheckSpirv, NamesInstructionSetsThatAreMissing) {
  SpirvBuilder builder;
  builder.op(17, {6}).op(11, {1}, "GLSL.std.450");
  EXPECT_THAT(refusal(builder), HasSubstr("'GLSL.std.450'"));
}

TEST(CheckSpirv, WantsTheMemoryModelOfOpenCLWith64BitAddresses) {
  SpirvBuilder narrow;
  narrow.op(17, {6}).op(14, {1, 2});
  EXPECT_THAT(refusal(narrow), HasSubstr("expected Physical64"));
  SpirvBuilder shader;
  shader.op(17, {6}).op(14, {2, 1});
  EXPECT_THAT(refusal(shader), HasSubstr("expected OpenCL"));
  SpirvBuilder none;
  none.op(17, {6});
  EXPECT_THAT(refusal(none), HasSubstr("no OpMemoryModel"));
}

TEST(CheckSpirv, RefusesUnknownInstructions) {
  EXPECT_THAT(refusal(kernelModule().op(4321)), HasSubstr("opcode 4321"));
}

TEST(CheckSpirv, RefusesWrongOperandCounts) {
  EXPECT_THAT(refusal(kernelModule().op(21, {2, 32})), HasSubstr("OpTypeInt"));
  EXPECT_THAT(refusal(kernelModule().op(21, {2, 32, 0, 0})), HasSubstr("expected 3"));
}

TEST(CheckSpirv, RefusesStringsWithoutAnEnd) {
  EXPECT_THAT(refusal(SpirvBuilder().op(17, {6}).op(10, {0x61616161})), HasSubstr("no end"));
}

TEST(CheckSpirv, RefusesIdsThatAreUndefinedOrDefinedTwice) {
  EXPECT_THAT(refusal(kernelModule().op(32, {2, 5, 50})), HasSubstr("used and never defined"));
  EXPECT_THAT(refusal(kernelModule().op(19, {2}).op(20, {2})), HasSubstr("second time"));
}

TEST(CheckSpirv, RefusesResultTypesThatAreNone) {
  SpirvBuilder builder = kernelModule();
  builder.op(21, {2, 32, 0}).op(43, {2, 3, 7}).op(43, {3, 4, 7});
  EXPECT_THAT(refusal(builder), HasSubstr("is not a type"));
}

TEST(CheckSpirv, RefusesConstantsOfAnotherLengthThanTheirType) {
  SpirvBuilder builder = kernelModule();
  builder.op(21, {2, 64, 0}).op(43, {2, 3, 7});
  EXPECT_THAT(refusal(builder), HasSubstr("64 bits has 1 words, expected 2"));
}

TEST(CheckSpirv, RefusesOddNumberTypes) {
  EXPECT_THAT(refusal(kernelModule().op(21, {2, 24, 0})), HasSubstr("found 24"));
  EXPECT_THAT(refusal(kernelModule().op(22, {2, 80})), HasSubstr("found 80"));
}

TEST(CheckSpirv, FloatsOf8BitsNeedTheirCapability) {
  const auto moduleWith = [](bool hasCapability, bool hasEncoding) {
    SpirvBuilder builder;
    builder.op(17, {4}).op(17, {6});
    if (hasCapability)
      builder.op(17, {4212});
    builder.op(14, {2, 2}).op(15, {6, 4}, "k").op(19, {2});
    if (hasEncoding)
      builder.op(22, {6, 8, 4214});
    else
      builder.op(22, {6, 8});
    return builder.op(33, {3, 2}).op(54, {2, 4, 0, 3}).op(248, {5}).op(253).op(56);
  };
  EXPECT_EQ(refusal(moduleWith(true, true)), "");
  EXPECT_THAT(refusal(moduleWith(false, true)), HasSubstr("16, 32 or 64 bits, found 8"));
  EXPECT_THAT(refusal(moduleWith(true, false)), HasSubstr("16, 32 or 64 bits, found 8"));
}

TEST(CheckSpirv, IdsBehindANumberAreDefined) {
  EXPECT_THAT(refusal(kernelModule().op(21, {2, 32, 0}).op(52, {2, 3, 128, 90, 91})),
              HasSubstr("id 90 is used and never defined"));
  EXPECT_THAT(refusal(kernelModule().op(21, {2, 32, 0}).op(52, {2, 3, 126, ~0u})),
              HasSubstr("id 4294967295 is not below the bound"));
  EXPECT_THAT(refusal(emptyKernel()
                          .op(22, {6, 32})
                          .op(54, {2, 7, 0, 3})
                          .op(248, {8})
                          .op(12, {6, 9, 1, 14, ~0u})),
              HasSubstr("id 4294967295 is not below the bound"));
}

TEST(CheckSpirv, RefusesUnbalancedFunctionsAndBlocks) {
  SpirvBuilder start = kernelModule();
  start.op(15, {6, 4}, "k").op(19, {2}).op(33, {3, 2});
  EXPECT_THAT(refusal(SpirvBuilder(start).op(54, {2, 4, 0, 3})), HasSubstr("ends inside"));
  EXPECT_THAT(refusal(SpirvBuilder(start).op(56)), HasSubstr("no function to end"));
  EXPECT_THAT(refusal(SpirvBuilder(start).op(54, {2, 4, 0, 3}).op(253)), HasSubstr("no block"));
  EXPECT_THAT(refusal(SpirvBuilder(start).op(54, {2, 4, 0, 3}).op(248, {5}).op(56)),
              HasSubstr("last block has no end"));
  EXPECT_THAT(refusal(SpirvBuilder(start).op(54, {2, 4, 0, 3}).op(54, {2, 6, 0, 3})),
              HasSubstr("inside another function"));
}

TEST(CheckSpirv, EntryPointsAreKernelsOfTheModule) {
  SpirvBuilder vertex = kernelModule();
  vertex.op(15, {0, 4}, "k");
  EXPECT_THAT(refusal(vertex), HasSubstr("expected Kernel"));
  SpirvBuilder noFunction = kernelModule();
  noFunction.op(15, {6, 2}, "k").op(19, {2});
  EXPECT_THAT(refusal(noFunction), HasSubstr("kernel 'k' is not a function"));
  EXPECT_THAT(refusal(kernelModule().op(19, {2})), HasSubstr("no kernel"));
}

} // namespace
