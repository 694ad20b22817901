#include "compiler/driver/compile_job.hpp"

#include "compiler/driver/build_log.hpp"
#include "compiler/driver/crash_report.hpp"
#include "compiler/frontend/compile_opencl_c.hpp"
#include "compiler/frontend/language_options.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/link/link_builtins.hpp"
#include "compiler/link/link_modules.hpp"
#include "compiler/link/out_of_line_functions.hpp"
#include "compiler/link/relax_math.hpp"
#include "compiler/link/unused_functions.hpp"
#include "compiler/pipeline.hpp"
#include "compiler/spirv/builtins/block_functions_to_spirv.hpp"
#include "compiler/spirv/builtins/intrinsics_to_spirv.hpp"
#include "compiler/spirv/builtins/legacy_scopes_to_spirv.hpp"
#include "compiler/spirv/matrix/joint_matrix_functions_to_spirv.hpp"
#include "compiler/spirv/matrix/matrix_functions_to_spirv.hpp"
#include "compiler/spirv/module/single_kernel.hpp"
#include "compiler/spirv/module/translate.hpp"
#include "compiler/spirv/module/validate.hpp"
#include "compiler/target/target_info.hpp"
#include "runtime/abi/cpu_features.hpp"
#include "runtime/abi/link_options.hpp"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What LLVM says of a function whose values its register allocator could not place.
constexpr StringLiteral outOfRegisters("ran out of registers");

/// Of instructions that no kernel of a compiled object reaches: fewer are written as soon as set
/// aside.
constexpr unsigned leastSetAside = 5000;

/// The job's state; each step returns false once the response says why the job is over.
class Job {
public:
  Job(const abi::CompileRequest &request, const JobSettings &settings)
      : request(request), settings(settings) {
    reportToLog(context, response.log, request.verbose, settings.remarks);
  }

  abi::CompileResponse run() {
    if (runKind())
      response.status = abi::CompileStatus::success;
    else
      response.binary.clear();
    return std::move(response);
  }

private:
  bool fail(abi::CompileStatus status, Error error) {
    response.status = status;
    appendError(response.log, toString(std::move(error)));
    return false;
  }
  bool fail(Error error) { return fail(abi::CompileStatus::buildFailure, std::move(error)); }

  bool hasErrors() const { return context.getDiagHandlerPtr()->HasErrors; }

  bool runKind() {
    switch (request.kind) {
    case abi::JobKind::build:
      return readOptions() && makeSpirv() &&
             (settings.emit == EmitKind::spirv || (readModule() && compileProgram()));
    case abi::JobKind::compile:
      // What cannot be read is better told now than when it is linked.
      return readOptions() && makeSpirv() && readModule();
    case abi::JobKind::link:
      return linkInputs() && compileProgram();
    case abi::JobKind::library:
      return linkInputs();
    }
    return fail(createStringError("the request asks for a job of an unknown kind"));
  }

  bool readOptions() {
    enterStage("reading the build options");
    Expected<LanguageOptions> parsed = parseLanguageOptions(request.options);
    if (!parsed)
      return fail(abi::CompileStatus::invalidOptions, parsed.takeError());
    options = std::move(*parsed);
    // Remarks name lines and variables.
    options.debugInfo |= settings.remarks != nullptr;
    options.lineTables |= request.checks.wanted;
    return true;
  }

  bool makeSpirv() {
    return request.inputKind == abi::InputKind::openclC ? compileSource() : takeModule();
  }

  bool compileSource() {
    enterStage("compiling OpenCL C");
    OpenCLSource source;
    source.name = request.sourceName;
    source.text = request.input;
    source.headers = request.headers;
    std::unique_ptr<Module> module = compileOpenCLC(context, source, options, response);
    if (!module)
      return false;
    if (request.kind == abi::JobKind::build)
      eraseUnusedFunctions(*module);
    else if (settings.emit != EmitKind::spirv)
      setUnusedFunctionsAside(*module);
    if (settings.layouts)
      *settings.layouts = layoutsOfCalls(*module);
    enterStage("writing SPIR-V");
    Expected<std::string> words = wordsOf(*module);
    if (!words)
      return fail(words.takeError());
    response.spirv = std::move(*words);
    return !hasErrors();
  }

