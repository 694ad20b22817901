#include "compiler/vectorizer/transform/version_index_arithmetic.hpp"

#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/rarely_run.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/ir/shared_memory.hpp"
#include "compiler/vectorizer/analysis/factor_reads.hpp"
#include "compiler/vectorizer/analysis/index_ranges.hpp"
#include "compiler/vectorizer/analysis/unwritten_reads.hpp"
#include "compiler/vectorizer/transform/kernel_versions.hpp"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// Of instructions, before loops are unrolled: what is twice as long takes twice as long to build.
constexpr unsigned maxVersionedLength = 4000;
/// Each is asked by each sub-group.
constexpr unsigned maxConditions = 48;
constexpr unsigned maxDepth = 8;
/// Of an index, in which quotients and remainders are looked for.
constexpr std::size_t maxAddends = 32;

/// An extension of a 32-bit index, to the index of an address.
struct Index {
  CastInst *extension;
  const IndexRange *range;
};

const IndexRange *rangeOf(IndexRanges &ranges, const CastInst &extension) {
  return isa<SExtInst>(extension) ? ranges.signedRange(extension.getOperand(0))
                                  : ranges.unsignedRange(extension.getOperand(0));
}

bool leadsToAddress(const Value &value, unsigned depth = 0) {
  return any_of(value.users(), [&](const User *user) {
    if (isa<GetElementPtrInst>(user))
      return true;
    const auto *operation = dyn_cast<BinaryOperator>(user);
    return operation && depth < maxDepth && leadsToAddress(*operation, depth + 1);
  });
}

/// What widen-index-arithmetic leaves, and LLVM when it widens the counters of loops.
bool mayWrap(const CastInst &extension) {
  auto wraps = [&](const Value *value) {
    const auto *operation = dyn_cast<OverflowingBinaryOperator>(value);
    return operation && !(isa<SExtInst>(extension) ? operation->hasNoSignedWrap()
                                                   : operation->hasNoUnsignedWrap());
  };
  const Value *index = extension.getOperand(0);
  const auto *phi = dyn_cast<PHINode>(index);
  return phi ? any_of(phi->incoming_values(), wraps) : wraps(index);
}

SmallVector<CastInst *> extendedIndices(Function &function) {
  SmallVector<CastInst *> extensions;
  for (Instruction &instruction : instructions(function))
    if (isa<SExtInst>(instruction) || isa<ZExtInst>(instruction)) {
      auto &extension = cast<CastInst>(instruction);
      if (extension.getSrcTy()->isIntegerTy(32) && extension.getDestTy()->isIntegerTy(64) &&
          mayWrap(extension) && leadsToAddress(extension))
        extensions.push_back(&extension);
    }
  return extensions;
}

bool changesIn(const Loop &loop, const Value &value, unsigned depth = 0) {
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || !loop.contains(instruction) || depth == maxDepth)
    return false;
  return isa<PHINode>(instruction) || any_of(instruction->operands(), [&](const Use &operand) {
           return changesIn(loop, *operand, depth + 1);
         });
}

class Versions {
public:
  Versions(Function &function, FunctionAnalysisManager &analyses)
      : function(function), loops(analyses.getResult<LoopAnalysis>(function)),
        dominators(analyses.getResult<DominatorTreeAnalysis>(function)),
        uniformity(analyses.getResult<UniformityInfoAnalysis>(function)) {}

  bool run();

private:
  bool isWorthwhile(const CastInst &extension) const;
  void keepVersion(Value *condition);
  Value *widen(Value *value);
  Value *widenOperation(Instruction &operation);
  void replaceCounter(PHINode &counter);

  Function &function;
  LoopInfo &loops;
  DominatorTree &dominators;
  UniformityInfo &uniformity;
  SmallPtrSet<const Loop *, 4> around;
  IndexRanges *ranges = nullptr;
  DenseMap<Value *, Value *> widened;
  SmallVector<PHINode *> counters; ///< of loops, that were widened
};

/// Whether lanes or rounds can be at equal distances by it.
bool Versions::isWorthwhile(const CastInst &extension) const {
  const Value *index = extension.getOperand(0);
  const Loop *loop = loops.getLoopFor(extension.getParent());
  if (!loop || !around.contains(loop->getOutermostLoop()))
    return false;
  // Lanes that each have a row of their own are scattered anyway.
  if (uniformity.isDivergent(index) && all_of(extension.users(), [](const User *user) {
        const auto *product = dyn_cast<BinaryOperator>(user);
        return product && product->getOpcode() == Instruction::Mul &&
               !isa<ConstantInt>(product->getOperand(1));
      }))
    return false;
  return (uniformity.isDivergent(index) || changesIn(*loop->getOutermostLoop(), *index)) &&
         readsFactor(extension);
}

