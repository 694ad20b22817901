// Retargets libclc to x86-64 and writes it as a bundle (builtins/bundle_format.hpp).
//
// The input is libclc for nvptx64: plain C functions without an intrinsic of that target. What
// changes: triple and data layout; target attributes go; NVPTX's constant address space 4 becomes
// OpenCL's 2, in types and in mangled names (its generic space is 0, where OpenCL has 4; the
// compiler maps calls with generic pointers to the forms with plain ones).
//
// Functions are grouped by their name without overloads, so that a build that calls sin() reads
// the forms of sin() and nothing else.
//
// The modules of builtins/vector_math are x86-64 code already. Each of their exported functions
// becomes a group of its own with all that it calls inlined. Of the large ones there is also the
// machine code, so that a build which calls pow() need not compile it.
//
//   make-bundle INPUT.bc... --vector-math=MODULE.bc... --machine-code=MODULE.bc... -o OUTPUT

#include "builtins/bundle_format.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <cstring>
#include <map>

using namespace llvm;
using namespace heddle::builtins;

namespace {

cl::list<std::string> inputNames(cl::Positional, cl::desc("<bitcode>..."), cl::OneOrMore);
cl::list<std::string> vectorMathNames("vector-math", cl::desc("bitcode of builtins/vector_math"));
cl::list<std::string>
    machineCodeNames("machine-code",
                     cl::desc("bitcode of functions that are not inlined, unless called …_inline"));
cl::opt<std::string> outputName("o", cl::desc("bundle to write"), cl::Required);

constexpr unsigned nvptxConstantSpace = 4, openclConstantSpace = 2;

[[noreturn]] void fail(const Twine &message) {
  WithColor::error(errs(), "make-bundle") << message << '\n';
  std::exit(1);
}

std::string retargetedName(StringRef name) {
  std::string result = name.str();
  for (size_t at = result.find("U3AS4"); at != std::string::npos; at = result.find("U3AS4"))
    result.replace(at, 5, "U3AS2");
  return result;
}

// The name before the overload: "sin" of _Z3sinDv8_f; the name itself when it is not mangled.
StringRef baseName(StringRef name) {
  StringRef rest = name;
  unsigned length = 0;
  if (rest.consume_front("_Z") && !rest.consumeInteger(10, length) && length <= rest.size())
    return rest.take_front(length);
  return name;
}

/// NVPTX's constant pointers become OpenCL's.
class PointerRemapper : public ValueMapTypeRemapper {
public:
  Type *remapType(Type *type) override {
    if (auto *pointer = dyn_cast<PointerType>(type))
      return pointer->getAddressSpace() == nvptxConstantSpace
                 ? PointerType::get(type->getContext(), openclConstantSpace)
                 : type;
    if (auto *vector = dyn_cast<FixedVectorType>(type))
      return FixedVectorType::get(remapType(vector->getElementType()), vector->getNumElements());
    if (auto *function = dyn_cast<FunctionType>(type)) {
      SmallVector<Type *> parameters;
      for (Type *parameter : function->params())
        parameters.push_back(remapType(parameter));
      return FunctionType::get(remapType(function->getReturnType()), parameters,
                               function->isVarArg());
    }
    return type;
  }
};

/// Brings what a copied body refers to into the module it was copied to: functions as
/// declarations, tables whole.
class References : public ValueMaterializer {
public:
  References(Module &destination, PointerRemapper &types)
      : destination(destination), types(types) {}

