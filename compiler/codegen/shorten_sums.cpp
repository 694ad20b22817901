#include "compiler/codegen/shorten_sums.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr std::size_t mostOperands = 16;

bool isSum(const Value &value) {
  const Type *type = value.getType();
  const unsigned bits = type->getScalarSizeInBits();
  return isa<FixedVectorType>(type) && (bits == 32 || bits == 64) && isa<BinaryOperator>(value) &&
         cast<BinaryOperator>(value).getOpcode() == Instruction::Add;
}

/// Cycles from its operands to it, about.
unsigned latency(const Instruction &instruction) {
  constexpr unsigned ofProducts = 5, ofMemory = 7, ofCalls = 20;
  if (isa<CallInst>(instruction) && !isa<IntrinsicInst>(instruction))
    return ofCalls;
  if (instruction.mayReadFromMemory())
    return ofMemory;
  return instruction.getOpcode() == Instruction::Mul ? ofProducts : 1;
}

/// An operand of a sum, and the cycle of the block in which it is known.
struct Operand {
  Value *value;
  unsigned when;
};

class BlockSums {
public:
  explicit BlockSums(BasicBlock &block) : block(block) {}

  bool run() {
    bool changed = false;
    for (Instruction &instruction : make_early_inc_range(block)) {
      if (isSum(instruction) && !isPart(instruction))
        changed |= shorten(instruction);
      else
        note(instruction);
    }
    return changed;
  }

private:
  /// Of a larger sum, which nothing else reads.
  bool isPart(const Instruction &sum) const {
    return sum.hasOneUse() && sum.user_back()->getParent() == &block && isSum(*sum.user_back());
  }

  unsigned whenKnown(const Value *value) const { return known.lookup(value); }

  void note(const Instruction &instruction) {
    unsigned when = 0;
    if (!isa<PHINode>(instruction)) {
      for (const Use &operand : instruction.operands())
        when = std::max(when, whenKnown(operand));
      when += latency(instruction);
    }
    known[&instruction] = when;
  }

  void collect(Instruction &sum, SmallVectorImpl<Operand> &operands) {
    for (Value *value : sum.operands()) {
      auto *inner = dyn_cast<Instruction>(value);
      if (inner && inner->getParent() == &block && isSum(*inner) && isPart(*inner)) {
        collect(*inner, operands);
        parts.push_back(inner);
      } else {
        operands.push_back({value, whenKnown(value)});
      }
    }
  }

  /// The one that is known first, which is no longer among them then.
  static Operand takeFirst(SmallVectorImpl<Operand> &operands) {
    auto first =
        min_element(operands, [](const Operand &a, const Operand &b) { return a.when < b.when; });
    const Operand result = *first;
    operands.erase(first);
    return result;
  }

  static unsigned shortest(SmallVector<Operand> operands) {
    while (operands.size() > 1) {
      takeFirst(operands);
      const unsigned later = takeFirst(operands).when;
      operands.push_back({nullptr, later + 1});
    }
    return operands.front().when;
  }

  /// What instruction selection makes of it.
  static unsigned withConstantsLast(SmallVector<Operand> operands) {
    const std::size_t all = operands.size();
    erase_if(operands, [](const Operand &operand) { return isa<Constant>(operand.value); });
    return operands.size() == all ? 0 : shortest(operands) + 1;
  }

  bool shorten(Instruction &sum) {
    SmallVector<Operand> operands;
    parts.clear();
    collect(sum, operands);
    note(sum);
    if (operands.size() < 3 || operands.size() > mostOperands ||
        shortest(operands) >= std::max(whenKnown(&sum), withConstantsLast(operands)))
      return false;
    IRBuilder<> builder(&sum);
    while (operands.size() > 1) {
      const Operand first = takeFirst(operands), second = takeFirst(operands);
      const bool isLast = operands.empty();
      Value *a = isLast ? first.value : fromMemory(builder, first.value);
      Value *b = isLast ? second.value : fromMemory(builder, second.value);
      Value *both = builder.CreateAdd(a, b);
      known[both] = second.when + 1;
      operands.push_back({both, second.when + 1});
    }
    Value *result = operands.front().value;
    result->takeName(&sum);
    sum.replaceAllUsesWith(result);
    known.erase(&sum);
    sum.eraseFromParent();
    for (Instruction *part : reverse(parts)) {
      known.erase(part);
      part->eraseFromParent();
    }
    return true;
  }

  /// A constant that instruction selection does not know as one; any other value as it is.
  static Value *fromMemory(IRBuilder<> &builder, Value *value) {
    auto *constant = dyn_cast<Constant>(value);
    Constant *element = constant ? constant->getSplatValue() : nullptr;
    if (!element || !isa<ConstantInt>(element))
      return value;
    Module &module = *builder.GetInsertBlock()->getModule();
    const std::string name = "heddle.addend." +
                             toString(cast<ConstantInt>(element)->getValue(), 16,
                                      /*Signed=*/false) +
                             (element->getType()->isIntegerTy(64) ? ".long" : "");
    auto *variable = module.getNamedGlobal(name);
    if (!variable) {
      variable = new GlobalVariable(module, element->getType(), /*isConstant=*/true,
                                    GlobalValue::PrivateLinkage, element, name);
      variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    }
    LoadInst *load = builder.CreateLoad(element->getType(), variable);
    load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(module.getContext(), {}));
    return builder.CreateVectorSplat(cast<VectorType>(value->getType())->getElementCount(), load);
  }

  BasicBlock &block;
  DenseMap<const Value *, unsigned> known; ///< nothing: from the beginning
  SmallVector<Instruction *> parts;        ///< of the sum that is looked at, inner ones first
};

} // namespace

PreservedAnalyses ShortenSumsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (BasicBlock &block : function)
    changed |= BlockSums(block).run();
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
