#include "compiler/ir/expose_extensions.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

bool isMachineWidth(unsigned bits) { return bits == 8 || bits == 16 || bits == 32; }

Value *extensionFor(Instruction &instruction) {
  if (!instruction.getType()->isIntegerTy())
    return nullptr;
  unsigned width = instruction.getType()->getIntegerBitWidth();
  Value *source = nullptr;
  const APInt *left = nullptr, *right = nullptr, *mask = nullptr;
  IRBuilder<> builder(&instruction);
  auto low = [&](unsigned bits) { return builder.CreateTrunc(source, builder.getIntNTy(bits)); };
  // The amounts may differ when an index was scaled: (x << 32) >> 30 is sext(x) << 2.
  if (match(&instruction, m_AShr(m_Shl(m_Value(source), m_APInt(left)), m_APInt(right))) &&
      left->uge(*right) && left->ult(width) && isMachineWidth(width - left->getZExtValue())) {
    Value *extended = builder.CreateSExt(low(width - left->getZExtValue()), instruction.getType());
    std::uint64_t scale = left->getZExtValue() - right->getZExtValue();
    return scale ? builder.CreateShl(extended, scale) : extended;
  }
  if (match(&instruction, m_And(m_Value(source), m_APInt(mask))) && mask->isMask() &&
      mask->countr_one() < width && isMachineWidth(mask->countr_one()))
    return builder.CreateZExt(low(mask->countr_one()), instruction.getType());
  return nullptr;
}

} // namespace

PreservedAnalyses ExposeExtensionsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (Value *extension = extensionFor(instruction)) {
      extension->takeName(&instruction);
      instruction.replaceAllUsesWith(extension);
      instruction.eraseFromParent();
      changed = true;
    }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
