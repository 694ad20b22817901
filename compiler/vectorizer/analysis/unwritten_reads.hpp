// Reads of what a kernel never writes.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_UNWRITTEN_READS_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_UNWRITTEN_READS_HPP

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// version-index-arithmetic has it on the branch that ends a round of each loop, and on all reads,
/// in the version in which indices wrap: it is not worth more.
inline constexpr char wrapsMetadata[] = "heddle.indices.wrap";

/// version-argument-overlaps has it on the branch between its two versions.
inline constexpr char overlapMetadata[] = "heddle.arguments.overlap";

/// Marks (see `unwrittenAttribute`) those reads of blocks, cooperative matrices and global and
/// constant memory in a kernel that no write and no synchronization comes before, on any way
/// through it: a work-item has then seen nothing of what others write during the launch, so that
/// two such reads of one place may give the same, whoever does them. Writes through a `restrict`
/// argument come before no read through another argument, and neither do those that are marked so
/// (areMarkedApart).
void markUnwrittenReads(llvm::Function &kernel);

/// One that is written through, and another one that is read or written through.
struct ArgumentPair {
  llvm::Argument *written, *other;
  bool operator==(const ArgumentPair &) const = default;
};

/// The arguments that stand between reads and the mark above: if no two of them overlap, all these
/// reads get it, as far as it is a matter of arguments alone. isWanted: which reads to look at.
llvm::SmallVector<ArgumentPair>
argumentsInTheWay(llvm::Function &kernel,
                  llvm::function_ref<bool(const llvm::Instruction &)> isWanted);

/// Says of all accesses in these blocks by the arguments of such pairs that they do not touch the
/// same memory, as LLVM's alias scopes, which stand for the whole kernel.
void markApart(llvm::ArrayRef<llvm::BasicBlock *> blocks, llvm::ArrayRef<ArgumentPair> pairs);

} // namespace heddle::compiler

#endif
