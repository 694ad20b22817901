// The options of clBuildProgram and clCompileProgram (OpenCL API specification, "Compiler
// options"), turned into what clang's compiler proper understands.
#ifndef HEDDLE_COMPILER_FRONTEND_LANGUAGE_OPTIONS_HPP
#define HEDDLE_COMPILER_FRONTEND_LANGUAGE_OPTIONS_HPP

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace heddle::compiler {

/// Cuts an option string at white space. Single quotes keep everything, double quotes keep all but
/// backslashes before " and \, a backslash outside quotes takes the next character as it is.
/// Nothing is expanded: braces, dollars and stars are ordinary. Error: a quote that never ends.
llvm::Expected<std::vector<std::string>> splitOptions(llvm::StringRef options);

struct LanguageOptions {
  /// For clang's cc1: language version, macros, include folders, math options, warnings.
  std::vector<std::string> clangArguments;
  bool asksForVersion = false; ///< -cl-std
  bool debugInfo = false;      ///< -g
  bool lineTables = false;     ///< lines and columns, for what is said about the program
  bool optimize = true;        ///< no -cl-opt-disable
  bool fastMath = false;       ///< -cl-fast-relaxed-math or -cl-unsafe-math-optimizations
  /// Every work-group has the enqueued size: -cl-uniform-work-group-size, or a language that knows
  /// no other kind (OpenCL C before 2.0).
  bool uniformWorkGroups = false;
};

/// The error names the first option that is unknown or lacks its value; the build then ends with
/// CL_INVALID_BUILD_OPTIONS.
llvm::Expected<LanguageOptions> parseLanguageOptions(llvm::StringRef options);

} // namespace heddle::compiler

#endif
