#include "compiler/vectorizer/analysis/unwritten_reads.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/shared_memory.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// The blocks that control may come to behind one of these instructions.
SmallPtrSet<const BasicBlock *, 32> blocksBehind(ArrayRef<const Instruction *> instructions) {
  SmallPtrSet<const BasicBlock *, 32> reached;
  SmallVector<const BasicBlock *> open;
  for (const Instruction *instruction : instructions)
    append_range(open, successors(instruction->getParent()));
  while (!open.empty()) {
    const BasicBlock *block = open.pop_back_val();
    if (reached.insert(block).second)
      append_range(open, successors(block));
  }
  return reached;
}

/// The memory that an instruction reads at one pointer; null if it does anything else.
const Value *readPointer(const Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple() ? load->getPointerOperand() : nullptr;
  return internalOp(instruction) == InternalOp::blockRead ? instruction.getOperand(0) : nullptr;
}

bool isRead(const Instruction &instruction) {
  const std::optional<InternalOp> op = internalOp(instruction);
  if (op == InternalOp::blockRead2d || op == InternalOp::cooperativeLoad)
    return true;
  constexpr unsigned globalAddressSpace = 1, constantAddressSpace = 2;
  const Value *pointer = readPointer(instruction);
  if (!pointer)
    return false;
  // Also through pointers of the generic address space, such as vload's.
  const unsigned space = getUnderlyingObject(pointer)->getType()->getPointerAddressSpace();
  return space == globalAddressSpace || space == constantAddressSpace;
}

} // namespace

void markUnwrittenReads(Function &kernel) {
  SmallVector<Instruction *> reads;
  SmallVector<const Instruction *> writes;
  for (BasicBlock &block : kernel) {
    bool isWritten = false;
    for (Instruction &instruction : block) {
      if (isRead(instruction)) {
        // What hardly ever runs is not worth more code.
        if (!isWritten && !instruction.hasMetadata(wrapsMetadata))
          reads.push_back(&instruction);
      } else if (writesOrSynchronizes(instruction)) {
        writes.push_back(&instruction);
        isWritten = true;
      }
    }
  }
  const SmallPtrSet<const BasicBlock *, 32> written = blocksBehind(writes);
  for (Instruction *read : reads)
    if (!written.contains(read->getParent()))
      markUnwritten(*read);
}

} // namespace heddle::compiler
