#include "compiler/vectorizer/analysis/reasons.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/remarks.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <deque>
#include <set>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned maxDepth = 4;

std::string functionOf(InternalOp op) {
  switch (op) {
  case InternalOp::subGroupLocalId:
    return "get_sub_group_local_id()";
  case InternalOp::workDim:
    return "get_work_dim()";
  default:
    return ("get_" + internalOpName(op)).str();
  }
}

/// "get_local_size(1)" for a query with a dimension, "sub_group_shuffle" for other operations.
std::string describeOp(const CallBase &call, InternalOp op) {
  if (op > InternalOp::activeLanes)
    return internalOpName(op).str();
  std::string name = functionOf(op);
  if (call.arg_size() == 1)
    if (auto *dimension = dyn_cast<ConstantInt>(call.getArgOperand(0)))
      return name + "(" + std::to_string(dimension->getZExtValue()) + ")";
  return StringRef(name).ends_with(")") ? name : name + "()";
}

/// Whether the number of the work-group is in the expression: get_local_id plus that is
/// get_global_id.
bool mentionsGroup(const Value &value, unsigned depth = 8) {
  if (std::optional<InternalOp> op = internalOp(value))
    return *op == InternalOp::groupId || *op == InternalOp::globalOffset;
  auto *instruction = dyn_cast<Instruction>(&value);
  return depth && instruction && !isa<PHINode>(instruction) &&
         any_of(instruction->operands(),
                [&](const Use &operand) { return mentionsGroup(*operand, depth - 1); });
}

bool isSum(const Value &value) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return false;
  if (auto *disjoint = dyn_cast<PossiblyDisjointInst>(instruction))
    return disjoint->isDisjoint();
  return instruction->getOpcode() == Instruction::Add;
}

/// The dimension when the value is get_global_id(d): sums of local_id(d), the number of the
/// work-group times its size, and the offset.
std::optional<unsigned> globalIdDimension(const Value &value) {
  if (!isSum(value))
    return std::nullopt;
  std::optional<unsigned> dimension;
  bool hasGroup = false;
  auto isPart = [&](auto &&self, const Value &part) -> bool {
    if (auto *cast = dyn_cast<CastInst>(&part))
      return self(self, *cast->getOperand(0));
    if (std::optional<InternalOp> op = internalOp(part)) {
      if (*op == InternalOp::globalOffset)
        return true;
      if (*op != InternalOp::localId || dimension)
        return false;
      auto *constant = dyn_cast<ConstantInt>(cast<CallBase>(part).getArgOperand(0));
      if (constant)
        dimension = constant->getZExtValue();
      return constant != nullptr;
    }
    if (isSum(part)) {
      auto &sum = cast<Instruction>(part);
      return self(self, *sum.getOperand(0)) && self(self, *sum.getOperand(1));
    }
    hasGroup |= mentionsGroup(part);
    return mentionsGroup(part);
  };
  if (!isPart(isPart, value) || !hasGroup)
    return std::nullopt;
  return dimension;
}

/// The name of the variable that holds the value, if the program has debug information.
StringRef variableName(const Value &value) {
  SmallVector<DbgVariableRecord *, 4> records;
  findDbgValues(const_cast<Value *>(&value), records);
  for (const DbgVariableRecord *record : records)
    if (record->isDbgValue() && record->getNumVariableLocationOps() == 1)
      return record->getVariable()->getName();
  return "";
}

const char *operatorOf(unsigned opcode) {
  switch (opcode) {
  case Instruction::Add:
  case Instruction::FAdd:
    return " + ";
  case Instruction::Sub:
  case Instruction::FSub:
    return " - ";
  case Instruction::Mul:
  case Instruction::FMul:
    return " * ";
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::FDiv:
    return " / ";
  case Instruction::URem:
  case Instruction::SRem:
    return " % ";
  case Instruction::And:
    return " & ";
  case Instruction::Or:
    return " | ";
  case Instruction::Xor:
    return " ^ ";
  case Instruction::Shl:
    return " << ";
  case Instruction::LShr:
  case Instruction::AShr:
    return " >> ";
  default:
    return nullptr;
  }
}

const char *comparisonOf(CmpInst::Predicate predicate) {
  switch (predicate) {
  case CmpInst::ICMP_EQ:
  case CmpInst::FCMP_OEQ:
  case CmpInst::FCMP_UEQ:
    return " == ";
  case CmpInst::ICMP_NE:
  case CmpInst::FCMP_ONE:
  case CmpInst::FCMP_UNE:
    return " != ";
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_ULT:
  case CmpInst::FCMP_OLT:
  case CmpInst::FCMP_ULT:
    return " < ";
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_ULE:
  case CmpInst::FCMP_OLE:
  case CmpInst::FCMP_ULE:
    return " <= ";
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_UGT:
  case CmpInst::FCMP_OGT:
  case CmpInst::FCMP_UGT:
    return " > ";
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_UGE:
  case CmpInst::FCMP_OGE:
  case CmpInst::FCMP_UGE:
    return " >= ";
  default:
    return nullptr;
  }
}

