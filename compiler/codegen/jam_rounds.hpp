// Rounds of a loop whose time is that of a chain of operations, side by side.
#ifndef HEDDLE_COMPILER_CODEGEN_JAM_ROUNDS_HPP
#define HEDDLE_COMPILER_CODEGEN_JAM_ROUNDS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// On functions in which there are such.
inline constexpr char jammedRoundsAttribute[] = "heddle-jammed-rounds";

/// Computes several rounds of a loop at a time, operation by operation in turn, where in a round
/// nearly every operation waits for the one before it and a round is as long as what a processor
/// looks ahead: searches through hashes.
///
/// Expects: loops whose rounds begin with one long block of vectors that changes nothing, and go on
/// to the next round from there but in rare cases, in which a result equals what is searched for;
/// counters are all that a round hands to the next.
/// Leaves:  in front of such a loop another one, that computes several rounds of that block. If it
/// is no rare case in any of them it goes on by as many rounds, else by one round of the loop as it
/// was, as for the last rounds.
class JamRoundsPass : public llvm::PassInfoMixin<JamRoundsPass> {
public:
  /// `floatLanes`: of the target's registers, of which it has as many as `registers`.
  JamRoundsPass(unsigned floatLanes, unsigned registers)
      : floatLanes(floatLanes), registers(registers) {}

  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  unsigned floatLanes, registers;
};

} // namespace heddle::compiler

#endif
