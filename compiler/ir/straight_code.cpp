#include "compiler/ir/straight_code.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

bool isStraightCode(const Function &kernel) {
  // Irreducible loops, too, which are no llvm::Loop.
  for (auto component = scc_begin(&kernel); !component.isAtEnd(); ++component)
    if (component.hasCycle())
      return false;
  return none_of(instructions(kernel), [](const Instruction &instruction) {
    const auto *call = dyn_cast<CallBase>(&instruction);
    if (!call)
      return false;
    if (const auto *moves = dyn_cast<MemIntrinsic>(call))
      return !isa<ConstantInt>(moves->getLength());
    const Function *callee = call->getCalledFunction();
    return !callee || !callee->isDeclaration() || internalOp(*call) == InternalOp::print;
  });
}

} // namespace heddle::compiler
