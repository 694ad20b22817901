#include "compiler/vectorizer/analysis/unwritten_reads.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// True if others can see what it writes, or it may see what others have written.
bool writesOrSynchronizes(const Instruction &instruction) {
  if (!instruction.mayWriteToMemory())
    return false;
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
      intrinsic && intrinsic->isAssumeLikeIntrinsic())
    return false;
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return !store->isSimple() || store->getPointerAddressSpace() != 0;
  switch (internalOp(instruction).value_or(InternalOp::blockStore2d)) {
  case InternalOp::blockRead:
  case InternalOp::blockRead2d:
  case InternalOp::blockPrefetch:
  case InternalOp::blockPrefetch2d:
  case InternalOp::print:
    return false;
  default:
    return true;
  }
}

} // namespace

void markUnwrittenReads(Function &kernel) {
  SmallVector<CallInst *> reads;
  SmallVector<const Instruction *> writes;
  for (Instruction &instruction : instructions(kernel)) {
    if (internalOp(instruction) == InternalOp::blockRead2d)
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
