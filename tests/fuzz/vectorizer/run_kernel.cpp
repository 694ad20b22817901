#include "tests/fuzz/vectorizer/run_kernel.hpp"

#include "compiler/codegen/outline_masked_memory.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/tools/passes.hpp"

#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <random>

using namespace llvm;
using namespace heddle::compiler;

namespace heddle::tests {

namespace {

// What the uniform queries answer; the work-group pass takes it from elsewhere.
struct Context {
  std::uint64_t globalOffset[3];
  std::uint64_t globalSize[3];
  std::uint64_t localSize[3];
  std::uint64_t numGroups[3];
  std::uint64_t groupId[3];
  std::uint64_t firstLocalId[3];
  std::uint64_t fullPerRow;
  std::uint32_t workDim, subGroupId, numSubGroups, activeLanes;
};

std::optional<unsigned> offsetInContext(InternalOp op) {
  switch (op) {
  case InternalOp::globalOffset:
    return offsetof(Context, globalOffset);
  case InternalOp::globalSize:
    return offsetof(Context, globalSize);
  case InternalOp::enqueuedLocalSize:
  case InternalOp::localSize:
    return offsetof(Context, localSize);
  case InternalOp::numGroups:
    return offsetof(Context, numGroups);
  case InternalOp::groupId:
    return offsetof(Context, groupId);
  case InternalOp::firstLocalId:
    return offsetof(Context, firstLocalId);
  case InternalOp::fullPerRow:
    return offsetof(Context, fullPerRow);
  case InternalOp::workDim:
    return offsetof(Context, workDim);
  case InternalOp::subGroupId:
    return offsetof(Context, subGroupId);
  case InternalOp::numSubGroups:
  case InternalOp::enqueuedNumSubGroups:
    return offsetof(Context, numSubGroups);
  case InternalOp::activeLanes:
    return offsetof(Context, activeLanes);
  default:
    return std::nullopt;
  }
}

// Gives the queries bodies that read the context.
Error defineQueries(Module &module) {
  LLVMContext &context = module.getContext();
  auto *type = ArrayType::get(Type::getInt8Ty(context), sizeof(Context));
  auto *global = new GlobalVariable(module, type, false, GlobalValue::ExternalLinkage,
                                    Constant::getNullValue(type), "test_context");
  global->setAlignment(Align(8));
  for (Function &function : module) {
    std::optional<InternalOp> op = internalOp(function);
    if (!op || !function.isDeclaration() || function.use_empty())
      continue;
    std::optional<unsigned> offset = offsetInContext(*op);
    if (!offset)
      return createStringError("'" + function.getName() + "' was left behind");
    IRBuilder<> builder(BasicBlock::Create(context, "", &function));
    Value *place = builder.CreateConstGEP1_64(builder.getInt8Ty(), global, *offset);
    if (function.arg_size())
      place = builder.CreateGEP(builder.getInt64Ty(), place, function.getArg(0));
    builder.CreateRet(builder.CreateLoad(function.getReturnType(), place));
    function.setMemoryEffects(MemoryEffects::readOnly());
  }
  return Error::success();
}

void finish(Module &module, TargetMachine &machine, bool optimize) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager callGraph;
  ModuleAnalysisManager modules;
  PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  ModulePassManager passes;
  if (optimize)
    passes = builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2);
  passes.addPass(OutlineMaskedMemoryPass(/*quickGathers=*/true, /*hasAvx2=*/true));
  passes.run(module, modules);
}

class Runner {
public:
  static Expected<std::unique_ptr<Runner>> create(std::unique_ptr<Module> module,
                                                  orc::ThreadSafeContext context,
                                                  const std::string &kernel, unsigned size,
                                                  orc::JITTargetMachineBuilder machine) {
    auto runner = std::make_unique<Runner>();
    runner->size = size;
    auto jit = orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(machine)).create();
    if (!jit)
      return jit.takeError();
    runner->jit = std::move(*jit);
    if (Error error =
            runner->jit->addIRModule(orc::ThreadSafeModule(std::move(module), std::move(context))))
      return std::move(error);
    auto find = [&](const std::string &name, auto &target) -> Error {
      auto address = runner->jit->lookup(name);
      if (!address)
        return address.takeError();
      target = address->toPtr<std::remove_reference_t<decltype(target)>>();
      return Error::success();
    };
    Error error = find("test_context", runner->context);
    if (size == 1) {
      error = joinErrors(std::move(error), find(kernel + ".lane", runner->full));
    } else {
      error = joinErrors(std::move(error), find(kernel + ".full", runner->full));
      error = joinErrors(std::move(error), find(kernel + ".masked", runner->masked));
    }
    if (error)
      return std::move(error);
    return runner;
  }

  void run(const NdRange &range, std::uint32_t *input, std::uint32_t *output) {
    unsigned items = range.localX * range.localY;
    unsigned subGroups = (items + size - 1) / size;
    *context = {};
    context->workDim = 2;
    for (int d = 0; d < 3; ++d)
      context->localSize[d] = context->numGroups[d] = 1;
    context->localSize[0] = range.localX;
    context->localSize[1] = range.localY;
    context->numGroups[0] = range.groups;
    for (int d = 0; d < 3; ++d)
      context->globalSize[d] = context->numGroups[d] * context->localSize[d];
    context->numSubGroups = subGroups;
    for (unsigned group = 0; group < range.groups; ++group) {
      // Both orders: linear, and full ones in each row in front of what these leave.
      const bool areWhole = range.localX % size == 0 || range.localY == 1;
      const unsigned perRow = group % 2 || areWhole ? range.localX / size : 0;
      context->fullPerRow = perRow;
      for (unsigned subGroup = 0; subGroup < subGroups; ++subGroup) {
        const bool isFull = subGroup < perRow * range.localY;
        context->groupId[0] = group;
        context->subGroupId = subGroup;
        context->firstLocalId[0] = isFull ? subGroup % perRow * size : 0;
        context->firstLocalId[1] = isFull ? subGroup / perRow : 0;
        context->activeLanes = std::min(size, items - subGroup * size);
        (isFull ? full : masked)(input, output, 5);
      }
    }
  }

