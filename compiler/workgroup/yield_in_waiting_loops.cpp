#include "compiler/workgroup/yield_in_waiting_loops.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/remarks.hpp"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned privateSpace = 0, constantSpace = 2;
/// Rounds of a loop that may be doing something useful. A yield costs some tens of nanoseconds.
constexpr unsigned patience = 16;

/// How surely a loop waits for somebody else.
enum class Waits { no, perhaps, yes };

struct Verdict {
  Waits waits = Waits::no;
  Instruction *look = nullptr; ///< finds what the loop may wait for
};

/// Whether others can see or change what the pointer leads to.
bool isShared(const Value &pointer) {
  const unsigned space = pointer.getType()->getPointerAddressSpace();
  return space != privateSpace && space != constantSpace &&
         !isa<AllocaInst>(getUnderlyingObject(&pointer));
}

/// An update that leaves what it finds, which is how programs read without atomic loads.
bool isRead(const AtomicRMWInst &update) {
  auto *operand = dyn_cast<ConstantInt>(update.getValOperand());
  if (!operand)
    return false;
  switch (update.getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
    return operand->isZero();
  case AtomicRMWInst::And:
    return operand->isMinusOne();
  default:
    return false;
  }
}

/// The instruction is 1 where the exchange has succeeded or failed.
const AtomicCmpXchgInst *exchangeTestedBy(const Instruction &instruction) {
  if (auto *extract = dyn_cast<ExtractValueInst>(&instruction))
    return extract->getIndices()[0] == 1
               ? dyn_cast<AtomicCmpXchgInst>(extract->getAggregateOperand())
               : nullptr;
  auto *compare = dyn_cast<ICmpInst>(&instruction);
  if (!compare || !compare->isEquality())
    return nullptr;
  for (unsigned side : {0u, 1u})
    if (auto *old = dyn_cast<ExtractValueInst>(compare->getOperand(side)))
      if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(old->getAggregateOperand()))
        if (exchange->getCompareOperand() == compare->getOperand(1 - side))
          return exchange;
  return nullptr;
}

class LoopJudge {
public:
  LoopJudge(const Loop &loop, ScalarEvolution &evolution, const DominatorTree &dominators)
      : loop(loop), evolution(evolution), dominators(dominators) {}

  Verdict judge() {
    SmallVector<BasicBlock *, 4> exiting;
    loop.getExitingBlocks(exiting);
    if (exiting.empty() || suspendsInEachRound())
      return {};
    // Before the costly question.
    if (none_of(loop.blocks(), [&](const BasicBlock *block) {
          return any_of(*block, [&](const Instruction &instruction) {
            return instruction.mayReadFromMemory() && waitsAt(instruction) != Waits::no;
          });
        }))
      return {};
    if (!isa<SCEVCouldNotCompute>(evolution.getSymbolicMaxBackedgeTakenCount(&loop)))
      return {};
    for (BasicBlock *block : exiting)
      follow(*block->getTerminator());
    Verdict result;
    while (!work.empty() && result.waits != Waits::yes) {
      const Instruction &instruction = *work.pop_back_val();
      if (Waits here = visit(instruction); here > result.waits)
        result = {here, lookOf(instruction)};
    }
    if (result.waits == Waits::yes && doesMore())
      result.waits = Waits::perhaps;
    return result;
  }

private:
  bool suspendsInEachRound() const {
    SmallVector<BasicBlock *, 4> latches;
    loop.getLoopLatches(latches);
    return any_of(loop.blocks(), [&](const BasicBlock *block) {
      return any_of(*block,
                    [](const Instruction &instruction) {
                      std::optional<InternalOp> op = internalOp(instruction);
                      return op && isSuspension(*op);
                    }) &&
             all_of(latches, [&](BasicBlock *latch) { return dominators.dominates(block, latch); });
    });
  }

  /// Whether a round has other effects than to look, and to take what is looked for.
  bool doesMore() const {
    return any_of(loop.blocks(), [](const BasicBlock *block) {
      return any_of(*block, [](const Instruction &instruction) {
        return instruction.mayWriteToMemory() && !isa<AtomicRMWInst>(instruction) &&
               !isa<AtomicCmpXchgInst>(instruction) && !isa<FenceInst>(instruction) &&
               !isa<LoadInst>(instruction) &&
               internalOp(instruction) != InternalOp::subGroupBarrier &&
               internalOp(instruction) != InternalOp::subGroupYield;
      });
    });
  }

