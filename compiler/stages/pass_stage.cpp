#include "compiler/stages/pass_stage.hpp"

#include "compiler/codegen/allow_misaligned_vectors.hpp"
#include "compiler/codegen/cut_memory_chains.hpp"
#include "compiler/codegen/freeze_loaded_vectors.hpp"
#include "compiler/codegen/fuse_logic.hpp"
#include "compiler/codegen/hide_byte_arithmetic.hpp"
#include "compiler/codegen/hold_table_addresses.hpp"
#include "compiler/codegen/jam_rounds.hpp"
#include "compiler/codegen/lower_bfloat_roundings.hpp"
#include "compiler/codegen/lower_byte_dots.hpp"
#include "compiler/codegen/lower_extremes.hpp"
#include "compiler/codegen/lower_half_fma.hpp"
#include "compiler/codegen/lower_image_access.hpp"
#include "compiler/codegen/lower_integer_divisions.hpp"
#include "compiler/codegen/lower_lane_shuffles.hpp"
#include "compiler/codegen/lower_reciprocal_roots.hpp"
#include "compiler/codegen/lower_saturating_conversions.hpp"
#include "compiler/codegen/lower_wide_products.hpp"
#include "compiler/codegen/outline_masked_memory.hpp"
#include "compiler/codegen/promote_half_extremes.hpp"
#include "compiler/codegen/shorten_sums.hpp"
#include "compiler/codegen/sink_broadcasts.hpp"
#include "compiler/codegen/stream_stores.hpp"
#include "compiler/codegen/unite_component_tests.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/long_function.hpp"
#include "compiler/link/inline_functions.hpp"
#include "compiler/link/select_vector_math.hpp"
#include "compiler/matrix/blocks/flatten_guarded_rows.hpp"
#include "compiler/matrix/blocks/lower_block_windows.hpp"
#include "compiler/matrix/blocks/merge_block_windows.hpp"
#include "compiler/matrix/generic/lower_matrix_generic.hpp"
#include "compiler/matrix/nest/define_accumulators.hpp"
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
#include "compiler/matrix/staging/read_through_staging.hpp"
#include "compiler/matrix/staging/recompute_group_values.hpp"
#include "compiler/matrix/staging/undo_read_ahead.hpp"
#include "compiler/matrix/staging/unroll_factor_loops.hpp"
#include "compiler/matrix/tiles/demote_tiles.hpp"
#include "compiler/matrix/tiles/expand_bfloat_products.hpp"
#include "compiler/matrix/tiles/fold_tile_memory.hpp"
#include "compiler/matrix/tiles/keep_tiles_in_calls.hpp"
#include "compiler/matrix/tiles/lower_matrix_amx.hpp"
#include "compiler/matrix/tiles/lower_tile_casts.hpp"
#include "compiler/matrix/tiles/order_sum_phis.hpp"
#include "compiler/matrix/tiles/order_tile_rows.hpp"
#include "compiler/matrix/tiles/separate_tile_factors.hpp"
#include "compiler/matrix/tiles/split_tile_exits.hpp"
#include "compiler/matrix/tiles/store_tiles.hpp"
#include "compiler/matrix/tiles/tile_residency.hpp"
#include "compiler/matrix/tiles/widen_matrix_factors.hpp"
#include "compiler/matrix/words/lower_matrix_words.hpp"
#include "compiler/matrix/words/widen_word_factors.hpp"
#include "compiler/spirv/builtins/block_functions_to_spirv.hpp"
#include "compiler/spirv/builtins/guard_division.hpp"
#include "compiler/spirv/builtins/ib_functions_to_spirv.hpp"
#include "compiler/spirv/builtins/intrinsics_to_spirv.hpp"
#include "compiler/spirv/builtins/legacy_scopes_to_spirv.hpp"
#include "compiler/spirv/builtins/lower_address_space_queries.hpp"
#include "compiler/spirv/builtins/lower_images.hpp"
#include "compiler/spirv/builtins/lower_spirv_builtins.hpp"
#include "compiler/spirv/matrix/joint_matrix_functions_to_spirv.hpp"
#include "compiler/spirv/matrix/lower_cooperative_matrices.hpp"
#include "compiler/spirv/matrix/lower_split_matrix_functions.hpp"
#include "compiler/spirv/matrix/lower_subgroup_matrix.hpp"
#include "compiler/spirv/matrix/matrix_functions_to_spirv.hpp"
#include "compiler/strict/check_accesses.hpp"
#include "compiler/strict/check_blocks.hpp"
#include "compiler/strict/check_components.hpp"
#include "compiler/strict/check_convergence.hpp"
#include "compiler/strict/check_device.hpp"
#include "compiler/strict/check_images.hpp"
#include "compiler/strict/check_initialized.hpp"
#include "compiler/strict/check_matrix_functions.hpp"
#include "compiler/strict/check_overflow.hpp"
#include "compiler/strict/check_pointer_casts.hpp"
#include "compiler/strict/check_shifts.hpp"
#include "compiler/strict/check_shuffles.hpp"
#include "compiler/strict/check_uniform_operands.hpp"
#include "compiler/strict/lower_findings.hpp"
#include "compiler/strict/mark_unset_variables.hpp"
#include "compiler/strict/trace_accesses.hpp"
#include "compiler/strict/uncast_pointer_variables.hpp"
#include "compiler/strict/version_checked_loops.hpp"
#include "compiler/vectorizer/analysis/simt_tti.hpp"
#include "compiler/vectorizer/transform/add_missing_barriers.hpp"
#include "compiler/vectorizer/transform/count_own_rounds.hpp"
#include "compiler/vectorizer/transform/count_shared_rounds.hpp"
#include "compiler/vectorizer/transform/expand_block_io.hpp"
#include "compiler/vectorizer/transform/expand_small_copies.hpp"
#include "compiler/vectorizer/transform/find_byte_dots.hpp"
#include "compiler/vectorizer/transform/fold_integer_pointers.hpp"
#include "compiler/vectorizer/transform/merge_back_edges.hpp"
#include "compiler/vectorizer/transform/merge_bytes.hpp"
#include "compiler/vectorizer/transform/recognize_float_updates.hpp"
#include "compiler/vectorizer/transform/schedule_lanes.hpp"
#include "compiler/vectorizer/transform/split_guarded_rounds.hpp"
#include "compiler/vectorizer/transform/split_sums.hpp"
#include "compiler/vectorizer/transform/store_exchanges.hpp"
#include "compiler/vectorizer/transform/structurize_divergence.hpp"
#include "compiler/vectorizer/transform/unfuse_sums.hpp"
#include "compiler/vectorizer/transform/unite_counters.hpp"
#include "compiler/vectorizer/transform/unite_values.hpp"
#include "compiler/vectorizer/transform/version_argument_conditions.hpp"
#include "compiler/vectorizer/transform/version_argument_overlaps.hpp"
#include "compiler/vectorizer/transform/version_index_arithmetic.hpp"
#include "compiler/vectorizer/transform/widen_index_arithmetic.hpp"
#include "compiler/vectorizer/vectorize_sub_groups.hpp"
#include "compiler/workgroup/batch_staged_rounds.hpp"
#include "compiler/workgroup/bound_local_ids.hpp"
#include "compiler/workgroup/combine_group_ids.hpp"
#include "compiler/workgroup/compare_whole_tiles.hpp"
#include "compiler/workgroup/count_operations.hpp"
#include "compiler/workgroup/divide_global_ids.hpp"
#include "compiler/workgroup/exchange_dimensions.hpp"
#include "compiler/workgroup/join_groups.hpp"
#include "compiler/workgroup/lower_argument_queries.hpp"
#include "compiler/workgroup/lower_local_atomics.hpp"
#include "compiler/workgroup/lower_print.hpp"
#include "compiler/workgroup/lower_work_group_functions.hpp"
#include "compiler/workgroup/merge_pair_joins.hpp"
#include "compiler/workgroup/remove_idle_barriers.hpp"
#include "compiler/workgroup/spare_equal_stores.hpp"
#include "compiler/workgroup/work_group_entry_point.hpp"
#include "compiler/workgroup/yield_in_waiting_loops.hpp"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/LoopIdiomRecognize.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

