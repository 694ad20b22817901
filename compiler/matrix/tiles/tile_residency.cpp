#include "compiler/matrix/tiles/tile_residency.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/matrix/nest/lane_vectors.hpp"
#include "compiler/matrix/tiles/tile_values.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// The phis of a tile's rows, in one block; null for rows that may be anything, the first is none.
using RowPhis = SmallVector<PHINode *, 16>;

class Residency {
public:
  Residency(Function &function, DominatorTree &dominators)
      : function(function), dominators(dominators) {}

  bool run();

private:
  SmallVector<CallInst *> castsToTiles() const;
  SmallVector<CallInst *> castsFromTiles() const;
  CallInst *tileWithRows(ArrayRef<Value *> rows) const;
  bool joinPhisBehind(CallInst &toTile);
  bool joinPhisAfter(CallInst &fromTile);
  bool join(const RowPhis &rows, TileShape shape);
  bool removeRoundTrips();
  void removeDead();

  Function &function;
  DominatorTree &dominators;
};

SmallVector<CallInst *> Residency::castsToTiles() const {
  SmallVector<CallInst *> casts;
  for (Instruction &instruction : instructions(function))
    if (isTileFromVector(&instruction))
      casts.push_back(cast<CallInst>(&instruction));
  return casts;
}

SmallVector<CallInst *> Residency::castsFromTiles() const {
  SmallVector<CallInst *> casts;
  for (Instruction &instruction : instructions(function))
    if (isVectorFromTile(&instruction))
      casts.push_back(cast<CallInst>(&instruction));
  return casts;
}

/// The rows of a vector as the values that were joined, null for those that may be anything; empty
/// when one has to be cut.
SmallVector<Value *> rowsOf(Value *vector, TileShape shape) {
  const unsigned lanes = cast<FixedVectorType>(vector->getType())->getNumElements() / shape.rows;
  SmallVector<Value *> rows;
  for (unsigned row = 0; row < shape.rows; ++row) {
    Value *value = findLanes(vector, row * lanes, lanes);
    if (!value)
      return {};
    rows.push_back(isa<UndefValue>(value) ? nullptr : withoutBitCasts(value));
  }
  return rows;
}

bool isZero(const Value *row) {
  return !row || (isa<Constant>(row) && cast<Constant>(row)->isNullValue());
}

/// The cast whose row `row` this is, if it is one.
CallInst *castWithRow(Value *value, unsigned row, unsigned lanes) {
  // Some take parts of rows.
  const auto *type = dyn_cast<FixedVectorType>(value->getType());
  if (!type || type->getNumElements() != lanes)
    return nullptr;
  auto [source, place] = sourceOfLanes(withoutBitCasts(value), 0, lanes);
  if (!isVectorFromTile(source) || place != row * lanes)
    return nullptr;
  return cast<CallInst>(source);
}

/// True if the row is of a sum that is added to in vector registers, as it is when that is done.
bool isFromWords(Value *row) {
  row = row ? withoutBitCasts(row) : nullptr;
  auto *phi = dyn_cast_or_null<PHINode>(row);
  while (phi && phi->getNumIncomingValues() == 1) {
    row = withoutBitCasts(phi->getIncomingValue(0));
    phi = dyn_cast<PHINode>(row);
  }
  auto *type = row ? dyn_cast<FixedVectorType>(row->getType()) : nullptr;
  const auto *source =
      type ? dyn_cast<Instruction>(sourceOfLanes(row, 0, type->getNumElements()).first) : nullptr;
  return source && internalOp(*source) == InternalOp::simdMatrixMad;
}

CallInst *Residency::tileWithRows(ArrayRef<Value *> rows) const {
  if (rows.empty() || !rows[0])
    return nullptr;
  const unsigned lanes = cast<FixedVectorType>(rows[0]->getType())->getNumElements();
  CallInst *tile = castWithRow(rows[0], 0, lanes);
  if (!tile || tileShape(tile).rows != rows.size())
    return nullptr;
  for (unsigned row = 1; row < rows.size(); ++row)
    if (rows[row] && castWithRow(rows[row], row, lanes) != tile)
      return nullptr;
  return tile;
}

bool Residency::joinPhisBehind(CallInst &toTile) {
  const TileShape shape = tileShape(&toTile);
  RowPhis phis;
  for (Value *row : rowsOf(toTile.getArgOperand(0), shape)) {
    auto *phi = dyn_cast_or_null<PHINode>(row);
    if (row && (!phi || is_contained(phis, phi)))
      return false;
    phis.push_back(phi);
  }
  return join(phis, shape);
}