  Value *materialize(Value *value) override {
    if (auto *function = dyn_cast<Function>(value)) {
      std::string name = retargetedName(function->getName());
      if (Function *existing = destination.getFunction(name))
        return existing;
      auto *type = cast<FunctionType>(types.remapType(function->getFunctionType()));
      Function *copy = Function::Create(type, GlobalValue::ExternalLinkage, name, destination);
      copy->setAttributes(function->getAttributes());
      cleanAttributes(*copy);
      return copy;
    }
    if (auto *table = dyn_cast<GlobalVariable>(value)) {
      if (!table->isConstant() || !table->hasInitializer())
        fail("'" + table->getName() + "' is no constant table");
      if (GlobalVariable *existing = destination.getNamedGlobal(table->getName()))
        return existing;
      unsigned space = table->getAddressSpace();
      auto *copy = new GlobalVariable(destination, table->getValueType(), /*isConstant=*/true,
                                      GlobalValue::InternalLinkage, table->getInitializer(),
                                      table->getName(), nullptr, GlobalValue::NotThreadLocal,
                                      space == nvptxConstantSpace ? openclConstantSpace : space);
      copy->setAlignment(table->getAlign());
      copy->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
      return copy;
    }
    return nullptr;
  }

  static void cleanAttributes(Function &function) {
    for (StringRef attribute : {"target-features", "target-cpu", "frame-pointer",
                                "stack-protector-buffer-size", "no-trapping-math"})
      function.removeFnAttr(attribute);
    for (auto attribute : {Attribute::NoInline, Attribute::OptimizeNone, Attribute::Convergent})
      function.removeFnAttr(attribute);
    function.setCallingConv(CallingConv::C);
  }

private:
  Module &destination;
  PointerRemapper &types;
};

// libclc counts on conversions that saturate and turn NaN into 0, as those of its target do: it
// looks numbers up in tables by the result. In LLVM's terms the result is poison.
void saturateConversions(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (!isa<FPToSIInst>(instruction) && !isa<FPToUIInst>(instruction))
      continue;
    IRBuilder<> builder(&instruction);
    Value *value = instruction.getOperand(0);
    Value *saturated = builder.CreateIntrinsic(isa<FPToSIInst>(instruction) ? Intrinsic::fptosi_sat
                                                                            : Intrinsic::fptoui_sat,
                                               {instruction.getType(), value->getType()}, {value});
    instruction.replaceAllUsesWith(saturated);
    instruction.eraseFromParent();
  }
}

// A part of normalize(), which may be some ulp off, as the compiler marks those that may.
void approximateReciprocalRoots(Function &function) {
  for (Instruction &instruction : instructions(function))
    if (PatternMatch::match(&instruction,
                            PatternMatch::m_FDiv(PatternMatch::m_FPOne(),
                                                 PatternMatch::m_Sqrt(PatternMatch::m_Value()))))
      instruction.setHasApproxFunc(true);
}

Function &copyFunction(const Function &source, Module &destination, PointerRemapper &types) {
  References references(destination, types);
  auto *copy = cast<Function>(references.materialize(const_cast<Function *>(&source)));
  ValueToValueMapTy values;
  for (auto [from, to] : zip(source.args(), copy->args()))
    values[&from] = &to;
  SmallVector<ReturnInst *> returns;
  CloneFunctionInto(copy, &source, values, CloneFunctionChangeType::DifferentModule, returns, "",
                    nullptr, &types, &references);
  References::cleanAttributes(*copy);
  copy->setLinkage(GlobalValue::ExternalLinkage);
  copy->setVisibility(GlobalValue::DefaultVisibility);
  copy->setComdat(nullptr);
  copy->setSubprogram(nullptr);
  return *copy;
}

void optimize(Module &module, TargetMachine *machine,
              function_ref<ModulePassManager(PassBuilder &)> pipeline) {
  PipelineTuningOptions tuning;
  // The forms are vectors already.
  tuning.LoopVectorization = tuning.SLPVectorization = tuning.LoopInterleaving = false;
  PassBuilder builder(machine, tuning);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  pipeline(builder).run(module, modules);
}

struct Group {
  SmallVector<std::string> names;
  SmallString<0> bytes;
};

Group makeGroup(StringRef name, ArrayRef<const Function *> functions, TargetMachine &machine) {
  Module module(name, functions.front()->getContext());
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  PointerRemapper types;
  Group group;
  for (const Function *function : functions) {
    Function &copy = copyFunction(*function, module, types);
    saturateConversions(copy);
    if (name == "normalize")
      approximateReciprocalRoots(copy);
    group.names.push_back(retargetedName(function->getName()));
  }
  std::string message;
  raw_string_ostream os(message);
  if (verifyModule(module, &os))
    fail("the functions of '" + name + "' are broken after retargeting: " + message);
  raw_svector_ostream bytes(group.bytes);
  WriteBitcodeToFile(module, bytes);
  return group;
}

