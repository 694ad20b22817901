#include "compiler/workgroup/batch_staged_rounds.hpp"

#include "compiler/ir/control_paths.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/ir/shared_memory.hpp"
#include "compiler/ir/shared_values.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned localAddressSpace = 3;

/// What was kept should be in the second cache when it is multiplied.
constexpr std::uint64_t mostKeptBytes = 256 << 10;
/// Sums that move once in so many rounds cost next to nothing.
constexpr std::uint64_t mostRounds = 8;
constexpr std::uint64_t leastRounds = 3;
constexpr std::uint64_t lineBytes = 64;

/// Local memory, a variable or what an argument leads to, that has room for rounds behind it.
struct Room {
  Value *size; ///< of itself and of each round, in bytes
  std::uint64_t rounds;
};
using Rooms = DenseMap<const Value *, Room>;

/// Whether nobody but this kernel uses a variable, or an address in it.
bool isUsedIn(const Function &kernel, const Constant &address) {
  return all_of(address.users(), [&](const User *user) {
    if (const auto *instruction = dyn_cast<Instruction>(user))
      return instruction->getFunction() == &kernel;
    return isa<ConstantExpr>(user) && isUsedIn(kernel, *cast<Constant>(user));
  });
}

/// The local memory that a pointer leads into, if it is one that only this kernel has: a variable,
/// or an argument.
Value *ownMemory(const Value *pointer, const Function &kernel) {
  auto *memory = const_cast<Value *>(getUnderlyingObjectAggressive(pointer));
  if (memory->getType()->getPointerAddressSpace() != localAddressSpace)
    return nullptr;
  if (isa<Argument>(memory))
    return memory;
  auto *variable = dyn_cast<GlobalVariable>(memory);
  return variable && !variable->isDeclaration() && variable->hasLocalLinkage() &&
                 isUsedIn(kernel, *variable)
             ? variable
             : nullptr;
}

bool isBarrier(const Instruction &instruction) {
  return internalOp(instruction) == InternalOp::workGroupBarrier;
}

/// A loop that may be batched, and all that is known of it.
class StagingLoop {
public:
  StagingLoop(Loop &loop, FunctionAnalysisManager &analyses, Rooms &rooms)
      : loop(loop), function(*loop.getHeader()->getParent()),
        dominators(analyses.getResult<DominatorTreeAnalysis>(function)),
        postDominators(analyses.getResult<PostDominatorTreeAnalysis>(function)),
        loops(analyses.getResult<LoopAnalysis>(function)), rooms(rooms) {}

  /// Why it may not; nothing: it may.
  std::optional<StringRef> refusal();
  /// Says why not, where somebody might ask.
  void explain(StringRef reason) const {
    if (!barriers.empty() && !products.empty() && !writes.empty())
      remark(
          *barriers.front(),
          [&] { return "rounds of the loop are not staged ahead: " + reason.str(); },
          RemarkKind::costly);
  }
  std::uint64_t rounds() const { return batch; }
  Instruction &firstBarrier() const { return *barriers.front(); }
  void distribute();

private:
  bool holds(function_ref<bool(const Instruction &)> which) const {
    return any_of(loop.blocks(), [&](BasicBlock *block) { return any_of(*block, which); });
  }
  bool classify(Instruction &instruction);
  void findStaging();
  bool findPlace();
  bool isMetByAll() const;
  bool isAside(const Instruction &write) const;
  bool pays();

  void makeRoom();
  Value *roundsOfBatch();
  void wait(Instruction *place);
  void cloneStaging(ValueToValueMapTy &map);
  void keep(Instruction *place, Value *round, IRBuilder<> &builder);

  Loop &loop;
  Function &function;
  DominatorTree &dominators;
  PostDominatorTree &postDominators;
  LoopInfo &loops;
  Rooms &rooms;

  SmallVector<Instruction *> barriers, writes, products;
  SmallPtrSet<Value *, 4> written;
  MapVector<Instruction *, Value *> reads; ///< of local memory; operand 0 says where
  SmallSetVector<Value *, 4> kept;         ///< local memory that is read and written
  /// Writes, barriers and branches, and what they depend on.
  SmallPtrSet<Instruction *, 32> staging;
  Instruction *place = nullptr; ///< where a round keeps what local memory holds
  std::uint64_t batch = 0;
};

