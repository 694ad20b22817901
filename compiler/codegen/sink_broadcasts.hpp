// Numbers from memory that all lanes of a loop share, where there are more than registers.
#ifndef HEDDLE_COMPILER_CODEGEN_SINK_BROADCASTS_HPP
#define HEDDLE_COMPILER_CODEGEN_SINK_BROADCASTS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Reads such a number where it is wanted. An instruction broadcasts an operand from memory as
/// quickly as it reads a vector. In front of the loop each one would be read, broadcast and, as
/// there is no register for it, written to the stack as a whole vector, which a loop of few rounds
/// does not make up for: the row of a matrix that the few sub-groups of a row of a work-group
/// share.
///
/// Expects: loads and their broadcasts in front of loops, where loop-invariant code motion puts
/// them.
/// Leaves:  in inner loops, no more vectors from outside than registers, as far as they are
/// broadcasts of memory that the loop does not write.
class SinkBroadcastsPass : public llvm::PassInfoMixin<SinkBroadcastsPass> {
public:
  /// `registers`: of the target, for vectors of `registerBits`.
  SinkBroadcastsPass(unsigned registers, unsigned registerBits)
      : registers(registers), registerBits(registerBits) {}

  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  unsigned registers, registerBits;
};

} // namespace heddle::compiler

#endif
