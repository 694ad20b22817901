#include "compiler/vectorizer/transform/version_argument_conditions.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/vectorizer/analysis/factor_reads.hpp"
#include "compiler/vectorizer/transform/kernel_versions.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Four versions.
constexpr unsigned maxConditions = 2;
/// Of instructions of all versions, before loops are unrolled.
constexpr unsigned maxLength = 4000;
constexpr unsigned maxDepth = 4;

/// A branch or a select, and the outcome with which it takes its first side.
struct Choice {
  Instruction *instruction;
  bool outcome;
};

bool isOfArguments(const Value &value, unsigned depth = 0) {
  if (isa<Argument>(value) || isa<ConstantInt>(value))
    return true;
  const auto *operation = dyn_cast<Instruction>(&value);
  return operation && depth < maxDepth && operation->getType()->isIntegerTy() &&
         isa<BinaryOperator, CmpInst, CastInst>(operation) &&
         isSafeToSpeculativelyExecute(operation) &&
         all_of(
             operation->operands(),
             [&](const Use &operand) { return isOfArguments(*operand, depth + 1); });
}

/// What keeps divisions from zero and from overflow is not asked by the program.
bool guardsDivision(const SelectInst &select) {
  const auto isDivision = [](const Value *value) {
    const auto *operation = dyn_cast<BinaryOperator>(value);
    return operation && operation->isIntDivRem();
  };
  return any_of(select.operands(), isDivision) || all_of(select.users(), isDivision);
}

class ArgumentVersions {
public:
  ArgumentVersions(Function &kernel, FunctionAnalysisManager &analyses)
      : kernel(kernel), loops(analyses.getResult<LoopAnalysis>(kernel)),
        dominators(analyses.getResult<DominatorTreeAnalysis>(kernel)) {}

  void run();

private:
  void find(const Loop &loop);
  bool decidesReads(const Loop &loop, BasicBlockEdge edge) const;
  Value *atBeginning(Value *value);
  void makeVersions(ArrayRef<Value *> conditions);

  Function &kernel;
  LoopInfo &loops;
  DominatorTree &dominators;
  MapVector<Value *, SmallVector<Choice>> choices; ///< by the condition at the kernel's beginning
  SmallVector<Instruction *> beginning;            ///< what these are made of
};

/// Whether that side of a branch is the only one on which some part of a factor is read, or where
/// one is read depends on from where it is reached.
bool ArgumentVersions::decidesReads(const Loop &loop, BasicBlockEdge edge) const {
  // Not the counters of a loop that goes round behind it.
  const auto hasPlace = [&](const BasicBlock *block) {
    return block && !loops.isLoopHeader(block) && any_of(block->phis(), [](const PHINode &phi) {
             return (phi.getType()->isPointerTy() || phi.getType()->isIntegerTy()) &&
                    readsFactor(phi);
           });
  };
  if (hasPlace(edge.getEnd()->getSingleSuccessor()))
    return true;
  return any_of(loop.blocks(), [&](const BasicBlock *block) {
    return dominators.dominates(edge, block) && any_of(*block, [&](const Instruction &read) {
             return (isa<LoadInst>(read) || internalOp(read) == InternalOp::blockRead) &&
                    readsFactor(read);
           });
  });
}

/// The same value in front of everything, once for equal ones.
Value *ArgumentVersions::atBeginning(Value *value) {
  auto *operation = dyn_cast<Instruction>(value);
  if (!operation)
    return value;
  Instruction *copy = operation->clone();
  for (Use &operand : copy->operands())
    operand = atBeginning(operand);
  // It may be that the loop is never entered.
  copy->dropPoisonGeneratingFlags();
  copy->dropUnknownNonDebugMetadata();
  copy->setDebugLoc({});
  for (Instruction *known : beginning)
    if (known->isIdenticalTo(copy)) {
      copy->deleteValue();
      return known;
    }
  copy->insertBefore(kernel.getEntryBlock().getTerminator()->getIterator());
  beginning.push_back(copy);
  return copy;
}

