// Stores that follow one another are looked at together:
//
//   store row 0 of tile 0        if (rows lie apart && all lanes store) {
//   store row 0 of tile 1          store tile 0
//   store row 1 of tile 0    →     store tile 1
//   …                            } else {
//                                  all stores as they were
//                                }

#include "compiler/matrix/tiles/store_tiles.hpp"

#include "compiler/matrix/nest/address_polynomial.hpp"
#include "compiler/matrix/nest/lane_vectors.hpp"
#include "compiler/matrix/tiles/tile_values.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

#include <algorithm>
#include <tuple>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// A store of one row of a tile, or of one of equal parts of it.
struct RowStore {
  Instruction *store;
  CallInst *tile; ///< the cast
  unsigned place; ///< among all of the tile
  Value *mask = nullptr;

  Use &value() const { return store->getOperandUse(0); }
  Value *pointer() const { return store->getOperand(1); }
};

std::optional<RowStore> rowStore(Instruction &instruction) {
  Value *mask = nullptr;
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
    if (call->getIntrinsicID() != Intrinsic::masked_store)
      return std::nullopt;
    mask = call->getArgOperand(2);
  } else if (auto *store = dyn_cast<StoreInst>(&instruction); !store || !store->isSimple()) {
    return std::nullopt;
  }
  Value *source = instruction.getOperand(0);
  auto *type = dyn_cast<FixedVectorType>(source->getType());
  if (!type)
    return std::nullopt;
  const unsigned lanes = type->getNumElements();
  unsigned place = 0;
  for (Value *cut = nullptr; cut != source;) {
    cut = source;
    std::tie(source, place) = sourceOfLanes(withoutBitCasts(cut), place, lanes);
  }
  if (!isVectorFromTile(source))
    return std::nullopt;
  const unsigned all = cast<FixedVectorType>(source->getType())->getNumElements();
  if (all / tileShape(source).rows % lanes || place % lanes)
    return std::nullopt;
  return RowStore{&instruction, cast<CallInst>(source), place / lanes, mask};
}

/// A tile all of whose rows are stored.
struct StoredTile {
  CallInst *cast;
  SmallVector<const RowStore *> parts;
  AddressPolynomial address = {};
  std::int64_t firstRow = 0, firstByte = 0; ///< in rows like those of the first tile
  /// The stores are in the order in which a tile's rows are, which counts where they overlap, no
  /// store of another comes in between, and there are no masks.
  bool isByItself = false;

  TileShape shape() const { return tileShape(cast); }
  unsigned partsOfRow() const { return static_cast<unsigned>(parts.size()) / shape().rows; }
};

class StoreSequence {
public:
  StoreSequence(AddressPolynomials &polynomials, ArrayRef<RowStore> stores)
      : polynomials(polynomials), stores(stores) {}

  bool run();

private:
  bool findTiles();
  bool findAddresses(StoredTile &tile, AddressPolynomial &distance);
  bool lieApart();
  void storeTile(IRBuilder<> &builder, const StoredTile &tile);
  SmallVector<Value *> conditions(IRBuilder<> &builder) const;
  void storeTiles();

  AddressPolynomials &polynomials;
  ArrayRef<RowStore> stores;
  SmallVector<StoredTile> tiles;
  AddressPolynomial stride; ///< of all tiles that are stored behind a branch
  std::int64_t width = 0;   ///< rows at this distance or a larger one lie apart
};

/// Returns true if each store is one of a tile.
bool StoreSequence::findTiles() {
  MapVector<CallInst *, SmallVector<const RowStore *>> found;
  bool isComplete = true;
  for (const RowStore &each : stores) {
    const auto lanesOf = [](const Value &vector) {
      return cast<FixedVectorType>(vector.getType())->getNumElements();
    };
    const unsigned count = lanesOf(*each.tile) / lanesOf(*each.value());
    auto &parts = found[each.tile];
    if (parts.empty())
      parts.resize(count);
    if (parts.size() != count || parts[each.place])
      return false;
    parts[each.place] = &each;
  }
  for (auto &[cast, parts] : found) {
    if (is_contained(parts, nullptr)) {
      isComplete = false;
      continue;
    }
    StoredTile tile{cast, std::move(parts)};
    tile.isByItself = is_sorted(tile.parts) &&
                      unsigned(tile.parts.back() - tile.parts.front() + 1) == tile.parts.size() &&
                      none_of(tile.parts, [](const RowStore *part) { return part->mask; });
    tiles.push_back(std::move(tile));
  }
  return isComplete;
}

