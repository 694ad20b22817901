// In front of the loop, for each panel:
//
//   ask       the worker for the panel; without one → the loop as it was
//   make      if it is new, or has too few rounds: a copy of the loop that writes the factors to it
//             instead of multiplying
//   join

#include "compiler/matrix/panels/pack_matrix_panels.hpp"

#include "compiler/ir/accumulators.hpp"
#include "compiler/ir/entry_function.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/rarely_run.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/matrix/factors/bfloat_factors.hpp"
#include "compiler/matrix/nest/lane_vectors.hpp"
#include "compiler/matrix/nest/matrix_chains.hpp"
#include "compiler/matrix/nest/row_loads.hpp"
#include "compiler/matrix/panels/number_of_rounds.hpp"
#include "compiler/matrix/panels/panel_memory.hpp"
#include "compiler/matrix/panels/round_values.hpp"
#include "compiler/matrix/plan/fused_operation.hpp"
#include "compiler/matrix/plan/matrix_cost.hpp"
#include "compiler/matrix/plan/matrix_target.hpp"
#include "compiler/matrix/plan/tile_products.hpp"
#include "runtime/abi/entry_point.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <map>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned mostKeys = MatrixTarget::panelKeys;
/// Looked at in a round.
constexpr unsigned mostValuesOfSums = 20000;

/// It fills scratch memory that nobody reads.
bool isDeadWindow(const Instruction &instruction) {
  return internalOp(instruction) == InternalOp::blockReadWindow && instruction.use_empty();
}

/// What became of the value in a copy of the loop; itself where it has none, or has none any more.
Value *copyOf(const ValueToValueMapTy &values, Value *value) {
  const auto known = values.find(value);
  return known == values.end() || !known->second ? value : static_cast<Value *>(known->second);
}

/// An operation as products of bfloats.
struct Expansion {
  CallBase *call;
  MatrixOperation op;
};

/// Which factors are packed: both of halves that pay to be converted in each round, as bfloats;
/// those that have to be put together, those that fill only a part of a tile where what follows
/// lies elsewhere among them; or others that tiles can be loaded from where they lie, for launches
/// in which their rows cross lines of the cache. The first and the last where many sub-groups want
/// them.
enum class Packed { halves, putTogether, inPlace };

class Packing {
public:
  Packing(Packed kind, BasicBlock &loop, BasicBlock &preheader, BasicBlock &exit,
          TileFeatures features, PanelRequests &requests)
      : kind(kind), loop(loop), preheader(preheader), exit(exit), features(features),
        requests(requests), polynomials(loop.getDataLayout()), rounds(loop) {}

  /// What is worth packing; false for nothing.
  bool plan();
  /// trips: the number of rounds, an i64 in the preheader. countRounds: the loop ends by it.
  void pack(Value *trips, bool countRounds);
  /// The loop as it was, when it is packed.
  BasicBlock &unpacked() const { return *fallback->getSingleSuccessor(); }

private:
  bool addsUp();
  bool goesOn(const CallBase &call, MatrixFactor factor, TileShape shape, const RowLoads &loads);
  void planFactor(CallBase &call, MatrixFactor factor);
  bool findKeys(Panel &panel);

  Value *isBetterInPlace(IRBuilder<> &builder);
  Value *isTooShort(IRBuilder<> &builder) const;
  BasicBlock *copyLoop(const Twine &name, ValueToValueMapTy &values);
  static void removeProducts(BasicBlock &copy);
  void makeFallback();
  bool grows(const Panel &panel);
  PanelMemory ask(const Panel &panel, BasicBlock *&end);
  void prefetch(IRBuilder<> &builder, ValueToValueMapTy &values);
  void skip(BasicBlock *front, Value *packed, BasicBlock *copy, ValueToValueMapTy &values);
  BasicBlock *make(const Panel &panel, PanelMemory memory, BasicBlock *front, bool finite,
                   Value *&infinite, Value *packed = nullptr);
  Value *write(IRBuilder<> &builder, const Panel &panel, PanelMemory memory, Value *round,
               ValueToValueMapTy &values, bool finite, Value *infinite);
  Value *read(IRBuilder<> &builder, PanelSource source, FixedVectorType *type);
  void multiplyAsBFloats(ArrayRef<CallBase *> group);

  const Packed kind;
  BasicBlock &loop, &preheader, &exit;
  TileFeatures features;
  PanelRequests &requests;
  AddressPolynomials polynomials;
  RoundValues rounds;
  const SmallVector<MatrixChain> chains =
      matrixChains(loop, [](const CallBase &, const CallBase &) { return true; });