void ArgumentVersions::find(const Loop &loop) {
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block) {
      Value *condition = nullptr;
      if (auto *branch = dyn_cast<BranchInst>(&instruction); branch && branch->isConditional()) {
        // Ends of loops have their own passes.
        if (any_of(branch->successors(), [&](BasicBlock *successor) {
              return !loops.getLoopFor(block)->contains(successor);
            }))
          continue;
        condition = branch->getCondition();
        if (isa<Constant>(condition) || !isOfArguments(*condition) ||
            none_of(branch->successors(),
                    [&](BasicBlock *successor) { return decidesReads(loop, {block, successor}); }))
          continue;
      } else if (auto *select = dyn_cast<SelectInst>(&instruction)) {
        condition = select->getCondition();
        if (!condition->getType()->isIntegerTy() || isa<Constant>(condition) ||
            !isOfArguments(*condition) || guardsDivision(*select) || !readsFactor(*select))
          continue;
      } else {
        continue;
      }
      Value *first = atBeginning(condition);
      bool outcome = true;
      if (auto *compare = dyn_cast<ICmpInst>(first);
          compare && compare->getPredicate() == CmpInst::ICMP_NE) {
        // One condition for a comparison and its inverse.
        compare = cast<ICmpInst>(compare->clone());
        compare->setPredicate(CmpInst::ICMP_EQ);
        first = atBeginning(compare);
        compare->deleteValue();
        outcome = false;
      }
      choices[first].push_back({&instruction, outcome});
    }
}

void ArgumentVersions::makeVersions(ArrayRef<Value *> conditions) {
  LLVMContext &context = kernel.getContext();
  const SmallVector<BasicBlock *> body = bodyOf(kernel);
  BasicBlock &entry = kernel.getEntryBlock();
  const unsigned count = 1u << conditions.size();

  SmallVector<BasicBlock *> first;
  for (unsigned version = 0; version < count; ++version) {
    ValueToValueMapTy map;
    const bool isItself = version + 1 == count;
    const SmallVector<BasicBlock *> copies =
        isItself ? body : copyBody(kernel, body, ".arguments", map);
    for (unsigned i = 0; i < conditions.size(); ++i)
      for (const Choice &choice : choices[conditions[i]]) {
        auto *instruction =
            isItself ? choice.instruction : cast<Instruction>(map[choice.instruction]);
        // The first operand of both.
        instruction->setOperand(
            0, ConstantInt::getBool(context, bool(version >> i & 1) == choice.outcome));
        if (isa<BranchInst>(instruction))
          ConstantFoldTerminator(instruction->getParent());
      }
    // Four times as many leave room for versions of versions.
    tellEndsApart(copies, 4 * (count - 1 - version));
    first.push_back(copies.front());
  }

  // A tree of branches: the first condition decides between neighbours.
  entry.getTerminator()->eraseFromParent();
  SmallVector<BasicBlock *> below = first;
  for (unsigned i = 0; i < conditions.size(); ++i) {
    SmallVector<BasicBlock *> above;
    for (unsigned j = 0; j < below.size(); j += 2) {
      BasicBlock *block = below.size() == 2
                              ? &entry
                              : BasicBlock::Create(context, "arguments", &kernel, first.front());
      BranchInst::Create(below[j + 1], below[j], conditions[i], block);
      above.push_back(block);
    }
    below = std::move(above);
  }
  removeUnreachableBlocks(kernel);
}

void ArgumentVersions::run() {
  splitBehindVariables(kernel, dominators, loops);
  for (const Loop *loop : loopsOfProducts(kernel, loops))
    find(*loop);
  SmallVector<Value *> conditions;
  for (const auto &[condition, places] : choices)
    conditions.push_back(condition);
  const unsigned length = kernel.getInstructionCount();
  unsigned taken = 0;
  while (taken < conditions.size() && taken < maxConditions && length << (taken + 1) <= maxLength)
    ++taken;
  conditions.truncate(taken);
  if (taken == 0)
    return;
  remark(kernel, Twine(1u << taken) +
                     " versions: arguments choose where matrices are read, alike in all rounds");
  makeVersions(conditions);
}

} // namespace

PreservedAnalyses VersionArgumentConditionsPass::run(Function &function,
                                                     FunctionAnalysisManager &analyses) {
  if (!isKernel(function) || function.hasFnAttribute(oneVersionAttribute) || !canBeCopied(function))
    return PreservedAnalyses::all();
  if (loopsOfProducts(function, analyses.getResult<LoopAnalysis>(function)).empty())
    return PreservedAnalyses::all();
  ArgumentVersions(function, analyses).run();
  return PreservedAnalyses::none();
}

} // namespace heddle::compiler
