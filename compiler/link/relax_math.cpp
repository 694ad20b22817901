#include "compiler/link/relax_math.hpp"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace heddle::compiler {

void approximateFunctions(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (isa<CallInst>(instruction) && isa<FPMathOperator>(instruction))
        instruction.setHasApproxFunc(true);
}

void relaxMath(Module &module, const abi::LinkOptions &options) {
  FastMathFlags more;
  if (options.noSignedZeros)
    more.setNoSignedZeros();
  if (options.finiteMathOnly) {
    more.setNoNaNs();
    more.setNoInfs();
  }
  if (options.unsafeMath) {
    more.setAllowReassoc();
    more.setAllowReciprocal();
    more.setAllowContract();
    more.setApproxFunc();
  }
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (isa<FPMathOperator>(instruction))
        instruction.setFastMathFlags(instruction.getFastMathFlags() | more);
}

} // namespace heddle::compiler
