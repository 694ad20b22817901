#include "compiler/vectorizer/analysis/increments.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned maxDepth = 8;

/// An argument, or a component of one.
bool isOfArgument(const Value &value) {
  const Value *at = &value;
  while (isa<CastInst, ExtractElementInst, FreezeInst>(at))
    at = cast<Instruction>(at)->getOperand(0);
  return isa<Argument>(at) && !at->getType()->isPtrOrPtrVectorTy();
}

/// Whether a value is something times a number that the launch gives, by an argument or in memory.
bool hasStride(const Instruction &value) {
  return value.getOpcode() == Instruction::Mul && any_of(value.operands(), [](const Use &factor) {
           return isOfArgument(*factor) || isa<LoadInst>(*factor);
         });
}

/// What a value is made of.
struct Parts {
  SmallPtrSet<const Loop *, 4> loops; ///< in which it changes
  bool hasOtherIds = false;           ///< of another dimension than lanes lie along
  bool hasRows = false;               ///< such ids with a stride of their own
  bool isKnown = true;
};

class PartsCollector {
public:
  explicit PartsCollector(const LoopInfo &loops) : loops(loops) {}

  Parts collect(const Value &value) {
    visit(value, false, 0);
    return parts;
  }

private:
  const LoopInfo &loops;
  Parts parts;
  SmallDenseSet<PointerIntPair<const Value *, 1, bool>, 16> seen;

  void visit(const Value &value, bool isStrided, unsigned depth) {
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || !seen.insert({&value, isStrided}).second)
      return;
    if (depth == maxDepth) {
      parts.isKnown = false;
      return;
    }
    const BasicBlock *block = instruction->getParent();
    if (isa<LoadInst, PHINode>(instruction))
      if (const Loop *loop = loops.getLoopFor(block))
        parts.loops.insert(loop);
    if (isa<LoadInst>(instruction))
      return;
    // Of what a counter grows by nothing is new.
    if (isa<PHINode>(instruction) && loops.isLoopHeader(block))
      return;
    const std::optional<InternalOp> op = internalOp(*instruction);
    const bool isOfRow = op == InternalOp::firstLocalId; // what lanes of a row have in common
    if (isOfRow || op == InternalOp::globalId || op == InternalOp::localId) {
      const auto *dimension = dyn_cast<ConstantInt>(cast<CallBase>(instruction)->getArgOperand(0));
      if (!dimension || !dimension->isZero()) {
        parts.hasRows |= isStrided;
        parts.hasOtherIds |= !isStrided && !isOfRow;
      }
      return;
    }
    isStrided |= hasStride(*instruction);
    for (const Use &operand : instruction->operands())
      if (!isa<BasicBlock>(operand))
        visit(*operand, isStrided, depth + 1);
  }
};

Parts partsOf(const Value &value, const LoopInfo &loops) {
  return PartsCollector(loops).collect(value);
}

/// What a place goes on by, round by round, where that is no constant: from plane to plane of an
/// image. Null if the phi is none of such places.
const Instruction *roundOf(const PHINode &phi, const LoopInfo &loops) {
  const Loop *loop = loops.getLoopFor(phi.getParent());
  const BasicBlock *latch = loop ? loop->getLoopLatch() : nullptr;
  if (!latch || loop->getHeader() != phi.getParent() || phi.getNumIncomingValues() != 2)
    return nullptr;
  const auto *next = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(latch));
  if (!next || next->getOpcode() != Instruction::Add || !next->hasOneUse())
    return nullptr;
  const bool isFirst = next->getOperand(0) == &phi;
  return (isFirst || next->getOperand(1) == &phi) && !isa<Constant>(next->getOperand(isFirst))
             ? next
             : nullptr;
}

/// Whether what is added to the product on its way to addresses changes no faster than it does.
/// Where rows have a stride of their own, the product is of columns.
bool isSteadierThan(const Value &addend, const Parts &product, const LoopInfo &loops) {
  const Parts parts = partsOf(addend, loops);
  return parts.isKnown && !parts.hasOtherIds && all_of(parts.loops, [&](const Loop *loop) {
           return any_of(product.loops, [&](const Loop *own) { return loop->contains(own); });
         });
}

/// Whether nothing but accesses comes of a value, at places that differ by what changes as slowly.
bool leadsToElements(const Instruction &value, const Parts &product, const LoopInfo &loops,
                     unsigned depth = 0) {
  return depth < maxDepth &&
         all_of(
             value.uses(),
             [&](const Use &use) {
               const auto &user = *cast<Instruction>(use.getUser());
               if (isa<LoadInst>(user))
                 return true;
               if (isa<StoreInst>(user))
                 return use.getOperandNo() == StoreInst::getPointerOperandIndex();
               if (const auto *phi = dyn_cast<PHINode>(&user))
                 return product.hasRows && roundOf(*phi, loops) &&
                        leadsToElements(*phi, product, loops, depth + 1);
               if (const auto *phi = dyn_cast<PHINode>(&value);
                   phi && &user == roundOf(*phi, loops))
                 return true;
               const unsigned opcode = user.getOpcode();
               return (isa<CastInst, GetElementPtrInst>(user) || opcode == Instruction::Add ||
                       opcode == Instruction::Sub || opcode == Instruction::Or) &&
                      all_of(user.operands(),
                             [&](const Use &part) {
                               return part == &value || isSteadierThan(*part, product, loops);
                             }) &&
                      leadsToElements(user, product, loops, depth + 1);
             });
}

} // namespace

const Value *incrementOf(const Instruction &product, const LoopInfo &loops) {
  if (product.getOpcode() != Instruction::Mul)
    return nullptr;
  const Value *a = product.getOperand(0), *b = product.getOperand(1);
  if (isOfArgument(*a) == isOfArgument(*b))
    return nullptr;
  const Value *increment = isOfArgument(*a) ? a : b;
  const Parts parts = partsOf(increment == a ? *b : *a, loops);
  return parts.isKnown && !parts.hasOtherIds && leadsToElements(product, parts, loops) ? increment
                                                                                       : nullptr;
}

} // namespace heddle::compiler
