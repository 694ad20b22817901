#include "compiler/vectorizer/analysis/unwritten_reads.hpp"

#include "compiler/ir/control_paths.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/shared_memory.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// The memory that an instruction reads at one pointer; null if it does anything else.
const Value *readPointer(const Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple() ? load->getPointerOperand() : nullptr;
  return internalOp(instruction) == InternalOp::blockRead ? instruction.getOperand(0) : nullptr;
}

bool readsBlock(const Instruction &instruction) {
  const std::optional<InternalOp> op = internalOp(instruction);
  return op == InternalOp::blockRead2d || op == InternalOp::cooperativeLoad;
}

const Argument *argumentOf(const Value *pointer) {
  return pointer ? dyn_cast<Argument>(getUnderlyingObject(pointer, /*MaxLookup=*/0)) : nullptr;
}

/// The `restrict` argument through which an instruction writes; null if it may write elsewhere, or
/// show what others have written.
const Argument *restrictedWrite(const Instruction &instruction) {
  const std::optional<InternalOp> op = internalOp(instruction);
  const auto *store = dyn_cast<StoreInst>(&instruction);
  const Value *pointer = nullptr;
  if (store && store->isSimple())
    pointer = store->getPointerOperand();
  else if (op == InternalOp::blockWrite || op == InternalOp::blockWrite2d ||
           op == InternalOp::cooperativeStore)
    pointer = instruction.getOperand(0);
  const Argument *argument = argumentOf(pointer);
  return argument && argument->hasNoAliasAttr() ? argument : nullptr;
}

bool isRead(const Instruction &instruction) {
  if (readsBlock(instruction))
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
  // By what is written: null for anything.
  MapVector<const Argument *, SmallVector<const BasicBlock *>> writes;
  struct Read {
    Instruction *instruction;
    const Argument *argument; ///< null for anything
  };
  SmallVector<Read> reads;
  for (BasicBlock &block : kernel) {
    SmallPtrSet<const Argument *, 4> written;
    for (Instruction &instruction : block) {
      if (isRead(instruction)) {
        const Argument *argument = argumentOf(readsBlock(instruction) ? instruction.getOperand(0)
                                                                      : readPointer(instruction));
        // Nothing but reads of other arguments is sure to stay clear of a `restrict` one.
        const bool isBehindWrite = written.contains(nullptr) || written.contains(argument) ||
                                   (!argument && !written.empty());
        // What hardly ever runs is not worth more code.
        if (!isBehindWrite && !instruction.hasMetadata(wrapsMetadata))
          reads.push_back({&instruction, argument});
      } else if (writesOrSynchronizes(instruction)) {
        const Argument *argument = restrictedWrite(instruction);
        if (written.insert(argument).second)
          writes[argument].push_back(&block);
      }
    }
  }
  for (const auto &[argument, blocks] : writes) {
    const SmallPtrSet<const BasicBlock *, 32> written = blocksBehind(blocks);
    erase_if(reads, [&](const Read &read) {
      return (!argument || !read.argument || read.argument == argument) &&
             written.contains(read.instruction->getParent());
    });
  }
  for (const Read &read : reads)
    markUnwritten(*read.instruction);
}

} // namespace heddle::compiler
