#include "compiler/matrix/blocks/merge_block_windows.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/matrix/nest/address_polynomial.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What is copied at an edge must not grow far beyond what is wanted.
constexpr std::int64_t maxRows = 64;
constexpr std::int64_t maxRowBytes = 256;

/// A rectangle relative to a window: bytes and rows.
struct Rectangle {
  std::int64_t x, y, rowBytes, rows;

  std::int64_t area() const { return rowBytes * rows; }
  Rectangle with(const Rectangle &other) const {
    const std::int64_t left = std::min(x, other.x), top = std::min(y, other.y);
    return {left, top, std::max(x + rowBytes, other.x + other.rowBytes) - left,
            std::max(y + rows, other.y + other.rows) - top};
  }
};

struct Member {
  CallInst *call;
  Rectangle place;
  CallInst *end = nullptr; ///< of a window that is written
};

struct Group {
  SmallVector<Member> members; ///< whose places count from the first one's
  Rectangle whole;
  std::int64_t wanted; ///< area of all members
};

/// A window that something is read through; others prepare scratch memory for a write.
bool isReadWindow(const Instruction &instruction) {
  return internalOp(instruction) == InternalOp::blockReadWindow && !instruction.use_empty();
}

/// The end of a window that is written, if its scratch memory serves nothing else.
CallInst *endOf(CallInst &window) {
  CallInst *end = nullptr;
  for (User *user : window.getArgOperand(8)->users()) {
    auto *call = dyn_cast<CallInst>(user);
    if (call && call->isLifetimeStartOrEnd())
      continue;
    if (!call || (call != &window && end))
      return nullptr;
    if (call != &window)
      end = call;
  }
  return end && internalOp(*end) == InternalOp::blockWriteEnd &&
                 end->getParent() == window.getParent()
             ? end
             : nullptr;
}

std::int64_t constantOf(const CallInst &call, unsigned operand) {
  return cast<ConstantInt>(call.getArgOperand(operand))->getSExtValue();
}

class Merging {
public:
  explicit Merging(Function &function)
      : function(function), polynomials(function.getDataLayout()) {}

  bool run();

private:
  void splitPhis();
  void joinEqualValues();
  std::optional<Rectangle> relative(const CallInst &first, const CallInst &other);
  void addToGroup(SmallVectorImpl<Group> &groups, CallInst &call);
  void eraseUnused(BasicBlock &block);
  void mergeReads(BasicBlock &block);
  void mergeWrites(BasicBlock &block);
  bool mergeWrites(ArrayRef<Member> members);
  void merge(const Group &group);
  AllocaInst *scratch(const Rectangle &size);

  Function &function;
  AddressPolynomials polynomials;
  bool changed = false;
};

AllocaInst *Merging::scratch(const Rectangle &size) {
  IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
  AllocaInst *memory = builder.CreateAlloca(
      ArrayType::get(builder.getInt8Ty(), alignTo(std::uint64_t(size.area()), 64)), nullptr,
      "block");
  memory->setAlignment(Align(64));
  return memory;
}

/// Where both ways to a block read through a window of their own, what they read by is joined by
/// phis of pointers and strides, rather than of both together.
void Merging::splitPhis() {
  SmallVector<PHINode *> phis;
  for (BasicBlock &block : function)
    for (PHINode &phi : block.phis())
      if (phi.getType()->isStructTy() && any_of(phi.incoming_values(), [](const Value *value) {
            const auto *window = dyn_cast<CallInst>(value);
            return window && (internalOp(*window) == InternalOp::blockReadWindow ||
                              internalOp(*window) == InternalOp::blockWriteWindow);
          }))
        phis.push_back(&phi);
  for (PHINode *phi : phis) {
    Value *whole = PoisonValue::get(phi->getType());
    IRBuilder<> builder(phi);
    SmallVector<PHINode *> parts;
    for (Type *type : cast<StructType>(phi->getType())->elements())
      parts.push_back(builder.CreatePHI(type, phi->getNumIncomingValues(), phi->getName()));
    // Of one value for all edges from a block.
    SmallDenseMap<BasicBlock *, SmallVector<Value *>> extracted;
    for (unsigned edge = 0; edge < phi->getNumIncomingValues(); ++edge) {
      BasicBlock *block = phi->getIncomingBlock(edge);
      SmallVector<Value *> &values = extracted[block];
      builder.SetInsertPoint(block->getTerminator());
      for (auto [index, part] : enumerate(parts)) {
        if (values.size() == index)
          values.push_back(
              builder.CreateExtractValue(phi->getIncomingValue(edge), unsigned(index)));
        part->addIncoming(values[index], block);
      }
    }
    for (User *user : make_early_inc_range(phi->users()))
      if (auto *extract = dyn_cast<ExtractValueInst>(user)) {
        extract->replaceAllUsesWith(parts[extract->getIndices()[0]]);
        extract->eraseFromParent();
      }
    if (!phi->use_empty()) {
      builder.SetInsertPoint(phi->getParent(), phi->getParent()->getFirstInsertionPt());
      for (auto [index, part] : enumerate(parts))
        whole = builder.CreateInsertValue(whole, part, unsigned(index));
      phi->replaceAllUsesWith(whole);
    }
    phi->eraseFromParent();
    changed = true;
  }
}

