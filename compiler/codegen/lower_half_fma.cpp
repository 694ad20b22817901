#include "compiler/codegen/lower_half_fma.hpp"

#include "compiler/codegen/vector_parts.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

Value *lastBitIsClear(IRBuilderBase &builder, Value *bits) {
  return builder.CreateIsNull(builder.CreateAnd(bits, ConstantInt::get(bits->getType(), 1)));
}

/// One of the two floats around a sum is odd. Instructions that round by themselves have vectors of
/// 16 floats.
Value *sumOf16RoundedToOdd(IRBuilderBase &builder, Value *x, Value *y) {
  constexpr unsigned down = 9, up = 10; ///< with no exceptions
  const auto sum = [&](unsigned rounding) {
    return builder.CreateIntrinsic(Intrinsic::x86_avx512_add_ps_512, {},
                                   {x, y, builder.getInt32(rounding)});
  };
  Value *below = sum(down);
  Value *bits =
      builder.CreateBitCast(below, below->getType()->getWithNewType(builder.getInt32Ty()));
  return builder.CreateSelect(lastBitIsClear(builder, bits), sum(up), below);
}

/// The same for vectors of any length.
Value *sumRoundedByInstruction(IRBuilderBase &builder, Value *x, Value *y) {
  constexpr unsigned whole = 16;
  return inParts(builder, {x, y}, whole, [&](ArrayRef<Value *> parts) {
    return sumOf16RoundedToOdd(builder, parts[0], parts[1]);
  });
}

/// Of two floats the one next to their sum whose last bit is set, or the sum where it is a float.
Value *sumRoundedToOdd(IRBuilderBase &builder, Value *x, Value *y) {
  Type *type = x->getType(), *integer = type->getWithNewType(builder.getInt32Ty());
  Value *sum = builder.CreateFAdd(x, y);
  // What the sum lost (Knuth's two-sum); NaN where it is no number.
  Value *ofY = builder.CreateFSub(sum, x), *ofX = builder.CreateFSub(sum, ofY);
  Value *lost = builder.CreateFAdd(builder.CreateFSub(x, ofX), builder.CreateFSub(y, ofY));
  Value *bits = builder.CreateBitCast(sum, integer);
  // To where the true sum is, in magnitude: one up if it has the sign of the sum, else one down.
  Value *signs = builder.CreateXor(builder.CreateBitCast(lost, integer), bits);
  Value *step = builder.CreateOr(builder.CreateAShr(signs, 31), ConstantInt::get(integer, 1));
  Value *isInexact = builder.CreateFCmpONE(lost, Constant::getNullValue(type));
  Value *moved = builder.CreateSelect(builder.CreateAnd(lastBitIsClear(builder, bits), isInexact),
                                      builder.CreateAdd(bits, step), bits);
  return builder.CreateBitCast(moved, type);
}

} // namespace

PreservedAnalyses LowerHalfFmaPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<IntrinsicInst *> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
        call && call->getType()->getScalarType()->isHalfTy() &&
        (call->getIntrinsicID() == Intrinsic::fma || call->getIntrinsicID() == Intrinsic::fmuladd))
      calls.push_back(call);
  for (IntrinsicInst *call : calls) {
    IRBuilder<> builder(call);
    Type *wide = call->getType()->getWithNewType(builder.getFloatTy());
    const auto operand = [&](unsigned i) {
      return builder.CreateFPExt(call->getArgOperand(i), wide);
    };
    Value *x = operand(0), *y = operand(1), *z = operand(2);
    Value *sum = call->getIntrinsicID() == Intrinsic::fma && !call->isFast()
                     ? (roundsByInstruction && wide->isVectorTy()
                            ? sumRoundedByInstruction
                            : sumRoundedToOdd)(builder, builder.CreateFMul(x, y), z)
                     : builder.CreateIntrinsic(Intrinsic::fma, {wide}, {x, y, z});
    Value *narrow = builder.CreateFPTrunc(sum, call->getType());
    narrow->takeName(call);
    call->replaceAllUsesWith(narrow);
    call->eraseFromParent();
  }
  if (calls.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