  void follow(const Instruction &user) {
    for (const Value *operand : user.operands())
      if (auto *instruction = dyn_cast<Instruction>(operand);
          instruction && loop.contains(instruction))
        work.insert(instruction);
  }

  /// What the loop's end depends on; what that depends on is looked at later.
  Waits visit(const Instruction &instruction) {
    if (!seen.insert(&instruction).second)
      return Waits::no;
    if (const AtomicCmpXchgInst *exchange = exchangeTestedBy(instruction);
        exchange && loop.contains(exchange)) {
      // It fails because somebody else was quicker, when it expects what was there a moment ago.
      const bool expectsFresh = !loop.isLoopInvariant(exchange->getCompareOperand());
      return expectsFresh || !isShared(*exchange->getPointerOperand()) ? Waits::no : Waits::yes;
    }
    if (Waits here = waitsAt(instruction); here != Waits::no)
      return here;
    // What decides between the incoming values.
    if (auto *phi = dyn_cast<PHINode>(&instruction); phi && phi->getParent() != loop.getHeader()) {
      for (const BasicBlock *from : phi->blocks())
        if (loop.contains(from))
          follow(*from->getTerminator());
      if (const auto *above = dominators.getNode(phi->getParent())->getIDom())
        if (loop.contains(above->getBlock()))
          follow(*above->getBlock()->getTerminator());
    }
    if (!isa<AtomicRMWInst>(instruction))
      follow(instruction);
    return Waits::no;
  }

  /// The access itself, where the instruction tests its outcome.
  static Instruction *lookOf(const Instruction &instruction) {
    const AtomicCmpXchgInst *exchange = exchangeTestedBy(instruction);
    return const_cast<Instruction *>(exchange ? exchange : &instruction);
  }

  /// For an instruction whose result decides whether the loop ends.
  Waits waitsAt(const Instruction &instruction) const {
    if (auto *load = dyn_cast<LoadInst>(&instruction)) {
      if (!isShared(*load->getPointerOperand()))
        return Waits::no;
      const bool staysInPlace = loop.isLoopInvariant(load->getPointerOperand());
      if (!load->isSimple())
        return staysInPlace ? Waits::yes : Waits::perhaps;
      // Read anew behind a fence.
      return staysInPlace && hasFence() ? Waits::perhaps : Waits::no;
    }
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
      return isShared(*exchange->getPointerOperand()) ? Waits::perhaps : Waits::no;
    auto *update = dyn_cast<AtomicRMWInst>(&instruction);
    if (!update || !isShared(*update->getPointerOperand()))
      return Waits::no;
    if (isRead(*update))
      return Waits::yes;
    switch (update->getOperation()) {
    case AtomicRMWInst::Add:
    case AtomicRMWInst::Sub:
    case AtomicRMWInst::UIncWrap:
    case AtomicRMWInst::UDecWrap:
      // Each round finds another number, unless the loop takes back what it has added.
      return updatesOf(*update->getPointerOperand()) > 1 ? Waits::perhaps : Waits::no;
    case AtomicRMWInst::Xchg:
    case AtomicRMWInst::And:
    case AtomicRMWInst::Or:
    case AtomicRMWInst::Xor:
    case AtomicRMWInst::Max:
    case AtomicRMWInst::Min:
    case AtomicRMWInst::UMax:
    case AtomicRMWInst::UMin:
      return loop.isLoopInvariant(update->getPointerOperand()) ? Waits::yes : Waits::perhaps;
    default:
      return Waits::perhaps;
    }
  }

  bool hasFence() const {
    return any_of(loop.blocks(), [](const BasicBlock *block) {
      return any_of(*block, [](const Instruction &instruction) {
        return isa<FenceInst>(instruction) ||
               internalOp(instruction) == InternalOp::subGroupBarrier;
      });
    });
  }