/// What both ways to a block compute alike, as LLVM leaves it behind loops, is computed there, so
/// that places can be compared.
void Merging::joinEqualValues() {
  for (BasicBlock &block : function)
    for (PHINode &phi : make_early_inc_range(block.phis())) {
      auto *value = dyn_cast<BinaryOperator>(phi.getIncomingValue(0));
      if (!value || !isSafeToSpeculativelyExecute(value) ||
          !all_of(phi.incoming_values(), [&](const Value *other) {
            const auto *instruction = dyn_cast<Instruction>(other);
            return instruction && instruction->getParent() != &block &&
                   instruction->isIdenticalTo(value);
          }))
        continue;
      Instruction *copy = value->clone();
      copy->insertBefore(block.getFirstInsertionPt());
      phi.replaceAllUsesWith(copy);
      phi.eraseFromParent();
      changed = true;
    }
}

/// Where `other` lies in the matrix of `first`, if that is known.
std::optional<Rectangle> Merging::relative(const CallInst &first, const CallInst &other) {
  for (unsigned operand = 0; operand < 4; ++operand)
    if (first.getArgOperand(operand) != other.getArgOperand(operand))
      return std::nullopt;
  const auto distance = [&](unsigned operand) -> std::optional<std::int64_t> {
    std::optional<AddressPolynomial> from = polynomials.of(first.getArgOperand(operand));
    std::optional<AddressPolynomial> to = polynomials.of(other.getArgOperand(operand));
    return from && to ? (*to - *from).constant() : std::nullopt;
  };
  std::optional<std::int64_t> x = distance(4), y = distance(5);
  if (!x || !y)
    return std::nullopt;
  return Rectangle{*x, *y, constantOf(other, 6), constantOf(other, 7)};
}

void Merging::addToGroup(SmallVectorImpl<Group> &groups, CallInst &call) {
  for (Group &group : groups) {
    std::optional<Rectangle> place = relative(*group.members[0].call, call);
    if (!place)
      continue;
    const Rectangle whole = group.whole.with(*place);
    // Nothing in between that nobody wants.
    if (whole.rows > maxRows || whole.rowBytes > maxRowBytes ||
        whole.area() > group.wanted + place->area())
      continue;
    group.members.push_back({&call, *place});
    group.whole = whole;
    group.wanted += place->area();
    return;
  }
  const Rectangle own{0, 0, constantOf(call, 6), constantOf(call, 7)};
  groups.push_back({{{&call, own}}, own, own.area()});
}

void Merging::merge(const Group &group) {
  CallInst &first = *group.members[0].call;
  const Rectangle &whole = group.whole;
  IRBuilder<> builder(&first);
  SmallVector<Value *, 9> operands(first.args());
  operands[4] = builder.CreateAdd(operands[4], builder.getInt64(whole.x));
  operands[5] = builder.CreateAdd(operands[5], builder.getInt64(whole.y));
  operands[6] = builder.getInt64(whole.rowBytes);
  operands[7] = builder.getInt64(whole.rows);
  operands[8] = scratch(whole);
  CallInst *window = builder.CreateCall(first.getCalledFunction(), operands);
  if (all_of(group.members, [](const Member &member) { return isUnwritten(*member.call); }))
    markUnwritten(*window);
  Value *pointer = builder.CreateExtractValue(window, 0);
  Value *stride = builder.CreateExtractValue(window, 1);
  for (const Member &member : group.members) {
    Value *down = builder.CreateMul(stride, builder.getInt64(member.place.y - whole.y));
    Value *own = builder.CreateConstGEP1_64(
        builder.getInt8Ty(), builder.CreatePtrAdd(pointer, down), member.place.x - whole.x);
    for (User *user : make_early_inc_range(member.call->users())) {
      auto *extract = cast<ExtractValueInst>(user);
      extract->replaceAllUsesWith(extract->getIndices()[0] == 0 ? own : stride);
      extract->eraseFromParent();
    }
  }
  if (CallInst *end = group.members.back().end) {
    builder.SetInsertPoint(end);
    builder.CreateCall(end->getCalledFunction(), operands);
  }
  for (const Member &member : group.members) {
    member.call->eraseFromParent();
    if (member.end)
      member.end->eraseFromParent();
  }
  changed = true;
}

