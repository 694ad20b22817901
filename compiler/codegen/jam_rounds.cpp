#include "compiler/codegen/jam_rounds.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <array>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// Vector operations that begin in a cycle.
constexpr double width = 2;
/// Instructions that a processor looks ahead, about, for one of two threads of a core.
constexpr double lookAhead = 192;
/// The time of two rounds side by side must be less than this share of that of two in turn.
constexpr double worthwhile = 0.8;
/// At a time. With three MD5 finds no registers any more for what all rounds share.
constexpr unsigned rounds = 2;
/// Rounds that are not the common case, after which a loop is not tried any further.
constexpr int patience = 4;

/// A loop that the pass takes.
struct Search {
  Loop *loop;
  BasicBlock *block; ///< that each round begins with, the header
  BasicBlock *latch; ///< where the next round is decided, and the common case goes to
  bool isRareIfTrue; ///< how the block's condition comes out in the rare case
  bool endsIfTrue;   ///< how the latch's does in the last round
};

/// Whether rounds may compute it that are not known to be wanted in the end.
bool isComputation(const Instruction &instruction) {
  if (instruction.mayHaveSideEffects() || instruction.isTerminator() ||
      isa<AllocaInst, PHINode>(instruction))
    return false;
  if (const auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple();
  if (isa<CallInst>(instruction))
    return isa<IntrinsicInst>(instruction) && !instruction.mayReadFromMemory();
  return !instruction.mayReadFromMemory();
}

/// Whether it is rare that any of the bits is `bit`: results that equal a given one are 1.
bool isRarely(Value *bits, bool bit) {
  CmpPredicate predicate;
  Value *one, *other;
  if (match(bits, m_Freeze(m_Value(one))) || match(bits, m_BitCast(m_Value(one))))
    return isRarely(one, bit);
  if (match(bits, m_ICmp(predicate, m_Value(), m_Value())))
    return predicate == (bit ? ICmpInst::ICMP_EQ : ICmpInst::ICMP_NE);
  return bit && match(bits, m_LogicalAnd(m_Value(one), m_Value(other))) &&
         (isRarely(one, bit) || isRarely(other, bit));
}

/// How a condition comes out in rare cases, if there are such.
std::optional<bool> rareOutcome(Value *condition) {
  Value *bits;
  CmpPredicate predicate;
  if (match(condition, m_Intrinsic<Intrinsic::vector_reduce_or>(m_Value(bits))) &&
      isRarely(bits, true))
    return true;
  if (match(condition, m_Intrinsic<Intrinsic::vector_reduce_and>(m_Value(bits))) &&
      isRarely(bits, false))
    return false;
  // A mask of lanes.
  if (match(condition, m_ICmp(predicate, m_BitCast(m_Value(bits)), m_Zero())) &&
      ICmpInst::isEquality(predicate) && bits->getType()->isVectorTy() && isRarely(bits, true))
    return predicate == ICmpInst::ICMP_NE;
  return std::nullopt;
}

/// Whether a counter, or the condition for the next round, is found out without what the round
/// computes: by scalars that come from counters and from outside.
bool isCounted(const Value *value, const Search &search, unsigned depth = 0) {
  constexpr unsigned deepest = 8;
  const auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !search.loop->contains(instruction))
    return true;
  if (isa<PHINode>(instruction))
    return instruction->getParent() == search.block;
  return depth < deepest && !instruction->getType()->isVectorTy() && isComputation(*instruction) &&
         all_of(
             instruction->operands(),
             [&](const Use &operand) {
               return !operand->getType()->isVectorTy() &&
                      isCounted(operand.get(), search, depth + 1);
             });
}

/// The loop's condition for a further round, and the counters that come with one.
bool countsRounds(const Search &search) {
  return isCounted(cast<BranchInst>(search.latch->getTerminator())->getCondition(), search) &&
         all_of(search.block->phis(), [&](const PHINode &phi) {
           return phi.getType()->isIntegerTy() &&
                  isCounted(phi.getIncomingValueForBlock(search.latch), search);
         });
}

