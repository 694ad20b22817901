#include "compiler/codegen/fuse_logic.hpp"

#include "compiler/codegen/vector_parts.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetFolder.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

#include <array>
#include <cstdint>
#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

constexpr unsigned mostLeaves = 3, mostCuts = 8;
/// What an operand of `vpternlog` is in the table of its function.
constexpr std::array<std::uint8_t, mostLeaves> tableOfLeaf = {0xF0, 0xCC, 0xAA};

bool isLogic(const Value *value) {
  const auto *operation = dyn_cast<BinaryOperator>(value);
  const auto *type = dyn_cast<FixedVectorType>(value->getType());
  return operation && operation->isBitwiseLogicOp() && type && type->getScalarSizeInBits() >= 8 &&
         type->getPrimitiveSizeInBits().getFixedValue() % 128 == 0;
}

/// A set of values by which a node can be told, by their numbers, which rise.
struct Cut {
  SmallVector<unsigned, mostLeaves> leaves;
  float flow; ///< instructions for the node, shared ones by those who share them
};

class BlockLogic {
public:
  explicit BlockLogic(BasicBlock &block) {
    for (Instruction &instruction : block)
      if (isLogic(&instruction))
        addNode(instruction);
  }

  bool run() {
    choose();
    countForSelection();
    return emit();
  }

private:
  struct Node {
    Value *value = nullptr;
    bool isOperation = false; ///< of this block
    bool isNeeded = false;    ///< as a value of its own
    float flow = 0;           ///< of the best cut, for each of its uses
    SmallVector<Cut, 0> cuts; ///< the best first
  };

  /// Constants and their complements are one leaf.
  static std::pair<Value *, bool> leafOf(Value *value) {
    auto *constant = dyn_cast<Constant>(value);
    auto *element = constant ? dyn_cast_or_null<ConstantInt>(constant->getSplatValue()) : nullptr;
    if (element && element->isNegative())
      return {ConstantExpr::getNot(constant), true};
    return {value, false};
  }

  static bool isFixed(Value *value) { return match(value, m_Zero()) || match(value, m_AllOnes()); }

  unsigned numberOf(Value *value) {
    auto [found, isNew] = numbers.try_emplace(value, nodes.size());
    if (isNew)
      nodes.emplace_back().value = value;
    return found->second;
  }

  /// The sets by which an operand can be told: itself, or its cuts.
  SmallVector<Cut> cutsOf(Value *operand) {
    if (isFixed(operand))
      return {{{}, 0}};
    const unsigned number = numberOf(leafOf(operand).first);
    SmallVector<Cut> cuts = {{{number}, nodes[number].flow}};
    append_range(cuts, nodes[number].cuts);
    return cuts;
  }

  /// Of both together, or nothing where they are too many.
  std::optional<Cut> join(const Cut &a, const Cut &b) const {
    Cut both{a.leaves, 1};
    for (unsigned leaf : b.leaves)
      if (!is_contained(both.leaves, leaf))
        both.leaves.push_back(leaf);
    if (both.leaves.size() > mostLeaves)
      return std::nullopt;
    sort(both.leaves);
    for (unsigned leaf : both.leaves)
      both.flow += nodes[leaf].flow;
    return both;
  }

  void addNode(Instruction &instruction) {
    SmallVector<Cut> cuts;
    const SmallVector<Cut> ofFirst = cutsOf(instruction.getOperand(0)),
                           ofSecond = cutsOf(instruction.getOperand(1));
    for (const Cut &a : ofFirst)
      for (const Cut &b : ofSecond)
        if (std::optional<Cut> both = join(a, b))
          if (none_of(cuts, [&](const Cut &cut) { return cut.leaves == both->leaves; }))
            cuts.push_back(*both);
    // Of equals the one that reaches back farther: what it covers may be needed nowhere then.
    sort(cuts, [](const Cut &a, const Cut &b) {
      return a.flow != b.flow ? a.flow < b.flow : a.leaves < b.leaves;
    });
    cuts.truncate(std::min<std::size_t>(cuts.size(), mostCuts));
    Node &node = nodes[numberOf(&instruction)];
    node.isOperation = true;
    node.flow = cuts.front().flow / std::max(1U, instruction.getNumUses());
    node.cuts.assign(cuts.begin(), cuts.end());
    operations.push_back(&instruction);
    groups.insert(&instruction);
    for (Value *operand : instruction.operands())
      if (isOperation(operand))
        groups.unionSets(&instruction, operand);
  }

  bool isOperation(const Value *value) const {
    auto found = numbers.find(value);
    return found != numbers.end() && nodes[found->second].isOperation;
  }

  Node &nodeOf(const Value *value) { return nodes[numbers.find(value)->second]; }

  /// Which of them are computed, and by which cut: the first one of each.
  void choose() {
    for (Instruction *operation : reverse(operations)) {
      Node &node = nodeOf(operation);
      node.isNeeded |= any_of(operation->users(), [&](User *user) { return !isOperation(user); });
      if (!node.isNeeded)
        continue;
      for (unsigned leaf : node.cuts.front().leaves)
        nodes[leaf].isNeeded = true;
      if (!match(operation, m_Not(m_Value())))
        --saved[groups.getLeaderValue(operation)];
    }
  }

