// Neighbouring elements with accesses through another pointer in between: a version for memory that
// does not overlap.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_VERSION_OVERLAPS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_VERSION_OVERLAPS_HPP

#include "compiler/vectorizer/analysis/strides.hpp"

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Where a work-item does several elements, as in `o[k] = f(a[k]); o[k + 1] = f(a[k + 1]); …`, the
/// read of `a[k + 1]` has to wait for the write of `o[k]` unless the two pointers are known to lead
/// to different memory, which only `restrict` says. How far a work-item's element of one is from
/// its element of the other is one number for all of them, where both go equally far from
/// work-item to work-item: the distance of the two pointers. So such a stretch of code gets two
/// versions, and the sub-group asks for the distance:
///
///   if (distance of a and o > 1 KiB)  the stretch, with accesses that are marked
///   else                              the stretch
///
/// Work-items need not see each other's writes, so that nothing else has to be asked.
///
/// Expects: the scalar function that is about to be widened, and its strides.
/// Leaves:  marks for areMarkedApart(). Whether anything changed.
bool versionOverlaps(llvm::Function &function, const Strides &strides,
                     llvm::FunctionAnalysisManager &analyses);

/// Whether a run-time check has shown that two accesses of a work-item, each of which runs once, do
/// not touch the same memory.
bool areMarkedApart(const llvm::Instruction &a, const llvm::Instruction &b);

/// The block in front of the two versions of which this is the one with marks; or the block itself.
const llvm::BasicBlock *beforeVersions(const llvm::BasicBlock &block);

} // namespace heddle::compiler

#endif
