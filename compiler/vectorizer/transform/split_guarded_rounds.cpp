#include "compiler/vectorizer/transform/split_guarded_rounds.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/ir/shared_memory.hpp"
#include "compiler/vectorizer/analysis/factor_reads.hpp"
#include "compiler/vectorizer/analysis/index_ranges.hpp"
#include "compiler/vectorizer/transform/version_index_arithmetic.hpp"

#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Of instructions, before loops are unrolled.
constexpr unsigned maxSplitLength = 2000;

/// A branch that goes to where factors are read, where a condition holds (or does not).
struct Guard {
  BranchInst *branch;
  bool holds;
};

class LoopSplitter {
public:
  LoopSplitter(Function &function, FunctionAnalysisManager &analyses)
      : loops(analyses.getResult<LoopAnalysis>(function)),
        dominators(analyses.getResult<DominatorTreeAnalysis>(function)),
        uniformity(analyses.getResult<UniformityInfoAnalysis>(function)),
        builder(&function.getEntryBlock(), function.getEntryBlock().getTerminator()->getIterator(),
                InstSimplifyFolder(function.getDataLayout())) {}

  bool run(Loop &loop);

private:
  bool canBeSplit(const Loop &loop) const;
  bool leadsToFactor(const Loop &loop, BasicBlockEdge edge) const;
  bool decide(Loop &loop, BranchInst &branch);
  bool decideOrder(Loop &loop, BranchInst &branch, ICmpInst &compare);
  void split(Loop &loop, const IndexRanges::WholeRounds &rounds);

  LoopInfo &loops;
  DominatorTree &dominators;
  UniformityInfo &uniformity;
  IndexRanges::Builder builder;

  SmallVector<Guard> guards;
  SmallSetVector<Value *, 16> conditions; ///< at the kernel's beginning
  SmallSetVector<Value *, 4> invariants;  ///< in front of the loop
};

bool LoopSplitter::canBeSplit(const Loop &loop) const {
  const BasicBlock *header = loop.getHeader();
  if (!loop.getLoopLatch() || !loop.getLoopPredecessor() || !loop.getExitBlock() ||
      loop.getExitingBlock() != header ||
      loop.getLoopLatch()->getTerminator()->hasMetadata(wrapsMetadata))
    return false;
  // It is gone through once more.
  for (const Instruction &instruction : *header)
    if (instruction.mayHaveSideEffects() && !instruction.isLifetimeStartOrEnd())
      return false;
  bool hasProduct = false;
  unsigned length = 0;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      const std::optional<InternalOp> op = internalOp(instruction);
      const auto *call = dyn_cast<CallBase>(&instruction);
      if ((op && (isSuspension(*op))) || (call && call->cannotDuplicate()))
        return false;
      hasProduct |= isSubGroupProduct(instruction);
      ++length;
    }
  return hasProduct && length <= maxSplitLength;
}

bool LoopSplitter::leadsToFactor(const Loop &loop, BasicBlockEdge edge) const {
  return any_of(loop.blocks(), [&](const BasicBlock *block) {
    return dominators.dominates(edge, block) && any_of(*block, [](const Instruction &instruction) {
             // What a work-item has in variables takes no longer under a mask.
             const auto *load = dyn_cast<LoadInst>(&instruction);
             return ((load && load->getPointerAddressSpace() != inPrivate) ||
                     internalOp(instruction) == InternalOp::blockRead) &&
                    readsFactor(instruction);
           });
  });
}

