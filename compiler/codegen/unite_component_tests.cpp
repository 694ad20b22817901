#include "compiler/codegen/unite_component_tests.hpp"

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// With fewer, two branches are as good.
constexpr unsigned fewestComponents = 3;

/// What is asked of a component: a comparison with a scalar, or with the same component of another
/// vector; or a bit, of which a vector has one for each component.
struct Question {
  Value *vector = nullptr;
  Value *other = nullptr; ///< nothing for a bit
  CmpInst::Predicate predicate = CmpInst::BAD_ICMP_PREDICATE;

  bool operator==(const Question &) const = default;

  unsigned components() const { return cast<FixedVectorType>(vector->getType())->getNumElements(); }

  /// The bits of all components.
  Value *ask(IRBuilder<> &builder) const {
    if (!other)
      return vector;
    Value *with =
        other->getType()->isVectorTy() ? other : builder.CreateVectorSplat(components(), other);
    return builder.CreateCmp(predicate, vector, with);
  }
};

/// A question, and the component of which it is asked.
struct ComponentTest {
  Question question;
  unsigned component;
};

/// The vector and the index, of a component that both are known of.
std::optional<std::pair<Value *, unsigned>> componentOf(Value *value) {
  Value *vector;
  uint64_t index;
  if (match(value, m_ExtractElt(m_Value(vector), m_ConstantInt(index))))
    if (auto *type = dyn_cast<FixedVectorType>(vector->getType());
        type && index < type->getNumElements())
      return std::pair(vector, unsigned(index));
  return std::nullopt;
}

std::optional<ComponentTest> componentTest(Value *test) {
  if (auto bit = componentOf(test))
    return ComponentTest{{bit->first}, bit->second};
  auto *comparison = dyn_cast<CmpInst>(test);
  if (!comparison || !comparison->hasOneUse())
    return std::nullopt;
  Value *first = comparison->getOperand(0), *second = comparison->getOperand(1);
  CmpInst::Predicate predicate = comparison->getPredicate();
  if (!componentOf(first)) {
    std::swap(first, second);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  const auto component = componentOf(first);
  if (!component)
    return std::nullopt;
  if (auto other = componentOf(second); other && other->second == component->second &&
                                        other->first->getType() == component->first->getType())
    second = other->first;
  return ComponentTest{{component->first, second, predicate}, component->second};
}

/// A chain of `||`, or of `&&`.
class Chain {
public:
  Chain(Instruction &last, bool isOr) : last(last), isOr(isOr) { collect(&last); }

  /// Whether the value is a link of a chain.
  static bool isLink(const Value *value, bool isOr) {
    return value->getType()->isIntegerTy(1) && isa<Instruction>(value) &&
           (isOr ? match(value, m_LogicalOr(m_Value(), m_Value()))
                 : match(value, m_LogicalAnd(m_Value(), m_Value())));
  }

  bool unite() {
    // Few, and in the order in which they were asked first.
    SmallVector<std::pair<Question, SmallBitVector>> questions;
    const auto find = [&](const Question &question) {
      return find_if(questions, [&](const auto &known) { return known.first == question; });
    };
    for (Value *test : tests)
      if (auto asked = componentTest(test)) {
        auto known = find(asked->question);
        if (known == questions.end())
          known = questions.insert(known,
                                   {asked->question, SmallBitVector(asked->question.components())});
        known->second.set(asked->component);
      }
    erase_if(questions, [](const auto &known) { return known.second.count() < fewestComponents; });
    if (questions.empty())
      return false;

    IRBuilder<> builder(&last);
    Value *all = nullptr;
    for (const auto &[question, components] : questions)
      all = both(builder, all, answer(builder, question, components));
    for (Value *test : tests)
      if (auto asked = componentTest(test); !asked || find(asked->question) == questions.end())
        all = both(builder, all, test);
    all->takeName(&last);
    last.replaceAllUsesWith(all);
    RecursivelyDeleteTriviallyDeadInstructions(&last);
    return true;
  }

private:
  void collect(Value *value) {
    if (!isLink(value, isOr) || (value != &last && !value->hasOneUse())) {
      tests.push_back(value);
      return;
    }
    const auto *link = cast<Instruction>(value);
    collect(link->getOperand(0));
    // A select's operands are the condition, what it is if true, and if false.
    collect(isa<SelectInst>(link) ? link->getOperand(isOr ? 2 : 1) : link->getOperand(1));
  }

  /// What the kernel doesn't ask for counts as false in a chain of `||`, as true in one of `&&`.
  Value *answer(IRBuilder<> &builder, const Question &question,
                const SmallBitVector &components) const {
    Value *bits = question.ask(builder);
    // A component that the kernel never comes to may be poison.
    if (!isGuaranteedNotToBeUndefOrPoison(bits))
      bits = builder.CreateFreeze(bits);
    if (!components.all()) {
      SmallVector<Constant *> mask;
      for (unsigned component = 0; component < components.size(); ++component)
        mask.push_back(builder.getInt1(components.test(component) == isOr));
      Constant *asked = ConstantVector::get(mask);
      bits = isOr ? builder.CreateAnd(bits, asked) : builder.CreateOr(bits, asked);
    }
    return isOr ? builder.CreateOrReduce(bits) : builder.CreateAndReduce(bits);
  }

  Value *both(IRBuilder<> &builder, Value *first, Value *second) const {
    if (!first)
      return second;
    return isOr ? builder.CreateLogicalOr(first, second) : builder.CreateLogicalAnd(first, second);
  }

  Instruction &last;
  bool isOr;
  SmallVector<Value *> tests; ///< in the order in which the kernel asks them
};

} // namespace

PreservedAnalyses UniteComponentTestsPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<std::pair<WeakVH, bool>> chains;
  for (Instruction &instruction : instructions(function))
    for (const bool isOr : {true, false})
      if (Chain::isLink(&instruction, isOr) &&
          !(instruction.hasOneUse() && Chain::isLink(instruction.user_back(), isOr)))
        chains.emplace_back(&instruction, isOr);
  bool changed = false;
  for (auto &[last, isOr] : chains)
    if (last)
      changed |= Chain(cast<Instruction>(*last), isOr).unite();
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
