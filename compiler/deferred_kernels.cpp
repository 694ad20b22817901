#include "compiler/deferred_kernels.hpp"

#include "compiler/forked_tasks.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/reached_globals.hpp"
#include "compiler/ir/sub_group_sizes.hpp"
#include "compiler/link/out_of_line_functions.hpp"
#include "compiler/vectorizer/analysis/refusals.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Instructions of a program, as the front end writes them, that take one processor longer to
/// compile (some 60 ms) than asking for some kernels later does. Kernels of a build are compiled
/// side by side, and those that are launched one after the other, but for a few ahead.
constexpr std::uint64_t longProgram = 500;
/// Half of what a kernel may have at most.
constexpr std::uint64_t longestDeferred = 1 << 19;
/// Bytes of private variables of a work-item, with those of all calls, that any number of lanes has
/// room for on the stack.
constexpr std::uint64_t mostPrivateBytes = 48 << 10;
/// Beyond which alignments are looked at by others.
constexpr std::uint64_t usualAlignment = 128;
constexpr unsigned localAddressSpace = 3;

/// Operations that any kernel may have, with lanes and without.
bool isUnproblematic(InternalOp op) {
  switch (op) {
  case InternalOp::workDim:
  case InternalOp::globalOffset:
  case InternalOp::globalSize:
  case InternalOp::enqueuedLocalSize:
  case InternalOp::localSize:
  case InternalOp::numGroups:
  case InternalOp::groupId:
  case InternalOp::localId:
  case InternalOp::globalId:
  case InternalOp::workGroupBarrier:
  case InternalOp::workGroupCopy:
  case InternalOp::addressSpaceOf:
  case InternalOp::byteDot:
  case InternalOp::imageRead:
  case InternalOp::imageWrite:
  case InternalOp::print:
    return true;
  default:
    return false;
  }
}

/// Functions of sub-groups that lanes have at every size, in whatever control flow: the table has
/// them side by side.
bool isOfSubGroups(InternalOp op) {
  return (op >= InternalOp::subGroupId && op <= InternalOp::subGroupLocalId) ||
         op == InternalOp::subGroupBarrier ||
         (op >= InternalOp::subGroupAll && op <= InternalOp::blockPrefetch) ||
         op == InternalOp::imageBlockRead || op == InternalOp::imageBlockWrite;
}

bool isUnproblematic(const Function &function, bool seesSubGroups) {
  if (function.isDeclaration()) {
    const std::optional<InternalOp> op = internalOp(function);
    return !op || isUnproblematic(*op) || isOfSubGroups(*op);
  }
  // What has no vector form runs lane by lane, but for kernels that see their sub-groups.
  if (seesSubGroups)
    return !findRefusalBesideCalls(function);
  return all_of(instructions(function), [](const Instruction &instruction) {
    const auto *call = dyn_cast<CallBase>(&instruction);
    return !call || call->getCalledFunction();
  });
}

bool isRecursive(Module &module) {
  CallGraph graph(module);
  for (auto component = scc_begin(&graph); !component.isAtEnd(); ++component)
    if (component.hasCycle())
      return true;
  return false;
}

/// Bytes of private variables that a call has on the stack at most.
std::uint64_t privateBytes(const Function &function,
                           DenseMap<const Function *, std::uint64_t> &known) {
  if (const auto found = known.find(&function); found != known.end())
    return found->second;
  std::uint64_t bytes = 0;
  for (const Instruction &instruction : instructions(function))
    if (const auto *variable = dyn_cast<AllocaInst>(&instruction)) {
      const std::optional<TypeSize> size = variable->getAllocationSize(function.getDataLayout());
      if (!size || variable->getAlign().value() > usualAlignment)
        bytes = UINT64_MAX;
      else if (!isAllocaPromotable(variable))
        bytes = SaturatingAdd(bytes, size->getFixedValue());
    } else if (const auto *call = dyn_cast<CallBase>(&instruction)) {
      if (const Function *callee = call->getCalledFunction())
        bytes = SaturatingAdd(bytes, privateBytes(*callee, known));
    }
  return known[&function] = bytes;
}

