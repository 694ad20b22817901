// Calls that all work-items of a sub-group must reach, where the code shows that they do not.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_DIVERGENT_CALLS_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_DIVERGENT_CALLS_HPP

#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"

namespace heddle::compiler {

/// Warns about matrix and block functions under a condition that splits a sub-group of `lanes`
/// work-items in which none is missing. In theory most conditions on ids could; these do not count:
///
///   get_global_id(0) < n     the end of the data, with n known only at run time: programs round it
///                            up to whole sub-groups
///   get_local_id(0) < 32     a constant that is a multiple of the size
///   get_local_id(0) / 16     the number of a sub-group, in a kernel whose sub-groups have 16
///
/// and what follows from such values, memory at such places included. The function has the
/// program's own control flow, before it is structurized, and stands for full sub-groups (k.full).
void warnAboutDivergentCalls(const llvm::Function &function, unsigned lanes,
                             llvm::UniformityInfo &uniformity,
                             const llvm::DominatorTree &dominators,
                             const llvm::PostDominatorTree &postDominators);

} // namespace heddle::compiler

#endif
