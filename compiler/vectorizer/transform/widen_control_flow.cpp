// Blocks, masks and phis of the vector form. The rules are at the top of widener.hpp.
#include "compiler/vectorizer/transform/widener.hpp"

#include "compiler/ir/rolled_loops.hpp"
#include "compiler/vectorizer/transform/version_guards.hpp"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace heddle::compiler {

bool Widener::computeMask(BasicBlock &block) {
  auto *maskType = FixedVectorType::get(builder.getInt1Ty(), lanes);
  if (const DivergentLoop *loop = analyses.shape.loopWithHeader(&block)) {
    PHINode *live = builder.CreatePHI(maskType, 2, "live");
    live->addIncoming(masks[loop->preheader], exitOf[loop->preheader]);
    masks[&block] = live;
    return true;
  }
  if (const DivergentLoop *loop = analyses.shape.loopWithExit(&block)) {
    masks[&block] = masks[loop->preheader];
    return true;
  }
  DomTreeNode *dominator = analyses.dominators.getNode(&block)->getIDom();
  if (!dominator) {
    Value *all = callersMask ? static_cast<Value *>(callersMask) : ConstantInt::getTrue(maskType);
    if (!callersMask && variant == Variant::masked) {
      IRBuilder<>::InsertPointGuard restore(builder);
      builder.SetInsertPoint(prologue->getTerminator());
      auto *type = FunctionType::get(builder.getInt32Ty(), false);
      Value *count = builder.CreateCall(getInternalOp(module, InternalOp::activeLanes, type));
      all = builder.CreateICmpULT(steps(builder.getInt32Ty(), 1), splat(count), "exists");
    }
    masks[&block] = all;
    return true;
  }
  BasicBlock *from = dominator->getBlock();
  if (block.getSinglePredecessor() == from && isForWholeSubGroups(*from, block)) {
    masks[&block] = ConstantInt::getTrue(maskType);
    return true;
  }
  const DivergentBranch *branch = analyses.shape.branchAt(from);
  masks[&block] = branch && branch->then == &block ? thenMasks[from] : masks[from];
  // The latch speaks for all lanes that began the round: it must be reached by all of them.
  if (const DivergentLoop *loop = analyses.shape.loopWithLatch(&block))
    return masks[&block] == masks[loop->header];
  return true;
}

// Whether a branch goes from one block to another only with all lanes of the sub-group, whatever
// the mask there is. Structured control flow comes past the other side, and remembers it in a phi.
bool Widener::isForWholeSubGroups(const BasicBlock &from, const BasicBlock &to) {
  const auto *branch = dyn_cast<BranchInst>(from.getTerminator());
  if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
    return false;
  const Value *condition = branch->getCondition(), *negated = nullptr;
  const bool isTaken = branch->getSuccessor(0) == &to;
  if (PatternMatch::match(condition, PatternMatch::m_Not(PatternMatch::m_Value(negated))))
    condition = negated;
  if (isTaken != !negated)
    return false;
  if (const auto *call = dyn_cast<CallInst>(condition))
    return asksForWholeSubGroup(*call);
  const auto *phi = dyn_cast<PHINode>(condition);
  return phi && phi->getParent() == &from && !negated &&
         all_of(zip_equal(phi->blocks(), phi->incoming_values()), [&](const auto &way) {
           const auto &[before, value] = way;
           return PatternMatch::match(value.get(), PatternMatch::m_Zero()) ||
                  (PatternMatch::match(value.get(), PatternMatch::m_One()) &&
                   isForWholeSubGroups(*before, from));
         });
}

Value *Widener::mask() { return masks[current]; }

bool Widener::maskIsFull() {
  auto *constant = dyn_cast<Constant>(mask());
  return constant && constant->isAllOnesValue();
}

Value *Widener::maskBits() { return builder.CreateBitCast(mask(), builder.getIntNTy(lanes)); }

Value *Widener::anyLane(Value *lanesMask) { return builder.CreateOrReduce(lanesMask); }

Value *Widener::allLanesActive() {
  if (maskIsFull())
    return builder.getTrue();
  return builder.CreateAndReduce(mask());
}

