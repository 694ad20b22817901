// What LLVM IR the translator makes of modules whose kernels call one another.
#include "compiler/spirv/module/translate.hpp"
#include "compiler/spirv/module/validate.hpp"
#include "tests/unit/compiler/spirv/spirv_builder.hpp"

#include "llvm/IR/Instructions.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace {

using namespace heddle::compiler;

TEST(TranslateCalls, CalledKernelsGetAFunctionForTheCalls) {
  // 2 void, 3 the kernels' type, 4 and 5 the kernels "called" and "caller".
  heddle::test::SpirvBuilder m = heddle::test::kernelModule();
  m.op(15, {6, 4}, "called").op(15, {6, 5}, "caller").op(19, {2}).op(33, {3, 2});
  m.op(54, {2, 4, 0, 3}).op(248, {6}).op(253).op(56);
  m.op(54, {2, 5, 0, 3}).op(248, {7}).op(57, {2, 8, 4}).op(253).op(56);
  llvm::Expected<std::string> words = checkSpirv(m.bytes(), ModuleUse::program, {});
  ASSERT_TRUE(static_cast<bool>(words)) << llvm::toString(words.takeError());
  llvm::LLVMContext context;
  llvm::Expected<std::unique_ptr<llvm::Module>> module = readSpirv(context, *words, {});
  ASSERT_TRUE(static_cast<bool>(module)) << llvm::toString(module.takeError());

  for (const char *name : {"called", "caller"})
    EXPECT_EQ((*module)->getFunction(name)->getCallingConv(), llvm::CallingConv::SPIR_KERNEL);
  const auto *call =
      llvm::dyn_cast<llvm::CallInst>(&(*module)->getFunction("caller")->getEntryBlock().front());
  ASSERT_NE(call, nullptr);
  EXPECT_EQ(call->getCallingConv(), llvm::CallingConv::SPIR_FUNC);
  EXPECT_EQ(call->getCalledFunction()->getCallingConv(), llvm::CallingConv::SPIR_FUNC);
  EXPECT_TRUE(call->getCalledFunction()->hasLocalLinkage());
}

} // namespace
