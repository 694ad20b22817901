#include "compiler/vectorizer/vectorize_sub_groups.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/joined_groups.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/ir/whole_sub_groups.hpp"
#include "compiler/vectorizer/analysis/divergent_calls.hpp"
#include "compiler/vectorizer/analysis/reasons.hpp"
#include "compiler/vectorizer/analysis/refusals.hpp"
#include "compiler/vectorizer/analysis/simt_tti.hpp"
#include "compiler/vectorizer/analysis/unwritten_reads.hpp"
#include "compiler/vectorizer/size/same_results.hpp"
#include "compiler/vectorizer/transform/batch_reductions.hpp"
#include "compiler/vectorizer/transform/expand_private_fills.hpp"
#include "compiler/vectorizer/transform/join_dense_accesses.hpp"
#include "compiler/vectorizer/transform/join_lane_loads.hpp"
#include "compiler/vectorizer/transform/join_rows.hpp"
#include "compiler/vectorizer/transform/keep_sums_rolled.hpp"
#include "compiler/vectorizer/transform/lower_single_lane.hpp"
#include "compiler/vectorizer/transform/pad_triples.hpp"
#include "compiler/vectorizer/transform/read_rows_by_lines.hpp"
#include "compiler/vectorizer/transform/run_whole_rounds.hpp"
#include "compiler/vectorizer/transform/select_cheap_sides.hpp"
#include "compiler/vectorizer/transform/structurize_divergence.hpp"
#include "compiler/vectorizer/transform/vector_functions.hpp"
#include "compiler/vectorizer/transform/version_guards.hpp"
#include "compiler/vectorizer/transform/version_overlaps.hpp"
#include "compiler/vectorizer/transform/widener.hpp"
#include "compiler/vectorizer/transform/work_item_ids.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <memory>
#include <optional>
#include <utility>

using namespace llvm;

namespace heddle::compiler {

namespace {

const char *nameOf(Variant variant) {
  switch (variant) {
  case Variant::full:
    return variantFull;
  case Variant::rows:
    return variantRows;
  case Variant::masked:
    return variantMasked;
  case Variant::lane:
    return variantLane;
  }
  llvm_unreachable("every variant has a name");
}

// Analyses under our own view of the target, whatever the surrounding pipeline uses: with another
// one nothing would be divergent and everything silently wrong.
struct SimtAnalyses {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager callGraph;
  ModuleAnalysisManager modules;

  SimtAnalyses() {
    registerSimtTargetInfo(functions);
    PassBuilder builder;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(callGraph);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, callGraph, modules);
  }
};

// Both the scalar and the vector side of affine values were written; most have one user.
void cleanUp(Function &wide, FunctionAnalysisManager &analyses) {
  analyses.invalidate(wide, ADCEPass().run(wide, analyses));
  analyses.invalidate(wide, EarlyCSEPass().run(wide, analyses));
  analyses.clear(wide, wide.getName());
}

// What the widener wants to know of a function with structured control flow.
struct ScalarAnalyses {
  UniformityInfo &uniformity;
  DominatorTree &dominators;
  ControlFlowShape shape;
  PrivateMemory privateMemory;
  Strides strides;
  bool isStructured;

