// Divisions of vectors of integers.
#ifndef HEDDLE_COMPILER_CODEGEN_LOWER_INTEGER_DIVISIONS_HPP
#define HEDDLE_COMPILER_CODEGEN_LOWER_INTEGER_DIVISIONS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Makes quotients and remainders of vectors of integers out of divisions of doubles, which hold 32
/// bits, or of floats where both operands are known to be short.
///
/// No processor divides vectors of integers, so that LLVM takes them apart. The quotients are
/// exact: the nearest integer above a quotient of integers a / b is at least 1 / b away, which is
/// more than is rounded where a + b has no more bits than a number's fraction.
///
/// Quotients of 64 bits by a constant are the upper halves of products by its inverse, as scalars
/// have them; LLVM makes products of vectors where these are of up to 32 bits.
///
/// Expects: optimized code.
/// Leaves:  divisions of scalars, by powers of two, and by constants of up to 32 bits. Those of 64
///          bits by what is no constant stay for numbers that take more than 32, which is asked
///          where the code does not say it.
class LowerIntegerDivisionsPass : public llvm::PassInfoMixin<LowerIntegerDivisionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
