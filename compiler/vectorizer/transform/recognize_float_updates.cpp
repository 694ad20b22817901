#include "compiler/vectorizer/transform/recognize_float_updates.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

struct Update {
  AtomicCmpXchgInst *exchange;
  /// What the word is taken to be: a phi of what was found, or a load in each round.
  Instruction *expected;
  AtomicRMWInst::BinOp operation;
  Value *operand;
  BranchInst *branch;
  BasicBlock *exit;
};

Value *bitsOf(Value *value) {
  Value *inner = nullptr;
  return match(value, m_BitCast(m_Value(inner))) ? inner : value;
}

bool isFound(const Value *value, const AtomicCmpXchgInst &exchange) {
  return match(value, m_ExtractValue<0>(m_Specific(&exchange)));
}

/// Whether the loop goes on as long as the exchange fails.
bool endsWithSuccess(const Update &update) {
  const Value *condition = update.branch->getCondition();
  const bool exitIfTrue = update.branch->getSuccessor(0) == update.exit;
  if (match(condition, m_ExtractValue<1>(m_Specific(update.exchange))))
    return exitIfTrue;
  CmpPredicate predicate;
  Value *left = nullptr, *right = nullptr;
  if (!match(condition, m_ICmp(predicate, m_Value(left), m_Value(right))) ||
      !ICmpInst::isEquality(predicate))
    return false;
  if (isFound(right, *update.exchange))
    std::swap(left, right);
  return isFound(left, *update.exchange) && right == update.exchange->getCompareOperand() &&
         exitIfTrue == (predicate == ICmpInst::ICMP_EQ);
}

std::optional<Update> updateOf(const Loop &loop) {
  BasicBlock *exiting = loop.getExitingBlock(), *latch = loop.getLoopLatch();
  if (!exiting || !latch || !loop.getSubLoops().empty())
    return std::nullopt;
  Update update = {};
  update.exit = loop.getExitBlock();
  update.branch = dyn_cast<BranchInst>(exiting->getTerminator());
  for (BasicBlock *block : loop.blocks()) {
    // One behind the other, and so each instruction runs once a round.
    if (block != loop.getHeader() && !block->getSinglePredecessor())
      return std::nullopt;
    for (Instruction &instruction : *block)
      if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
        if (update.exchange)
          return std::nullopt;
        update.exchange = exchange;
      }
  }
  if (!update.exit || !update.branch || !update.branch->isConditional() || !update.exchange ||
      update.exchange->isVolatile() || !loop.isLoopInvariant(update.exchange->getPointerOperand()))
    return std::nullopt;
  update.expected = dyn_cast<Instruction>(bitsOf(update.exchange->getCompareOperand()));
  if (!update.expected || !loop.contains(update.expected))
    return std::nullopt;
  if (const auto *phi = dyn_cast<PHINode>(update.expected)) {
    if (phi->getParent() != loop.getHeader() ||
        !isFound(bitsOf(phi->getIncomingValueForBlock(latch)), *update.exchange))
      return std::nullopt;
  } else if (const auto *load = dyn_cast<LoadInst>(update.expected);
             !load || load->getPointerOperand() != update.exchange->getPointerOperand()) {
    return std::nullopt;
  }

  auto *sum = dyn_cast<BinaryOperator>(bitsOf(update.exchange->getNewValOperand()));
  if (!sum || !(sum->getType()->isFloatTy() || sum->getType()->isDoubleTy()) ||
      !is_contained({Instruction::FAdd, Instruction::FSub}, sum->getOpcode()))
    return std::nullopt;
  const auto isExpected = [&](Value *value) { return bitsOf(value) == update.expected; };
  const bool adds = sum->getOpcode() == Instruction::FAdd;
  const unsigned place = adds && isExpected(sum->getOperand(1)) ? 1 : 0;
  update.operation = adds ? AtomicRMWInst::FAdd : AtomicRMWInst::FSub;
  update.operand = sum->getOperand(1 - place);
  if (!isExpected(sum->getOperand(place)) || !loop.isLoopInvariant(update.operand) ||
      !endsWithSuccess(update))
    return std::nullopt;

  // Nothing else happens in a round, nor does anything go from one to the next.
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block)
      if (&instruction != update.exchange && &instruction != update.expected &&
          (isa<PHINode>(instruction) || instruction.mayReadOrWriteMemory() ||
           instruction.mayHaveSideEffects() ||
           (instruction.isTerminator() && instruction.getNumSuccessors() != 1 &&
            &instruction != update.branch)))
        return std::nullopt;
  return update;
}

/// What the word was before the first round. Nobody else can see that it is not read, even where
/// the program calls it volatile.
void forgetGuess(Value *guess, const Value *pointer) {
  if (auto *cast = dyn_cast<BitCastInst>(guess); cast && cast->use_empty()) {
    guess = cast->getOperand(0);
    cast->eraseFromParent();
  }
  if (auto *load = dyn_cast<LoadInst>(guess);
      load && load->use_empty() && !load->isAtomic() && load->getPointerOperand() == pointer)
    load->eraseFromParent();
}

void replace(const Update &update, BasicBlock &header) {
  Value *pointer = update.exchange->getPointerOperand();
  IRBuilder<> builder(&*header.getFirstInsertionPt());
  builder.SetCurrentDebugLocation(update.exchange->getDebugLoc());
  Value *old = builder.CreateAtomicRMW(
      update.operation, pointer, update.operand, update.exchange->getAlign(),
      update.exchange->getSuccessOrdering(), update.exchange->getSyncScopeID());
  Value *bits = builder.CreateBitCast(old, update.exchange->getCompareOperand()->getType());
  Value *pair = PoisonValue::get(update.exchange->getType());
  pair = builder.CreateInsertValue(pair, bits, 0);
  pair = builder.CreateInsertValue(pair, builder.getTrue(), 1);
  update.expected->replaceAllUsesWith(update.expected->getType() == old->getType() ? old : bits);
  update.exchange->replaceAllUsesWith(pair);
  update.exchange->eraseFromParent();
  SmallVector<Value *, 2> guesses;
  if (auto *phi = dyn_cast<PHINode>(update.expected))
    append_range(guesses, phi->incoming_values());
  update.expected->eraseFromParent();
  for (Value *guess : guesses)
    forgetGuess(guess, pointer);
  BranchInst::Create(update.exit, update.branch->getIterator());
  update.branch->eraseFromParent();
}

} // namespace

PreservedAnalyses RecognizeFloatUpdatesPass::run(Function &function,
                                                 FunctionAnalysisManager &analyses) {
  const auto &loops = analyses.getResult<LoopAnalysis>(function);
  SmallVector<std::pair<BasicBlock *, Update>> updates;
  for (const Loop *loop : loops.getLoopsInPreorder())
    if (std::optional<Update> update = updateOf(*loop))
      updates.emplace_back(loop->getHeader(), *update);
  for (const auto &[header, update] : updates)
    replace(update, *header);
  return updates.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace heddle::compiler