std::string describe(const Value &value, unsigned depth) {
  if (auto *constant = dyn_cast<ConstantInt>(&value)) {
    SmallString<24> digits;
    constant->getValue().toString(digits, 10, /*Signed=*/true);
    return digits.str().str();
  }
  if (auto *constant = dyn_cast<ConstantFP>(&value)) {
    SmallString<24> digits;
    constant->getValueAPF().toString(digits, 6);
    return digits.str().str();
  }
  if (isa<Constant>(value) && !isa<GlobalValue>(value))
    return "…";
  if (auto *argument = dyn_cast<Argument>(&value); argument && argument->hasName())
    return argument->getName().str();
  if (std::optional<unsigned> dimension = globalIdDimension(value))
    return "get_global_id(" + std::to_string(*dimension) + ")";
  if (auto *cast = dyn_cast<CastInst>(&value))
    return describe(*cast->getOperand(0), depth);
  if (StringRef name = variableName(value); !name.empty())
    return name.str();
  if (std::optional<InternalOp> op = internalOp(value))
    return describeOp(cast<CallBase>(value), *op);
  if (auto *load = dyn_cast<LoadInst>(&value))
    return describeObject(*load->getPointerOperand()) + "[…]";
  if (depth == 0)
    return "…";
  auto side = [&](const Value &operand) {
    bool isShort = isa<Argument>(operand) || isa<Constant>(operand) || isa<CastInst>(operand) ||
                   internalOp(operand) || globalIdDimension(operand) ||
                   !variableName(operand).empty() ||
                   !(isa<BinaryOperator>(operand) || isa<CmpInst>(operand));
    std::string text = describe(operand, depth - 1);
    return isShort ? text : "(" + text + ")";
  };
  if (auto *operation = dyn_cast<BinaryOperator>(&value)) {
    if (const char *symbol = operatorOf(operation->getOpcode()))
      return side(*operation->getOperand(0)) + symbol + side(*operation->getOperand(1));
    return "…";
  }
  if (auto *comparison = dyn_cast<CmpInst>(&value)) {
    if (const char *symbol = comparisonOf(comparison->getPredicate()))
      return side(*comparison->getOperand(0)) + symbol + side(*comparison->getOperand(1));
    return "…";
  }
  return "…";
}

bool sendsLanesDifferentWays(const Instruction &terminator, const UniformityInfo &uniformity) {
  return terminator.getNumSuccessors() > 1 && terminator.getNumOperands() > 0 &&
         uniformity.isDivergentUse(terminator.getOperandUse(0));
}

unsigned lineOf(const Instruction &instruction) {
  const DebugLoc &place = instruction.getDebugLoc();
  return place ? place.getLine() : 0;
}

/// The nearest block above whose branch sends lanes different ways.
const Instruction *branchAbove(const BasicBlock &block, const UniformityInfo &uniformity,
                               const DominatorTree &dominators) {
  const DomTreeNode *node = dominators.getNode(&block);
  while (node && (node = node->getIDom()))
    if (const Instruction *terminator = node->getBlock()->getTerminator();
        sendsLanesDifferentWays(*terminator, uniformity))
      return terminator;
  return nullptr;
}

/// What the value is when it is where the difference begins; "" when it only passes it on.
std::string asSource(const Value &value, const UniformityInfo &uniformity,
                     const DominatorTree &dominators) {
  if (std::optional<InternalOp> op = internalOp(value))
    if (internalOpUniformity(*op) == Uniformity::divergent)
      return describeOp(cast<CallBase>(value), *op);
  if (std::optional<unsigned> dimension = globalIdDimension(value))
    return "get_global_id(" + std::to_string(*dimension) + ")";
  if (isa<AllocaInst>(value))
    return "private memory (" + describeObject(value) + ")";
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return "";
  if (isa<AtomicRMWInst>(value) || isa<AtomicCmpXchgInst>(value))
    return "the result of an atomic operation" + placeOf(*instruction);
  bool passesOn = any_of(instruction->operands(), [&](const Use &operand) {
    return isa<Instruction>(operand) && uniformity.isDivergent(operand);
  });
  if (passesOn)
    return "";
  if (auto *phi = dyn_cast<PHINode>(instruction)) {
    if (const Instruction *branch = branchAbove(*phi->getParent(), uniformity, dominators))
      return "the ways that work-items took" + placeOf(*branch);
    return "the iteration in which work-items left a loop";
  }
  if (auto *call = dyn_cast<CallBase>(instruction); call && call->getCalledFunction())
    return "a call of " + demangle(call->getCalledFunction()->getName().str());
  return "";
}

} // namespace

std::string describeValue(const Value &value) { return describe(value, maxDepth); }

