// The keys are a smallest cut of the graph of operands between the values and all that they come
// from, found by augmenting paths: each value that may be a key carries one path.

#include "compiler/matrix/panels/round_values.hpp"

#include "compiler/ir/entry_function.hpp"
#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

#include <deque>
#include <limits>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Values of a product's factors; more take too long to look at.
constexpr unsigned mostValues = 20000;
constexpr unsigned deepest = 64;

/// A window of a matrix, which has scratch memory as its last operand.
const CallBase *unwrittenWindow(const Value &value) {
  auto *call = dyn_cast<CallBase>(&value);
  return call && internalOp(*call) == InternalOp::blockReadWindow && isUnwritten(*call) ? call
                                                                                        : nullptr;
}

bool isRepeatableRead(const Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple() && (isUnwritten(*load) || isWindowRead(*load));
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
    return (call->getIntrinsicID() == Intrinsic::masked_load ||
            call->getIntrinsicID() == Intrinsic::masked_gather) &&
           isUnwritten(*call);
  return unwrittenWindow(instruction);
}

/// Computed from its operands and nothing else.
bool isComputation(const Instruction &instruction) {
  if (isa<PHINode, AllocaInst>(instruction) || instruction.isTerminator())
    return false;
  if (isRepeatableRead(instruction))
    return true;
  if (instruction.mayReadOrWriteMemory() || !instruction.willReturn())
    return false;
  // Products are what the values are for.
  return internalOp(instruction) != InternalOp::simdMatrixMad;
}

/// A part of what a number says, as the row and the column of a work-group are of its number.
bool isPart(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::LShr:
  case Instruction::AShr:
    return !instruction.isExact();
  case Instruction::URem:
  case Instruction::SRem:
  case Instruction::And:
    return true;
  default:
    return false;
  }
}

bool isScalar(const Value &value) {
  const Type *type = value.getType();
  return type->isPointerTy() || type->isHalfTy() || type->isFloatTy() || type->isDoubleTy() ||
         (type->isIntegerTy() && type->getIntegerBitWidth() <= 64);
}

/// Arcs in both directions, with what may still flow along them.
class Network {
public:
  using Node = unsigned;

  Node add() {
    arcsOf.emplace_back();
    return arcsOf.size() - 1;
  }
  void connect(Node from, Node to, unsigned capacity) {
    arcsOf[from].push_back(arcs.size());
    arcs.push_back({to, capacity});
    arcsOf[to].push_back(arcs.size());
    arcs.push_back({from, 0});
  }
  /// One more unit from the first node to the second, if there is a way.
  bool augment(Node from, Node to) {
    const std::vector<unsigned> way = reach(from);
    if (way[to] == none)
      return false;
    for (Node node = to; node != from; node = arcs[way[node] ^ 1].to) {
      --arcs[way[node]].left;
      ++arcs[way[node] ^ 1].left;
    }
    return true;
  }
  /// For each node the arc by which it is reached, or `none`.
  std::vector<unsigned> reach(Node from) const {
    std::vector<unsigned> way(arcsOf.size(), none);
    way[from] = 0;
    std::deque<Node> open{from};
    while (!open.empty()) {
      const Node node = open.front();
      open.pop_front();
      for (unsigned arc : arcsOf[node])
        if (arcs[arc].left && way[arcs[arc].to] == none) {
          way[arcs[arc].to] = arc;
          open.push_back(arcs[arc].to);
        }
    }
    return way;
  }

  static constexpr unsigned none = std::numeric_limits<unsigned>::max();
  static constexpr unsigned unlimited = 1u << 20;

private:
  struct Arc {
    Node to;
    unsigned left;
  };
  std::vector<Arc> arcs;
  std::vector<SmallVector<unsigned, 4>> arcsOf;
};

} // namespace

bool isWindowRead(const LoadInst &load) {
  const Value *base = load.getPointerOperand();
  while (true) {
    if (auto *address = dyn_cast<GEPOperator>(base))
      base = address->getPointerOperand();
    else if (auto *cast = dyn_cast<AddrSpaceCastOperator>(base))
      base = cast->getPointerOperand();
    else
      break;
  }
  auto *extract = dyn_cast<ExtractValueInst>(base);
  return extract && unwrittenWindow(*extract->getAggregateOperand());
}