  ScalarAnalyses(Function &scalar, Variant variant, unsigned lanes,
                 FunctionAnalysisManager &analyses)
      : uniformity(analyses.getResult<UniformityInfoAnalysis>(scalar)),
        dominators(analyses.getResult<DominatorTreeAnalysis>(scalar)),
        strides(uniformity, shape, privateMemory, lanes, lanesShareRow(scalar, variant)),
        isStructured(!shape.analyze(scalar, uniformity, dominators,
                                    analyses.getResult<PostDominatorTreeAnalysis>(scalar),
                                    analyses.getResult<LoopAnalysis>(scalar))) {
    if (!isStructured)
      return;
    privateMemory.analyze(scalar);
    strides.analyze(scalar);
  }
};

// Writes the vector form of `scalar`, which it erases, into the empty function `wide`. When that is
// not possible `wide` stays behind unfinished.
bool widenFunction(Function &scalar, Function &wide, Variant variant, unsigned lanes,
                   FunctionAnalysisManager &analyses, VectorFunctions &functions) {
  if (!scalar.hasFnAttribute(keepsVariablesAttribute))
    selectCheapSides(scalar, analyses);
  if (isFull(variant) && !scalar.hasFnAttribute(keepsVariablesAttribute)) {
    // Whose guards have versions then.
    runWholeRounds(scalar, analyses);
    if (versionGuards(scalar, analyses))
      analyses.invalidate(scalar, PreservedAnalyses::none());
  }
  padTriples(scalar);
  StructurizeDivergencePass().run(scalar, analyses);
  analyses.invalidate(scalar, PreservedAnalyses::none());

  std::optional<ScalarAnalyses> known(std::in_place, scalar, variant, lanes, analyses);
  const auto lookAgain = [&](const PreservedAnalyses &kept) {
    known.reset();
    analyses.invalidate(scalar, kept);
    known.emplace(scalar, variant, lanes, analyses);
  };
  if (known->isStructured && isFull(variant)) {
    if (readRowsByLines(scalar, known->uniformity, known->strides, analyses))
      lookAgain(PreservedAnalyses::none());
    if (known->isStructured && versionOverlaps(scalar, known->strides, analyses))
      lookAgain(PreservedAnalyses::none());
  }
  PreservedAnalyses sameFlow;
  sameFlow.preserveSet<CFGAnalyses>();
  for (auto join : {joinDenseAccesses, joinLaneLoads})
    if (known->isStructured && join(scalar, known->strides, analyses))
      lookAgain(sameFlow);
  if (known->isStructured && batchReductions(scalar, known->uniformity))
    lookAgain(sameFlow);
  bool isWidened = false;
  if (known->isStructured) {
    MemoryOrder memoryOrder(known->uniformity, known->strides, known->privateMemory);
    memoryOrder.analyze(scalar);
    Widener widener(scalar, wide, variant, lanes,
                    {known->uniformity, known->dominators, known->shape, known->privateMemory,
                     known->strides, memoryOrder},
                    functions);
    isWidened = widener.run();
    if (isWidened)
      cleanUp(wide, analyses);
  }
  analyses.clear(scalar, scalar.getName());
  scalar.eraseFromParent();
  return isWidened;
}

/// Whether a kernel can tell in which order its work-items are cut into sub-groups: by functions of
/// those, or where it relies on neighbours that go on in step. Print in the linear order is easier
/// to read, and checks name work-items by it.
bool seesOrder(Function &kernel) {
  return lanesInStep(kernel).areExpected ||
         any_of(instructions(kernel), [](const Instruction &instruction) {
           const std::optional<InternalOp> op = internalOp(instruction);
           return op && *op >= InternalOp::subGroupId && *op != InternalOp::workGroupBarrier &&
                  *op != InternalOp::imageRead && *op != InternalOp::imageWrite &&
                  *op != InternalOp::byteDot;
         });
}

class KernelVectorizer {
public:
  KernelVectorizer(Function &kernel, FunctionAnalysisManager &analyses, VectorFunctions &functions)
      : kernel(kernel), module(*kernel.getParent()), analyses(analyses), functions(functions) {}

  void run() {
    unsigned lanes = subGroupSize(kernel);
    if (lanes == 0 || lanes > 64 || !isPowerOf2_32(lanes)) {
      reportError(kernel, "the sub-group size is " + Twine(lanes) +
                              ", a power of two of at most 64 was expected");
      return;
    }
    const bool isAnyOrder = lanes > 1 && !seesOrder(kernel);
    numberSuspensions();
    if (lanes == 1)
      makeLane();
    else
      vectorize(lanes);
    if (isAnyOrder && subGroupSize(kernel) > 1)
      kernel.addFnAttr(anyOrderAttribute);
    dropBody();
  }

private:
  // So that the work-group pass knows them again in each variant.
  void numberSuspensions() {
    unsigned number = 0;
    const bool isOneSubGroup = isJoinedToOneSubGroup(kernel);
    for (Instruction &instruction : instructions(kernel)) {
      std::optional<InternalOp> op = internalOp(instruction);
      if (!op || !isSuspension(*op))
        continue;
      auto &call = cast<CallInst>(instruction);
      if (op == InternalOp::workGroupBarrier && isOneSubGroup)
        call.setCalledFunction(
            getInternalOp(module, InternalOp::subGroupBarrier, call.getFunctionType()));
      else
        call.addFnAttr(Attribute::get(kernel.getContext(), barrierAttribute, utostr(++number)));
    }
  }

  void vectorize(unsigned lanes) {
    if (expandPrivateFills(kernel))
      analyses.invalidate(kernel, PreservedAnalyses::none());
    std::optional<Refusal> refusal = findRefusal(kernel);
    for (Variant variant : {Variant::full, Variant::masked})
      if (!refusal && (variant == Variant::full || !hasWholeSubGroupsOnly(kernel)))
        refusal = makeVector(variant, lanes);
    if (!refusal) {
      remark(kernel, "vectorized");
      if (uint64_t rows = kernel.getFnAttributeAsParsedInteger(joinedRowsAttribute, 1); rows > 1)
        makeVector(Variant::rows, lanes, rows);
      return;
    }
    for (Variant variant : {Variant::full, Variant::masked})
      if (Function *made = module.getFunction(variantName(variant)))
        made->eraseFromParent();
    if (std::optional<Refusal> need = findNeedOfAllLanes(kernel)) {
      report(*refusal, /*isError=*/true,
             "cannot be vectorized: " + refusal->reason + "; it cannot run lane by lane because " +
                 need->reason);
      return;
    }
    if (kernel.hasFnAttribute(joinedGroupsAttribute)) {
      report(*refusal, /*isError=*/true, "its work-groups cannot be joined: " + refusal->reason);
      return;
    }
    report(*refusal, /*isError=*/false, "runs lane by lane: " + refusal->reason);
    remark(kernel, "runs lane by lane: " + Twine(refusal->reason), RemarkKind::costly);
    setSubGroupSize(kernel, 1);
    makeLane();
  }

