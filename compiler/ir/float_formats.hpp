// The narrow formats where LLVM has no exact instruction: rounding between float and tf32 and
// bfloat16 held as bits, and what half lacks. All functions take scalars and vectors.
#ifndef HEDDLE_COMPILER_IR_FLOAT_FORMATS_HPP
#define HEDDLE_COMPILER_IR_FLOAT_FORMATS_HPP

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"

namespace heddle::compiler {

/// float -> float with 10 mantissa bits, nearest, ties to even. Infinity stays, NaN stays a quiet
/// NaN, and what is larger than the largest tf32 becomes infinity.
llvm::Value *roundToTf32(llvm::IRBuilderBase &builder, llvm::Value *value);

/// float -> float with the lower 13 mantissa bits cleared. NaN stays a quiet NaN.
llvm::Value *truncateToTf32(llvm::IRBuilderBase &builder, llvm::Value *value);

/// float -> bfloat16 as i16, nearest, ties to even. NaN stays a quiet NaN.
llvm::Value *roundToBFloat16(llvm::IRBuilderBase &builder, llvm::Value *value);

/// bfloat16 as i16 -> float, exact.
llvm::Value *widenBFloat16(llvm::IRBuilderBase &builder, llvm::Value *bits);

/// The lowest 8 or 4 bits of each integer of at least 16 bits, whatever is above them -> float,
/// exact, and exact in the float's upper half: bfloat16 holds all of them. e4m3 has no infinity and
/// NaN where all other bits are set; e5m2 is as IEEE; e2m1 has neither.
llvm::Value *widenFloat8E4M3(llvm::IRBuilderBase &builder, llvm::Value *bits);
llvm::Value *widenFloat8E5M2(llvm::IRBuilderBase &builder, llvm::Value *bits);
llvm::Value *widenFloat4E2M1(llvm::IRBuilderBase &builder, llvm::Value *bits);

/// e2m1 in the lower halves of bytes -> e4m3, exact.
llvm::Value *float4AsFloat8(llvm::IRBuilderBase &builder, llvm::Value *bytes);

/// llvm.minnum or llvm.maxnum. half has no instruction of the machine for them, and code generation
/// would call a C function: it is compared as float, which is exact.
llvm::Value *createMinMax(llvm::IRBuilderBase &builder, llvm::Intrinsic::ID intrinsic,
                          llvm::Value *x, llvm::Value *y);

} // namespace heddle::compiler

#endif