/// The kernel as it is runs where the condition does not hold.
void Versions::keepVersion(Value *condition) {
  BasicBlock *entry = &function.getEntryBlock();
  const SmallVector<BasicBlock *> blocks = bodyOf(function);
  ValueToValueMapTy map;
  const SmallVector<BasicBlock *> copies = copyBody(function, blocks, ".wraps", map);
  for (const Loop *loop : loops.getLoopsInPreorder())
    if (const BasicBlock *latch = loop->getLoopLatch())
      cast<BasicBlock>(map[latch])
          ->getTerminator()
          ->setMetadata(wrapsMetadata, MDNode::get(function.getContext(), {}));
  for (BasicBlock *copy : copies)
    for (Instruction &instruction : *copy) {
      if (instruction.mayReadFromMemory())
        instruction.setMetadata(wrapsMetadata, MDNode::get(function.getContext(), {}));
      if (isSubGroupProduct(instruction))
        cast<CallBase>(instruction)
            .addFnAttr(Attribute::get(function.getContext(), rarelyRunAttribute));
    }
  tellEndsApart(copies, 1);
  // Two versions of what hardly ever runs are one too many.
  for (BasicBlock *copy : copies)
    if (copy->getTerminator()->hasMetadata(overlapMetadata)) {
      cast<BranchInst>(copy->getTerminator())
          ->setCondition(ConstantInt::getFalse(copy->getContext()));
      ConstantFoldTerminator(copy);
    }
  Instruction *end = entry->getTerminator();
  BranchInst::Create(blocks.front(), copies.front(), condition, end->getIterator());
  end->eraseFromParent();
  // Of the copies only: conditions that are known in the kernel itself may lead away from indices
  // that were chosen.
  df_iterator_default_set<BasicBlock *> reached;
  for ([[maybe_unused]] BasicBlock *block : depth_first_ext(&function, reached))
    ;
  SmallVector<BasicBlock *> unreached;
  copy_if(copies, std::back_inserter(unreached),
          [&](BasicBlock *copy) { return !reached.contains(copy); });
  DeleteDeadBlocks(unreached);
}

/// One of several numbers that are added up, so many times.
struct Addend {
  Value *value;
  std::uint64_t times;
};

/// What the sum of two addends is that are quotient and remainder of one division.
std::optional<Addend> wholeOf(const Addend &quotient, const Addend &rest) {
  const auto source = [](Value *value) {
    auto *extension = dyn_cast<SExtInst>(value);
    return extension ? extension->getOperand(0) : value;
  };
  Value *x = nullptr, *same = nullptr;
  const APInt *divisor = nullptr;
  if (!match(source(rest.value), m_URem(m_Value(x), m_APInt(divisor))) ||
      !match(source(quotient.value),
             m_UDiv(m_Value(same), m_SpecificInt(divisor->getZExtValue()))) ||
      quotient.times != rest.times * divisor->getZExtValue())
    return std::nullopt;
  // One of them may be of 32 bits.
  const DataLayout &layout = cast<Instruction>(source(rest.value))->getDataLayout();
  return source(x) == source(same) && isKnownNonNegative(source(x), layout)
             ? std::optional(Addend{x, rest.times})
             : std::nullopt;
}