  SmallVector<Expansion> expansions;
  Panel made[2] = {Panel(MatrixFactor::a), Panel(MatrixFactor::b)};
  SmallVector<AddressPolynomial> strides; ///< of factors that lie in place
  BasicBlock *fallback = nullptr;         ///< in front of the loop as it was
  Value *trips = nullptr;
  struct Ready {
    const Panel *panel;
    PanelMemory memory;
    Value *round;
  };
  SmallVector<Ready> ready;
  std::map<PanelSource, Value *> loaded;
};

/// True if the factor that a tile can have besides, the one that is multiplied next for the same
/// sum in this round or the next one, lies behind this one.
bool Packing::goesOn(const CallBase &call, MatrixFactor factor, TileShape shape,
                     const RowLoads &loads) {
  const bool isA = factor == MatrixFactor::a;
  const MatrixChain &chain =
      *find_if(chains, [&](const MatrixChain &each) { return is_contained(each, &call); });
  const unsigned depths = depthsInTile(matrixOperation(call), features);
  const unsigned next = find(chain, &call) - chain.begin() + 1;
  const bool isLast = next == chain.size();
  if (next % depths == 0)
    return true;
  const std::optional<RowLoads> behind =
      findRowLoads(polynomials, chain[isLast ? 0 : next]->getArgOperand(isA ? 0 : 1), shape);
  if (!behind)
    return false;
  AddressPolynomial distance = behind->address - loads.address;
  if (isLast) {
    const std::optional<AddressPolynomial> step = polynomials.stepOf(behind->first, loop);
    if (!step)
      return false;
    distance = distance + *step;
  }
  return distance == (isA ? AddressPolynomial() + shape.rowBytes : loads.stride * shape.rows);
}

void Packing::planFactor(CallBase &call, MatrixFactor factor) {
  const bool isA = factor == MatrixFactor::a;
  Value *matrix = call.getArgOperand(isA ? 0 : 1);
  const TileShape shape = factorShape(call, factor);
  if (shape.rows == 0)
    return;
  const std::optional<RowLoads> loads = findRowLoads(polynomials, matrix, shape);
  const bool isInPlace = loads && (!polynomials.isInvariant(loads->stride, loop) ||
                                   goesOn(call, factor, shape, *loads));
  if (isInPlace != (kind == Packed::inPlace))
    return;
  if (!rounds.keysOf({matrix}, mostKeys))
    return;
  if (kind == Packed::inPlace) {
    if (loads->stride.constant() || !polynomials.isInvariant(loads->stride, loop))
      return;
    // The same rows in each round are in the first cache.
    const std::optional<AddressPolynomial> step = polynomials.stepOf(loads->first, loop);
    if (step && step->constant() == 0)
      return;
    if (!is_contained(strides, loads->stride))
      strides.push_back(loads->stride);
  }
  made[isA ? 0 : 1].add(call, std::nullopt, shape.rows, shape.rowBytes);
}

bool Packing::findKeys(Panel &panel) {
  SmallVector<Value *> matrices;
  for (const auto &[source, place] : panel.places)
    matrices.push_back(source.matrix);
  std::optional<SmallVector<Value *>> keys = rounds.keysOf(matrices, mostKeys);
  if (!keys)
    return false;
  panel.keys = std::move(*keys);
  return true;
}

/// True if what products give goes from round to round and is added to, as it is or scaled. In
/// other loops, such as those over work-groups, each round has factors of its own, which nobody
/// wants again.
bool Packing::addsUp() {
  const auto madeOf = [&](SmallSetVector<Value *, 32> values) {
    for (unsigned i = 0; i < values.size() && i < mostValuesOfSums; ++i)
      if (auto *instruction = dyn_cast<Instruction>(values[i]);
          instruction && instruction->getParent() == &loop && !isa<PHINode>(instruction))
        values.insert_range(instruction->operands());
    return values;
  };
  SmallSetVector<Value *, 32> sums, results;
  for (CallBase *call : matrixOperationsOf(loop))
    if (!previousInChain(*call))
      sums.insert(call->getArgOperand(2));
  for (Value *value : madeOf(std::move(sums)))
    if (auto *phi = dyn_cast<PHINode>(value); phi && phi->getParent() == &loop)
      results.insert(phi->getIncomingValueForBlock(&loop));
  return any_of(madeOf(std::move(results)), [](const Value *value) {
    const auto *instruction = dyn_cast<Instruction>(value);
    return instruction && internalOp(*instruction) == InternalOp::simdMatrixMad;
  });
}