const Module *moduleOf(const Any &ir) {
  if (const auto *module = any_cast<const Module *>(&ir))
    return *module;
  if (const auto *function = any_cast<const Function *>(&ir))
    return (*function)->getParent();
  return nullptr;
}

/// Pairs of a store and a load, and accesses, beyond which it takes long to compare each: loads are
/// compared with one another, too.
constexpr std::uint64_t manyPairs = 1024, manyAccesses = 256;

bool hasFewAccesses(const Function &function) {
  std::uint64_t stores = 0;
  std::uint64_t loads = 0;
  for (const Instruction &instruction : instructions(function)) {
    stores += isa<StoreInst>(instruction);
    loads += isa<LoadInst>(instruction);
  }
  return stores * loads <= manyPairs && stores + loads <= manyAccesses;
}

/// Whether a function is one of numbers rather than of bits: vectors of a few words that are
/// rotated and mixed are taken apart and put together again more often than they save.
bool computesWithFloats(const Function &function) {
  unsigned floats = 0, bits = 0;
  for (const Instruction &instruction : instructions(function)) {
    const auto *call = dyn_cast<IntrinsicInst>(&instruction);
    floats +=
        (call || isa<BinaryOperator>(instruction)) && instruction.getType()->isFPOrFPVectorTy();
    bits += instruction.isBitwiseLogicOp() || instruction.isShift() ||
            (call && call->getIntrinsicID() == Intrinsic::fshl);
  }
  return floats > 0 && floats >= bits;
}

} // namespace

