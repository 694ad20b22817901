// What LLVM IR the translator makes of cooperative matrices.
#include "compiler/spirv/module/translate.hpp"
#include "compiler/spirv/module/validate.hpp"
#include "tests/unit/compiler/spirv/matrix_module.hpp"

#include "llvm/Support/raw_ostream.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace {

using namespace heddle::compiler;
using namespace heddle::test;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// The IR of the module, or the error.
std::string translated(const SpirvBuilder &builder, const SpecializedValues &specialized = {}) {
  llvm::Expected<std::string> words =
      checkSpirv(endKernel(builder).bytes(), ModuleUse::program, specialized);
  if (!words)
    return llvm::toString(words.takeError());
  llvm::LLVMContext context;
  llvm::Expected<std::unique_ptr<llvm::Module>> module = readSpirv(context, *words, specialized);
  if (!module)
    return llvm::toString(module.takeError());
  std::string text;
  llvm::raw_string_ostream(text) << **module;
  return text;
}

SpirvBuilder loadedAndStored() {
  return matrixModule()
      .op(4457, {sumType, firstId, floats, zero, stride})
      .op(4458, {floats, firstId, zero, stride});
}

TEST(TranslateMatrices, SpecializedSizesAreThoseOfTheTypes) {
  EXPECT_THAT(
      translated(loadedAndStored()),
      HasSubstr("call spir_func target(\"spirv.CooperativeMatrixKHR\", float, 3, 8, 16, 2)"));
  const std::string text = translated(loadedAndStored(), {{7, 24}});
  EXPECT_THAT(
      text, HasSubstr("call spir_func target(\"spirv.CooperativeMatrixKHR\", float, 3, 8, 24, 2)"));
  EXPECT_THAT(text, Not(HasSubstr("8, 16")));
}

TEST(TranslateMatrices, ConstantsAndComponentsAreValid) {
  const std::string text = translated(matrixModule()
                                          .op(62, {variable, splat})
                                          .op(81, {floatType, firstId, someSum, 1})
                                          .op(82, {sumType, firstId + 1, firstId, splat, 2})
                                          .op(4458, {floats, firstId + 1, zero, stride}));
  EXPECT_THAT(text, ContainsRegex("call .*__spirv_CompositeConstructf\\(float 1.0"));
  EXPECT_THAT(text, ContainsRegex("call .*__spirv_CompositeExtract.*i32 1\\)"));
  EXPECT_THAT(text, ContainsRegex("call .*__spirv_CompositeInsert.*i32 2\\)"));
}

TEST(TranslateMatrices, EveryInstructionIsACall) {
  std::uint32_t id = firstId;
  SpirvBuilder m = matrixModule();
  m.op(6193, {matrixAType, id++, halves, one, two, zero, eight, eight, stride});
  m.op(6194, {floats, one, two, someSum, zero, eight, eight, stride});
  m.op(6195, {matrixAType, id++, one, two, eight, eight, halfOne});
  m.op(6239, {matrixAType, id++, halves, one, two, zero, stride, 0});
  m.op(6240, {floats, one, two, someSum, zero, stride, 0});
  m.op(6449, {halves, one, two, eight, eight, 1, zero, stride});
  m.op(4459, {sumType, id++, someA, someB, someSum});
  m.op(4460, {intType, id++, sumType}).op(6440, {coordType, id++, someSum, one});
  m.op(6448, {sumType, id++, halves, someSum}).op(110, {intSumType, id++, someSum});
  m.op(6116, {shortSumType, id++, someSum}).op(6117, {sumType, id++, someShorts});
  m.op(6426, {sumType, id++, someSum}).op(124, {intSumType, id++, someInts});
  m.op(127, {sumType, id++, someSum}).op(143, {sumType, id++, someSum, floatOne});
  const std::string text = translated(m);
  for (const char *name :
       {"CooperativeMatrixLoadCheckedINTEL", "CooperativeMatrixStoreCheckedINTEL",
        "CooperativeMatrixConstructCheckedINTEL", "CooperativeMatrixLoadOffsetINTEL",
        "CooperativeMatrixStoreOffsetINTEL", "CooperativeMatrixPrefetchINTEL",
        "CooperativeMatrixMulAddKHR", "CooperativeMatrixLengthKHR",
        "JointMatrixGetElementCoordINTEL", "CooperativeMatrixApplyFunctionINTEL", "ConvertFToS",
        "ConvertFToBF16INTEL", "ConvertBF16ToFINTEL", "RoundFToTF32INTEL", "Bitcast", "FNegate",
        "FMul"})
    EXPECT_THAT(text, ContainsRegex(std::string("call .*__spirv_") + name));
}

TEST(TranslateMatrices, FloatsOf8BitsAreIntegersAndNamedConversions) {
  const auto add = [](SpirvBuilder m) {
    return m.op(22, {firstId, 8, 4215})
        .op(4456, {firstId + 1, firstId, three, eight, sixteen, two});
  };
  const std::string text = translated(matrixModule({.capabilities = {4213}, .addTypes = add})
                                          .op(115, {firstId + 1, firstId + 2, someSum})
                                          .op(115, {sumType, firstId + 3, firstId + 2})
                                          .op(4458, {floats, firstId + 3, zero, stride}));
  EXPECT_THAT(text, ContainsRegex("call .*i8, 3, 8, 16, 2\\) @_Z22__spirv_ConvertFToE5M2"));
  EXPECT_THAT(text, ContainsRegex("call .*float, 3, 8, 16, 2\\) @_Z22__spirv_ConvertE5M2ToF"));
}

} // namespace
