#include "compiler/ir/stack_bytes.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Many may call the same functions: `known` has those that were looked at.
std::uint64_t stackBytes(const Function &function,
                         DenseMap<const Function *, std::uint64_t> &known) {
  if (auto [found, isNew] = known.try_emplace(&function, 0); !isNew)
    return found->second;
  std::uint64_t bytes = 0, callees = 0;
  for (const Instruction &instruction : instructions(function)) {
    if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
      if (std::optional<TypeSize> size = variable->getAllocationSize(function.getDataLayout()))
        bytes += size->getFixedValue();
    } else if (auto *call = dyn_cast<CallInst>(&instruction)) {
      const Function *callee = call->getCalledFunction();
      if (callee && !callee->isDeclaration())
        callees = std::max(callees, stackBytes(*callee, known));
    }
  }
  return known[&function] = bytes + callees;
}

} // namespace

std::uint64_t stackBytes(const Function &function) {
  DenseMap<const Function *, std::uint64_t> known;
  return stackBytes(function, known);
}

} // namespace heddle::compiler
