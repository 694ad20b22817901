// Kernels that choose between several versions of their code at their beginning.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_KERNEL_VERSIONS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_KERNEL_VERSIONS_HPP

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace heddle::compiler {

/// Whether all of its code may be there more than once.
bool canBeCopied(const llvm::Function &kernel);

/// Leaves private variables in the entry block, which all versions share, and a branch at its end.
void splitBehindVariables(llvm::Function &kernel, llvm::DominatorTree &dominators,
                          llvm::LoopInfo &loops);

/// Copies all blocks but the entry. The first of them is the copy of the entry's successor.
llvm::SmallVector<llvm::BasicBlock *> copyBody(llvm::Function &kernel,
                                               llvm::ArrayRef<llvm::BasicBlock *> body,
                                               const llvm::Twine &suffix,
                                               llvm::ValueToValueMapTy &map);

/// The blocks behind the entry.
llvm::SmallVector<llvm::BasicBlock *> bodyOf(llvm::Function &kernel);

/// Without something that tells their ends apart, LLVM makes one end of those of two versions
/// again: sums would come to it from two loops. number: one for each version, from 1 on.
void tellEndsApart(llvm::ArrayRef<llvm::BasicBlock *> version, unsigned number);

} // namespace heddle::compiler

#endif
