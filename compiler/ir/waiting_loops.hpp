// Loops that may wait for what other work-items write.
#ifndef HEDDLE_COMPILER_IR_WAITING_LOOPS_HPP
#define HEDDLE_COMPILER_IR_WAITING_LOOPS_HPP

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

/// How surely a loop waits for somebody else.
enum class Waits { no, perhaps, yes };

struct WaitingLoop {
  llvm::Loop *loop = nullptr;
  Waits waits = Waits::no;
  /// Those of its instructions that find what it may wait for: atomic and volatile accesses, and
  /// calls of functions with such ones.
  llvm::SmallVector<llvm::Instruction *, 2> looks;
};

/// Whether other work-items can see or change what the pointer leads to.
bool isSharedMemory(const llvm::Value &pointer);

/// An update that leaves what it finds, which is how programs read without atomic loads.
bool isAtomicRead(const llvm::AtomicRMWInst &update);

/// Whether the function, or one that it calls, has atomic or volatile accesses to shared memory, or
/// reads it and has fences. A loop around that may wait.
bool looksForOthers(const llvm::Function &function);

/// Loops of the function whose end depends on atomic or volatile accesses to shared memory, and
/// that have no other end which is sure to come: outer ones first. Loops that count, atomic
/// additions that give each round another number, and compare-exchange loops that read the value
/// anew are not among them.
///
/// A loop that does nothing but wait is told from one of which that cannot be told.
llvm::SmallVector<WaitingLoop, 4> findWaitingLoops(llvm::LoopInfo &loops,
                                                   llvm::ScalarEvolution &evolution,
                                                   llvm::DominatorTree &dominators);

} // namespace heddle::compiler

#endif