bool StagingLoop::classify(Instruction &instruction) {
  const std::optional<InternalOp> op = internalOp(instruction);
  if (isBarrier(instruction)) {
    // Of every round, and not of the rounds of an inner loop.
    if (loops.getLoopFor(instruction.getParent()) != &loop ||
        !dominators.dominates(instruction.getParent(), loop.getLoopLatch()))
      return false;
    barriers.push_back(&instruction);
    return true;
  }
  if (op && (isSuspension(*op) || *op == InternalOp::print))
    return false;
  if (isSubGroupProduct(instruction)) {
    products.push_back(&instruction);
    return true;
  }
  if (const auto *call = dyn_cast<CallBase>(&instruction); call && call->cannotDuplicate())
    return false;

  if (isa<StoreInst>(instruction) || writesOrSynchronizes(instruction)) {
    const Value *to = writtenPointer(instruction);
    Value *memory = to ? ownMemory(to, function) : nullptr;
    if (!memory)
      return false;
    // What a copy is made of may not be written here, either.
    if (op == InternalOp::workGroupCopy &&
        instruction.getOperand(1)->getType()->getPointerAddressSpace() == localAddressSpace)
      return false;
    written.insert(memory);
    writes.push_back(&instruction);
    return true;
  }
  if (!instruction.mayReadFromMemory())
    return true;
  for (const Use &operand : instruction.operands()) {
    const auto *type = dyn_cast<PointerType>(operand->getType());
    if (!type || isa<Function>(operand))
      continue;
    constexpr unsigned genericAddressSpace = 4;
    if (type->getAddressSpace() == genericAddressSpace)
      return false;
    if (type->getAddressSpace() != localAddressSpace)
      continue;
    const bool isRead = isa<LoadInst>(instruction) || op == InternalOp::blockRead ||
                        op == InternalOp::cooperativeLoad;
    Value *memory = ownMemory(operand, function);
    if (!isRead || operand.getOperandNo() != 0 || !memory)
      return false;
    reads.insert({&instruction, memory});
  }
  return true;
}

/// What has to run for local memory to be written as it is, and for the rounds to be as many.
void StagingLoop::findStaging() {
  SmallVector<Instruction *> open(writes);
  append_range(open, barriers);
  for (BasicBlock *block : loop.blocks())
    open.push_back(block->getTerminator());
  while (!open.empty()) {
    Instruction *instruction = open.pop_back_val();
    if (!staging.insert(instruction).second)
      continue;
    for (Value *operand : instruction->operands())
      if (auto *other = dyn_cast<Instruction>(operand); other && loop.contains(other))
        open.push_back(other);
  }
}

/// Whether the write or barrier does not lie between the place and a read in the same round.
bool StagingLoop::isAside(const Instruction &write) const {
  return !leadsTo(*place, write, loop) ||
         none_of(reads, [&](const auto &read) { return leadsTo(write, *read.first, loop); });
}

/// In front of the first read, where every round comes by.
bool StagingLoop::findPlace() {
  BasicBlock *common = reads.front().first->getParent();
  for (const auto &[read, memory] : reads)
    common = dominators.findNearestCommonDominator(common, read->getParent());
  while (loops.getLoopFor(common) != &loop || !dominators.dominates(common, loop.getLoopLatch())) {
    if (common == loop.getHeader())
      return false;
    common = dominators.getNode(common)->getIDom()->getBlock();
  }
  place = common->getTerminator();
  for (Instruction &instruction : *common)
    if (reads.contains(&instruction)) {
      place = &instruction;
      break;
    }
  return all_of(writes, [&](const Instruction *write) { return isAside(*write); }) &&
         all_of(barriers, [&](const Instruction *barrier) { return isAside(*barrier); });
}

