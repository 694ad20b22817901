#include "compiler/vectorizer/size/same_results.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

using Functions = SmallPtrSetImpl<const Function *>;

bool isVolatile(const Instruction &instruction) { return instruction.isVolatile(); }

bool hasSameResults(const Function &function, Functions &seen);

bool callsSame(const CallBase &call, Functions &seen) {
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return false;
  if (const std::optional<InternalOp> op = internalOp(call))
    return *op <= InternalOp::localDistance || *op == InternalOp::workGroupBarrier;
  if (callee->getIntrinsicID() == Intrinsic::fmuladd)
    return !call.getType()->getScalarType()->isHalfTy();
  return callee->isDeclaration() || !seen.insert(callee).second ||
         (none_of(instructions(*callee), isVolatile) && hasSameResults(*callee, seen));
}

bool isSame(const Instruction &instruction, Functions &seen) {
  if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return !update->isFloatingPointOperation();
  const auto *call = dyn_cast<CallBase>(&instruction);
  return !call || callsSame(*call, seen);
}

/// A set of ways to reach for memory, two bits for each address space.
using Accesses = std::uint64_t;
constexpr Accesses reads = 0x5555555555555555, writes = ~reads;

Accesses bitOf(const Value &pointer, Accesses way) {
  constexpr unsigned mostSpaces = 32;
  return way & (Accesses(3) << (2 * (pointer.getType()->getPointerAddressSpace() % mostSpaces)));
}

/// What lanes could see of one another by an access: plain reads need not see any of it.
Accesses seenBy(const Instruction &instruction) {
  if (const auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isVolatile() ? bitOf(*load->getPointerOperand(), reads) : 0;
  if (const auto *store = dyn_cast<StoreInst>(&instruction))
    return bitOf(*store->getPointerOperand(), writes);
  if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return bitOf(*update->getPointerOperand(), writes);
  if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return bitOf(*exchange->getPointerOperand(), writes);
  const auto *call = dyn_cast<CallBase>(&instruction);
  return call && !call->getCalledFunction()->isDeclaration() ? reads | writes : 0;
}

bool isBarrier(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  return call && internalOp(*call) == InternalOp::workGroupBarrier;
}

/// Whether a volatile read and a write of the same address space, one of `spaces`, may follow each
/// other with no barrier in between.
bool meetsWithoutBarrier(const Function &function, Accesses spaces = reads | writes) {
  DenseMap<const BasicBlock *, Accesses> before; // since the last barrier, on any way
  bool changed = true;
  while (changed) {
    changed = false;
    for (const BasicBlock &block : function) {
      Accesses open = before.lookup(&block);
      for (const Instruction &instruction : block) {
        if (isBarrier(instruction))
          open = 0;
        const Accesses seen = seenBy(instruction) & spaces;
        if ((open & reads & (seen >> 1)) || ((open >> 1) & reads & seen))
          return true;
        open |= seen;
      }
      for (const BasicBlock *next : successors(&block)) {
        changed |= (open & ~before.lookup(next)) != 0;
        before[next] |= open;
      }
    }
  }
  return false;
}

bool hasSameResults(const Function &function, Functions &seen) {
  return all_of(instructions(function),
                [&](const Instruction &instruction) { return isSame(instruction, seen); });
}

} // namespace

bool hasSameResultsAtAnySize(const Function &kernel) {
  SmallPtrSet<const Function *, 4> seen;
  return hasSameResults(kernel, seen) &&
         (none_of(instructions(kernel), isVolatile) || !meetsWithoutBarrier(kernel));
}

bool expectsLanesInStep(const Function &kernel) {
  return meetsWithoutBarrier(kernel, Accesses(3) << (2 * inLocal));
}

} // namespace heddle::compiler
