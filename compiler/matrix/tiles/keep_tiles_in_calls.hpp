// Calls that do not cost what the tiles hold.
#ifndef HEDDLE_COMPILER_MATRIX_TILES_KEEP_TILES_IN_CALLS_HPP
#define HEDDLE_COMPILER_MATRIX_TILES_KEEP_TILES_IN_CALLS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// LLVM knows no calling convention that leaves the tiles alone: it stores those that live across a
/// call, and configures them once more behind it, which waits for all that was begun before. In
/// loops of a few rounds that was up to a third of the time.
///
/// Expects: calls of HeddleWorkerContext::panel as PanelRequests marks them (leavesTilesAttribute).
/// Leaves:  in functions with tiles, inline assembly in their place, which calls and says what a C
///          function may change but for the tiles.
/// Placed behind everything that looks for calls.
class KeepTilesInCallsPass : public llvm::PassInfoMixin<KeepTilesInCallsPass> {
public:
  explicit KeepTilesInCallsPass(bool hasAvx512) : hasAvx512(hasAvx512) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  bool hasAvx512;
};

} // namespace heddle::compiler

#endif
