#include "compiler/stages/kernel_memory.hpp"

#include "compiler/codegen/stream_stores.hpp"
#include "compiler/ir/entry_function.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/ir/stack_bytes.hpp"
#include "compiler/workgroup/count_operations.hpp"
#include "compiler/workgroup/group_boundaries.hpp"
#include "compiler/workgroup/work_group_entry_point.hpp"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

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
