// Factors of a loop are packed once for all sub-groups that multiply them.
#ifndef HEDDLE_COMPILER_MATRIX_PANELS_PACK_MATRIX_PANELS_HPP
#define HEDDLE_COMPILER_MATRIX_PANELS_PACK_MATRIX_PANELS_HPP

#include "compiler/ir/tile_features.hpp"

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// A factor that has to be put together (rows of B become rows of pairs, columns are gathered,
/// edges masked, halves become bfloats) takes as long as the product itself, and each sub-group
/// with other rows of A does the same to B again. Rows far from one another, or across the lines
/// of a cache, are read at half of the speed or less. Here all rounds of such a factor are packed
/// into a panel in front of the loop, unless the worker has that panel from another sub-group
/// (HeddleWorkerContext::panel); the loop reads the panels.
///
/// Expects: heddle.simd_matrix_mad in loops of one block that run a known number of rounds, in
///          simplified and LCSSA form; reads of what the kernel does not write, marked so
///          (unwrittenAttribute), in entry functions.
/// Leaves:  such loops with factors that are loaded from panels: the rows of A one behind the
///          other with the rounds side by side, those of B round after round; products of halves
///          and tf32 as chains of products of bfloats where tiles have these. The loop as it was
///          behind a branch, for when there are no panels. Factors that tiles can be loaded from
///          where they lie have panels if they fill only a part of one and what is multiplied next
///          lies elsewhere. Where many sub-groups of a worker share them (heddlePanelForMany),
///          others have panels, too, if their rows cross lines of the cache, and so have halves
///          that pay to be converted in each round, as long as the panels stay in the second cache:
///          the loop as it was converts them, with a panel of halves for what has to be put
///          together.
/// Placed in front of all passes that shape loops and lower matrix operations.
class PackMatrixPanelsPass : public llvm::PassInfoMixin<PackMatrixPanelsPass> {
public:
  /// features: none for functions whose products go to vector registers; only what has to be put
  /// together is packed then.
  explicit PackMatrixPanelsPass(TileFeatures features) : features(features) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  TileFeatures features;
};

} // namespace heddle::compiler

#endif
