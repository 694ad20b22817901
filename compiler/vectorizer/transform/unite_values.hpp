// One value of what several ways computed alike.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_UNITE_VALUES_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_UNITE_VALUES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// LLVM computes on each of the ways to a block what one of them has computed, and joins the two in
/// a phi. Where lanes take different ways, such a phi differs between lanes for all that is known
/// of it, and so does what comes of it, as the counter of a loop around the branch:
///
///     if (get_local_id(0) == 0)            y1 = zext(trunc y)
///       out[(uint)y] = …;                  y2 = phi [y1, then], [y, else]
///     y = (uint)y + get_num_groups(0);     next = trunc(y2 + n)
///
/// Here a phi whose values have the same bits, as far as anybody looks at them, becomes that value,
/// and one of the same operation of the same operands becomes that operation.
///
/// Placed behind LLVM's simplification, which makes them; before anything asks how values differ
/// between lanes.
class UniteValuesPass : public llvm::PassInfoMixin<UniteValuesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
