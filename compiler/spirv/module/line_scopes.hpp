// OpLine in modules that have no other debug information: the translator reads it only inside of
// scopes of OpenCL.DebugInfo.100.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_LINE_SCOPES_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_LINE_SCOPES_HPP

#include "llvm/ADT/StringRef.h"

#include <string>

namespace heddle::compiler {

/// The module with a DebugFunction for each function in which there are lines, and scopes in its
/// blocks: of the function, or of another file where lines name one. Modules without lines, and
/// those that import a set of debug instructions, stay as they are. `bytes` is a checked module.
std::string withLineScopes(llvm::StringRef bytes);

} // namespace heddle::compiler

#endif
