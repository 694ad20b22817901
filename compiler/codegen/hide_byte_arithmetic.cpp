#include "compiler/codegen/hide_byte_arithmetic.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned zmmBits = 512;

bool isByteArithmetic(const Instruction &instruction) {
  const auto *type = dyn_cast<FixedVectorType>(instruction.getType());
  return type && type->getElementType()->isIntegerTy(8) && type->getNumElements() == zmmBits / 8 &&
         isa<BinaryOperator, IntrinsicInst>(instruction);
}

/// Whether a shuffle repeats a group of neighbours, smaller than the 128 bits of a part of a
/// register.
bool isBroadcast(const ShuffleVectorInst &shuffle) {
  const ArrayRef<int> mask = shuffle.getShuffleMask();
  const unsigned bits = shuffle.getType()->getScalarSizeInBits();
  for (unsigned count = 1; count * bits < 128 && count <= mask.size(); count *= 2) {
    int first = PoisonMaskElem;
    const bool repeats = all_of(enumerate(mask), [&](auto element) {
      const auto [place, source] = element;
      if (source == PoisonMaskElem)
        return true;
      const int begin = source - static_cast<int>(place % count);
      if (first == PoisonMaskElem)
        first = begin;
      return begin == first;
    });
    if (repeats)
      return true;
  }
  return false;
}

/// Whether a group of the bytes is taken out that may go to all others.
bool isBroadcast(const Value &bytes) {
  return any_of(bytes.users(), [](const User *user) {
    if (isa<BitCastInst, FreezeInst>(user))
      return isBroadcast(*user);
    if (const auto *shuffle = dyn_cast<ShuffleVectorInst>(user))
      return isBroadcast(*shuffle);
    return isa<ExtractElementInst>(user) &&
           any_of(user->users(), [](const User *taker) { return isa<InsertElementInst>(taker); });
  });
}

} // namespace

PreservedAnalyses HideByteArithmeticPass::run(Function &function, FunctionAnalysisManager &) {
  if (registerBits < zmmBits)
    return PreservedAnalyses::all();
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (!isByteArithmetic(instruction) || !isBroadcast(instruction))
      continue;
    IRBuilder<> builder(instruction.getNextNode());
    Type *type = instruction.getType();
    auto *nothing = InlineAsm::get(FunctionType::get(type, {type}, /*isVarArg=*/false), "", "=v,0",
                                   /*hasSideEffects=*/false);
    CallInst *hidden = builder.CreateCall(nothing, {&instruction});
    instruction.replaceUsesWithIf(hidden, [&](const Use &use) { return use.getUser() != hidden; });
    changed = true;
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