bool Packing::plan() {
  if (!addsUp())
    return false;
  const SmallPtrSet<CallBase *, 16> inWords = slowAsBFloats(chains, {.tiles = features});
  for (CallBase *call : matrixOperationsOf(loop)) {
    MatrixOperation op = matrixOperation(*call);
    const bool isMarked = op.asBFloats;
    op.asBFloats = false;
    const bool isHalf = isMarked && op.a == MatrixElement::f16;
    if ((kind == Packed::halves ? isHalf : kind == Packed::putTogether && !isHalf) &&
        !inWords.contains(call) && hasTilesOfBFloats(op, features) &&
        op.k * 2 <= largestTile.rowBytes &&
        rounds.keysOf({call->getArgOperand(0), call->getArgOperand(1)}, 2 * mostKeys)) {
      expansions.push_back({call, op});
      const unsigned wordRows = op.k / 2;
      for (auto [a, b] : termsOf(op.a)) {
        made[0].add(*call, a, op.m, op.k * 2);
        made[1].add(*call, b, wordRows, op.n * 4);
      }
      continue;
    }
    if (kind == Packed::halves || (isMarked && (!isHalf || kind == Packed::inPlace)))
      continue;
    if (kind == Packed::inPlace && tileProduct(op, features) == Intrinsic::not_intrinsic)
      continue;
    planFactor(*call, MatrixFactor::a);
    planFactor(*call, MatrixFactor::b);
  }
  const bool mayJoin = any_of(chains, [&](const MatrixChain &chain) {
    return chain.size() % depthsInTile(matrixOperation(*chain.front()), features) != 0;
  });
  for (Panel &panel : made) {
    panel.layOut(mayJoin);
    panel.isSame = all_of(panel.places, [&](const auto &place) {
      const auto *instruction = dyn_cast<Instruction>(place.first.matrix);
      return !instruction || instruction->getParent() != &loop;
    });
    if (!panel.strips.empty() && !findKeys(panel))
      return false;
  }
  return !made[0].strips.empty() || !made[1].strips.empty();
}

/// A copy of the loop, whose phis come from `values` in front of it where these say so.
BasicBlock *Packing::copyLoop(const Twine &name, ValueToValueMapTy &values) {
  BasicBlock *copy = CloneBasicBlock(&loop, values, name, loop.getParent());
  values[&loop] = copy;
  remapInstructionsInBlocks({copy}, values);
  return copy;
}

/// The loop as it was, between a block of its own and the exit.
void Packing::makeFallback() {
  fallback = BasicBlock::Create(loop.getContext(), "unpacked", loop.getParent(), &exit);
  ValueToValueMapTy values;
  BasicBlock *copy = copyLoop(".unpacked", values);
  BranchInst::Create(copy, fallback);
  copy->replacePhiUsesWith(&preheader, fallback);
  for (PHINode &phi : exit.phis()) {
    Value *value = phi.getIncomingValueForBlock(&loop);
    phi.addIncoming(copyOf(values, value), copy);
  }
  for (Instruction &instruction : *copy) {
    // Nothing in it is to be packed, or halves as such.
    if (kind != Packed::halves && isUnwritten(instruction))
      clearUnwritten(instruction);
    // Where there is no memory for panels; factors that lie in place have none where few want them.
    if (kind == Packed::putTogether && internalOp(instruction) == InternalOp::simdMatrixMad)
      cast<CallBase>(instruction).addFnAttr(Attribute::get(loop.getContext(), rarelyRunAttribute));
  }
}

/// Whether sub-groups want different numbers of its rounds, as where attention looks at no later
/// keys than the query. What one of them has packed the next one then goes on with.
bool Packing::grows(const Panel &panel) {
  // Whether parts are finite is asked of a whole panel.
  return !panel.toFinite && !panel.isSame && !rounds.isFixed(*trips);
}

