#include "compiler/strict/check_convergence.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/library_names.hpp"
#include "compiler/ir/memory_scope.hpp"
#include "compiler/strict/places.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// SPIR-V's numbers of execution scopes.
constexpr std::uint64_t workGroupScope = 2, subGroupScope = 3;

struct Rule {
  HeddleFindingKind kind;
  std::string subject;
  bool wantsWholeSubGroup = false;
};

/// The constant first operand of group instructions and barriers.
std::uint64_t scopeOf(const CallInst &call) {
  auto *scope = call.arg_size() == 0 ? nullptr : dyn_cast<ConstantInt>(call.getArgOperand(0));
  return scope ? scope->getZExtValue() : 0;
}

/// "sub_group_reduce_add" of GroupIAdd.
std::string arithmeticFunction(StringRef group, StringRef name, const CallInst &call) {
  constexpr const char *operations[] = {"_reduce_", "_scan_inclusive_", "_scan_exclusive_"};
  auto *operation = call.arg_size() > 1 ? dyn_cast<ConstantInt>(call.getArgOperand(1)) : nullptr;
  if (!operation || operation->getZExtValue() >= std::size(operations))
    return "";
  name.consume_front("Group");
  name.consume_back("KHR");
  for (StringRef prefix : {"Bitwise", "Logical", "F", "I", "S", "U"})
    if (name.consume_front(prefix))
      break;
  return (group + operations[operation->getZExtValue()] + name.lower()).str();
}

/// As an author of OpenCL C calls it.
std::string functionOf(StringRef name, const CallInst &call) {
  if (name.contains("MatrixMultiplyAccumulate"))
    return "a matrix function";
  if (name.starts_with("Subgroup2DBlock"))
    return "a 2D block function";
  const StringRef group = scopeOf(call) == workGroupScope ? "work_group" : "sub_group";
  std::string known = StringSwitch<std::string>(name)
                          .Cases({"SubgroupBlockReadINTEL", "SubgroupImageBlockReadINTEL"},
                                 "intel_sub_group_block_read")
                          .Cases({"SubgroupBlockWriteINTEL", "SubgroupImageBlockWriteINTEL"},
                                 "intel_sub_group_block_write")
                          .Case("GroupAsyncCopy", "async_work_group_copy")
                          .Case("GroupWaitEvents", "wait_group_events")
                          .Case("GroupAll", (group + "_all").str())
                          .Case("GroupAny", (group + "_any").str())
                          .Case("GroupBroadcast", (group + "_broadcast").str())
                          .Default("");
  if (known.empty() && name.starts_with("Group"))
    known = arithmeticFunction(group, name, call);
  return known.empty() ? ("Op" + name).str() : known;
}

std::optional<Rule> ruleOfInstruction(StringRef name, const CallInst &call) {
  const std::string instruction = functionOf(name, call);
  if (name.contains("MatrixMultiplyAccumulate") || name.starts_with("Subgroup2DBlock") ||
      name == "SubgroupBlockReadINTEL" || name == "SubgroupBlockWriteINTEL" ||
      name == "SubgroupImageBlockReadINTEL" || name == "SubgroupImageBlockWriteINTEL")
    return Rule{heddleFinding_divergentMatrix, instruction, true};
  if (name == "ControlBarrier" || name == "ControlBarrierWaitINTEL" ||
      name == "ControlBarrierArriveINTEL") {
    if (scopeOf(call) == workGroupScope)
      return Rule{heddleFinding_divergentBarrier, "a barrier"};
    if (scopeOf(call) == subGroupScope)
      return Rule{heddleFinding_divergentSubGroup, "sub_group_barrier"};
    return std::nullopt;
  }
  if (!name.starts_with("Group") || name.starts_with("GroupNonUniform"))
    return std::nullopt;
  if (scopeOf(call) == workGroupScope)
    return Rule{heddleFinding_divergentWorkGroup, instruction};
  if (scopeOf(call) == subGroupScope)
    return Rule{heddleFinding_divergentSubGroup, instruction};
  return std::nullopt;
}