Value *Widener::firstActiveLane() {
  if (maskIsFull())
    return builder.getInt32(0);
  Value *bits = maskBits();
  Value *lane =
      builder.CreateIntrinsic(Intrinsic::cttz, {bits->getType()}, {bits, builder.getTrue()});
  return builder.CreateZExtOrTrunc(lane, builder.getInt32Ty());
}

Value *Widener::lastActiveLane() {
  if (maskIsFull())
    return builder.getInt32(lanes - 1);
  Value *bits = maskBits();
  Value *above =
      builder.CreateIntrinsic(Intrinsic::ctlz, {bits->getType()}, {bits, builder.getTrue()});
  above = builder.CreateZExtOrTrunc(above, builder.getInt32Ty());
  return builder.CreateSub(builder.getInt32(lanes - 1), above);
}

// Where lanes begin in a loop, in the rounds of which the same is added to all their places.
Value *Widener::firstRoundOf(const PHINode &phi) const {
  Value *first = nullptr;
  for (Value *incoming : phi.incoming_values()) {
    const auto *next = dyn_cast<BinaryOperator>(incoming);
    if (next && next->getOpcode() == Instruction::Add && is_contained(next->operands(), &phi) &&
        all_of(next->operands(), [&](const Use &use) { return use == &phi || isUniform(use); }))
      continue;
    if (first)
      return nullptr;
    first = incoming;
  }
  return first && !isa<PHINode>(first) && isAffine(first) ? first : nullptr;
}

void Widener::widenPhi(PHINode &phi) {
  if (isUniform(&phi)) {
    PHINode *widened = builder.CreatePHI(phi.getType(), phi.getNumIncomingValues(), phi.getName());
    scalars[&phi] = widened;
    pendingPhis.push_back({&phi, PhiKind::scalar, {widened}});
    return;
  }
  if (const DivergentLoop *loop = analyses.shape.loopWithExit(phi.getParent())) {
    widenLoopExitPhi(phi, *loop);
    return;
  }
  if (std::optional<Stride> stride = analyses.strides.of(&phi)) {
    PendingPhi pending{&phi, PhiKind::affine, {}};
    pending.widened.push_back(
        builder.CreatePHI(phi.getType(), phi.getNumIncomingValues(), phi.getName()));
    Value *guard = nullptr;
    if (stride->guarded) {
      // What holds in the first round holds in all of them.
      if (Value *first = firstRoundOf(phi))
        guard = affine(first).guard;
      if (!guard) {
        pending.widened.push_back(
            builder.CreatePHI(builder.getInt1Ty(), phi.getNumIncomingValues(), "guard"));
        guard = pending.widened.back();
      }
    }
    affines[&phi] = {pending.widened.front(), stride->step, guard};
    pendingPhis.push_back(std::move(pending));
    if (!guard)
      return;
  }
  PendingPhi pending{&phi, PhiKind::vector, {}};
  Values widened;
  for (const Leaf &leaf : leavesOf(phi.getType())) {
    pending.widened.push_back(
        builder.CreatePHI(vectorOf(leaf.type), phi.getNumIncomingValues(), phi.getName()));
    widened.push_back(pending.widened.back());
  }
  setParts(phi, widened);
  pendingPhis.push_back(std::move(pending));
}

// Each lane's value is that of the round in which it left: the rounds before it pass through the
// accumulator.
void Widener::widenLoopExitPhi(PHINode &phi, const DivergentLoop &loop) {
  Value *source = phi.getIncomingValue(0);
  auto *instruction = dyn_cast<Instruction>(source);
  if (!instruction || !loop.loop->contains(instruction)) {
    setParts(phi, parts(source));
    return;
  }
  BasicBlock *header = entryOf[loop.header], *latch = exitOf[phi.getIncomingBlock(0)];
  Values left;
  for (unsigned i = 0, count = leavesOf(phi.getType()).size(); i < count; ++i) {
    Value *now = part(source, i);
    IRBuilder<>::InsertPointGuard restore(builder);
    builder.SetInsertPoint(header, header->begin());
    PHINode *sofar = builder.CreatePHI(now->getType(), 2, "left");
    builder.SetInsertPoint(latch->getTerminator());
    Value *next = builder.CreateSelect(masks[loop.header], now, sofar);
    sofar->addIncoming(PoisonValue::get(now->getType()), exitOf[loop.preheader]);
    sofar->addIncoming(next, latch);
    left.push_back(next);
  }
  setParts(phi, left);
}

