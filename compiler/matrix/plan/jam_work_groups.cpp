// The rows are jammed where the row is: what follows it in the loop is copied, and in the copy each
// instruction that depends on the row is there once for each work-group.
//
// Indices are mostly ints, 8 * (int)row, which is 8 more for the next work-group unless it wraps.
// That is asked beforehand, so that passes behind this one see rows of A that go on.

#include "compiler/matrix/plan/jam_work_groups.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/entry_function.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/matrix/nest/matrix_nest.hpp"
#include "compiler/matrix/plan/matrix_target.hpp"
#include "compiler/matrix/plan/tile_products.hpp"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <numeric>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// Of instructions, for all work-groups.
constexpr unsigned longestJam = 6000;

/// The call's operands.
enum GroupRowOperand : unsigned { groupRow, rowInColumn, rowsInColumn };

bool isGroupRow(const Instruction &instruction) {
  return internalOp(instruction) == InternalOp::groupRow;
}

class GroupLoop {
public:
  GroupLoop(CallBase &row, Loop &loop) : row(row), loop(loop) {}

  bool canBeJammed();
  /// How many work-groups fill the tiles; 1 if this cannot be jammed.
  unsigned workGroups(ArrayRef<MatrixNest> nests, TileFeatures features);
  void jam(unsigned count);

private:
  bool findDependent();
  bool actsOnGlobalMemory(const Instruction &instruction) const;
  std::optional<std::int64_t> stepOf(Value *value);
  Value *rebuild(IRBuilder<> &builder, Value *value, Value *ofRow) const;
  Value *makeCheck(IRBuilder<> &builder, unsigned count);
  void multiply(ArrayRef<BasicBlock *> blocks, unsigned count, const ValueToValueMapTy &copies);

  CallBase &row;
  Loop &loop;
  PHINode *counter = nullptr;
  SmallSetVector<Instruction *, 32> dependent;
  MapVector<CastInst *, std::int64_t> steps; ///< of extended indices, from row to row
};

/// Whatever else is memory of the worker, which its work-groups share.
bool GroupLoop::actsOnGlobalMemory(const Instruction &instruction) const {
  if (const auto *store = dyn_cast<StoreInst>(&instruction))
    return store->isSimple() && store->getPointerAddressSpace() == inGlobal;
  const auto *call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call || (call->getIntrinsicID() != Intrinsic::masked_store &&
                call->getIntrinsicID() != Intrinsic::masked_scatter))
    return false;
  return call->getArgOperand(1)->getType()->getScalarType()->getPointerAddressSpace() == inGlobal;
}

bool GroupLoop::findDependent() {
  SmallVector<Instruction *> open{&row};
  while (!open.empty())
    for (User *user : open.pop_back_val()->users()) {
      auto *instruction = cast<Instruction>(user);
      if (!loop.contains(instruction) || instruction->isTerminator())
        return false;
      if (dependent.insert(instruction))
        open.push_back(instruction);
    }
  return true;
}

bool GroupLoop::canBeJammed() {
  Function &function = *row.getFunction();
  BasicBlock *header = loop.getHeader(), *latch = loop.getLoopLatch();
  if (row.getParent() != header || !loop.getLoopPreheader() || !latch || latch == header ||
      loop.getExitingBlock() != latch || !loop.getExitBlock() ||
      !loop.getExitBlock()->phis().empty())
    return false;
  const auto isCounter = [&](const PHINode &phi) {
    return match(phi.getIncomingValueForBlock(loop.getLoopPreheader()), m_ZeroInt()) &&
           match(phi.getIncomingValueForBlock(latch), m_c_Add(m_Specific(&phi), m_One()));
  };
  counter = &*header->phis().begin();
  if (!hasSingleElement(header->phis()) || !isCounter(*counter))
    return false;
  CmpPredicate predicate;
  if (!match(latch->getTerminator(),
             m_Br(m_c_ICmp(predicate, m_Specific(counter->getIncomingValueForBlock(latch)),
                           m_Specific(function.getArg(entryGroupCount))),
                  m_BasicBlock(), m_BasicBlock())) ||
      !ICmpInst::isEquality(predicate))
    return false;
  unsigned length = 0;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      const auto *load = dyn_cast<LoadInst>(&instruction);
      const auto *call = dyn_cast<CallBase>(&instruction);
      if ((load && !load->isSimple()) || isa<AllocaInst>(instruction) ||
          (instruction.mayWriteToMemory() &&
           (!actsOnGlobalMemory(instruction) ||
            (block == header && instruction.comesBefore(&row)))) ||
          (call && (call->isConvergent() || call->cannotDuplicate())) ||
          any_of(instruction.users(),
                 [&](const User *user) { return !loop.contains(cast<Instruction>(user)); }))
        return false;
      ++length;
    }
  return length <= longestJam / 2 && findDependent();
}

