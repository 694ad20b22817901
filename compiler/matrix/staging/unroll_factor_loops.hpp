// Short loops inside of a loop that multiplies matrices.
#ifndef HEDDLE_COMPILER_MATRIX_STAGING_UNROLL_FACTOR_LOOPS_HPP
#define HEDDLE_COMPILER_MATRIX_STAGING_UNROLL_FACTOR_LOOPS_HPP

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/PassManager.h"

#include <cstdint>

namespace heddle::compiler {

/// A round of a loop with products reads its factors in short loops, over rows and over the
/// elements of a word, and multiplies in others: over sums, or over the channels of a tap where
/// convolutions have K in two loops. LLVM leaves those alone that would become long code, and sees
/// neither that the elements of a private array are known, nor do the passes for matrices see what
/// a factor is made of: such a loop is not one block, and none of its factors is packed, or for a
/// few rounds at a time. Here they get the mark for being unrolled.
///
/// Expects: kernels before the vectorizer, with their private scalars in registers.
/// Leaves:  llvm.loop.unroll.full on loops of few rounds, whose number is a constant, that have few
///          products and write nothing that others see, inside of a loop with products.
class UnrollFactorLoopsPass : public llvm::PassInfoMixin<UnrollFactorLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

/// How many such instructions a round has when the loops in it have been unrolled; more than `most`
/// if one that has some cannot be.
std::int64_t countInRound(const llvm::Loop &loop, const llvm::LoopInfo &loops, std::int64_t most,
                          llvm::function_ref<bool(const llvm::Instruction &)> is);

} // namespace heddle::compiler

#endif
