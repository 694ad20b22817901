#include "compiler/link/program_variables.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "runtime/abi/kernel_metadata.hpp"

#include "llvm/IR/Constants.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned globalAddressSpace = 1;
constexpr unsigned constantAddressSpace = 2;

} // namespace

std::uint64_t ownProgramVariables(Module &module) {
  const DataLayout &layout = module.getDataLayout();
  std::uint64_t total = 0;
  for (GlobalVariable &variable : module.globals()) {
    unsigned space = variable.getAddressSpace();
    if (space != globalAddressSpace && space != constantAddressSpace)
      continue;
    if (variable.isDeclaration()) {
      if (!variable.use_empty())
        reportError(variable, "is used and not defined");
      continue;
    }
    std::uint64_t size = layout.getTypeAllocSize(variable.getValueType());
    if (space == globalAddressSpace) {
      total += size;
      if (size > abi::maxGlobalVariableSize)
        reportError(variable, "takes " + Twine(size) + " bytes, the most for one variable are " +
                                  Twine(abi::maxGlobalVariableSize));
    }
    // SPIR-V may leave the first value open; OpenCL C says zero.
    if (isa<UndefValue>(variable.getInitializer()))
      variable.setInitializer(Constant::getNullValue(variable.getValueType()));
    variable.setLinkage(GlobalValue::InternalLinkage);
    variable.setVisibility(GlobalValue::DefaultVisibility);
    variable.setDSOLocal(true);
    variable.setComdat(nullptr);
  }
  return total;
}

} // namespace heddle::compiler