/// A remainder that was added outside of the index joins its quotient inside now: what both are
/// parts of grows from lane to lane.
void joinDivisions(BinaryOperator &sum) {
  SmallVector<Addend> addends = {{&sum, 1}};
  for (std::size_t i = 0; i < addends.size();) {
    Value *left = nullptr, *right = nullptr;
    const APInt *factor = nullptr;
    if (match(addends[i].value, m_Add(m_Value(left), m_Value(right)))) {
      addends[i].value = left;
      addends.push_back({right, addends[i].times});
      // Sums of sums that they share would be without end.
      if (addends.size() > maxAddends)
        return;
    } else if (match(addends[i].value, m_Mul(m_Value(left), m_APInt(factor))) ||
               match(addends[i].value, m_SExt(m_NSWMul(m_Value(left), m_APInt(factor))))) {
      addends[i] = {left, addends[i].times * std::uint64_t(factor->getSExtValue())};
    } else {
      ++i;
    }
  }
  bool changed = false;
  for (Addend &quotient : addends)
    for (Addend &rest : addends)
      if (const auto whole = wholeOf(quotient, rest)) {
        quotient = *whole;
        rest.times = 0;
        changed = true;
        break;
      }
  if (!changed)
    return;
  IRBuilder<> builder(&sum);
  Value *joined = builder.getInt64(0);
  for (const auto &[value, times] : addends)
    if (times)
      joined = builder.CreateAdd(joined, builder.CreateMul(builder.CreateSExt(value, sum.getType()),
                                                           builder.getInt64(times)));
  sum.replaceAllUsesWith(joined);
  RecursivelyDeleteTriviallyDeadInstructions(&sum);
}

Value *Versions::widenOperation(Instruction &operation) {
  IRBuilder<> builder(&operation);
  auto operand = [&](unsigned index) { return widen(operation.getOperand(index)); };
  switch (operation.getOpcode()) {
  case Instruction::Add:
  case Instruction::Or: // disjoint; in 64 bits both may have a sign
    return builder.CreateNSWAdd(operand(0), operand(1));
  case Instruction::Sub:
    return builder.CreateNSWSub(operand(0), operand(1));
  case Instruction::Mul:
    return builder.CreateNSWMul(operand(0), operand(1));
  case Instruction::Shl:
    return builder.CreateShl(operand(0), operand(1), "", /*HasNUW=*/false, /*HasNSW=*/true);
  case Instruction::And:
    return builder.CreateAnd(operand(0), operand(1));
  // From here on no operand is negative.
  case Instruction::UDiv:
  case Instruction::SDiv:
    return builder.CreateUDiv(operand(0), operand(1));
  case Instruction::URem:
  case Instruction::SRem:
    return builder.CreateURem(operand(0), operand(1));
  case Instruction::LShr:
  case Instruction::AShr:
    return builder.CreateLShr(operand(0), operand(1));
  case Instruction::Select:
    if (Value *plain = IndexRanges::withoutGuard(&operation))
      return widen(plain);
    return builder.CreateSelect(operation.getOperand(0), operand(1), operand(2));
  case Instruction::Call: {
    const auto &call = cast<IntrinsicInst>(operation);
    return builder.CreateBinaryIntrinsic(call.getIntrinsicID(), operand(0), operand(1));
  }
  default:
    llvm_unreachable("has no range");
  }
}

/// The same number in 64 bits, where indices do not wrap.
Value *Versions::widen(Value *value) {
  if (value->getType()->isIntegerTy(64))
    return value;
  Type *type = Type::getInt64Ty(function.getContext());
  if (const auto *constant = dyn_cast<ConstantInt>(value))
    return ConstantInt::get(type, constant->getValue().sext(64));
  if (Value *known = widened.lookup(value))
    return known;
  if (auto *argument = dyn_cast<Argument>(value)) {
    IRBuilder<> builder(function.getEntryBlock().getTerminator());
    return widened[value] = builder.CreateSExt(argument, type);
  }

  auto &operation = *cast<Instruction>(value);
  const IndexRange *range = ranges->partRange(value);
  auto *phi = dyn_cast<PHINode>(value);
  // Counters of type int are widened by LLVM, without a second counter.
  bool isLeaf = (!phi && (!range || range->isOpaque)) || isa<SExtInst>(operation) ||
                isa<ZExtInst>(operation) ||
                (isa<CallBase>(operation) && !isa<IntrinsicInst>(operation));
  if (phi && loops.isLoopHeader(phi->getParent()))
    isLeaf = all_of(phi->incoming_values(), [&](const Use &incoming) {
      const auto *next = dyn_cast<OverflowingBinaryOperator>(incoming);
      return !next || !is_contained(next->operands(), phi) || next->hasNoSignedWrap();
    });
  if (isLeaf) {
    const BasicBlock::iterator place = *operation.getInsertionPointAfterDef();
    return widened[value] = IRBuilder<>(place->getParent(), place).CreateSExt(value, type);
  }
  // Not kept: it may be an extension that goes.
  if (isa<TruncInst>(operation))
    return operation.getOperand(0);
  if (!phi)
    return widened[value] = widenOperation(operation);
  PHINode *wide = IRBuilder<>(phi).CreatePHI(type, phi->getNumIncomingValues());
  widened[value] = wide;
  if (loops.isLoopHeader(phi->getParent()))
    counters.push_back(phi);
  for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
    Value *incoming = phi->getIncomingValue(i);
    // Of the next value of a counter nobody has asked for a range.
    auto *next = dyn_cast<BinaryOperator>(incoming);
    if (next && is_contained(next->operands(), phi) && !widened.contains(next))
      widened[next] = widenOperation(*next);
    wide->addIncoming(widen(incoming), phi->getIncomingBlock(i));
  }
  return wide;
}

