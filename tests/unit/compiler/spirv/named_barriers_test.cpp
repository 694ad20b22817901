// Named barriers become integers and calls of functions before the translator sees them.
#include "compiler/spirv/module/named_barriers.hpp"
#include "compiler/spirv/module/spirv_words.hpp"
#include "tests/unit/compiler/spirv/spirv_builder.hpp"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace {

using namespace heddle::compiler;
using Operands = std::vector<std::uint32_t>;

std::vector<Operands> found(const std::string &module, SpirvOp op) {
  std::vector<Operands> result;
  const SpirvWords words = spirvWords(module);
  forEachInstruction(words, [&](const SpirvInstruction &instruction) {
    if (instruction.op == op)
      result.push_back(instruction.operands.vec());
    return true;
  });
  return result;
}

TEST(NamedBarriers, BecomeIntegersAndCalls) {
  // 2 void, 3 int, 4 the barrier's type, 5 a count, 6 the kernel's type, 7 the kernel.
  heddle::test::SpirvBuilder m = heddle::test::kernelModule();
  m.op(17, {59}).op(15, {6, 7}, "k").op(19, {2}).op(21, {3, 32, 0}).op(327, {4});
  m.op(43, {3, 5, 2}).op(33, {6, 2}).op(54, {2, 7, 0, 6}).op(248, {8});
  m.op(328, {4, 9, 5}).op(328, {4, 10, 5}).op(329, {9, 5, 5}).op(329, {10, 5, 5}).op(253).op(56);
  const std::string result = replaceNamedBarriers(m.bytes());

  for (SpirvOp op :
       {SpirvOp::TypeNamedBarrier, SpirvOp::NamedBarrierInitialize, SpirvOp::MemoryNamedBarrier})
    EXPECT_THAT(found(result, op), testing::IsEmpty());
  EXPECT_THAT(found(result, SpirvOp::TypeInt), testing::Contains(Operands{4, 64, 0}));
  // Both functions are imported, and called with what the instructions had.
  const std::vector<Operands> linkage = found(result, SpirvOp::Decorate);
  ASSERT_EQ(linkage.size(), 2u);
  EXPECT_EQ(spirvText(llvm::ArrayRef(linkage[0]).drop_front(2)),
            "_Z30__spirv_NamedBarrierInitializei");
  EXPECT_EQ(spirvText(llvm::ArrayRef(linkage[1]).drop_front(2)),
            "_Z26__spirv_MemoryNamedBarrierlii");
  const std::vector<Operands> calls = found(result, SpirvOp::FunctionCall);
  ASSERT_EQ(calls.size(), 4u);
  EXPECT_EQ(calls[0], (Operands{4, 9, linkage[0][0], 5}));
  EXPECT_EQ(calls[1], (Operands{4, 10, linkage[0][0], 5}));
  EXPECT_EQ(Operands(calls[3].begin() + 2, calls[3].end()), (Operands{linkage[1][0], 10, 5, 5}));
  EXPECT_EQ(found(result, SpirvOp::Function).size(), 3u);
}

TEST(NamedBarriers, ModulesWithoutThemAreNotTouched) {
  const std::string module = heddle::test::emptyKernel().bytes();
  EXPECT_EQ(replaceNamedBarriers(module), module);
}

} // namespace
