#include "compiler/vectorizer/transform/merge_bytes.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/shared_memory.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

#include <algorithm>
#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

constexpr unsigned byteBits = 8;
constexpr unsigned largestWord = 64;
constexpr unsigned constantAddressSpace = 2;

/// An access to a part of a word.
template <typename Access> struct Part {
  Access *access;
  /// Where the part begins in the word.
  unsigned shift;
  /// Bytes from the first part that was found.
  std::int64_t offset = 0;
};

using LoadedPart = Part<LoadInst>;
using StoredPart = Part<StoreInst>;

unsigned bitsOf(const Value *value) { return value->getType()->getIntegerBitWidth(); }
unsigned bitsOf(const LoadedPart &part) { return bitsOf(part.access); }
unsigned bitsOf(const StoredPart &part) { return bitsOf(part.access->getValueOperand()); }

/// Private arrays lie with their lanes side by side, element by element, and what is staged in
/// local memory is looked for by its elements.
bool isMergeable(unsigned addressSpace) {
  return addressSpace == AddressSpace::inGlobal || addressSpace == constantAddressSpace;
}

bool isPartWidth(unsigned bits) {
  return bits == byteBits || bits == 2 * byteBits || bits == 4 * byteBits;
}

/// What a word is made of: loads, shifted to their places, none of them on top of another.
class WordParts {
public:
  /// Whether all of the value are such loads.
  bool find(Instruction &root) {
    root_ = &root;
    return add(&root, 0, bitsOf(&root));
  }
  SmallVector<LoadedPart, 8> parts;
  /// What puts them together.
  SmallVector<Instruction *, 16> steps;

private:
  const Instruction *root_ = nullptr;

  /// The value, whose bits from `top` of the word on are lost, begins at `shift`.
  bool add(Value *value, unsigned shift, unsigned top) {
    top = std::min(top, shift + bitsOf(value));
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction)
      return false;
    if (auto *load = dyn_cast<LoadInst>(instruction)) {
      const unsigned bits = bitsOf(load);
      if (!load->isSimple() || !load->hasOneUse() || !isPartWidth(bits) || shift + bits > top ||
          !isMergeable(load->getPointerAddressSpace()) || parts.size() == largestWord / byteBits)
        return false;
      parts.push_back({load, shift});
      return true;
    }
    if (instruction != root_ && !instruction->hasOneUse())
      return false;
    steps.push_back(instruction);
    Value *a;
    Value *b;
    const APInt *bits;
    if (match(instruction, m_Or(m_Value(a), m_Value(b))))
      return add(a, shift, top) && add(b, shift, top);
    if (match(instruction, m_ZExt(m_Value(a))))
      return add(a, shift, top);
    if (match(instruction, m_Shl(m_Value(a), m_APInt(bits))) && bits->ult(top - shift))
      return add(a, shift + bits->getZExtValue(), top);
    return false;
  }
};

/// How the parts lie in memory.
struct Order {
  unsigned bits;  ///< of all together
  unsigned shift; ///< where the word begins in the value
  bool swapped;   ///< the first byte counts most
};

/// Sorts them by their places.
template <typename Access>
std::optional<Order> orderOf(SmallVectorImpl<Part<Access>> &parts, ScalarEvolution &evolution) {
  const unsigned bits = bitsOf(parts.front());
  const unsigned all = bits * parts.size();
  if (parts.size() < 2 || all > largestWord || !isPowerOf2_32(all))
    return std::nullopt;
  const SCEV *first = evolution.getSCEV(parts.front().access->getPointerOperand());
  for (Part<Access> &part : parts) {
    if (bitsOf(part) != bits || part.access->getParent() != parts.front().access->getParent() ||
        part.access->getPointerAddressSpace() != parts.front().access->getPointerAddressSpace())
      return std::nullopt;
    const auto *distance = dyn_cast<SCEVConstant>(
        evolution.getMinusSCEV(evolution.getSCEV(part.access->getPointerOperand()), first));
    if (!distance || distance->getAPInt().getSignificantBits() > 32)
      return std::nullopt;
    part.offset = distance->getAPInt().getSExtValue();
  }
  llvm::sort(parts, [](const auto &a, const auto &b) { return a.offset < b.offset; });
  const unsigned lowest = std::min(parts.front().shift, parts.back().shift);
  const bool swapped = parts.front().shift > parts.back().shift;
  if (swapped && bits != byteBits)
    return std::nullopt;
  for (const auto &[index, part] : enumerate(parts)) {
    const unsigned place = swapped ? parts.size() - 1 - index : index;
    if (part.offset != parts.front().offset + static_cast<std::int64_t>(index * bits / byteBits) ||
        part.shift != lowest + place * bits)
      return std::nullopt;
  }
  return Order{all, lowest, swapped};
}

template <typename Access> Access *lastOf(ArrayRef<Part<Access>> parts) {
  return std::max_element(
             parts.begin(), parts.end(),
             [](const auto &a, const auto &b) { return a.access->comesBefore(b.access); })
      ->access;
}

template <typename Access> Access *firstOf(ArrayRef<Part<Access>> parts) {
  return std::min_element(
             parts.begin(), parts.end(),
             [](const auto &a, const auto &b) { return a.access->comesBefore(b.access); })
      ->access;
}

