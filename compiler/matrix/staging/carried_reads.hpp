// What a loop has read a round before.
#ifndef HEDDLE_COMPILER_MATRIX_STAGING_CARRIED_READS_HPP
#define HEDDLE_COMPILER_MATRIX_STAGING_CARRIED_READS_HPP

#include "compiler/matrix/staging/rounds.hpp"

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Puts private arrays into registers that short loops write from global memory or to local memory,
/// as work-items do that copy several pieces each. True if something has changed.
bool promoteStagedArrays(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

/// Unrolls loops of a few rounds in front of those that multiply which write local memory in loops
/// of their own or under conditions, as the first ones of several buffers. True if something has
/// changed.
bool unrollFirstStages(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

/// While a round multiplies what is staged, people read what the next one will stage:
///
///   x = a[0]
///   for (s = 0; s < k; s += 16) {
///     tile[i] = x;  barrier;  if (s + 16 < k) x = a[s + 16];  sum += tile[g] * …;  barrier;
///   }
///
/// Here x becomes a[s], read in the round that stores it, where the first one is what a round
/// before would have read and nothing writes that memory.
///
/// True if one such value is no longer carried: others may follow, with other forms. Loops and
/// blocks stay as they are.
bool rereadCarried(const Rounds &rounds);

} // namespace heddle::compiler

#endif
