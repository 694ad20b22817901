#include "compiler/matrix/tiles/separate_tile_factors.hpp"

#include "compiler/matrix/tiles/tile_values.hpp"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

// Of a product: rows of the sum and of the first factor, bytes of a row of the sum and of the
// second factor, bytes of a row of the first factor, sum, factors.
constexpr unsigned productOperands = 6, sumPlace = 3, firstPlace = 4, secondPlace = 5;

bool isProduct(const Instruction &instruction) {
  return isTileComputation(instruction) &&
         cast<CallBase>(instruction).arg_size() == productOperands &&
         cast<CallBase>(instruction).getArgOperand(sumPlace)->getType()->isX86_AMXTy();
}

unsigned number(const CallBase &call, unsigned place) {
  return unsigned(cast<ConstantInt>(call.getArgOperand(place))->getZExtValue());
}

/// That of an operand of a product.
TileShape wantedShape(const CallBase &product, unsigned place) {
  const unsigned rows = number(product, 0), rowBytes = number(product, 1),
                 depth = number(product, 2);
  if (place == sumPlace)
    return {rows, rowBytes};
  // A row of the second factor for every four bytes of the first one's rows.
  return place == firstPlace ? TileShape{rows, depth} : TileShape{depth / 4, rowBytes};
}

/// That of the instruction which made a tile; nothing for phis of each other.
std::optional<TileShape> shapeOf(const Value *tile, SmallPtrSetImpl<const PHINode *> &seen) {
  const auto *phi = dyn_cast<PHINode>(tile);
  if (!phi) {
    const auto *call = cast<CallBase>(tile);
    return TileShape{number(*call, 0), number(*call, 1)};
  }
  if (!seen.insert(phi).second)
    return std::nullopt;
  for (const Value *value : phi->incoming_values())
    if (!isa<UndefValue>(value))
      if (std::optional<TileShape> shape = shapeOf(value, seen))
        return shape;
  return std::nullopt;
}

} // namespace

PreservedAnalyses SeparateTileFactorsPass::run(Function &function, FunctionAnalysisManager &) {
  AllocaInst *memory = nullptr;
  for (Instruction &instruction : instructions(function)) {
    if (!isProduct(instruction))
      continue;
    auto &product = cast<CallBase>(instruction);
    for (unsigned place : {sumPlace, firstPlace, secondPlace}) {
      Value *tile = product.getArgOperand(place);
      const TileShape wanted = wantedShape(product, place);
      SmallPtrSet<const PHINode *, 4> seen;
      const TileShape shape = shapeOf(tile, seen).value_or(wanted);
      const bool isTwice = place == secondPlace && product.getArgOperand(firstPlace) == tile;
      if (shape == wanted && !isTwice)
        continue;
      if (!memory) {
        IRBuilder<> entry(&function.getEntryBlock(), function.getEntryBlock().begin());
        memory = entry.CreateAlloca(ArrayType::get(entry.getInt8Ty(), largestTile.bytes()), nullptr,
                                    "tile.copy");
        memory->setAlignment(Align(64));
      }
      IRBuilder<> builder(&product);
      createTileStore(builder, shape, memory, builder.getInt64(shape.rowBytes), tile);
      product.setArgOperand(
          place, createTileLoad(builder, wanted, memory, builder.getInt64(wanted.rowBytes)));
    }
  }
  if (!memory)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
