#include "compiler/ir/accumulators.hpp"

#include "compiler/ir/float_formats.hpp"

#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace heddle::compiler {

Value *widenAccumulator(IRBuilderBase &builder, Value *elements, MatrixAccumulator format) {
  switch (format) {
  case MatrixAccumulator::i32:
  case MatrixAccumulator::f32:
    return elements;
  case MatrixAccumulator::f16:
    return builder.CreateFPExt(elements, elements->getType()->getWithNewType(builder.getFloatTy()));
  case MatrixAccumulator::bf16:
    return widenBFloat16(builder, elements);
  }
  llvm_unreachable("all accumulators are handled");
}

Value *narrowAccumulator(IRBuilderBase &builder, Value *sums, MatrixAccumulator format) {
  switch (format) {
  case MatrixAccumulator::i32:
  case MatrixAccumulator::f32:
    return sums;
  case MatrixAccumulator::f16:
    return builder.CreateFPTrunc(sums, sums->getType()->getWithNewType(builder.getHalfTy()));
  case MatrixAccumulator::bf16:
    return roundToBFloat16(builder, sums);
  }
  llvm_unreachable("all accumulators are handled");
}

} // namespace heddle::compiler