  /// Programs that include the functions of a whole project reach few of them, and most such
  /// programs are linked alone. Writing and reading SPIR-V takes twice as long as the front end.
  void setUnusedFunctionsAside(Module &module) {
    if (unusedInstructions(module) < leastSetAside)
      return;
    raw_string_ostream os(response.whole);
    WriteBitcodeToFile(module, os);
    eraseUnusedFunctions(module);
  }

  /// The words of what the front end made; no more than a beginning when it reported something.
  Expected<std::string> wordsOf(Module &module) {
    runPass(module, IntrinsicsToSpirvPass(), "intrinsics-to-spirv");
    runPass(module, LegacyScopesToSpirvPass(), "legacy-scopes-to-spirv");
    runPass(module, MatrixFunctionsToSpirvPass(), "matrix-functions-to-spirv");
    runPass(module, BlockFunctionsToSpirvPass(), "block-functions-to-spirv");
    runPass(module, JointMatrixFunctionsToSpirvPass(), "joint-matrix-functions-to-spirv");
    return hasErrors() ? std::string() : writeSpirv(module, settings.pointers);
  }

  /// A pass in front of the SPIR-V writer.
  template <typename Pass> void runPass(Module &module, Pass pass, StringRef name) {
    ModuleAnalysisManager analyses;
    pass.run(module, analyses);
    if (settings.printAfter == name && settings.printStream)
      module.print(*settings.printStream, nullptr);
  }

  bool takeModule() {
    enterStage("checking the SPIR-V module");
    Expected<SpecializedValues> specialized = specializedValues(request.specializationConstants);
    if (!specialized)
      return fail(specialized.takeError());
    Expected<std::string> words = checkSpirv(
        request.input, request.kind == abi::JobKind::compile ? ModuleUse::part : ModuleUse::program,
        *specialized);
    if (!words)
      return fail(abi::CompileStatus::invalidInput, words.takeError());
    response.spirv = std::move(*words);
    keepsDebugInfo = isFromIl = true;
    return true;
  }

  bool readModule() {
    enterStage("reading SPIR-V");
    Expected<SpecializedValues> specialized = specializedValues(request.specializationConstants);
    if (!specialized)
      return fail(specialized.takeError());
    Expected<std::unique_ptr<Module>> module = readWanted(response.spirv, *specialized);
    if (!module)
      return fail(module.takeError());
    program = std::move(*module);
    if (options.fastMath)
      approximateFunctions(*program);
    return true;
  }

  /// A module that is the whole program: of it, what is asked for.
  Expected<std::unique_ptr<Module>> readWanted(const std::string &words,
                                               const SpecializedValues &specialized) {
    return request.kernel.empty()
               ? readSpirv(context, words, specialized)
               : readSpirv(context, withSingleKernel(words, request.kernel), specialized);
  }

  bool linkInputs() {
    enterStage("reading the modules to link");
    std::string problem;
    std::optional<abi::LinkOptions> link = abi::parseLinkOptions(request.options, problem);
    if (!link)
      return fail(abi::CompileStatus::invalidOptions, createStringError(problem));
    // Each kernel says it for itself.
    options.uniformWorkGroups = true;
    std::vector<NamedModule> modules;
    for (const abi::CompiledModule &part : request.modules) {
      Expected<std::string> words = wordsOf(part);
      if (!words)
        return fail(createStringError(part.name + ": " + toString(words.takeError())));
      Expected<std::unique_ptr<Module>> module = readPart(part, *words, *link);
      if (!module)
        return fail(createStringError(part.name + ": " + toString(module.takeError())));
      modules.push_back({part.name, std::move(*module)});
    }
    if (modules.empty())
      return fail(createStringError("there is nothing to link"));
    enterStage("linking modules");
    program = linkModules(std::move(modules));
    return program && !hasErrors();
  }

