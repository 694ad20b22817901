#include "compiler/driver/build_log.hpp"

#include "compiler/driver/explanation.hpp"
#include "compiler/ir/remarks.hpp"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

class LogHandler : public DiagnosticHandler {
public:
  LogHandler(std::string &log, bool verbose, std::vector<Remark> *remarks)
      : log(log), verbose(verbose), remarks(remarks) {}

  bool isAnalysisRemarkEnabled(StringRef name) const override {
    return remarks && name == remarkName;
  }

  bool handleDiagnostics(const DiagnosticInfo &info) override {
    const char *kind = nullptr;
    switch (info.getSeverity()) {
    case DS_Error:
      kind = "error: ";
      break;
    case DS_Warning:
      kind = "warning: ";
      break;
    case DS_Remark:
      // LLVM's own speak of code that the user never wrote.
      if (auto *remark = dyn_cast<RemarkInfo>(&info); remark && remarks)
        remarks->push_back({remark->kernel, remark->file, remark->line, remark->callLine,
                            remark->kind, remark->text});
      return true;
    case DS_Note:
      if (!verbose)
        return true;
      kind = "note: ";
      break;
    }
    std::string text;
    raw_string_ostream os(text);
    DiagnosticPrinterRawOStream printer(os);
    info.print(printer);
    // The same call in many inlined copies is one mistake of the user.
    std::string line = kind + text + "\n";
    if (log.find(line) == std::string::npos)
      log += line;
    return true;
  }

private:
  std::string &log;
  bool verbose;
  std::vector<Remark> *remarks;
};

} // namespace

void reportToLog(LLVMContext &context, std::string &log, bool verbose,
                 std::vector<Remark> *remarks) {
  context.setDiagnosticHandler(std::make_unique<LogHandler>(log, verbose, remarks));
}

void appendError(std::string &log, StringRef message) {
  std::string line = ("error: " + message.rtrim() + "\n").str();
  if (!StringRef(log).ends_with(line))
    log += line;
}

} // namespace heddle::compiler
