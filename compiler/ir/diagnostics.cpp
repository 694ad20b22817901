#include "compiler/ir/diagnostics.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

void report(const Function &function, const DebugLoc &location, const Twine &message,
            DiagnosticSeverity severity) {
  std::string text;
  if (location) {
    const DILocation *position = location.get();
    text = (sourceFileOf(*position->getScope()) + ":" + Twine(position->getLine()) + ":" +
            Twine(position->getColumn()) + ": ")
               .str();
  }
  // The user knows a variant by its kernel: `k.full` is 'k'.
  bool isVariant = function.hasFnAttribute(variantAttribute);
  StringRef name = isVariant ? function.getName().rsplit('.').first : function.getName();
  text += (Twine(isKernel(function) || isVariant ? "kernel '" : "function '") + name + "': ").str();
  text += message.str();
  function.getContext().diagnose(DiagnosticInfoGeneric(text, severity));
}

} // namespace

std::string sourceFileOf(const DIScope &scope) {
  return sourceFile(scope.getDirectory(), scope.getFilename());
}

std::string sourceFile(StringRef folder, StringRef name) {
  SmallString<128> path(folder);
  // What the source itself is called has none.
  if (path == "." || sys::path::is_absolute(name))
    path.clear();
  sys::path::append(path, name);
  return sys::path::remove_leading_dotslash(path).str();
}

void reportError(const Function &function, const Twine &message) {
  report(function, DebugLoc(), message, DS_Error);
}
void reportError(const Instruction &instruction, const Twine &message) {
  report(*instruction.getFunction(), instruction.getDebugLoc(), message, DS_Error);
}
void reportError(const GlobalVariable &variable, const Twine &message) {
  std::string text = ("variable '" + variable.getName() + "': " + message).str();
  variable.getContext().diagnose(DiagnosticInfoGeneric(text, DS_Error));
}
void reportWarning(const Instruction &instruction, const Twine &message) {
  report(*instruction.getFunction(), instruction.getDebugLoc(), message, DS_Warning);
}
void reportNote(const Function &function, const Twine &message) {
  report(function, DebugLoc(), message, DS_Note);
}
void reportNote(const Instruction &instruction, const Twine &message) {
  report(*instruction.getFunction(), instruction.getDebugLoc(), message, DS_Note);
}

StringRef kernelOf(StringRef text) {
  constexpr StringLiteral before("kernel '");
  const size_t at = text.find(before);
  return at == StringRef::npos
             ? StringRef()
             : text.drop_front(at + before.size()).take_until([](char c) { return c == '\''; });
}

} // namespace heddle::compiler
