#include "compiler/vectorizer/transform/split_sums.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/loop_copy.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/vectorizer/analysis/local_places.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <algorithm>
#include <memory>
#include <string>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Sums for each read of a round, at least: all parts read some of them.
constexpr unsigned sumsPerRead = 2;

/// What is added to in `value`; null where that is no addition.
Value *addedTo(Value &value) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return nullptr;
  if (auto *call = dyn_cast<IntrinsicInst>(instruction);
      call &&
      (call->getIntrinsicID() == Intrinsic::fma || call->getIntrinsicID() == Intrinsic::fmuladd))
    return call->getArgOperand(2);
  if (instruction->getOpcode() != Instruction::FAdd &&
      instruction->getOpcode() != Instruction::FSub)
    return nullptr;
  // The other side of a sum of two products is a product.
  auto *left = dyn_cast<Instruction>(instruction->getOperand(0));
  const bool isLeft = left && (isa<PHINode>(left) || addedTo(*left));
  return instruction->getOperand(isLeft || instruction->getOpcode() == Instruction::FSub ? 0 : 1);
}

/// Whether the phi is a sum of which nothing but what a round leaves is looked at, behind the loop.
bool isSum(PHINode &phi, const Loop &loop) {
  if (!phi.getType()->isFPOrFPVectorTy() || !phi.hasOneUse())
    return false;
  Value *const last = phi.getIncomingValueForBlock(loop.getLoopLatch());
  Value *value = last;
  for (; value && value != &phi; value = addedTo(*value)) {
    const auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !loop.contains(instruction))
      return false;
    const bool isUsedOnce = value != last
                                ? instruction->hasOneUse()
                                : none_of(instruction->users(), [&](const User *user) {
                                    return user != &phi && loop.contains(cast<Instruction>(user));
                                  });
    if (!isUsedOnce)
      return false;
  }
  return value && last != &phi;
}

/// Whether it costs no more than a load: it reads what lies side by side for lanes, or the same for
/// all of a row of the work-group. What they shuffle or gather each part would do again.
bool isCheap(const LoadInst &load) {
  const Type *type = load.getType();
  const LocalPlace place = localPlace(load);
  return place.object && type->isFloatingPointTy() && all_of(place.steps, [&](const auto &step) {
           const auto &[id, bytes] = step;
           const auto *computed = dyn_cast_or_null<Instruction>(id.computed);
           const bool isOfRows = computed ? computed->getOpcode() == Instruction::LShr ||
                                                computed->getOpcode() == Instruction::AShr ||
                                                computed->getOpcode() == Instruction::UDiv ||
                                                computed->getOpcode() == Instruction::SDiv
                                          : id.dimension == 1 || id.dimension == 2;
           return isOfRows || bytes * 8 == type->getScalarSizeInBits();
         });
}

/// A loop in which several sums may be left to a copy of it.
bool mayBeSplit(const Loop &loop) {
  const BasicBlock *block = loop.getHeader();
  if (loop.getNumBlocks() != 1 || !loop.getExitBlock() || !loop.getLoopPreheader())
    return false;
  return none_of(*block, [](const Instruction &instruction) {
    const auto *load = dyn_cast<LoadInst>(&instruction);
    const auto *call = dyn_cast<CallBase>(&instruction);
    return instruction.mayWriteToMemory() || (load && !(load->isSimple() && isCheap(*load))) ||
           (call && !isa<IntrinsicInst>(call));
  });
}

class SumSplitting {
public:
  SumSplitting(unsigned lanes, unsigned floatLanes, LoopInfo &loops, DominatorTree &dominators)
      : lanes(lanes), registerBits(32 * floatLanes), registers(floatLanes == 16 ? 32 : 16),
        loops(loops), dominators(dominators) {}

  bool run(Loop &loop) {
    SmallVector<PHINode *> sums;
    for (PHINode &phi : loop.getHeader()->phis())
      if (isSum(phi, loop))
        sums.push_back(&phi);
    unsigned taken = 0;
    for (const PHINode *sum : sums)
      taken += registersOf(*sum);
    // A few of them come and go at little cost.
    if (taken <= registers + registers / 4)
      return false;
    const auto reads = count_if(*loop.getHeader(), [](const Instruction &instruction) {
      return isa<LoadInst>(instruction);
    });
    if (sumsPerRead * static_cast<std::size_t>(reads) > sums.size())
      return false;
    // A quarter of the registers is for factors.
    const unsigned parts = std::max<unsigned>(divideCeil(taken, registers - registers / 4), 2);
    remark(*loop.getHeader()->getTerminator(), [&] {
      return "loop with " + std::to_string(sums.size()) + " sums: run " + std::to_string(parts) +
             " times for a part of them, which fits the registers";
    });
    split(loop, sums, parts);
    return true;
  }

private:
  unsigned registersOf(const PHINode &sum) const {
    return divideCeil(sum.getType()->getPrimitiveSizeInBits().getFixedValue() * lanes,
                      registerBits);
  }

  void split(Loop &loop, ArrayRef<PHINode *> sums, unsigned parts) {
    formLCSSA(loop, dominators, &loops, nullptr);
    BasicBlock *block = loop.getHeader(), *exit = loop.getExitBlock();
    const std::size_t size = divideCeil(sums.size(), parts);
    // Copies are made while everything is there, and run in order before the loop itself.
    SmallVector<std::unique_ptr<LoopCopy>> copies;
    for (unsigned part = 0; part + 1 < parts; ++part) {
      copies.push_back(std::make_unique<LoopCopy>(loop, ".part", loops, dominators));
      BasicBlock *next = loop.getLoopPreheader(), *copied = copies.back()->copy().getHeader();
      copies.back()->decision().getTerminator()->replaceSuccessorWith(
          next, copies.back()->copy().getLoopPreheader());
      copied->getTerminator()->replaceSuccessorWith(exit, next);
      dominators.changeImmediateDominator(next, copied);
    }
    ArrayRef<PHINode *> rest = sums;
    for (std::unique_ptr<LoopCopy> &copy : copies) {
      const ArrayRef<PHINode *> own = rest.take_front(size);
      rest = rest.drop_front(own.size());
      for (PHINode *sum : own)
        for (PHINode &result : exit->phis()) {
          Value *last = sum->getIncomingValueForBlock(block);
          if (result.getIncomingValueForBlock(block) == last)
            result.setIncomingValueForBlock(block, (*copy)[last]);
        }
      for (PHINode *sum : sums)
        if (!is_contained(own, sum))
          remove(cast<PHINode>((*copy)[sum]));
    }
    for (PHINode *sum : sums.drop_back(rest.size()))
      remove(sum);
  }

  static void remove(PHINode *sum) {
    BasicBlock *block = sum->getParent();
    Value *next = sum->getIncomingValueForBlock(block);
    sum->setIncomingValueForBlock(block, sum);
    RecursivelyDeleteTriviallyDeadInstructions(next);
    RecursivelyDeleteDeadPHINode(sum);
  }

  const unsigned lanes, registerBits, registers;
  LoopInfo &loops;
  DominatorTree &dominators;
};

} // namespace

PreservedAnalyses SplitSumsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!isKernel(function) || subGroupSize(function) <= 1)
    return PreservedAnalyses::all();
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  SumSplitting splitting(subGroupSize(function), floatLanes, loops,
                         analyses.getResult<DominatorTreeAnalysis>(function));
  bool changed = false;
  for (Loop *loop : loops.getLoopsInPreorder())
    changed |= mayBeSplit(*loop) && splitting.run(*loop);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