// Inlining one of these gains three hundredths at most, compiling it takes 10 to 40 ms.
constexpr unsigned largeInstructionCount = 100;

// A large vector form that calls no other.
bool isWorthAnObject(const Function &function) {
  unsigned count = 0;
  for (const Instruction &instruction : instructions(function)) {
    ++count;
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (!call->getCalledFunction() || !call->getCalledFunction()->isIntrinsic())
        return false;
  }
  return count >= largeInstructionCount;
}

// Our own plain functions convert nothing that is out of range.
Group makeObject(const Function &form, TargetMachine &machine, bool saturates) {
  Module module(form.getName(), form.getContext());
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  PointerRemapper types;
  Function &copy = copyFunction(form, module, types);
  copy.setVisibility(GlobalValue::HiddenVisibility);
  if (saturates)
    saturateConversions(copy);
  optimize(module, &machine, [](PassBuilder &builder) {
    return builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2);
  });
  Group group;
  group.names.push_back(form.getName().str() + objectSuffix);
  raw_svector_ostream bytes(group.bytes);
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, bytes, nullptr, CodeGenFileType::ObjectFile))
    fail("the target has no object files");
  passes.run(module);
  return group;
}

bool isForAvx512(const Function &function) {
  return function.getFnAttribute("target-features").getValueAsString().contains("+avx512f");
}

// What compiler/link/link_builtins.cpp takes for granted.
void checkMathForms(const std::map<std::string, unsigned> &groupOfName) {
  static constexpr StringLiteral names[] = {
#define HEDDLE_OUT_OF_LINE_MATH(name) #name,
#include "builtins/out_of_line_math.def"
  };
  for (StringRef name : names)
    for (StringRef form : {"f", "d", "Dv2_f", "Dv3_d", "Dv4_f", "Dv8_f", "Dv8_d", "Dv16_f"}) {
      std::string prefix = ("_Z" + Twine(name.size()) + name + form).str();
      auto found = groupOfName.lower_bound(prefix);
      if (found == groupOfName.end() || !StringRef(found->first).starts_with(prefix))
        fail("libclc has no '" + prefix + "…'");
    }
}

// Leaves nothing but heddle_…, each without a call of another function.
void keepOwnFunctions(Module &module) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    bool isForm = function.getName().starts_with("heddle_");
    function.setLinkage(isForm ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage);
    for (auto attribute : {Attribute::NoInline, Attribute::AlwaysInline})
      function.removeFnAttr(attribute);
    if (!isForm)
      function.addFnAttr(Attribute::AlwaysInline);
  }
  for (GlobalVariable &table : module.globals())
    table.setLinkage(GlobalValue::InternalLinkage);

  optimize(module, nullptr, [](PassBuilder &) {
    ModulePassManager passes;
    passes.addPass(AlwaysInlinerPass());
    passes.addPass(GlobalDCEPass());
    return passes;
  });
  for (const Function &function : module)
    if (!function.isIntrinsic() && !function.getName().starts_with("heddle_"))
      fail("the library's own functions call '" + function.getName() + "'");
}

void append(std::string &file, const void *bytes, size_t size) {
  file.append(static_cast<const char *>(bytes), size);
}

