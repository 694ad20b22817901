// Prefetches of SPIR-V modules, which the translator does not know.
#include "compiler/spirv/drop_hints.hpp"
#include "compiler/spirv/validate.hpp"
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

/// Loads and stores of a cooperative matrix with these memory operands, and prefetches, which may
/// have offsets.
std::string kernelWithMatrix(const std::vector<std::uint32_t> &memoryOperands, bool hasOffsets) {
  SpirvBuilder builder;
  builder.op(17, {4}).op(17, {6}).op(17, {6022}).op(17, {6411});
  builder.op(10, {}, "SPV_KHR_cooperative_matrix").op(10, {}, "SPV_INTEL_joint_matrix");
  builder.op(14, {2, 2}).op(15, {6, 4}, "k").op(19, {2}).op(21, {7, 32, 0});
  builder.op(43, {7, 8, 3}).op(43, {7, 9, 8}).op(43, {7, 10, 0});
  builder.op(4456, {11, 7, 8, 9, 9, 10}).op(32, {12, 5, 7}).op(33, {3, 2, 12});
  builder.op(54, {2, 4, 0, 3}).op(55, {12, 6}).op(248, {5});
  const auto addAccess = [&](std::uint32_t opcode, std::vector<std::uint32_t> operands) {
    operands.insert(operands.end(), memoryOperands.begin(), memoryOperands.end());
    builder.words.push_back(std::uint32_t(operands.size() + 1) << 16 | opcode);
    builder.words.insert(builder.words.end(), operands.begin(), operands.end());
  };
  addAccess(4457, {11, 13, 6, 10, 9});
  addAccess(4458, {6, 13, 10, 9});
  builder.op(6449, {6, 9, 9, 1, 10, 9}).op(6449, {6, 9, 9, 1, 10});
  if (hasOffsets)
    builder.op(6449, {6, 10, 10, 9, 9, 1, 10, 9}).op(6449, {6, 10, 10, 9, 9, 1, 10});
  builder.op(253).op(56);
  return builder.bytes();
}

/// The translator takes the literal for an id.
TEST(DropHints, LeavesMatricesWithoutAlignment) {
  EXPECT_EQ(dropHints(kernelWithMatrix({2, 16}, false)), kernelWithMatrix({0}, false));
  EXPECT_EQ(dropHints(kernelWithMatrix({3, 16}, false)), kernelWithMatrix({1}, false));
  EXPECT_EQ(dropHints(kernelWithMatrix({1}, false)), kernelWithMatrix({1}, false));
  EXPECT_EQ(dropHints(kernelWithMatrix({}, false)), kernelWithMatrix({}, false));
}

TEST(DropHints, LeavesMatricesWithoutPrefetchesAtOffsets) {
  EXPECT_EQ(dropHints(kernelWithMatrix({}, true)), kernelWithMatrix({}, false));
}

TEST(DropHints, LeavesOtherModulesAsTheyAre) {
  std::string without = kernelWithPointer(false).bytes();
  EXPECT_EQ(dropHints(without), without);
}

} // namespace
