#include "compiler/pipeline.hpp"

#include "compiler/codegen/cut_memory_chains.hpp"
#include "compiler/codegen/emit_object.hpp"
#include "compiler/codegen/freeze_loaded_vectors.hpp"
#include "compiler/codegen/link_binary.hpp"
#include "compiler/codegen/lower_byte_dots.hpp"
#include "compiler/codegen/lower_image_access.hpp"
#include "compiler/codegen/lower_lane_shuffles.hpp"
#include "compiler/codegen/outline_masked_memory.hpp"
#include "compiler/codegen/promote_half_extremes.hpp"
#include "compiler/codegen/write_metadata.hpp"
#include "compiler/compiled_group.hpp"
#include "compiler/forked_tasks.hpp"
#include "compiler/ir/block_2d.hpp"
#include "compiler/ir/choose_sub_group_size.hpp"
#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/entry_function.hpp"
#include "compiler/ir/inline_functions.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/link_builtins.hpp"
#include "compiler/ir/long_function.hpp"
#include "compiler/ir/matrix_operation.hpp"
#include "compiler/ir/program_variables.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/ir/select_vector_math.hpp"
#include "compiler/ir/variable_sizes.hpp"
#include "compiler/kernel_groups.hpp"
#include "compiler/matrix/choose_bfloat_products.hpp"
#include "compiler/matrix/demote_tiles.hpp"
#include "compiler/matrix/expand_bfloat_products.hpp"
#include "compiler/matrix/fold_tile_memory.hpp"
#include "compiler/matrix/fuse_matrix_operations.hpp"
#include "compiler/matrix/lower_block_windows.hpp"
#include "compiler/matrix/lower_matrix_amx.hpp"
#include "compiler/matrix/lower_matrix_generic.hpp"
#include "compiler/matrix/lower_matrix_words.hpp"
#include "compiler/matrix/lower_packed_blocks.hpp"
#include "compiler/matrix/lower_tile_casts.hpp"
#include "compiler/matrix/merge_block_windows.hpp"
#include "compiler/matrix/order_sum_phis.hpp"
#include "compiler/matrix/separate_tile_factors.hpp"
#include "compiler/matrix/share_packed_blocks.hpp"
#include "compiler/matrix/split_matrix_loops.hpp"
#include "compiler/matrix/tile_residency.hpp"
#include "compiler/matrix/unroll_matrix_loops.hpp"
#include "compiler/matrix/unroll_word_loops.hpp"
#include "compiler/matrix/widen_matrix_factors.hpp"
#include "compiler/spirv/block_functions.hpp"
#include "compiler/spirv/guard_division.hpp"
#include "compiler/spirv/ib_functions.hpp"
#include "compiler/spirv/joint_matrix_functions.hpp"
#include "compiler/spirv/lower_address_space_queries.hpp"
#include "compiler/spirv/lower_cooperative_matrices.hpp"
#include "compiler/spirv/lower_images.hpp"
#include "compiler/spirv/lower_spirv_builtins.hpp"
#include "compiler/spirv/matrix_functions.hpp"
#include "compiler/spirv/split_matrix_functions.hpp"
#include "compiler/spirv/subgroup_matrix.hpp"
#include "compiler/vectorizer/analysis/simt_tti.hpp"
#include "compiler/vectorizer/transform/count_shared_rounds.hpp"
#include "compiler/vectorizer/transform/expand_block_io.hpp"
#include "compiler/vectorizer/transform/schedule_lanes.hpp"
#include "compiler/vectorizer/transform/structurize.hpp"
#include "compiler/vectorizer/transform/widen_index_arithmetic.hpp"
#include "compiler/vectorizer/vectorizer.hpp"
#include "compiler/workgroup/bound_local_ids.hpp"
#include "compiler/workgroup/combine_group_ids.hpp"
#include "compiler/workgroup/entry_point.hpp"
#include "compiler/workgroup/group_boundaries.hpp"
#include "compiler/workgroup/join_groups.hpp"
#include "compiler/workgroup/lower_local_atomics.hpp"
#include "compiler/workgroup/lower_print.hpp"
#include "compiler/workgroup/lower_work_group_functions.hpp"
#include "compiler/workgroup/remove_idle_barriers.hpp"
#include "compiler/workgroup/yield_in_waiting_loops.hpp"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PassTimingInfo.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

