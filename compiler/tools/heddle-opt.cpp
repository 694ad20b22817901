// heddle-opt: runs passes of ours, and LLVM's, on text IR, for the tests.
//
//   heddle-opt --passes=vectorize-sub-groups,instcombine kernel.ll
//
// Writes the module to standard output and diagnostics to standard error; the exit status is 1 when
// an error was reported or the result is broken.
#include "compiler/tools/passes.hpp"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>

using namespace llvm;

namespace {

class PrintingHandler : public DiagnosticHandler {
public:
  bool handleDiagnostics(const DiagnosticInfo &info) override {
    static constexpr const char *names[] = {"error: ", "warning: ", "remark: ", "note: "};
    if (info.getSeverity() == DS_Error)
      HasErrors = true;
    errs() << names[info.getSeverity()];
    DiagnosticPrinterRawOStream printer(errs());
    info.print(printer);
    errs() << '\n';
    return true;
  }
};

} // namespace

int main(int argc, char **argv) {
  cl::opt<std::string> input(cl::Positional, cl::desc("<input file>"), cl::init("-"));
  cl::opt<std::string> passes("passes", cl::desc("Passes in order, as for LLVM's opt"));
  cl::ParseCommandLineOptions(argc, argv, "Runs compiler passes on text IR\n");

  LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<PrintingHandler>());
  SMDiagnostic problem;
  std::unique_ptr<Module> module = parseIRFile(input, problem, context);
  if (!module) {
    problem.print(argv[0], errs());
    return 1;
  }
  if (Error error = heddle::compiler::runPasses(*module, passes)) {
    errs() << "error: " << toString(std::move(error)) << '\n';
    return 1;
  }
  if (verifyModule(*module, &errs()))
    return 1;
  outs() << *module;
  return context.getDiagHandlerPtr()->HasErrors ? 1 : 0;
}
