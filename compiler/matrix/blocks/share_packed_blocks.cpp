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

#include <set>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr std::uint64_t lineBytes = 64;
/// Of one round of a loop: each has a table of its own. More are no loop over the depth of a
/// product.
constexpr unsigned mostPlaces = 16;

/// Columns of tiles that lie side by side are packed together up to this distance.
constexpr std::int64_t mostBytesAside = 256;

/// A factor that is packed.
struct PackedFactor {
  Value *matrix;
  unsigned rows, rowBytes; ///< as the operation wants them in memory

  unsigned bytes() const { return rows * rowBytes; }
};

/// What is computed from one window or from rows in memory alone.
struct Packing {
  CallInst *window = nullptr;
  SmallVector<LoadInst *> rows; ///< of what the kernel does not write, no order
  SetVector<Instruction *> steps;
};

/// What lies at an offset in bytes from the first place, and so many distances behind it.
struct Row {
  std::int64_t offset, distances;
};

/// Factors that are packed from one window, or from rows whose addresses are those of the first of
/// them and multiples of a distance.
struct PackedFactors {
  CallInst *window = nullptr;
  LoadInst *first = nullptr;
  AddressPolynomial address, distance;
  MapVector<LoadInst *, Row> rows;
  SmallVector<PackedFactor> factors;
};

Value *behind(IRBuilder<> &builder, Value *pointer, unsigned offset) {
  return offset ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), pointer, offset)
                : pointer;
}

/// A read, kept in the second cache, of data.
void prefetch(IRBuilder<> &builder, Value *place) {
  builder.CreateIntrinsic(Intrinsic::prefetch, {builder.getPtrTy()},
                          {place, builder.getInt32(0), builder.getInt32(2), builder.getInt32(1)});
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
      prefetch(builder, builder.CreateConstGEP1_64(builder.getInt8Ty(), below, line));
  }
}

/// Where a row is, in a function that packs.
Value *placeOf(IRBuilder<> &builder, Function &pack, Row row) {
  Value *down = builder.CreateMul(pack.getArg(1), builder.getInt64(row.distances));
  return builder.CreatePtrAdd(pack.getArg(0),
                              builder.CreateAdd(down, builder.getInt64(row.offset)));
}

class Sharing {
public:
  explicit Sharing(Function &function)
      : function(function), polynomials(function.getDataLayout()) {}

  bool shareIn(BasicBlock &body, BasicBlock &preheader);

private:
  std::optional<Packing> packingOf(Value &matrix, const BasicBlock &body) const;
  std::optional<PackedFactors> placesOf(ArrayRef<LoadInst *> rows);
  void addFactor(CallBase &operation, unsigned operand);
  void addFactor(const PackedFactor &factor, const Packing &packing);
  void prefetchRows(IRBuilder<> &builder, const PackedFactors &packed, Function &pack);
  Function *outline(const PackedFactors &packed);
  void share(const PackedFactors &packed, Value *round);

  Function &function;
  AddressPolynomials polynomials;
  std::vector<PackedFactors> places; ///< of the current loop
};

/// How `matrix` is made, if it takes nothing but one window or rows of what nobody writes.
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
      if (window->getParent() != &body || !isUnwritten(*window) ||
          (result.window && result.window != window))
        return std::nullopt;
      result.window = window;
      continue;
    }
    auto *load = dyn_cast<LoadInst>(step);
    if (load && load->isSimple() && isUnwritten(*load)) {
      if (!is_contained(result.rows, load))
        result.rows.push_back(load);
      continue;
    }
    if (load ? !load->isSimple() : isa<PHINode, CallBase>(step) || step->mayReadOrWriteMemory())
      return std::nullopt;
    if (result.steps.insert(step))
      append_range(work, step->operands());
  }
  if (!result.window == result.rows.empty())
    return std::nullopt;
  return result;
}