/// Whether all work-items come to the loop: those that have ended would keep nothing.
bool StagingLoop::isMetByAll() const {
  SmallPtrSet<const BasicBlock *, 16> seen(loop.block_begin(), loop.block_end());
  SmallVector<BasicBlock *> open(predecessors(loop.getHeader()));
  while (!open.empty()) {
    BasicBlock *block = open.pop_back_val();
    if (!seen.insert(block).second)
      continue;
    append_range(open, predecessors(block));
    const Instruction *end = block->getTerminator();
    if (end->getNumSuccessors() > 1 && !postDominators.dominates(loop.getHeader(), block) &&
        !SharedValues(loops).isShared(*end->getOperand(0)))
      return false;
  }
  return true;
}

/// Whether the sums of a work-group, which every round would move twice, have as many bytes as it
/// keeps. What arguments lead to is not known.
bool StagingLoop::pays() {
  const DataLayout &layout = function.getDataLayout();
  std::uint64_t bytesOfRound = 0;
  batch = mostRounds;
  for (const auto &[read, memory] : reads) {
    if (!kept.insert(memory))
      continue;
    auto *variable = dyn_cast<GlobalVariable>(memory);
    if (auto known = rooms.find(memory); known != rooms.end()) {
      batch = std::min(batch, known->second.rounds);
      if (const auto *size = dyn_cast<ConstantInt>(known->second.size))
        bytesOfRound += size->getZExtValue();
    } else if (variable) {
      bytesOfRound += alignTo(layout.getTypeAllocSize(variable->getValueType()), lineBytes);
    }
  }
  batch = std::min(batch, mostKeptBytes / std::max<std::uint64_t>(bytesOfRound, 1));
  if (batch < leastRounds)
    return false;

  std::uint64_t sums = 0;
  for (const PHINode &phi : loop.getHeader()->phis())
    if (!staging.contains(const_cast<PHINode *>(&phi)))
      sums += layout.getTypeAllocSize(phi.getType());
  std::uint64_t items = 8 * 16;
  if (const MDNode *required = function.getMetadata("reqd_work_group_size")) {
    items = 1;
    for (const MDOperand &size : required->operands())
      items *= mdconst::extract<ConstantInt>(size)->getZExtValue();
  }
  return 2 * sums * items >= bytesOfRound;
}

std::optional<StringRef> StagingLoop::refusal() {
  BasicBlock *latch = loop.getLoopLatch();
  if (!latch)
    return "it has several ways round";
  // Most loops do not, and whose memory each access goes to takes long to ask.
  if (!holds(isBarrier) || !holds(isSubGroupProduct))
    return "it does not stage factors";
  bool isKnown = true;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block)
      isKnown &= classify(instruction);
  if (!isKnown)
    return "it does more than write local memory of its own and multiply";
  if (loop.getExitingBlock() != latch)
    return "it has other ways out than behind a round";
  // What the loop does not write is the same in all rounds.
  reads.remove_if([&](const auto &read) { return !written.contains(read.second); });
  if (barriers.empty() || products.empty() || reads.empty() || writes.empty())
    return "it does not stage factors";
  findStaging();
  const auto isStaging = [&](Instruction *instruction) { return staging.contains(instruction); };
  if (any_of(products, isStaging) ||
      any_of(reads, [&](const auto &read) { return staging.contains(read.first); }))
    return "what it stages depends on what was staged";
  if (!isMetByAll())
    return "work-items may have ended in front of it";
  if (!findPlace())
    return "it writes local memory between reads";
  if (!pays())
    return "its sums are smaller than what it stages";
  return std::nullopt;
}

/// The blocks of the loop once more, in front of it, with nothing in them but the staging.
void StagingLoop::cloneStaging(ValueToValueMapTy &map) {
  BasicBlock *header = loop.getHeader();
  SmallVector<BasicBlock *> copies;
  for (BasicBlock *block : loop.blocks()) {
    BasicBlock *copy = CloneBasicBlock(block, map, ".staged", &function);
    copy->moveBefore(header);
    map[block] = copy;
    copies.push_back(copy);
  }
  remapInstructionsInBlocks(copies, map);
}

