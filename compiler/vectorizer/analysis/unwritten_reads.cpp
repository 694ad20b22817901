#include "compiler/vectorizer/analysis/unwritten_reads.hpp"

#include "compiler/ir/control_paths.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/shared_memory.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Metadata.h"

#include <utility>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Of the alias scopes that say which arguments do not overlap.
constexpr char apartDomain[] = "heddle.arguments";

/// The memory that an instruction reads at one pointer; null if it does anything else.
const Value *readPointer(const Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple() ? load->getPointerOperand() : nullptr;
  return internalOp(instruction) == InternalOp::blockRead ? instruction.getOperand(0) : nullptr;
}

bool readsBlock(const Instruction &instruction) {
  const std::optional<InternalOp> op = internalOp(instruction);
  return op == InternalOp::blockRead2d || op == InternalOp::cooperativeLoad;
}

/// The memory that an instruction writes at one pointer; null if it may write elsewhere, or show
/// what others have written.
const Value *plainlyWrittenPointer(const Instruction &instruction) {
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return store->isSimple() ? store->getPointerOperand() : nullptr;
  // Relaxed ones order nothing else.
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return update->isVolatile() || isStrongerThanMonotonic(update->getOrdering())
               ? nullptr
               : update->getPointerOperand();
  const std::optional<InternalOp> op = internalOp(instruction);
  return op == InternalOp::blockWrite || op == InternalOp::blockWrite2d ||
                 op == InternalOp::cooperativeStore
             ? instruction.getOperand(0)
             : nullptr;
}

/// Also of pointers that step on in a loop.
const Argument *argumentOf(const Value *pointer) {
  if (!pointer)
    return nullptr;
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(pointer, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return objects.size() == 1 ? dyn_cast<Argument>(objects.front()) : nullptr;
}

const Argument *readArgument(const Instruction &instruction) {
  return argumentOf(readsBlock(instruction) ? instruction.getOperand(0) : readPointer(instruction));
}

bool isRead(const Instruction &instruction) {
  if (readsBlock(instruction))
    return true;
  constexpr unsigned globalAddressSpace = 1, constantAddressSpace = 2;
  const Value *pointer = readPointer(instruction);
  if (!pointer)
    return false;
  // Also through pointers of the generic address space, such as vload's.
  const unsigned space = getUnderlyingObject(pointer)->getType()->getPointerAddressSpace();
  return space == globalAddressSpace || space == constantAddressSpace;
}

/// Whether markApart has said so of a write and a read.
bool areMarkedApart(const MDNode *written, const Instruction &read) {
  const MDNode *others = read.getMetadata(LLVMContext::MD_noalias);
  return written && others && any_of(written->operands(), [&](const MDOperand &operand) {
           const MDNode *domain = AliasScopeNode(cast<MDNode>(operand)).getDomain();
           const auto *name = domain && domain->getNumOperands() > 1
                                  ? dyn_cast<MDString>(domain->getOperand(1))
                                  : nullptr;
           return name && name->getString() == apartDomain &&
                  is_contained(others->operands(), operand);
         });
}

/// Writes of one kind: the argument, null for anything, and their alias scopes.
using Write = std::pair<const Argument *, const MDNode *>;

bool isInTheWay(const Write &write, const Instruction &read) {
  const auto &[argument, scopes] = write;
  if (!argument)
    return true;
  const Argument *other = readArgument(read);
  // Nothing but reads of other arguments is sure to stay clear of a `restrict` one.
  if (!other || other == argument)
    return true;
  return !argument->hasNoAliasAttr() && !areMarkedApart(scopes, read);
}

/// The reads of a kernel, each with the writes that may come before it and touch the same.
using ReadsBehindWrites = MapVector<Instruction *, SmallVector<const Argument *>>;

ReadsBehindWrites readsBehindWrites(Function &kernel) {
  MapVector<Write, SmallVector<const BasicBlock *>> writes;
  ReadsBehindWrites reads;
  const auto add = [&](Instruction *read, const Write &write) {
    SmallVector<const Argument *> &before = reads[read];
    if (isInTheWay(write, *read) && !is_contained(before, write.first))
      before.push_back(write.first);
  };
  for (BasicBlock &block : kernel) {
    SmallVector<Write> written;
    for (Instruction &instruction : block) {
      if (isRead(instruction)) {
        reads.try_emplace(&instruction);
        for (const Write &write : written)
          add(&instruction, write);
      } else if (writesOrSynchronizes(instruction)) {
        const Write write{argumentOf(plainlyWrittenPointer(instruction)),
                          instruction.getMetadata(LLVMContext::MD_alias_scope)};
        if (!is_contained(written, write)) {
          written.push_back(write);
          writes[write].push_back(&block);
        }
      }
    }
  }
  for (const auto &[write, blocks] : writes) {
    const SmallPtrSet<const BasicBlock *, 32> behind = blocksBehind(blocks);
    for (const auto &[read, before] : reads)
      if (behind.contains(read->getParent()))
        add(read, write);
  }
  return reads;
}

} // namespace

void markUnwrittenReads(Function &kernel) {
  for (const auto &[read, before] : readsBehindWrites(kernel))
    // What hardly ever runs is not worth more code.
    if (before.empty() && !read->hasMetadata(wrapsMetadata))
      markUnwritten(*read);
}

SmallVector<ArgumentPair> argumentsInTheWay(Function &kernel,
                                            function_ref<bool(const Instruction &)> isWanted) {
  SmallVector<ArgumentPair> pairs;
  for (const auto &[read, before] : readsBehindWrites(kernel)) {
    const Argument *argument = readArgument(*read);
    if (!argument || is_contained(before, nullptr) || is_contained(before, argument) ||
        !isWanted(*read))
      continue;
    for (const Argument *written : before) {
      const ArgumentPair pair{const_cast<Argument *>(written), const_cast<Argument *>(argument)};
      if (!is_contained(pairs, pair))
        pairs.push_back(pair);
    }
  }
  return pairs;
}

void markApart(ArrayRef<BasicBlock *> blocks, ArrayRef<ArgumentPair> pairs) {
  if (pairs.empty())
    return;
  LLVMContext &context = blocks.front()->getContext();
  MDBuilder builder(context);
  const auto add = [](Instruction &instruction, unsigned kind, MDNode *scope) {
    MDNode *scopes = MDNode::get(scope->getContext(), scope);
    instruction.setMetadata(kind, MDNode::concatenate(instruction.getMetadata(kind), scopes));
  };
  // A domain for each, so that what is in one of them need not be in all.
  DenseMap<const Argument *, MDNode *> scopes;
  for (const ArgumentPair &pair : pairs)
    if (MDNode *&scope = scopes[pair.written]; !scope)
      scope = builder.createAnonymousAliasScope(
          builder.createAnonymousAliasScopeDomain(apartDomain), pair.written->getName());
  for (BasicBlock *block : blocks)
    for (Instruction &instruction : *block) {
      const Argument *argument = argumentOf(plainlyWrittenPointer(instruction));
      if (!argument && isRead(instruction))
        argument = readArgument(instruction);
      if (!argument)
        continue;
      if (MDNode *scope = scopes.lookup(argument))
        add(instruction, LLVMContext::MD_alias_scope, scope);
      for (const ArgumentPair &pair : pairs)
        if (pair.other == argument)
          add(instruction, LLVMContext::MD_noalias, scopes.lookup(pair.written));
    }
}

} // namespace heddle::compiler
