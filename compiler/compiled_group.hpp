// What comes back from the process that compiled a group of kernels.
#ifndef HEDDLE_COMPILER_COMPILED_GROUP_HPP
#define HEDDLE_COMPILER_COMPILED_GROUP_HPP

#include "runtime/abi/kernel_metadata.hpp"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/Module.h"

#include <optional>
#include <string>
#include <vector>

namespace heddle::compiler {

struct KeptDiagnostic {
  llvm::DiagnosticSeverity severity;
  std::string text;
};

/// Keeps what is reported, in place of writing it into the log. Remarks are not made here.
class KeepDiagnostics : public llvm::DiagnosticHandler {
public:
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override;

  std::vector<KeptDiagnostic> diagnostics;
};

/// Reports here what was reported there: in the order of the kernels that it is about, and last
/// what names none.
void report(llvm::Module &module, std::vector<KeptDiagnostic> diagnostics);

struct CompiledGroup {
  std::vector<KeptDiagnostic> diagnostics;
  std::string problem; ///< why there is no object; empty when there is one
  std::string object;
  abi::BinaryMetadata records;
  std::vector<std::string> neededObjects; ///< names of functions that the library has as objects
};

std::string encode(const CompiledGroup &group);
/// Nothing when the bytes are damaged.
std::optional<CompiledGroup> decodeGroup(llvm::StringRef bytes);

} // namespace heddle::compiler

#endif