/// Goes on from `end` and leaves the block there to which control comes with the panel.
PanelMemory Packing::ask(const Panel &panel, BasicBlock *&end) {
  IRBuilder<> builder(end);
  const bool isGrowing = grows(panel);
  Value *wanted = panel.isSame ? builder.getInt64(1) : trips;
  PanelMemory memory = PanelMemory::measure(
      builder, panel, isGrowing ? roundsToGrow(builder, panel, wanted) : wanted);
  const bool hasLine = isGrowing || panel.toFinite;
  Value *bytes = builder.CreateAdd(memory.used, builder.getInt64(hasLine ? panelLineBytes : 0));
  // Of a panel that does not grow, room for more rounds than it has is none that has them.
  const PanelAnswer answer = requests.ask(*end, loop, panel, isGrowing ? memory.rounds : wanted,
                                          bytes, kind != Packed::putTogether, *fallback);
  const auto newBlock = [&](const Twine &name) {
    return BasicBlock::Create(loop.getContext(), name, loop.getParent(), &loop);
  };
  BasicBlock *join = answer.ready;
  PHINode *begin = answer.begin;
  Value *infinite = nullptr;
  memory.begin = answer.newMemory;
  end = join;

  if (isGrowing) {
    // Another worker may have the panel, too, and both may go on with it: they write the same.
    const auto packed = [&] { return memory.end(builder); };
    builder.SetInsertPoint(answer.isNew);
    builder.CreateStore(builder.getInt64(0), packed());
    builder.CreateBr(join);
    begin->addIncoming(memory.begin, answer.isNew);
    memory.begin = begin;

    builder.SetInsertPoint(join);
    LoadInst *known = builder.CreateAlignedLoad(builder.getInt64Ty(), packed(), Align(8), "packed");
    known->setAtomic(AtomicOrdering::Acquire);
    BasicBlock *more = newBlock("panel.more");
    end = newBlock("panel.enough");
    builder.CreateCondBr(builder.CreateICmpUGE(known, trips), end, more);
    builder.SetInsertPoint(make(panel, memory, more, /*finite=*/false, infinite, known));
    builder.CreateAlignedStore(trips, packed(), Align(8))->setAtomic(AtomicOrdering::Release);
    builder.CreateBr(end);
    return memory;
  }

  BasicBlock *made = make(panel, memory, answer.isNew, /*finite=*/false, infinite);
  if (panel.toFinite) {
    BasicBlock *more = newBlock("panel.infinite");
    builder.SetInsertPoint(made);
    builder.CreateCondBr(builder.CreateIsNull(infinite), join, more);
    begin->addIncoming(memory.begin, made);
    made = make(panel, memory, more, /*finite=*/true, infinite);
  }
  BranchInst::Create(join, made);
  begin->addIncoming(memory.begin, made);
  memory.begin = begin;
  if (panel.toFinite) {
    builder.SetInsertPoint(join);
    Value *isFinite =
        builder.CreateIsNull(builder.CreateLoad(builder.getInt32Ty(), memory.end(builder)));
    Value *back = builder.CreateMul(memory.unit, builder.getInt64(-std::int64_t(panel.toFinite)));
    memory.finite =
        builder.CreateSelect(isFinite, builder.CreatePtrAdd(begin, back), begin, "finite");
  }
  return memory;
}

/// Rows that lie far from one another are no pattern that the processor sees, and come from the
/// last cache more slowly than they are packed.
void Packing::prefetch(IRBuilder<> &builder, ValueToValueMapTy &values) {
  SmallVector<AddressPolynomial> lines;
  for (Instruction &instruction : loop) {
    Value *const from = addressOfLoad(instruction);
    auto *copy = from ? dyn_cast<Instruction>(copyOf(values, &instruction)) : nullptr;
    if (!copy || copy == &instruction || copy->use_empty())
      continue;
    const std::optional<AddressPolynomial> address = polynomials.of(from);
    const std::optional<AddressPolynomial> step = polynomials.stepOf(from, loop);
    if (!address || !step || !polynomials.isInvariant(*step, loop) ||
        std::abs(step->constant().value_or(panelLineBytes)) < panelLineBytes ||
        any_of(lines, [&](const AddressPolynomial &line) {
          return std::abs((*address - line).constant().value_or(panelLineBytes)) < panelLineBytes;
        }))
      continue;
    lines.push_back(*address);
    builder.SetInsertPoint(copy);
    Value *later = builder.CreatePtrAdd(
        addressOfLoad(*copy), polynomials.emit(builder, *step * MatrixTarget::panelRoundsAhead));
    builder.CreateIntrinsic(Intrinsic::prefetch, {later->getType()},
                            {later, builder.getInt32(0), builder.getInt32(2), builder.getInt32(1)});
  }
}

/// Takes from a copy of the loop all that its products need and nobody else.
void Packing::removeProducts(BasicBlock &copy) {
  for (CallBase *operation : matrixOperationsOf(copy)) {
    operation->replaceAllUsesWith(PoisonValue::get(operation->getType()));
    operation->eraseFromParent();
  }
  for (Instruction &instruction : make_early_inc_range(reverse(copy)))
    if (isInstructionTriviallyDead(&instruction) || isDeadWindow(instruction))
      instruction.eraseFromParent();
}