/// LLVM keeps one of two counters, and that should be the wide one.
void Versions::replaceCounter(PHINode &counter) {
  Value *wide = widened.lookup(&counter);
  if (ICmpInst *test = ranges->testOf(counter)) {
    const unsigned side = test->getOperand(0) == &counter ? 0 : 1;
    Value *bound = widen(test->getOperand(1 - side));
    IRBuilder<> builder(test);
    test->replaceAllUsesWith(builder.CreateICmp(ICmpInst::getSignedPredicate(test->getPredicate()),
                                                side ? bound : wide, side ? wide : bound));
    test->eraseFromParent();
  }
  const BasicBlock::iterator place = *counter.getInsertionPointAfterDef();
  counter.replaceAllUsesWith(
      IRBuilder<>(place->getParent(), place).CreateTrunc(wide, counter.getType()));
  counter.eraseFromParent();
}

bool Versions::run() {
  around = loopsOfProducts(function, loops);
  SmallVector<CastInst *> extensions = extendedIndices(function);
  if (none_of(extensions, [&](const CastInst *extension) { return isWorthwhile(*extension); }))
    return false;
  if (!canBeCopied(function))
    return false;
  splitBehindVariables(function, dominators, loops);
  BasicBlock *entry = &function.getEntryBlock();
  IndexRanges::Builder builder(entry, entry->getTerminator()->getIterator(),
                               InstSimplifyFolder(function.getDataLayout()));
  IndexRanges indexRanges(builder, loops, dominators);
  ranges = &indexRanges;
  SmallVector<CastInst *> chosen;
  SmallSetVector<Value *, 16> conditions;
  // What versions are made for comes first; others may take part where there are some anyway.
  for (const bool first : {true, false})
    for (CastInst *extension : extensions) {
      if (isWorthwhile(*extension) != first)
        continue;
      const IndexRange *range = rangeOf(indexRanges, *extension);
      if (!range || (!first && conditions.empty() && !range->conditions.empty()))
        continue;
      // Rows that follow from one another have most of them in common.
      const auto more = count_if(range->conditions,
                                 [&](Value *condition) { return !conditions.contains(condition); });
      if (conditions.size() + more > maxConditions)
        continue;
      conditions.insert_range(range->conditions);
      chosen.push_back(extension);
    }

  if (!conditions.empty()) {
    remark(function, "indices may wrap: a version in which they do, and one in which they do not");
    keepVersion(builder.CreateAnd(conditions.getArrayRef()));
  }
  SmallSetVector<BinaryOperator *, 16> sums;
  for (CastInst *extension : chosen) {
    SmallVector<User *> users(extension->users());
    for (std::size_t i = 0; i < users.size(); ++i)
      if (match(users[i], m_Mul(m_Value(), m_ConstantInt())))
        append_range(users, users[i]->users());
      else if (match(users[i], m_Add(m_Value(), m_Value())))
        sums.insert(cast<BinaryOperator>(users[i]));
    extension->replaceAllUsesWith(widen(extension->getOperand(0)));
    extension->eraseFromParent();
  }
  for (PHINode *counter : counters)
    replaceCounter(*counter);
  for (const WeakVH &sum : SmallVector<WeakVH>(sums.begin(), sums.end()))
    if (auto *left = cast_or_null<BinaryOperator>(sum))
      joinDivisions(*left);
  return true;
}

} // namespace

PreservedAnalyses VersionIndexArithmeticPass::run(Function &function,
                                                  FunctionAnalysisManager &analyses) {
  if (!isKernel(function) || function.hasFnAttribute(oneVersionAttribute) ||
      function.getInstructionCount() > maxVersionedLength ||
      none_of(instructions(function), isSubGroupProduct))
    return PreservedAnalyses::all();
  return Versions(function, analyses).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