  /// What others may import from the part is in them, if there are others.
  Expected<std::string> wordsOf(const abi::CompiledModule &part) {
    if (part.whole.empty() || request.modules.size() == 1)
      return part.spirv;
    Expected<std::unique_ptr<Module>> whole =
        parseBitcodeFile(MemoryBufferRef(part.whole, part.name), context);
    return whole ? wordsOf(**whole) : whole.takeError();
  }

  Expected<std::unique_ptr<Module>> readPart(const abi::CompiledModule &part,
                                             const std::string &given,
                                             const abi::LinkOptions &link) {
    Expected<LanguageOptions> compiled = parseLanguageOptions(part.options);
    if (!compiled)
      return compiled.takeError();
    Expected<SpecializedValues> specialized = specializedValues(part.specializationConstants);
    if (!specialized)
      return specialized.takeError();
    Expected<std::string> words = checkSpirv(given, ModuleUse::part, *specialized);
    if (!words)
      return words.takeError();
    Expected<std::unique_ptr<Module>> module = request.modules.size() == 1
                                                   ? readWanted(*words, *specialized)
                                                   : readSpirv(context, *words, *specialized);
    if (!module)
      return module;
    options.optimize &= compiled->optimize;
    const bool partIsFromIl = part.origin == abi::InputKind::spirv;
    isFromIl |= partIsFromIl;
    keepsDebugInfo |= compiled->debugInfo || partIsFromIl;
    for (Function &function : **module) {
      if (function.getCallingConv() != CallingConv::SPIR_KERNEL)
        continue;
      if (!compiled->uniformWorkGroups)
        function.addFnAttr(nonUniformAttribute);
      if (partIsFromIl)
        function.addFnAttr(fromIlAttribute);
    }
    if (compiled->fastMath)
      approximateFunctions(**module);
    if (part.takesLinkOptions && link.relaxesMath())
      relaxMath(**module, link);
    return module;
  }

  bool compileProgram() {
    if (isFromIl) {
      resolveOpenCLNames(*program);
      if (request.checks)
        widenPossibleLegacyScopes(*program);
    }
    eraseUnusedFunctions(*program, request.kernel);
    if (request.checks)
      forgetInliningWishes(*program);
    enterStage("preparing the target");
    Expected<TargetInfo> target = TargetInfo::create(request.target, options.optimize);
    if (!target)
      return fail(target.takeError());
    Expected<BuiltinLibrary> library = settings.builtins.empty()
                                           ? BuiltinLibrary::openBeside(settings.executable)
                                           : BuiltinLibrary::openFile(settings.builtins);
    if (!library)
      return fail(library.takeError());

    enterStage("compiling kernels");
    const bool mayUseTiles = target->tileFeatures().any() && options.optimize;
    std::unique_ptr<Module> untouched = mayUseTiles ? CloneModule(*program) : nullptr;
    const size_t logSize = response.log.size();
    const size_t remarkCount = settings.remarks ? settings.remarks->size() : 0;
    if (compileFor(*target, *library))
      return true;
    if (!untouched || !StringRef(response.log).drop_front(logSize).contains(outOfRegisters))
      return false;

    // LLVM needs a register to bring a tile to memory. A kernel that has none does without tiles,
    // and where it cannot be told which ones that are, all of them do.
    const std::string errors = response.log.substr(logSize);
    // First without what makes kernels longer.
    for (const char *attribute : {oneVersionAttribute, withoutTilesAttribute}) {
      std::unique_ptr<Module> again = CloneModule(*untouched);
      std::string notes;
      if (!markKernels(*again, errors, attribute, notes))
        break;
      startAgain(std::move(again), logSize, remarkCount);
      if (request.verbose && attribute == withoutTilesAttribute)
        response.log += notes;
      if (compileFor(*target, *library))
        return true;
      if (!StringRef(response.log).drop_front(logSize).contains(outOfRegisters))
        return false;
    }
    startAgain(std::move(untouched), logSize, remarkCount);
    if (request.verbose)
      response.log += "note: compiled without tiles, for which there were not enough registers\n";
    Expected<TargetInfo> withoutTiles =
        TargetInfo::create(request.target + abi::withoutTiles(), options.optimize);
    return withoutTiles ? compileFor(*withoutTiles, *library) : fail(withoutTiles.takeError());
  }