void Widener::widenTerminator(Instruction &terminator) {
  auto *branch = dyn_cast<BranchInst>(&terminator);
  if (!branch) {
    Value *result = cast<ReturnInst>(terminator).getReturnValue();
    if (!result) {
      builder.CreateRetVoid();
      return;
    }
    Value *vectors = PoisonValue::get(wideFunction.getReturnType());
    for (auto [index, vector] : enumerate(parts(result)))
      vectors = builder.CreateInsertValue(vectors, vector, index);
    builder.CreateRet(vectors);
    return;
  }
  if (branch->isUnconditional()) {
    Instruction *widened = builder.CreateBr(entryOf[branch->getSuccessor(0)]);
    if (MDNode *loop = branch->getMetadata(LLVMContext::MD_loop))
      widened->setMetadata(LLVMContext::MD_loop, loop);
    return;
  }
  Value *none = Constant::getNullValue(mask()->getType());
  if (const DivergentLoop *loop = analyses.shape.loopWithLatch(current)) {
    Value *condition = part(branch->getCondition(), 0);
    Value *stay = builder.CreateSelect(
        mask(), loop->exitOnTrue ? builder.CreateNot(condition) : condition, none, "stay");
    cast<PHINode>(masks[loop->header])->addIncoming(stay, builder.GetInsertBlock());
    builder.CreateCondBr(anyLane(stay), entryOf[loop->header], entryOf[loop->exit]);
    return;
  }
  if (const DivergentBranch *shape = analyses.shape.branchAt(current)) {
    Value *condition = part(branch->getCondition(), 0);
    if (!shape->thenOnTrue)
      condition = builder.CreateNot(condition);
    if (!maskIsFull())
      condition = builder.CreateSelect(mask(), condition, none, "then");
    thenMasks[current] = condition;
    std::optional<IdCompare> compare;
    if (maskIsFull())
      compare = idCompare(branch->getCondition());
    if (compare && !shape->thenOnTrue)
      compare->predicate = CmpInst::getInversePredicate(compare->predicate);
    builder.CreateCondBr(compare ? anyLane(*compare) : anyLane(condition), entryOf[shape->then],
                         entryOf[shape->join]);
    return;
  }
  Instruction *widened =
      builder.CreateCondBr(scalar(branch->getCondition()), entryOf[branch->getSuccessor(0)],
                           entryOf[branch->getSuccessor(1)]);
  for (unsigned kind : {LLVMContext::MD_loop, LLVMContext::MD_prof})
    if (MDNode *node = branch->getMetadata(kind))
      widened->setMetadata(kind, node);
}

void Widener::fillPhis() {
  for (PendingPhi &pending : pendingPhis) {
    PHINode &phi = *pending.original;
    BasicBlock *branch = analyses.shape.branchJoiningAt(phi.getParent());
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      Value *value = phi.getIncomingValue(i);
      // The value with which lanes come that take the branch's other way, past this side.
      Value *otherwise = nullptr;
      if (branch && phi.getIncomingBlock(i) != branch)
        otherwise = phi.getIncomingValueForBlock(branch);
      // One scalar for lanes of both sides: it is the value of those that bring one.
      if (otherwise && pending.kind != PhiKind::vector && isa<UndefValue>(value))
        value = otherwise;
      BasicBlock *from = exitOf[phi.getIncomingBlock(i)];
      builder.SetInsertPoint(from->getTerminator());
      builder.SetCurrentDebugLocation(phi.getDebugLoc());
      switch (pending.kind) {
      case PhiKind::scalar:
        pending.widened[0]->addIncoming(scalar(value), from);
        break;
      case PhiKind::affine: {
        Affine incoming = affine(value);
        pending.widened[0]->addIncoming(incoming.first, from);
        if (pending.widened.size() > 1)
          pending.widened[1]->addIncoming(incoming.guard ? incoming.guard : builder.getTrue(),
                                          from);
        break;
      }
      case PhiKind::vector: {
        // A join: lanes that did not take this side keep the value they came with.
        if (otherwise && (isa<UndefValue>(otherwise) || otherwise == value))
          otherwise = nullptr;
        for (unsigned leaf = 0; leaf < pending.widened.size(); ++leaf) {
          Value *incoming = part(value, leaf);
          if (otherwise)
            incoming = builder.CreateSelect(thenMasks[branch], incoming, part(otherwise, leaf));
          pending.widened[leaf]->addIncoming(incoming, from);
        }
        break;
      }
      }
    }
  }
}

