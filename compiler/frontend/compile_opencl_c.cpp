#include "compiler/frontend/compile_opencl_c.hpp"

#include "compiler/frontend/disk_watch.hpp"
#include "compiler/frontend/drop_empty_assembly.hpp"
#include "compiler/frontend/extension_arguments.hpp"
#include "compiler/frontend/fold_constant_casts.hpp"
#include "compiler/frontend/memory_headers.hpp"
#include "compiler/frontend/merge_kernel_bodies.hpp"
#include "compiler/frontend/needed_headers.hpp"
#include "compiler/frontend/refuse_unsupported.hpp"
#include "compiler/frontend/settle_fences.hpp"
#include "compiler/frontend/settle_poison.hpp"

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Compiles, and looks for what the device has not, in one walk over the program.
class CompileAction : public clang::EmitLLVMOnlyAction {
public:
  CompileAction(LLVMContext &context, bool &dependsOnTime)
      : EmitLLVMOnlyAction(&context), dependsOnTime(dependsOnTime) {}

protected:
  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override {
    compiler.getPreprocessor().addPPCallbacks(watchTimeMacros(dependsOnTime));
    return EmitLLVMOnlyAction::BeginSourceFileAction(compiler);
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    // Before code generation, which stops at the first error it sees.
    consumers.push_back(createUnsupportedFeatureCheck(compiler.getDiagnostics()));
    consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

private:
  bool &dependsOnTime;
};

/// Where headers of the program lie that are no files.
constexpr char embeddedHeaderFolder[] = "/heddle-embedded";

/// Puts a header where the compiler looks first. #include "name" begins beside the file that has it
/// (the program is in the current folder), #include <name> in the first folder of -I.
void addEmbeddedHeader(vfs::InMemoryFileSystem &memory, const abi::EmbeddedHeader &header) {
  auto add = [&](const Twine &path) {
    // Of two with one name the first is kept.
    memory.addFile(path, 0, MemoryBuffer::getMemBufferCopy(header.text, header.name));
  };
  add(header.name);
  if (sys::path::is_absolute(header.name))
    return;
  SmallString<128> path(embeddedHeaderFolder);
  sys::path::append(path, header.name);
  add(path);
}

std::string inMemory(StringRef header) {
  SmallString<64> path(memoryHeaderFolder);
  sys::path::append(path, header);
  return path.str().str();
}

/// What is said about matrix functions names lines. Line tables for all that a program includes
/// take a third of the front end's time, so where only included text can name such a function,
/// the program is first compiled without them.
enum class LineTables : std::uint8_t { none, whereCalled, everywhere };

std::vector<std::string> clangArguments(const OpenCLSource &source, const LanguageOptions &options,
                                        LineTables &lineTables) {
  std::vector<std::string> arguments = {
      // The language, not the file's ending, decides between OpenCL C and C++ for OpenCL.
      "-x", "cl", source.name, "-main-file-name", source.name, "-triple", "spirv64",
      // Optimizing is for the stages behind SPIR-V, but -O0 would mark every function optnone.
      "-O2", "-disable-llvm-passes", "-fdeclare-opencl-builtins",
      // SPIR-V has no place for what types say of aliases, and what is read from it is verified.
      "-relaxed-aliasing", "-disable-llvm-verifier",
      // By their places: a file of that name in the current folder would come first.
      "-include", inMemory("opencl-c-base.h"), "-include", inMemory("heddle_opencl_c.h"),
      "-internal-isystem", memoryHeaderFolder, "-resource-dir", memoryHeaderFolder, "-I",
      embeddedHeaderFolder,
      // A quoted file is looked for in the current directory also when a header includes it.
      "-iquote", ".",
      // The device's version; the language's is __OPENCL_C_VERSION__.
      "-D__OPENCL_VERSION__=300",
      // Names that a program spells as it does for another vendor's compiler.
      "-Wno-unknown-pragmas", "-Wno-ignored-pragmas",
      // Errors only in recent versions of C, or of Clang as `0 < x < n`; programs that were written
      // before rely on the warning.
      "-Wno-error=incompatible-pointer-types", "-Wno-error=int-conversion",
      "-Wno-error=implicit-int", "-Wno-error=parentheses"};
  append_range(arguments, extensionArguments());
  auto mayBeNamed = [&](bool (*mayName)(StringRef)) {
    return mayName(source.text) || any_of(options.clangArguments, mayName);
  };
  const bool hasMatrixFunctions = mayBeNamed(mayNameMatrixFunctions);
  if (!hasMatrixFunctions)
    arguments.push_back("-DHEDDLE_WITHOUT_MATRIX_FUNCTIONS");
  if (!mayBeNamed(mayNameBFloat16Conversions))
    arguments.push_back("-DHEDDLE_WITHOUT_BFLOAT16_CONVERSIONS");
  if (!mayBeNamed(mayName2dBlockFunctions))
    arguments.push_back("-DHEDDLE_WITHOUT_2D_BLOCK_FUNCTIONS");
  if (!mayBeNamed(mayNameIntelSubGroupFunctions))
    arguments.push_back("-DHEDDLE_WITHOUT_INTEL_SUB_GROUP_FUNCTIONS");
  if (!mayBeNamed(mayNameExtendedBlockFunctions))
    arguments.push_back("-DHEDDLE_WITHOUT_EXTENDED_BLOCK_FUNCTIONS");
  // The text names both, or one of them and the options the other. An option that makes another
  // function of such a name would make it of the declarations.
  const auto isMacroOfTheName = [](StringRef argument) {
    argument.consume_front("-D");
    return argument.starts_with("native_");
  };
  if (!mayBeNamed(mayNameHalf) || !mayBeNamed(mayNameNativeFunctions) ||
      any_of(options.clangArguments, isMacroOfTheName))
    arguments.push_back("-DHEDDLE_WITHOUT_NATIVE_HALF_FUNCTIONS");
  if (!mayBeNamed(overloadsFunctions))
    arguments.push_back("-DHEDDLE_WITHOUT_OVERLOADED_FUNCTIONS");
  if (options.lineTables || namesMatrixFunctions(source.text))
    lineTables = LineTables::everywhere;
  else if (!hasMatrixFunctions)
    lineTables = LineTables::none;
  if (options.debugInfo)
    arguments.insert(arguments.end(), {"-debug-info-kind=limited", "-dwarf-version=4"});
  else if (lineTables == LineTables::everywhere)
    arguments.insert(arguments.end(), {"-debug-info-kind=line-tables-only", "-dwarf-version=4"});
  arguments.insert(arguments.end(), options.clangArguments.begin(), options.clangArguments.end());
  return arguments;
}

/// Adds every file of the disk that the build read, with the bytes that clang saw.
void collectIncludedFiles(clang::SourceManager &sources, vfs::FileSystem &files,
                          vfs::FileSystem &memory, std::vector<abi::IncludedFile> &includedFiles) {
  for (auto it = sources.fileinfo_begin(); it != sources.fileinfo_end(); ++it) {
    StringRef name = it->first.getName();
    if (memory.exists(name))
      continue;
    std::optional<MemoryBufferRef> buffer = it->second->getBufferIfLoaded();
    SmallString<256> path(name);
    if (!buffer || files.makeAbsolute(path))
      continue;
    StringRef bytes = buffer->getBuffer();
    includedFiles.push_back({path.str().str(), abi::contentHash({bytes.data(), bytes.size()})});
  }
  // The source manager keeps them in a hash table.
  sort(includedFiles, [](const auto &a, const auto &b) { return a.path < b.path; });
}

/// Whether messages may be about calls of the function: those on matrices and their blocks.
bool isSpokenOf(const Function &function) {
  static constexpr StringLiteral parts[] = {"matrix", "tfloat32", "2d_block", "__builtin_IB_"};
  return any_of(parts, [&](StringRef part) { return function.getName().contains(part); });
}

/// `lineTables` is where there are to be some, and says where there are.
std::unique_ptr<Module> compileOnce(LLVMContext &context, const OpenCLSource &source,
                                    const LanguageOptions &options, LineTables &lineTables,
                                    abi::CompileResponse &response) {
  raw_string_ostream logStream(response.log);

  auto memory = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  auto disk = makeIntrusiveRefCnt<DiskWatch>();
  // The overlay takes for granted that there is a current folder, which somebody may have removed.
  if (!disk->getCurrentWorkingDirectory())
    if (const std::error_code failure = disk->setCurrentWorkingDirectory("/")) {
      logStream << "error: there is no current folder: " << failure.message() << "\n";
      return nullptr;
    }
  auto files = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(disk);
  files->pushOverlay(memory);
  memory->addFileNoOwn(source.name, 0, MemoryBufferRef(source.text, source.name));
  for (const MemoryHeader &header : memoryHeaders()) {
    memory->addFileNoOwn(inMemory(header.name), 0, MemoryBufferRef(header.text, header.name));
  }
  for (const abi::EmbeddedHeader &header : source.headers)
    addEmbeddedHeader(*memory, header);

  clang::DiagnosticOptions diagnosticOptions;
  diagnosticOptions.ShowPresumedLoc = true; // what #line says
  clang::TextDiagnosticPrinter printer(logStream, diagnosticOptions);
  auto diagnostics =
      clang::CompilerInstance::createDiagnostics(*files, diagnosticOptions, &printer, false);

  std::vector<std::string> arguments = clangArguments(source, options, lineTables);
  std::vector<const char *> pointers;
  for (const std::string &argument : arguments)
    pointers.push_back(argument.c_str());
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, pointers, *diagnostics, "heddlec"))
    return nullptr;
  clang::ProcessWarningOptions(*diagnostics, invocation->getDiagnosticOpts(), *files);

  clang::CompilerInstance compiler(invocation);
  compiler.setVerboseOutputStream(logStream);
  compiler.setVirtualFileSystem(files);
  compiler.setDiagnostics(diagnostics);
  compiler.createFileManager();

  CompileAction action(context, response.dependsOnTime);
  bool success = compiler.ExecuteAction(action);
  if (compiler.hasSourceManager())
    collectIncludedFiles(compiler.getSourceManager(), *files, *memory, response.includedFiles);
  response.lookedUpPaths = disk->lookedUpPaths(response.includedFiles);
  if (!success)
    return nullptr;
  return action.takeModule();
}

