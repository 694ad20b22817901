#include "compiler/vectorizer/transform/widener.hpp"

#include "compiler/ir/out_of_line_attribute.hpp"
#include "compiler/ir/remarks.hpp"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DerivedTypes.h"

#include <numeric>

using namespace llvm;

namespace heddle::compiler {

Widener::Widener(Function &scalar, Function &wide, Variant variant, unsigned lanes,
                 const Analyses &analyses, VectorFunctions &functions)
    : scalarFunction(scalar), wideFunction(wide), module(*scalar.getParent()),
      layout(module.getDataLayout()), variant(variant), lanes(lanes), analyses(analyses),
      functions(functions),
      explains(variant == Variant::full && remarksWanted(module.getContext())),
      masksElements(scalar.hasFnAttribute(masksElementsAttribute)), builder(scalar.getContext()) {
  prologue = BasicBlock::Create(scalar.getContext(), "prologue", &wide);
  if (isOutOfLineFunction(scalar))
    callersMask = &*std::prev(wide.arg_end());
  Function::arg_iterator to = wide.arg_begin();
  for (Argument &from : scalar.args()) {
    if (isUniform(&from)) {
      to->setName(from.getName());
      scalars[&from] = &*to++;
      continue;
    }
    Values vectors;
    for (unsigned i = 0, count = leavesOf(from.getType()).size(); i < count; ++i)
      vectors.push_back(&*to++);
    setParts(from, vectors);
  }
}

bool Widener::run() {
  ReversePostOrderTraversal<Function *> order(&scalarFunction);
  for (BasicBlock *block : order)
    entryOf[block] = BasicBlock::Create(builder.getContext(), block->getName(), &wideFunction);
  BranchInst::Create(entryOf[&scalarFunction.getEntryBlock()], prologue);

  for (BasicBlock *block : order) {
    current = block;
    builder.SetInsertPoint(entryOf[block]);
    if (!computeMask(*block))
      return false;
    for (Instruction &instruction : *block) {
      describeVariables(instruction);
      builder.SetCurrentDebugLocation(instruction.getDebugLoc());
      if (instruction.isTerminator())
        widenTerminator(instruction);
      else
        widen(instruction);
    }
    exitOf[block] = builder.GetInsertBlock();
  }
  fillPhis();
  // Those of a single lane are in no code any more.
  if (!kept.empty())
    wideFunction.getSubprogram()->replaceRetainedNodes(MDTuple::get(builder.getContext(), {}));
  return true;
}

bool Widener::isUniform(const Value *value) const {
  return (!isa<Instruction>(value) && !isa<Argument>(value)) ||
         analyses.uniformity.isUniform(value);
}

Value *Widener::scalar(Value *value) {
  if (isa<Constant>(value))
    return value;
  auto found = scalars.find(value);
  assert(found != scalars.end() && "a uniform value was used before its definition");
  return found->second;
}

ArrayRef<Leaf> Widener::leavesOf(Type *type) {
  SmallVector<Leaf, 4> &list = leaves[type];
  if (!list.empty())
    return list;
  SmallVector<Leaf, 4> result;
  auto collect = [&](auto &&self, Type *inner, uint64_t offset) -> void {
    if (auto *structure = dyn_cast<StructType>(inner)) {
      const StructLayout *members = layout.getStructLayout(structure);
      for (unsigned i = 0; i < structure->getNumElements(); ++i)
        self(self, structure->getElementType(i), offset + members->getElementOffset(i));
    } else if (auto *array = dyn_cast<ArrayType>(inner)) {
      uint64_t size = layout.getTypeAllocSize(array->getElementType());
      for (uint64_t i = 0; i < array->getNumElements(); ++i)
        self(self, array->getElementType(), offset + i * size);
    } else if (auto *vector = dyn_cast<FixedVectorType>(inner)) {
      // Elements of a vector lie without gaps; those that are no whole bytes never get here as
      // memory accesses.
      uint64_t size = layout.getTypeStoreSize(vector->getElementType());
      for (unsigned i = 0; i < vector->getNumElements(); ++i)
        result.push_back({vector->getElementType(), offset + i * size});
    } else {
      result.push_back({inner, offset});
    }
  };
  collect(collect, type, 0);
  return leaves[type] = std::move(result);
}

Type *Widener::vectorOf(Type *leaf) const { return FixedVectorType::get(leaf, lanes); }

Constant *Widener::steps(Type *integer, int64_t step) const {
  SmallVector<Constant *, 32> values;
  for (unsigned lane = 0; lane < lanes; ++lane)
    values.push_back(ConstantInt::getSigned(integer, static_cast<int64_t>(lane) * step, true));
  return ConstantVector::get(values);
}

// Right behind the definition, so that it serves every use and leaves the loops that the value does
// not change in.
void Widener::moveAfter(Value *definition) {
  if (auto *instruction = dyn_cast<Instruction>(definition)) {
    BasicBlock *block = instruction->getParent();
    // None: the definition is the last instruction so far of the block being written.
    std::optional<BasicBlock::iterator> place = instruction->getInsertionPointAfterDef();
    builder.SetInsertPoint(block, place ? *place : block->end());
    return;
  }
  builder.SetInsertPoint(prologue->getTerminator());
}

Value *Widener::splat(Value *leaf) {
  if (auto *constant = dyn_cast<Constant>(leaf))
    return ConstantVector::getSplat(ElementCount::getFixed(lanes), constant);
  return builder.CreateVectorSplat(lanes, leaf);
}

Value *Widener::extractLeaf(Value *aggregate, unsigned leaf) {
  Type *type = aggregate->getType();
  if (isa<VectorType>(type))
    return builder.CreateExtractElement(aggregate, leaf);
  if (!type->isAggregateType())
    return aggregate;
  for (unsigned member = 0;; ++member) {
    Type *memberType = ExtractValueInst::getIndexedType(type, member);
    assert(memberType && "no such leaf");
    unsigned count = leavesOf(memberType).size();
    if (leaf < count)
      return extractLeaf(builder.CreateExtractValue(aggregate, member), leaf);
    leaf -= count;
  }
}

Value *Widener::insertLeaf(Value *aggregate, Value *leafValue, unsigned leaf) {
  Type *type = aggregate->getType();
  if (isa<VectorType>(type))
    return builder.CreateInsertElement(aggregate, leafValue, leaf);
  if (!type->isAggregateType())
    return leafValue;
  for (unsigned member = 0;; ++member) {
    Type *memberType = ExtractValueInst::getIndexedType(type, member);
    assert(memberType && "no such leaf");
    unsigned count = leavesOf(memberType).size();
    if (leaf < count) {
      Value *old = builder.CreateExtractValue(aggregate, member);
      return builder.CreateInsertValue(aggregate, insertLeaf(old, leafValue, leaf), member);
    }
    leaf -= count;
  }
}

Value *Widener::part(Value *value, unsigned leaf) {
  if (!isUniform(value)) {
    auto found = partsOf.find(value);
    if (found != partsOf.end())
      return found->second[leaf];
    // An affine value whose vector is wanted now.
    Affine lanesOf = affines.find(value)->second;
    assert(!lanesOf.guard && "a guarded value has its vector from the start");
    IRBuilder<>::InsertPointGuard restore(builder);
    moveAfter(lanesOf.first);
    Value *vector;
    if (lanesOf.step == 0) {
      vector = splat(lanesOf.first);
    } else if (lanesOf.first->getType()->isPointerTy()) {
      vector =
          builder.CreateGEP(builder.getInt8Ty(), lanesOf.first,
                            steps(layout.getIndexType(lanesOf.first->getType()), lanesOf.step));
    } else {
      vector = builder.CreateAdd(splat(lanesOf.first), steps(value->getType(), lanesOf.step));
    }
    partsOf[value] = {vector};
    return vector;
  }
  if (isa<PoisonValue>(value))
    return PoisonValue::get(vectorOf(leavesOf(value->getType())[leaf].type));
  Values &known = splats[value];
  unsigned count = leavesOf(value->getType()).size();
  if (known.empty())
    known.assign(count, nullptr);
  if (!known[leaf]) {
    Value *source = scalar(value);
    IRBuilder<>::InsertPointGuard restore(builder);
    moveAfter(source);
    Value *vector = splat(extractLeaf(source, leaf));
    splats[value][leaf] = vector;
    return vector;
  }
  return known[leaf];
}

// What part `leaf` of `user` is made of, in the order that `user` has.
Value *Widener::operandPart(const Instruction &user, Value *operand, unsigned leaf) {
  auto *type = dyn_cast<FixedVectorType>(operand->getType());
  if (!analyses.memoryOrder.contains(&user))
    return part(operand, type ? leaf : 0);
  unsigned count = leavesOf(user.getType()).size();
  if (!isUniform(operand))
    return type ? part(operand, leaf) : repeatLanes(part(operand, 0), count, leaf);
  if (!type || getSplatValue(operand))
    return part(operand, 0);
  SmallVector<int, 32> elements;
  for (unsigned i = 0; i < lanes; ++i)
    elements.push_back((leaf * lanes + i) % count);
  return builder.CreateShuffleVector(scalar(operand), elements);
}

Widener::Values Widener::parts(Value *value) {
  Values result;
  for (unsigned i = 0, count = leavesOf(value->getType()).size(); i < count; ++i)
    result.push_back(part(value, i));
  return result;
}

void Widener::setParts(const Value &value, ArrayRef<Value *> parts) {
  partsOf[&value].assign(parts.begin(), parts.end());
}

bool Widener::isAffine(const Value *value) const { return analyses.strides.of(value).has_value(); }

Affine Widener::affine(Value *value) {
  if (isUniform(value))
    return {scalar(value), 0, nullptr};
  auto found = affines.find(value);
  assert(found != affines.end() && "the value is not affine or not yet defined");
  return found->second;
}

Value *Widener::combineGuards(Value *a, Value *b) {
  if (!a || a == b)
    return b;
  return b ? builder.CreateAnd(a, b) : a;
}

// The value as one lane has it.
Value *Widener::laneOf(Value *value, Value *lane) {
  if (isUniform(value))
    return scalar(value);
  Value *result = PoisonValue::get(value->getType());
  for (unsigned i = 0, count = leavesOf(value->getType()).size(); i < count; ++i)
    result = insertLeaf(result, builder.CreateExtractElement(part(value, i), lane), i);
  return result;
}

// A tree of pairs, which instruction selection turns into neighbouring registers.
Value *Widener::concatenate(ArrayRef<Value *> vectors) {
  Values level(vectors.begin(), vectors.end());
  while (level.size() > 1) {
    Values next;
    for (size_t i = 0; i + 1 < level.size(); i += 2) {
      unsigned size = cast<FixedVectorType>(level[i]->getType())->getNumElements();
      unsigned second = cast<FixedVectorType>(level[i + 1]->getType())->getNumElements();
      Value *other = level[i + 1];
      if (second < size)
        other = slice(other, 0, size);
      SmallVector<int, 64> all(size + second);
      std::iota(all.begin(), all.end(), 0);
      next.push_back(builder.CreateShuffleVector(level[i], other, all));
    }
    if (level.size() % 2)
      next.push_back(level.back());
    level = std::move(next);
  }
  return level.front();
}

Value *Widener::slice(Value *vector, unsigned begin, unsigned count) {
  unsigned size = cast<FixedVectorType>(vector->getType())->getNumElements();
  if (begin == 0 && count == size)
    return vector;
  SmallVector<int, 64> elements(count);
  for (unsigned i = 0; i < count; ++i)
    elements[i] = begin + i < size ? static_cast<int>(begin + i) : -1;
  return builder.CreateShuffleVector(vector, elements);
}

} // namespace heddle::compiler
