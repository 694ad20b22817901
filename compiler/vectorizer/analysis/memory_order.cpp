// Values that are operands and results of one another must have one order, so they are looked at in
// groups: a group is in memory order when each definition and each use of its members allows it.
#include "compiler/vectorizer/analysis/memory_order.hpp"

#include "compiler/ir/library_names.hpp"
#include "compiler/ir/out_of_line_attribute.hpp"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

// What OpenCL has.
constexpr unsigned maxComponents = 16;

unsigned components(const Value *value) {
  auto *vector = dyn_cast<FixedVectorType>(value->getType());
  return vector ? vector->getNumElements() : 1;
}

struct Group {
  bool isPossible = true;
  unsigned accesses = 0;
  unsigned splats = 0;
};

} // namespace

bool isWholeVector(std::uint64_t components, std::uint64_t bytesOfEach) {
  return components > 1 && components <= maxComponents && isPowerOf2_64(components) &&
         isPowerOf2_64(bytesOfEach) && components * bytesOfEach >= 4;
}

Value *MemoryOrder::splatScalar(const Value *value) {
  using namespace PatternMatch;
  Value *inserted = nullptr;
  return match(value, m_Shuffle(m_InsertElt(m_Undef(), m_Value(inserted), m_ZeroInt()), m_Undef(),
                                m_ZeroMask()))
             ? inserted
             : nullptr;
}

bool MemoryOrder::isDivergentVector(const Value *value) const {
  return (isa<Instruction>(value) || isa<Argument>(value)) && value->getType()->isVectorTy() &&
         uniformity.isDivergent(value);
}

// The lanes' vectors lie one behind another, or are accessed one by one.
bool MemoryOrder::isWhole(const Value *pointer, const Type *type) const {
  auto *vector = cast<FixedVectorType>(type);
  const unsigned bits = vector->getScalarSizeInBits(), count = vector->getNumElements();
  if (bits % 8 || vector->getElementType()->isPointerTy() || count > maxComponents ||
      privateMemory.isInterleaved(pointer))
    return false;
  std::optional<Stride> stride = strides.of(pointer);
  if (stride && stride->step == static_cast<int64_t>(bits / 8) * count)
    return true;
  return uniformity.isDivergent(pointer) && !(stride && stride->step == 0) &&
         isWholeVector(count, bits / 8);
}

// Whether each component of the result is made of the same components of the operands. A scalar
// operand has to be the same for the sub-group, but for the condition of a select.
bool MemoryOrder::isElementwise(const Instruction &instruction) const {
  unsigned count = components(&instruction);
  if (isa<BinaryOperator>(instruction) || isa<UnaryOperator>(instruction) ||
      isa<CmpInst>(instruction) || isa<FreezeInst>(instruction) || isa<SelectInst>(instruction))
    return true;
  if (auto *cast = dyn_cast<CastInst>(&instruction))
    return components(cast->getOperand(0)) == count;
  if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction))
    return shuffle->isSelect();
  if (isa<InsertElementInst>(instruction))
    return isa<ConstantInt>(instruction.getOperand(2)) &&
           !uniformity.isDivergent(instruction.getOperand(1));
  auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || isOutOfLineFunction(*callee))
    return false;
  bool isIntrinsic = isTriviallyVectorizable(callee->getIntrinsicID());
  if (!isIntrinsic && !callee->hasFnAttribute(vectorMathAttribute))
    return false;
  return all_of(call->args(), [&](const Use &argument) {
    return argument->getType()->isVectorTy() ? components(argument) == count
                                             : isIntrinsic && !uniformity.isDivergent(argument);
  });
}

void MemoryOrder::analyze(Function &function) {
  EquivalenceClasses<const Value *> classes;
  DenseMap<const Value *, Group> facts; // of single values, then of the leaders
  auto refuse = [&](const Value *value) { facts[value].isPossible = false; };
  for (const Instruction &instruction : instructions(function)) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    bool fits;
    if (auto *load = dyn_cast<LoadInst>(&instruction); load || store) {
      const Type *type = store ? store->getValueOperand()->getType() : load->getType();
      fits = type->isVectorTy() && (store ? store->isSimple() : load->isSimple()) &&
             isWhole(getLoadStorePointerOperand(&instruction), type);
    } else {
      fits = instruction.getType()->isVectorTy() && isElementwise(instruction);
    }
    bool isSplat = splatScalar(&instruction);
    if (isDivergentVector(&instruction)) {
      classes.insert(&instruction);
      Group &own = facts[&instruction];
      own.isPossible &= (fits || isSplat) && !strides.of(&instruction);
      own.accesses += isa<LoadInst>(instruction);
      own.splats += isSplat;
    }
    for (const Value *operand : instruction.operand_values()) {
      if (!isDivergentVector(operand))
        continue;
      classes.insert(operand);
      if (!fits || isa<Argument>(operand))
        refuse(operand);
      else if (store)
        ++facts[operand].accesses;
      else
        classes.unionSets(operand, &instruction);
    }
  }

  DenseMap<const Value *, Group> groups;
  for (const auto &[value, own] : facts) {
    Group &group = groups[classes.getLeaderValue(value)];
    group.isPossible &= own.isPossible;
    group.accesses += own.accesses;
    group.splats += own.splats;
  }
  for (const auto &[value, own] : facts) {
    const Group &group = groups[classes.getLeaderValue(value)];
    // A splat costs a shuffle for each part, a transposition as many as there are halvings.
    if (group.isPossible && group.splats <= group.accesses * Log2_32_Ceil(components(value)))
      values.insert(value);
  }
}

} // namespace heddle::compiler
