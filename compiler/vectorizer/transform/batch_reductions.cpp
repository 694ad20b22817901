#include "compiler/vectorizer/transform/batch_reductions.hpp"

#include "compiler/ir/group_arithmetic.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/library_names.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// A register of AVX2 takes the results.
constexpr unsigned mostRows = 8, fewestRows = 4;
/// Instructions that move for one row.
constexpr unsigned longestMove = 200;

bool isReduction(const Instruction &instruction) {
  return internalOp(instruction) == InternalOp::subGroupReduce &&
         (instruction.getType()->isFloatTy() || instruction.getType()->isIntegerTy(32));
}

/// Whether nothing is lost or gained where it stands in its block.
bool isMovable(const Instruction &instruction) {
  if (isa<PHINode>(instruction) || instruction.isTerminator() ||
      instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects() ||
      isa<AllocaInst>(instruction))
    return false;
  const auto *call = dyn_cast<CallInst>(&instruction);
  return !call || isa<IntrinsicInst>(call) || isReduction(instruction) ||
         (call->getCalledFunction() &&
          call->getCalledFunction()->hasFnAttribute(vectorMathAttribute));
}

/// What of `value`'s making has to move so that it is there in front of `place`; nothing if that
/// cannot be, as when one of `results` is in it.
class Movement {
public:
  Movement(const Instruction &place, ArrayRef<Instruction *> results)
      : place(place), results(results.begin(), results.end()) {}

  bool add(Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || instruction->getParent() != place.getParent() ||
        instruction->comesBefore(&place) || moved.contains(instruction))
      return true;
    if (results.contains(instruction) || instruction == &place || !isMovable(*instruction) ||
        moved.size() == longestMove)
      return false;
    for (Value *operand : instruction->operands())
      if (!add(operand))
        return false;
    moved.insert(instruction);
    return true;
  }

  void carryOut(Instruction &before) const {
    for (Instruction *instruction : moved)
      instruction->moveBefore(before.getIterator());
  }

private:
  const Instruction &place;
  SmallPtrSet<const Instruction *, 8> results;
  /// Operands come before their users.
  SetVector<Instruction *> moved;
};

/// The first user of one of `values` in their block, or the block's end.
Instruction &firstUse(ArrayRef<Instruction *> values) {
  BasicBlock *block = values.front()->getParent();
  Instruction *first = block->getTerminator();
  for (const Instruction *value : values)
    for (const User *user : value->users()) {
      auto *instruction = const_cast<Instruction *>(cast<Instruction>(user));
      if (instruction->getParent() == block && !isa<PHINode>(instruction) &&
          instruction->comesBefore(first))
        first = instruction;
    }
  return *first;
}

class Batcher {
public:
  explicit Batcher(const UniformityInfo &uniformity) : uniformity(uniformity) {}

  bool run(Function &function) {
    for (BasicBlock &block : function)
      joinReductions(block);
    const bool changed = !vectors.empty();
    while (!vectors.empty())
      joinUsers(*cast<Instruction>(vectors.pop_back_val()));
    return changed;
  }

private:
  void joinReductions(BasicBlock &block) {
    SmallVector<Instruction *> waiting;
    for (Instruction &instruction : block)
      if (isReduction(instruction))
        waiting.push_back(&instruction);
    while (waiting.size() >= fewestRows) {
      SmallVector<Instruction *> rows = {waiting.front()};
      waiting.erase(waiting.begin());
      for (Instruction *other : waiting)
        if (rows.size() < mostRows && canJoin(rows, *other))
          rows.push_back(other);
      rows.truncate(bit_floor(rows.size()));
      if (rows.size() < fewestRows)
        continue;
      erase_if(waiting, [&](Instruction *other) { return is_contained(rows, other); });
      join(rows);
    }
  }

  static bool canJoin(SmallVector<Instruction *> rows, Instruction &other) {
    const Instruction &first = *rows.front();
    if (first.getType() != other.getType() || first.getOperand(1) != other.getOperand(1))
      return false;
    rows.push_back(&other);
    Movement movement(firstUse(rows), rows);
    return all_of(rows, [&](Instruction *row) { return movement.add(row->getOperand(0)); });
  }