std::optional<Rule> ruleOf(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return std::nullopt;
  if (std::optional<InternalOp> op = internalOp(*callee)) {
    if (*op >= InternalOp::cooperativeLoad && *op <= InternalOp::cooperativeMad)
      return Rule{heddleFinding_divergentMatrix, internalOpName(*op).str()};
    if (*op == InternalOp::pairJoin)
      return Rule{heddleFinding_divergentMatrix, "a split matrix function", true};
    return std::nullopt;
  }
  std::optional<StringRef> name = unmangledName(callee->getName());
  if (!name)
    return std::nullopt;
  if (StringRef instruction = *name; instruction.consume_front("__spirv_"))
    return ruleOfInstruction(instruction.split("_R").first, call);
  // Those without an instruction keep their names.
  for (StringRef function :
       {"intel_sub_group_broadcast", "intel_sub_group_reduce_", "intel_sub_group_scan_"})
    if (name->starts_with(function))
      return Rule{heddleFinding_divergentSubGroup, name->str()};
  return std::nullopt;
}

void check(CallInst &call, Rule rule) {
  IRBuilder<> builder(&call);
  Place place;
  place.kind = rule.kind;
  place.subject = std::move(rule.subject);
  ConstantInt *partial = builder.getInt32(-1);
  if (rule.wantsWholeSubGroup) {
    Place ofMissing = place;
    ofMissing.kind = heddleFinding_partialSubGroup;
    partial = addPlace(call, std::move(ofMissing));
  }
  Type *i32 = builder.getInt32Ty();
  auto *type = FunctionType::get(builder.getVoidTy(), {i32, i32}, /*isVarArg=*/false);
  CallInst *made = builder.CreateCall(getInternalOp(*call.getModule(), InternalOp::converged, type),
                                      {addPlace(call, std::move(place)), partial});
  made->setConvergent();
}

/// Tells of the first half of a split barrier, of which no code is left: (execution scope, memory
/// scope, semantics).
void tellOfArrival(CallInst &call) {
  auto *scope = dyn_cast<ConstantInt>(call.getArgOperand(1));
  auto *semantics = dyn_cast<ConstantInt>(call.getArgOperand(2));
  const OrderedMemory memory =
      semantics ? orderedMemory(semantics->getZExtValue()) : OrderedMemory();
  const MemoryScope orders = scope ? memoryScope(scope->getZExtValue()) : MemoryScope::device;
  Place place;
  place.kind = heddleFinding_divergentBarrier;
  place.access = heddleMeets | heddleBarrier | heddleArrives |
                 (orders >= MemoryScope::workGroup ? heddleOfWorkGroup : 0u) |
                 (memory.local ? heddleLocal : 0u) | (memory.global ? heddleGlobal : 0u) |
                 (memory.image ? heddleImage : 0u);
  IRBuilder<> builder(&call);
  Type *i64 = builder.getInt64Ty();
  auto *type = FunctionType::get(builder.getVoidTy(), {i64, i64, i64, builder.getInt32Ty()},
                                 /*isVarArg=*/false);
  Value *zero = builder.getInt64(0);
  builder.CreateCall(getInternalOp(*call.getModule(), InternalOp::touched, type),
                     {zero, zero, zero, addPlace(call, std::move(place))});
}

bool isArrival(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  std::optional<StringRef> name = callee ? unmangledName(callee->getName()) : std::nullopt;
  return name == "__spirv_ControlBarrierArriveINTEL" && call.arg_size() == 3;
}

} // namespace

PreservedAnalyses CheckConvergencePass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<std::pair<CallInst *, Rule>> found;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        if (std::optional<Rule> rule = ruleOf(*call))
          found.emplace_back(call, std::move(*rule));
  for (auto &[call, rule] : found) {
    check(*call, std::move(rule));
    if (isArrival(*call))
      tellOfArrival(*call);
  }
  return found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace heddle::compiler