/// Three bytes are none of a word and one: `others` is what is left alone besides the root.
bool mergeLoads(Instruction &root, ScalarEvolution &evolution, AAResults &aliases,
                SmallPtrSetImpl<const Instruction *> &others) {
  WordParts word;
  if (!word.find(root))
    return false;
  if (!isPowerOf2_64(word.parts.size()))
    others.insert_range(word.steps);
  const std::optional<Order> order = orderOf(word.parts, evolution);
  if (!order)
    return false;
  LoadInst *last = lastOf<LoadInst>(word.parts);
  LoadInst *lowest = word.parts.front().access;
  const MemoryLocation location(lowest->getPointerOperand(),
                                LocationSize::precise(order->bits / byteBits));
  for (Instruction *between = firstOf<LoadInst>(word.parts); between != last;
       between = between->getNextNode())
    if (isModSet(aliases.getModRefInfo(between, location)))
      return false;
  IRBuilder<> builder(last);
  Value *value = builder.CreateAlignedLoad(builder.getIntNTy(order->bits),
                                           lowest->getPointerOperand(), lowest->getAlign());
  builder.SetInsertPoint(&root);
  if (order->swapped)
    value = builder.CreateUnaryIntrinsic(Intrinsic::bswap, value);
  value = builder.CreateZExt(value, root.getType());
  if (order->shift != 0)
    value = builder.CreateShl(value, order->shift);
  root.replaceAllUsesWith(value);
  return true;
}

bool mergeLoads(BasicBlock &block, ScalarEvolution &evolution, AAResults &aliases) {
  SmallVector<WeakTrackingVH, 8> merged;
  SmallPtrSet<const User *, 16> dead;
  SmallPtrSet<const Instruction *, 16> others;
  // From the last one on, so that a word comes before its parts.
  for (Instruction &root : reverse(block)) {
    const bool isUnused =
        !root.mayHaveSideEffects() && !root.isTerminator() &&
        all_of(root.users(), [&](const User *user) { return dead.contains(user); });
    if (!isUnused && (root.getOpcode() != Instruction::Or || !root.getType()->isIntegerTy() ||
                      others.contains(&root) || !mergeLoads(root, evolution, aliases, others)))
      continue;
    dead.insert(&root);
    if (!isUnused)
      merged.push_back(&root);
  }
  RecursivelyDeleteTriviallyDeadInstructions(merged);
  return !merged.empty();
}

/// Stores of parts of one value, one after another.
class StoredWord {
public:
  explicit StoredWord(ScalarEvolution &evolution) : evolution_(evolution) {}

  /// Merges what there is if the store is of another word.
  void add(StoreInst &store) {
    Value *value;
    if (!store.isSimple() || !isMergeable(store.getPointerAddressSpace()) ||
        !match(store.getValueOperand(), m_Trunc(m_Value(value))) ||
        !value->getType()->isIntegerTy() || !isPartWidth(bitsOf(store.getValueOperand()))) {
      end();
      return;
    }
    const unsigned bits = bitsOf(store.getValueOperand());
    unsigned shift = 0;
    Value *inner;
    const APInt *amount;
    // What is stored are bits of each value on the way; shifts bring none of another sign to them.
    while (true) {
      if (match(value, m_Trunc(m_Value(inner)))) {
        value = inner;
      } else if (match(value, m_Shr(m_Value(inner), m_APInt(amount))) &&
                 amount->ule(bitsOf(value) - bits - shift)) {
        shift += amount->getZExtValue();
        value = inner;
      } else {
        break;
      }
    }
    if (value != value_ || (!parts_.empty() && bitsOf(parts_.front()) != bits) ||
        parts_.size() == largestWord / byteBits)
      end();
    value_ = value;
    parts_.push_back({&store, shift});
  }

  void end() {
    if (!parts_.empty() && bitsOf(value_) <= largestWord)
      merge();
    parts_.clear();
    value_ = nullptr;
  }

  bool isChanged() const { return isChanged_; }

private:
  void merge() {
    const std::optional<Order> order = orderOf(parts_, evolution_);
    if (!order || order->shift + order->bits > bitsOf(value_))
      return;
    StoreInst *lowest = parts_.front().access;
    IRBuilder<> builder(lastOf<StoreInst>(parts_));
    Value *word = order->shift != 0 ? builder.CreateLShr(value_, order->shift) : value_;
    word = builder.CreateTrunc(word, builder.getIntNTy(order->bits));
    if (order->swapped)
      word = builder.CreateUnaryIntrinsic(Intrinsic::bswap, word);
    builder.CreateAlignedStore(word, lowest->getPointerOperand(), lowest->getAlign());
    for (const StoredPart &part : parts_) {
      Value *stored = part.access->getValueOperand();
      part.access->eraseFromParent();
      RecursivelyDeleteTriviallyDeadInstructions(stored);
    }
    isChanged_ = true;
  }

  ScalarEvolution &evolution_;
  Value *value_ = nullptr;
  SmallVector<StoredPart, 8> parts_;
  bool isChanged_ = false;
};

bool mergeStores(BasicBlock &block, ScalarEvolution &evolution) {
  StoredWord word(evolution);
  for (Instruction &instruction : make_early_inc_range(block))
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      word.add(*store);
    else if (instruction.mayReadOrWriteMemory() || instruction.isTerminator())
      word.end();
  return word.isChanged();
}

} // namespace

PreservedAnalyses MergeBytesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  // Factors of products are told by how their elements are read.
  if (any_of(instructions(function), isSubGroupProduct))
    return PreservedAnalyses::all();
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  auto &aliases = analyses.getResult<AAManager>(function);
  bool isChanged = false;
  for (BasicBlock &block : function) {
    isChanged |= mergeLoads(block, evolution, aliases);
    isChanged |= mergeStores(block, evolution);
  }
  if (!isChanged)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
