#include "compiler/vectorizer/transform/widen_index_arithmetic.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/vectorizer/analysis/factor_reads.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// More than any index has; a bound for sums that other sums share.
constexpr unsigned maxTerms = 64;
constexpr unsigned maxLeafDepth = 6;

class IndexWidener {
public:
  explicit IndexWidener(const UniformityInfo &uniformity) : uniformity(uniformity) {}

  bool run(SExtInst &extension);

private:
  bool isExactArithmetic(const Value *value) const;
  bool isWorthwhile(const Value *value, unsigned &terms) const;
  bool holdsUniformValues(const Value &memory) const;
  bool isLeaf(const Value *value, unsigned depth) const;
  Value *widen(Value *value, Type *type);

  const UniformityInfo &uniformity;
  DenseMap<Value *, Value *> widened;
};

bool isPositive(const Value *value) {
  const auto *constant = dyn_cast<ConstantInt>(value);
  return constant && constant->getValue().isStrictlyPositive();
}

/// Arithmetic that is the same in more bits.
bool IndexWidener::isExactArithmetic(const Value *value) const {
  const auto *operation = dyn_cast<BinaryOperator>(value);
  if (!operation)
    return false;
  switch (operation->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
    return operation->hasNoSignedWrap();
  case Instruction::Shl:
    return operation->hasNoSignedWrap() && isa<ConstantInt>(operation->getOperand(1));
  case Instruction::SDiv:
    // Of a depth by the rows in a word: LLVM sees where there is no rest once the counter is wide.
    // In lanes a division of more bits takes longer.
    return uniformity.isUniform(operation) && isPositive(operation->getOperand(1));
  case Instruction::Or:
    return cast<PossiblyDisjointInst>(operation)->isDisjoint();
  default:
    return false;
  }
}

/// True of private memory that is written and read element by element, with values that are the
/// same in all lanes: of rows that a kernel looks up before its loop, say. They come into
/// registers, where they are uniform.
bool IndexWidener::holdsUniformValues(const Value &memory) const {
  return all_of(memory.users(), [&](const User *user) {
    if (isa<GEPOperator>(user))
      return holdsUniformValues(*user);
    if (const auto *store = dyn_cast<StoreInst>(user))
      return store->getValueOperand() != &memory && uniformity.isUniform(store->getValueOperand());
    return isa<LoadInst>(user) || isa<LifetimeIntrinsic>(user);
  });
}

/// Uniform but for work-item ids and loop variables.
bool IndexWidener::isLeaf(const Value *value, unsigned depth) const {
  if (isa<ConstantInt>(value) || isa<PHINode>(value))
    return true;
  if (isa<Constant>(value))
    return false;
  if (uniformity.isUniform(value) || internalOp(*value))
    return true;
  if (const auto *load = dyn_cast<LoadInst>(value)) {
    const Value *object = getUnderlyingObject(load->getPointerOperand());
    return isa<AllocaInst>(object) && holdsUniformValues(*object);
  }
  const auto *operation = dyn_cast<Instruction>(value);
  return operation && depth < maxLeafDepth && (operation->isCast() || operation->isBinaryOp()) &&
         all_of(
             operation->operands(), [&](const Use &operand) { return isLeaf(operand, depth + 1); });
}

bool IndexWidener::isWorthwhile(const Value *value, unsigned &terms) const {
  if (++terms > maxTerms)
    return false;
  if (!isExactArithmetic(value))
    return isLeaf(value, 0);
  const auto *operation = cast<BinaryOperator>(value);
  return isWorthwhile(operation->getOperand(0), terms) &&
         isWorthwhile(operation->getOperand(1), terms);
}

Value *IndexWidener::widen(Value *value, Type *type) {
  if (auto *constant = dyn_cast<ConstantInt>(value))
    return ConstantInt::get(type, constant->getValue().sext(type->getIntegerBitWidth()));
  if (Value *known = widened.lookup(value))
    return known;

  Value *result = nullptr;
  if (isExactArithmetic(value)) {
    auto *operation = cast<BinaryOperator>(value);
    IRBuilder<> builder(operation);
    result = builder.CreateBinOp(operation->getOpcode(), widen(operation->getOperand(0), type),
                                 widen(operation->getOperand(1), type));
    if (auto *wide = dyn_cast<BinaryOperator>(result))
      wide->copyIRFlags(operation);
  } else {
    auto *instruction = dyn_cast<Instruction>(value);
    const BasicBlock::iterator place =
        instruction
            ? *instruction->getInsertionPointAfterDef()
            : cast<Argument>(value)->getParent()->getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    result = IRBuilder<>(place->getParent(), place).CreateSExt(value, type);
  }
  return widened[value] = result;
}

