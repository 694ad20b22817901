#include "compiler/matrix/blocks/share_packed_blocks.hpp"

#include "compiler/ir/entry_function.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/matrix_operation.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/matrix/nest/lane_vectors.hpp"
#include "compiler/matrix/nest/matrix_chains.hpp"
#include "compiler/matrix/nest/row_loads.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr std::uint64_t lineBytes = 64;
/// Of one round of a loop: each has a table of its own. More are no loop over the depth of a
/// product.
constexpr unsigned mostWindows = 16;

/// A factor that is packed from what lies in a window.
struct PackedFactor {
  Value *matrix;
  unsigned rows, rowBytes; ///< as the operation wants them in memory

  unsigned bytes() const { return rows * rowBytes; }
};

/// What is computed from a window alone.
struct Packing {
  CallInst *window = nullptr;
  SetVector<Instruction *> steps;
};

using PackingsOfWindow = MapVector<CallInst *, SmallVector<PackedFactor>>;

Value *behind(IRBuilder<> &builder, Value *pointer, unsigned offset) {
  return offset ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), pointer, offset)
                : pointer;
}

/// Two rounds ahead, where the loop goes down the rows of the matrix: they lie too far from one
/// another for the processor to see a pattern, and the last cache takes longer than a round.
void prefetchBelow(IRBuilder<> &builder, const CallInst &window, Value *first, Value *distance) {
  const auto changes = [&](unsigned operand) {
    auto *instruction = dyn_cast<Instruction>(window.getArgOperand(operand));
    return instruction && instruction->getParent() == window.getParent();
  };
  if (changes(4) || !changes(5))
    return;
  const auto constant = [&](unsigned operand) {
    return cast<ConstantInt>(window.getArgOperand(operand))->getZExtValue();
  };
  const std::uint64_t rowBytes = constant(6), rows = constant(7);
  for (std::uint64_t row = 0; row < rows; ++row) {
    Value *below =
        builder.CreatePtrAdd(first, builder.CreateMul(distance, builder.getInt64(2 * rows + row)));
    for (std::uint64_t line = 0; line < rowBytes; line += lineBytes)
      // A read, kept in the second cache, of data.
      builder.CreateIntrinsic(Intrinsic::prefetch, {builder.getPtrTy()},
                              {builder.CreateConstGEP1_64(builder.getInt8Ty(), below, line),
                               builder.getInt32(0), builder.getInt32(2), builder.getInt32(1)});
  }
}

class Sharing {
public:
  explicit Sharing(Function &function)
      : function(function), polynomials(function.getDataLayout()) {}

  bool shareIn(BasicBlock &body, BasicBlock &preheader);

private:
  std::optional<Packing> packingOf(Value &matrix, const BasicBlock &body) const;
  void addFactor(PackingsOfWindow &windows, CallBase &operation, unsigned operand);
  Function *outline(CallInst &window, ArrayRef<PackedFactor> factors);
  void share(CallInst &window, ArrayRef<PackedFactor> factors, Value *round);

  Function &function;
  AddressPolynomials polynomials;
};

/// How `matrix` is made, if it takes nothing but one window of what nobody writes.
std::optional<Packing> Sharing::packingOf(Value &matrix, const BasicBlock &body) const {
  Packing result;
  SmallVector<Value *> work{&matrix};
  while (!work.empty()) {
    Value *value = work.pop_back_val();
    if (isa<Constant>(value))
      continue;
    auto *step = dyn_cast<Instruction>(value);
    if (!step || step->getParent() != &body)
      return std::nullopt;
    if (auto *extract = dyn_cast<ExtractValueInst>(step);
        extract && internalOp(*extract->getAggregateOperand()) == InternalOp::blockReadWindow) {
      auto *window = cast<CallInst>(extract->getAggregateOperand());
      if (window->getParent() != &body || !window->hasFnAttr(unwrittenAttribute) ||
          (result.window && result.window != window))
        return std::nullopt;
      result.window = window;
      continue;
    }
    auto *load = dyn_cast<LoadInst>(step);
    if (load ? !load->isSimple() : isa<PHINode, CallBase>(step) || step->mayReadOrWriteMemory())
      return std::nullopt;
    if (result.steps.insert(step))
      append_range(work, step->operands());
  }
  return result.window ? std::optional(std::move(result)) : std::nullopt;
}

void Sharing::addFactor(PackingsOfWindow &windows, CallBase &operation, unsigned operand) {
  const MatrixOperation op = matrixOperation(cast<CallInst>(operation));
  Value *matrix = operation.getArgOperand(operand);
  const unsigned bytes = matrix->getType()->getPrimitiveSizeInBits().getFixedValue() / 8;
  PackedFactor factor{matrix, op.m, bytes / op.m};
  if (operand == 1)
    factor = {matrix, bytes / (op.n * 4), op.n * 4};
  if (factor.rows == 0 || factor.bytes() != bytes || factor.rowBytes % 4 ||
      findRowLoads(polynomials, matrix, {factor.rows, factor.rowBytes}))
    return;
  if (std::optional<Packing> packing = packingOf(*matrix, *operation.getParent())) {
    SmallVector<PackedFactor> &known = windows[packing->window];
    if (none_of(known, [&](const PackedFactor &other) { return other.matrix == matrix; }))
      known.push_back(factor);
  }
}