/// Lets the copy of the loop that packs, entered from `front`, begin with another round than the
/// first: the counters get there by another copy.
void Packing::skip(BasicBlock *front, Value *packed, BasicBlock *copy, ValueToValueMapTy &values) {
  BasicBlock *from = BasicBlock::Create(loop.getContext(), "panel.from", loop.getParent(), copy);
  copy->replacePhiUsesWith(front, from);
  ValueToValueMapTy skipped;
  BasicBlock *counting = copyLoop(".skip", skipped);
  counting->replacePhiUsesWith(&preheader, front);
  front->getTerminator()->eraseFromParent();
  IRBuilder<> builder(front);
  builder.CreateCondBr(builder.CreateIsNull(packed), from, counting);

  builder.SetInsertPoint(counting, counting->begin());
  PHINode *round = builder.CreatePHI(packed->getType(), 2, "round");
  counting->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(counting);
  Value *next = builder.CreateNUWAdd(round, builder.getInt64(1));
  builder.CreateCondBr(builder.CreateICmpEQ(next, packed), from, counting);
  round->addIncoming(builder.getInt64(0), front);
  round->addIncoming(next, counting);

  builder.SetInsertPoint(from);
  for (PHINode &phi : loop.phis()) {
    // What is gone has left poison, or nothing.
    auto *counter = dyn_cast<PHINode>(copyOf(values, &phi));
    if (!counter || counter == &phi)
      continue;
    PHINode *start = builder.CreatePHI(phi.getType(), 2);
    start->addIncoming(phi.getIncomingValueForBlock(&preheader), front);
    start->addIncoming(copyOf(skipped, phi.getIncomingValueForBlock(&loop)), counting);
    counter->setIncomingValueForBlock(from, start);
  }
  builder.CreateBr(copy);
  removeProducts(*counting);
  DeleteDeadPHIs(counting);
}

/// A copy of the loop, entered from `front`, that fills the panel, with its finite parts or all
/// others; then `infinite` is not zero if these are not the upper ones. The block behind it, which
/// has no end yet. What is the same in all rounds needs no loop.
/// packed: how many rounds the panel has already.
BasicBlock *Packing::make(const Panel &panel, PanelMemory memory, BasicBlock *front, bool finite,
                          Value *&infinite, Value *packed) {
  ValueToValueMapTy values;
  if (panel.isSame) {
    BasicBlock *behind =
        BasicBlock::Create(loop.getContext(), "panel.made", loop.getParent(), &loop);
    IRBuilder<> builder(BranchInst::Create(behind, front));
    infinite =
        write(builder, panel, memory, builder.getInt64(0), values, finite, builder.getInt32(0));
    builder.SetInsertPoint(behind);
    if (panel.toFinite && !finite)
      builder.CreateStore(infinite, builder.CreatePtrAdd(memory.begin, memory.used));
    return behind;
  }
  BasicBlock *copy = copyLoop(".pack", values);
  BranchInst::Create(copy, front);
  copy->replacePhiUsesWith(&preheader, front);
  BasicBlock *behind = BasicBlock::Create(loop.getContext(), "panel.made", loop.getParent(), &loop);
  copy->getTerminator()->replaceSuccessorWith(&exit, behind);
  IRBuilder<> builder(copy, copy->begin());
  PHINode *round = builder.CreatePHI(builder.getInt64Ty(), 2, "round");
  PHINode *before = builder.CreatePHI(builder.getInt32Ty(), 2, "infinite");
  builder.SetInsertPoint(copy->getTerminator());
  infinite = write(builder, panel, memory, round, values, finite, before);
  before->addIncoming(builder.getInt32(0), front);
  before->addIncoming(infinite, copy);
  if (panel.toFinite && !finite) {
    IRBuilder<> end(behind);
    end.CreateStore(infinite, end.CreatePtrAdd(memory.begin, memory.used));
  }
  round->addIncoming(packed ? packed : builder.getInt64(0), front);
  round->addIncoming(builder.CreateNUWAdd(round, builder.getInt64(1)), copy);
  removeProducts(*copy);
  builder.SetInsertPoint(copy->getTerminator());
  prefetch(builder, values);
  DeleteDeadPHIs(copy);
  if (packed)
    skip(front, packed, copy, values);
  return behind;
}

