// An operation is a sum of terms, each a part of A times a part of B. A tile has room for 32
// bfloats along k; terms with fewer share one:
//
//   halves, k = 16    A  upper | rest      B  upper      A  rest | finite     B  rest
//                                             finite                             rest
//
//   tf32, k = 8       A  upper | rest | rest | finite    B  upper, finite, rest, rest
//
// Terms of one A or B follow each other, and so do tiles with it.

#include "compiler/matrix/tiles/expand_bfloat_products.hpp"

#include "compiler/ir/accumulators.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/matrix/factors/bfloat_factors.hpp"
#include "compiler/matrix/factors/scratch.hpp"
#include "compiler/matrix/nest/factor_places.hpp"
#include "compiler/matrix/nest/lane_vectors.hpp"
#include "compiler/matrix/nest/matrix_chains.hpp"
#include "compiler/matrix/tiles/tile_values.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Transforms/Utils/Local.h"

#include <map>
#include <tuple>
#include <vector>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned wordBytes = 4;
constexpr unsigned tileWords = largestTile.rowBytes / wordBytes; ///< along k
/// Converted factors that are kept for operations further down: half a first cache.
constexpr unsigned scratchBytes = 24 * 1024;

/// A part of a factor, and which piece of it along k, of tileWords words.
struct Piece {
  BFloatPart part;
  unsigned slice;
  auto operator<=>(const Piece &) const = default;
};
/// What a tile of a factor holds, along k.
using Pieces = std::vector<Piece>;

/// The operand tiles of an operation on bfloats.
struct Step {
  Pieces a, b;
};

unsigned sliceWords(const MatrixOperation &op) { return std::min(op.k / 2, tileWords); }

std::vector<Step> stepsOf(const MatrixOperation &op) {
  const unsigned words = sliceWords(op), together = tileWords / words;
  std::vector<Step> steps;
  unsigned room = 0;
  for (unsigned slice = 0; slice * words < op.k / 2; ++slice)
    for (auto [a, b] : termsOf(op.a)) {
      if (room == 0) {
        steps.emplace_back();
        room = together;
      }
      steps.back().a.push_back({a, slice});
      steps.back().b.push_back({b, slice});
      --room;
    }
  return steps;
}

/// Operations of one block that do not depend on one another.
struct Group {
  SmallVector<CallBase *> calls;
  /// Where factors lie whose rows can be loaded when they are wanted, row by row.
  std::map<Value *, PlacesOfA> places;
};

/// Nothing is changed yet: what is said of places in memory is true while the block is whole.
std::vector<Group> groupsOf(BasicBlock &block, AddressPolynomials &polynomials) {
  SmallVector<CallBase *> marked;
  copy_if(matrixOperationsOf(block), std::back_inserter(marked),
          [](const CallBase *call) { return matrixOperation(*call).asBFloats; });
  std::vector<Group> groups;
  for (SmallVector<CallBase *> &calls : independentGroups(marked))
    groups.push_back({std::move(calls), {}});
  for (Group &group : groups) {
    const FactorPlaces places(polynomials, *group.calls.back());
    for (CallBase *call : group.calls)
      for (MatrixFactor factor : {MatrixFactor::a, MatrixFactor::b}) {
        Value *matrix = call->getArgOperand(factor == MatrixFactor::a ? 0 : 1);
        const unsigned rows = factorRows(matrixOperation(*call), factor);
        const unsigned bytes = matrix->getType()->getPrimitiveSizeInBits() / 8;
        if (std::optional<PlacesOfA> found = places.ofA(matrix, rows, bytes / rows))
          group.places.insert({matrix, *found});
      }
  }
  return groups;
}

class Expansion {
public:
  explicit Expansion(Function &function) : scratch(function) {}

  bool run(BasicBlock &block);
  void finish() { scratch.finish(); }

private:
  /// A factor in scratch: where each tile of it begins.
  using Tiles = std::map<Pieces, unsigned>;