  static Value *gather(IRBuilder<> &builder, ArrayRef<Value *> scalars) {
    if (all_equal(scalars))
      return builder.CreateVectorSplat(scalars.size(), scalars.front());
    if (auto *extract = dyn_cast<ExtractElementInst>(scalars.front()))
      if (Value *vector = extract->getVectorOperand(); isTakenApart(*vector, scalars))
        return vector;
    Value *vector =
        PoisonValue::get(FixedVectorType::get(scalars.front()->getType(), scalars.size()));
    for (auto [index, scalar] : enumerate(scalars))
      vector = builder.CreateInsertElement(vector, scalar, index);
    return vector;
  }

  /// Whether the scalars are the components of `vector`, all and in their order.
  static bool isTakenApart(const Value &vector, ArrayRef<Value *> scalars) {
    auto *type = dyn_cast<FixedVectorType>(vector.getType());
    return type && type->getNumElements() == scalars.size() &&
           all_of(enumerate(scalars), [&](const auto &scalar) {
             auto *extract = dyn_cast<ExtractElementInst>(scalar.value());
             auto *index = extract ? dyn_cast<ConstantInt>(extract->getIndexOperand()) : nullptr;
             return index && extract->getVectorOperand() == &vector &&
                    index->equalsInt(scalar.index());
           });
  }

  /// `vector` takes the place of the scalars.
  void replace(ArrayRef<Instruction *> scalars, Value *vector, IRBuilder<> &builder) {
    for (auto [index, scalar] : enumerate(scalars)) {
      Value *component = builder.CreateExtractElement(vector, index);
      ours.insert(component);
      scalar->replaceAllUsesWith(component);
      component->takeName(scalar);
      scalar->eraseFromParent();
    }
    if (isa<Instruction>(vector)) {
      ours.insert(vector);
      vectors.push_back(vector);
    }
  }

  void join(ArrayRef<Instruction *> rows) {
    Instruction &place = firstUse(rows);
    Movement movement(place, rows);
    SmallVector<Value *> operands;
    for (Instruction *row : rows) {
      [[maybe_unused]] const bool isThere = movement.add(row->getOperand(0));
      assert(isThere && "it was asked before");
      operands.push_back(row->getOperand(0));
    }
    movement.carryOut(place);
    IRBuilder<> builder(&place);
    builder.SetCurrentDebugLocation(rows.front()->getDebugLoc());
    Value *operand = gather(builder, operands);
    auto *type =
        FunctionType::get(operand->getType(), {operand->getType(), builder.getInt32Ty()}, false);
    CallInst *together =
        builder.CreateCall(getInternalOp(*place.getModule(), InternalOp::subGroupReduce, type),
                           {operand, rows.front()->getOperand(1)});
    if (isa<FPMathOperator>(together))
      together->copyFastMathFlags(rows.front());
    replace(rows, together, builder);
  }

  bool isUniform(const Value &value) const {
    return isa<Constant>(value) || ours.contains(&value) || uniformity.isUniform(&value);
  }

  /// One operation on vectors in place of the same one on each component of `vector`.
  void joinUsers(Instruction &vector) {
    SmallVector<Instruction *> components(
        cast<FixedVectorType>(vector.getType())->getNumElements());
    for (User *user : vector.users())
      if (auto *extract = dyn_cast<ExtractElementInst>(user))
        if (auto *index = dyn_cast<ConstantInt>(extract->getIndexOperand()))
          components[index->getZExtValue()] = extract;
    if (is_contained(components, nullptr))
      return;
    for (bool again = true; again;) {
      again = false;
      for (Use &use : components.front()->uses()) {
        auto *first = cast<Instruction>(use.getUser());
        if (first->getParent() == vector.getParent() &&
            joinAlike(*first, use.getOperandNo(), components)) {
          again = true;
          break;
        }
      }
    }
  }

  static bool isAlike(const Instruction &a, const Instruction &b) {
    return a.isSameOperationAs(&b) &&
           (!isa<CallInst>(a) ||
            cast<CallInst>(a).getCalledFunction() == cast<CallInst>(b).getCalledFunction());
  }