unsigned GroupLoop::workGroups(ArrayRef<MatrixNest> nests, TileFeatures features) {
  unsigned most = 0;
  for (const MatrixNest &nest : nests) {
    if (nest.loop ? !loop.contains(nest.loop) : !loop.contains(nest.block))
      continue;
    if (!nest.loop || !nest.block || !nest.readsOnly)
      return 1;
    unsigned rows = 0;
    for (const NestSum &sum : nest.sums)
      rows += matrixOperation(*sum.operations.front()).m;
    most = std::max(most, rows);
    for (const CallBase *operation : nest.operations) {
      const MatrixOperation op = matrixOperation(*operation);
      auto *b = dyn_cast<Instruction>(operation->getArgOperand(1));
      // Halves that are multiplied as bfloats would be converted for all of them in each round.
      if (tileProduct(op, features) == Intrinsic::not_intrinsic || (b && dependent.contains(b)))
        return 1;
    }
  }
  if (most == 0)
    return 1;
  const unsigned length = std::accumulate(
      loop.block_begin(), loop.block_end(), 0u,
      [](unsigned sum, const BasicBlock *block) { return sum + unsigned(block->size()); });
  unsigned count = 1;
  while (2 * count * most <= MatrixTarget::jammedTiles * largestTile.rows &&
         2 * count * length <= longestJam)
    count *= 2;
  return count;
}

/// How much more the value is for the next row, if that is always the same and what it comes from
/// is there in front of the row.
std::optional<std::int64_t> GroupLoop::stepOf(Value *value) {
  if (value == &row)
    return 1;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction))
    return 0;
  if (!dependent.contains(instruction))
    return instruction->getParent() == loop.getHeader() && instruction->comesBefore(&row)
               ? std::optional<std::int64_t>(0)
               : std::nullopt;
  const auto operand = [&](unsigned index) { return stepOf(instruction->getOperand(index)); };
  const auto *constant = instruction->getNumOperands() > 1
                             ? dyn_cast<ConstantInt>(instruction->getOperand(1))
                             : nullptr;
  switch (instruction->getOpcode()) {
  case Instruction::Trunc:
  case Instruction::SExt:
  case Instruction::ZExt:
    return instruction->getType()->isIntegerTy() ? operand(0) : std::nullopt;
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(instruction)->isDisjoint())
      return std::nullopt;
    [[fallthrough]];
  case Instruction::Add:
  case Instruction::Sub: {
    const std::optional<std::int64_t> left = operand(0), right = operand(1);
    if (!left || !right)
      return std::nullopt;
    return instruction->getOpcode() == Instruction::Sub ? *left - *right : *left + *right;
  }
  case Instruction::Mul:
  case Instruction::Shl: {
    const std::optional<std::int64_t> left = operand(0);
    // Of matrices; larger ones need not be looked at.
    constexpr std::int64_t most = std::int64_t(1) << 20;
    if (!left || !constant || constant->getValue().uge(most))
      return std::nullopt;
    const bool isShift = instruction->getOpcode() == Instruction::Shl;
    if (isShift && constant->getValue().uge(20))
      return std::nullopt;
    const std::int64_t factor = isShift ? std::int64_t(1) << constant->getZExtValue()
                                        : std::int64_t(constant->getZExtValue());
    return std::abs(*left) < most ? std::optional(*left * factor) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

/// The value for another row. It has a step.
Value *GroupLoop::rebuild(IRBuilder<> &builder, Value *value, Value *ofRow) const {
  if (value == &row)
    return ofRow;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !dependent.contains(instruction))
    return value;
  Instruction *copy = instruction->clone();
  for (Use &operand : copy->operands())
    operand.set(rebuild(builder, operand.get(), ofRow));
  // What wraps is to be seen.
  copy->dropPoisonGeneratingFlags();
  return builder.Insert(copy);
}

/// True if there are so many work-groups, and if all extended indices go on by their steps as far
/// as the last row. Those in between do, then, since no step goes around the whole of the narrower
/// type.
Value *GroupLoop::makeCheck(IRBuilder<> &builder, unsigned count) {
  Value *inColumn = builder.CreateAdd(row.getArgOperand(rowInColumn), builder.getInt64(count));
  Value *inCall = builder.CreateAdd(counter, builder.getInt64(count));
  SmallVector<Value *> goOn{
      builder.CreateICmpULE(inColumn, row.getArgOperand(rowsInColumn)),
      builder.CreateICmpULE(inCall, row.getFunction()->getArg(entryGroupCount))};
  Value *last = builder.CreateAdd(&row, builder.getInt64(count - 1));
  for (auto [extension, step] : steps) {
    Value *from = rebuild(builder, extension, &row), *to = rebuild(builder, extension, last);
    Value *expected =
        builder.CreateAdd(from, ConstantInt::getSigned(from->getType(), step * (count - 1)));
    goOn.push_back(builder.CreateICmpEQ(to, expected));
  }
  return builder.CreateAnd(goOn);
}

