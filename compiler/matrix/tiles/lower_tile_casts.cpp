#include "compiler/matrix/tiles/lower_tile_casts.hpp"

#include "compiler/matrix/tiles/tile_values.hpp"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// As many tiles have memory of their own; what is stored to one need not wait for what is read
/// from another.
constexpr std::size_t mostPlaces = 8;

class CastLowering {
public:
  explicit CastLowering(Function &function) : function(function) {}

  bool run();

private:
  Value *nextPlace(IRBuilder<> &builder);
  void lowerToTile(CallInst &cast);
  void lowerFromTile(CallInst &cast);

  Function &function;
  AllocaInst *memory = nullptr;
  std::size_t places = 0, used = 0;
};

Value *CastLowering::nextPlace(IRBuilder<> &builder) {
  if (!memory) {
    IRBuilder<> entry(&function.getEntryBlock(), function.getEntryBlock().begin());
    memory = entry.CreateAlloca(ArrayType::get(entry.getInt8Ty(), places * largestTile.bytes()),
                                nullptr, "tile.rows");
    memory->setAlignment(Align(64));
  }
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), memory,
                                            used++ % places * largestTile.bytes());
}

void CastLowering::lowerToTile(CallInst &cast) {
  const TileShape shape = tileShape(&cast);
  IRBuilder<> builder(&cast);
  Value *place = nextPlace(builder);
  storeRowsAt(builder, place, shape, cast.getArgOperand(0));
  cast.replaceAllUsesWith(createTileLoad(builder, shape, place, builder.getInt64(shape.rowBytes)));
  cast.eraseFromParent();
}

void CastLowering::lowerFromTile(CallInst &cast) {
  const TileShape shape = tileShape(&cast);
  IRBuilder<> builder(&cast);
  Value *place = nextPlace(builder);
  createTileStore(builder, shape, place, builder.getInt64(shape.rowBytes), cast.getArgOperand(0));
  replaceByRowsAt(place, cast);
}

bool CastLowering::run() {
  SmallVector<CallInst *> casts;
  for (Instruction &instruction : instructions(function))
    if (isTileFromVector(&instruction) || isVectorFromTile(&instruction))
      casts.push_back(cast<CallInst>(&instruction));
  places = std::min(casts.size(), mostPlaces);
  for (CallInst *cast : casts)
    isTileFromVector(cast) ? lowerToTile(*cast) : lowerFromTile(*cast);
  return !casts.empty();
}

} // namespace

PreservedAnalyses LowerTileCastsPass::run(Function &function, FunctionAnalysisManager &) {
  if (!CastLowering(function).run())
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
