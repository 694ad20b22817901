#include "compiler/kernel_groups.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// A group takes a process, which costs what some ten lines of a kernel cost. More than 16 groups
/// would cost more where there are few processors than they bring where there are many.
constexpr std::uint64_t leastGroupWeight = 150;
constexpr std::size_t mostGroups = 16;

/// What a kernel reaches: functions, variables, and how many instructions that is.
struct Reach {
  SmallSetVector<const GlobalVariable *, 8> variables;
  std::uint64_t instructions = 0;
};

Reach reachOf(const Function &kernel) {
  Reach reach;
  SmallPtrSet<const Constant *, 32> seen;
  SmallVector<const Constant *> left = {&kernel};
  auto visit = [&](const Value *value) {
    if (const auto *constant = dyn_cast<Constant>(value))
      if (!isa<ConstantData>(constant) && seen.insert(constant).second)
        left.push_back(constant);
  };
  seen.insert(&kernel);
  while (!left.empty()) {
    const Constant *constant = left.pop_back_val();
    if (const auto *function = dyn_cast<Function>(constant)) {
      for (const Instruction &instruction : instructions(*function)) {
        ++reach.instructions;
        for_each(instruction.operands(), [&](const Use &use) { visit(use.get()); });
      }
      continue;
    }
    if (const auto *variable = dyn_cast<GlobalVariable>(constant))
      reach.variables.insert(variable);
    for_each(constant->operands(), [&](const Use &use) { visit(use.get()); });
  }
  return reach;
}

/// Variables of program scope that must be one and the same in all parts. Local memory is each
/// kernel's own, and nobody can tell copies of a text apart whose address means nothing.
bool mustBeShared(const GlobalVariable &variable) {
  constexpr unsigned globalAddressSpace = 1, constantAddressSpace = 2;
  const unsigned space = variable.getAddressSpace();
  return (space == globalAddressSpace || space == constantAddressSpace) &&
         !variable.isDeclaration() && !(variable.isConstant() && variable.hasGlobalUnnamedAddr());
}

bool canBeCut(const Module &module) {
  const auto callsNoKernel = [](const Function &function) {
    return !isKernel(function) || function.use_empty();
  };
  // Lists that the linker joins, such as constructors, and other names for things.
  const auto isPlain = [](const GlobalVariable &variable) {
    return !variable.hasAppendingLinkage();
  };
  return all_of(module, callsNoKernel) && all_of(module.globals(), isPlain) &&
         module.alias_empty() && module.ifunc_empty();
}

} // namespace

KernelGroups groupKernels(Module &module) {
  struct Weighed {
    std::size_t number; ///< in the module
    Function *kernel;
    Reach reach;
  };
  KernelGroups result;
  if (!canBeCut(module))
    return result;
  std::vector<Weighed> kernels;
  std::uint64_t total = 0;
  for (Function &function : module)
    if (isKernel(function) && !function.isDeclaration()) {
      kernels.push_back({kernels.size(), &function, reachOf(function)});
      total += kernels.back().reach.instructions;
    }
  const std::size_t count =
      std::min<std::uint64_t>({kernels.size(), mostGroups, total / leastGroupWeight});
  if (count < 2)
    return result;

  // The heaviest kernel goes to the group that has least so far; equal ones in the order of the
  // program.
  sort(kernels, [](const Weighed &a, const Weighed &b) {
    return a.reach.instructions != b.reach.instructions
               ? a.reach.instructions > b.reach.instructions
               : a.number < b.number;
  });
  std::vector<std::uint64_t> weights(count);
  result.groups.resize(count);
  DenseMap<const GlobalVariable *, SmallPtrSet<const void *, 4>> users;
  for (const Weighed &one : kernels) {
    const std::size_t group = std::min_element(weights.begin(), weights.end()) - weights.begin();
    weights[group] += one.reach.instructions;
    result.groups[group].push_back(one.kernel);
    for (const GlobalVariable *variable : one.reach.variables) {
      if (!mustBeShared(*variable))
        continue;
      users[variable].insert(&weights[group]);
      auto [first, isNew] = result.shared.try_emplace(variable, group);
      if (!isNew)
        first->second = std::min<unsigned>(first->second, group);
    }
  }
  // Names that mean nothing elsewhere: a program may call a variable like a symbol of the library.
  unsigned number = 0;
  for (GlobalVariable &variable : module.globals()) {
    auto found = users.find(&variable);
    if (found == users.end())
      continue;
    if (found->second.size() > 1)
      variable.setName("heddle.shared." + Twine(number++));
    else
      result.shared.erase(&variable);
  }
  return result;
}

void keepGroup(Module &module, const KernelGroups &groups, unsigned index) {
  for (Function &function : make_early_inc_range(module)) {
    if (function.isDeclaration())
      continue;
    if (!isKernel(function)) {
      function.setVisibility(GlobalValue::DefaultVisibility);
      function.setComdat(nullptr);
      function.setLinkage(GlobalValue::InternalLinkage);
    } else if (!is_contained(groups.groups[index], &function)) {
      function.eraseFromParent();
    }
  }
  for (GlobalVariable &variable : module.globals()) {
    auto found = groups.shared.find(&variable);
    if (found == groups.shared.end())
      continue;
    variable.setLinkage(GlobalValue::ExternalLinkage);
    variable.setVisibility(GlobalValue::HiddenVisibility);
    variable.setDSOLocal(true);
    if (found->second == index)
      continue;
    // The value of a constant is still good to know.
    if (variable.isConstant())
      variable.setLinkage(GlobalValue::AvailableExternallyLinkage);
    else
      variable.setInitializer(nullptr);
  }
}

} // namespace heddle::compiler
