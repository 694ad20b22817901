// One kernel of a SPIR-V module.
#include "compiler/spirv/module/single_kernel.hpp"
#include "compiler/spirv/module/validate.hpp"
#include "tests/unit/compiler/spirv/spirv_builder.hpp"

#include "gtest/gtest.h"

namespace {

using heddle::compiler::checkSpirv;
using heddle::compiler::withSingleKernel;
using heddle::test::SpirvBuilder;

enum class Kernels { both, first };

/// Kernel "a" (4) calls 10, which calls 11; kernel "b" (5) calls 12, in which 22 is decorated.
SpirvBuilder twoKernels(Kernels kernels, std::string_view set = "OpenCL.std") {
  const bool both = kernels == Kernels::both;
  SpirvBuilder builder;
  builder.op(17, {4}).op(17, {6}).op(11, {1}, set).op(14, {2, 2}).op(15, {6, 4}, "a");
  if (both)
    builder.op(15, {6, 5}, "b").op(16, {5, 17, 8, 1, 1}).op(5, {12}, "helper").op(5, {22}, "sum");
  builder.op(5, {11}, "inner").op(5, {9}, "word");
  // A group of decorations of integers in both.
  if (both)
    builder.op(71, {22, 4469}).op(71, {30, 4469}).op(73, {30}).op(74, {30, 22, 21});
  else
    builder.op(71, {30, 4469}).op(73, {30}).op(74, {30, 21});
  builder.op(19, {2}).op(33, {3, 2}).op(21, {9, 32, 0}).op(43, {9, 8, 7});
  builder.op(54, {2, 4, 0, 3}).op(248, {40}).op(57, {2, 41, 10}).op(253).op(56);
  if (both)
    builder.op(54, {2, 5, 0, 3}).op(248, {42}).op(57, {2, 43, 12}).op(253).op(56);
  builder.op(54, {2, 10, 0, 3}).op(248, {44}).op(57, {2, 45, 11}).op(253).op(56);
  builder.op(54, {2, 11, 0, 3}).op(248, {46}).op(128, {9, 21, 8, 8}).op(253).op(56);
  if (both)
    builder.op(54, {2, 12, 0, 3}).op(248, {47}).op(128, {9, 22, 8, 8}).op(253).op(56);
  return builder;
}

TEST(SingleKernel, LeavesWhatTheKernelReaches) {
  llvm::Expected<std::string> checked = checkSpirv(twoKernels(Kernels::both).bytes());
  ASSERT_TRUE(bool(checked)) << llvm::toString(checked.takeError());
  const std::string single = withSingleKernel(*checked, "a");
  EXPECT_EQ(single, twoKernels(Kernels::first).bytes());
  llvm::Expected<std::string> again = checkSpirv(single);
  EXPECT_TRUE(bool(again)) << llvm::toString(again.takeError());
}

TEST(SingleKernel, LeavesAModuleWithoutTheKernelAsItIs) {
  const std::string bytes = twoKernels(Kernels::both).bytes();
  EXPECT_EQ(withSingleKernel(bytes, "c"), bytes);
}

/// Debug information names functions, which would be undefined.
TEST(SingleKernel, LeavesAModuleWithDebugInformationAsItIs) {
  const std::string bytes = twoKernels(Kernels::both, "OpenCL.DebugInfo.100").bytes();
  EXPECT_EQ(withSingleKernel(bytes, "a"), bytes);
}

} // namespace