  unsigned updatesOf(const Value &pointer) const {
    unsigned count = 0;
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &instruction : *block)
        if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
          count += update->getPointerOperand() == &pointer;
    return count;
  }

  const Loop &loop;
  ScalarEvolution &evolution;
  const DominatorTree &dominators;
  SmallSetVector<const Instruction *, 16> work;
  SmallPtrSet<const Instruction *, 16> seen;
};

/// Before the loop goes round, or after `patience` rounds before it looks again: what a round has
/// done in vain, it has taken back then.
void yieldIn(Loop &loop, const Verdict &verdict, DominatorTree &dominators, LoopInfo &loops) {
  BasicBlock *header = loop.getHeader();
  Module &module = *header->getModule();
  IRBuilder<> builder(module.getContext());
  FunctionCallee yield = getInternalOp(module, InternalOp::subGroupYield,
                                       FunctionType::get(builder.getVoidTy(), false));
  if (verdict.waits == Waits::perhaps) {
    Instruction *look = verdict.look;
    builder.SetInsertPoint(header, header->begin());
    PHINode *rounds = builder.CreatePHI(builder.getInt32Ty(), pred_size(header), "rounds");
    builder.SetInsertPoint(header, header->getFirstInsertionPt());
    Value *next = builder.CreateAdd(rounds, builder.getInt32(1));
    for (BasicBlock *before : predecessors(header))
      rounds->addIncoming(loop.contains(before) ? next : builder.getInt32(0), before);
    builder.SetInsertPoint(look);
    Value *isLong = builder.CreateICmpEQ(builder.CreateAnd(next, builder.getInt32(patience - 1)),
                                         builder.getInt32(0));
    DomTreeUpdater updater(dominators, DomTreeUpdater::UpdateStrategy::Eager);
    builder.SetInsertPoint(
        SplitBlockAndInsertIfThen(isLong, look, /*Unreachable=*/false, nullptr, &updater, &loops));
    builder.CreateCall(yield)->setDebugLoc(look->getDebugLoc());
    return;
  }
  SmallVector<BasicBlock *, 4> latches;
  loop.getLoopLatches(latches);
  for (BasicBlock *latch : latches) {
    const DebugLoc place = latch->getTerminator()->getDebugLoc();
    builder.SetInsertPoint(SplitEdge(latch, header, &dominators, &loops)->getTerminator());
    builder.CreateCall(yield)->setDebugLoc(place);
  }
}

/// A required work-group size may leave nobody to wait for.
bool hasOneSubGroup(const Function &kernel) {
  const MDNode *required = kernel.getMetadata("reqd_work_group_size");
  if (!required)
    return false;
  std::uint64_t workItems = 1;
  for (const MDOperand &operand : required->operands())
    if (auto *size = mdconst::dyn_extract<ConstantInt>(operand))
      workItems *= size->getZExtValue();
  return workItems <= subGroupSize(kernel);
}

} // namespace

PreservedAnalyses YieldInWaitingLoopsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  auto &functionAnalyses =
      analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool isChanged = false;
  for (Function &kernel : module) {
    if (!isKernel(kernel) || kernel.isDeclaration() || hasOneSubGroup(kernel))
      continue;
    auto &loops = functionAnalyses.getResult<LoopAnalysis>(kernel);
    if (loops.empty())
      continue;
    auto &dominators = functionAnalyses.getResult<DominatorTreeAnalysis>(kernel);
    auto &evolution = functionAnalyses.getResult<ScalarEvolutionAnalysis>(kernel);
    SmallVector<std::pair<Loop *, Verdict>, 4> waiting;
    for (Loop *loop : loops.getLoopsInPreorder())
      if (Verdict verdict = LoopJudge(*loop, evolution, dominators).judge();
          verdict.waits != Waits::no)
        waiting.push_back({loop, verdict});
    for (auto &[loop, verdict] : waiting) {
      remark(*loop->getHeader()->getTerminator(), [waits = verdict.waits] {
        return "a loop that may wait for another sub-group: the others get their turn" +
               (waits == Waits::perhaps ? " in every " + std::to_string(patience) + "th round"
                                        : std::string());
      });
      yieldIn(*loop, verdict, dominators, loops);
    }
    if (waiting.empty())
      continue;
    isChanged = true;
    functionAnalyses.invalidate(kernel, PreservedAnalyses::none());
  }
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
