#include "compiler/vectorizer/transform/join_rows.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/vectorizer/transform/version_guards.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <optional>
#include <utility>

using namespace llvm;

namespace heddle::compiler {

namespace {

bool isRowId(const Instruction &instruction) {
  if (internalOp(instruction) != InternalOp::firstLocalId)
    return false;
  auto *dimension = dyn_cast<ConstantInt>(cast<CallBase>(instruction).getArgOperand(0));
  return dimension && dimension->isOne();
}

// Whether the order in which work-items run it, or how often, can be seen.
bool mindsOrder(const Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return !load->isSimple();
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return !store->isSimple();
  if (instruction.isAtomic())
    return true;
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call)
    return false;
  if (std::optional<InternalOp> op = internalOp(*call))
    // All rows reach a barrier together, so one is enough, and have the same lanes. What they
    // find is said of each, in any order.
    return *op >= InternalOp::subGroupId && *op != InternalOp::firstLocalId &&
           *op != InternalOp::subGroupLocalId && *op != InternalOp::workGroupBarrier &&
           *op != InternalOp::finding && *op != InternalOp::mayFind;
  if (auto *memory = dyn_cast<MemIntrinsic>(call))
    return memory->isVolatile();
  return call->isConvergent() || !(isa<IntrinsicInst>(call) || call->onlyReadsMemory());
}

/// Whether all that is behind is the end.
bool isEnd(const BasicBlock &block) { return isa<ReturnInst>(block.front()); }

// What has its own value, or its own effect, in each row.
class RowValues {
public:
  /// False when a branch is among them that is not the guard.
  bool find(Function &function) {
    for (Instruction &instruction : instructions(function))
      if (isRowId(instruction) || isa<AllocaInst>(instruction))
        values.insert(&instruction);
    for (size_t next = 0; next < values.size(); ++next)
      for (User *user : values[next]->users()) {
        auto *instruction = cast<Instruction>(user);
        if (instruction->isTerminator()) {
          if (instruction->getParent() != &function.getEntryBlock() ||
              !isa<BranchInst>(instruction))
            return false;
          guard = cast<BranchInst>(instruction);
          continue;
        }
        // One answer for all.
        if (internalOp(*instruction) == InternalOp::mayFind)
          asked.insert(instruction);
        else
          values.insert(instruction);
      }
    return true;
  }
  bool contains(const Value *value) const {
    auto *instruction = dyn_cast<Instruction>(value);
    return instruction && values.contains(const_cast<Instruction *>(instruction));
  }
  ArrayRef<Instruction *> all() const { return values.getArrayRef(); }
  /// Whether any of several may find something.
  ArrayRef<Instruction *> questions() const { return asked.getArrayRef(); }
  /// The branch at the end of the entry block that not all rows may take alike, or null.
  BranchInst *guard = nullptr;

private:
  SetVector<Instruction *> values, asked;
};

/// Which side of the guard work-items take that have something to do, if the others have nothing
/// and work-items may take it row by row.
std::optional<unsigned> sideWithWork(const Function &function, const RowValues &values) {
  const BranchInst &guard = *values.guard;
  if (!values.questions().empty() || any_of(instructions(function), [](const Instruction &each) {
        return isa<AllocaInst>(each) || internalOp(each) == InternalOp::workGroupBarrier ||
               internalOp(each) == InternalOp::finding;
      }))
    return std::nullopt;
  for (unsigned side : {0U, 1U})
    if (isEnd(*guard.getSuccessor(1 - side)) && !isEnd(*guard.getSuccessor(side)))
      return side;
  return std::nullopt;
}

/// A copy of what the function does, for one row after another; the block in which it begins.
BasicBlock *oneByOne(Function &function, unsigned rows) {
  LLVMContext &context = function.getContext();
  BasicBlock *entry = &function.getEntryBlock();
  SmallVector<BasicBlock *> originals = to_vector(make_pointer_range(function));
  ValueToValueMapTy clones;
  SmallVector<BasicBlock *> copies;
  for (BasicBlock *block : originals) {
    BasicBlock *copy = CloneBasicBlock(block, clones, ".row", &function);
    clones[block] = copy;
    copies.push_back(copy);
  }
  remapInstructionsInBlocks(copies, clones);

  BasicBlock *begin = BasicBlock::Create(context, "rows", &function, copies.front());
  BasicBlock *next = BasicBlock::Create(context, "next_row", &function);
  BasicBlock *end = BasicBlock::Create(context, "end", &function);
  IRBuilder<> builder(begin);
  PHINode *row = builder.CreatePHI(builder.getInt64Ty(), 2, "row");
  builder.CreateBr(cast<BasicBlock>(clones[entry]));
  builder.SetInsertPoint(next);
  Value *following = builder.CreateNUWAdd(row, builder.getInt64(1));
  builder.CreateCondBr(builder.CreateICmpULT(following, builder.getInt64(rows)), begin, end);
  row->addIncoming(builder.getInt64(0), entry);
  row->addIncoming(following, next);
  ReturnInst::Create(context, end);
  for (BasicBlock *copy : copies) {
    for (Instruction &instruction : make_early_inc_range(*copy))
      if (isRowId(instruction)) {
        auto *moved = BinaryOperator::CreateNUWAdd(&instruction, row, "",
                                                   std::next(instruction.getIterator()));
        moved->setHasNoSignedWrap();
        instruction.replaceUsesWithIf(moved,
                                      [&](const Use &use) { return use.getUser() != moved; });
      }
    if (isa<ReturnInst>(copy->getTerminator())) {
      copy->getTerminator()->eraseFromParent();
      BranchInst::Create(next, copy);
    }
  }
  return begin;
}

/// The values, each with the next one, these with the next two, and so on.
Value *allOf(SmallVector<Value *> values, IRBuilder<> &builder) {
  for (; values.size() > 1; values.resize(divideCeil(values.size(), 2)))
    for (std::size_t i = 0; i < values.size(); i += 2)
      values[i / 2] =
          i + 1 < values.size() ? builder.CreateAnd(values[i], values[i + 1]) : values[i];
  return values.front();
}

} // namespace