  void run(const Group &group);
  void forget();
  Tiles &store(IRBuilder<> &builder, const Group &group, CallBase &call, const MatrixOperation &op,
               MatrixFactor factor);
  Value *load(IRBuilder<> &builder, unsigned offset, unsigned rows, unsigned rowWords);

  Scratch scratch;
  unsigned used = 0;
  std::map<std::tuple<Value *, Value *, unsigned, MatrixFactor>, Tiles> stored;
  std::map<unsigned, Value *> loaded; ///< by offset
};

void Expansion::forget() {
  scratch.enterBlock();
  used = 0;
  stored.clear();
}

/// Converts a factor, unless that was done before.
Expansion::Tiles &Expansion::store(IRBuilder<> &builder, const Group &group, CallBase &call,
                                   const MatrixOperation &op, MatrixFactor factor) {
  const bool isA = factor == MatrixFactor::a;
  Value *matrix = call.getArgOperand(isA ? 0 : 1);
  auto [entry, isNew] = stored.try_emplace({matrix, call.getArgOperand(6), op.k, factor});
  Tiles &tiles = entry->second;
  if (!isNew)
    return tiles;

  const unsigned words = sliceWords(op), rowWords = isA ? words : op.n;
  // Where each piece goes: its first word, and how far it is from row to row.
  struct Place {
    Piece piece;
    unsigned offset, pitch;
  };
  SmallVector<Place> places;
  for (const Step &step : stepsOf(op)) {
    const Pieces &pieces = isA ? step.a : step.b;
    const auto [tile, isMissing] = tiles.try_emplace(pieces, 0);
    if (!isMissing)
      continue;
    const unsigned count = pieces.size();
    const unsigned bytes = count * words * (isA ? op.m : op.n) * wordBytes;
    tile->second = scratch.add({{matrix}, op.a, op.b, isA}, bytes);
    used += alignTo(bytes, 64);
    for (unsigned i = 0; i < count; ++i)
      places.push_back({pieces[i], tile->second + i * words * (isA ? 1 : rowWords) * wordBytes,
                        rowWords * (isA ? count : 1) * wordBytes});
  }
  const auto inPlace = group.places.find(matrix);
  const unsigned operandRows = factorRows(op, factor);
  const unsigned components =
      cast<FixedVectorType>(matrix->getType())->getNumElements() / operandRows;
  const unsigned bytes = matrix->getType()->getPrimitiveSizeInBits() / 8 / operandRows;
  auto *rowType = FixedVectorType::get(builder.getInt32Ty(), bytes / wordBytes);
  convertToBFloats(
      builder, op, factor,
      [&](unsigned row) -> Value * {
        if (inPlace == group.places.end())
          return builder.CreateBitCast(extractLanes(builder, matrix, row * components, components),
                                       rowType);
        // Loaded here, a row takes up no register before.
        const RowPlace &place = inPlace->second[row];
        return builder.CreateAlignedLoad(
            rowType,
            builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), place.pointer, place.offset),
            place.alignment);
      },
      [&](BFloatPart part, unsigned row, unsigned first, Value *vector) {
        const unsigned slice = (isA ? first : row) / words;
        const unsigned rowOfSlice = isA ? row : row % words, column = isA ? first % words : first;
        for (const Place &place : places)
          if (place.piece == Piece{part, slice})
            builder.CreateAlignedStore(
                vector,
                scratch.address(builder,
                                place.offset + rowOfSlice * place.pitch + column * wordBytes),
                Align(wordBytes));
      });
  return tiles;
}

