#include "compiler/stages/stages.hpp"

#include "compiler/ir/block_2d.hpp"
#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/global_atomics.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/matrix_operation.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/ir/shared_memory.hpp"
#include "compiler/ir/stack_bytes.hpp"
#include "compiler/ir/straight_code.hpp"
#include "compiler/ir/whole_sub_groups.hpp"
#include "compiler/matrix/staging/read_through_staging.hpp"
#include "compiler/stages/pass_stage.hpp"
#include "compiler/vectorizer/size/choose_sub_group_size.hpp"
#include "compiler/vectorizer/size/same_results.hpp"
#include "compiler/vectorizer/transform/find_byte_dots.hpp"
#include "compiler/vectorizer/transform/schedule_lanes.hpp"
#include "compiler/vectorizer/transform/split_sums.hpp"
#include "compiler/vectorizer/transform/store_exchanges.hpp"
#include "compiler/vectorizer/transform/unfuse_sums.hpp"
#include "compiler/vectorizer/transform/vector_parts.hpp"
#include "compiler/vectorizer/transform/widener.hpp"
#include "compiler/vectorizer/vectorize_sub_groups.hpp"
#include "compiler/workgroup/divide_global_ids.hpp"
#include "compiler/workgroup/exchange_dimensions.hpp"
#include "compiler/workgroup/group_boundaries.hpp"
#include "compiler/workgroup/lower_argument_queries.hpp"
#include "compiler/workgroup/lower_work_group_functions.hpp"
#include "compiler/workgroup/yield_in_waiting_loops.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Kernels from which on a program launches few of them, as libraries do, or each with few shapes.
constexpr std::size_t manyKernels = 6;
/// Instructions from which on code for missing lanes takes longer than asking for it later does;
/// with barriers, where each part of a kernel has loops of its own, and whose work-groups hardly
/// ever have a size that lanes do not divide.
constexpr unsigned longKernel = 400, longWithBarriers = 100;

/// Bytes of private variables for all lanes, beyond which whether the stack has room for both kinds
/// of code is seen at the build and not at a launch.
constexpr std::uint64_t muchPrivateMemory = 256 << 10;

bool takesMuchStack(const Function &function) {
  return stackBytes(function) * subGroupSize(function) > muchPrivateMemory;
}

unsigned longEnough(const Function &function) {
  return any_of(instructions(function), isWorkGroupBarrier) ? longWithBarriers : longKernel;
}

/// Whether code for missing lanes, which doubles a kernel, would wait for ND-ranges that hardly any
/// launch has: those that end in a smaller work-group, or have global ids from 2^31 on. Without a
/// required size some launches have others, too; those of a short kernel find the code there,
/// unless it is compiled for a launch that has none. One product of matrices is long, and its
/// operands are spread over lanes that are all there.
bool mayLeaveOutMasked(const Function &function, const Compilation &compilation) {
  // Variables of the program exist once, so that no other code can be made later.
  if (subGroupSize(function) == 1 || compilation.options.anyRange ||
      compilation.options.joinedGroups || compilation.globalVariableSize != 0)
    return false;
  if (function.hasFnAttribute(rowsOfSubGroupsAttribute))
    return true;
  const MDNode *required = function.getMetadata("reqd_work_group_size");
  if (!required || required->getNumOperands() == 0)
    return (compilation.options.wholeSubGroups || compilation.kernelsOfProgram >= manyKernels ||
            function.getInstructionCount() >= longEnough(function) ||
            any_of(instructions(function), isSubGroupProduct)) &&
           !compilation.options.checks && !takesMuchStack(function);
  const auto *size = mdconst::dyn_extract<ConstantInt>(required->getOperand(0));
  return size && !size->isZero() && size->getZExtValue() % subGroupSize(function) == 0;
}

void describeAtomics(const Function &function, abi::KernelMetadata &record) {
  record.hasGlobalAtomics = hasGlobalAtomics(function);
  for (const Argument &argument : function.args()) {
    const unsigned bytes = addedBytes(argument);
    if (bytes == 0)
      continue;
    record.arguments[argument.getArgNo()].addedBytes = static_cast<std::uint8_t>(bytes);
    remark(function, "argument " + Twine(argument.getArgNo()) +
                         " is only added to: each worker has a copy of its own, where it is short");
  }
}

