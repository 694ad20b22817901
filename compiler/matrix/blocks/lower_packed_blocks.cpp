// The memory: a line whose first word is the launch, the entries of all tables, the blocks of all
// tables. An entry has 16 bytes: the window's first row and the distance of its rows.

#include "compiler/matrix/blocks/lower_packed_blocks.hpp"

#include "compiler/ir/entry_function.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "runtime/abi/entry_point.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <cstddef>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr char sizeAttribute[] = "heddle-packed-blocks";

constexpr std::uint64_t lineBytes = 64;
constexpr std::uint64_t entryBytes = 16;
/// Of one operation: with 2 KiB for 32 rows of 32 bfloats, 16384 rows of B. All entries are cleared
/// at the beginning of a launch.
constexpr std::uint64_t tableBytes = 1 << 20;
constexpr std::uint64_t maxRounds = 1024;

struct Table {
  CallInst *call;
  std::uint64_t blockBytes, rounds, firstEntry = 0, firstBlock = 0; ///< in bytes, but `rounds`
};

class Lowering {
public:
  explicit Lowering(Function &function) : function(function) {}

  bool run();

private:
  std::uint64_t layOut();
  void beginCall(std::uint64_t entriesEnd);
  void lower(const Table &table);

  Function &function;
  SmallVector<Table> tables;
  Value *memory = nullptr;    ///< may be null when the program runs
  Value *hasMemory = nullptr; ///< i1
};

/// The bytes of all tables' memory.
std::uint64_t Lowering::layOut() {
  std::uint64_t end = lineBytes;
  for (Table &table : tables) {
    table.firstEntry = end;
    end += table.rounds * entryBytes;
  }
  beginCall(end);
  end = alignTo(end, lineBytes);
  for (Table &table : tables) {
    table.firstBlock = end;
    end += table.rounds * table.blockBytes;
  }
  return end;
}

/// Forgets the blocks of another launch.
void Lowering::beginCall(std::uint64_t entriesEnd) {
  // What the optimizer found out about a function without such memory.
  Argument *worker = function.getArg(entryWorker);
  for (Attribute::AttrKind kind : {Attribute::ReadNone, Attribute::ReadOnly, Attribute::Captures})
    worker->removeAttr(kind);
  function.removeFnAttr(Attribute::Memory);

  Instruction *start = &*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  IRBuilder<> builder(start);
  const auto member = [&](Value *structure, std::uint64_t offset, Type *type, const Twine &name) {
    return builder.CreateLoad(
        type, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), structure, offset), name);
  };
  memory = member(worker, offsetof(HeddleWorkerContext, packedBlocks), builder.getPtrTy(),
                  "packed_blocks");
  Value *launch = member(function.getArg(entryNdRange), offsetof(HeddleNdRange, launch),
                         builder.getInt64Ty(), "launch");
  hasMemory = builder.CreateIsNotNull(memory);
  Instruction *place = SplitBlockAndInsertIfThen(hasMemory, start, false);
  builder.SetInsertPoint(place);
  Value *isOther = builder.CreateICmpNE(builder.CreateLoad(builder.getInt64Ty(), memory), launch);
  builder.SetInsertPoint(SplitBlockAndInsertIfThen(isOther, place, false));
  builder.CreateMemSet(builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), memory, lineBytes),
                       builder.getInt8(0), entriesEnd - lineBytes, Align(lineBytes));
  builder.CreateStore(launch, memory);
}

void Lowering::lower(const Table &table) {
  CallInst &call = *table.call;
  Value *first = call.getArgOperand(0), *distance = call.getArgOperand(1);
  Value *edge = call.getArgOperand(2), *round = call.getArgOperand(3);
  auto *pack = cast<Function>(call.getArgOperand(5));
  LLVMContext &context = function.getContext();
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  AllocaInst *own = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), table.blockBytes),
                                         nullptr, "packed_block");
  own->setAlignment(Align(lineBytes));

  BasicBlock *head = call.getParent();
  BasicBlock *done = SplitBlock(head, &call);
  auto newBlock = [&](const Twine &name) {
    return BasicBlock::Create(context, name, &function, done);
  };
  BasicBlock *look = newBlock("packed.look"), *remember = newBlock("packed.remember");
  BasicBlock *make = newBlock("packed.make");
  MDNode *mostly = MDBuilder(context).createLikelyBranchWeights();

  head->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(head);
  Value *hasEntry = builder.CreateAnd(
      hasMemory, builder.CreateAnd(builder.CreateICmpULT(round, builder.getInt64(table.rounds)),
                                   builder.CreateICmpNE(first, edge)));
  builder.CreateCondBr(hasEntry, look, make, mostly);

  builder.SetInsertPoint(look);
  const auto at = [&](std::uint64_t start, std::uint64_t bytes) {
    Value *begin = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), memory, start);
    return builder.CreatePtrAdd(begin, builder.CreateNUWMul(round, builder.getInt64(bytes)));
  };
  Value *entry = at(table.firstEntry, entryBytes);
  Value *distanceEntry = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), entry, 8);
  Value *block = at(table.firstBlock, table.blockBytes);
  Value *isKnown = builder.CreateAnd(
      builder.CreateICmpEQ(builder.CreateLoad(builder.getPtrTy(), entry), first),
      builder.CreateICmpEQ(builder.CreateLoad(builder.getInt64Ty(), distanceEntry), distance));
  builder.CreateCondBr(isKnown, done, remember, mostly);

  builder.SetInsertPoint(remember);
  builder.CreateStore(first, entry);
  builder.CreateStore(distance, distanceEntry);
  builder.CreateBr(make);

  builder.SetInsertPoint(make);
  PHINode *place = builder.CreatePHI(builder.getPtrTy(), 2);
  place->addIncoming(own, head);
  place->addIncoming(block, remember);
  builder.CreateCall(pack, {first, distance, place})->addFnAttr(Attribute::AlwaysInline);
  builder.CreateBr(done);

  builder.SetInsertPoint(done, done->begin());
  PHINode *result = builder.CreatePHI(builder.getPtrTy(), 2);
  result->addIncoming(block, look);
  result->addIncoming(place, make);
  result->takeName(&call);
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

bool Lowering::run() {
  for (Instruction &instruction : instructions(function))
    if (internalOp(instruction) == InternalOp::packedBlock) {
      auto *call = cast<CallInst>(&instruction);
      const std::uint64_t bytes = cast<ConstantInt>(call->getArgOperand(4))->getZExtValue();
      tables.push_back({call, bytes, std::clamp<std::uint64_t>(tableBytes / bytes, 1, maxRounds)});
    }
  if (tables.empty())
    return false;
  function.addFnAttr(sizeAttribute, utostr(layOut()));
  for (const Table &table : tables)
    lower(table);
  return true;
}

} // namespace

PreservedAnalyses LowerPackedBlocksPass::run(Function &function, FunctionAnalysisManager &) {
  return Lowering(function).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

std::uint64_t packedBlocksSize(const Function &entry) {
  return entry.getFnAttributeAsParsedInteger(sizeAttribute, 0);
}

} // namespace heddle::compiler