/// copies: what became of the loop's values in the blocks.
void GroupLoop::multiply(ArrayRef<BasicBlock *> blocks, unsigned count,
                         const ValueToValueMapTy &copies) {
  const auto copyOf = [&](Instruction *instruction) {
    return cast<Instruction>(static_cast<Value *>(copies.lookup(instruction)));
  };
  SmallPtrSet<Instruction *, 32> several;
  DenseMap<Instruction *, std::int64_t> extended;
  for (Instruction *instruction : dependent)
    several.insert(copyOf(instruction));
  for (auto [extension, step] : steps)
    extended[copyOf(extension)] = step;

  SmallVector<SmallVector<Instruction *>> members;
  for (BasicBlock *block : blocks) {
    members.emplace_back();
    for (Instruction &instruction : *block)
      if (several.contains(&instruction))
        members.back().push_back(&instruction);
  }
  IRBuilder<> front(&*blocks.front()->getFirstInsertionPt());
  for (unsigned number = 1; number < count; ++number) {
    ValueToValueMapTy values;
    values[&row] = front.CreateNUWAdd(&row, front.getInt64(number));
    SmallVector<Instruction *> made;
    for (auto [block, instructions] : zip_equal(blocks, members))
      for (Instruction *instruction : instructions) {
        Instruction *copy = nullptr;
        if (auto known = extended.find(instruction); known != extended.end()) {
          copy = BinaryOperator::CreateNSWAdd(
              instruction, ConstantInt::getSigned(instruction->getType(), known->second * number));
        } else {
          copy = instruction->clone();
          made.push_back(copy);
        }
        copy->insertBefore(isa<PHINode>(instruction) ? block->getFirstNonPHIIt()
                                                     : block->getTerminator()->getIterator());
        values[instruction] = copy;
      }
    for (Instruction *copy : made)
      RemapInstruction(copy, values, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  }
}

void GroupLoop::jam(unsigned count) {
  Function &function = *row.getFunction();
  for (Instruction *instruction : dependent)
    if (auto *extension = dyn_cast<CastInst>(instruction);
        extension && (isa<SExtInst>(extension) || isa<ZExtInst>(extension)))
      if (const std::optional<std::int64_t> step = stepOf(extension); step && *step != 0)
        steps[extension] = *step;
  remark(function, "work-groups with few sums: " + Twine(count) +
                       " that follow one another in a column are done at once");

  BasicBlock *header = loop.getHeader(), *exit = loop.getExitBlock(), *end = loop.getLoopLatch();
  SmallVector<BasicBlock *> rest;
  // What is in front of the row is computed once.
  BasicBlock *body = header->splitBasicBlock(row.getNextNode(), "group.one");
  rest.push_back(body);
  for (BasicBlock *block : loop.blocks())
    if (block != header)
      rest.push_back(block);

  // Both go on at one place.
  Value *next = counter->getIncomingValueForBlock(end);
  BasicBlock *goOn = BasicBlock::Create(function.getContext(), "group.next", &function, exit);
  end->getTerminator()->eraseFromParent();
  BranchInst::Create(goOn, end);

  ValueToValueMapTy copies;
  SmallVector<BasicBlock *> jammed;
  for (BasicBlock *block : rest) {
    BasicBlock *copy = CloneBasicBlock(block, copies, ".jam", &function);
    copy->moveBefore(goOn);
    copies[block] = copy;
    jammed.push_back(copy);
  }
  remapInstructionsInBlocks(jammed, copies);

  IRBuilder<> builder(header->getTerminator());
  Value *afterJam = builder.CreateAdd(counter, builder.getInt64(count), "group.after");
  builder.CreateCondBr(makeCheck(builder, count), jammed.front(), body);
  header->getTerminator()->eraseFromParent();

  builder.SetInsertPoint(goOn);
  PHINode *number = builder.CreatePHI(builder.getInt64Ty(), 2, "group.number");
  number->addIncoming(next, end);
  number->addIncoming(afterJam, cast<BasicBlock>(static_cast<Value *>(copies[end])));
  builder.CreateCondBr(builder.CreateICmpEQ(number, function.getArg(entryGroupCount)), exit,
                       header);
  counter->replaceIncomingBlockWith(end, goOn);
  counter->setIncomingValueForBlock(goOn, number);
  multiply(jammed, count, copies);
}

} // namespace

PreservedAnalyses JamWorkGroupsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  SmallVector<CallBase *> rows;
  for (Instruction &instruction : instructions(function))
    if (isGroupRow(instruction))
      rows.push_back(cast<CallBase>(&instruction));
  if (rows.empty())
    return PreservedAnalyses::all();
  if (features.any() && isEntryFunction(function) &&
      !function.hasFnAttribute(withoutTilesAttribute) && rows.size() == 1) {
    auto &loops = analyses.getResult<LoopAnalysis>(function);
    if (Loop *loop = loops.getLoopFor(rows.front()->getParent()))
      if (GroupLoop groups(*rows.front(), *loop); groups.canBeJammed()) {
        const std::vector<MatrixNest> nests = MatrixNest::findInnermost(function, loops);
        if (const unsigned count = groups.workGroups(nests, features); count > 1)
          groups.jam(count);
      }
  }
  for (CallBase *row : rows) {
    row->replaceAllUsesWith(row->getArgOperand(groupRow));
    row->eraseFromParent();
  }
  return PreservedAnalyses::none();
}

} // namespace heddle::compiler