/// Windows that nothing is read through, and that prepare no write.
void Merging::eraseUnused(BasicBlock &block) {
  for (Instruction &instruction : make_early_inc_range(block))
    if (auto *call = dyn_cast<CallInst>(&instruction);
        call && internalOp(*call) == InternalOp::blockReadWindow &&
        all_of(call->users(), [](const User *user) { return user->use_empty(); }) &&
        all_of(call->getArgOperand(8)->users(),
               [](const User *user) { return internalOp(*user) == InternalOp::blockReadWindow; })) {
      for (User *user : make_early_inc_range(call->users()))
        cast<Instruction>(user)->eraseFromParent();
      call->eraseFromParent();
      changed = true;
    }
}

void Merging::mergeReads(BasicBlock &block) {
  SmallVector<Group> groups, finished;
  for (Instruction &instruction : block) {
    if (isReadWindow(instruction)) {
      addToGroup(groups, cast<CallInst>(instruction));
    } else if (instruction.mayWriteToMemory()) {
      // A window that was read before this is not what one behind it reads.
      finished.append(groups.begin(), groups.end());
      groups.clear();
    }
  }
  finished.append(groups.begin(), groups.end());
  for (const Group &group : finished)
    merge(group);
}

/// Merges windows whose blocks make up a rectangle without gaps and do not overlap.
bool Merging::mergeWrites(ArrayRef<Member> members) {
  if (members.size() < 2)
    return false;
  Group group{SmallVector<Member>(members), {}, 0};
  // Places count from the group's first member; those of a run count from the run's.
  const Rectangle first = members[0].place;
  for (Member &member : group.members) {
    member.place.x -= first.x;
    member.place.y -= first.y;
  }
  group.whole = group.members[0].place;
  for (const Member &member : group.members) {
    group.whole = group.whole.with(member.place);
    group.wanted += member.place.area();
  }
  if (group.whole.area() != group.wanted || group.whole.rows > maxRows ||
      group.whole.rowBytes > maxRowBytes)
    return false;
  for (const Member &a : group.members)
    for (const Member &b : group.members)
      if (a.call != b.call && a.place.with(b.place).area() < a.place.area() + b.place.area())
        return false;
  merge(group);
  return true;
}

/// Windows that are written one behind the other, with nothing but their own stores in between.
void Merging::mergeWrites(BasicBlock &block) {
  SmallVector<SmallVector<Member>> runs(1);
  SmallPtrSet<const Value *, 32> own;
  for (Instruction &instruction : block) {
    auto *call = dyn_cast<CallInst>(&instruction);
    const std::optional<InternalOp> op = internalOp(instruction);
    if (CallInst *end = op == InternalOp::blockWriteWindow ? endOf(*call) : nullptr) {
      std::optional<Rectangle> place;
      if (!runs.back().empty())
        place = relative(*runs.back()[0].call, *call);
      if (!place) {
        runs.emplace_back();
        own.clear();
        place = {0, 0, constantOf(*call, 6), constantOf(*call, 7)};
      }
      runs.back().push_back({call, *place, end});
      own.insert(call);
      own.insert(end);
      continue;
    }
    if (own.contains(&instruction))
      continue;
    if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      auto *extract = dyn_cast<ExtractValueInst>(getUnderlyingObject(store->getPointerOperand()));
      if (extract && own.contains(extract->getAggregateOperand()))
        continue;
    }
    if (instruction.mayReadOrWriteMemory() && !runs.back().empty()) {
      runs.emplace_back();
      own.clear();
    }
  }
  for (const SmallVector<Member> &run : runs) {
    if (mergeWrites(run))
      continue;
    // Not a rectangle: its rows.
    for (unsigned i = 0; i < run.size();) {
      const ArrayRef<Member> row = ArrayRef(run).drop_front(i).take_while(
          [&](const Member &member) { return member.place.y == run[i].place.y; });
      mergeWrites(row);
      i += row.size();
    }
  }
}

bool Merging::run() {
  splitPhis();
  joinEqualValues();
  for (BasicBlock &block : function) {
    eraseUnused(block);
    mergeReads(block);
    mergeWrites(block);
  }
  return changed;
}

} // namespace

PreservedAnalyses MergeBlockWindowsPass::run(Function &function, FunctionAnalysisManager &) {
  if (!Merging(function).run())
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
