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

/// Whether a value is something times an argument.
bool hasArgumentAsFactor(const Instruction &value) {
  return value.getOpcode() == Instruction::Mul &&
         any_of(value.operands(), [](const Use &factor) { return isOfArgument(*factor); });
}

/// What a value is made of.
struct Parts {
  SmallPtrSet<const Loop *, 4> loops; ///< in which it changes
  bool hasOtherIds = false;           ///< of another dimension than lanes lie along
  bool isKnown = true;
};

/// Which ids of other dimensions count.
enum class OtherIds { all, withoutStride };

class PartsCollector {
public:
  PartsCollector(const LoopInfo &loops, OtherIds counted) : loops(loops), counted(counted) {}

  Parts collect(const Value &value) {
    visit(value, true, 0);
    return parts;
  }

private:
  const LoopInfo &loops;
  const OtherIds counted;
  Parts parts;
  SmallDenseSet<PointerIntPair<const Value *, 1, bool>, 16> seen;

  void visit(const Value &value, bool countsIds, unsigned depth) {
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || !seen.insert({&value, countsIds}).second)
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
    if (const std::optional<InternalOp> op = internalOp(*instruction);
        op == InternalOp::globalId || op == InternalOp::localId) {
      const auto *dimension = dyn_cast<ConstantInt>(cast<CallBase>(instruction)->getArgOperand(0));
      parts.hasOtherIds |= countsIds && (!dimension || !dimension->isZero());
      return;
    }
    if (counted == OtherIds::withoutStride && hasArgumentAsFactor(*instruction))
      countsIds = false;
    for (const Use &operand : instruction->operands())
      if (!isa<BasicBlock>(operand))
        visit(*operand, countsIds, depth + 1);
  }
};

Parts partsOf(const Value &value, const LoopInfo &loops, OtherIds counted) {
  return PartsCollector(loops, counted).collect(value);
}

/// Whether what is added to the product on its way to addresses changes no faster than it does.
/// Where rows have a stride of their own, the product is of columns.
bool isSteadierThan(const Value &addend, const Parts &product, const LoopInfo &loops) {
  const Parts parts = partsOf(addend, loops, OtherIds::withoutStride);
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
  const Parts parts = partsOf(increment == a ? *b : *a, loops, OtherIds::all);
  return parts.isKnown && !parts.hasOtherIds && leadsToElements(product, parts, loops) ? increment
                                                                                       : nullptr;
}

} // namespace heddle::compiler
