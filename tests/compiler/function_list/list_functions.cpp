// Writes an OpenCL C program that calls every function that clang's opencl-c.h declares for the
// extensions and features that the device reports, each overload once. What the device has not is
// not in the list because its macro is not defined; there is no list of exceptions, but for
// mistakes of the header.
//
//   heddle-function-list [--names=REGEX] [--without=REGEX] [--result=REGEX] > calls.cl
//   heddle-function-list --count
//
// --names and --without choose by the whole name of a function, --result by its result type.

#include "compiler/frontend/extension_arguments.hpp"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>
#include <vector>

using namespace clang;

namespace {

llvm::cl::opt<std::string> wanted("names", llvm::cl::desc("names of functions"),
                                  llvm::cl::init(".*"));
llvm::cl::opt<std::string> unwanted("without", llvm::cl::desc("names of other functions"),
                                    llvm::cl::init("$^"));
llvm::cl::opt<std::string> results("result", llvm::cl::desc("result types"), llvm::cl::init(".*"));
llvm::cl::opt<bool> countOnly("count", llvm::cl::desc("only say how many"));

/// Larger functions make the optimizer slow, more of them the vectorizer.
constexpr unsigned callsOfAKernel = 24;

class Calls : public ASTConsumer {
public:
  bool HandleTopLevelDecl(DeclGroupRef group) override {
    for (Decl *declaration : group)
      if (auto *function = dyn_cast<FunctionDecl>(declaration))
        add(*function);
    return true;
  }

  void HandleTranslationUnit(ASTContext &) override {
    if (countOnly) {
      llvm::outs() << number << '\n';
      return;
    }
    for (const auto &[name, calls] : callsOf)
      for (size_t begin = 0; begin < calls.size(); begin += callsOfAKernel) {
        const auto part = llvm::ArrayRef(calls).slice(begin).take_front(callsOfAKernel);
        std::set<std::string> images;
        for (const Call &call : part)
          images.insert(call.images.begin(), call.images.end());
        llvm::outs() << "kernel void call_" << name << '_' << begin
                     << "(global uchar *g, local uchar *l, constant uchar *c";
        for (const std::string &type : images)
          llvm::outs() << ", " << type << ' ' << parameterName(type);
        llvm::outs() << ") {\n"
                        "  uchar p[256] __attribute__((aligned(128)));\n"
                        "  *(ulong16 *)p = *(global ulong16 *)g;\n";
        for (const Call &call : part)
          llvm::outs() << "  " << call.text << ";\n";
        llvm::outs() << "  *(global ulong16 *)g = *(ulong16 *)p;\n}\n";
      }
  }

private:
  struct Call {
    std::string text;
    std::set<std::string> images; ///< types of the images and samplers, arguments of the kernel
  };

  void add(const FunctionDecl &function) {
    if (!function.getIdentifier() || function.isVariadic() || function.hasBody() ||
        function.getName().starts_with("__") || isMistake(function))
      return;
    std::string name = function.getName().str();
    std::string result = function.getReturnType().getAsString();
    if (!llvm::Regex("^(" + wanted + ")$").match(name) ||
        llvm::Regex("^(" + unwanted + ")$").match(name) ||
        !llvm::Regex("^(" + results + ")$").match(result))
      return;
    ++number;
    std::string call = name + "(";
    unsigned index = 0;
    std::set<std::string> images;
    for (const ParmVarDecl *parameter : function.parameters())
      if (QualType type = parameter->getType(); type->isImageType() || type->isSamplerT())
        images.insert(type.getUnqualifiedType().getAsString());
    for (const ParmVarDecl *parameter : function.parameters())
      call += (index == 0 ? "" : ", ") + argument(parameter->getType(), index), ++index;
    call += ")";
    // A place of its own, on which nothing depends.
    if (!function.getReturnType()->isVoidType() && !function.getReturnType()->isPointerType() &&
        !function.getReturnType()->isEventT())
      call =
          "*(global " + result + " *)(g + " + std::to_string(4096 + 128 * number) + ") = " + call;
    callsOf[name].push_back({call, images});
  }

  /// What the header has and no extension: blocks of sixteen longs, of images only, and writes to
  /// images that can only be read.
  static bool isMistake(const FunctionDecl &function) {
    if (!function.getName().starts_with("intel_sub_group_block_"))
      return false;
    return function.getName().ends_with("_ul16") ||
           (function.getName().contains("_write") &&
            function.getParamDecl(0)->getType().getAsString().find("read_only") !=
                std::string::npos);
  }

  static std::string parameterName(std::string type) {
    llvm::replace(type, ' ', '_');
    return "of_" + type;
  }

  static std::string argument(QualType type, unsigned index) {
    std::string text = type.getUnqualifiedType().getAsString();
    if (text == "memory_order")
      return "memory_order_relaxed";
    if (text == "memory_scope")
      return "memory_scope_device";
    if (text == "cl_mem_fence_flags")
      return "CLK_LOCAL_MEM_FENCE";
    if (type->isEventT())
      return "(event_t)0";
    if (type->isImageType() || type->isSamplerT())
      return parameterName(text);
    if (!type->isPointerType())
      return "*(global " + text + " *)(g + " + std::to_string(128 * index) + ")";
    if (type->getPointeeType()->isEventT())
      return "(" + text + ")0";
    switch (type->getPointeeType().getAddressSpace()) {
    case LangAS::opencl_global:
      return "(" + text + ")g";
    case LangAS::opencl_local:
      return "(" + text + ")l";
    case LangAS::opencl_constant:
      return "(" + text + ")c";
    default: // private and generic
      return "(" + text + ")p";
    }
  }

  unsigned number = 0;
  std::map<std::string, std::vector<Call>> callsOf;
};

class ListAction : public ASTFrontendAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &, StringRef) override {
    return std::make_unique<Calls>();
  }
};

} // namespace

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv);

  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  auto files =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
  files->pushOverlay(memory);
  memory->addFile("/empty.cl", 0, llvm::MemoryBuffer::getMemBuffer("", "/empty.cl"));

  // Without -fdeclare-opencl-builtins the default header is all of opencl-c.h.
  const std::string resources = HEDDLE_CLANG_RESOURCES;
  std::vector<std::string> arguments = {"-x",
                                        "cl",
                                        "/empty.cl",
                                        "-triple",
                                        "spirv64",
                                        "-cl-std=CL3.0",
                                        "-finclude-default-header",
                                        "-resource-dir",
                                        resources,
                                        "-internal-isystem",
                                        resources + "/include"};
  for (std::string &argument : heddle::compiler::extensionArguments())
    arguments.push_back(argument);
  std::vector<const char *> pointers;
  for (const std::string &argument : arguments)
    pointers.push_back(argument.c_str());

  DiagnosticOptions diagnosticOptions;
  TextDiagnosticPrinter printer(llvm::errs(), diagnosticOptions);
  auto diagnostics =
      CompilerInstance::createDiagnostics(*files, diagnosticOptions, &printer, false);
  auto invocation = std::make_shared<CompilerInvocation>();
  if (!CompilerInvocation::CreateFromArgs(*invocation, pointers, *diagnostics, argv[0]))
    return 1;
  CompilerInstance compiler(invocation);
  compiler.setVirtualFileSystem(files);
  compiler.setDiagnostics(diagnostics);
  compiler.createFileManager();
  ListAction action;
  return compiler.ExecuteAction(action) ? 0 : 1;
}