  void report(const Refusal &refusal, bool isError, const Twine &message) {
    bool hasPlace = refusal.instruction && refusal.instruction->getFunction() == &kernel;
    if (isError)
      hasPlace ? reportError(*refusal.instruction, message) : reportError(kernel, message);
    else
      hasPlace ? reportNote(*refusal.instruction, message) : reportNote(kernel, message);
  }

  std::string variantName(Variant variant) const {
    return (kernel.getName() + "." + nameOf(variant)).str();
  }

  Function *cloneKernel(Variant variant) {
    ValueToValueMapTy map;
    Function *clone = CloneFunction(&kernel, map);
    // Not in the kernel: clones have access groups of their own.
    markUnwrittenReads(*clone);
    clone->setName(variantName(variant));
    markVariant(*clone, variant);
    return clone;
  }

  // A variant is ours alone, and no kernel in the eyes of later stages.
  void markVariant(Function &function, Variant variant) {
    function.setLinkage(GlobalValue::InternalLinkage);
    function.setVisibility(GlobalValue::DefaultVisibility);
    function.setDSOLocal(true);
    function.removeFnAttr(kernelAttribute);
    function.addFnAttr(variantAttribute, nameOf(variant));
    function.setCallingConv(CallingConv::C);
    function.setComdat(nullptr);
  }

  void makeLane() {
    Function *lane = cloneKernel(Variant::lane);
    setSubGroupSize(*lane, 1);
    substituteIds(*lane, Variant::lane, 1);
    lowerSingleLane(*lane);
    keepSumsRolled(*lane);
  }

  /// `rows`: how many k.rows joins.
  std::optional<Refusal> makeVector(Variant variant, unsigned lanes, unsigned rows = 1) {
    Function *scalar = cloneKernel(variant);
    std::string name = scalar->getName().str();
    if (isFull(variant) && assumeSmallGlobalIds(*scalar)) {
      scalar->addFnAttr(smallGlobalIdsAttribute);
      analyses.invalidate(*scalar, InstCombinePass().run(*scalar, analyses));
    }
    substituteIds(*scalar, variant, lanes);
    if (variant == Variant::rows && !joinRows(*scalar, rows)) {
      analyses.clear(*scalar, name);
      scalar->eraseFromParent();
      return Refusal{nullptr, "its rows differ in more than their data"};
    }
    Function *wide = Function::Create(scalar->getFunctionType(), scalar->getLinkage(),
                                      scalar->getAddressSpace(), "", &module);
    wide->copyAttributesFrom(scalar);
    wide->setSubprogram(scalar->getSubprogram());
    if (variant == Variant::full)
      warnAboutDivergentCalls(*scalar, lanes, analyses.getResult<UniformityInfoAnalysis>(*scalar),
                              analyses.getResult<DominatorTreeAnalysis>(*scalar),
                              analyses.getResult<PostDominatorTreeAnalysis>(*scalar));
    if (variant == Variant::full && remarksWanted(module.getContext()))
      explainControlFlow(*scalar, analyses.getResult<UniformityInfoAnalysis>(*scalar),
                         analyses.getResult<DominatorTreeAnalysis>(*scalar),
                         analyses.getResult<LoopAnalysis>(*scalar));
    bool isWidened = widenFunction(*scalar, *wide, variant, lanes, analyses, functions);
    if (!isWidened) {
      wide->eraseFromParent();
      return Refusal{nullptr, "its control flow cannot be brought into a form for masks"};
    }
    wide->setName(name);
    return std::nullopt;
  }

  // The declaration stays for the kernel's records.
  void dropBody() {
    SmallVector<std::pair<unsigned, MDNode *>, 8> metadata;
    kernel.getAllMetadata(metadata);
    kernel.setSubprogram(nullptr);
    kernel.deleteBody();
    kernel.setComdat(nullptr);
    for (auto [kind, node] : metadata)
      if (kind != LLVMContext::MD_dbg)
        kernel.setMetadata(kind, node);
  }

  Function &kernel;
  Module &module;
  FunctionAnalysisManager &analyses;
  VectorFunctions &functions;
};

} // namespace

PreservedAnalyses VectorizeSubGroupsPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<Function *, 8> kernels;
  for (Function &function : module)
    if (isKernel(function) && !function.isDeclaration())
      kernels.push_back(&function);
  if (kernels.empty())
    return PreservedAnalyses::all();
  auto analyses = std::make_unique<SimtAnalyses>();
  VectorFunctions functions([&](Function &scalar, Function &form, unsigned lanes) {
    return widenFunction(scalar, form, Variant::masked, lanes, analyses->functions, functions);
  });
  for (Function *kernel : kernels)
    KernelVectorizer(*kernel, analyses->functions, functions).run();
  return PreservedAnalyses::none();
}

} // namespace heddle::compiler