/// Where rows lie, if their addresses differ by constants and by multiples of one distance that the
/// loop does not change.
std::optional<PackedFactors> Sharing::placesOf(ArrayRef<LoadInst *> rows) {
  PackedFactors result;
  for (LoadInst *row : rows)
    if (!result.first || row->comesBefore(result.first))
      result.first = row;
  const std::optional<AddressPolynomial> address =
      polynomials.of(result.first->getPointerOperand());
  if (!address)
    return std::nullopt;
  result.address = *address;
  SmallVector<AddressPolynomial> differences;
  for (LoadInst *row : rows) {
    const std::optional<AddressPolynomial> place = polynomials.of(row->getPointerOperand());
    if (!place)
      return std::nullopt;
    differences.push_back(*place - result.address);
    // The shortest distance of which the others are multiples.
    const AddressPolynomial varying = differences.back().varying();
    if (result.distance.constant() || result.distance.timesOf(varying).value_or(0))
      result.distance = varying;
  }
  for (auto [row, difference] : zip(rows, differences)) {
    const std::optional<std::int64_t> distances = difference.timesOf(result.distance);
    if (!distances)
      return std::nullopt;
    result.rows[row] = {*(difference - result.distance * *distances).constant(), *distances};
  }
  if (!polynomials.isInvariant(result.distance, *result.first->getParent()))
    return std::nullopt;
  return result;
}

void Sharing::addFactor(const PackedFactor &factor, const Packing &packing) {
  if (packing.window) {
    auto known =
        find_if(places, [&](const PackedFactors &other) { return other.window == packing.window; });
    if (known == places.end()) {
      known = places.emplace(places.end());
      known->window = packing.window;
    }
    known->factors.push_back(factor);
    return;
  }
  std::optional<PackedFactors> found = placesOf(packing.rows);
  if (!found)
    return;
  found->factors.push_back(factor);
  for (PackedFactors &other : places) {
    if (other.window || !(other.distance == found->distance) ||
        !other.first->comesBefore(found->first))
      continue;
    const std::optional<std::int64_t> aside = (found->address - other.address).constant();
    if (!aside || std::abs(*aside) > mostBytesAside)
      continue;
    for (auto [row, place] : found->rows)
      other.rows[row] = {place.offset + *aside, place.distances};
    other.factors.push_back(factor);
    return;
  }
  places.push_back(std::move(*found));
}

void Sharing::addFactor(CallBase &operation, unsigned operand) {
  const MatrixOperation op = matrixOperation(cast<CallInst>(operation));
  Value *matrix = operation.getArgOperand(operand);
  const unsigned bytes = matrix->getType()->getPrimitiveSizeInBits().getFixedValue() / 8;
  PackedFactor factor{matrix, op.m, bytes / op.m};
  if (operand == 1)
    factor = {matrix, bytes / (op.n * 4), op.n * 4};
  if (factor.rows == 0 || factor.bytes() != bytes || factor.rowBytes % 4 ||
      findRowLoads(polynomials, matrix, {factor.rows, factor.rowBytes}))
    return;
  for (const PackedFactors &known : places)
    if (any_of(known.factors, [&](const PackedFactor &other) { return other.matrix == matrix; }))
      return;
  const std::optional<Packing> packing = packingOf(*matrix, *operation.getParent());
  // Sub-groups that follow one another read other rows of A, and the same of B.
  if (packing && (packing->window || operand == 1))
    addFactor(factor, *packing);
}

/// As prefetchBelow, where each round goes on by some distances.
void Sharing::prefetchRows(IRBuilder<> &builder, const PackedFactors &packed, Function &pack) {
  const std::optional<AddressPolynomial> step =
      polynomials.stepOf(packed.first->getPointerOperand(), *packed.first->getParent());
  const std::optional<std::int64_t> distances =
      step ? step->timesOf(packed.distance) : std::nullopt;
  if (!distances || !*distances || !(*step == packed.distance * *distances))
    return;
  std::set<std::pair<std::int64_t, std::int64_t>> lines;
  for (auto [row, place] : packed.rows)
    lines.insert({place.distances, place.offset / std::int64_t(lineBytes)});
  for (auto [row, line] : lines)
    prefetch(builder,
             placeOf(builder, pack, {line * std::int64_t(lineBytes), row + 2 * *distances}));
}