std::optional<Search> searchOf(Loop &loop) {
  Search search{&loop, loop.getHeader(), loop.getLoopLatch(), true, true};
  if (!search.latch || search.latch == search.block || !loop.getLoopPredecessor() ||
      loop.getExitingBlock() != search.latch)
    return std::nullopt;
  auto *branch = dyn_cast<BranchInst>(search.block->getTerminator());
  auto *last = dyn_cast<BranchInst>(search.latch->getTerminator());
  if (!branch || !branch->isConditional() || !last)
    return std::nullopt;
  const std::optional<bool> rare = rareOutcome(branch->getCondition());
  if (!rare || branch->getSuccessor(*rare ? 1 : 0) != search.latch ||
      branch->getSuccessor(*rare ? 0 : 1) == search.latch)
    return std::nullopt;
  search.isRareIfTrue = *rare;
  search.endsIfTrue = !loop.contains(last->getSuccessor(0));
  if (!all_of(make_range(search.block->getFirstNonPHIIt(), branch->getIterator()), isComputation) ||
      !all_of(make_range(search.latch->begin(), last->getIterator()), isComputation) ||
      !countsRounds(search))
    return std::nullopt;
  const bool isReadOutside = any_of(loop.blocks(), [&](const BasicBlock *block) {
    return any_of(*block, [&](const Instruction &instruction) {
      return any_of(instruction.users(),
                    [&](const User *user) { return !loop.contains(cast<Instruction>(user)); });
    });
  });
  return isReadOutside ? std::nullopt : std::optional(search);
}

/// What a block takes, of operations on vectors.
struct Work {
  double operations = 0;
  double chain = 0;       ///< cycles, of operations that wait for one another
  unsigned registers = 0; ///< that are live at a time, of what the block computes
};

/// Work and latency. Three operands' worth of logic are one instruction.
std::pair<double, double> costOf(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return {0.5, 0.5};
  case Instruction::Load:
    return {0, 6};
  case Instruction::Mul:
    return {2, 8};
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
    return {1, 4};
  case Instruction::FDiv:
    return {10, 16};
  case Instruction::Call:
    switch (cast<CallInst>(instruction).getIntrinsicID()) {
    case Intrinsic::fma:
    case Intrinsic::fmuladd:
      return {1, 4};
    default:
      return {1, 1};
    }
  case Instruction::InsertElement:
  case Instruction::BitCast:
  case Instruction::Freeze:
    return {0, 0};
  case Instruction::ShuffleVector:
    return getSplatValue(&instruction) ? std::pair(0.0, 0.0) : std::pair(1.0, 1.0);
  default:
    return {1, 1};
  }
}

unsigned registersOf(const Value &value, unsigned floatLanes) {
  const auto *type = dyn_cast<FixedVectorType>(value.getType());
  if (!type || type->getElementType()->isIntegerTy(1))
    return 0;
  return static_cast<unsigned>(
      divideCeil(type->getPrimitiveSizeInBits().getFixedValue(), 32 * floatLanes));
}

Work workOf(const BasicBlock &block, unsigned floatLanes) {
  Work work;
  DenseMap<const Value *, double> ready;
  for (const Instruction &instruction : block) {
    const unsigned parts = registersOf(instruction, floatLanes);
    if (parts == 0 || isa<PHINode>(instruction))
      continue;
    const auto [operations, latency] = costOf(instruction);
    work.operations += operations * parts;
    double begin = 0;
    for (const Use &operand : instruction.operands())
      begin = std::max(begin, ready.lookup(operand.get()));
    work.chain = std::max(work.chain, ready[&instruction] = begin + latency);
  }
  SmallPtrSet<const Value *, 16> live;
  unsigned now = 0;
  for (const Instruction &instruction : reverse(block)) {
    work.registers = std::max(work.registers, now);
    if (live.erase(&instruction))
      now -= registersOf(instruction, floatLanes);
    for (const Use &operand : instruction.operands())
      if (const auto *source = dyn_cast<Instruction>(operand.get());
          source && source->getParent() == &block && !isa<PHINode>(source) &&
          !getSplatValue(source) && live.insert(source).second)
        now += registersOf(*source, floatLanes);
  }
  return work;
}

bool pays(const Work &work, unsigned registers) {
  const auto time = [&](unsigned atATime) {
    const double ahead = std::max(1.0, lookAhead / (atATime * std::max(work.operations, 1.0)));
    return std::max(work.operations / width, work.chain / ahead / atATime);
  };
  return rounds * work.registers <= registers && time(rounds) < worthwhile * time(1);
}

class Jam {
public:
  explicit Jam(const Search &search) : search(search) {}