Widener::Values Widener::guarded(Value *guard, function_ref<Values()> fast,
                                 function_ref<Values()> slow) {
  if (!guard || (isa<ConstantInt>(guard) && cast<ConstantInt>(guard)->isOne()))
    return fast();
  if (isa<ConstantInt>(guard))
    return slow();
  LLVMContext &context = builder.getContext();
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *fastBlock = BasicBlock::Create(context, "affine", &wideFunction);
  BasicBlock *slowBlock = BasicBlock::Create(context, "scattered", &wideFunction);
  BasicBlock *after = BasicBlock::Create(context, "accessed", &wideFunction);
  for (BasicBlock *block : {after, slowBlock, fastBlock})
    block->moveAfter(before);
  builder.CreateCondBr(guard, fastBlock, slowBlock,
                       MDBuilder(context).createBranchWeights(2000, 1));
  builder.SetInsertPoint(fastBlock);
  Values a = fast();
  BasicBlock *fastEnd = builder.GetInsertBlock();
  builder.CreateBr(after);
  builder.SetInsertPoint(slowBlock);
  Values b = slow();
  BasicBlock *slowEnd = builder.GetInsertBlock();
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
  Values merged;
  for (auto [x, y] : zip_equal(a, b)) {
    PHINode *phi = builder.CreatePHI(x->getType(), 2);
    phi->addIncoming(x, fastEnd);
    phi->addIncoming(y, slowEnd);
    merged.push_back(phi);
  }
  return merged;
}

Widener::Values Widener::forEachActiveLane(ArrayRef<Type *> resultLeaves,
                                           function_ref<Values(Value *lane)> body, bool rolled) {
  LLVMContext &context = builder.getContext();
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *loop = BasicBlock::Create(context, "lane", &wideFunction);
  BasicBlock *after = BasicBlock::Create(context, "lanes_done", &wideFunction);
  after->moveAfter(before);
  loop->moveAfter(before);
  Value *allBits = maskBits();
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  PHINode *bits = builder.CreatePHI(allBits->getType(), 2, "bits");
  bits->addIncoming(allBits, before);
  SmallVector<PHINode *, 4> collected;
  for (Type *leaf : resultLeaves) {
    collected.push_back(builder.CreatePHI(vectorOf(leaf), 2));
    collected.back()->addIncoming(PoisonValue::get(vectorOf(leaf)), before);
  }
  Value *lane =
      builder.CreateIntrinsic(Intrinsic::cttz, {bits->getType()}, {bits, builder.getTrue()});
  lane = builder.CreateZExtOrTrunc(lane, builder.getInt32Ty(), "number");
  Values results = body(lane);
  Values next;
  for (auto [sofar, result] : zip_equal(collected, results))
    next.push_back(builder.CreateInsertElement(sofar, result, lane));
  Value *rest =
      builder.CreateAnd(bits, builder.CreateSub(bits, ConstantInt::get(bits->getType(), 1)));
  BasicBlock *end = builder.GetInsertBlock();
  bits->addIncoming(rest, end);
  for (auto [sofar, value] : zip_equal(collected, next))
    sofar->addIncoming(value, end);
  BranchInst *latch = builder.CreateCondBr(builder.CreateIsNotNull(rest), loop, after);
  if (rolled)
    keepRolled(*latch);
  builder.SetInsertPoint(after);
  return next;
}

} // namespace heddle::compiler
