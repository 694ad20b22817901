#include "compiler/stages/stages.hpp"

#include "compiler/codegen/lower_lane_shuffles.hpp"
#include "compiler/codegen/outline_masked_memory.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/matrix/blocks/flatten_guarded_rows.hpp"
#include "compiler/matrix/blocks/lower_block_windows.hpp"
#include "compiler/matrix/blocks/merge_block_windows.hpp"
#include "compiler/matrix/generic/lower_matrix_generic.hpp"
#include "compiler/matrix/panels/pack_matrix_panels.hpp"
#include "compiler/matrix/plan/choose_bfloat_products.hpp"
#include "compiler/matrix/plan/choose_matrix_units.hpp"
#include "compiler/matrix/plan/explain_matrix_nests.hpp"
#include "compiler/matrix/plan/fuse_matrix_columns.hpp"
#include "compiler/matrix/plan/fuse_matrix_depth.hpp"
#include "compiler/matrix/plan/fuse_matrix_rows.hpp"
#include "compiler/matrix/plan/jam_work_groups.hpp"
#include "compiler/matrix/plan/split_matrix_loops.hpp"
#include "compiler/matrix/plan/unroll_matrix_loops.hpp"
#include "compiler/matrix/tiles/demote_tiles.hpp"
#include "compiler/matrix/tiles/expand_bfloat_products.hpp"
#include "compiler/matrix/tiles/fold_tile_memory.hpp"
#include "compiler/matrix/tiles/lower_matrix_amx.hpp"
#include "compiler/matrix/tiles/lower_tile_casts.hpp"
#include "compiler/matrix/tiles/order_tile_rows.hpp"
#include "compiler/matrix/tiles/separate_tile_factors.hpp"
#include "compiler/matrix/tiles/split_tile_exits.hpp"
#include "compiler/matrix/tiles/store_tiles.hpp"
#include "compiler/matrix/tiles/tile_residency.hpp"
#include "compiler/matrix/tiles/widen_matrix_factors.hpp"
#include "compiler/matrix/words/lower_matrix_words.hpp"
#include "compiler/matrix/words/widen_word_factors.hpp"
#include "compiler/stages/pass_stage.hpp"

#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Passes for functions that may have tiles.
class WhereTilesMayBe : public PassInfoMixin<WhereTilesMayBe> {
public:
  explicit WhereTilesMayBe(FunctionPassManager passes) : passes(std::move(passes)) {}

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    if (!function.hasFnAttribute(withoutTilesAttribute))
      return passes.run(function, analyses);
    remark(function, "no tiles: LLVM ran out of registers for them", RemarkKind::costly);
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  FunctionPassManager passes;
};

/// The passes that put matrix operations on tiles, in front of the one that takes what is left.
void addTilePasses(PassStage &stage, const TargetInfo &target, const PipelineOptions &options) {
  const TileFeatures features = target.tileFeatures();
  // Without optimization LLVM keeps tiles in memory, and cannot compile phis of them.
  if (!features.any() || !options.optimize)
    return;
  FunctionPassManager passes;
  passes.addPass(WidenMatrixFactorsPass(features));
  passes.addPass(ChooseBfloatProductsPass(features));
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.addPass(PackMatrixPanelsPass(features));
  passes.addPass(FuseMatrixRowsPass(features));
  // What was joined twice is one factor, here and below.
  passes.addPass(EarlyCSEPass());
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.addPass(ChooseMatrixUnitsPass({features, target.vectorFeatures()}));
  passes.addPass(ExplainMatrixNestsPass({features}));
  passes.addPass(SplitMatrixLoopsPass(features));
  passes.addPass(ADCEPass());
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.addPass(UnrollMatrixLoopsPass({features}));
  passes.addPass(EarlyCSEPass());
  passes.addPass(MergeBlockWindowsPass());
  passes.addPass(FuseMatrixDepthPass(features));
  passes.addPass(EarlyCSEPass());
  passes.addPass(ExpandBfloatProductsPass());
  passes.addPass(LowerMatrixAmxPass(features));
  passes.addPass(TileResidencyPass());
  passes.addPass(StoreTilesPass());
  passes.addPass(FoldTileMemoryPass());
  passes.addPass(LCSSAPass());
  passes.addPass(SplitTileExitsPass());
  passes.addPass(DemoteTilesPass());
  passes.addPass(LowerTileCastsPass());
  passes.addPass(EarlyCSEPass());
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  passes.addPass(ADCEPass());
  // Behind all that joins equal loads.
  passes.addPass(SeparateTileFactorsPass());
  passes.addPass(OrderTileRowsPass());
  stage.addToFunctions(WhereTilesMayBe(std::move(passes)));
}

} // namespace

Error lowerMatrices(Compilation &compilation) {
  const TargetInfo &target = compilation.target;
  const PipelineOptions &options = compilation.options;
  PassStage matrices(&target.machine(), options);
  if (options.optimize) {
    matrices.addToFunctions(MergeBlockWindowsPass());
    matrices.addToFunctions(FlattenGuardedRowsPass());
    matrices.addToFunctions(FuseMatrixColumnsPass());
  }
  matrices.addToFunctions(
      JamWorkGroupsPass(options.optimize ? target.tileFeatures() : TileFeatures()));
  addTilePasses(matrices, target, options);
  // While more lane numbers cannot become constants.
  matrices.add(
      LowerLaneShufflesPass({target.hasFeature("avx512bw") && target.hasFeature("avx512vl"),
                             target.hasFeature("avx512vbmi")}));
  matrices.addToFunctions(WidenWordFactorsPass(target.vectorFeatures()));
  if (options.optimize) {
    FunctionPassManager rounds;
    rounds.addPass(LoopSimplifyPass());
    rounds.addPass(LCSSAPass());
    rounds.addPass(PackMatrixPanelsPass(TileFeatures()));
    rounds.addPass(LoopSimplifyPass());
    rounds.addPass(LCSSAPass());
    rounds.addPass(ExplainMatrixNestsPass({{}, target.vectorFeatures()}));
    rounds.addPass(UnrollMatrixLoopsPass({{}, target.vectorFeatures()}));
    rounds.addPass(EarlyCSEPass());
    rounds.addPass(MergeBlockWindowsPass());
    matrices.addToFunctions(std::move(rounds));
  }
  // After the optimizer, which would undo what the lowerings rely on: see their headers.
  matrices.addToFunctions(LowerMatrixWordsPass(target.vectorFeatures()));
  matrices.add(LowerMatrixGenericPass());
  // Operations that share B share its unpacking.
  if (options.optimize)
    matrices.addToFunctions(EarlyCSEPass());
  matrices.addToFunctions(LowerBlockWindowsPass());
  matrices.add(OutlineMaskedMemoryPass(target.quickGathers(), target.hasFeature("avx2")));
  matrices.run(compilation.module);
  return Error::success();
}

} // namespace heddle::compiler