  void run() {
    BasicBlock *before = search.loop->getLoopPredecessor();
    auto *last = cast<BranchInst>(search.latch->getTerminator());
    BasicBlock *exit = last->getSuccessor(search.endsIfTrue ? 0 : 1);
    BasicBlock *head = newBlock("jam"), *body = newBlock("jam.rounds"), *end = newBlock("jam.end");

    IRBuilder<> builder(head);
    PHINode *left = builder.CreatePHI(builder.getInt32Ty(), 3, "jam.patience");
    SmallVector<PHINode *> counters;
    for (PHINode &counter : make_early_inc_range(search.block->phis())) {
      counter.moveBefore(*head, head->end());
      counters.push_back(&counter);
    }
    before->getTerminator()->replaceSuccessorWith(search.block, head);
    last->replaceSuccessorWith(search.block, head);

    // Each round but the last of them must be followed by another one.
    Value *enough = builder.CreateICmpSGT(left, builder.getInt32(0));
    for (unsigned round = 0; round < rounds; ++round) {
      if (round > 0)
        for (PHINode *counter : counters)
          maps[round][counter] = nextOf(*counter, round - 1, builder);
      if (round + 1 < rounds)
        enough = builder.CreateAnd(enough, builder.CreateNot(ends(round, builder)));
    }
    builder.CreateCondBr(enough, body, search.block);

    builder.SetInsertPoint(body);
    Value *rare = nullptr;
    for (Instruction &instruction : *search.block) {
      if (instruction.isTerminator())
        break;
      for (unsigned round = 0; round < rounds; ++round)
        inRound(&instruction, round, builder);
    }
    for (unsigned round = 0; round < rounds; ++round) {
      Value *condition =
          maps[round].lookup(cast<BranchInst>(search.block->getTerminator())->getCondition());
      if (!search.isRareIfTrue)
        condition = builder.CreateNot(condition);
      rare = rare ? builder.CreateOr(rare, condition) : condition;
    }
    builder.CreateCondBr(rare, search.block, end);

    builder.SetInsertPoint(end);
    for (PHINode *counter : counters)
      counter->addIncoming(nextOf(*counter, rounds - 1, builder), end);
    builder.CreateCondBr(ends(rounds - 1, builder), exit, head);
    for (PHINode &phi : exit->phis())
      phi.addIncoming(phi.getIncomingValueForBlock(search.latch), end);

    left->addIncoming(builder.getInt32(patience), before);
    left->addIncoming(builder.getInt32(patience), end);
    builder.SetInsertPoint(last);
    left->addIncoming(builder.CreateSub(left, builder.getInt32(1)), search.latch);
  }

private:
  BasicBlock *newBlock(const Twine &name) const {
    return BasicBlock::Create(search.block->getContext(), name, search.block->getParent(),
                              search.block);
  }

  /// The value in that round, computed where the builder is if it has not been.
  Value *inRound(Value *value, unsigned round, IRBuilder<> &builder) {
    if (auto known = maps[round].find(value); known != maps[round].end())
      return known->second;
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || isa<PHINode>(instruction) || !search.loop->contains(instruction))
      return value;
    Instruction *copy = instruction->clone();
    for (Use &operand : copy->operands())
      operand.set(inRound(operand.get(), round, builder));
    builder.Insert(copy, instruction->getName());
    return maps[round][value] = copy;
  }

  Value *nextOf(PHINode &counter, unsigned round, IRBuilder<> &builder) {
    return inRound(counter.getIncomingValueForBlock(search.latch), round, builder);
  }

  /// Whether that round is the loop's last.
  Value *ends(unsigned round, IRBuilder<> &builder) {
    auto *last = cast<BranchInst>(search.latch->getTerminator());
    Value *condition = inRound(last->getCondition(), round, builder);
    return search.endsIfTrue ? condition : builder.CreateNot(condition);
  }

  const Search &search;
  std::array<DenseMap<Value *, Value *>, rounds> maps; ///< what values are in each round
};

} // namespace

PreservedAnalyses JamRoundsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  SmallVector<Search> searches;
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
    if (any_of(searches, [&](const Search &known) { return known.loop->contains(loop); }))
      continue;
    if (std::optional<Search> search = searchOf(*loop);
        search && pays(workOf(*search->block, floatLanes), registers))
      searches.push_back(*search);
  }
  for (const Search &search : searches)
    Jam(search).run();
  if (!searches.empty())
    function.addFnAttr(jammedRoundsAttribute);
  return searches.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace heddle::compiler
