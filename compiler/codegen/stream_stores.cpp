#include "compiler/codegen/stream_stores.hpp"

#include "compiler/ir/entry_function.hpp"
#include "runtime/abi/entry_point.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <algorithm>
#include <cstddef>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr std::uint64_t lineBytes = 64;
constexpr std::uint64_t leastBytes = 16; // of a non-temporal store
constexpr char streamedBytesAttribute[] = "heddle-streamed-bytes";

/// Whether other threads may learn by the function that it has written something.
bool mayTellOthers(const Function &function, SmallPtrSetImpl<const Function *> &seen) {
  if (!seen.insert(&function).second)
    return false;
  return any_of(instructions(function), [&](const Instruction &instruction) {
    if (instruction.isAtomic())
      return true;
    auto *call = dyn_cast<CallBase>(&instruction);
    if (!call || isa<IntrinsicInst>(call))
      return false;
    if (call->isInlineAsm())
      return call->mayWriteToMemory();
    const Function *callee = call->getCalledFunction();
    return !callee || (!callee->isDeclaration() && mayTellOthers(*callee, seen));
  });
}

/// A store of a vector, or of some of its elements.
struct VectorStore {
  Instruction *instruction = nullptr;
  Value *value = nullptr, *pointer = nullptr;
  Value *mask = nullptr; ///< null: all elements
};

VectorStore vectorStore(Instruction &instruction) {
  if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isSimple())
    return {store, store->getValueOperand(), store->getPointerOperand()};
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
      call && call->getIntrinsicID() == Intrinsic::masked_store)
    return {call, call->getArgOperand(0), call->getArgOperand(1), call->getArgOperand(2)};
  return {};
}

class StreamStores {
public:
  StreamStores(Function &entry, FunctionAnalysisManager &analyses)
      : entry(entry), loops(analyses.getResult<LoopAnalysis>(entry)),
        evolution(analyses.getResult<ScalarEvolutionAnalysis>(entry)) {}

  bool run() {
    collect();
    if (found.empty())
      return false;
    SmallPtrSet<const Function *, 8> seen;
    if (mayTellOthers(entry, seen))
      return false;
    writeConditions();
    if (found.empty())
      return false;
    // From behind, so that each cut moves what lies up to the one before and not the whole block.
    for (const Candidate &candidate : reverse(found))
      makeTwo(candidate);
    fenceReturns();
    // One element of each work-item at least.
    std::uint64_t most = 0;
    for (const Candidate &candidate : found)
      most = std::max<std::uint64_t>(most, entry.getDataLayout().getTypeStoreSize(
                                               candidate.store.value->getType()->getScalarType()));
    entry.addFnAttr(streamedBytesAttribute, utostr(most));
    // The worker is read now, and a fence is more than an access to what arguments lead to.
    entry.removeParamAttr(entryWorker, Attribute::ReadNone);
    entry.removeFnAttr(Attribute::Memory);
    entry.removeFnAttr(Attribute::NoSync);
    return true;
  }

private:
  struct Candidate {
    VectorStore store;
    Loop *loop;
    const SCEV *first; ///< the address in the loop's first round
    std::uint64_t alignment;
    Value *isStreamed = nullptr;
  };

  /// The argument of the kernel that the pointer comes from, or null.
  static const Value *bufferOf(const Value *pointer) {
    const Value *object = getUnderlyingObject(pointer, /*MaxLookup=*/0);
    auto *load = dyn_cast<LoadInst>(object);
    if (!load || !load->getType()->isPointerTy())
      return nullptr;
    auto *arguments = dyn_cast<Argument>(getUnderlyingObject(load->getPointerOperand()));
    return arguments && arguments->getArgNo() == entryArguments ? load : nullptr;
  }

  /// What is read is in a cache, where it is written as quickly.
  void collectRead() {
    for (const Instruction &instruction : instructions(entry)) {
      if (!instruction.mayReadFromMemory())
        continue;
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
        if (const Intrinsic::ID id = call->getIntrinsicID();
            id == Intrinsic::masked_load || id == Intrinsic::masked_gather)
          pointer = call->getArgOperand(0);
      if (!pointer)
        continue;
      // The addresses of a gather are a base and what is added to it.
      if (pointer->getType()->isVectorTy()) {
        while (auto *address = dyn_cast<GetElementPtrInst>(pointer))
          pointer = address->getPointerOperand();
        if (const Value *base = getSplatValue(pointer))
          pointer = base;
      }
      if (const Value *buffer = bufferOf(pointer))
        read.insert(buffer);
    }
  }

