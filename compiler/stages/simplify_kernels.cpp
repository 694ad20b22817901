#include "compiler/stages/stages.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/link/inline_functions.hpp"
#include "compiler/link/link_builtins.hpp"
#include "compiler/link/variable_sizes.hpp"
#include "compiler/matrix/nest/define_accumulators.hpp"
#include "compiler/matrix/staging/read_through_staging.hpp"
#include "compiler/matrix/staging/recompute_group_values.hpp"
#include "compiler/matrix/staging/undo_read_ahead.hpp"
#include "compiler/matrix/staging/unroll_factor_loops.hpp"
#include "compiler/spirv/builtins/lower_address_space_queries.hpp"
#include "compiler/stages/pass_stage.hpp"
#include "compiler/strict/check_accesses.hpp"
#include "compiler/strict/check_blocks.hpp"
#include "compiler/strict/check_components.hpp"
#include "compiler/strict/check_device.hpp"
#include "compiler/strict/check_images.hpp"
#include "compiler/strict/check_initialized.hpp"
#include "compiler/strict/check_overflow.hpp"
#include "compiler/strict/check_pointer_casts.hpp"
#include "compiler/strict/check_shifts.hpp"
#include "compiler/strict/mark_unset_variables.hpp"
#include "compiler/strict/trace_accesses.hpp"
#include "compiler/strict/uncast_pointer_variables.hpp"
#include "compiler/strict/version_checked_loops.hpp"
#include "compiler/vectorizer/transform/add_missing_barriers.hpp"
#include "compiler/vectorizer/transform/count_own_rounds.hpp"
#include "compiler/vectorizer/transform/count_shared_rounds.hpp"
#include "compiler/vectorizer/transform/expand_block_io.hpp"
#include "compiler/vectorizer/transform/expand_small_copies.hpp"
#include "compiler/vectorizer/transform/fold_integer_pointers.hpp"
#include "compiler/vectorizer/transform/merge_back_edges.hpp"
#include "compiler/vectorizer/transform/merge_bytes.hpp"
#include "compiler/vectorizer/transform/recognize_float_updates.hpp"
#include "compiler/vectorizer/transform/split_guarded_rounds.hpp"
#include "compiler/vectorizer/transform/unite_counters.hpp"
#include "compiler/vectorizer/transform/unite_values.hpp"
#include "compiler/vectorizer/transform/version_argument_conditions.hpp"
#include "compiler/vectorizer/transform/version_argument_overlaps.hpp"
#include "compiler/vectorizer/transform/version_index_arithmetic.hpp"
#include "compiler/vectorizer/transform/widen_index_arithmetic.hpp"
#include "compiler/workgroup/batch_staged_rounds.hpp"
#include "compiler/workgroup/bound_local_ids.hpp"
#include "compiler/workgroup/combine_group_ids.hpp"
#include "compiler/workgroup/compare_whole_tiles.hpp"
#include "compiler/workgroup/count_operations.hpp"
#include "compiler/workgroup/divide_global_ids.hpp"
#include "compiler/workgroup/exchange_dimensions.hpp"
#include "compiler/workgroup/join_groups.hpp"
#include "compiler/workgroup/merge_pair_joins.hpp"
#include "compiler/workgroup/remove_idle_barriers.hpp"
#include "runtime/abi/strict_device.hpp"

#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Of all kernels that require none.
void requireLocalSize(Module &module, ArrayRef<std::uint32_t> localSize) {
  SmallVector<Metadata *> size;
  for (const std::uint32_t items : localSize)
    size.push_back(
        ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(module.getContext()), items)));
  for (Function &function : module)
    if (isKernel(function) && !function.hasMetadata("reqd_work_group_size"))
      function.setMetadata("reqd_work_group_size", MDNode::get(module.getContext(), size));
}

} // namespace

