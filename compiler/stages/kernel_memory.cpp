#include "compiler/stages/kernel_memory.hpp"

#include "compiler/codegen/stream_stores.hpp"
#include "compiler/ir/entry_function.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/workgroup/count_operations.hpp"
#include "compiler/workgroup/group_boundaries.hpp"
#include "compiler/workgroup/work_group_entry_point.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// A quarter of the smallest stack that programs usually give their threads.
constexpr std::uint64_t maxStackBytes = 2 << 20;

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

} // namespace

Error checkPrivateMemory(const Compilation &compilation) {
  for (const auto &[name, record] : compilation.kernels)
    if (const Function *entry = compilation.module.getFunction(name + entrySuffix))
      if (std::uint64_t bytes = stackBytes(*entry); bytes > maxStackBytes)
        return createStringError("kernel '" + name + "': its private variables take " +
                                 Twine(bytes / record.subGroupSize) +
                                 " bytes a work-item, this device has room for " +
                                 Twine(maxStackBytes / record.subGroupSize));
  return Error::success();
}

abi::BinaryMetadata describeBinary(const Compilation &compilation) {
  abi::BinaryMetadata result;
  result.targetCpu = compilation.target.cpu();
  result.requiredFeatures = compilation.target.requiredFeatures();
  result.globalVariableSize = compilation.globalVariableSize;
  result.checks = compilation.options.checks;
  for (const auto &[name, record] : compilation.kernels) {
    const Function *entry = compilation.module.getFunction(name + entrySuffix);
    if (!entry)
      continue;
    abi::KernelMetadata kernel = record;
    kernel.entrySymbol = entry->getName().str();
    kernel.localMemSize = staticLocalSize(*entry);
    kernel.frameSize = frameSize(*entry);
    kernel.frameAlignment = frameAlignment(*entry);
    kernel.groupBoundaries = groupBoundaries(*entry);
    kernel.streamedBytes = streamedBytes(*entry);
    kernel.privateMemSize = stackBytes(*entry) / kernel.subGroupSize;
    result.kernels.push_back(std::move(kernel));
  }
  return result;
}

void explainMemory(const Compilation &compilation, const abi::BinaryMetadata &binary) {
  for (const abi::KernelMetadata &kernel : binary.kernels) {
    const Function &entry = *compilation.module.getFunction(kernel.entrySymbol);
    remark(entry, "memory: " + Twine(kernel.localMemSize) +
                      " bytes of local memory a work-group, " + Twine(kernel.privateMemSize) +
                      " bytes of stack a work-item");
    if (const std::string known = knownOfLaunch(compilation.module, kernel.name); !known.empty())
      remark(entry, "known of a launch: " + known);
    if (kernel.streamedBytes != 0)
      remark(entry, "launches that write much do so past the caches where that is quicker");
  }
}

} // namespace heddle::compiler
