// Loops that multiply what they have read a round before.
#ifndef HEDDLE_COMPILER_MATRIX_STAGING_UNDO_READ_AHEAD_HPP
#define HEDDLE_COMPILER_MATRIX_STAGING_UNDO_READ_AHEAD_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// To hide how long memory takes, people read factors a round ahead:
///
///   x = read(0)
///   for (s = 16; s < k; s += 16) { next = read(s); sum += x * y; x = next }
///   sum += x * y
///
/// On a CPU that hides nothing, and matrices that go round a loop are rows in memory no more. The
/// products behind the loop are those of the loop, a round later, so each round may multiply what
/// it reads itself, and the first factors are multiplied in front of the loop. Where those are what
/// a round before the first one would read, that round takes their place, and the loop is as if
/// nothing had been read ahead. What goes round other loops, as where a round reads only if another
/// one follows, or is two blocks and reads each before it multiplies the other, is read once more
/// in the round that multiplies it.
///
/// Expects: kernels before the vectorizer, simplified, with loops of one block.
/// Leaves:  loops in which something but the products takes a factor or a sum, or whose products
///          are others than those behind it.
class UndoReadAheadPass : public llvm::PassInfoMixin<UndoReadAheadPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
