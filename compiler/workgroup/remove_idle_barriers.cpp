#include "compiler/workgroup/remove_idle_barriers.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/ir/shared_memory.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// The arguments that lead to global memory which the kernel writes and does not read.
class WrittenArguments {
public:
  explicit WrittenArguments(const Function &kernel);

  /// Whether the barrier does not order such a write, because it is for local memory only: reads
  /// through other arguments would race with it even if these led to the same memory.
  bool leavesAlone(const Instruction &write, const Instruction &barrier) const;

private:
  static const Argument *argumentOf(const Instruction &access);

  SmallPtrSet<const Argument *, 4> read;
  bool isKnown = true;
};

const Argument *WrittenArguments::argumentOf(const Instruction &access) {
  const std::optional<InternalOp> op = internalOp(access);
  const Value *pointer = getLoadStorePointerOperand(&access);
  if (op == InternalOp::blockRead || op == InternalOp::blockWrite ||
      op == InternalOp::blockRead2d || op == InternalOp::blockWrite2d ||
      op == InternalOp::cooperativeLoad || op == InternalOp::cooperativeStore)
    pointer = access.getOperand(0);
  return pointer ? dyn_cast<Argument>(getUnderlyingObject(pointer)) : nullptr;
}

WrittenArguments::WrittenArguments(const Function &kernel) {
  for (const Instruction &instruction : instructions(kernel)) {
    if (!instruction.mayReadFromMemory() || isWorkGroupBarrier(instruction))
      continue;
    const std::optional<InternalOp> op = internalOp(instruction);
    if (op == InternalOp::blockWrite || op == InternalOp::blockWrite2d ||
        op == InternalOp::cooperativeStore || op == InternalOp::blockPrefetch)
      continue;
    if (const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
        intrinsic && intrinsic->isAssumeLikeIntrinsic())
      continue;
    if (const auto *load = dyn_cast<LoadInst>(&instruction)) {
      const Value *object = getUnderlyingObject(load->getPointerOperand());
      if (isa<AllocaInst, GlobalVariable>(object))
        continue;
    }
    if (const Argument *argument = argumentOf(instruction))
      read.insert(argument);
    else
      isKnown = false;
  }
}

bool WrittenArguments::leavesAlone(const Instruction &write, const Instruction &barrier) const {
  // SPIR-V's semantics: memory of other work-groups, images.
  constexpr std::uint64_t otherMemory = 0x200 | 0x400 | 0x800;
  const auto *semantics = dyn_cast<ConstantInt>(barrier.getOperand(1));
  const Argument *argument = argumentOf(write);
  constexpr unsigned globalAddressSpace = 1;
  return isKnown && semantics && !(semantics->getZExtValue() & otherMemory) && argument &&
         argument->getType()->getPointerAddressSpace() == globalAddressSpace &&
         !read.contains(argument) && !write.isVolatile() && !write.isAtomic();
}

enum class Met { nothing, barrier, write };

/// The first barrier or write of some instructions of a block.
template <typename Range>
Met firstMet(const Range &instructions, const Instruction &asking,
             const WrittenArguments &arguments) {
  for (const Instruction &instruction : instructions) {
    if (isWorkGroupBarrier(instruction))
      return Met::barrier;
    if (writesOrSynchronizes(instruction) && !arguments.leavesAlone(instruction, asking))
      return Met::write;
  }
  return Met::nothing;
}

/// Whether only reads lie on all ways from the barrier to the next barriers. `rest` are the
/// instructions of its own block, `onward` leads to the blocks behind it and `whole` to all
/// instructions of one; the same serves for both directions.
template <typename Range, typename Onward, typename Whole>
bool onlyReads(const Instruction &barrier, const WrittenArguments &arguments, const Range &rest,
               Onward onward, Whole whole) {
  Met met = firstMet(rest, barrier, arguments);
  if (met != Met::nothing)
    return met == Met::barrier;
  SmallPtrSet<const BasicBlock *, 16> seen;
  SmallVector<const BasicBlock *> open(onward(*barrier.getParent()));
  while (!open.empty()) {
    const BasicBlock *block = open.pop_back_val();
    if (!seen.insert(block).second)
      continue;
    met = firstMet(whole(*block), barrier, arguments);
    if (met == Met::write)
      return false;
    if (met == Met::nothing)
      append_range(open, onward(*block));
  }
  return true;
}

bool onlyReadsBehind(const Instruction &barrier, const WrittenArguments &arguments) {
  const BasicBlock &block = *barrier.getParent();
  return onlyReads(
      barrier, arguments, make_range(std::next(barrier.getIterator()), block.end()),
      [](const BasicBlock &at) { return to_vector(successors(&at)); },
      [](const BasicBlock &at) { return make_range(at.begin(), at.end()); });
}

bool onlyReadsBefore(const Instruction &barrier, const WrittenArguments &arguments) {
  const BasicBlock &block = *barrier.getParent();
  return onlyReads(
      barrier, arguments, make_range(std::next(barrier.getReverseIterator()), block.rend()),
      [](const BasicBlock &at) { return to_vector(predecessors(&at)); },
      [](const BasicBlock &at) { return make_range(at.rbegin(), at.rend()); });
}

