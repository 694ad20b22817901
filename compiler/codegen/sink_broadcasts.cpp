#include "compiler/codegen/sink_broadcasts.hpp"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// A number that is read in front of a loop, and its broadcast, which the loop uses.
struct Broadcast {
  LoadInst *load;
  Instruction *vector;
};

class BroadcastsOfLoop {
public:
  BroadcastsOfLoop(Loop &loop, AAResults &aliases, unsigned registers, unsigned registerBits)
      : loop(loop), aliases(aliases), registers(registers), registerBits(registerBits) {}

  bool run() {
    if (!loop.isInnermost() || !loop.getLoopPreheader())
      return false;
    SetVector<Instruction *> vectors;
    unsigned carried = 0;
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block) {
        carried +=
            isa<PHINode>(instruction) && block == loop.getHeader() && fillsRegister(instruction);
        writes |= instruction.mayWriteToMemory();
        for (Value *operand : instruction.operands())
          if (auto *vector = dyn_cast<Instruction>(operand);
              vector && !loop.contains(vector) && fillsRegister(*vector))
            vectors.insert(vector);
      }
    if (vectors.size() + carried + ofRound <= registers)
      return false;
    SmallVector<Broadcast> broadcasts;
    for (Instruction *vector : vectors)
      if (LoadInst *load = broadcastLoad(*vector); load && isUnchanged(*load))
        broadcasts.push_back({load, vector});
    for (const Broadcast &broadcast : broadcasts)
      sink(broadcast);
    return !broadcasts.empty();
  }

private:
  /// Registers that the values of a round need at least.
  static constexpr unsigned ofRound = 4;

  bool fillsRegister(const Instruction &value) const {
    return value.getType()->isVectorTy() &&
           value.getType()->getPrimitiveSizeInBits().getKnownMinValue() >= registerBits;
  }

  /// What the vector has in all of its elements, read in front of the loop and for nothing else.
  LoadInst *broadcastLoad(Instruction &vector) const {
    auto *load = dyn_cast_or_null<LoadInst>(getSplatValue(&vector));
    const unsigned bits = vector.getType()->getScalarSizeInBits();
    // Instructions broadcast no others.
    if (!load || !load->isSimple() || (bits != 32 && bits != 64))
      return nullptr;
    if (load->getParent() != loop.getLoopPreheader() ||
        any_of(vector.users(), [&](User *user) { return isa<PHINode>(user); }))
      return nullptr;
    return load;
  }

  /// Whether the memory is the same in the loop as where it is read.
  bool isUnchanged(const LoadInst &load) const {
    const MemoryLocation location = MemoryLocation::get(&load);
    const auto mayWrite = [&](const Instruction &instruction) {
      return instruction.mayWriteToMemory() &&
             isModSet(aliases.getModRefInfo(&instruction, location));
    };
    for (const Instruction *next = load.getNextNode(); next; next = next->getNextNode())
      if (mayWrite(*next))
        return false;
    return !writes || none_of(loop.blocks(),
                              [&](const BasicBlock *block) { return any_of(*block, mayWrite); });
  }

  void sink(const Broadcast &broadcast) {
    SmallSetVector<BasicBlock *, 4> blocks;
    for (User *user : broadcast.vector->users())
      if (auto *instruction = cast<Instruction>(user); loop.contains(instruction))
        blocks.insert(instruction->getParent());
    for (BasicBlock *block : blocks) {
      SmallVector<Instruction *> users;
      for (Instruction &instruction : *block)
        if (is_contained(instruction.operands(), broadcast.vector))
          users.push_back(&instruction);
      IRBuilder<> builder(users.front());
      Instruction *load = builder.Insert(broadcast.load->clone());
      const auto type = cast<VectorType>(broadcast.vector->getType());
      Value *vector = builder.CreateVectorSplat(type->getElementCount(), load);
      for (Instruction *user : users)
        user->replaceUsesOfWith(broadcast.vector, vector);
    }
    RecursivelyDeleteTriviallyDeadInstructions(broadcast.vector);
  }

  Loop &loop;
  AAResults &aliases;
  const unsigned registers, registerBits;
  bool writes = false;
};

} // namespace

PreservedAnalyses SinkBroadcastsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &aliases = analyses.getResult<AAManager>(function);
  bool changed = false;
  for (Loop *loop : loops.getLoopsInPreorder())
    changed |= BroadcastsOfLoop(*loop, aliases, registers, registerBits).run();
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