/// Assumes that what changes is below what does not.
bool LoopSplitter::decideOrder(Loop &loop, BranchInst &branch, ICmpInst &compare) {
  CmpInst::Predicate predicate = compare.getPredicate();
  if (compare.isEquality())
    return false;
  IndexRanges ranges(builder, loops, dominators, branch.getParent());
  if (!ranges.assumeWholeRounds(loop))
    return false;
  auto rangeOf = [&](Value *value) {
    const IndexRange *range =
        compare.isSigned() ? ranges.signedRange(value) : ranges.unsignedRange(value);
    return range ? std::optional(*range) : std::nullopt;
  };
  std::optional<IndexRange> index = rangeOf(compare.getOperand(0));
  std::optional<IndexRange> bound = rangeOf(compare.getOperand(1));
  if (!index || !bound)
    return false;
  if (index->least == index->most && bound->least != bound->most) {
    std::swap(index, bound);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  const bool holds = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
  if (!holds)
    predicate = CmpInst::getInversePredicate(predicate);
  if (!leadsToFactor(loop, {branch.getParent(), branch.getSuccessor(holds ? 0 : 1)}))
    return false;
  Value *condition =
      builder.CreateICmp(ICmpInst::isLT(predicate) ? CmpInst::ICMP_SLT : CmpInst::ICMP_SLE,
                         index->most, bound->least, "inside");
  if (const auto *decided = dyn_cast<ConstantInt>(condition); decided && decided->isZero())
    return false;
  conditions.insert(condition);
  conditions.insert_range(index->conditions);
  conditions.insert_range(bound->conditions);
  guards.push_back({&branch, holds});
  return true;
}

bool LoopSplitter::decide(Loop &loop, BranchInst &branch) {
  Value *condition = branch.getCondition();
  if (auto *compare = dyn_cast<ICmpInst>(condition);
      compare && compare->getOperand(0)->getType()->isIntegerTy())
    return decideOrder(loop, branch, *compare);
  // What was found out before can be asked.
  if (!loop.isLoopInvariant(condition) || isa<Constant>(condition) ||
      uniformity.isDivergent(condition) ||
      !leadsToFactor(loop, {branch.getParent(), branch.getSuccessor(0)}))
    return false;
  invariants.insert(condition);
  guards.push_back({&branch, true});
  return true;
}

void LoopSplitter::split(Loop &loop, const IndexRanges::WholeRounds &rounds) {
  BasicBlock *header = loop.getHeader(), *before = loop.getLoopPredecessor();
  Function &function = *header->getParent();
  Value *isInside = builder.getTrue();
  for (Value *condition : conditions)
    isInside = builder.CreateAnd(isInside, condition);
  IRBuilder<> front(before->getTerminator());
  for (Value *invariant : invariants)
    isInside = front.CreateAnd(isInside, invariant);
  // Behind the last one: LLVM counts the rounds of no loop that goes on up to and with a number.
  Value *bound =
      front.CreateSelect(isInside, front.CreateNSWAdd(rounds.range.most, front.getInt64(1)),
                         front.getInt64(INT64_MIN));

  ValueToValueMapTy map;
  SmallVector<BasicBlock *> copies;
  for (BasicBlock *block : loop.blocks()) {
    BasicBlock *copy = CloneBasicBlock(block, map, ".inside", &function);
    copy->moveBefore(header);
    map[block] = copy;
    copies.push_back(copy);
  }
  remapInstructionsInBlocks(copies, map);
  for (const Guard &guard : guards)
    cast<BranchInst>(map[guard.branch])
        ->setCondition(ConstantInt::getBool(function.getContext(), guard.holds));

  // The copy goes on to the loop, with what it came to.
  auto *first = cast<BasicBlock>(map[header]);
  before->getTerminator()->replaceSuccessorWith(header, first);
  for (PHINode &phi : header->phis()) {
    const int index = phi.getBasicBlockIndex(before);
    phi.setIncomingBlock(static_cast<unsigned>(index), first);
    phi.setIncomingValue(static_cast<unsigned>(index), map[&phi]);
  }
  auto *end = cast<BranchInst>(first->getTerminator());
  auto *original = cast<BranchInst>(header->getTerminator());
  BasicBlock *body = end->getSuccessor(loop.contains(original->getSuccessor(0)) ? 0 : 1);
  IRBuilder<> test(end);
  Value *counter = test.CreateSExt(map[rounds.counter], test.getInt64Ty());
  Value *goesOn = test.CreateICmpSLT(counter, bound);
  if (!rounds.hasOneBound) {
    Value *condition = end->getCondition();
    goesOn = test.CreateAnd(goesOn,
                            end->getSuccessor(0) == body ? condition : test.CreateNot(condition));
  }
  test.CreateCondBr(goesOn, body, header);
  end->eraseFromParent();
}

bool LoopSplitter::run(Loop &loop) {
  guards.clear();
  conditions.clear();
  invariants.clear();
  if (!canBeSplit(loop))
    return false;
  IndexRanges ranges(builder, loops, dominators);
  const std::optional<IndexRanges::WholeRounds> rounds = ranges.assumeWholeRounds(loop);
  if (!rounds || uniformity.isDivergent(rounds->counter))
    return false;
  for (BasicBlock *block : loop.blocks()) {
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (branch && branch->isConditional() && !loops.getLoopFor(block)->isLoopExiting(block))
      decide(loop, *branch);
  }
  if (guards.empty())
    return false;
  conditions.insert_range(rounds->range.conditions);
  remark(*loop.getHeader()->getFirstNonPHIOrDbg(), [] {
    return std::string("loop: rounds inside of the matrices without conditions, then the others");
  });
  split(loop, *rounds);
  return true;
}

} // namespace

PreservedAnalyses SplitGuardedRoundsPass::run(Function &function,
                                              FunctionAnalysisManager &analyses) {
  if (!isKernel(function) || function.hasFnAttribute(oneVersionAttribute) ||
      none_of(instructions(function), isSubGroupProduct))
    return PreservedAnalyses::all();
  LoopSplitter splitter(function, analyses);
  // The analyses are those of the kernel before any loop was split: no loop of a split one is.
  SmallVector<Loop *> waiting;
  append_range(waiting, analyses.getResult<LoopAnalysis>(function).getTopLevelLoops());
  bool changed = false;
  while (!waiting.empty()) {
    Loop *loop = waiting.pop_back_val();
    if (splitter.run(*loop))
      changed = true;
    else
      append_range(waiting, loop->getSubLoops());
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
