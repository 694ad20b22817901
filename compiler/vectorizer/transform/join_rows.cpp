#include "compiler/vectorizer/transform/join_rows.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

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

// What has its own value, or its own effect, in each row.
class RowValues {
public:
  /// False when a branch is among them.
  bool find(Function &function) {
    for (Instruction &instruction : instructions(function))
      if (isRowId(instruction) || isa<AllocaInst>(instruction))
        values.insert(&instruction);
    for (size_t next = 0; next < values.size(); ++next)
      for (User *user : values[next]->users()) {
        auto *instruction = cast<Instruction>(user);
        if (instruction->isTerminator())
          return false;
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

private:
  SetVector<Instruction *> values, asked;
};

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
  for (Instruction *question : rowValues.questions()) {
    Value *any = question->getOperand(0);
    for (Instruction *copy : copies[any])
      any = BinaryOperator::CreateOr(any, copy, "", question->getIterator());
    question->setOperand(0, any);
  }
  return true;
}

} // namespace heddle::compiler