/// A function that packs what lies in a window: void (ptr first, i64 distance, ptr to).
Function *Sharing::outline(CallInst &window, ArrayRef<PackedFactor> factors) {
  Module &module = *function.getParent();
  LLVMContext &context = module.getContext();
  Type *pointer = PointerType::get(context, 0);
  auto *type = FunctionType::get(Type::getVoidTy(context),
                                 {pointer, Type::getInt64Ty(context), pointer}, false);
  Function *pack = Function::Create(type, GlobalValue::InternalLinkage, "pack_block", module);
  pack->addFnAttr(Attribute::AlwaysInline);
  pack->setDoesNotThrow();
  pack->addParamAttr(2, Attribute::NoAlias);

  IRBuilder<> builder(BasicBlock::Create(context, "entry", pack));
  BasicBlock &body = *window.getParent();
  SmallPtrSet<const Instruction *, 32> steps;
  for (const PackedFactor &factor : factors) {
    const std::optional<Packing> packing = packingOf(*factor.matrix, body);
    steps.insert_range(packing->steps);
  }
  ValueToValueMapTy copies;
  for (Instruction &instruction : body) {
    auto *extract = dyn_cast<ExtractValueInst>(&instruction);
    if (extract && extract->getAggregateOperand() == &window) {
      copies[extract] = pack->getArg(extract->getIndices()[0]);
    } else if (steps.contains(&instruction)) {
      Instruction *copy = builder.Insert(instruction.clone());
      copy->setDebugLoc(DebugLoc());
      RemapInstruction(copy, copies, RF_NoModuleLevelChanges);
      copies[&instruction] = copy;
    }
  }
  unsigned offset = 0;
  for (const PackedFactor &factor : factors) {
    Value *matrix = copies[factor.matrix];
    const unsigned lanes = cast<FixedVectorType>(matrix->getType())->getNumElements() / factor.rows;
    for (unsigned row = 0; row < factor.rows; ++row, offset += factor.rowBytes)
      builder.CreateAlignedStore(extractLanes(builder, matrix, row * lanes, lanes),
                                 behind(builder, pack->getArg(2), offset),
                                 commonAlignment(Align(64), offset));
  }
  prefetchBelow(builder, window, pack->getArg(0), pack->getArg(1));
  builder.CreateRetVoid();
  return pack;
}

void Sharing::share(CallInst &window, ArrayRef<PackedFactor> factors, Value *round) {
  Module &module = *function.getParent();
  unsigned bytes = 0;
  for (const PackedFactor &factor : factors)
    bytes += factor.bytes();
  Function *pack = outline(window, factors);

  IRBuilder<> builder(window.getNextNode());
  Value *operands[] = {builder.CreateExtractValue(&window, 0),
                       builder.CreateExtractValue(&window, 1),
                       window.getArgOperand(8),
                       round,
                       builder.getInt64(alignTo(bytes, 64)),
                       pack};
  SmallVector<Type *> types;
  for (Value *operand : operands)
    types.push_back(operand->getType());
  CallInst *block =
      builder.CreateCall(getInternalOp(module, InternalOp::packedBlock,
                                       FunctionType::get(builder.getPtrTy(), types, false)),
                         operands, "packed");
  remark(function, "a block of " + Twine(bytes) +
                       " bytes is packed once for all sub-groups that "
                       "read it in one call");
  SmallVector<WeakTrackingVH> unused;
  unsigned offset = 0;
  for (const PackedFactor &factor : factors) {
    auto *type = cast<FixedVectorType>(factor.matrix->getType());
    auto *rowType =
        FixedVectorType::get(type->getElementType(), type->getNumElements() / factor.rows);
    SmallVector<Value *> rows;
    for (unsigned row = 0; row < factor.rows; ++row, offset += factor.rowBytes)
      rows.push_back(builder.CreateAlignedLoad(rowType, behind(builder, block, offset),
                                               commonAlignment(Align(64), offset)));
    factor.matrix->replaceAllUsesWith(joinLanes(builder, rows));
    unused.push_back(factor.matrix);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
}

bool Sharing::shareIn(BasicBlock &body, BasicBlock &preheader) {
  PackingsOfWindow windows;
  for (CallBase *operation : matrixOperationsOf(body))
    for (unsigned operand : {0u, 1u})
      addFactor(windows, *operation, operand);
  if (windows.empty() || windows.size() > mostWindows)
    return false;

  IRBuilder<> builder(&body, body.begin());
  PHINode *round = builder.CreatePHI(builder.getInt64Ty(), 2, "round");
  builder.SetInsertPoint(body.getTerminator());
  round->addIncoming(builder.getInt64(0), &preheader);
  round->addIncoming(builder.CreateNUWAdd(round, builder.getInt64(1)), &body);
  for (auto &[window, factors] : windows)
    share(*window, factors, round);
  return true;
}

} // namespace

PreservedAnalyses SharePackedBlocksPass::run(Function &function,
                                             FunctionAnalysisManager &analyses) {
  if (!isEntryFunction(function))
    return PreservedAnalyses::all();
  bool changed = false;
  Sharing sharing(function);
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->getNumBlocks() == 1 && loop->getLoopPreheader())
      changed |= sharing.shareIn(*loop->getHeader(), *loop->getLoopPreheader());
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
