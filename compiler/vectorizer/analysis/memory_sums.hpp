// Sums that a loop keeps in memory.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_MEMORY_SUMS_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_MEMORY_SUMS_HPP

#include "compiler/vectorizer/analysis/unwritten_reads.hpp"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"

namespace heddle::compiler {

/// A loop such as `for (k = 0; k < n; ++k) c[i] += a[i * n + k] * b[k]` reads and writes its sum in
/// memory in each round, as it might be one of the elements that it reads: rounds wait for memory
/// besides the addition, and rows cannot be read ahead (transform/read_rows_by_lines).
///
/// The arguments that stand between innermost loops of the kernel and sums in registers: of each
/// pair, the sums are kept by the first, and the loop reads or writes something else by the second.
llvm::SmallVector<ArgumentPair> argumentsAroundSums(const llvm::LoopInfo &loops,
                                                    const llvm::DominatorTree &dominators,
                                                    llvm::ScalarEvolution &evolution);

} // namespace heddle::compiler

#endif
