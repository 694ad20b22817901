#include "compiler/link/variable_sizes.hpp"

#include "compiler/ir/diagnostics.hpp"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

#include <cstdint>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned localAddressSpace = 3;
constexpr std::uint64_t maxBytes = std::uint64_t(1) << 32;
/// What workers lend, and what the loader maps, begins at a page.
constexpr std::uint64_t maxAlignment = 4096;

// LLVM's own sizes wrap.
std::uint64_t bytesOf(Type *type, const DataLayout &layout) {
  if (auto *array = dyn_cast<ArrayType>(type))
    return SaturatingMultiply<std::uint64_t>(array->getNumElements(),
                                             bytesOf(array->getElementType(), layout));
  if (auto *structure = dyn_cast<StructType>(type)) {
    std::uint64_t members = 0;
    for (Type *member : structure->elements())
      members = SaturatingAdd(members, bytesOf(member, layout));
    return members > maxBytes ? members : layout.getTypeAllocSize(type).getFixedValue();
  }
  if (!type->isSized() || type->isScalableTy())
    return 0;
  return layout.getTypeAllocSize(type).getFixedValue();
}

std::uint64_t bytesOf(const AllocaInst &variable, const DataLayout &layout) {
  auto *count = dyn_cast<ConstantInt>(variable.getArraySize());
  return SaturatingMultiply(bytesOf(variable.getAllocatedType(), layout),
                            count ? count->getLimitedValue() : 1);
}

} // namespace

void checkVariableSizes(const Module &module) {
  const DataLayout &layout = module.getDataLayout();
  for (const Function &function : module) {
    std::uint64_t bytes = 0;
    for (const Instruction &instruction : instructions(function))
      if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
        bytes = SaturatingAdd(bytes, bytesOf(*variable, layout));
        if (std::uint64_t alignment = variable->getAlign().value(); alignment > maxAlignment)
          reportError(function, "a private variable is aligned to " + Twine(alignment) +
                                    " bytes, at most " + Twine(maxAlignment) + " are possible");
      }
    if (bytes > maxBytes)
      reportError(function, "its private variables take " + Twine(bytes) +
                                " bytes a work-item, at most " + Twine(maxBytes) + " are possible");
  }
  for (const GlobalVariable &variable : module.globals()) {
    std::uint64_t bytes = bytesOf(variable.getValueType(), layout);
    if (variable.getAddressSpace() == localAddressSpace && bytes > maxBytes)
      reportError(variable, "takes " + Twine(bytes) + " bytes of local memory, at most " +
                                Twine(maxBytes) + " are possible");
    if (std::uint64_t alignment = variable.getAlign().valueOrOne().value();
        alignment > maxAlignment)
      reportError(variable, "is aligned to " + Twine(alignment) + " bytes, at most " +
                                Twine(maxAlignment) + " are possible");
  }
}

} // namespace heddle::compiler
