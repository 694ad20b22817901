#include "compiler/spirv/builtins/lower_spirv_builtins.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/library_names.hpp"
#include "compiler/spirv/builtins/builtin_call.hpp"
#include "compiler/spirv/builtins/erase_events.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr bool (*families[])(BuiltinCall &) = {
    lowerWorkItemQuery, lowerMath,       lowerGeometric,
    lowerInteger,       lowerDotProduct, lowerConversion,
    lowerFloat8,        lowerInt4,       lowerRelational,
    lowerVectorData,    lowerAtomic,     lowerSynchronization,
    lowerWorkGroup,     lowerSubGroup,   lowerNonUniformSubGroup,
    lowerSubGroupMask,  lowerBlock2d,    lowerPointerCast,
    lowerPredicatedIo,  lowerPrint,      lowerClock,
};

/// How a program's author calls it.
std::string readableName(StringRef base) {
  StringRef name = StringSwitch<StringRef>(base)
                       .Case("GroupAsyncCopy", "async_work_group_copy")
                       .Case("GroupWaitEvents", "wait_group_events")
                       .Default("");
  if (!name.empty())
    return ("function '" + name + "'").str();
  if (base.consume_front("ocl_"))
    return ("function '" + base + "'").str();
  if (base.starts_with("BuiltIn"))
    return ("built-in variable " + base.drop_front(7)).str();
  return ("instruction Op" + base).str();
}

/// The OpenCL C functions that a module from outside may import by name, as the reader would spell
/// their instruction. `name` is unmangled.
std::optional<BuiltinName> importedFunction(StringRef name, StringRef operandTypes) {
  StringRef base = name;
  if (base.consume_front("intel_sub_group_block_read"))
    return BuiltinName{"SubgroupBlockReadINTEL", ""};
  if (base.consume_front("intel_sub_group_block_write"))
    return BuiltinName{"SubgroupBlockWriteINTEL", ""};
  // Those without an instruction keep their names.
  for (StringRef kept : {"intel_sub_group_block_prefetch_", "intel_sub_group_broadcast",
                         "intel_sub_group_reduce_", "intel_sub_group_scan_"})
    if (name.starts_with(kept))
      return BuiltinName{name, "", operandTypes};
  base = StringSwitch<StringRef>(name)
             .Case("intel_sub_group_shuffle", "SubgroupShuffleINTEL")
             .Case("intel_sub_group_shuffle_down", "SubgroupShuffleDownINTEL")
             .Case("intel_sub_group_shuffle_up", "SubgroupShuffleUpINTEL")
             .Case("intel_sub_group_shuffle_xor", "SubgroupShuffleXorINTEL")
             .Case("printf", "ocl_printf")
             .Default("");
  if (base.empty())
    return std::nullopt;
  return BuiltinName{base, ""};
}

void useCConvention(Module &module) {
  for (Function &function : module) {
    if (function.isIntrinsic())
      continue;
    if (function.getCallingConv() == CallingConv::SPIR_KERNEL && !function.isDeclaration())
      function.addFnAttr(kernelAttribute);
    function.setCallingConv(CallingConv::C);
    if (!function.isDeclaration())
      function.addFnAttr(Attribute::Convergent);
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        call->setCallingConv(CallingConv::C);
  }
}

/// A component of a vector of three by a number that is known only at run time: that is how
/// get_global_id(d) arrives. A chain of selects keeps the vector out of memory and the uniform
/// dimensions uniform.
void expandDynamicDimension(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *extract = dyn_cast<ExtractElementInst>(&instruction);
    if (!extract || isa<ConstantInt>(extract->getIndexOperand()))
      continue;
    auto *type = cast<VectorType>(extract->getVectorOperandType());
    if (type->getElementCount() != ElementCount::getFixed(3) ||
        !type->getElementType()->isIntegerTy() ||
        !isa<InsertElementInst>(extract->getVectorOperand()))
      continue;
    IRBuilder<> builder(extract);
    Value *vector = extract->getVectorOperand();
    Value *index = extract->getIndexOperand();
    Value *result = builder.CreateExtractElement(vector, builder.getInt32(0));
    for (unsigned i = 1; i < 3; ++i)
      result =
          builder.CreateSelect(builder.CreateICmpEQ(index, ConstantInt::get(index->getType(), i)),
                               builder.CreateExtractElement(vector, builder.getInt32(i)), result);
    extract->replaceAllUsesWith(result);
    extract->eraseFromParent();
  }
}

/// Instructions for which the machine has none and code generation would call a function of the C
/// library, which kernels are not linked with.
void expandLibraryInstructions(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    IRBuilder<> builder(&instruction);
    Value *result = nullptr;
    Type *type = instruction.getType();
    if (isa<FPTruncInst>(instruction) && type->getScalarType()->isHalfTy() &&
        instruction.getOperand(0)->getType()->getScalarType()->isDoubleTy()) {
      result =
          roundToNarrower(builder, instruction.getOperand(0), type, RoundingMode::toNearestEven);
    } else if (instruction.getOpcode() == Instruction::FRem) {
      result = remainder(builder, instruction.getOperand(0), instruction.getOperand(1));
    } else {
      continue;
    }
    instruction.replaceAllUsesWith(result);
    instruction.eraseFromParent();
  }
}

void lowerCalls(Function &declaration, BuiltinName name) {
  for (User *user : make_early_inc_range(declaration.users())) {
    auto *instruction = dyn_cast<CallInst>(user);
    if (!instruction || instruction->getCalledOperand() != &declaration)
      continue;
    BuiltinCall call(*instruction, name);
    if (none_of(families, [&](auto lower) { return lower(call); }))
      call.refuse(readableName(name.base) + " is not supported by this device");
  }
}

} // namespace

PreservedAnalyses LowerSpirvBuiltinsPass::run(Module &module, ModuleAnalysisManager &) {
  useCConvention(module);

  // The families declare functions of their own while the list is walked.
  SmallVector<Function *, 32> declarations;
  for (Function &function : module)
    if (function.isDeclaration() && function.getIntrinsicID() == Intrinsic::not_intrinsic)
      declarations.push_back(&function);

  for (Function *declaration : declarations) {
    StringRef mangled = declaration->getName();
    std::optional<BuiltinName> name = parseBuiltinName(mangled);
    if (!name) {
      // Of all functions, compilers for C leave printf unmangled.
      std::optional<StringRef> plain = mangled == "printf" ? mangled : unmangledName(mangled);
      if (plain)
        name = importedFunction(*plain, mangled.substr(plain->end() - mangled.begin()));
    }
    if (name)
      lowerCalls(*declaration, *name);
    if (declaration->use_empty()) {
      declaration->eraseFromParent();
      continue;
    }
    if (internalOp(*declaration))
      continue;
    StringRef spelling = declaration->getName();
    const char *kind = spelling.consume_front(kernelBodyPrefix) ? "kernel '" : "function '";
    std::string undefined = kind + demangle(spelling.str()) + "' is called and not defined";
    for (User *user : declaration->users())
      if (auto *instruction = dyn_cast<Instruction>(user))
        reportError(*instruction, undefined);
  }

  for (Function &function : module) {
    eraseEvents(function);
    expandDynamicDimension(function);
    expandLibraryInstructions(function);
  }
  return PreservedAnalyses::none();
}

} // namespace heddle::compiler