private:
  using Kernel = void(std::uint32_t *, std::uint32_t *, std::uint32_t);
  unsigned size = 0;
  std::unique_ptr<orc::LLJIT> jit;
  Context *context = nullptr;
  Kernel *full = nullptr;
  Kernel *masked = nullptr;
};

// Each size works in a context of its own, from the same text of the module.
Expected<std::unique_ptr<Runner>> prepare(const Module &original, unsigned size,
                                          const RunOptions &options,
                                          const orc::JITTargetMachineBuilder &machineBuilder,
                                          TargetMachine &machine) {
  std::unique_ptr<Module> module = CloneModule(original);
  std::string kernel;
  for (Function &function : *module)
    if (isKernel(function)) {
      kernel = function.getName().str();
      setSubGroupSize(function, size);
    }
  std::string passes = options.passesBefore;
  passes += std::string(passes.empty() ? "" : ",") + "vectorize-sub-groups";
  if (Error error = runPasses(*module, passes))
    return std::move(error);
  for (Function &function : *module)
    function.setLinkage(GlobalValue::ExternalLinkage);
  std::string broken;
  raw_string_ostream os(broken);
  if (verifyModule(*module, &os))
    return createStringError("at size " + Twine(size) + " the module is broken: " + broken);
  if (size > 1 && !module->getFunction(kernel + ".full"))
    return createStringError("at size " + Twine(size) + " the kernel was not vectorized");
  if (Error error = defineQueries(*module))
    return std::move(error);
  module->setDataLayout(machine.createDataLayout());
  finish(*module, machine, options.optimizeAfter);

  std::string text;
  raw_string_ostream(text) << *module;
  auto context = std::make_unique<LLVMContext>();
  SMDiagnostic problem;
  std::unique_ptr<Module> own = parseIR(MemoryBufferRef(text, "kernel"), problem, *context);
  if (!own)
    return createStringError("the module cannot be read back: " + problem.getMessage());
  return Runner::create(std::move(own), orc::ThreadSafeContext(std::move(context)), kernel, size,
                        machineBuilder);
}

} // namespace

Error compareSizes(const Module &module, const KernelData &data, const RunOptions &options) {
  static bool isReady = [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)isReady;
  auto machineBuilder = orc::JITTargetMachineBuilder::detectHost();
  if (!machineBuilder)
    return machineBuilder.takeError();
  machineBuilder->setCodeGenOptLevel(options.optimizeAfter ? CodeGenOptLevel::Default
                                                           : CodeGenOptLevel::None);
  auto machine = machineBuilder->createTargetMachine();
  if (!machine)
    return machine.takeError();

  constexpr unsigned margin = 64;
  std::mt19937_64 random(data.seed);
  std::vector<std::uint32_t> input(KernelData::inputWords);
  for (std::uint32_t &word : input)
    word = random() % 3 ? random() % 64 : random();
  std::vector<std::vector<std::uint32_t>> expected;
  for (unsigned size : options.sizes) {
    auto runner = prepare(module, size, options, *machineBuilder, **machine);
    if (!runner)
      return runner.takeError();
    for (auto [index, range] : enumerate(options.ranges)) {
      std::vector<std::uint32_t> output(KernelData::outputWords + margin, 7);
      std::vector<std::uint32_t> in = input;
      (*runner)->run(range, in.data(), output.data() + margin);
      if (in != input)
        return createStringError("size " + Twine(size) + " wrote to the input");
      if (size == options.sizes.front()) {
        expected.push_back(std::move(output));
        continue;
      }
      for (size_t i = 0; i < output.size(); ++i)
        if (output[i] != expected[index][i])
          return createStringError("size " + Twine(size) + ", local size " + Twine(range.localX) +
                                   "x" + Twine(range.localY) + ": word " +
                                   Twine(static_cast<int>(i - margin)) + " is " + Twine(output[i]) +
                                   ", size " + Twine(options.sizes.front()) + " gave " +
                                   Twine(expected[index][i]));
    }
  }
  return Error::success();
}

} // namespace heddle::tests