/// A function that packs what lies in a window, or in rows: void (ptr first, i64 distance, ptr to).
Function *Sharing::outline(const PackedFactors &packed) {
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
  BasicBlock &body = *(packed.window ? packed.window->getParent() : packed.first->getParent());
  SmallPtrSet<const Instruction *, 32> steps;
  for (const PackedFactor &factor : packed.factors) {
    const std::optional<Packing> packing = packingOf(*factor.matrix, body);
    steps.insert_range(packing->steps);
  }
  ValueToValueMapTy copies;
  for (Instruction &instruction : body) {
    auto *extract = dyn_cast<ExtractValueInst>(&instruction);
    if (extract && packed.window && extract->getAggregateOperand() == packed.window) {
      copies[extract] = pack->getArg(extract->getIndices()[0]);
    } else if (auto row = packed.rows.find(dyn_cast<LoadInst>(&instruction));
               row != packed.rows.end()) {
      copies[&instruction] = builder.CreateAlignedLoad(
          instruction.getType(), placeOf(builder, *pack, row->second), row->first->getAlign());
    } else if (steps.contains(&instruction)) {
      Instruction *copy = builder.Insert(instruction.clone());
      copy->setDebugLoc(DebugLoc());
      RemapInstruction(copy, copies, RF_NoModuleLevelChanges);
      copies[&instruction] = copy;
    }
  }
  unsigned offset = 0;
  for (const PackedFactor &factor : packed.factors) {
    Value *matrix = copies[factor.matrix];
    const unsigned lanes = cast<FixedVectorType>(matrix->getType())->getNumElements() / factor.rows;
    for (unsigned row = 0; row < factor.rows; ++row, offset += factor.rowBytes)
      builder.CreateAlignedStore(extractLanes(builder, matrix, row * lanes, lanes),
                                 behind(builder, pack->getArg(2), offset),
                                 commonAlignment(Align(64), offset));
  }
  if (packed.window)
    prefetchBelow(builder, *packed.window, pack->getArg(0), pack->getArg(1));
  else
    prefetchRows(builder, packed, *pack);
  builder.CreateRetVoid();
  return pack;
}

void Sharing::share(const PackedFactors &packed, Value *round) {
  Module &module = *function.getParent();
  unsigned bytes = 0;
  for (const PackedFactor &factor : packed.factors)
    bytes += factor.bytes();
  Function *pack = outline(packed);

  // Rows have no edge.
  IRBuilder<> builder(packed.window ? packed.window->getNextNode() : packed.first);
  Value *first, *distance, *edge = Constant::getNullValue(builder.getPtrTy());
  if (packed.window) {
    first = builder.CreateExtractValue(packed.window, 0);
    distance = builder.CreateExtractValue(packed.window, 1);
    edge = packed.window->getArgOperand(8);
  } else {
    first = builder.CreateAddrSpaceCast(packed.first->getPointerOperand(), builder.getPtrTy());
    distance = polynomials.emit(builder, packed.distance);
  }
  Value *operands[] = {first, distance, edge, round, builder.getInt64(alignTo(bytes, 64)), pack};
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
  for (const PackedFactor &factor : packed.factors) {
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
  places.clear();
  for (CallBase *operation : matrixOperationsOf(body))
    for (unsigned operand : {0u, 1u})
      addFactor(*operation, operand);
  if (places.empty() || places.size() > mostPlaces)
    return false;

  IRBuilder<> builder(&body, body.begin());
  PHINode *round = builder.CreatePHI(builder.getInt64Ty(), 2, "round");
  builder.SetInsertPoint(body.getTerminator());
  round->addIncoming(builder.getInt64(0), &preheader);
  round->addIncoming(builder.CreateNUWAdd(round, builder.getInt64(1)), &body);
  for (const PackedFactors &packed : places)
    share(packed, round);
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
