// Sums of integers, in the order in which what is added becomes known.
#ifndef HEDDLE_COMPILER_CODEGEN_SHORTEN_SUMS_HPP
#define HEDDLE_COMPILER_CODEGEN_SHORTEN_SUMS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Adds up first what is known first, where all that follows waits for the sum.
///
/// A step of a hash function adds a constant, a word of the message and a function of the last
/// step's result, of which each instruction waits for the one before it. LLVM orders the operands
/// of sums by other rules, of which one is that constants are added last, behind what comes last.
///
/// Expects: vectors of integers of 32 and 64 bits.
/// Leaves:  sums in which no operand waits for one that is known later. Constants that are not
/// added
///          last come from memory, as instruction selection would put them last again.
/// Placed behind everything that combines instructions.
class ShortenSumsPass : public llvm::PassInfoMixin<ShortenSumsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

} // namespace heddle::compiler

#endif