/// Returns `infinite` and a word that is not zero if a factor has infinity or NaN in this round.
Value *Packing::write(IRBuilder<> &builder, const Panel &panel, PanelMemory memory, Value *round,
                      ValueToValueMapTy &values, bool finite, Value *infinite) {
  // Each row goes out as soon as it is there: those of a whole round do not fit the registers.
  const auto goBehind = [&](Value *vector) {
    auto *made = dyn_cast<Instruction>(vector);
    if (made && made->getParent() == builder.GetInsertBlock() && !isa<PHINode>(made))
      builder.SetInsertPoint(made->getNextNode());
  };
  const auto store = [&](PanelSource source, unsigned row, unsigned offset, Value *vector) {
    Value *to = memory.row(builder, panel, round, source, row);
    const unsigned rowBytes = panel.strips[panel.places.find(source)->second.strip].rowBytes;
    const Align align = commonAlignment(Align(panelLineBytes), rowBytes | offset);
    builder.CreateAlignedStore(vector, builder.CreateConstGEP1_64(builder.getInt8Ty(), to, offset),
                               align);
  };
  SmallPtrSet<Value *, 8> converted;
  MapVector<Type *, Value *> cleared;
  for (const auto &[source, place] : panel.places) {
    Value *matrix = copyOf(values, source.matrix);
    auto *type = cast<FixedVectorType>(matrix->getType());
    if (!source.part) {
      if (finite)
        continue;
      const unsigned count = panel.strips[place.strip].rows;
      const unsigned lanes = type->getNumElements() / count;
      for (unsigned row = 0; row < count; ++row) {
        Value *vector = extractLanes(builder, matrix, row * lanes, lanes);
        goBehind(vector);
        store(source, row, 0, vector);
        builder.SetInsertPoint(builder.GetInsertBlock()->getTerminator());
      }
      continue;
    }
    if (!converted.insert(source.matrix).second)
      continue;
    const Expansion &expansion = *find_if(expansions, [&](const Expansion &other) {
      return other.call->getArgOperand(panel.isA() ? 0 : 1) == source.matrix;
    });
    const unsigned count = factorRows(expansion.op, panel.factor);
    const unsigned lanes = type->getNumElements() / count;
    auto *words = FixedVectorType::get(builder.getInt32Ty(),
                                       type->getPrimitiveSizeInBits().getFixedValue() / 32 / count);
    std::map<std::pair<unsigned, unsigned>, Value *> upper; // by row and first word
    convertToBFloats(
        builder, expansion.op, panel.factor,
        [&](unsigned row) {
          return builder.CreateBitCast(extractLanes(builder, matrix, row * lanes, lanes), words);
        },
        [&](BFloatPart part, unsigned row, unsigned first, Value *vector) {
          if (!panel.places.contains({source.matrix, part}))
            return;
          if (finite == (panel.toFinite && part == BFloatPart::finite))
            store({source.matrix, part}, row, first * 4, vector);
          if (part == BFloatPart::upper)
            upper[{row, first}] = vector;
          if (part != BFloatPart::finite || !panel.toFinite)
            return;
          Value *difference = builder.CreateXor(vector, upper.at({row, first}));
          Value *&all = cleared[difference->getType()];
          all = all ? builder.CreateOr(all, difference) : difference;
        });
  }
  for (auto [type, words] : cleared)
    infinite = builder.CreateOr(infinite, builder.CreateOrReduce(words));
  return infinite;
}

/// The factor from its panel, at the beginning of a round.
Value *Packing::read(IRBuilder<> &builder, PanelSource source, FixedVectorType *type) {
  Value *&value = loaded[source];
  if (value)
    return value;
  for (const Ready &each : ready) {
    const auto known = each.panel->places.find(source);
    if (known == each.panel->places.end())
      continue;
    const PanelStrip &strip = each.panel->strips[known->second.strip];
    if (!type)
      type = FixedVectorType::get(builder.getInt32Ty(), strip.rows * strip.rowBytes / 4);
    auto *rowType =
        FixedVectorType::get(type->getElementType(), type->getNumElements() / strip.rows);
    SmallVector<Value *> vectors;
    for (unsigned row = 0; row < strip.rows; ++row)
      vectors.push_back(builder.CreateAlignedLoad(
          rowType, each.memory.row(builder, *each.panel, each.round, source, row),
          commonAlignment(Align(panelLineBytes), strip.rowBytes)));
    return value = joinLanes(builder, vectors);
  }
  llvm_unreachable("a factor without a panel");
}

/// All first products, then all second ones, so that those with one B become one with more rows.
void Packing::multiplyAsBFloats(ArrayRef<CallBase *> group) {
  struct Sum {
    CallBase *call;
    MatrixOperation op;
    Value *value;
  };
  for (CallBase *call : group.drop_back())
    sinkWithCuts(*call, *group.back());
  IRBuilder<> builder(group.front());
  SmallVector<Sum> sums;
  for (CallBase *call : group) {
    const MatrixOperation op = matrixOperation(*call);
    sums.push_back({call, op, widenAccumulator(builder, call->getArgOperand(2), op.c)});
    remark(*call, [&] {
      return "matrix product of " + nameOf(op.a).str() + " and " + nameOf(op.b).str() + ": " +
             std::to_string(termsOf(op.a).size()) + " products of bfloats";
    });
  }
  for (unsigned term = 0;
       any_of(sums, [&](const Sum &sum) { return term < termsOf(sum.op.a).size(); }); ++term)
    for (Sum &sum : sums) {
      if (term >= termsOf(sum.op.a).size())
        continue;
      const auto [a, b] = termsOf(sum.op.a)[term];
      CallInst *product = createOperation(
          builder, *sum.call, read(builder, {sum.call->getArgOperand(0), a}, nullptr),
          read(builder, {sum.call->getArgOperand(1), b}, nullptr), sum.value, sum.op);
      product->setArgOperand(6, builder.getInt32(matrixABFloat16 | matrixBBFloat16));
      sum.value = product;
    }
  for (const Sum &sum : sums)
    sum.call->replaceAllUsesWith(narrowAccumulator(builder, sum.value, sum.op.c));
}