#include <map>
#include <set>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// A quarter of the smallest stack that programs usually give their threads.
constexpr std::uint64_t maxStackBytes = 2 << 20;

/// The managers of one stage. Before widening, a kernel is code for one of many lanes and passes
/// ask the SIMT target; afterwards they ask the real one. The two never mix.
class Stage {
public:
  Stage(TargetMachine *machine, const PipelineOptions &options) : options(options) {
    PipelineTuningOptions tuning;
    // Kernels are vectors already; what is left scalar is uniform.
    tuning.LoopVectorization = false;
    tuning.SLPVectorization = false;
    tuning.LoopInterleaving = false;
    instrumentation.registerShouldRunOptionalPassCallback([machine](StringRef pass, Any ir) {
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
      // Its tests of all pairs of accesses took 40% of the builds of kernels with many scalar ones.
      if (pass == "LoopLoadEliminationPass")
        return false;
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

  PassBuilder &passBuilder() { return *builder; }
  void add(auto pass) { passes.addPass(std::move(pass)); }
  void run(Module &module) { passes.run(module, moduleAnalyses); }

private:
  void watchPasses() {
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

  static const Module *moduleOf(const Any &ir) {
    if (const auto *module = any_cast<const Module *>(&ir))
      return *module;
    if (const auto *function = any_cast<const Function *>(&ir))
      return (*function)->getParent();
    return nullptr;
  }

  const PipelineOptions &options;
  /// Prints what it has seen at its end.
  TimePassesHandler passTimes{options.timePasses};
  PassInstrumentationCallbacks instrumentation;
  LoopAnalysisManager loopAnalyses;
  FunctionAnalysisManager functionAnalyses;
  CGSCCAnalysisManager sccAnalyses;
  ModuleAnalysisManager moduleAnalyses;
  std::unique_ptr<PassBuilder> builder;
  ModulePassManager passes;
};

class Compilation {
public:
  Compilation(Module &module, const TargetInfo &target, const BuiltinLibrary &builtins,
              const PipelineOptions &options)
      : module(module), target(target), builtins(builtins), options(options) {}

  Expected<std::string> run(OutputKind output);

private:
  /// Each stage may have reported errors through the context; then the next must not see the
  /// module.
  Error reportedErrors() const {
    if (const DiagnosticHandler *handler = module.getContext().getDiagHandlerPtr())
      if (handler->HasErrors)
        return createStringError("compilation stopped");
    return Error::success();
  }
  /// After a stage that has changed the module.
  Error stageResult(StringRef stage) const {
    if (Error error = reportedErrors())
      return error;
    std::string message;
    raw_string_ostream os(message);
    if (verifyModule(module, &os))
      return createStringError("internal error: the module is broken after " + stage + ": " +
                               message);
    return Error::success();
  }
  Error lower();
  Error simplify();
  Error vectorize();
  Error makeEntryPoints();
  Error optimize();
  void addTilePasses(Stage &stage) const;
  Error checkPrivateMemory() const;
  void explainMemory(const abi::BinaryMetadata &binary) const;
  abi::BinaryMetadata metadata() const;
  /// Everything between the lowering of the dialect and code generation.
  Error makeKernels();
  /// Objects of the library that the module's code needs.
  std::vector<std::string> neededObjects() const;
  bool mayBeCut(OutputKind output) const;
  std::string compileGroup(const KernelGroups &groups, unsigned index);
  std::optional<std::vector<std::string>> compileGroups(const KernelGroups &groups);
  Expected<std::string> linkGroups(ArrayRef<std::string> results) const;
  Expected<std::string> link(ArrayRef<std::string> objects,
                             ArrayRef<std::string> libraryObjects) const;

  Module &module;
  const TargetInfo &target;
  const BuiltinLibrary &builtins;
  const PipelineOptions &options;
  std::map<std::string, abi::KernelMetadata> kernels;
  std::uint64_t globalVariableSize = 0;
};

// From the SPIR-V dialect to internal operations: see ir/internal_ops.md.
Error Compilation::lower() {
  module.setTargetTriple(target.machine().getTargetTriple());
  module.setDataLayout(target.machine().createDataLayout());
  Stage lower(nullptr, options);
  lower.add(LowerCooperativeMatricesPass());
  // Modules from outside may import these functions by their OpenCL C names.
  lower.add(IbFunctionsToSpirvPass());
  lower.add(MatrixFunctionsToSpirvPass());
  lower.add(LowerSplitMatrixFunctionsPass());
  lower.add(BlockFunctionsToSpirvPass());
  // Before anything is optimized: the translator's matrix calls lack `convergent`.
  lower.add(LowerSubgroupMatrixPass());
  lower.add(LowerImagesPass());
  lower.add(LowerSpirvBuiltinsPass());
  lower.add(GuardDivisionPass());
  lower.run(module);
  // Before unused variables go: they count.
  globalVariableSize = ownProgramVariables(module);
  return stageResult("lower-spirv-builtins");
}

// To kernels that the vectorizer can read.
Error Compilation::simplify() {
  // Small functions of the library take part in everything that follows; the big mathematical
  // ones stay calls, which the vectorizer turns into calls of their vector forms.
  if (Error error = builtins.linkInto(module, BuiltinLibrary::Stage::beforeVectorization))
    return error;

  Stage simplify(nullptr, options);
  simplify.add(InlineFunctionsPass());
  simplify.add(createModuleToFunctionPassAdaptor(ExpandBlockIoPass()));
  // Constant trip counts are unrolled and private arrays promoted here, while an element is a
  // scalar and not a vector of lanes.
  if (options.optimize) {
    FunctionPassManager indices;
    indices.addPass(SROAPass(SROAOptions::ModifyCFG));
    indices.addPass(EarlyCSEPass());
    indices.addPass(CombineGroupIdsPass(options.uniformWorkGroups));
    if (options.joinedGroups)
      indices.addPass(JoinGroupsPass(options.joinedGroups, options.subGroupSize));
    else
      indices.addPass(BoundLocalIdsPass(options.uniformWorkGroups));
    indices.addPass(CountSharedRoundsPass());
    indices.addPass(WidenIndexArithmeticPass());
    simplify.add(createModuleToFunctionPassAdaptor(std::move(indices)));
    simplify.add(createModuleToFunctionPassAdaptor(
        simplify.passBuilder().buildFunctionSimplificationPipeline(OptimizationLevel::O2,
                                                                   ThinOrFullLTOPhase::None)));
    simplify.add(createModuleToFunctionPassAdaptor(RemoveIdleBarriersPass()));
  } else {
    FunctionPassManager functionPasses;
    functionPasses.addPass(SROAPass(SROAOptions::PreserveCFG));
    functionPasses.addPass(SimplifyCFGPass());
    if (options.joinedGroups)
      functionPasses.addPass(JoinGroupsPass(options.joinedGroups, options.subGroupSize));
    simplify.add(createModuleToFunctionPassAdaptor(std::move(functionPasses)));
  }
  // Inlined, most generic pointers show where they come from.
  simplify.add(LowerAddressSpaceQueriesPass());
  simplify.add(GlobalDCEPass());
  simplify.run(module);
  checkVariableSizes(module);
  return stageResult("inline-functions");
}

Error Compilation::vectorize() {
  SubGroupSizeChoice choice{options.subGroupSize, options.reportedSubGroupSizes,
                            target.floatLanes()};
  chooseSubGroupSizes(module, choice, [](const Function &kernel) {
    std::optional<unsigned> size = subGroupSizeOfBlocks(kernel);
    return size ? size : impliedSubGroupSize(kernel);
  });
  if (Error error = reportedErrors())
    return error;
  for (Function &function : module)
    if (isKernel(function) && !function.isDeclaration()) {
      abi::KernelMetadata record = describeKernel(
          function, options.kernelAttributesKnown && !function.hasFnAttribute(fromIlAttribute));
      record.uniformWorkGroups =
          options.uniformWorkGroups && !function.hasFnAttribute(nonUniformAttribute);
      record.seesSubGroups = seesSubGroups(function);
      record.joinedGroups = options.joinedGroups;
      kernels[record.name] = std::move(record);
      // The executor cuts the ND-range as the code says that is compiled for joined ones.
      if (options.joinedGroups) {
        if (subGroupSize(function) != options.subGroupSize)
          reportError(function, "its work-groups cannot be joined at another sub-group size");
        continue;
      }
      const auto boundaries = findGroupBoundaries(function);
      function.addFnAttr(groupBoundariesAttribute, utostr(static_cast<unsigned>(boundaries)));
      if (mayBeCutAnew(boundaries))
        remark(function, "work-items are independent: small work-groups run joined");
      else if (boundaries != abi::GroupBoundaries::visible)
        remark(function,
               "small work-groups can be the lanes of sub-groups: compiled for their size "
               "when many are enqueued");
    }

  // The size is the N of every matrix operation.
  for (const Function &function : module)
    if (isKernel(function) && !function.isDeclaration())
      checkMatrixSubGroupSize(function);
  if (Error error = reportedErrors())
    return error;

  Stage widen(nullptr, options);
  // They need the size, and leave sub-group functions to widen.
  widen.add(LowerWorkGroupFunctionsPass());
  widen.add(createModuleToFunctionPassAdaptor(ScheduleLanesPass()));
  widen.add(YieldInWaitingLoopsPass());
  widen.add(VectorizeSubGroupsPass());
  widen.run(module);
  // The vectorizer may have fallen back to one lane.
  for (Function &function : module)
    if (auto found = kernels.find(function.getName().str()); found != kernels.end()) {
      found->second.subGroupSize = subGroupSize(function);
      found->second.vectorized = subGroupSize(function) > 1;
    }
  return stageResult("vectorize-sub-groups");
}

Error Compilation::makeEntryPoints() {
  Stage stage(&target.machine(), options);
  stage.add(LowerLocalAtomicsPass());
  // While each lane's call is still one call: the entry point knows where the callback is.
  stage.add(LowerPrintPass());
  if (options.optimize)
    stage.add(createModuleToFunctionPassAdaptor(OrderSumPhisPass()));
  stage.add(WorkGroupEntryPointPass(options.uniformWorkGroups));
  stage.add(createModuleToFunctionPassAdaptor(LowerImageAccessPass()));
  // One lane and many take the same functions from here on.
  stage.add(SelectVectorMathPass(target.floatLanes()));
  stage.run(module);
  if (Error error = stageResult("work-group-entry-point"))
    return error;
  return builtins.linkInto(module, BuiltinLibrary::Stage::afterVectorization);
}

/// Passes for functions that may have tiles.
class WhereTilesMayBe : public PassInfoMixin<WhereTilesMayBe> {
public:
  explicit WhereTilesMayBe(FunctionPassManager passes) : passes(std::move(passes)) {}

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    return function.hasFnAttribute(withoutTilesAttribute) ? PreservedAnalyses::all()
                                                          : passes.run(function, analyses);
  }
  static bool isRequired() { return true; }

private:
  FunctionPassManager passes;
};

/// The passes that put matrix operations on tiles, in front of the one that takes what is left.
void Compilation::addTilePasses(Stage &stage) const {
  const TileFeatures features = target.tileFeatures();
  // Without optimization LLVM keeps tiles in memory, and cannot compile phis of them.
  if (!features.any() || !options.optimize)
    return;
  FunctionPassManager passes;
  passes.addPass(WidenMatrixFactorsPass(features));
  passes.addPass(ChooseBFloatProductsPass(features));
  passes.addPass(FuseMatrixRowsPass(features));
  // What was joined twice is one factor, here and below.
  passes.addPass(EarlyCSEPass());
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.addPass(SplitMatrixLoopsPass(features));
  passes.addPass(ADCEPass());
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.addPass(UnrollMatrixLoopsPass(features));
  passes.addPass(EarlyCSEPass());
  passes.addPass(MergeBlockWindowsPass());
  passes.addPass(FuseMatrixDepthPass(features));
  passes.addPass(EarlyCSEPass());
  passes.addPass(SharePackedBlocksPass());
  // Behind that: it would take rows of bfloats from where they are stored to where they are loaded.
  passes.addPass(ExpandBFloatProductsPass());
  passes.addPass(LowerMatrixAmxPass(features));
  passes.addPass(TileResidencyPass());
  passes.addPass(FoldTileMemoryPass());
  passes.addPass(LCSSAPass());
  passes.addPass(DemoteTilesPass());
  passes.addPass(LowerTileCastsPass());
  passes.addPass(EarlyCSEPass());
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  passes.addPass(ADCEPass());
  // Behind all that joins equal loads.
  passes.addPass(SeparateTileFactorsPass());
  stage.add(createModuleToFunctionPassAdaptor(WhereTilesMayBe(std::move(passes))));
}

Error Compilation::optimize() {
  Stage stage(&target.machine(), options);
  // What it does to factors that stay the same leaves the loops.
  stage.add(LowerByteDotsPass(target.vectorFeatures()));
  stage.add(options.optimize
                ? stage.passBuilder().buildPerModuleDefaultPipeline(OptimizationLevel::O2)
                : stage.passBuilder().buildO0DefaultPipeline(OptimizationLevel::O0));
  stage.run(module);
  if (Error error = stageResult("optimization"))
    return error;

  Stage matrices(&target.machine(), options);
  if (options.optimize)
    matrices.add(createModuleToFunctionPassAdaptor(MergeBlockWindowsPass()));
  addTilePasses(matrices);
  // While more lane numbers cannot become constants.
  matrices.add(
      LowerLaneShufflesPass({target.hasFeature("avx512bw") && target.hasFeature("avx512vl"),
                             target.hasFeature("avx512vbmi")}));
  matrices.add(createModuleToFunctionPassAdaptor(WidenWordFactorsPass(target.vectorFeatures())));
  if (options.optimize) {
    FunctionPassManager rounds;
    rounds.addPass(LoopSimplifyPass());
    rounds.addPass(LCSSAPass());
    rounds.addPass(UnrollWordLoopsPass(target.vectorFeatures()));
    rounds.addPass(EarlyCSEPass());
    rounds.addPass(MergeBlockWindowsPass());
    matrices.add(createModuleToFunctionPassAdaptor(std::move(rounds)));
  }
  // After the optimizer, which would undo what the lowerings rely on: see their headers.
  if (options.optimize)
    matrices.add(createModuleToFunctionPassAdaptor(SharePackedBlocksPass()));
  matrices.add(createModuleToFunctionPassAdaptor(LowerMatrixWordsPass(target.vectorFeatures())));
  matrices.add(LowerMatrixGenericPass());
  // Operations that share B share its unpacking.
  if (options.optimize)
    matrices.add(createModuleToFunctionPassAdaptor(EarlyCSEPass()));
  matrices.add(createModuleToFunctionPassAdaptor(LowerPackedBlocksPass()));
  matrices.add(createModuleToFunctionPassAdaptor(LowerBlockWindowsPass()));
  matrices.add(OutlineMaskedMemoryPass());
  matrices.run(module);
  if (Error error = stageResult("lower-matrix-generic"))
    return error;

  // What lower-block-windows calls.
  if (Error error = builtins.linkInto(module, BuiltinLibrary::Stage::afterVectorization))
    return error;
  Stage copies(&target.machine(), options);
  copies.add(AlwaysInlinerPass());
  // What LLVM would make calls of, and what it would crash on.
  copies.add(
      createModuleToFunctionPassAdaptor(PromoteHalfExtremesPass(target.hasFeature("avx512fp16"))));
  copies.add(createModuleToFunctionPassAdaptor(
      FreezeLoadedVectorsPass(target.floatLanes() * 32, options.optimize)));
  copies.add(createModuleToFunctionPassAdaptor(CutMemoryChainsPass()));
  copies.run(module);
  if (Error error = stageResult("always-inline"))
    return error;
  return checkPrivateMemory();
}

/// Bytes of stack that one sub-group needs for what could not stay in registers, in the function
/// and those it calls. Many may call the same ones: `known` has those that were looked at.
std::uint64_t stackBytes(const Function &function,
                         DenseMap<const Function *, std::uint64_t> &known) {
  if (auto found = known.find(&function); found != known.end())
    return found->second;
  std::uint64_t bytes = 0, callees = 0;
  for (const Instruction &instruction : instructions(function)) {
    if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
      if (std::optional<TypeSize> size =
              variable->getAllocationSize(function.getParent()->getDataLayout()))
        bytes += size->getFixedValue();
    } else if (auto *call = dyn_cast<CallInst>(&instruction)) {
      const Function *callee = call->getCalledFunction();
      if (callee && !callee->isDeclaration())
        callees = std::max(callees, stackBytes(*callee, known));
    }
  }
  return known[&function] = bytes + callees;
}

std::uint64_t stackBytes(const Function &entry) {
  DenseMap<const Function *, std::uint64_t> known;
  return stackBytes(entry, known);
}

// Private memory lives on the stack of whichever thread runs the kernel, and that may be one of the
// application's.
Error Compilation::checkPrivateMemory() const {
  for (const auto &[name, record] : kernels)
    if (const Function *entry = module.getFunction(name + entrySuffix))
      if (std::uint64_t bytes = stackBytes(*entry); bytes > maxStackBytes)
        return createStringError("kernel '" + name + "': its private variables take " +
                                 Twine(bytes / record.subGroupSize) +
                                 " bytes a work-item, this device has room for " +
                                 Twine(maxStackBytes / record.subGroupSize));
  return Error::success();
}

abi::BinaryMetadata Compilation::metadata() const {
  abi::BinaryMetadata result;
  result.targetCpu = target.cpu();
  result.requiredFeatures = target.requiredFeatures();
  result.globalVariableSize = globalVariableSize;
  for (const auto &[name, record] : kernels) {
    const Function *entry = module.getFunction(name + entrySuffix);
    if (!entry)
      continue;
    abi::KernelMetadata kernel = record;
    kernel.entrySymbol = entry->getName().str();
    kernel.localMemSize = staticLocalSize(*entry);
    kernel.frameSize = frameSize(*entry);
    kernel.frameAlignment = frameAlignment(*entry);
    kernel.packedBlocksSize = packedBlocksSize(*entry);
    kernel.groupBoundaries = groupBoundaries(*entry);
    kernel.privateMemSize = stackBytes(*entry) / kernel.subGroupSize;
    result.kernels.push_back(std::move(kernel));
  }
  return result;
}

void Compilation::explainMemory(const abi::BinaryMetadata &binary) const {
  for (const abi::KernelMetadata &kernel : binary.kernels)
    remark(*module.getFunction(kernel.entrySymbol),
           "memory: " + Twine(kernel.localMemSize) + " bytes of local memory a work-group, " +
               Twine(kernel.privateMemSize) + " bytes of stack a work-item");
}

Error Compilation::makeKernels() {
  if (Error error = simplify())
    return error;
  if (Error error = vectorize())
    return error;
  // Behind the vectorizer there is little to say about lines of the program.
  if (!options.keepDebugInfo)
    StripDebugInfo(module);
  if (Error error = makeEntryPoints())
    return error;
  return optimize();
}

std::vector<std::string> Compilation::neededObjects() const {
  std::vector<std::string> names;
  for (const Function &function : module)
    if (function.isDeclaration() && !function.use_empty() &&
        builtins.findObject(function.getName()))
      names.push_back(function.getName().str());
  return names;
}

Expected<std::string> Compilation::link(ArrayRef<std::string> objects,
                                        ArrayRef<std::string> libraryObjects) const {
  SmallVector<StringRef> inputs(objects.begin(), objects.end());
  for (const std::string &name : libraryObjects)
    inputs.push_back(*builtins.findObject(name));
  return linkSharedObject(inputs, /*stripDebugInfo=*/false);
}

// What is looked at, timed or explained is one module.
bool Compilation::mayBeCut(OutputKind output) const {
  return output == OutputKind::binary && options.printAfter.empty() && !options.timePasses &&
         !remarksWanted(module.getContext());
}

/// In a process of its own. What there is to say goes back to the one that asked.
std::string Compilation::compileGroup(const KernelGroups &groups, unsigned index) {
  auto handler = std::make_unique<KeepDiagnostics>();
  KeepDiagnostics &kept = *handler;
  module.getContext().setDiagnosticHandler(std::move(handler));
  keepGroup(module, groups, index);
  CompiledGroup result;
  auto compile = [&]() -> Expected<std::string> {
    if (Error error = makeKernels())
      return error;
    return emitCode(module, target.machine(), CodeGenFileType::ObjectFile);
  };
  if (Expected<std::string> object = compile()) {
    result.object = std::move(*object);
    result.records = metadata();
    result.neededObjects = neededObjects();
  } else {
    result.problem = toString(object.takeError());
  }
  result.diagnostics = std::move(kept.diagnostics);
  return encode(result);
}

std::optional<std::vector<std::string>> Compilation::compileGroups(const KernelGroups &groups) {
  const unsigned processes = options.processes ? options.processes : availableProcessors();
  return runForked(static_cast<unsigned>(groups.groups.size()), processes,
                   [&](unsigned index) { return compileGroup(groups, index); });
}

Expected<std::string> Compilation::linkGroups(ArrayRef<std::string> results) const {
  std::vector<std::string> objects;
  std::set<std::string> libraryObjects;
  std::vector<KeptDiagnostic> diagnostics;
  abi::BinaryMetadata records;
  std::string problem;
  for (const std::string &bytes : results) {
    std::optional<CompiledGroup> group = decodeGroup(bytes);
    if (!group)
      return createStringError("internal error: a part of the program came back damaged");
    append_range(diagnostics, std::move(group->diagnostics));
    if (problem.empty())
      problem = group->problem;
    libraryObjects.insert(group->neededObjects.begin(), group->neededObjects.end());
    objects.push_back(std::move(group->object));
    std::vector<abi::KernelMetadata> kernels = std::move(records.kernels);
    append_range(kernels, group->records.kernels);
    records = std::move(group->records);
    records.kernels = std::move(kernels);
  }
  report(module, std::move(diagnostics));
  if (!problem.empty())
    return createStringError(problem);
  if (Error error = reportedErrors())
    return error;
  sort(records.kernels, [](const auto &a, const auto &b) { return a.name < b.name; });

  Module note("note", module.getContext());
  note.setTargetTriple(module.getTargetTriple());
  note.setDataLayout(module.getDataLayout());
  writeMetadata(note, records);
  Expected<std::string> object = emitCode(note, target.machine(), CodeGenFileType::ObjectFile);
  if (!object)
    return object;
  objects.push_back(std::move(*object));
  return link(objects, std::vector(libraryObjects.begin(), libraryObjects.end()));
}

Expected<std::string> Compilation::run(OutputKind output) {
  if (Error error = lower())
    return error;
  if (mayBeCut(output))
    if (const KernelGroups groups = groupKernels(module); groups.groups.size() > 1)
      // Where no process is to be had, the module is still whole.
      if (std::optional<std::vector<std::string>> results = compileGroups(groups))
        return linkGroups(*results);
  if (Error error = makeKernels())
    return error;
  abi::BinaryMetadata records = metadata();
  explainMemory(records);
  writeMetadata(module, records);
  if (output == OutputKind::llvm) {
    std::string text;
    raw_string_ostream(text) << module;
    return text;
  }
  bool assembly = output == OutputKind::assembly;
  TimePassesIsEnabled = options.timePasses;
  Expected<std::string> code =
      emitCode(module, target.machine(),
               assembly ? CodeGenFileType::AssemblyFile : CodeGenFileType::ObjectFile);
  if (options.timePasses)
    reportAndResetTimings();
  if (!code || assembly)
    return code;
  return link(*code, neededObjects());
}

} // namespace

Expected<std::string> compileModule(Module &module, const TargetInfo &target,
                                    const BuiltinLibrary &builtins, const PipelineOptions &options,
                                    OutputKind output) {
  return Compilation(module, target, builtins, options).run(output);
}

} // namespace heddle::compiler