PassStage::PassStage(TargetMachine *machine, const PipelineOptions &options)
    : options(options), passTimes(options.timePasses) {
  PipelineTuningOptions tuning;
  // Otherwise each loop that is unrolled walks through all that depends on the outermost one, which
  // is the one over work-groups: the whole kernel.
  tuning.ForgetAllSCEVInLoopUnroll = true;
  // Kernels are vectors already; what is left scalar is uniform. Where work-items walk along memory
  // of their own they are not.
  tuning.LoopVectorization = machine;
  tuning.LoopInterleaving = machine;
  tuning.SLPVectorization = machine;
  instrumentation.registerShouldRunOptionalPassCallback([this, machine](StringRef pass, Any ir) {
    // They run once in a launch that somebody watches.
    if (const auto *function = any_cast<const Function *>(&ir);
        function && (*function)->getName().ends_with(operationsSuffix) && (*function)->hasOptNone())
      return false;
    // LLVM runs it behind each of its other passes that may leave it work. Every second time does
    // for what has been simplified in front of the vectorizer, too.
    if (pass == "InstCombinePass" && machine)
      if (const auto *function = any_cast<const Function *>(&ir);
          function && (*function)->getInstructionCount() > longFunction / 4)
        return instCombineRuns[*function]++ % 2 == 0;
    if (pass == "LoopVectorizePass") {
      const auto *function = any_cast<const Function *>(&ir);
      return function && (*function)->hasFnAttribute(walksRowsAttribute);
    }
    if (pass == "SLPVectorizerPass") {
      const auto *function = any_cast<const Function *>(&ir);
      return function && (*function)->hasFnAttribute(singleLanesAttribute) &&
             (*function)->getInstructionCount() <= longFunction / 4 &&
             computesWithFloats(**function);
    }
    // Its time grows with the square of a block.
    if (pass == "VectorCombinePass")
      if (const auto *function = any_cast<const Function *>(&ir);
          function && (*function)->getInstructionCount() > longFunction)
        return false;
    // What they know of values is searched in all blocks for each instruction that they take out.
    if (pass == "CorrelatedValuePropagationPass" || pass == "JumpThreadingPass")
      if (const auto *function = any_cast<const Function *>(&ir);
          function && (*function)->size() > manyBlocks)
        return false;
    // For each instruction it looks at the ways through the loop, which may be the whole kernel.
    if (pass == "LICMPass")
      if (const auto *loop = any_cast<const Loop *>(&ir);
          loop && (*loop)->getNumBlocks() > manyBlocks)
        return false;
    // Where a round reads what the one before has written, memory is all that it waits for without
    // it. Its tests of all pairs of accesses took 40% of the builds of kernels with many scalar
    // ones.
    if (pass == "LoopLoadEliminationPass") {
      const auto *function = any_cast<const Function *>(&ir);
      return function && hasFewAccesses(**function);
    }
    // It makes broken code of tables of pointers that lie in another address space than 0.
    if (pass == "RelLookupTableConverterPass")
      return false;
    // A copying loop of each lane has a vector form; a call of memcpy for each lane has none, and
    // keeps private arrays in memory.
    return machine || pass != "LoopIdiomRecognizePass";
  });
  if (options.timePasses)
    passTimes.registerCallbacks(instrumentation);
  builder = std::make_unique<PassBuilder>(machine, tuning, std::nullopt, &instrumentation);
  // Its search for checksums walks every way from value to value in a round, of which there are
  // twice as many with each condition; and it knows none of vectors.
  DisableLIRP::HashRecognize = true;
  if (!machine)
    registerSimtTargetInfo(functionAnalyses);
  builder->registerModuleAnalyses(moduleAnalyses);
  builder->registerCGSCCAnalyses(sccAnalyses);
  builder->registerFunctionAnalyses(functionAnalyses);
  builder->registerLoopAnalyses(loopAnalyses);
  builder->crossRegisterProxies(loopAnalyses, functionAnalyses, sccAnalyses, moduleAnalyses);
  if (!options.printAfter.empty() || options.verifyEachPass)
    watchPasses();
}

void PassStage::watchPasses() {
#define HEDDLE_MODULE_PASS(text, create)                                                           \
  instrumentation.addClassToPassName(decltype(create)::name(), text);
#define HEDDLE_FUNCTION_PASS(text, create) HEDDLE_MODULE_PASS(text, create)
#include "compiler/passes.def"
  instrumentation.registerAfterPassCallback([this](StringRef pass, Any ir,
                                                   const PreservedAnalyses &) {
    const Module *module = moduleOf(ir);
    if (!module)
      return;
    if (options.verifyEachPass && verifyModule(*module, &errs()))
      report_fatal_error("the module is broken after pass " + pass);
    StringRef name = instrumentation.getPassNameForClassName(pass);
    if (options.printAfter.empty() || (pass != options.printAfter && name != options.printAfter))
      return;
    raw_ostream &os = options.printStream ? *options.printStream : errs();
    os << "; after " << (name.empty() ? pass : name) << '\n' << *module;
  });
}

} // namespace heddle::compiler