bool joinRows(Function &function, unsigned rows) {
  // Which sub-group accesses what can be told in the others only.
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (internalOp(instruction) == InternalOp::touched) {
      instruction.eraseFromParent();
      function.addFnAttr(untracedAttribute);
    }
  RowValues rowValues;
  if (any_of(instructions(function), mindsOrder) || !rowValues.find(function))
    return false;
  BasicBlock *others = nullptr;
  unsigned side = 0;
  if (rowValues.guard) {
    const std::optional<unsigned> found = sideWithWork(function, rowValues);
    if (!found)
      return false;
    side = *found;
    others = oneByOne(function, rows);
  }

  // The copies stand behind the original, row by row, so that phis stay together.
  DenseMap<const Value *, SmallVector<Instruction *, 4>> copies;
  for (Instruction *original : rowValues.all()) {
    SmallVector<Instruction *, 4> &list = copies[original];
    Instruction *last = original;
    for (unsigned row = 1; row < rows; ++row) {
      Instruction *copy;
      if (isRowId(*original)) {
        copy = BinaryOperator::CreateNUWAdd(original, ConstantInt::get(original->getType(), row));
        copy->setHasNoSignedWrap();
        copy->setDebugLoc(original->getDebugLoc());
      } else {
        copy = original->clone();
        if (internalOp(*copy) == InternalOp::finding)
          cast<CallInst>(copy)->addFnAttr(
              Attribute::get(function.getContext(), rowAttribute, utostr(row)));
      }
      copy->setName(original->getName());
      copy->insertAfter(last->getIterator());
      list.push_back(copy);
      last = copy;
    }
  }
  for (Instruction *original : rowValues.all()) {
    if (isRowId(*original))
      continue;
    for (auto [row, copy] : enumerate(copies[original]))
      for (Use &operand : copy->operands())
        if (rowValues.contains(operand.get()))
          operand.set(copies[operand.get()][row]);
  }
  if (BranchInst *guard = rowValues.guard) {
    IRBuilder<> builder(guard);
    SmallVector<Value *> conditions = {guard->getCondition()};
    append_range(conditions, copies[guard->getCondition()]);
    if (side == 1)
      for (Value *&condition : conditions)
        condition = builder.CreateNot(condition);
    Type *truth = builder.getInt1Ty();
    CallInst *holds =
        builder.CreateCall(getInternalOp(*function.getParent(), InternalOp::subGroupAll,
                                         FunctionType::get(truth, {truth}, false)),
                           {allOf(std::move(conditions), builder)}, "all_rows");
    holds->setMetadata(guessMetadata, MDNode::get(function.getContext(), {}));
    builder.CreateCondBr(holds, guard->getSuccessor(side), others);
    guard->eraseFromParent();
  }
  for (Instruction *question : rowValues.questions()) {
    Value *any = question->getOperand(0);
    for (Instruction *copy : copies[any])
      any = BinaryOperator::CreateOr(any, copy, "", question->getIterator());
    question->setOperand(0, any);
  }
  return true;
}

} // namespace heddle::compiler