/// Bytes of local memory that the kernel declares; nothing where there is something to say of it.
std::optional<std::uint64_t> localBytes(const ReachedGlobals &reached, const DataLayout &layout) {
  std::uint64_t bytes = 0;
  for (const GlobalVariable *variable : reached.variables) {
    if (variable->getAddressSpace() != localAddressSpace)
      continue;
    const Align alignment = std::max(variable->getAlign().valueOrOne(),
                                     layout.getABITypeAlign(variable->getValueType()));
    if (alignment.value() > usualAlignment)
      return std::nullopt;
    bytes = SaturatingAdd(alignTo(bytes, alignment),
                          layout.getTypeAllocSize(variable->getValueType()).getFixedValue());
  }
  return bytes > UINT32_MAX ? std::nullopt : std::optional(bytes);
}

class Deferral {
public:
  explicit Deferral(Compilation &compilation)
      : compilation(compilation),
        plan(planInlining(compilation.module, CountedCalls::ofOneKernel)) {}

  std::vector<abi::KernelMetadata> run();

private:
  std::uint64_t weightOfProgram() const;
  std::optional<abi::KernelMetadata> defer(const Function &kernel);

  Compilation &compilation;
  const InliningPlan plan;
  DenseMap<const Function *, std::uint64_t> knownPrivateBytes;
};

std::uint64_t Deferral::weightOfProgram() const {
  std::uint64_t weight = 0;
  for (const Function &function : compilation.module)
    if (isKernel(function) || is_contained(plan.outOfLine, &function))
      weight += plan.sizes.lookup(&function);
  return weight;
}

std::optional<abi::KernelMetadata> Deferral::defer(const Function &kernel) {
  const PipelineOptions &options = compilation.options;
  const ReachedGlobals reached = reachedGlobals(kernel);
  const std::optional<std::uint64_t> local = localBytes(reached, kernel.getDataLayout());
  const unsigned required = requiredSubGroupSize(kernel);
  const bool seesSubGroups = required || any_of(reached.functions, [](const Function *function) {
                               const std::optional<InternalOp> op = internalOp(*function);
                               return op && isOfSubGroups(*op);
                             });
  if (!local || (required && !isSubGroupSize(required)) || !kernel.use_empty() ||
      plan.sizes.lookup(&kernel) > longestDeferred ||
      privateBytes(kernel, knownPrivateBytes) > mostPrivateBytes ||
      !all_of(reached.functions,
              [&](const Function *function) { return isUnproblematic(*function, seesSubGroups); }))
    return std::nullopt;
  abi::KernelMetadata record = describeKernel(kernel, options.kernelAttributesKnown &&
                                                          !kernel.hasFnAttribute(fromIlAttribute));
  record.uniformWorkGroups =
      options.uniformWorkGroups && !kernel.hasFnAttribute(nonUniformAttribute);
  record.localMemSize = *local;
  record.subGroupSize = required ? required : compilation.target.floatLanes();
  record.seesSubGroups = seesSubGroups;
  record.isDeferred = true;
  return record;
}

std::vector<abi::KernelMetadata> Deferral::run() {
  std::vector<abi::KernelMetadata> records;
  const unsigned processes = compilation.options.processes;
  if (weightOfProgram() < longProgram * (processes ? processes : availableProcessors()))
    return records;
  for (Function &function : make_early_inc_range(compilation.module)) {
    if (!isKernel(function) || function.isDeclaration())
      continue;
    if (std::optional<abi::KernelMetadata> record = defer(function)) {
      records.push_back(std::move(*record));
      function.eraseFromParent();
    }
  }
  return records;
}

} // namespace

std::vector<abi::KernelMetadata> deferKernels(Compilation &compilation) {
  const PipelineOptions &options = compilation.options;
  // Variables of the program exist once, so that there is no code but that of the build.
  if (!options.mayDefer || options.anyRange || options.joinedGroups || options.subGroupSize != 0 ||
      options.checks || !options.optimize || compilation.globalVariableSize != 0 ||
      compilation.kernelsOfProgram < 2 || isRecursive(compilation.module))
    return {};
  return Deferral(compilation).run();
}

} // namespace heddle::compiler
