#include "compiler/vectorizer/size/same_results.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/waiting_loops.hpp"
#include "compiler/vectorizer/size/missing_barriers.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
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
    return *op <= InternalOp::localDistance || *op == InternalOp::workGroupBarrier ||
           *op == InternalOp::argumentBefore || *op == InternalOp::argumentSize;
  if (callee->getIntrinsicID() == Intrinsic::fmuladd)
    return !call.getType()->getScalarType()->isHalfTy();
  return callee->isDeclaration() || !seen.insert(callee).second ||
         (none_of(instructions(*callee), isVolatile) && hasSameResults(*callee, seen));
}

bool addsFloats(const Instruction &instruction) {
  const auto *update = dyn_cast<AtomicRMWInst>(&instruction);
  return update && update->isFloatingPointOperation();
}

bool isSame(const Instruction &instruction, Functions &seen) {
  if (addsFloats(instruction))
    return false;
  const auto *call = dyn_cast<CallBase>(&instruction);
  return !call || callsSame(*call, seen);
}

/// A set of ways to reach for memory, two bits for each address space.
using Accesses = std::uint64_t;
constexpr Accesses reads = 0x5555555555555555, writes = ~reads;
constexpr unsigned mostSpaces = 16, apartBits = 2 * mostSpaces;
constexpr Accesses notApart = (Accesses(1) << apartBits) - 1;

Accesses bitOf(const Value &pointer, Accesses way) {
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
  return call && !call->getCalledFunction()->isDeclaration() ? notApart : 0;
}

/// What is seen through a generic pointer may be in any address space.
Accesses spreadGeneric(Accesses seen) {
  constexpr Accesses generic = Accesses(3) << (2 * isGeneric);
  return seen | (seen & generic & reads ? reads & notApart : 0) |
         (seen & generic & writes ? writes & notApart : 0);
}

bool isBarrier(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  return call && internalOp(*call) == InternalOp::workGroupBarrier;
}

using Blocks = SmallPtrSet<const BasicBlock *, 8>;

/// Loops that wait until they find what they are after: their blocks, and how many have no other
/// one inside.
struct Waiting {
  Blocks blocks;
  unsigned innermost = 0;
};

Waiting waitingLoops(Function &kernel) {
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  AssumptionCache assumptions(kernel);
  TargetLibraryInfoImpl library(kernel.getParent()->getTargetTriple());
  TargetLibraryInfo functions(library, &kernel);
  ScalarEvolution evolution(kernel, functions, assumptions, dominators, loops);
  Waiting waiting;
  for (const WaitingLoop &found : findWaitingLoops(loops, evolution, dominators)) {
    waiting.blocks.insert_range(found.loop->blocks());
    waiting.innermost += found.loop->isInnermost();
  }
  return waiting;
}

/// Whether a volatile read and a write of the same address space, one of `spaces`, may follow each
/// other with no barrier in between. Both being in `apart` does not count.
bool meetsWithoutBarrier(const Function &function, Accesses spaces = reads | writes,
                         const Blocks &apart = {}) {
  DenseMap<const BasicBlock *, Accesses> before; // since the last barrier, on any way
  bool changed = true;
  while (changed) {
    changed = false;
    for (const BasicBlock &block : function) {
      Accesses open = before.lookup(&block);
      const bool isApart = apart.contains(&block);
      for (const Instruction &instruction : block) {
        if (isBarrier(instruction))
          open = 0;
        const Accesses seen = spreadGeneric(seenBy(instruction) & spaces);
        // Those of both kinds, each in a half of the set, meet those that are not apart.
        const Accesses met = isApart ? open & notApart : (open | open >> apartBits) & notApart;
        if ((met & reads & (seen >> 1)) || ((met >> 1) & reads & seen))
          return true;
        open |= isApart ? seen << apartBits : seen;
      }
      for (const BasicBlock *next : successors(&block)) {
        changed |= (open & ~before.lookup(next)) != 0;
        before[next] |= open;
      }
    }
  }
  return false;
}

/// Of what functions do in there nothing is known.
bool callsCode(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  return call && (!call->getCalledFunction() || !call->getCalledFunction()->isDeclaration());
}

bool lanesMeet(const Function &kernel) {
  return (any_of(instructions(kernel), isVolatile) && meetsWithoutBarrier(kernel)) ||
         handsOnWithoutBarrier(kernel);
}

bool hasSameResults(const Function &function, Functions &seen) {
  return all_of(instructions(function),
                [&](const Instruction &instruction) { return isSame(instruction, seen); });
}

} // namespace

bool hasSameResultsAtAnySize(const Function &kernel) {
  SmallPtrSet<const Function *, 4> seen;
  return hasSameResults(kernel, seen) && !lanesMeet(kernel);
}

bool hasSameResultsInAnyLanes(const Function &kernel) {
  return none_of(instructions(kernel),
                 [](const Instruction &instruction) {
                   return addsFloats(instruction) || callsCode(instruction);
                 }) &&
         !lanesMeet(kernel);
}

LanesInStep lanesInStep(Function &kernel) {
  if (handsOnWithoutBarrier(kernel))
    return {/*areExpected=*/true};
  const Accesses local = Accesses(3) << (2 * inLocal);
  if (!meetsWithoutBarrier(kernel, local))
    return {};
  const Waiting waiting = waitingLoops(kernel);
  return {meetsWithoutBarrier(kernel, local, waiting.blocks), waiting.innermost};
}

} // namespace heddle::compiler
