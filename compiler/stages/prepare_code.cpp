#include "compiler/stages/stages.hpp"

#include "compiler/codegen/allow_misaligned_vectors.hpp"
#include "compiler/codegen/cut_memory_chains.hpp"
#include "compiler/codegen/freeze_loaded_vectors.hpp"
#include "compiler/codegen/fuse_logic.hpp"
#include "compiler/codegen/hide_byte_arithmetic.hpp"
#include "compiler/codegen/hold_table_addresses.hpp"
#include "compiler/codegen/jam_rounds.hpp"
#include "compiler/codegen/lower_bfloat_roundings.hpp"
#include "compiler/codegen/lower_extremes.hpp"
#include "compiler/codegen/lower_half_fma.hpp"
#include "compiler/codegen/lower_integer_divisions.hpp"
#include "compiler/codegen/lower_reciprocal_roots.hpp"
#include "compiler/codegen/lower_saturating_conversions.hpp"
#include "compiler/codegen/lower_wide_products.hpp"
#include "compiler/codegen/promote_half_extremes.hpp"
#include "compiler/codegen/shorten_sums.hpp"
#include "compiler/codegen/sink_broadcasts.hpp"
#include "compiler/codegen/stream_stores.hpp"
#include "compiler/codegen/unite_component_tests.hpp"
#include "compiler/link/link_builtins.hpp"
#include "compiler/matrix/tiles/keep_tiles_in_calls.hpp"
#include "compiler/stages/pass_stage.hpp"

#include "llvm/Transforms/IPO/AlwaysInliner.h"

using namespace llvm;

namespace heddle::compiler {

Error prepareCode(Compilation &compilation) {
  const TargetInfo &target = compilation.target;
  const PipelineOptions &options = compilation.options;
  // What lower-block-windows calls.
  if (Error error = compilation.builtins.linkInto(compilation.module,
                                                  BuiltinLibrary::Stage::afterVectorization))
    return error;
  PassStage copies(&target.machine(), options);
  copies.add(AlwaysInlinerPass());
  // What LLVM would make calls of or take apart, and what it would crash on or never end with.
  copies.addToFunctions(PromoteHalfExtremesPass(target.hasFeature("avx512fp16")));
  if (!target.hasFeature("avx512fp16"))
    copies.addToFunctions(LowerHalfFmaPass(target.hasFeature("avx512f")));
  if (target.hasFeature("avx512vl")) {
    copies.addToFunctions(LowerReciprocalRootsPass());
    copies.addToFunctions(LowerExtremesPass());
    if (target.hasFeature("avx512bf16"))
      copies.addToFunctions(LowerBfloatRoundingsPass());
  }
  copies.addToFunctions(LowerIntegerDivisionsPass());
  copies.addToFunctions(LowerWideProductsPass());
  copies.addToFunctions(LowerSaturatingConversionsPass());
  copies.addToFunctions(FreezeLoadedVectorsPass(target.floatLanes() * 32, options.optimize));
  copies.addToFunctions(HideByteArithmeticPass(target.floatLanes() * 32));
  copies.addToFunctions(AllowMisalignedVectorsPass());
  if (options.optimize) {
    copies.addToFunctions(UniteComponentTestsPass());
    copies.addToFunctions(
        JamRoundsPass(target.floatLanes(), target.hasFeature("avx512f") ? 32 : 16));
    copies.addToFunctions(ShortenSumsPass());
    if (target.hasFeature("avx512vl"))
      copies.addToFunctions(FuseLogicPass());
    copies.addToFunctions(
        SinkBroadcastsPass(target.hasFeature("avx512f") ? 32 : 16, target.floatLanes() * 32));
    copies.addToFunctions(StreamStoresPass());
    copies.add(HoldTableAddressesPass());
  }
  if (target.tileFeatures().any())
    copies.addToFunctions(KeepTilesInCallsPass(target.hasFeature("avx512f")));
  copies.addToFunctions(CutMemoryChainsPass());
  copies.run(compilation.module);
  return Error::success();
}

} // namespace heddle::compiler