  /// Another attempt, which alone is reported.
  void startAgain(std::unique_ptr<Module> module, size_t logSize, size_t remarkCount) {
    program = std::move(module);
    response.log.resize(logSize);
    if (settings.remarks)
      settings.remarks->erase(settings.remarks->begin() + ptrdiff_t(remarkCount),
                              settings.remarks->end());
    reportToLog(context, response.log, request.verbose, settings.remarks);
  }

  /// Marks the kernels whose functions are named where registers ran out, as in "… in function
  /// 'gemm.entry'", with a note for each. False where one is no kernel's.
  bool markKernels(Module &module, StringRef errors, StringRef attribute, std::string &notes) {
    bool found = false;
    SmallVector<StringRef> lines;
    errors.split(lines, '\n');
    for (StringRef line : lines) {
      if (!line.contains(outOfRegisters))
        continue;
      const StringRef name = line.split("in function '").second.split('\'').first;
      // What is made of a kernel has its name in front of a dot.
      Function *kernel = module.getFunction(name.split('.').first);
      if (!kernel || kernel->getCallingConv() != CallingConv::SPIR_KERNEL)
        return false;
      kernel->addFnAttr(attribute);
      notes += "note: kernel '" + kernel->getName().str() +
               "' was compiled without tiles, for which there were not enough registers\n";
      found = true;
    }
    return found;
  }

  bool compileFor(const TargetInfo &target, const BuiltinLibrary &library) {
    // Names of values take a tenth of the time, and only what is shown has use for them.
    context.setDiscardValueNames(settings.emit == EmitKind::binary && settings.printAfter.empty() &&
                                 !settings.remarks && !request.verbose && !request.checks);
    Expected<std::string> code =
        compileModule(*program, target, library, pipelineOptions(), outputKind());
    if (!code) {
      // "compilation stopped" adds nothing to the errors that the stages have reported.
      if (!hasErrors())
        return fail(code.takeError());
      consumeError(code.takeError());
      return false;
    }
    response.binary = std::move(*code);
    return !hasErrors();
  }

  PipelineOptions pipelineOptions() const {
    PipelineOptions result;
    result.subGroupSize = request.subGroupSize;
    result.reportedSubGroupSizes.assign(request.reportedSubGroupSizes.begin(),
                                        request.reportedSubGroupSizes.end());
    result.joinedGroups = request.joinedGroups;
    result.knownLocalSize = request.knownLocalSize;
    result.anyRange = request.anyRange;
    result.alignedGroups = request.alignedGroups;
    result.wholeSubGroups = request.wholeSubGroups;
    result.mayDefer = request.mayDefer;
    result.keepDimensions = request.keepDimensions;
    result.checks = request.checks;
    result.optimize = options.optimize;
    // A module says nothing about it, so the option decides.
    result.uniformWorkGroups = options.uniformWorkGroups;
    result.kernelAttributesKnown =
        request.kind == abi::JobKind::link || request.inputKind == abi::InputKind::openclC;
    result.keepDebugInfo = keepsDebugInfo || options.debugInfo;
    result.processes = request.processes;
    result.verifyEachPass = settings.verifyEachPass;
    result.timePasses = settings.timePasses;
    result.printAfter = settings.printAfter;
    result.printStream = settings.printStream;
    return result;
  }

  OutputKind outputKind() const {
    switch (settings.emit) {
    case EmitKind::llvm:
      return OutputKind::llvm;
    case EmitKind::assembly:
      return OutputKind::assembly;
    default:
      return OutputKind::binary;
    }
  }

  const abi::CompileRequest &request;
  const JobSettings &settings;
  abi::CompileResponse response;
  LLVMContext context; ///< reports into response.log
  LanguageOptions options;
  bool isFromIl = false;       ///< a module, or a part of what is linked, came from outside
  bool keepsDebugInfo = false; ///< a module brought it, or was compiled with -g
  std::unique_ptr<Module> program;
};

} // namespace

abi::CompileResponse runJob(const abi::CompileRequest &request, const JobSettings &settings) {
  return Job(request, settings).run();
}

} // namespace heddle::compiler