std::string layOut(ArrayRef<Group> groups, const std::map<std::string, unsigned> &groupOfName) {
  BundleHeader header{};
  std::memcpy(header.magic, bundleMagic, sizeof(bundleMagic));
  header.groupCount = static_cast<std::uint32_t>(groups.size());
  header.nameCount = static_cast<std::uint32_t>(groupOfName.size());
  std::uint64_t stringsAt = sizeof(BundleHeader) + groups.size() * sizeof(BundleGroup) +
                            groupOfName.size() * sizeof(BundleName);
  std::string strings, nameTable, groupTable, bitcode;
  for (const auto &[name, group] : groupOfName) {
    BundleName row{stringsAt + strings.size(), static_cast<std::uint32_t>(name.size()), group};
    append(nameTable, &row, sizeof(row));
    strings += name;
  }
  std::uint64_t bitcodeAt = alignTo(stringsAt + strings.size(), 16);
  strings.resize(bitcodeAt - stringsAt);
  for (const Group &group : groups) {
    BundleGroup row{bitcodeAt + bitcode.size(), group.bytes.size()};
    append(groupTable, &row, sizeof(row));
    bitcode += group.bytes;
    bitcode.resize(alignTo(bitcode.size(), 16));
  }
  header.fileSize = bitcodeAt + bitcode.size();
  std::string file;
  append(file, &header, sizeof(header));
  return file + groupTable + nameTable + strings + bitcode;
}

} // namespace

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "writes the OpenCL C library as an indexed bundle\n");
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();

  Triple triple("x86_64-unknown-linux-gnu");
  std::string message;
  const Target *target = TargetRegistry::lookupTarget(triple, message);
  if (!target)
    fail(message);
  auto machineOf = [&](StringRef level) {
    return std::unique_ptr<TargetMachine>(
        target->createTargetMachine(triple, level, "", TargetOptions(), Reloc::PIC_));
  };
  std::unique_ptr<TargetMachine> machine = machineOf("x86-64-v3"), avx512 = machineOf("x86-64-v4");

  LLVMContext context;
  std::vector<std::unique_ptr<Module>> modules;
  MapVector<StringRef, SmallVector<const Function *>> functions;
  auto read = [&](const std::string &name) -> Module & {
    SMDiagnostic diagnostic;
    modules.push_back(parseIRFile(name, diagnostic, context));
    if (!modules.back()) {
      diagnostic.print("make-bundle", errs());
      std::exit(1);
    }
    return *modules.back();
  };
  auto collect = [&](const Module &module) {
    for (const Function &function : module)
      if (!function.isDeclaration())
        functions[baseName(function.getName())].push_back(&function);
  };
  for (const std::string &name : inputNames)
    collect(read(name));
  for (const std::string &name : vectorMathNames) {
    Module &module = read(name);
    keepOwnFunctions(module);
    // LLVM inlines none that has it into a kernel, which has not.
    for (Function &function : module)
      function.removeFnAttr("no-builtins");
    collect(module);
  }

  std::vector<Group> groups;
  std::map<std::string, unsigned> groupOfName;
  auto add = [&](Group group) {
    groups.push_back(std::move(group));
    for (const std::string &member : groups.back().names)
      if (!groupOfName.try_emplace(member, groups.size() - 1).second)
        fail("'" + member + "' is defined twice");
  };
  for (const auto &[name, members] : functions) {
    add(makeGroup(name, members, *machine));
    const Function &form = *members.front();
    if (name.starts_with("heddle_") && isWorthAnObject(form))
      add(makeObject(form,
                     form.getReturnType()->getPrimitiveSizeInBits() > 256 ? *avx512 : *machine,
                     /*saturates=*/true));
  }
  for (const std::string &name : machineCodeNames) {
    Module &module = read(name);
    keepOwnFunctions(module);
    for (const Function &function : module)
      if (!function.isDeclaration())
        add(function.getName().ends_with("_inline")
                ? makeGroup(function.getName(), {&function}, *machine)
                : makeObject(function, isForAvx512(function) ? *avx512 : *machine,
                             /*saturates=*/false));
  }
  checkMathForms(groupOfName);

  std::error_code error;
  ToolOutputFile output(outputName, error, sys::fs::OF_None);
  if (error)
    fail("cannot write '" + outputName + "': " + error.message());
  output.os() << layOut(groups, groupOfName);
  output.os().flush();
  if (output.os().has_error())
    fail("cannot write '" + outputName + "': " + output.os().error().message());
  output.keep();
  return 0;
}