/// distance: from row to row.
bool StoreSequence::findAddresses(StoredTile &tile, AddressPolynomial &distance) {
  const unsigned perRow = tile.partsOfRow();
  const std::int64_t partBytes = tile.shape().rowBytes / perRow;
  for (const auto &[index, part] : enumerate(tile.parts)) {
    if (part->pointer()->getType() != tile.parts[0]->pointer()->getType())
      return false;
    std::optional<AddressPolynomial> address = polynomials.of(part->pointer());
    if (!address)
      return false;
    if (index == 0)
      tile.address = *address;
    if (index == perRow)
      distance = *address - tile.address;
    if ((*address - tile.address - distance * std::int64_t(index / perRow)).constant() !=
        std::int64_t(index % perRow) * partBytes)
      return false;
  }
  return tile.shape().rows > 1;
}

/// True if the rows of all tiles are rows of one matrix and have bytes of their own where its rows
/// do.
bool StoreSequence::lieApart() {
  std::int64_t least = 0, most = 0;
  for (auto [index, tile] : enumerate(tiles)) {
    AddressPolynomial distance;
    if (!findAddresses(tile, distance))
      return false;
    if (index == 0)
      stride = distance;
    if (!(distance == stride))
      return false;
    const AddressPolynomial offset = tile.address - tiles[0].address;
    if (!stride.constant()) {
      const std::optional<std::int64_t> rows = offset.timesOf(stride);
      if (!rows)
        return false;
      tile.firstRow = *rows;
    }
    const std::optional<std::int64_t> bytes = (offset - stride * tile.firstRow).constant();
    if (!bytes)
      return false;
    tile.firstByte = *bytes;
    least = std::min(least, *bytes);
    most = std::max(most, *bytes + tile.shape().rowBytes);
  }
  width = most - least;
  // By rows of the matrix, which have no order where their distance is known.
  const std::int64_t known = stride.constant().value_or(0);
  SmallVector<std::tuple<std::int64_t, std::int64_t, std::int64_t>> ranges;
  for (const StoredTile &tile : tiles)
    for (unsigned row = 0; row < tile.shape().rows; ++row) {
      const std::int64_t begin = tile.firstByte + known * row;
      ranges.push_back({known ? 0 : tile.firstRow + row, begin, begin + tile.shape().rowBytes});
    }
  sort(ranges);
  for (unsigned i = 1; i < ranges.size(); ++i) {
    const auto &[row, begin, end] = ranges[i];
    if (row == std::get<0>(ranges[i - 1]) && begin < std::get<2>(ranges[i - 1]))
      return false;
  }
  return true;
}

void StoreSequence::storeTile(IRBuilder<> &builder, const StoredTile &tile) {
  createTileStore(builder, tile.shape(), tile.parts[0]->pointer(),
                  polynomials.emit(builder, stride), tile.cast->getArgOperand(0));
}

/// What has to hold for tiles to be stored. Masks are mostly the same few conditions, put together
/// anew for each row; one that a mask does not ask for may be poison.
SmallVector<Value *> StoreSequence::conditions(IRBuilder<> &builder) const {
  using namespace PatternMatch;
  SmallVector<Value *> result;
  if (!stride.constant())
    result.push_back(
        builder.CreateICmpSGE(polynomials.emit(builder, stride), builder.getInt64(width)));
  SmallSetVector<Value *, 16> parts;
  for (const RowStore &each : stores)
    if (each.mask)
      parts.insert(each.mask);
  MapVector<Type *, SmallVector<Value *>> vectors;
  for (unsigned i = 0; i < parts.size(); ++i) {
    Value *part = parts[i], *left = nullptr, *right = nullptr;
    if (match(part, m_LogicalAnd(m_Value(left), m_Value(right)))) {
      parts.insert(left);
      parts.insert(right);
    } else if (!part->getType()->isVectorTy()) {
      result.push_back(builder.CreateFreeze(part));
    } else if (Value *scalar = getSplatValue(part)) {
      parts.insert(scalar);
    } else {
      vectors[part->getType()].push_back(builder.CreateFreeze(part));
    }
  }
  for (auto &[type, masks] : vectors)
    result.push_back(builder.CreateAndReduce(builder.CreateAnd(masks)));
  return result;
}

