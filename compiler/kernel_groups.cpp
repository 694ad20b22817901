#include "compiler/kernel_groups.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/reached_globals.hpp"
#include "compiler/link/out_of_line_functions.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

#include <algorithm>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// A group takes a process: a tenth of a second where pages of memory are dear, as in virtual
/// machines, in which 600 instructions of kernels are compiled. So much more than that must be in
/// each that two processors gain, and that one, which others keep busy, loses little. More than 16
/// groups would cost more where there are few processors than they bring where there are many.
constexpr std::uint64_t leastGroupWeight = 1500;
constexpr std::size_t mostGroups = 16;
/// What a kernel with products of matrices takes longer than its instructions say, half a second to
/// some seconds: loops around them get versions, panels and a form for each part of the sums.
constexpr std::uint64_t productWeight = 3000;

/// Kernels that are compiled together, at first a single one, and what they reach.
struct Part {
  std::size_t number; ///< of the first kernel in the module
  KernelGroups::Kernels kernels;
  SmallSetVector<const GlobalVariable *, 8> variables;
  /// Functions that stay functions, which are compiled once for the part.
  SmallSetVector<const Function *, 8> functions;
  /// Instructions of the kernels with what is inlined into them, and of the functions; more for
  /// products of matrices.
  std::uint64_t weight = 0;
};

Part partOf(Function &kernel, std::size_t number, const InliningPlan &plan,
            const SmallPtrSetImpl<const Function *> &outOfLine) {
  ReachedGlobals reached = reachedGlobals(kernel);
  Part part{number, {&kernel}, std::move(reached.variables), {}, plan.sizes.lookup(&kernel)};
  if (any_of(reached.functions, [](const Function *function) {
        const std::optional<InternalOp> op = internalOp(*function);
        return op == InternalOp::matrixMad || op == InternalOp::cooperativeMad;
      }))
    part.weight += productWeight;
  for (const Function *function : reached.functions)
    if (outOfLine.contains(function) && part.functions.insert(function))
      part.weight += plan.sizes.lookup(function);
  return part;
}

std::uint64_t sharedWeight(const Part &a, const Part &b, const InliningPlan &plan) {
  std::uint64_t weight = 0;
  for (const Function *function : a.functions)
    if (b.functions.contains(function))
      weight += plan.sizes.lookup(function);
  return weight;
}

/// The heaviest first; equal ones in the order of the program.
void sortByWeight(std::vector<Part> &parts) {
  sort(parts, [](const Part &a, const Part &b) {
    return a.weight != b.weight ? a.weight > b.weight : a.number < b.number;
  });
}

/// Joins a part with a heavier one where half of it or more would be compiled again for what both
/// reach: hash functions that a program's kernels all call. What is joined stays below half of the
/// program, so that two processors share it, unless a single kernel is more.
std::vector<Part> joinParts(std::vector<Part> parts, const InliningPlan &plan) {
  sortByWeight(parts);
  SmallSetVector<const Function *, 8> functions;
  std::uint64_t program = 0;
  for (const Part &part : parts) {
    program += part.weight;
    for (const Function *function : part.functions)
      if (!functions.insert(function))
        program -= plan.sizes.lookup(function);
  }
  const std::uint64_t heaviest = parts.empty() ? 0 : parts.front().weight;
  const std::uint64_t most = std::max(program / 2, heaviest + heaviest / 4);
  std::vector<Part> joined;
  for (Part &part : parts) {
    Part *best = nullptr;
    std::uint64_t bestShared = 0;
    for (Part &other : joined)
      if (const std::uint64_t shared = sharedWeight(part, other, plan);
          shared > bestShared && 2 * shared >= part.weight &&
          other.weight + part.weight - shared <= most) {
        best = &other;
        bestShared = shared;
      }
    if (!best) {
      joined.push_back(std::move(part));
      continue;
    }
    append_range(best->kernels, part.kernels);
    best->variables.insert_range(part.variables);
    best->functions.insert_range(part.functions);
    best->weight += part.weight - bestShared;
  }
  sortByWeight(joined);
  return joined;
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
  KernelGroups result;
  if (!canBeCut(module))
    return result;
  const InliningPlan plan = planInlining(module, CountedCalls::ofOneKernel);
  const SmallPtrSet<const Function *, 16> outOfLine(plan.outOfLine.begin(), plan.outOfLine.end());
  std::vector<Part> parts;
  for (Function &function : module)
    if (isKernel(function) && !function.isDeclaration())
      parts.push_back(partOf(function, parts.size(), plan, outOfLine));
  parts = joinParts(std::move(parts), plan);
  std::uint64_t total = 0;
  for (const Part &part : parts)
    total += part.weight;
  const std::size_t count =
      std::min<std::uint64_t>({parts.size(), mostGroups, total / leastGroupWeight});
  if (count < 2)
    return result;

  // The heaviest part goes to the group that has least so far.
  std::vector<std::uint64_t> weights(count);
  result.groups.resize(count);
  DenseMap<const GlobalVariable *, SmallPtrSet<const void *, 4>> users;
  for (const Part &part : parts) {
    const std::size_t group = std::min_element(weights.begin(), weights.end()) - weights.begin();
    weights[group] += part.weight;
    append_range(result.groups[group], part.kernels);
    for (const GlobalVariable *variable : part.variables) {
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
  // What only the other kernels reach goes before anything is inlined into it. Its calls count for
  // what stays a function, as they do in the other groups.
  for (Function *function : planInlining(module).outOfLine) {
    function->removeFnAttr(Attribute::AlwaysInline);
    function->addFnAttr(Attribute::NoInline);
  }
  ModuleAnalysisManager none;
  GlobalDCEPass().run(module, none);
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
