#include "compiler/matrix/tiles/separate_tile_factors.hpp"

#include "compiler/matrix/tiles/tile_values.hpp"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

// Of a product: rows, bytes of a row of the sum and of the first factor, sum, factors.
constexpr unsigned sumPlace = 3, firstPlace = 4, secondPlace = 5;

} // namespace

PreservedAnalyses SeparateTileFactorsPass::run(Function &function, FunctionAnalysisManager &) {
  AllocaInst *memory = nullptr;
  for (Instruction &instruction : instructions(function)) {
    if (!isTileProduct(instruction))
      continue;
    auto &product = cast<CallBase>(instruction);
    const auto number = [&](unsigned place) {
      return unsigned(cast<ConstantInt>(product.getArgOperand(place))->getZExtValue());
    };
    for (unsigned place : {firstPlace, secondPlace}) {
      Value *tile = product.getArgOperand(place);
      if (tile != product.getArgOperand(sumPlace) &&
          (place == firstPlace || tile != product.getArgOperand(firstPlace)))
        continue;
      if (!memory) {
        IRBuilder<> entry(&function.getEntryBlock(), function.getEntryBlock().begin());
        memory = entry.CreateAlloca(ArrayType::get(entry.getInt8Ty(), largestTile.bytes()), nullptr,
                                    "tile.copy");
        memory->setAlignment(Align(64));
      }
      // As a second factor it has a row for every four bytes of the first one's rows.
      const TileShape shape = place == firstPlace ? TileShape{number(0), number(2)}
                                                  : TileShape{number(2) / 4, number(1)};
      IRBuilder<> builder(&product);
      Value *stride = builder.getInt64(shape.rowBytes);
      createTileStore(builder, shape, memory, stride, tile);
      product.setArgOperand(place, createTileLoad(builder, shape, memory, stride));
    }
  }
  if (!memory)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