void StoreSequence::storeTiles() {
  Instruction *first = stores.front().store, *last = stores.back().store;
  SmallPtrSet<const Instruction *, 32> members;
  for (const RowStore &each : stores)
    members.insert(each.store);
  for (Instruction &between :
       make_early_inc_range(make_range(first->getIterator(), last->getIterator())))
    if (!members.contains(&between))
      between.moveBefore(first->getIterator());
  IRBuilder<> builder(first);
  const SmallVector<Value *> wanted = conditions(builder);
  SmallVector<WeakTrackingVH> dead;
  for (const RowStore &each : stores)
    dead.push_back(each.value().get());
  if (wanted.empty()) {
    for (const StoredTile &tile : tiles)
      storeTile(builder, tile);
    for (const RowStore &each : stores)
      each.store->eraseFromParent();
  } else {
    Instruction *fast = nullptr, *slow = nullptr;
    SplitBlockAndInsertIfThenElse(builder.CreateAnd(wanted), first->getIterator(), &fast, &slow);
    fast->getParent()->setName("tiles");
    slow->getParent()->setName("rows");
    builder.SetInsertPoint(fast);
    for (const StoredTile &tile : tiles)
      storeTile(builder, tile);
    // Rows are cut where they are wanted.
    builder.SetInsertPoint(slow);
    for (const StoredTile &tile : tiles) {
      auto *type = cast<FixedVectorType>(tile.cast->getType());
      const unsigned lanes = type->getNumElements() / tile.parts.size();
      Value *vector = createVectorFromTile(builder, tile.cast->getArgOperand(0), tile.shape(),
                                           type->getElementType());
      for (const auto &[index, part] : enumerate(tile.parts))
        part->value().set(builder.CreateBitCast(extractLanes(builder, vector, index * lanes, lanes),
                                                part->value()->getType()));
    }
    for (const RowStore &each : stores)
      each.store->moveBefore(slow->getIterator());
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead);
}

bool StoreSequence::run() {
  const bool isComplete = findTiles();
  if (tiles.empty())
    return false;
  if (isComplete && !all_of(tiles, [](const StoredTile &tile) { return tile.isByItself; })) {
    if (!lieApart())
      return false;
    storeTiles();
    return true;
  }
  bool changed = false;
  SmallVector<WeakTrackingVH> dead;
  for (StoredTile &tile : tiles) {
    if (!tile.isByItself || !findAddresses(tile, stride))
      continue;
    IRBuilder<> builder(tile.parts.back()->store);
    storeTile(builder, tile);
    for (const RowStore *part : tile.parts) {
      dead.push_back(part->value().get());
      part->store->eraseFromParent();
    }
    changed = true;
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead);
  return changed;
}

} // namespace

PreservedAnalyses StoreTilesPass::run(Function &function, FunctionAnalysisManager &) {
  std::vector<std::vector<RowStore>> sequences;
  for (BasicBlock &block : function) {
    bool goesOn = false;
    for (Instruction &instruction : block) {
      if (std::optional<RowStore> store = rowStore(instruction)) {
        if (!goesOn)
          sequences.emplace_back();
        sequences.back().push_back(*store);
        goesOn = true;
      } else if (!isTileComputation(instruction) &&
                 (instruction.mayReadOrWriteMemory() ||
                  !isGuaranteedToTransferExecutionToSuccessor(&instruction))) {
        goesOn = false;
      }
    }
  }
  AddressPolynomials polynomials(function.getDataLayout());
  bool changed = false;
  for (const std::vector<RowStore> &stores : sequences)
    changed |= StoreSequence(polynomials, stores).run();
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