/// Whether this launch reads factors where they lie, or converts halves in each round.
Value *Packing::isBetterInPlace(IRBuilder<> &builder) {
  Value *isShort =
      builder.CreateICmpULT(trips, builder.getInt64(MatrixTarget::leastCrossingRounds));
  if (kind == Packed::halves) {
    const auto bytesOf = [](const Panel &panel) { return panel.isSame ? 1 : panel.roundBytes(); };
    const unsigned bytes = std::max(bytesOf(made[0]), bytesOf(made[1]));
    return builder.CreateOr(
        isShort,
        builder.CreateICmpUGT(trips, builder.getInt64(MatrixTarget::panelOfHalvesBytes / bytes)));
  }
  Value *bits = builder.getInt64(0);
  for (const AddressPolynomial &stride : strides)
    bits = builder.CreateOr(bits, polynomials.emit(builder, stride));
  return builder.CreateOr(isShort,
                          builder.CreateIsNull(builder.CreateAnd(bits, panelLineBytes - 1)));
}

/// Whether the loop is over before panels pay.
Value *Packing::isTooShort(IRBuilder<> &builder) const {
  const unsigned least = roundsThatFill(made, MatrixTarget::leastPanelBytes);
  return builder.CreateICmpULT(trips, builder.getInt64(least));
}

