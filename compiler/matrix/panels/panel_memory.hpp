// Code with which a sub-group asks its worker for a panel, and finds a factor in it.
#ifndef HEDDLE_COMPILER_MATRIX_PANELS_PANEL_MEMORY_HPP
#define HEDDLE_COMPILER_MATRIX_PANELS_PANEL_MEMORY_HPP

#include "compiler/matrix/panels/panel_layout.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

/// Where a panel is: values in front of the loop.
struct PanelMemory {
  llvm::Value *rounds = nullptr; ///< that it has room for, an i64
  llvm::Value *begin = nullptr;  ///< of the first row of A, or of the first strip of B
  llvm::Value *pitch = nullptr;  ///< of A, from row to row
  llvm::Value *unit = nullptr;   ///< what PanelStrip::before counts
  llvm::Value *used = nullptr;   ///< bytes, without a line behind that says what is in it
  /// What stands for `begin` where finite parts are read: mostly all are, and the upper parts do.
  llvm::Value *finite = nullptr;

  /// Without `begin`.
  static PanelMemory measure(llvm::IRBuilder<> &builder, const Panel &panel, llvm::Value *rounds);
  /// Of what lies behind the panel.
  llvm::Value *end(llvm::IRBuilder<> &builder) const;
  /// Where a row of a factor is in a round.
  llvm::Value *row(llvm::IRBuilder<> &builder, const Panel &panel, llvm::Value *round,
                   PanelSource source, unsigned row) const;
};

/// How many rounds a panel is made for that some sub-groups want fewer rounds of than others: few
/// numbers, so that most of them find one another's. rounds: that are wanted now, an i64.
llvm::Value *roundsToGrow(llvm::IRBuilder<> &builder, const Panel &panel, llvm::Value *rounds);

/// What asking leaves.
struct PanelAnswer {
  llvm::PHINode *begin;    ///< of the memory, in `ready`
  llvm::BasicBlock *ready; ///< where control comes with the panel
  llvm::BasicBlock *isNew; ///< and where it is to be made; goes to `ready`
  llvm::Value *newMemory;  ///< there
};

/// Those of a function.
class PanelRequests {
public:
  explicit PanelRequests(llvm::Function &function) : function(function) {}

  /// The worker's function, null in programs that call kernels by themselves.
  llvm::Value *giver(llvm::IRBuilder<> &builder) const;
  /// Goes on from `end`. New blocks stand in front of `before`.
  /// bytes: of the panel; forMany: with heddlePanelForMany; without: where there is no memory.
  PanelAnswer ask(llvm::BasicBlock &end, llvm::BasicBlock &before, const Panel &panel,
                  llvm::Value *rounds, llvm::Value *bytes, bool forMany, llvm::BasicBlock &without);

private:
  llvm::Function &function;
  unsigned tables = 0;
  llvm::AllocaInst *calls = nullptr; ///< a counter of this function's calls
};

} // namespace heddle::compiler

#endif
