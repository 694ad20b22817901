#include "compiler/vectorizer/size/source_vectors.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/vectorizer/size/dependence_chains.hpp"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Vectors of fewer components leave room for enough values in the registers.
constexpr unsigned longVector = 8;
/// How many times an operation takes longer whose operands come from the stack: one in two, or all
/// of them.
constexpr double spillsOf8 = 2, spillsOf16 = 3;

/// What a mathematical function consists of, which takes its operands one after another.
constexpr double functionOperations = 20;

/// Operations in units of one register's work.
struct Costs {
  double workItem = 0;    ///< of one work-item by itself
  double asLanes = 0;     ///< of one work-item as one of the lanes of full registers
  double transposing = 0; ///< what lanes pay beside that for vectors that lie anywhere
};

/// What an instruction computes, or null for what costs nothing of interest.
Type *computedType(const Instruction &instruction) {
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return store->getValueOperand()->getType();
  if (isa<CmpInst>(instruction))
    return instruction.getOperand(0)->getType();
  if (isa<BinaryOperator, UnaryOperator, CastInst, SelectInst, LoadInst>(instruction))
    return instruction.getType();
  if (auto *call = dyn_cast<CallInst>(&instruction)) {
    const Function *callee = call->getCalledFunction();
    // What it does counts itself.
    if (callee && !callee->isDeclaration())
      return nullptr;
    if (isa<DbgInfoIntrinsic>(call) || call->isLifetimeStartOrEnd() || internalOp(*call))
      return nullptr;
    return instruction.getType();
  }
  return nullptr;
}

/// A function of the library that has a form for every vector.
bool isMathematical(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() && !callee->isIntrinsic();
}

/// Whether a value is computed from what was read from memory, as an index of another array's is.
bool comesFromMemory(const Value *value, unsigned depth = 0) {
  constexpr unsigned enough = 6;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == enough || isa<PHINode, CallBase>(instruction))
    return false;
  return isa<LoadInst>(instruction) || any_of(instruction->operands(), [&](const Use &operand) {
           return comesFromMemory(operand, depth + 1);
         });
}

/// Whether components of long vectors change places.
bool mixesComponents(const Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction);
    if (!shuffle && !isa<ExtractElementInst, InsertElementInst>(instruction))
      return false;
    auto *type = cast<FixedVectorType>(instruction.getOperand(0)->getType());
    return type->getNumElements() >= longVector && !(shuffle && shuffle->isZeroEltSplat());
  });
}

class Estimate {
public:
  explicit Estimate(unsigned floatLanes) : floatLanes(floatLanes) {}

  void add(Function &function, double calls = 1) {
    if (!seen.insert(&function).second)
      return;
    DominatorTree dominators(function);
    LoopInfo loops(dominators);
    BranchProbabilityInfo probabilities(function, loops);
    BlockFrequencyInfo frequencies(function, probabilities, loops);
    mixes |= mixesComponents(function);
    const auto entry = double(frequencies.getEntryFreq().getFrequency());
    for (BasicBlock &block : function) {
      const double rounds = calls * double(frequencies.getBlockFreq(&block).getFrequency()) / entry;
      for (Instruction &instruction : block) {
        add(instruction, rounds);
        if (auto *call = dyn_cast<CallInst>(&instruction))
          if (Function *callee = call->getCalledFunction(); callee && !callee->isDeclaration())
            add(*callee, rounds);
      }
    }
  }

  Costs costs;

private:
  void add(const Instruction &instruction, double rounds) {
    Type *type = computedType(instruction);
    if (!type)
      return;
    Type *element = type->getScalarType();
    if (!element->isIntegerTy() && !element->isFloatingPointTy() && !element->isPointerTy())
      return;
    const unsigned bits = element->isPointerTy() ? 64 : element->getScalarSizeInBits();
    // A lane has 32 bits or 64; smaller components fill registers as they are.
    const double words = bits > 32 ? 2 : 1;
    auto *vector = dyn_cast<FixedVectorType>(type);
    const unsigned components = vector ? vector->getNumElements() : 1;
    const auto registers =
        double(divideCeil(std::uint64_t(components) * std::max(bits, 8u), 32 * floatLanes));
    const double lanes = components * words / floatLanes;
    if (isMathematical(instruction)) {
      costs.workItem += rounds * functionOperations * registers;
      costs.asLanes += rounds * functionOperations * lanes;
      return;
    }
    costs.workItem += rounds * registers;
    const double spills = components >= 2 * longVector ? spillsOf16
                          : components >= longVector   ? spillsOf8
                                                       : 1;
    costs.asLanes += rounds * lanes * spills;
    // The lanes' vectors lie anywhere: each is moved by itself, and all are transposed.
    if (const Value *place = getLoadStorePointerOperand(&instruction);
        place && mixes && components >= longVector && comesFromMemory(place))
      costs.transposing += rounds * components;
  }

  unsigned floatLanes;
  bool mixes = false; ///< the functions so far change places of components
  SmallPtrSet<const Function *, 8> seen;
};

} // namespace

bool prefersSourceVectors(Function &kernel, unsigned floatLanes) {
  Estimate estimate(floatLanes);
  estimate.add(kernel);
  const Costs &costs = estimate.costs;
  if (costs.workItem >= costs.asLanes + costs.transposing)
    return false;
  // There is little to wait for.
  if (2 * costs.transposing >= costs.workItem)
    return true;
  // One vector of 16 leaves room for what its next value is made of where there are 32 registers.
  return !lanesHideChains(kernel, floatLanes, floatLanes == 16 ? 32 : 16);
}

} // namespace heddle::compiler