/// With lines where they are wanted.
std::unique_ptr<Module> compile(LLVMContext &context, const OpenCLSource &source,
                                const LanguageOptions &options, abi::CompileResponse &response) {
  LineTables lineTables = LineTables::whereCalled;
  const abi::CompileResponse before = response;
  std::unique_ptr<Module> module = compileOnce(context, source, options, lineTables, response);
  if (module && lineTables == LineTables::whereCalled && any_of(*module, isSpokenOf)) {
    response = before;
    lineTables = LineTables::everywhere;
    module = compileOnce(context, source, options, lineTables, response);
  }
  return module;
}

/// The functions of an extension are there in the language that a program gets without asking for
/// one, but those of cl_ext_float_atomics take types of a later one. Programs that find the
/// extension reported name them all the same.
bool meansLaterVersion(const OpenCLSource &source, const LanguageOptions &options) {
  return !options.asksForVersion && source.text.contains("cl_ext_float_atomics") &&
         source.text.contains("atomic_float");
}

LanguageOptions withVersion(LanguageOptions options, StringRef version) {
  for (std::string &argument : options.clangArguments)
    if (StringRef(argument).starts_with("-cl-std="))
      argument = ("-cl-std=" + version).str();
  return options;
}

} // namespace

std::unique_ptr<Module> compileOpenCLC(LLVMContext &context, const OpenCLSource &source,
                                       const LanguageOptions &options,
                                       abi::CompileResponse &response) {
  abi::CompileResponse later = response;
  std::unique_ptr<Module> module = compile(context, source, options, response);
  if (!module && meansLaterVersion(source, options)) {
    module = compile(context, source, withVersion(options, "cl3.0"), later);
    if (module)
      response = std::move(later);
  }
  if (!module)
    return nullptr;
  mergeKernelBodies(*module);
  dropEmptyAssembly(*module);
  foldConstantCasts(*module);
  settlePoison(*module);
  settleFences(*module);
  // The translator knows the built-in functions of OpenCL C only; those of C++ for OpenCL are the
  // same, but a module that says it is C++ would keep them as calls of undefined functions.
  if (NamedMDNode *version = module->getNamedMetadata("opencl.cxx.version"))
    module->eraseNamedMetadata(version);
  return module;
}

} // namespace heddle::compiler