void Packing::pack(Value *roundCount, bool countRounds) {
  trips = roundCount;
  makeFallback();
  Function &function = *loop.getParent();
  // Without panels at all, as in a program that calls kernels by itself.
  BasicBlock *end = BasicBlock::Create(loop.getContext(), "panels", loop.getParent(), &loop);
  IRBuilder<> builder(preheader.getTerminator());
  Value *isWithout = builder.CreateIsNull(requests.giver(builder));
  isWithout = builder.CreateOr(isWithout, kind == Packed::putTogether ? isTooShort(builder)
                                                                      : isBetterInPlace(builder));
  // The code of the loop with panels comes first.
  builder.CreateCondBr(isWithout, fallback, end,
                       MDBuilder(loop.getContext()).createUnlikelyBranchWeights());
  preheader.getTerminator()->eraseFromParent();

  SmallVector<Panel *> panels;
  for (Panel *panel : {&made[0], &made[1]})
    if (!panel->strips.empty())
      panels.push_back(panel);
  for (Panel *panel : panels) {
    remark(function,
           StringRef(panel->isA() ? "A" : "B") + " is packed: " + Twine(panel->roundBytes()) +
               " bytes a round, once for all sub-groups of a worker with the same " +
               (panel->isA() ? "rows" : "columns") +
               (panel->isSame   ? ", the same in all rounds"
                : grows(*panel) ? ", as many rounds as one of them wants"
                                : "") +
               (kind == Packed::putTogether ? ""
                : kind == Packed::inPlace
                    ? ", where its rows cross lines of the cache and many sub-groups want it"
                    : ", where many sub-groups want it"));
    const PanelMemory memory = ask(*panel, end);
    ready.push_back({panel, memory, nullptr});
  }
  BranchInst::Create(&loop, end);
  loop.replacePhiUsesWith(&preheader, end);

  builder.SetInsertPoint(&loop, loop.begin());
  PHINode *round = builder.CreatePHI(builder.getInt64Ty(), 2, "round");
  builder.SetInsertPoint(loop.getTerminator());
  round->addIncoming(builder.getInt64(0), end);
  Value *next = builder.CreateNUWAdd(round, builder.getInt64(1));
  round->addIncoming(next, &loop);
  if (countRounds) {
    auto *again = cast<BranchInst>(loop.getTerminator());
    again->setCondition(builder.CreateICmp(
        again->getSuccessor(0) == &loop ? CmpInst::ICMP_ULT : CmpInst::ICMP_UGE, next, trips));
  }
  for (Ready &each : ready)
    each.round = each.panel->isSame ? builder.getInt64(0) : static_cast<Value *>(round);

  builder.SetInsertPoint(&loop, loop.getFirstInsertionPt());
  // Before users go: reading them needs the values by which they are known.
  SmallVector<std::pair<Value *, Value *>> replaced;
  for (const Ready &each : ready)
    for (const auto &[source, place] : each.panel->places) {
      auto *type = source.part ? nullptr : cast<FixedVectorType>(source.matrix->getType());
      Value *value = read(builder, source, type);
      if (!source.part)
        replaced.push_back({source.matrix, value});
    }
  SmallVector<WeakTrackingVH> unused;
  SmallVector<CallBase *> expanded;
  for (const Expansion &expansion : expansions)
    expanded.push_back(expansion.call);
  for (const SmallVector<CallBase *> &group : independentGroups(expanded))
    multiplyAsBFloats(group);
  for (CallBase *call : expanded) {
    unused.append({call->getArgOperand(0), call->getArgOperand(1)});
    call->eraseFromParent();
  }
  for (auto [matrix, value] : replaced) {
    matrix->replaceUsesWithIf(value, [&](const Use &use) {
      auto *user = cast<Instruction>(use.getUser());
      return user->getParent() == &loop && internalOp(*user) == InternalOp::simdMatrixMad;
    });
    unused.push_back(matrix);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
  for (Instruction &instruction : make_early_inc_range(loop))
    if (isDeadWindow(instruction))
      instruction.eraseFromParent();

  // What the optimizer found out about a function that asks nobody.
  Argument *worker = function.getArg(entryWorker);
  for (Attribute::AttrKind kind : {Attribute::ReadNone, Attribute::ReadOnly, Attribute::Captures})
    worker->removeAttr(kind);
  for (Attribute::AttrKind kind : {Attribute::Memory, Attribute::NoFree, Attribute::NoSync})
    function.removeFnAttr(kind);
}

/// The loops of a function.
class LoopPacker {
public:
  LoopPacker(Function &function, FunctionAnalysisManager &analyses, TileFeatures features)
      : function(function), analyses(analyses), features(features), requests(function) {}

  BasicBlock *run(BasicBlock &header, Packed kind);

private:
  Function &function;
  FunctionAnalysisManager &analyses;
  TileFeatures features;
  PanelRequests requests;
};

/// The loop as it was; null if nothing has changed.
BasicBlock *LoopPacker::run(BasicBlock &header, Packed kind) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  Loop *loop = loops.getLoopFor(&header);
  // The loop shares its end with the one that packs nothing.
  if (kind != Packed::halves)
    formDedicatedExitBlocks(loop, &dominators, &loops, nullptr, /*PreserveLCSSA=*/true);
  BasicBlock *preheader = loop->getLoopPreheader(), *exit = loop->getExitBlock();
  if (!loop->isLoopSimplifyForm() || !exit || !isa<BranchInst>(preheader->getTerminator()))
    return nullptr;
  const SCEV *count = numberOfRounds(*loop, evolution);
  if (!count || count->isOne())
    return nullptr;
  if (const auto *known = dyn_cast<SCEVConstant>(count);
      known && kind != Packed::putTogether &&
      known->getAPInt().ult(MatrixTarget::leastCrossingRounds))
    return nullptr;
  SCEVExpander expander(evolution, "rounds");
  Instruction &place = *preheader->getTerminator();
  if (!expander.isSafeToExpandAt(count, &place) &&
      !isDividedBefore(count, place, evolution, dominators))
    return nullptr;
  Packing packing(kind, header, *preheader, *exit, features, requests);
  if (!packing.plan())
    return nullptr;
  // LLVM unrolls no loop whose rounds it cannot count.
  packing.pack(expander.expandCodeFor(count, count->getType(), &place),
               !evolution.hasLoopInvariantBackedgeTakenCount(loop));
  analyses.invalidate(function, PreservedAnalyses::none());
  return &packing.unpacked();
}

} // namespace

PreservedAnalyses PackMatrixPanelsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!isEntryFunction(function))
    return PreservedAnalyses::all();
  SmallVector<BasicBlock *> headers;
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->getNumBlocks() == 1 && !matrixOperationsOf(*loop->getHeader()).empty())
      headers.push_back(loop->getHeader());
  LoopPacker packer(function, analyses, features);
  bool changed = false;
  for (unsigned i = 0, count = headers.size(); features.any() && i < count; ++i)
    if (BasicBlock *without = packer.run(*headers[i], Packed::halves)) {
      headers.push_back(without);
      changed = true;
    }
  for (BasicBlock *header : headers)
    for (Packed kind : {Packed::putTogether, Packed::inPlace})
      if (kind == Packed::putTogether || features.any())
        changed |= packer.run(*header, kind) != nullptr;
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
