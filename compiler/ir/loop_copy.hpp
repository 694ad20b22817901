// A second version of a loop.
#ifndef HEDDLE_COMPILER_IR_LOOP_COPY_HPP
#define HEDDLE_COMPILER_IR_LOOP_COPY_HPP

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace heddle::compiler {

/// A copy of a loop with a preheader, in LCSSA form, that nothing leads to yet. It leaves by the
/// exits of the loop, which do not know of it yet. Analyses of the function are kept up to date but
/// for how exits are reached.
class LoopCopy {
public:
  LoopCopy(llvm::Loop &loop, const llvm::Twine &suffix, llvm::LoopInfo &loops,
           llvm::DominatorTree &dominators);

  llvm::Loop &copy() const { return *copied; }
  llvm::ArrayRef<llvm::BasicBlock *> blocks() const { return copies; }
  /// What decides which of the two runs: for now it goes on to the loop that there was.
  llvm::BasicBlock &decision() const { return *above; }
  /// In the copy; the value itself, if it is of neither.
  llvm::Value *operator[](llvm::Value *value) const;

  /// The loop that there was runs where the condition holds, else the copy; what is behind them
  /// takes values from either.
  void runUnless(llvm::Value *condition, llvm::MDNode *weights = nullptr);

private:
  llvm::Loop &loop;
  llvm::BasicBlock *const above;
  llvm::Loop *copied;
  llvm::SmallVector<llvm::BasicBlock *, 8> copies;
  llvm::ValueToValueMapTy values;
};

} // namespace heddle::compiler

#endif
