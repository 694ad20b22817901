#include "compiler/spirv/module/undefined_values.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// The shuffle that `cast` makes other components of, if some of its own are undefined.
ShuffleVectorInst *shuffleWithGaps(const BitCastInst &cast) {
  auto *shuffle = dyn_cast<ShuffleVectorInst>(cast.getOperand(0));
  if (!shuffle || !is_contained(shuffle->getShuffleMask(), PoisonMaskElem))
    return nullptr;
  const bool keepsComponents =
      cast.getDestTy()->getScalarSizeInBits() == shuffle->getType()->getScalarSizeInBits();
  return keepsComponents ? nullptr : shuffle;
}

void settleGaps(BitCastInst &cast) {
  ShuffleVectorInst *shuffle = shuffleWithGaps(cast);
  if (!shuffle)
    return;
  const int firstZero = int(shuffle->getShuffleMask().size());
  SmallVector<int, 16> mask;
  for (auto [index, component] : enumerate(shuffle->getShuffleMask()))
    mask.push_back(component == PoisonMaskElem ? firstZero : int(index));
  cast.setOperand(0, new ShuffleVectorInst(shuffle, Constant::getNullValue(shuffle->getType()),
                                           mask, shuffle->getName(), cast.getIterator()));
}

/// Bytes and shorts are cut from words: of what is out of their range LLVM's conversions would
/// leave any bits in the wider registers that they are extended to, which then index tables.
Value *wrapped(CastInst &conversion) {
  IRBuilder<> builder(&conversion);
  Value *word =
      builder.CreateFPToSI(conversion.getOperand(0), conversion.getType()->getWithNewBitWidth(32));
  return builder.CreateTrunc(word, conversion.getType());
}

Value *settledConversion(CastInst &conversion, const DataLayout &layout) {
  auto *constant = dyn_cast<Constant>(conversion.getOperand(0));
  if (constant && isa_and_nonnull<PoisonValue>(ConstantFoldCastOperand(
                      conversion.getOpcode(), constant, conversion.getType(), layout)))
    return Constant::getNullValue(conversion.getType());
  const unsigned bits = conversion.getType()->getScalarSizeInBits();
  return bits == 8 || bits == 16 ? wrapped(conversion) : nullptr;
}

} // namespace

void settleUndefinedValues(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      if (auto *bits = dyn_cast<BitCastInst>(&instruction)) {
        settleGaps(*bits);
        continue;
      }
      if (!isa<FPToSIInst>(instruction) && !isa<FPToUIInst>(instruction))
        continue;
      if (Value *value = settledConversion(cast<CastInst>(instruction), module.getDataLayout())) {
        value->takeName(&instruction);
        instruction.replaceAllUsesWith(value);
        instruction.eraseFromParent();
      }
    }
}

} // namespace heddle::compiler
