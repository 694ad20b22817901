// Code that all lanes of nearly all sub-groups run: a version without masks.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_VERSION_GUARDS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_VERSION_GUARDS_HPP

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// On a `sub_group_all` that may be false where it is true, as nothing but time depends on it.
inline constexpr char guessMetadata[] = "heddle.guess";

/// Whether such a question is also whether all lanes of the sub-group are active: what it leads to
/// has no masks, within whatever other conditions it is.
bool asksForWholeSubGroup(const llvm::CallInst &call);

/// Kernels ask whether a work-item is inside of an image, or has a partner in a sum, and all lanes
/// of a sub-group say the same but at the border:
///
///   if (x > 0 && x < width - 1)       if (sub_group_all(x > 0 && x < width - 1))
///     o[x] = a[x - 1] + a[x + 1];       o[x] = a[x - 1] + a[x + 1];
///                                     else if (x > 0 && x < width - 1)
///                                       o[x] = a[x - 1] + a[x + 1];
///
/// The first version has no masks: with AVX-512 an access without one is an operand, bytes cost
/// half, and streams in memory come up to twice as fast on Zen; with AVX2 each access of bytes, and
/// each store, is many times as quick. What is inside may have branches and loops of its own, but
/// in kernels that multiply matrices, whose edges are few.
///
/// Expects: the scalar function that is about to be widened for sub-groups without missing lanes.
/// Leaves:  `sub_group_all`. Whether anything changed.
bool versionGuards(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

} // namespace heddle::compiler

#endif
