#include "compiler/vectorizer/transform/pad_triples.hpp"

#include "compiler/vectorizer/analysis/memory_order.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned three = 3, four = 4;

bool hasComponents(const Type *type, unsigned count) {
  const auto *vector = dyn_cast<FixedVectorType>(type);
  return vector && vector->getNumElements() == count;
}

FixedVectorType *padded(Type *type) { return FixedVectorType::get(type->getScalarType(), four); }

/// xyz of four.
bool isCut(const Instruction &instruction) {
  const auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction);
  return shuffle && hasComponents(shuffle->getOperand(0)->getType(), four) &&
         shuffle->getShuffleMask() == ArrayRef{0, 1, 2};
}

/// Three as the first of four.
bool isPutBack(const Instruction &instruction) {
  const auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction);
  return shuffle && hasComponents(shuffle->getType(), four) &&
         hasComponents(shuffle->getOperand(0)->getType(), three) &&
         shuffle->getShuffleMask() == ArrayRef{0, 1, 2, PoisonMaskElem};
}

/// One scalar in all components: the shuffle, or the insertion that it is made of.
bool isSplat(const Instruction &instruction) {
  return MemoryOrder::splatScalar(&instruction) ||
         (isa<InsertElementInst>(instruction) && all_of(instruction.users(), [](const User *user) {
            return MemoryOrder::splatScalar(user);
          }));
}

/// Whether each component of the result is made of those beside it, whatever they are.
bool isElementwise(const Instruction &instruction) {
  const bool fitsOperands = all_of(instruction.operands(), [](const Use &operand) {
    return hasComponents(operand->getType(), three) &&
           (isa<Constant>(operand) || isa<Instruction>(operand));
  });
  if (const auto *call = dyn_cast<IntrinsicInst>(&instruction))
    return isTriviallyVectorizable(call->getIntrinsicID()) &&
           all_of(call->args(),
                  [&](const Use &argument) { return argument->getType() == call->getType(); });
  return fitsOperands && !instruction.isIntDivRem() &&
         isa<BinaryOperator, UnaryOperator, CastInst, SelectInst, CmpInst, FreezeInst>(instruction);
}

Constant *padded(const Constant &constant) {
  SmallVector<Constant *, four> elements;
  for (unsigned i = 0; i < four; ++i)
    elements.push_back(constant.getAggregateElement(std::min(i, three - 1)));
  return is_contained(elements, nullptr) ? nullptr : ConstantVector::get(elements);
}

/// The same with four components.
Value *pad(Instruction &instruction, const DenseMap<const Value *, Value *> &made) {
  if (isCut(instruction))
    return instruction.getOperand(0);
  IRBuilder<> builder(&instruction);
  builder.SetCurrentDebugLocation(instruction.getDebugLoc());
  FixedVectorType *type = padded(instruction.getType());
  if (Value *scalar = MemoryOrder::splatScalar(&instruction))
    return builder.CreateVectorSplat(four, scalar);
  SmallVector<Value *, 3> operands;
  for (Value *operand : instruction.operand_values())
    if (hasComponents(operand->getType(), three))
      operands.push_back(isa<Constant>(operand) ? padded(*cast<Constant>(operand))
                                                : made.lookup(operand));
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
    CallInst *result = builder.CreateIntrinsic(type, call->getIntrinsicID(), operands);
    result->copyIRFlags(call);
    return result;
  }
  if (auto *cast = dyn_cast<CastInst>(&instruction)) {
    Value *result = builder.CreateCast(cast->getOpcode(), operands[0], type);
    if (auto *created = dyn_cast<Instruction>(result))
      created->copyIRFlags(cast);
    return result;
  }
  Instruction *result = instruction.clone();
  for (const auto &[i, operand] : enumerate(operands))
    result->setOperand(i, operand);
  result->mutateType(type);
  return builder.Insert(result);
}

} // namespace

bool padTriples(Function &function) {
  SmallVector<Instruction *> triples, putBack;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
    for (Instruction &instruction : *block) {
      const bool isTriple = hasComponents(instruction.getType(), three);
      if (isTriple && !isCut(instruction) && !isSplat(instruction) && !isElementwise(instruction))
        return false;
      if (isTriple)
        triples.push_back(&instruction);
      else if (isPutBack(instruction))
        putBack.push_back(&instruction);
      else if (any_of(instruction.operands(),
                      [](const Use &operand) { return hasComponents(operand->getType(), three); }))
        return false;
      for (const Use &operand : instruction.operands())
        if (const auto *constant = dyn_cast<Constant>(operand);
            constant && isTriple && hasComponents(constant->getType(), three) && !padded(*constant))
          return false;
    }
  if (putBack.empty())
    return false;
  DenseMap<const Value *, Value *> made;
  for (Instruction *triple : triples)
    if (!isa<InsertElementInst>(triple))
      made[triple] = pad(*triple, made);
  for (Instruction *whole : putBack) {
    whole->replaceAllUsesWith(made.lookup(whole->getOperand(0)));
    whole->eraseFromParent();
  }
  for (Instruction *triple : reverse(triples))
    triple->eraseFromParent();
  return true;
}

} // namespace heddle::compiler