/// Phis that take the rows of this tile from one edge.
bool Residency::joinPhisAfter(CallInst &fromTile) {
  const TileShape shape = tileShape(&fromTile);
  const unsigned lanes = cast<FixedVectorType>(fromTile.getType())->getNumElements() / shape.rows;
  SmallVector<User *> users(fromTile.users());
  for (unsigned i = 0; i < users.size(); ++i) {
    if (castWithRow(users[i], 0, lanes) != &fromTile)
      continue;
    for (User *place : users[i]->users()) {
      if (isa<BitCastInst>(place))
        users.push_back(place);
      auto *first = dyn_cast<PHINode>(place);
      if (!first)
        continue;
      for (unsigned edge = 0; edge < first->getNumIncomingValues(); ++edge) {
        if (castWithRow(first->getIncomingValue(edge), 0, lanes) != &fromTile)
          continue;
        RowPhis phis{first};
        for (unsigned row = 1; row < shape.rows; ++row) {
          phis.push_back(nullptr);
          for (PHINode &phi : first->getParent()->phis())
            if (phi.getType() == first->getType() &&
                castWithRow(phi.getIncomingValueForBlock(first->getIncomingBlock(edge)), row,
                            lanes) == &fromTile) {
              phis.back() = &phi;
              break;
            }
        }
        if (join(phis, shape))
          return true;
      }
    }
  }
  return false;
}

bool Residency::join(const RowPhis &rows, TileShape shape) {
  if (rows.empty() || !rows[0] || any_of(rows, [&](const PHINode *phi) {
        return phi && phi->getParent() != rows[0]->getParent();
      }))
    return false;
  PHINode &first = *rows[0];
  const auto rowsFrom = [&](unsigned edge) {
    SmallVector<Value *> values;
    for (PHINode *phi : rows)
      values.push_back(phi ? phi->getIncomingValueForBlock(first.getIncomingBlock(edge)) : nullptr);
    return values;
  };
  bool comesFromTile = false, isAddedTo = false, comesFromWords = false;
  for (unsigned edge = 0; edge < first.getNumIncomingValues(); ++edge) {
    const SmallVector<Value *> values = rowsFrom(edge);
    const bool isTile = tileWithRows(values) != nullptr;
    comesFromTile |= isTile;
    isAddedTo |= isTile && dominators.dominates(first.getParent(), first.getIncomingBlock(edge));
    comesFromWords |= any_of(values, isFromWords);
  }
  // Where a sum comes from either of two versions of a loop, the one in vector registers is the
  // shorter one, which a tile would cost more.
  if (!comesFromTile || (comesFromWords && !isAddedTo))
    return false;

  IRBuilder<> builder(&first);
  PHINode *tile = builder.CreatePHI(Type::getX86_AMXTy(function.getContext()),
                                    first.getNumIncomingValues(), first.getName() + ".tile");
  SmallDenseMap<BasicBlock *, Value *> incoming;
  for (unsigned edge = 0; edge < first.getNumIncomingValues(); ++edge) {
    BasicBlock *block = first.getIncomingBlock(edge);
    Value *&value = incoming[block];
    if (!value) {
      builder.SetInsertPoint(block->getTerminator());
      SmallVector<Value *> values = rowsFrom(edge);
      CallInst *known = tileWithRows(values);
      for (Value *&row : values)
        row = row ? row : PoisonValue::get(first.getType());
      value = known ? known->getArgOperand(0)
                    : createTileFromVector(builder, joinLanes(builder, values), shape);
    }
    tile->addIncoming(value, block);
  }

  builder.SetInsertPoint(first.getParent(), first.getParent()->getFirstInsertionPt());
  Value *vector = createVectorFromTile(builder, tile, shape, first.getType()->getScalarType());
  const unsigned lanes = cast<FixedVectorType>(first.getType())->getNumElements();
  for (unsigned row = 0; row < rows.size(); ++row) {
    if (!rows[row])
      continue;
    rows[row]->replaceAllUsesWith(extractLanes(builder, vector, row * lanes, lanes));
    rows[row]->eraseFromParent();
  }
  return true;
}

/// A tile made of the rows of a tile is that tile; one of zeros needs no rows.
bool Residency::removeRoundTrips() {
  bool changed = false;
  for (CallInst *toTile : castsToTiles()) {
    const TileShape shape = tileShape(toTile);
    const SmallVector<Value *> rows = rowsOf(toTile->getArgOperand(0), shape);
    if (rows.empty())
      continue;
    IRBuilder<> builder(toTile);
    Value *tile = nullptr;
    if (all_of(rows, isZero))
      tile = createTileZero(builder, shape);
    else if (CallInst *from = tileWithRows(rows); from && tileShape(from) == shape)
      tile = from->getArgOperand(0);
    if (!tile)
      continue;
    toTile->replaceAllUsesWith(tile);
    toTile->eraseFromParent();
    changed = true;
  }
  return changed;
}

void Residency::removeDead() {
  SmallVector<WeakTrackingVH> dead;
  for (Instruction &instruction : instructions(function))
    if (isInstructionTriviallyDead(&instruction))
      dead.push_back(&instruction);
  RecursivelyDeleteTriviallyDeadInstructions(dead);
}

bool Residency::run() {
  bool changed = false;
  for (bool again = true; again;) {
    again = removeRoundTrips();
    removeDead();
    // Casts of the same rows are round trips then.
    for (CallInst *toTile : castsToTiles())
      again |= joinPhisBehind(*toTile);
    // More may have become rows of tiles by it.
    if (!again)
      for (CallInst *fromTile : castsFromTiles())
        again |= joinPhisAfter(*fromTile);
    changed |= again;
  }
  return changed;
}

} // namespace

PreservedAnalyses TileResidencyPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!Residency(function, analyses.getResult<DominatorTreeAnalysis>(function)).run())
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