  /// Those that instruction selection would make: each operation with one operand that nothing else
  /// reads. Complements cost it nothing.
  void countForSelection() {
    DenseSet<const Value *> covered;
    for (Instruction *operation : reverse(operations)) {
      if (covered.contains(operation) || match(operation, m_Not(m_Value())))
        continue;
      ++saved[groups.getLeaderValue(operation)];
      for (Value *operand : operation->operands()) {
        bool isRead = !operand->hasOneUse();
        while (match(operand, m_Not(m_Value(operand))))
          isRead |= !operand->hasOneUse();
        if (!isRead && isOperation(operand) && covered.insert(operand).second)
          break;
      }
    }
  }

  /// Of the value as a function of the leaves, by the operations that are covered.
  std::uint8_t tableOf(Value *value, ArrayRef<unsigned> leaves,
                       SmallPtrSetImpl<const Value *> &covered, bool isRoot) {
    if (match(value, m_Zero()))
      return 0;
    if (match(value, m_AllOnes()))
      return 0xFF;
    const auto [leaf, isComplement] = leafOf(value);
    const unsigned number = numberOf(leaf);
    if (const auto *place = find(leaves, number); !isRoot && place != leaves.end()) {
      const std::uint8_t table = tableOfLeaf[place - leaves.begin()];
      return isComplement ? ~table : table;
    }
    auto *operation = cast<BinaryOperator>(value);
    if (!match(value, m_Not(m_Value())))
      covered.insert(value);
    const std::uint8_t a = tableOf(operation->getOperand(0), leaves, covered, false),
                       b = tableOf(operation->getOperand(1), leaves, covered, false);
    switch (operation->getOpcode()) {
    case Instruction::And:
      return a & b;
    case Instruction::Or:
      return a | b;
    default:
      return a ^ b;
    }
  }

  bool emit() {
    bool changed = false;
    for (Instruction *operation : operations) {
      Node &node = nodeOf(operation);
      auto gain = saved.find(groups.getLeaderValue(operation));
      if (!node.isNeeded || gain == saved.end() || gain->second <= 0)
        continue;
      const Cut &cut = node.cuts.front();
      SmallPtrSet<const Value *, 8> covered;
      const std::uint8_t table = tableOf(operation, cut.leaves, covered, /*isRoot=*/true);
      if (covered.size() < 2 || cut.leaves.empty())
        continue;
      IRBuilder<TargetFolder> builder(operation->getParent(),
                                      TargetFolder(operation->getDataLayout()));
      builder.SetInsertPoint(operation);
      SmallVector<Value *, mostLeaves> leaves;
      for (unsigned leaf : cut.leaves)
        leaves.push_back(nodes[leaf].value);
      leaves.resize(mostLeaves, leaves.front());
      replacements.push_back({operation, ternary(builder, leaves, table)});
      changed = true;
    }
    for (auto [operation, result] : replacements) {
      result->takeName(operation);
      operation->replaceAllUsesWith(result);
    }
    for (auto [operation, result] : reverse(replacements))
      RecursivelyDeleteTriviallyDeadInstructions(operation);
    return changed;
  }

  static Value *ternary(IRBuilderBase &builder, ArrayRef<Value *> leaves, std::uint8_t table) {
    Type *type = leaves.front()->getType();
    const unsigned bits = type->getPrimitiveSizeInBits().getFixedValue(),
                   bitsOfElement = type->getScalarSizeInBits() == 64 ? 64 : 32;
    auto *words = FixedVectorType::get(builder.getIntNTy(bitsOfElement), bits / bitsOfElement);
    SmallVector<Value *, mostLeaves> operands;
    for (Value *leaf : leaves)
      operands.push_back(builder.CreateBitCast(leaf, words));
    const unsigned bitsOfPart = bits % 512 == 0 ? 512 : bits % 256 == 0 ? 256 : 128;
    const bool isLong = bitsOfElement == 64;
    const Intrinsic::ID intrinsic =
        bitsOfPart == 512
            ? (isLong ? Intrinsic::x86_avx512_pternlog_q_512 : Intrinsic::x86_avx512_pternlog_d_512)
        : bitsOfPart == 256
            ? (isLong ? Intrinsic::x86_avx512_pternlog_q_256 : Intrinsic::x86_avx512_pternlog_d_256)
            : (isLong ? Intrinsic::x86_avx512_pternlog_q_128
                      : Intrinsic::x86_avx512_pternlog_d_128);
    Value *result =
        inParts(builder, operands, bitsOfPart / bitsOfElement, [&](ArrayRef<Value *> parts) {
          return builder.CreateIntrinsic(intrinsic, {},
                                         {parts[0], parts[1], parts[2], builder.getInt32(table)});
        });
    return builder.CreateBitCast(result, type);
  }

  SmallVector<Node, 0> nodes;
  DenseMap<const Value *, unsigned> numbers; ///< of nodes
  SmallVector<Instruction *> operations;     ///< in order
  EquivalenceClasses<const Value *> groups;  ///< of operations, that read one another
  DenseMap<const Value *, int> saved;        ///< instructions of a group
  SmallVector<std::pair<Instruction *, Value *>> replacements;
};

} // namespace

PreservedAnalyses FuseLogicPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (BasicBlock &block : function)
    changed |= BlockLogic(block).run();
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
