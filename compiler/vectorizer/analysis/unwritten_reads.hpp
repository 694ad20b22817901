// Reads of what a kernel never writes.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_UNWRITTEN_READS_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_UNWRITTEN_READS_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// version-index-arithmetic has it on the branch that ends a round of each loop, and on all reads,
/// in the version in which indices wrap: it is not worth more.
inline constexpr char wrapsMetadata[] = "heddle.indices.wrap";

/// Marks (see `unwrittenAttribute`) those reads of blocks, cooperative matrices and global and
/// constant memory in a kernel that no write and no synchronization comes before, on any way
/// through it: a work-item has then seen nothing of what others write during the launch, so that
/// two such reads of one place may give the same, whoever does them. Writes through a `restrict`
/// argument come before no read through another argument.
void markUnwrittenReads(llvm::Function &kernel);

} // namespace heddle::compiler

#endif
