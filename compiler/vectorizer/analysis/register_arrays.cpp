#include "compiler/vectorizer/analysis/register_arrays.hpp"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Bytes of a work-item's array that may live in registers: times the lanes of a sub-group, that
/// is already several times what a processor has. Loops over larger ones would only become long.
constexpr std::uint64_t maxRegisterArrayBytes = 1024;

bool isSmall(const AllocaInst &variable) {
  std::optional<TypeSize> size = variable.getAllocationSize(variable.getDataLayout());
  return size && size->getFixedValue() <= maxRegisterArrayBytes;
}

class RegisterArrays {
public:
  RegisterArrays(const Loop &loop, ScalarEvolution &evolution)
      : function(*loop.getHeader()->getParent()), evolution(evolution) {}

  bool holds(const AllocaInst &variable);

private:
  bool isConstantUnrolled(const Value *value);
  bool computesConstant(const Instruction &instruction);
  bool countsRounds(const PHINode &phi);
  bool readsConstant(const LoadInst &load);

  Function &function;
  ScalarEvolution &evolution;
  /// The function's loops, once somebody has asked. Not those that the evolution knows.
  std::optional<LoopInfo> loops;
  /// What is being looked at counts as constant: a loop's counter depends on itself.
  DenseMap<const Value *, bool> known;
};

bool RegisterArrays::isConstantUnrolled(const Value *value) {
  const auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return isa<Constant>(value);
  auto [entry, isNew] = known.try_emplace(value, true);
  if (!isNew)
    return entry->second;
  const bool result = computesConstant(*instruction);
  known[value] = result;
  return result;
}

bool RegisterArrays::computesConstant(const Instruction &instruction) {
  const auto isConstant = [&](const Value *operand) { return isConstantUnrolled(operand); };
  if (const auto *phi = dyn_cast<PHINode>(&instruction))
    return (phi->getNumIncomingValues() == 1 || countsRounds(*phi)) &&
           all_of(phi->incoming_values(), isConstant);
  if (const auto *load = dyn_cast<LoadInst>(&instruction))
    return readsConstant(*load);
  if (!isa<UnaryOperator, BinaryOperator, CastInst, CmpInst, SelectInst, IntrinsicInst>(
          instruction))
    return false;
  return !instruction.mayReadOrWriteMemory() && all_of(instruction.operands(), isConstant);
}

/// As LLVM sees it, which unrolls loops that can end early, where an exit of their own counts the
/// rounds. A search whose one condition has both (`j < 32 && !found`) it leaves.
bool isUnrolled(const Loop &loop, ScalarEvolution &evolution) {
  SmallVector<BasicBlock *> exits;
  loop.getExitingBlocks(exits);
  return any_of(exits, [&](const BasicBlock *exit) {
    return evolution.getSmallConstantTripCount(&loop, exit) != 0;
  });
}

/// Whether a phi is a loop's and not that of a branch, which data may decide. The length of a loop
/// is asked for where it is at hand: for a counter that grows evenly.
bool RegisterArrays::countsRounds(const PHINode &phi) {
  if (evolution.isSCEVable(phi.getType()))
    if (const auto *counter =
            dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(const_cast<PHINode *>(&phi))))
      return isUnrolled(*counter->getLoop(), evolution);
  if (!loops)
    loops.emplace(DominatorTree(function));
  return loops->isLoopHeader(phi.getParent());
}

/// A table of the program that the loop's counter indexes.
bool RegisterArrays::readsConstant(const LoadInst &load) {
  const Value *address = load.getPointerOperand();
  while (const auto *element = dyn_cast<GetElementPtrInst>(address)) {
    if (!all_of(element->indices(), [&](const Use &index) { return isConstantUnrolled(index); }))
      return false;
    address = element->getPointerOperand();
  }
  const auto *table = dyn_cast<GlobalVariable>(address);
  return table && table->isConstant() && table->hasDefinitiveInitializer();
}

/// Whether nothing keeps the variable in memory.
bool RegisterArrays::holds(const AllocaInst &variable) {
  SmallVector<const Value *> left = {&variable};
  SmallPtrSet<const Value *, 16> seen = {&variable};
  while (!left.empty()) {
    const Value *address = left.pop_back_val();
    for (const Use &use : address->uses()) {
      const auto *user = cast<Instruction>(use.getUser());
      if (const auto *element = dyn_cast<GetElementPtrInst>(user)) {
        if (!all_of(element->indices(),
                    [&](const Use &index) { return isConstantUnrolled(index); }))
          return false;
      } else if (isa<LoadInst>(user) ||
                 (isa<StoreInst>(user) && cast<StoreInst>(user)->getPointerOperand() == address)) {
        if (user->isVolatile())
          return false;
        continue;
      } else if (const auto *intrinsic = dyn_cast<IntrinsicInst>(user)) {
        const auto *copy = dyn_cast<MemIntrinsic>(intrinsic);
        if (copy ? !isa<Constant>(copy->getLength()) : !intrinsic->isLifetimeStartOrEnd())
          return false;
        continue;
      } else if (!isa<PHINode, SelectInst, AddrSpaceCastInst>(user)) {
        return false;
      }
      if (seen.insert(user).second)
        left.push_back(user);
    }
  }
  return true;
}

} // namespace

bool fillsRegisters(const Loop &loop, ScalarEvolution &evolution) {
  RegisterArrays arrays(loop, evolution);
  SmallPtrSet<const AllocaInst *, 4> others;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      const auto *address = dyn_cast<GetElementPtrInst>(&instruction);
      if (!address || address->hasAllConstantIndices() ||
          all_of(address->indices(), [&](const Use &index) { return loop.isLoopInvariant(index); }))
        continue;
      const auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(address));
      if (!variable || others.contains(variable))
        continue;
      if (isSmall(*variable) && arrays.holds(*variable))
        return true;
      others.insert(variable);
    }
  return false;
}

} // namespace heddle::compiler