std::string describeObject(const Value &pointer) {
  const Value *object = getUnderlyingObject(&pointer, 12);
  if (!object->hasName())
    return "memory";
  StringRef name = object->getName();
  if (isa<GlobalVariable>(object)) {
    // Clang calls a local variable of a kernel kernel.variable.
    if (!name.starts_with("."))
      name = name.contains('.') ? name.rsplit('.').second : name;
    return name.str();
  }
  if (isa<Argument>(object))
    return name.str();
  if (isa<AllocaInst>(object))
    return name.split('.').first.str();
  return "memory";
}

std::string sourceOfDivergence(const Value &value, const UniformityInfo &uniformity,
                               const DominatorTree &dominators) {
  std::deque<const Value *> next = {&value};
  SmallPtrSet<const Value *, 32> seen;
  while (!next.empty()) {
    const Value *current = next.front();
    next.pop_front();
    if (!seen.insert(current).second)
      continue;
    if (std::string source = asSource(*current, uniformity, dominators); !source.empty())
      return source;
    if (auto *instruction = dyn_cast<Instruction>(current))
      for (const Value *operand : instruction->operands())
        if (isa<Instruction>(operand) && uniformity.isDivergent(operand))
          next.push_back(operand);
  }
  return "an unknown source";
}

std::string reasonForNoStep(const Value &pointer, const Strides &strides,
                            const UniformityInfo &uniformity, const DominatorTree &dominators) {
  // Down to the value that lost the step, while what it is made of still has one.
  const Value *culprit = &pointer;
  SmallPtrSet<const Value *, 16> seen;
  for (;;) {
    seen.insert(culprit);
    auto *instruction = dyn_cast<Instruction>(culprit);
    if (!instruction || isa<LoadInst>(instruction) || isa<CallBase>(instruction))
      break;
    const Value *below = nullptr;
    for (const Value *operand : instruction->operands())
      if (isa<Instruction>(operand) && !operand->getType()->isIntegerTy(1) &&
          !strides.of(operand) && !seen.contains(operand)) {
        below = operand;
        break;
      }
    if (!below)
      break;
    culprit = below;
  }

  std::string source =
      " (differs through " + sourceOfDivergence(*culprit, uniformity, dominators) + ")";
  auto *instruction = dyn_cast<Instruction>(culprit);
  if (!instruction)
    return "stride unknown";
  if (auto *load = dyn_cast<LoadInst>(instruction))
    return "the index is loaded from " + describeObject(*load->getPointerOperand()) +
           placeOf(*load) + source;
  if (isa<PHINode>(instruction) || isa<SelectInst>(instruction)) {
    std::string name = variableName(*culprit).str();
    return "stride unknown: " + (name.empty() ? std::string("the index") : name) +
           " is chosen lane by lane" + source;
  }
  if (instruction->getOpcode() == Instruction::Mul)
    for (unsigned side = 0; side < 2; ++side)
      if (uniformity.isUniform(instruction->getOperand(side)))
        return "stride unknown: " + describeValue(*culprit) + " grows by " +
               describeValue(*instruction->getOperand(side)) + ", which is known only at run time" +
               source;
  if (isa<BinaryOperator>(instruction))
    return "stride unknown: " + describeValue(*culprit) +
           " does not grow by one constant from lane to lane" + source;
  if (isa<SExtInst>(instruction) || isa<ZExtInst>(instruction))
    return "stride unknown: an index of " +
           std::to_string(instruction->getOperand(0)->getType()->getScalarSizeInBits()) +
           " bits may wrap" + source;
  return "stride unknown: " + describeValue(*culprit) + source;
}

void explainControlFlow(const Function &function, const UniformityInfo &uniformity,
                        const DominatorTree &dominators, const LoopInfo &loops) {
  // The test before the first round of a rotated loop says the same as the loop itself.
  std::set<std::pair<unsigned, std::string>> told;
  for (bool ofLoops : {true, false})
    for (const BasicBlock &block : function) {
      const Instruction *terminator = block.getTerminator();
      if (!sendsLanesDifferentWays(*terminator, uniformity))
        continue;
      const Loop *loop = loops.getLoopFor(&block);
      if ((loop && loop->isLoopExiting(&block)) != ofLoops)
        continue;
      const Value *condition = terminator->getOperand(0);
      std::string expression = describeValue(*condition);
      std::string reason = (expression == "…" ? std::string() : expression + " ") +
                           "differs through " +
                           sourceOfDivergence(*condition, uniformity, dominators);
      // Structure that the optimizer made has no place of its own; its condition may have one.
      auto *computed = dyn_cast<Instruction>(condition);
      const Instruction &place = lineOf(*terminator) == 0 && computed ? *computed : *terminator;
      if (!told.insert({lineOf(place), reason}).second && !ofLoops)
        continue;
      remark(
          place,
          [&] {
            return (ofLoops ? "loop: divergent, runs until its last lane has left: "
                            : "branch: divergent, each side runs for the lanes that take it: ") +
                   reason;
          },
          RemarkKind::costly);
    }
}

} // namespace heddle::compiler
