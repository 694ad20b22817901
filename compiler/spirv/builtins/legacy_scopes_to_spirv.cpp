#include "compiler/spirv/builtins/legacy_scopes_to_spirv.hpp"

#include "compiler/ir/library_names.hpp"
#include "compiler/spirv/builtins/builtin_call.hpp"
#include "compiler/spirv/builtins/memory_semantics.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned globalSpace = 1;
/// SPIR-V's memory semantics: relaxed, and of global memory.
constexpr unsigned relaxedGlobal = 0x200;
/// As opencl-c-base.h numbers them.
constexpr unsigned localFenceOnly = 1, acquire = 2, release = 3, acquireRelease = 4;
constexpr unsigned scopeOfDevice = 2;

/// The instruction for atomic_<operation>, or "".
StringRef instructionFor(StringRef operation, bool isSigned) {
  return StringSwitch<StringRef>(operation)
      .Case("add", "AtomicIAdd")
      .Case("sub", "AtomicISub")
      .Case("xchg", "AtomicExchange")
      .Case("inc", "AtomicIIncrement")
      .Case("dec", "AtomicIDecrement")
      .Case("min", isSigned ? "AtomicSMin" : "AtomicUMin")
      .Case("max", isSigned ? "AtomicSMax" : "AtomicUMax")
      .Case("and", "AtomicAnd")
      .Case("or", "AtomicOr")
      .Case("xor", "AtomicXor")
      .Case("cmpxchg", "AtomicCompareExchange")
      .Default("");
}

void replace(CallInst &call, const std::string &name, ArrayRef<Value *> operands) {
  SmallVector<Type *, 6> types;
  for (Value *operand : operands)
    types.push_back(operand->getType());
  FunctionCallee callee = call.getModule()->getOrInsertFunction(
      name, FunctionType::get(call.getType(), types, /*isVarArg=*/false));
  cast<Function>(callee.getCallee())->setCallingConv(CallingConv::SPIR_FUNC);
  IRBuilder<> builder(&call);
  CallInst *made = builder.CreateCall(callee, operands);
  made->setCallingConv(CallingConv::SPIR_FUNC);
  made->takeName(&call);
  call.replaceAllUsesWith(made);
  call.eraseFromParent();
}

/// atomic_add(volatile global int *, int) and its like: the operands' types are "PU3AS1Vii".
bool replaceAtomic(CallInst &call, StringRef operation, StringRef operandTypes) {
  if (call.arg_size() == 0 || !call.getArgOperand(0)->getType()->isPointerTy() ||
      call.getArgOperand(0)->getType()->getPointerAddressSpace() != globalSpace)
    return false;
  const StringRef pointee = operandTypes.ltrim("PU3AS1VK").take_front(1);
  const StringRef instruction =
      instructionFor(operation, /*isSigned=*/pointee == "i" || pointee == "l");
  if (instruction.empty() || pointee.empty())
    return false;
  IRBuilder<> builder(&call);
  Value *scope = builder.getInt32(unsigned(SpirvScope::device));
  Value *semantics = builder.getInt32(relaxedGlobal);
  SmallVector<Value *, 6> operands{call.getArgOperand(0), scope, semantics};
  if (operation == "cmpxchg")
    operands.append({semantics, call.getArgOperand(2), call.getArgOperand(1)});
  else
    operands.append(call.arg_begin() + 1, call.arg_end());
  const std::string base = "__spirv_" + instruction.str();
  std::string name = "_Z" + utostr(base.size()) + base + "PU3AS1" + pointee.str();
  for (const Value *operand : drop_begin(operands))
    name += is_contained({scope, semantics}, operand) ? "i" : pointee.str();
  replace(call, name, operands);
  return true;
}

bool replaceFence(CallInst &call, unsigned order) {
  auto *flags = dyn_cast<ConstantInt>(call.getArgOperand(0));
  if (!flags || flags->getZExtValue() <= localFenceOnly)
    return false;
  IRBuilder<> builder(&call);
  replace(call, "_Z22atomic_work_item_fencej12memory_order12memory_scope",
          {flags, builder.getInt32(order), builder.getInt32(scopeOfDevice)});
  return true;
}

/// Whether it was a call of one of the functions.
bool replaceCall(CallInst &call, StringRef mangled) {
  const std::optional<StringRef> name = unmangledName(mangled);
  if (!name)
    return false;
  const StringRef operandTypes(name->end(), static_cast<size_t>(mangled.end() - name->end()));
  if (*name == "mem_fence")
    return replaceFence(call, acquireRelease);
  if (*name == "read_mem_fence")
    return replaceFence(call, acquire);
  if (*name == "write_mem_fence")
    return replaceFence(call, release);
  StringRef operation = *name;
  if (!operation.consume_front("atomic_") && !operation.consume_front("atom_"))
    return false;
  return replaceAtomic(call, operation, operandTypes);
}

} // namespace

PreservedAnalyses LegacyScopesToSpirvPass::run(Module &module, ModuleAnalysisManager &) {
  bool isChanged = false;
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || function.isIntrinsic())
      continue;
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &function)
        isChanged |= replaceCall(*call, function.getName());
  }
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

void widenPossibleLegacyScopes(Module &module) {
  constexpr auto workGroup = static_cast<std::uint64_t>(SpirvScope::workGroup);
  const auto isConstant = [](const Value *value, auto wanted) {
    auto *constant = dyn_cast<ConstantInt>(value);
    return constant && wanted(constant->getZExtValue());
  };
  for (Function &function : module) {
    const std::optional<BuiltinName> name = parseBuiltinName(function.getName());
    if (!name || !function.isDeclaration())
      continue;
    const bool isFence = name->base == "MemoryBarrier";
    // There were no loads and stores among them.
    const bool isUpdate = name->base.starts_with("Atomic") && name->base != "AtomicLoad" &&
                          name->base != "AtomicStore" && !name->base.starts_with("AtomicFlag");
    if (!isFence && !isUpdate)
      continue;
    const unsigned scope = isFence ? 0 : 1;
    for (User *user : function.users()) {
      auto *call = dyn_cast<CallInst>(user);
      if (!call || call->getCalledFunction() != &function)
        continue;
      const bool isRelaxed = isConstant(call->getArgOperand(scope + 1), [](std::uint64_t bits) {
        return atomicOrdering(bits) == AtomicOrdering::Monotonic;
      });
      Value *given = call->getArgOperand(scope);
      if ((isFence || isRelaxed) &&
          isConstant(given, [](std::uint64_t number) { return number == workGroup; }))
        call->setArgOperand(scope,
                            ConstantInt::get(given->getType(), unsigned(SpirvScope::device)));
    }
  }
}

} // namespace heddle::compiler