/// Begins the record of a kernel, and says what may become of its work-groups.
void describe(Function &function, Compilation &compilation) {
  const PipelineOptions &options = compilation.options;
  abi::KernelMetadata record = describeKernel(
      function, options.kernelAttributesKnown && !function.hasFnAttribute(fromIlAttribute));
  record.uniformWorkGroups =
      options.uniformWorkGroups && !function.hasFnAttribute(nonUniformAttribute);
  record.seesSubGroups = seesSubGroups(function);
  record.sameInAnyLanes = !record.seesSubGroups && hasSameResultsInAnyLanes(function);
  record.sameAtAnySize = !record.seesSubGroups && hasSameResultsAtAnySize(function);
  record.otherSizes =
      static_cast<std::uint8_t>(function.getFnAttributeAsParsedInteger(otherSizesAttribute));
  record.alignedGroupsOnly = function.hasFnAttribute(alignedGroupsAttribute);
  record.wantsLocalSize = function.hasFnAttribute(wantsLocalSizeAttribute);
  if (record.wantsLocalSize)
    remark(function, "products wait for local memory: compiled again for the size of the "
                     "work-groups of a launch");
  record.straightCode = isStraightCode(function);
  record.goesAlongRows = function.hasFnAttribute(alongRowsAttribute);
  record.crossesRows = function.hasFnAttribute(crossesRowsAttribute);
  record.asksRanges = asksRanges(function);
  describeAtomics(function, record);
  record.groupsShareReads =
      any_of(instructions(function), isSubGroupProduct) && !mayWaitForOthers(function);
  if (record.groupsShareReads)
    remark(function,
           "work-groups wait for nobody: each worker runs some that lie together, the same "
           "ones in each launch");
  if (record.straightCode)
    remark(function, "no loops: a launch of a microsecond runs on the thread that makes it ready");
  for (const Argument &argument : function.args())
    if (Attribute copies =
            function.getAttributes().getParamAttr(argument.getArgNo(), localCopiesAttribute);
        copies.isValid())
      copies.getValueAsString().getAsInteger(10, record.arguments[argument.getArgNo()].localCopies);
  record.keptLocalMemSize = function.getFnAttributeAsParsedInteger(keptBytesAttribute);
  record.joinedGroups = options.joinedGroups;
  record.firstDimension =
      static_cast<std::uint8_t>(function.getFnAttributeAsParsedInteger(firstDimensionAttribute));
  compilation.kernels[record.name] = std::move(record);
  if (mayLeaveOutMasked(function, compilation)) {
    function.addFnAttr(wholeSubGroupsAttribute);
    remark(function, function.hasMetadata("reqd_work_group_size")
                         ? "required work-groups fill sub-groups: code for missing lanes is "
                           "compiled for the first launch that has some"
                         : "code for missing lanes is compiled for the first launch that has some");
  }
  // The executor cuts the ND-range as the code says that is compiled for joined ones.
  if (options.joinedGroups) {
    if (subGroupSize(function) != options.subGroupSize)
      reportError(function, "its work-groups cannot be joined at another sub-group size");
    return;
  }
  const auto boundaries = findGroupBoundaries(function);
  function.addFnAttr(groupBoundariesAttribute, utostr(static_cast<unsigned>(boundaries)));
  if (mayBeCutAnew(boundaries))
    remark(function, function.hasFnAttribute(alongRowsAttribute)
                         ? "work-items are independent: small work-groups run joined, and those "
                           "with short rows"
                         : "work-items are independent: small work-groups run joined");
  else if (boundaries != abi::GroupBoundaries::visible)
    remark(function, "small work-groups can be the lanes of sub-groups: compiled for their size "
                     "when many are enqueued");
}

} // namespace

Error vectorizeKernels(Compilation &compilation) {
  Module &module = compilation.module;
  const PipelineOptions &options = compilation.options;
  // In front of the choice of a size: lanes store at once.
  PassStage prepare(nullptr, options);
  prepare.addToFunctions(StoreExchangesPass());
  prepare.run(module);
  SubGroupSizeChoice choice{options.subGroupSize, options.reportedSubGroupSizes,
                            compilation.target.floatLanes(), compilation.target.quickGathers(),
                            bool(options.checks)};
  chooseSubGroupSizes(module, choice, [](const Function &kernel) {
    std::optional<unsigned> size = subGroupSizeOfBlocks(kernel);
    return size ? size : impliedSubGroupSize(kernel);
  });
  if (Error error = reportedErrors(compilation.module))
    return error;
  for (Function &function : module)
    if (isKernel(function) && !function.isDeclaration()) {
      describe(function, compilation);
      if (compilation.target.floatLanes() == 16)
        function.addFnAttr(masksElementsAttribute);
    }

  if (compilation.target.floatLanes() == 8)
    for (Function &function : module)
      function.addFnAttr(shufflesPartsAttribute);

  // The size is the N of every matrix operation.
  for (const Function &function : module)
    if (isKernel(function) && !function.isDeclaration())
      checkMatrixSubGroupSize(function);
  if (Error error = reportedErrors(compilation.module))
    return error;

  if (options.keepDebugInfo && !options.optimize)
    for (Function &function : module)
      if (function.getSubprogram())
        function.addFnAttr(keepsVariablesAttribute);

  PassStage widen(nullptr, options);
  // Behind the choice of a size, which is by what one work-item computes. Checks are of its sums.
  if (options.optimize && !options.checks) {
    widen.addToFunctions(FindByteDotsPass());
    widen.addToFunctions(SplitSumsPass(compilation.target.floatLanes()));
    if (compilation.target.quickAdditions())
      widen.addToFunctions(UnfuseSumsPass());
  }
  // They need the size, and leave sub-group functions to widen.
  widen.add(LowerWorkGroupFunctionsPass());
  widen.addToFunctions(ScheduleLanesPass());
  widen.add(YieldInWaitingLoopsPass());
  widen.add(VectorizeSubGroupsPass());
  widen.run(module);
  // The vectorizer may have fallen back to one lane.
  for (Function &function : module)
    if (auto found = compilation.kernels.find(function.getName().str());
        found != compilation.kernels.end()) {
      found->second.subGroupSize = subGroupSize(function);
      found->second.vectorized = subGroupSize(function) > 1;
      found->second.wholeSubGroupsOnly = hasWholeSubGroupsOnly(function);
      if (const Function *rows = module.getFunction(found->first + "." + variantRows))
        found->second.joinedRows =
            static_cast<std::uint8_t>(rows->getFnAttributeAsParsedInteger(joinedRowsAttribute, 1));
    }
  return Error::success();
}

} // namespace heddle::compiler
