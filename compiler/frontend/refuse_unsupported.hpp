// What clang accepts and this device has not: a build error at the user's own line.
#ifndef HEDDLE_COMPILER_FRONTEND_REFUSE_UNSUPPORTED_HPP
#define HEDDLE_COMPILER_FRONTEND_REFUSE_UNSUPPORTED_HPP

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/Diagnostic.h"

#include <memory>

namespace heddle::compiler {

/// Looks at each function of the program: inline assembly, pipes, blocks, device-side enqueue and
/// sub-groups of other sizes are errors that name the thing.
std::unique_ptr<clang::ASTConsumer>
createUnsupportedFeatureCheck(clang::DiagnosticsEngine &diagnostics);

} // namespace heddle::compiler

#endif