bool IndexWidener::run(SExtInst &extension) {
  Value *sum = extension.getOperand(0);
  unsigned terms = 0;
  if (!extension.getType()->isIntegerTy(64) || !isExactArithmetic(sum) || !isWorthwhile(sum, terms))
    return false;
  extension.replaceAllUsesWith(widen(sum, extension.getType()));
  extension.eraseFromParent();
  return true;
}

/// Steps of a counter by which it takes longer than any kernel runs to count through 64 bits.
constexpr std::uint64_t longestStep = 4096;
/// Where a counter begins, at most.
constexpr unsigned startBits = 56;

/// The sum that steps a counter by some steps a round.
BinaryOperator *stepOf(PHINode &phi, const Loop &loop) {
  BasicBlock *latch = loop.getLoopLatch();
  if (!latch || !loop.getLoopPredecessor())
    return nullptr;
  auto *next = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(latch));
  if (!next || next->getOpcode() != Instruction::Add || next->getOperand(0) != &phi)
    return nullptr;
  const auto *step = dyn_cast<ConstantInt>(next->getOperand(1));
  return step && !step->isZero() && step->getValue().ule(longestStep) ? next : nullptr;
}

/// True of 64-bit counters that begin low.
bool takesYears(const PHINode &phi, const Loop &loop, const DataLayout &layout) {
  return phi.getType()->isIntegerTy(64) &&
         computeKnownBits(phi.getIncomingValueForBlock(loop.getLoopPredecessor()), layout)
                 .countMaxActiveBits() <= startBits;
}

/// True if the loop ends where a bound is reached, and nowhere else.
bool endsAtBound(const PHINode &phi, const Value &next, const Loop &loop) {
  const BasicBlock *end = loop.getExitingBlock();
  const auto *branch = end ? dyn_cast<BranchInst>(end->getTerminator()) : nullptr;
  const auto *test =
      branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (!test || !loop.isLoopInvariant(test->getOperand(1)) ||
      (test->getOperand(0) != &phi && test->getOperand(0) != &next))
    return false;
  return (loop.contains(branch->getSuccessor(0))
              ? test->getPredicate()
              : test->getInversePredicate()) == CmpInst::ICMP_ULT;
}

/// `for (size_t k = 0; k < n; k += 16)` would go on for ever with an n near 2^64, for all that LLVM
/// knows, so that nobody could count its rounds. It takes years until k comes there. A `uint` comes
/// there soon, but then begins anew: loops of products are written to end.
bool promiseCounters(const Function &function, const LoopInfo &loops) {
  const SmallPtrSet<const Loop *, 4> ofProducts = loopsOfProducts(function, loops);
  bool changed = false;
  for (const Loop *loop : loops.getLoopsInPreorder())
    for (PHINode &phi : loop->getHeader()->phis()) {
      BinaryOperator *next = stepOf(phi, *loop);
      if (!next || next->hasNoUnsignedWrap() ||
          !(takesYears(phi, *loop, function.getDataLayout()) ||
            (ofProducts.contains(loop->getOutermostLoop()) && endsAtBound(phi, *next, *loop))))
        continue;
      next->setHasNoUnsignedWrap();
      changed = true;
    }
  return changed;
}

} // namespace

PreservedAnalyses WidenIndexArithmeticPass::run(Function &function,
                                                FunctionAnalysisManager &analyses) {
  bool changed = promiseCounters(function, analyses.getResult<LoopAnalysis>(function));
  SmallVector<SExtInst *> extensions;
  for (Instruction &instruction : instructions(function))
    if (auto *extension = dyn_cast<SExtInst>(&instruction))
      extensions.push_back(extension);

  IndexWidener widener(analyses.getResult<UniformityInfoAnalysis>(function));
  for (SExtInst *extension : extensions)
    changed |= widener.run(*extension);
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
