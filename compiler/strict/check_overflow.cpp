#include "compiler/strict/check_overflow.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/strict/places.hpp"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What indices are computed from, through arithmetic and conversions.
SetVector<BinaryOperator *> arithmeticOfIndices(Function &kernel) {
  SetVector<BinaryOperator *> found;
  SmallVector<Value *> values;
  for (Instruction &instruction : instructions(kernel))
    if (auto *gep = dyn_cast<GetElementPtrInst>(&instruction))
      values.append(gep->idx_begin(), gep->idx_end());
  while (!values.empty()) {
    Value *value = values.pop_back_val();
    auto *binary = dyn_cast<BinaryOperator>(value);
    if (binary && !found.insert(binary))
      continue;
    if (binary || isa<SExtInst, ZExtInst>(value))
      values.append(cast<Instruction>(value)->op_begin(), cast<Instruction>(value)->op_end());
  }
  return found;
}

bool isChecked(const BinaryOperator &binary) {
  const unsigned opcode = binary.getOpcode();
  return binary.getType()->isIntegerTy(32) &&
         (opcode == Instruction::Add || opcode == Instruction::Sub || opcode == Instruction::Mul) &&
         binary.hasNoSignedWrap();
}

void check(BinaryOperator &binary) {
  IRBuilder<> builder(binary.getNextNode());
  Type *i64 = builder.getInt64Ty();
  Value *wide =
      builder.CreateBinOp(binary.getOpcode(), builder.CreateSExt(binary.getOperand(0), i64),
                          builder.CreateSExt(binary.getOperand(1), i64));
  // The result would be poison.
  binary.setHasNoSignedWrap(false);
  Place place;
  place.kind = heddleFinding_integerOverflow;
  emitFinding(builder, builder.CreateICmpNE(wide, builder.CreateSExt(&binary, i64)), wide, binary,
              std::move(place));
}

} // namespace

PreservedAnalyses CheckOverflowPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isKernel(function))
    return PreservedAnalyses::all();
  for (BinaryOperator *binary : arithmeticOfIndices(function))
    if (isChecked(*binary))
      check(*binary);
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