/// Each sub-group copies some lines of the memory.
void StagingLoop::keep(Instruction *before, Value *round, IRBuilder<> &builder) {
  Module &module = *before->getModule();
  LLVMContext &context = module.getContext();
  auto *line = FixedVectorType::get(Type::getInt32Ty(context), lineBytes / 4);
  const auto ask = [&](InternalOp op) {
    auto *type = FunctionType::get(Type::getInt32Ty(context), false);
    return builder.CreateZExt(builder.CreateCall(getInternalOp(module, op, type)),
                              builder.getInt64Ty());
  };
  for (Value *memory : kept) {
    Value *size = rooms[memory].size;
    BasicBlock *front = before->getParent();
    BasicBlock *behind = SplitBlock(front, before);
    BasicBlock *test = BasicBlock::Create(context, "keep", front->getParent(), behind);
    BasicBlock *body = BasicBlock::Create(context, "keep.line", front->getParent(), behind);
    builder.SetInsertPoint(front->getTerminator());
    Value *first = ask(InternalOp::subGroupId), *step = ask(InternalOp::numSubGroups);
    Value *copy = builder.CreatePtrAdd(
        memory, builder.CreateMul(builder.CreateAdd(round, builder.getInt64(1)), size));
    Value *lines = builder.CreateUDiv(size, builder.getInt64(lineBytes));
    front->getTerminator()->setSuccessor(0, test);
    builder.SetInsertPoint(test);
    PHINode *number = builder.CreatePHI(builder.getInt64Ty(), 2);
    number->addIncoming(first, front);
    builder.CreateCondBr(builder.CreateICmpULT(number, lines), body, behind);
    builder.SetInsertPoint(body);
    Value *offset = builder.CreateMul(number, builder.getInt64(lineBytes));
    Value *value =
        builder.CreateAlignedLoad(line, builder.CreatePtrAdd(memory, offset), Align(lineBytes));
    builder.CreateAlignedStore(value, builder.CreatePtrAdd(copy, offset), Align(lineBytes));
    number->addIncoming(builder.CreateAdd(number, step), body);
    builder.CreateBr(test);
  }
}

/// For the rounds, behind what is kept of each.
void StagingLoop::makeRoom() {
  SmallSetVector<Value *, 4> withRoom;
  BasicBlock &entry = function.getEntryBlock();
  IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  for (Value *memory : kept) {
    Value *with = memory;
    if (auto *variable = dyn_cast<GlobalVariable>(memory); variable && !rooms.contains(memory)) {
      const std::uint64_t size =
          alignTo(function.getDataLayout().getTypeAllocSize(variable->getValueType()), lineBytes);
      auto *type = ArrayType::get(builder.getInt8Ty(), (1 + batch) * size);
      auto *larger = new GlobalVariable(*variable->getParent(), type, false, variable->getLinkage(),
                                        PoisonValue::get(type), "", variable,
                                        variable->getThreadLocalMode(), localAddressSpace);
      larger->takeName(variable);
      larger->copyMetadata(variable, 0);
      larger->setAlignment(std::max(variable->getAlign().valueOrOne(), Align(lineBytes)));
      variable->replaceAllUsesWith(larger);
      variable->eraseFromParent();
      for (auto &[read, its] : reads)
        if (its == memory)
          its = larger;
      rooms[larger] = {builder.getInt64(size), batch};
      with = larger;
    } else if (auto *argument = dyn_cast<Argument>(memory); argument && !rooms.contains(memory)) {
      auto *type = FunctionType::get(builder.getInt64Ty(), {builder.getInt32Ty()}, false);
      Value *size =
          builder.CreateCall(getInternalOp(*function.getParent(), InternalOp::localDistance, type),
                             {builder.getInt32(argument->getArgNo())});
      argument->addAttr(
          Attribute::get(builder.getContext(), localCopiesAttribute, std::to_string(1 + batch)));
      rooms[argument] = {size, batch};
    }
    withRoom.insert(with);
  }
  kept = std::move(withRoom);
}

/// How many rounds a batch has: fewer than there is room for, where arguments are large.
Value *StagingLoop::roundsOfBatch() {
  IRBuilder<> builder(loop.getLoopPreheader()->getTerminator());
  Value *bytes = builder.getInt64(0);
  for (Value *memory : kept)
    bytes = builder.CreateAdd(bytes, rooms[memory].size);
  if (isa<ConstantInt>(bytes))
    return builder.getInt64(batch);
  Value *most = builder.CreateUDiv(
      builder.getInt64(mostKeptBytes),
      builder.CreateBinaryIntrinsic(Intrinsic::umax, bytes, builder.getInt64(1)));
  return builder.CreateBinaryIntrinsic(
      Intrinsic::umin, builder.getInt64(batch),
      builder.CreateBinaryIntrinsic(Intrinsic::umax, most, builder.getInt64(1)));
}