/// A tile's rows from scratch.
Value *Expansion::load(IRBuilder<> &builder, unsigned offset, unsigned rows, unsigned rowWords) {
  Value *&value = loaded[offset];
  if (value)
    return value;
  auto *type = FixedVectorType::get(builder.getInt32Ty(), rowWords);
  SmallVector<Value *> vectors;
  for (unsigned row = 0; row < rows; ++row)
    vectors.push_back(builder.CreateAlignedLoad(
        type, scratch.address(builder, offset + row * rowWords * wordBytes), Align(wordBytes)));
  return value = joinLanes(builder, vectors);
}

void Expansion::run(const Group &group) {
  for (CallBase *call : drop_end(group.calls))
    sinkWithCuts(*call, *group.calls.back());
  if (used > scratchBytes)
    forget();
  loaded.clear();

  struct Part {
    CallBase *call;
    MatrixOperation op;
    std::vector<Step> steps;
    Tiles *a, *b;
    Value *sum;
  };
  std::vector<Part> parts;
  IRBuilder<> builder(group.calls.front());
  for (CallBase *call : group.calls) {
    Part part{call, matrixOperation(*call), {}, nullptr, nullptr, nullptr};
    part.steps = stepsOf(part.op);
    part.a = &store(builder, group, *call, part.op, MatrixFactor::a);
    part.b = &store(builder, group, *call, part.op, MatrixFactor::b);
    part.sum = widenAccumulator(builder, call->getArgOperand(2), part.op.c);
    remark(*call, [&] {
      return "matrix product of " + nameOf(part.op.a).str() + " and " + nameOf(part.op.b).str() +
             ": " + std::to_string(part.steps.size()) +
             (part.steps.size() == 1 ? " product" : " products") + " of bfloats";
    });
    parts.push_back(std::move(part));
  }

  // Nothing is stored from here on: the tiles are loaded where they are used.
  bool isLeft = true;
  for (unsigned index = 0; isLeft; ++index) {
    isLeft = false;
    for (Part &part : parts) {
      if (index >= part.steps.size())
        continue;
      isLeft |= index + 1 < part.steps.size();
      const Step &step = part.steps[index];
      const unsigned words = step.a.size() * sliceWords(part.op);
      Value *a = load(builder, part.a->at(step.a), part.op.m, words);
      Value *b = load(builder, part.b->at(step.b), words, part.op.n);
      Type *word = builder.getInt32Ty();
      auto *type = FunctionType::get(
          part.sum->getType(),
          {a->getType(), b->getType(), part.sum->getType(), word, word, word, word},
          /*isVarArg=*/false);
      CallInst *product = builder.CreateCall(
          getInternalOp(*part.call->getModule(), InternalOp::simdMatrixMad, type),
          {a, b, part.sum, builder.getInt32(part.op.m), builder.getInt32(part.op.n),
           builder.getInt32(2 * words), builder.getInt32(matrixABFloat16 | matrixBBFloat16)});
      product->setDebugLoc(part.call->getDebugLoc());
      part.sum = product;
    }
  }
  for (Part &part : parts)
    part.call->replaceAllUsesWith(narrowAccumulator(builder, part.sum, part.op.c));
  for (Part &part : parts)
    part.call->eraseFromParent();
}

bool Expansion::run(BasicBlock &block) {
  AddressPolynomials polynomials(block.getDataLayout());
  std::vector<Group> groups = groupsOf(block, polynomials);
  SmallVector<WeakTrackingVH> operands;
  for (Group &group : groups) {
    for (CallBase *call : group.calls)
      operands.append(call->arg_begin(), call->arg_begin() + 2);
    run(group);
  }
  forget();
  // Not before all groups are done, which know operands by address.
  for (WeakTrackingVH &operand : operands)
    if (operand)
      RecursivelyDeleteTriviallyDeadInstructions(operand);
  return !groups.empty();
}

} // namespace

PreservedAnalyses ExpandBfloatProductsPass::run(Function &function, FunctionAnalysisManager &) {
  Expansion expansion(function);
  bool changed = false;
  for (BasicBlock &block : function)
    changed |= expansion.run(block);
  expansion.finish();
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
