// Two versions of kernels with matrix operations: one in which indices do not wrap.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_VERSION_INDEX_ARITHMETIC_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_VERSION_INDEX_ARITHMETIC_HPP

#include "compiler/vectorizer/analysis/unwritten_reads.hpp"

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// In b[r * n + get_sub_group_local_id()] the sum is unsigned, and may wrap: neither do lanes read
/// consecutive elements for certain, nor are rows at equal distances, and a matrix in memory cannot
/// be told from values that are scattered. It never does wrap where people multiply matrices.
///
/// So the kernel gets two versions, between which it chooses at its beginning. What it asks is the
/// same for the whole work-group: whether the greatest index of any work-item in any round of the
/// loops, by arguments and ids of the work-group, fits 32 bits (IndexRanges). Where it does,
/// indices are computed in 64 bits. The other version is what the kernel was. Where the answer is
/// known, there is one version.
///
/// Expects: a kernel in SSA form on which SimtTTI tells uniform from divergent values, behind
///          widen-index-arithmetic, which takes what cannot wrap.
/// Leaves:  kernels without loops around matrix operations alone, and those in which nothing can be
///          said of indices that change in such a loop or from lane to lane.
/// Placed before loops are unrolled: an index of a loop is one index.
class VersionIndexArithmeticPass : public llvm::PassInfoMixin<VersionIndexArithmeticPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
