// Rows that a loop writes from what it gathers.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_GATHERED_ROWS_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_GATHERED_ROWS_HPP

#include "compiler/vectorizer/analysis/unwritten_reads.hpp"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace heddle::compiler {

/// A loop such as `for (k = row[i]; k < row[i + 1]; ++k) a[k] = weight[column[k]]` can have its
/// rounds side by side (size/loop_rounds.hpp), if `a` is not `weight`: LLVM asks whether rows
/// overlap, but nobody knows before the loop what it will gather.
///
/// The arguments of all such innermost loops: of each pair, the first is written in rows, and the
/// second is read or written besides, if the loop gathers words and may not write these.
llvm::SmallVector<ArgumentPair> argumentsAroundGathers(const llvm::LoopInfo &loops,
                                                       llvm::ScalarEvolution &evolution);

} // namespace heddle::compiler

#endif
