#include "compiler/ir/remarks.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/internal_ops.hpp"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

int remarkKind() {
  static const int kind = getNextAvailablePluginDiagnosticKind();
  return kind;
}

std::string kernelOf(const Function &function) {
  StringRef name = function.getName();
  if (!function.hasFnAttribute(variantAttribute))
    name.consume_back(".entry");
  else
    name = name.rsplit('.').first;
  return name.str();
}

void emit(const Function &function, const DILocation *place, RemarkKind kind, std::string text) {
  unsigned line = place ? place->getLine() : 0, callLine = 0;
  const std::string file = line ? sourceFileOf(*place->getScope()) : "";
  for (const DILocation *outer = place ? place->getInlinedAt() : nullptr; outer;
       outer = outer->getInlinedAt())
    callLine = outer->getLine();
  function.getContext().diagnose(
      RemarkInfo(kernelOf(function), file, line, callLine, kind, std::move(text)));
}

} // namespace

RemarkInfo::RemarkInfo(std::string kernel, StringRef file, unsigned line, unsigned callLine,
                       RemarkKind kind, std::string text)
    : DiagnosticInfo(remarkKind(), DS_Remark), kernel(std::move(kernel)), file(file.str()),
      line(line), callLine(callLine), kind(kind), text(std::move(text)) {}

bool RemarkInfo::classof(const DiagnosticInfo *info) { return info->getKind() == remarkKind(); }

void RemarkInfo::print(DiagnosticPrinter &printer) const { printer << kernel << ": " << text; }

bool remarksWanted(const LLVMContext &context) {
  const DiagnosticHandler *handler = context.getDiagHandlerPtr();
  return handler && handler->isAnalysisRemarkEnabled(remarkName);
}

void remark(const Function &function, const Twine &text, RemarkKind kind) {
  if (remarksWanted(function.getContext()))
    emit(function, nullptr, kind, text.str());
}

void remark(const Instruction &instruction, function_ref<std::string()> text, RemarkKind kind) {
  if (remarksWanted(instruction.getContext()))
    emit(*instruction.getFunction(), instruction.getDebugLoc().get(), kind, text());
}

std::string placeOf(const Instruction &instruction) {
  const DebugLoc &place = instruction.getDebugLoc();
  if (!place || place.getLine() == 0)
    return "";
  return " at line " + std::to_string(place.getLine());
}

} // namespace heddle::compiler