Error simplifyKernels(Compilation &compilation) {
  Module &module = compilation.module;
  const PipelineOptions &options = compilation.options;
  if (options.knownLocalSize[0] != 0)
    requireLocalSize(module, options.knownLocalSize);
  // Without the library, and in front of inlining, which begins with taking variables into
  // registers.
  if (options.checks) {
    PassStage mark(nullptr, options);
    mark.addToFunctions(MarkUnsetVariablesPass());
    if (options.checks.all)
      mark.addToFunctions(CheckShiftsPass());
    mark.run(module);
  }
  // Small functions of the library take part in everything that follows; the big mathematical
  // ones stay calls, which the vectorizer turns into calls of their vector forms.
  if (Error error =
          compilation.builtins.linkInto(module, BuiltinLibrary::Stage::beforeVectorization))
    return error;

  PassStage simplify(nullptr, options);
  simplify.add(InlineFunctionsPass());
  if (options.checks) {
    // So that pointers show where they come from, and before anything relies on what is checked.
    simplify.addToFunctions(UncastPointerVariablesPass());
    simplify.addToFunctions(PromotePass());
    if (options.checks.all)
      simplify.addToFunctions(CheckOverflowPass());
    simplify.addToFunctions(CheckPointerCastsPass());
    simplify.addToFunctions(CheckBlocksPass());
    simplify.addToFunctions(CheckComponentsPass());
    simplify.addToFunctions(CheckAccessesPass(options.checks.all));
    simplify.addToFunctions(TraceAccessesPass(options.checks.all));
    simplify.addToFunctions(CheckInitializedPass());
    simplify.addToFunctions(CheckImagesPass());
    if (const abi::StrictDevice *device = abi::findStrictDevice(options.checks.device))
      simplify.addToFunctions(CheckDevicePass(*device));
  }
  simplify.addToFunctions(ExpandBlockIoPass());
  // Constant trip counts are unrolled and private arrays promoted here, while an element is a
  // scalar and not a vector of lanes.
  if (options.optimize) {
    FunctionPassManager variables;
    variables.addPass(SROAPass(SROAOptions::ModifyCFG));
    variables.addPass(DefineAccumulatorsPass());
    // Where functions of OpenCL C 3.0, such as vload, take generic pointers. Checks are of pointers
    // as the program has them.
    if (!options.checks) {
      variables.addPass(FoldIntegerPointersPass());
      variables.addPass(InferAddressSpacesPass(AddressSpace::isGeneric));
    }
    variables.addPass(ExpandSmallCopiesPass());
    variables.addPass(EarlyCSEPass());
    // Checks name each access, and one lane is what others are compared with.
    if (!options.checks && options.subGroupSize != 1)
      variables.addPass(RecognizeFloatUpdatesPass());
    simplify.addToFunctions(std::move(variables));
    simplify.add(CountOperationsPass());
    FunctionPassManager indices;
    indices.addPass(MergeBackEdgesPass());
    // Checks say where things are, and one lane is what others are compared with.
    if (!options.checks && options.subGroupSize != 1)
      indices.addPass(VersionArgumentConditionsPass());
    indices.addPass(CombineGroupIdsPass(options.uniformWorkGroups));
    // Variables of the program exist once, so that no other code can be made later. Checks name
    // ids, and one lane is what others are compared with.
    indices.addPass(DivideGlobalIdsPass(options.alignedGroups && !options.checks &&
                                            options.subGroupSize != 1 &&
                                            compilation.globalVariableSize == 0,
                                        !options.anyRange && !options.joinedGroups));
    // Before indices are widened for lanes that are neighbours in dimension 0. Checks name ids, and
    // one lane is what others are compared with.
    if (!options.checks && !options.keepDimensions && options.subGroupSize != 1)
      indices.addPass(ExchangeDimensionsPass());
    // Other code is made for launches with others, but where variables of the program exist once.
    const bool wholeSubGroups =
        !options.anyRange && options.subGroupSize != 1 && compilation.globalVariableSize == 0;
    if (options.joinedGroups)
      indices.addPass(JoinGroupsPass(options.joinedGroups, options.subGroupSize));
    else
      indices.addPass(BoundLocalIdsPass(options.uniformWorkGroups, wholeSubGroups));
    if (!options.joinedGroups)
      indices.addPass(ReadThroughStagingPass(options.uniformWorkGroups, wholeSubGroups));
    // Loops with barriers are not split at the edges of matrices.
    indices.addPass(RemoveIdleBarriersPass());
    indices.addPass(UnrollFactorLoopsPass());
    indices.addPass(RecomputeGroupValuesPass());
    if (options.checks)
      indices.addPass(VersionCheckedLoopsPass());
    indices.addPass(CountSharedRoundsPass());
    // One lane is what others are compared with.
    if (!options.checks && options.subGroupSize != 1) {
      indices.addPass(LoopSimplifyPass());
      indices.addPass(LCSSAPass());
      indices.addPass(CountOwnRoundsPass());
    }
    indices.addPass(WidenIndexArithmeticPass());
    if (!options.checks && options.subGroupSize != 1)
      indices.addPass(VersionArgumentOverlapsPass(compilation.target.quickGathers()));
    indices.addPass(VersionIndexArithmeticPass());
    indices.addPass(SplitGuardedRoundsPass());
    // Where loops over words are, before LLVM counts what unrolling them costs; behind it, of bytes
    // that are counted by loops themselves. Checks name each access.
    if (!options.checks)
      indices.addPass(MergeBytesPass());
    simplify.addToFunctions(std::move(indices));
    simplify.addToFunctions(simplify.passBuilder().buildFunctionSimplificationPipeline(
        OptimizationLevel::O2, ThinOrFullLTOPhase::None));
    if (!options.checks)
      simplify.addToFunctions(MergeBytesPass());
    simplify.addToFunctions(CompareWholeTilesPass());
    simplify.addToFunctions(DefineAccumulatorsPass());
    simplify.addToFunctions(UniteCountersPass());
    simplify.addToFunctions(UniteValuesPass());
    simplify.addToFunctions(RemoveIdleBarriersPass());
    // Checks tell what is missing.
    if (!options.checks)
      simplify.addToFunctions(AddMissingBarriersPass());
    simplify.addToFunctions(UndoReadAheadPass());
    // Checks name the call at which a partner is missing.
    if (!options.checks)
      simplify.addToFunctions(MergePairJoinsPass());
    // Joined work-groups with barriers are one sub-group, which takes no turns. Checks are of local
    // memory as the program has it.
    if (!options.joinedGroups && !options.checks)
      simplify.addToFunctions(BatchStagedRoundsPass());
  } else {
    FunctionPassManager functionPasses;
    functionPasses.addPass(SROAPass(SROAOptions::PreserveCFG));
    functionPasses.addPass(DefineAccumulatorsPass());
    functionPasses.addPass(SimplifyCFGPass());
    if (options.joinedGroups)
      functionPasses.addPass(JoinGroupsPass(options.joinedGroups, options.subGroupSize));
    simplify.addToFunctions(std::move(functionPasses));
  }
  // Inlined, most generic pointers show where they come from.
  simplify.add(LowerAddressSpaceQueriesPass());
  simplify.add(GlobalDCEPass());
  simplify.run(module);
  checkVariableSizes(module);
  return Error::success();
}

} // namespace heddle::compiler