bool RoundValues::isFixed(const Value &value, unsigned depth) {
  if (isa<Constant>(value))
    return true;
  if (auto *argument = dyn_cast<Argument>(&value))
    return isEntryFunction(*argument->getParent()) &&
           (argument->getArgNo() == entryArguments || argument->getArgNo() == entryNdRange);
  auto *instruction = dyn_cast<Instruction>(&value);
  // What a loop that runs once in a launch computes would be fixed as well.
  if (!instruction || instruction->getParent() == &loop)
    return false;
  if (isa<AllocaInst>(instruction))
    return true;
  auto [entry, isNew] = fixed.try_emplace(instruction, false);
  if (!isNew || depth > deepest)
    return entry->second;
  bool result = isComputation(*instruction);
  if (auto *load = dyn_cast<LoadInst>(instruction))
    result = load->isSimple() &&
             (isUnwritten(*load) || isa<Argument>(getUnderlyingObject(load->getPointerOperand())));
  result = result && all_of(instruction->operands(),
                            [&](const Use &operand) { return isFixed(*operand, depth + 1); });
  return fixed[instruction] = result;
}

RoundValues::Kind RoundValues::kindOf(const Value &value) {
  if (isFixed(value))
    return Kind::fixed;
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return isScalar(value) ? Kind::source : Kind::other;
  // By induction over the rounds, a phi of the loop is as known as what it begins with and what
  // comes in from the round before.
  if (instruction->getParent() == &loop)
    return isComputation(*instruction) || isa<PHINode>(instruction) ? Kind::inner : Kind::other;
  if (!isComputation(*instruction) || (stopsAtParts && isScalar(value) && isPart(*instruction)))
    return isScalar(value) ? Kind::source : Kind::other;
  return isScalar(value) ? Kind::key : Kind::inner;
}

std::optional<SmallVector<Value *>> RoundValues::keysOf(ArrayRef<Value *> values, unsigned most) {
  // Two parts of a number say less than the number, which differs where they do not.
  for (bool stops : {true, false}) {
    stopsAtParts = stops;
    if (std::optional<SmallVector<Value *>> keys = cut(values, most))
      return keys;
  }
  return std::nullopt;
}

std::optional<SmallVector<Value *>> RoundValues::cut(ArrayRef<Value *> values, unsigned most) {
  Network network;
  const Network::Node begin = network.add(), end = network.add();
  DenseMap<Value *, Network::Node> numbers; // the node in front of a value; behind it is the next
  SmallVector<Value *> open, possible;
  bool isKnown = true;
  const auto visit = [&](Network::Node from, Value *value) {
    const Kind kind = kindOf(*value);
    if (kind == Kind::fixed)
      return;
    isKnown &= kind != Kind::other;
    const auto [entry, isNew] = numbers.try_emplace(value, 0);
    if (isNew) {
      entry->second = network.add();
      const Network::Node behind = network.add();
      const bool mayBeKey = kind == Kind::key || kind == Kind::source;
      network.connect(behind - 1, behind, mayBeKey ? 1 : Network::unlimited);
      if (mayBeKey)
        possible.push_back(value);
      if (kind == Kind::source)
        network.connect(behind, end, Network::unlimited);
      else
        open.push_back(value);
    }
    network.connect(from, numbers.lookup(value), Network::unlimited);
  };
  for (Value *value : values)
    visit(begin, value);
  while (!open.empty() && isKnown) {
    auto *instruction = cast<Instruction>(open.pop_back_val());
    const Network::Node behind = numbers.lookup(instruction) + 1;
    const CallBase *window = unwrittenWindow(*instruction);
    for (Use &operand : instruction->operands())
      if (!isa<BasicBlock>(operand) &&
          !(window && operand.getOperandNo() + 1 >= window->arg_size()))
        visit(behind, operand);
    isKnown &= numbers.size() <= mostValues;
  }
  if (!isKnown)
    return std::nullopt;
  for (unsigned flow = 0; network.augment(begin, end); ++flow)
    if (flow == most)
      return std::nullopt;
  const std::vector<unsigned> reached = network.reach(begin);
  SmallVector<Value *> keys;
  for (Value *value : possible) {
    const Network::Node before = numbers.lookup(value);
    if (reached[before] != Network::none && reached[before + 1] == Network::none)
      keys.push_back(value);
  }
  return keys;
}

} // namespace heddle::compiler