/// A barrier for the local memory of the work-group, whatever the loop's own ones are for.
void StagingLoop::wait(Instruction *place) {
  Instruction *barrier = barriers.front()->clone();
  barrier->insertBefore(place->getIterator());
  constexpr unsigned workGroupScope = 2, acquireReleaseOfWorkGroup = 0x108;
  Type *type = Type::getInt32Ty(place->getContext());
  barrier->setOperand(0, ConstantInt::get(type, workGroupScope));
  barrier->setOperand(1, ConstantInt::get(type, acquireReleaseOfWorkGroup));
}

void StagingLoop::distribute() {
  formLCSSARecursively(loop, dominators, &loops, nullptr);
  if (!loop.getLoopPreheader())
    InsertPreheaderForLoop(&loop, &dominators, &loops, nullptr, /*PreserveLCSSA=*/true);
  BasicBlock *header = loop.getHeader(), *latch = loop.getLoopLatch();
  BasicBlock *exit = loop.getExitBlock(), *before = loop.getLoopPreheader();
  LLVMContext &context = function.getContext();
  IRBuilder<> builder(context);

  // Another loop may still multiply what was kept in the same room; who comes to this one once more
  // would keep rounds while others still multiply.
  if (any_of(kept, [&](const Value *memory) { return rooms.contains(memory); }))
    wait(before->getTerminator());
  makeRoom();
  Value *most = roundsOfBatch();

  ValueToValueMapTy map;
  cloneStaging(map);
  auto *stagingHeader = cast<BasicBlock>(map[header]);
  auto *stagingLatch = cast<BasicBlock>(map[latch]);
  auto *stagingPlace = cast<Instruction>(map[place]);
  const auto create = [&](const Twine &name, BasicBlock *in) {
    return BasicBlock::Create(context, name, &function, in);
  };
  BasicBlock *begin = create("batch", stagingHeader);
  BasicBlock *middle = create("batch.staged", header);
  BasicBlock *end = create("batch.end", exit), *again = create("batch.again", exit);

  // What goes from batch to batch.
  const auto lastOf = [&](Value *value) -> Value * {
    auto *instruction = dyn_cast<Instruction>(value);
    return instruction && loop.contains(instruction) && staging.contains(instruction)
               ? static_cast<Value *>(map[value])
               : value;
  };
  before->getTerminator()->replaceSuccessorWith(header, begin);
  builder.SetInsertPoint(begin);
  for (PHINode &phi : header->phis()) {
    PHINode *carried = builder.CreatePHI(phi.getType(), 2, phi.getName() + ".batch");
    carried->addIncoming(phi.getIncomingValueForBlock(before), before);
    const bool isStaging = staging.contains(&phi);
    Value *last = phi.getIncomingValueForBlock(latch);
    carried->addIncoming(isStaging ? lastOf(last) : last, again);
    auto *copy = cast<PHINode>(map[&phi]);
    const int index = copy->getBasicBlockIndex(before);
    copy->setIncomingBlock(index, begin);
    copy->setIncomingValue(index, carried);
    phi.setIncomingValue(phi.getBasicBlockIndex(before), carried);
    phi.setIncomingBlock(phi.getBasicBlockIndex(before), middle);
  }
  builder.CreateBr(stagingHeader);

  // Both loops end after a batch of rounds, or as the one did.
  auto *original = cast<BranchInst>(latch->getTerminator());
  const bool goesOnWhenTrue = original->getSuccessor(0) == header;
  Value *condition = original->getCondition();
  const auto count = [&](BasicBlock *first, BasicBlock *from, BasicBlock *last, BasicBlock *onward,
                         Value *goesOn) {
    builder.SetInsertPoint(first, first->begin());
    PHINode *round = builder.CreatePHI(builder.getInt64Ty(), 2, "round.of.batch");
    Instruction *old = last->getTerminator();
    builder.SetInsertPoint(old);
    Value *next = builder.CreateAdd(round, builder.getInt64(1), "", true, true);
    round->addIncoming(builder.getInt64(0), from);
    round->addIncoming(next, last);
    Value *isOpen = goesOnWhenTrue ? goesOn : builder.CreateNot(goesOn);
    builder.CreateCondBr(builder.CreateAnd(isOpen, builder.CreateICmpNE(next, most)), first,
                         onward);
    old->eraseFromParent();
    return round;
  };
  Value *stagingCondition = lastOf(condition);
  PHINode *staged = count(stagingHeader, begin, stagingLatch, middle, stagingCondition);
  PHINode *multiplied = count(header, middle, latch, end, condition);
  builder.SetInsertPoint(middle);
  wait(builder.CreateBr(header));
  builder.SetInsertPoint(end);
  Value *isOpen = lastOf(condition);
  Instruction *closing =
      builder.CreateCondBr(goesOnWhenTrue ? isOpen : builder.CreateNot(isOpen), again, exit);
  builder.SetInsertPoint(again);
  Instruction *next = builder.CreateBr(begin);
  wait(loop.getParentLoop() ? closing : next);
  for (PHINode &phi : exit->phis())
    if (const int index = phi.getBasicBlockIndex(latch); index >= 0) {
      phi.setIncomingValue(index, lastOf(phi.getIncomingValue(index)));
      phi.setIncomingBlock(index, end);
    }

  // One stages and keeps, the other one reads what was kept.
  for (auto &[read, memory] : reads) {
    builder.SetInsertPoint(read);
    Value *offset =
        builder.CreateMul(builder.CreateAdd(multiplied, builder.getInt64(1)), rooms[memory].size);
    read->setOperand(0, builder.CreatePtrAdd(read->getOperand(0), offset));
  }
  keep(stagingPlace, staged, builder);
  SmallVector<Instruction *> others;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block)
      if (!staging.contains(&instruction) && &instruction != multiplied)
        if (auto found = map.find(&instruction); found != map.end())
          others.push_back(cast<Instruction>(found->second));
  for (Instruction *other : others) {
    if (!other->use_empty())
      other->replaceAllUsesWith(PoisonValue::get(other->getType()));
    other->eraseFromParent();
  }
  for (Instruction *write : writes)
    write->eraseFromParent();
  for (Instruction *barrier : barriers)
    barrier->eraseFromParent();
}

} // namespace