/// Whether work-items have neither read nor written what others can see when they come here.
bool comesFirst(const Instruction &barrier) {
  const auto sees = [](const Instruction &instruction) {
    if (isWorkGroupBarrier(instruction) || !instruction.mayReadOrWriteMemory())
      return false;
    if (const auto *load = dyn_cast<LoadInst>(&instruction))
      return !load->isSimple() || load->getPointerAddressSpace() != 0;
    const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    return !(intrinsic && intrinsic->isAssumeLikeIntrinsic()) &&
           (!isa<StoreInst>(instruction) || writesOrSynchronizes(instruction));
  };
  SmallPtrSet<const BasicBlock *, 16> seen;
  SmallVector<const BasicBlock *> open(predecessors(barrier.getParent()));
  if (any_of(make_range(barrier.getParent()->begin(), barrier.getIterator()), sees))
    return false;
  while (!open.empty()) {
    const BasicBlock *block = open.pop_back_val();
    if (!seen.insert(block).second)
      continue;
    if (any_of(*block, sees))
      return false;
    append_range(open, predecessors(block));
  }
  return true;
}

class Removal {
public:
  Removal(Function &function, LoopInfo &loops, DominatorTree &dominators)
      : function(function), loops(loops), dominators(dominators) {}

  bool run();

private:
  Loop *loopOfReads(const BasicBlock *block) const;
  bool moveBehind(Loop &loop, ArrayRef<Instruction *> barriers);

  Function &function;
  LoopInfo &loops;
  DominatorTree &dominators;
};

/// The outermost loop around the block that writes nothing and has one way out.
Loop *Removal::loopOfReads(const BasicBlock *block) const {
  Loop *result = nullptr;
  for (Loop *loop = loops.getLoopFor(block); loop; loop = loop->getParentLoop()) {
    const auto writes = [](const Instruction &instruction) {
      return !isWorkGroupBarrier(instruction) && writesOrSynchronizes(instruction);
    };
    if (any_of(loop->blocks(), [&](const BasicBlock *inside) { return any_of(*inside, writes); }))
      break;
    if (loop->getUniqueExitBlock() && loop->getLoopLatch())
      result = loop;
  }
  return result;
}

/// `barriers` are those in the loop, with only reads before each.
bool Removal::moveBehind(Loop &loop, ArrayRef<Instruction *> barriers) {
  // One that all rounds come to shows that all work-items do the same rounds, and leave together.
  if (none_of(barriers, [&](const Instruction *barrier) {
        return dominators.dominates(barrier->getParent(), loop.getLoopLatch());
      }))
    return false;
  // A place that is on no way around the loop.
  formDedicatedExitBlocks(&loop, &dominators, &loops, nullptr, /*PreserveLCSSA=*/false);
  BasicBlock *exit = loop.getUniqueExitBlock();
  Instruction *behind = barriers.front()->clone();
  behind->insertBefore(exit->getFirstInsertionPt());
  behind->setDebugLoc(barriers.front()->getDebugLoc());
  remark(*barriers.front(), [] {
    return std::string("the barrier moves behind the loop, in which nothing is written");
  });
  for (Instruction *barrier : barriers)
    barrier->eraseFromParent();
  return true;
}

bool Removal::run() {
  SmallVector<Instruction *> barriers;
  for (Instruction &instruction : instructions(function))
    if (isWorkGroupBarrier(instruction))
      barriers.push_back(&instruction);
  if (barriers.empty())
    return false;

  // All questions are about the barriers as they were. Two neighbours that may both go have only
  // reads on all three sides.
  const WrittenArguments arguments(function);
  SmallVector<Instruction *> idle;
  MapVector<Loop *, SmallVector<Instruction *>> inLoops;
  SmallPtrSet<const Loop *, 4> ordering;
  for (Instruction *barrier : barriers) {
    const bool readsBefore = onlyReadsBefore(*barrier, arguments);
    if (comesFirst(*barrier) || (readsBefore && onlyReadsBehind(*barrier, arguments))) {
      idle.push_back(barrier);
      continue;
    }
    if (Loop *loop = loopOfReads(barrier->getParent())) {
      inLoops[loop].push_back(barrier);
      if (!readsBefore)
        ordering.insert(loop);
    }
  }
  bool changed = !idle.empty();
  for (auto &[loop, inside] : inLoops)
    if (!ordering.contains(loop))
      changed |= moveBehind(*loop, inside);
  for (Instruction *barrier : idle) {
    remark(*barrier, [] {
      return std::string("the barrier orders nothing: only reads are before and behind it");
    });
    barrier->eraseFromParent();
  }
  return changed;
}

} // namespace

PreservedAnalyses RemoveIdleBarriersPass::run(Function &function,
                                              FunctionAnalysisManager &analyses) {
  if (!isKernel(function) || !Removal(function, analyses.getResult<LoopAnalysis>(function),
                                      analyses.getResult<DominatorTreeAnalysis>(function))
                                  .run())
    return PreservedAnalyses::all();
  return PreservedAnalyses::none();
}

} // namespace heddle::compiler
