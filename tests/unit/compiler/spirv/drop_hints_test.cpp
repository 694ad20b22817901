// What nothing has to heed in SPIR-V modules and the translator does not know, or heeds.
#include "compiler/spirv/module/drop_hints.hpp"
#include "compiler/spirv/module/validate.hpp"
#include "tests/unit/compiler/spirv/spirv_builder.hpp"

#include "gtest/gtest.h"

namespace {

using heddle::compiler::checkSpirv;
using heddle::compiler::dropHints;
using heddle::test::SpirvBuilder;

/// Kernel "k" with a global pointer to integers (6), which `prefetches` asks for.
SpirvBuilder kernelWithPointer(bool prefetches) {
  SpirvBuilder builder;
  builder.op(17, {4}).op(17, {6});
  if (prefetches)
    builder.op(17, {6220}).op(10, {}, "SPV_INTEL_subgroup_buffer_prefetch");
  builder.op(11, {1}, "OpenCL.std").op(14, {2, 2}).op(15, {6, 4}, "k").op(19, {2});
  builder.op(21, {7, 32, 0}).op(43, {7, 8, 64}).op(32, {9, 5, 7}).op(33, {3, 2, 9});
  builder.op(54, {2, 4, 0, 3}).op(55, {9, 6}).op(248, {5});
  if (prefetches)
    builder.op(6221, {6, 8}).op(6221, {6, 8, 2, 4});
  builder.op(253).op(56);
  return builder;
}

TEST(DropHints, LeavesTheModuleWithoutPrefetches) {
  std::string with = kernelWithPointer(true).bytes();
  llvm::Expected<std::string> checked = checkSpirv(with);
  ASSERT_TRUE(bool(checked)) << llvm::toString(checked.takeError());
  EXPECT_EQ(dropHints(*checked), kernelWithPointer(false).bytes());
}

/// The translator aborts on two of them.
TEST(DropHints, LeavesTheModuleWithoutDefaultsOfFastMath) {
  const auto module = [](bool hasDefaults) {
    SpirvBuilder builder;
    builder.op(17, {4}).op(17, {6}).op(14, {2, 2}).op(15, {6, 4}, "k");
    if (hasDefaults)
      builder.op(331, {4, 6028, 7, 8}).op(331, {4, 6028, 9, 8});
    builder.op(16, {4, 35, 16}).op(19, {2}).op(22, {7, 32}).op(22, {9, 16}).op(21, {10, 32, 0});
    builder.op(46, {10, 8}).op(33, {3, 2}).op(54, {2, 4, 0, 3}).op(248, {5}).op(253).op(56);
    return builder.bytes();
  };
  llvm::Expected<std::string> checked = checkSpirv(module(true));
  ASSERT_TRUE(bool(checked)) << llvm::toString(checked.takeError());
  EXPECT_EQ(dropHints(*checked), module(false));
}

/// Bits of a function's control and of a decoration go, and the others of these words stay.
TEST(DropHints, LeavesTheModuleWithoutWhatSaysHowToCompileIt) {
  const auto module = [](bool hasHints) {
    SpirvBuilder builder;
    builder.op(17, {4}).op(17, {6});
    if (hasHints)
      builder.op(17, {6029}).op(17, {6094}).op(17, {6169}).op(17, {6460});
    if (hasHints)
      builder.op(10, {}, "SPV_KHR_float_controls2").op(10, {}, "SPV_EXT_optnone");
    builder.op(14, {2, 2}).op(15, {6, 4}, "k");
    if (hasHints)
      builder.op(16, {4, 6461, 128}).op(71, {8, 6170, 0x40000000});
    builder.op(71, {8, 40, hasHints ? 0x70007u : 0x30007u}).op(19, {2}).op(22, {6, 32});
    builder.op(43, {6, 7, 0}).op(33, {3, 2}).op(54, {2, 4, hasHints ? 0x10002u : 2u, 3});
    builder.op(248, {5}).op(129, {6, 8, 7, 7}).op(253).op(56);
    return builder.bytes();
  };
  llvm::Expected<std::string> checked = checkSpirv(module(true));
  ASSERT_TRUE(bool(checked)) << llvm::toString(checked.takeError());
  EXPECT_EQ(dropHints(*checked), module(false));
}

TEST(DropHints, LeavesOtherModulesAsTheyAre) {
  std::string without = kernelWithPointer(false).bytes();
  EXPECT_EQ(dropHints(without), without);
}

/// The translator ends the process at a set that it does not know.
TEST(DropHints, LeavesTheModuleWithoutInstructionsThatMeanNothing) {
  const auto module = [](bool hasThem) {
    SpirvBuilder builder;
    builder.op(17, {4}).op(17, {6}).op(10, {}, "SPV_KHR_non_semantic_info");
    builder.op(11, {1}, "OpenCL.std").op(11, {11}, "NonSemantic.Shader.DebugInfo.100");
    if (hasThem)
      builder.op(11, {12}, "NonSemantic.Notes.3");
    builder.op(14, {2, 2}).op(15, {6, 4}, "k").op(7, {13}, "text");
    if (hasThem)
      builder.op(5, {14}, "note");
    builder.op(19, {2}).op(33, {3, 2});
    if (hasThem)
      builder.op(12, {2, 14, 12, 5, 13});
    builder.op(54, {2, 4, 0, 3}).op(248, {5});
    if (hasThem)
      builder.op(12, {2, 15, 12, 6, 14});
    return builder.op(253).op(56).bytes();
  };
  llvm::Expected<std::string> checked = checkSpirv(module(true));
  ASSERT_TRUE(bool(checked)) << llvm::toString(checked.takeError());
  EXPECT_EQ(dropHints(*checked), module(false));
}

} // namespace