PreservedAnalyses BatchStagedRoundsPass::run(Function &function,
                                             FunctionAnalysisManager &analyses) {
  if (!isKernel(function))
    return PreservedAnalyses::all();
  Rooms rooms;
  bool changed = true;
  while (changed) {
    changed = false;
    for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
      StagingLoop staging(*loop, analyses, rooms);
      if (const std::optional<StringRef> reason = staging.refusal()) {
        if (rooms.empty())
          staging.explain(*reason);
        continue;
      }
      remark(staging.firstBarrier(), [&] {
        return "up to " + std::to_string(staging.rounds()) +
               " rounds of the loop are staged before they are multiplied";
      });
      staging.distribute();
      changed = true;
      break;
    }
    if (changed)
      analyses.invalidate(function, PreservedAnalyses::none());
  }
  if (rooms.empty())
    return PreservedAnalyses::all();
  std::uint64_t kept = 0;
  for (const auto &[memory, room] : rooms)
    if (const auto *size = dyn_cast<ConstantInt>(room.size))
      kept += size->getZExtValue() * room.rounds;
  function.addFnAttr(keptBytesAttribute, std::to_string(kept));
  // What staged still computes where it is multiplied, and loops over products without any.
  FunctionPassManager cleanUp;
  cleanUp.addPass(ADCEPass());
  cleanUp.addPass(createFunctionToLoopPassAdaptor(LoopDeletionPass()));
  cleanUp.addPass(SimplifyCFGPass());
  cleanUp.addPass(EarlyCSEPass());
  cleanUp.run(function, analyses);
  return PreservedAnalyses::none();
}

} // namespace heddle::compiler