  void collect() {
    for (Instruction &instruction : instructions(entry)) {
      const VectorStore store = vectorStore(instruction);
      if (!store.instruction || !isa<FixedVectorType>(store.value->getType()))
        continue;
      Loop *loop = loops.getLoopFor(instruction.getParent());
      if (!loop || !loop->getLoopPreheader())
        continue;
      const std::uint64_t bytes = entry.getDataLayout().getTypeStoreSize(store.value->getType());
      if (bytes < leastBytes || !isPowerOf2_64(bytes) || !bufferOf(store.pointer))
        continue;
      auto *address = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(store.pointer));
      if (!address || address->getLoop() != loop || !address->isAffine())
        continue;
      auto *step = dyn_cast<SCEVConstant>(address->getStepRecurrence(evolution));
      if (!step || !fillsLines(bytes, step->getAPInt()))
        continue;
      found.push_back({store, loop, address->getStart(), std::min(bytes, lineBytes)});
    }
    if (found.empty())
      return;
    collectRead();
    erase_if(found, [&](const Candidate &candidate) {
      return read.contains(bufferOf(candidate.store.pointer));
    });
  }

  /// Whether stores of so many bytes at such a distance write whole lines.
  static bool fillsLines(std::uint64_t bytes, const APInt &step) {
    if (bytes % lineBytes == 0)
      return step != 0 && step.urem(lineBytes) == 0;
    return step == bytes;
  }

  /// In front of each loop, whether its stores shall be non-temporal.
  void writeConditions() {
    IRBuilder<> builder(&*entry.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Value *slot = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), entry.getArg(entryWorker),
                                                     offsetof(HeddleWorkerContext, streams));
    streams = builder.CreateIsNotNull(
        builder.CreateAlignedLoad(builder.getInt64Ty(), slot, Align(8)), "streams");
    SCEVExpander expander(evolution, "stream");
    erase_if(found, [&](Candidate &candidate) {
      Instruction *end = candidate.loop->getLoopPreheader()->getTerminator();
      if (!expander.isSafeToExpandAt(candidate.first, end))
        return true;
      Value *first =
          expander.expandCodeFor(candidate.first, candidate.store.pointer->getType(), end);
      builder.SetInsertPoint(end);
      Value *below = builder.CreateAnd(builder.CreatePtrToInt(first, builder.getInt64Ty()),
                                       builder.getInt64(candidate.alignment - 1));
      candidate.isStreamed = builder.CreateAnd(streams, builder.CreateIsNull(below));
      return false;
    });
  }

  static void makeTwo(const Candidate &candidate) {
    const VectorStore &store = candidate.store;
    Instruction *plain = nullptr, *streaming = nullptr;
    SplitBlockAndInsertIfThenElse(candidate.isStreamed, store.instruction->getIterator(),
                                  &streaming, &plain);
    store.instruction->moveBefore(plain->getIterator());
    if (store.mask) {
      // Lanes are missing at the end of a guard only.
      IRBuilder<> builder(streaming);
      Value *all = builder.CreateAndReduce(store.mask);
      BasicBlock *block = SplitBlock(streaming->getParent(), streaming->getIterator());
      Instruction *branch = block->getSinglePredecessor()->getTerminator();
      builder.SetInsertPoint(branch);
      builder.CreateCondBr(all, block, plain->getParent());
      branch->eraseFromParent();
    }
    IRBuilder<> builder(streaming);
    StoreInst *written =
        builder.CreateAlignedStore(store.value, store.pointer, Align(candidate.alignment));
    LLVMContext &context = written->getContext();
    written->setMetadata(LLVMContext::MD_nontemporal,
                         MDNode::get(context, ConstantAsMetadata::get(builder.getInt32(1))));
  }

  void fenceReturns() {
    for (BasicBlock &block : make_early_inc_range(entry))
      if (auto *end = dyn_cast<ReturnInst>(block.getTerminator())) {
        IRBuilder<> builder(SplitBlockAndInsertIfThen(streams, end->getIterator(), false));
        builder.CreateIntrinsic(Intrinsic::x86_sse_sfence, {});
      }
  }

  Function &entry;
  LoopInfo &loops;
  ScalarEvolution &evolution;
  SmallVector<Candidate, 4> found;
  SmallPtrSet<const Value *, 8> read; ///< buffers
  Value *streams = nullptr;
};

} // namespace

std::uint32_t streamedBytes(const Function &entry) {
  return static_cast<std::uint32_t>(entry.getFnAttributeAsParsedInteger(streamedBytesAttribute, 0));
}

PreservedAnalyses StreamStoresPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!isEntryFunction(function) || !StreamStores(function, analyses).run())
    return PreservedAnalyses::all();
  return PreservedAnalyses::none();
}

} // namespace heddle::compiler
