#include "compiler/vectorizer/analysis/unwritten_reads.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/shared_memory.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

void markUnwrittenReads(Function &kernel) {
  SmallVector<CallInst *> reads;
  SmallVector<const Instruction *> writes;
  for (Instruction &instruction : instructions(kernel)) {
    const std::optional<InternalOp> op = internalOp(instruction);
    if (op == InternalOp::blockRead2d || op == InternalOp::cooperativeLoad)
      reads.push_back(cast<CallInst>(&instruction));
    else if (writesOrSynchronizes(instruction))
      writes.push_back(&instruction);
  }
  for (CallInst *read : reads)
    if (none_of(writes,
                [&](const Instruction *write) { return isPotentiallyReachable(write, read); }))
      read->addFnAttr(Attribute::get(kernel.getContext(), unwrittenAttribute));
}

} // namespace heddle::compiler
