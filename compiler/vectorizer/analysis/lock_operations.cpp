#include "compiler/vectorizer/analysis/lock_operations.hpp"

#include "compiler/ir/waiting_loops.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// A value that says whether an exchange has found what it wanted.
struct Outcome {
  Value *value;
  bool success; ///< the value in that case
};

SmallVector<Outcome, 2> outcomesOf(Instruction &look) {
  SmallVector<Outcome, 2> result;
  auto compare = [&](Value *old, const Value *expected, bool success) {
    for (User *user : old->users())
      if (auto *test = dyn_cast<ICmpInst>(user); test && test->isEquality())
        if (test->getOperand(0) == expected || test->getOperand(1) == expected)
          result.push_back({test, (test->getPredicate() == ICmpInst::ICMP_EQ) == success});
  };
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&look)) {
    for (User *user : look.users())
      if (auto *extract = dyn_cast<ExtractValueInst>(user)) {
        if (extract->getIndices()[0] == 1)
          result.push_back({extract, true});
        else
          compare(extract, exchange->getCompareOperand(), true);
      }
    return result;
  }
  auto *update = dyn_cast<AtomicRMWInst>(&look);
  if (!update || update->getOperation() != AtomicRMWInst::Xchg)
    return result;
  // It finds what it writes itself when another one was quicker.
  for (User *user : update->users())
    if (auto *test = dyn_cast<ICmpInst>(user); test && test->isEquality())
      if (auto *constant = dyn_cast<ConstantInt>(test->getOperand(1)))
        result.push_back({test, (test->getPredicate() == ICmpInst::ICMP_EQ) !=
                                    (constant == update->getValOperand())});
  return result;
}

} // namespace

const Value *pointerOf(const Instruction &instruction) {
  if (const Value *pointer = getLoadStorePointerOperand(&instruction))
    return pointer;
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return update->getPointerOperand();
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return exchange->getPointerOperand();
  return nullptr;
}

bool isSameValue(const Value *a, const Value *b, unsigned depth) {
  if (a->getType()->isPointerTy() && b->getType()->isPointerTy()) {
    a = a->stripPointerCasts();
    b = b->stripPointerCasts();
  }
  if (a == b)
    return true;
  auto *x = dyn_cast<Instruction>(a), *y = dyn_cast<Instruction>(b);
  if (!x || !y || depth == 0 || isa<PHINode>(x) || x->mayReadOrWriteMemory() ||
      !x->isSameOperationAs(y))
    return false;
  return all_of(zip_equal(x->operands(), y->operands()), [&](auto pair) {
    return isSameValue(std::get<0>(pair), std::get<1>(pair), depth - 1);
  });
}

bool mayBeSameObject(const Value *a, const Value *b) {
  a = getUnderlyingObject(a);
  b = getUnderlyingObject(b);
  auto isNamed = [](const Value *object) {
    return isa<Argument>(object) || isa<GlobalVariable>(object) || isa<AllocaInst>(object);
  };
  return a == b || !isNamed(a) || !isNamed(b);
}

bool takes(const Instruction &look) {
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&look))
    return isa<Constant>(exchange->getCompareOperand()) &&
           exchange->getCompareOperand() != exchange->getNewValOperand();
  auto *update = dyn_cast<AtomicRMWInst>(&look);
  return update && !isAtomicRead(*update) && update->getOperation() != AtomicRMWInst::Max &&
         update->getOperation() != AtomicRMWInst::Min &&
         update->getOperation() != AtomicRMWInst::UMax &&
         update->getOperation() != AtomicRMWInst::UMin;
}

BasicBlock *successOf(Instruction &look) {
  SmallVector<Outcome, 4> work(outcomesOf(look));
  while (!work.empty()) {
    auto [value, success] = work.pop_back_val();
    for (User *user : value->users()) {
      auto *next = cast<Instruction>(user);
      if (next->getParent() != look.getParent())
        continue;
      if (auto *branch = dyn_cast<BranchInst>(next))
        return branch->getSuccessor(success ? 0 : 1);
      auto *constant =
          next->getNumOperands() > 1 ? dyn_cast<ConstantInt>(next->getOperand(1)) : nullptr;
      if (isa<ZExtInst>(next) || isa<TruncInst>(next) ||
          (next->getOpcode() == Instruction::And && constant && constant->isOne()))
        work.push_back({next, success});
      else if (next->getOpcode() == Instruction::Xor && constant && constant->isOne())
        work.push_back({next, !success});
      else if (auto *test = dyn_cast<ICmpInst>(next);
               test && test->isEquality() && constant && (constant->isZero() || constant->isOne()))
        work.push_back(
            {next, success == ((test->getPredicate() == ICmpInst::ICMP_EQ) == constant->isOne())});
    }
  }
  return nullptr;
}

} // namespace heddle::compiler