  static bool canBeVector(const Instruction &instruction) {
    if (!isMovable(instruction) || instruction.getType()->isVectorTy() ||
        !(instruction.getType()->isFloatTy() || instruction.getType()->isIntegerTy(32)))
      return false;
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction))
      return isTriviallyVectorizable(intrinsic->getIntrinsicID()) &&
             all_of(intrinsic->args(), [&](const Use &operand) {
               return operand->getType() == instruction.getType();
             });
    if (auto *call = dyn_cast<CallInst>(&instruction))
      return !isReduction(instruction) && all_of(call->args(), [&](const Use &operand) {
        return operand->getType() == instruction.getType();
      });
    return isa<BinaryOperator, UnaryOperator>(instruction);
  }

  bool hasUniformOperands(const Instruction &instruction) const {
    return all_of(instruction.operands(), [&](const Use &operand) { return isUniform(*operand); });
  }

  bool joinAlike(Instruction &first, unsigned operandNumber, ArrayRef<Instruction *> components) {
    if (!canBeVector(first))
      return false;
    SmallVector<Instruction *> alike;
    for (Instruction *component : components) {
      Instruction *found = nullptr;
      for (Use &use : component->uses()) {
        auto *user = cast<Instruction>(use.getUser());
        if (user->getParent() == first.getParent() && use.getOperandNo() == operandNumber &&
            isAlike(first, *user) && hasUniformOperands(*user) && !is_contained(alike, user) &&
            (!found || user->comesBefore(found)))
          found = user;
      }
      if (!found)
        return false;
      alike.push_back(found);
    }
    Instruction &place = firstUse(alike);
    Movement movement(place, alike);
    for (Instruction *instruction : alike)
      for (Value *operand : instruction->operands())
        if (!movement.add(operand))
          return false;
    movement.carryOut(place);

    IRBuilder<> builder(&place);
    builder.SetCurrentDebugLocation(first.getDebugLoc());
    auto *call = dyn_cast<CallInst>(&first);
    SmallVector<Value *, 3> operands;
    for (unsigned i = 0, count = call ? call->arg_size() : first.getNumOperands(); i < count; ++i) {
      SmallVector<Value *> scalars;
      for (Instruction *instruction : alike)
        scalars.push_back(instruction->getOperand(i));
      operands.push_back(gather(builder, scalars));
      ours.insert(operands.back());
    }
    Value *together = create(builder, first, operands);
    if (auto *instruction = dyn_cast<Instruction>(together)) {
      instruction->copyIRFlags(&first);
      for (Instruction *other : alike)
        instruction->andIRFlags(other);
    }
    replace(alike, together, builder);
    return true;
  }

  static Value *create(IRBuilder<> &builder, Instruction &scalar, ArrayRef<Value *> operands) {
    Type *type = operands.front()->getType();
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(&scalar))
      return builder.CreateIntrinsic(intrinsic->getIntrinsicID(), {type}, operands);
    if (auto *call = dyn_cast<CallInst>(&scalar)) {
      Function &function = *call->getCalledFunction();
      const unsigned width = cast<FixedVectorType>(type)->getNumElements();
      SmallVector<Type *> types(operands.size(), type);
      FunctionCallee form = scalar.getModule()->getOrInsertFunction(
          *vectorVariantName(function, width), FunctionType::get(type, types, false));
      cast<Function>(form.getCallee())->copyAttributesFrom(&function);
      return builder.CreateCall(form, operands);
    }
    if (auto *unary = dyn_cast<UnaryOperator>(&scalar))
      return builder.CreateUnOp(unary->getOpcode(), operands[0]);
    return builder.CreateBinOp(cast<BinaryOperator>(scalar).getOpcode(), operands[0], operands[1]);
  }

  const UniformityInfo &uniformity;
  /// Values of this pass, which the analysis does not know.
  DenseSet<const Value *> ours;
  /// Vectors whose components' users were not looked at yet.
  SmallVector<Value *> vectors;
};

} // namespace

bool batchReductions(Function &function, const UniformityInfo &uniformity) {
  return Batcher(uniformity).run(function);
}

} // namespace heddle::compiler
