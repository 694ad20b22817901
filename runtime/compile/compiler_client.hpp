// Runs one compile job in a child process, and turns everything that can go wrong with a process
// into a failed build whose log says what happened.
#ifndef HEDDLE_RUNTIME_COMPILE_COMPILER_CLIENT_HPP
#define HEDDLE_RUNTIME_COMPILE_COMPILER_CLIENT_HPP

#include "runtime/abi/compiler_interface.hpp"
#include "runtime/compile/compiler_location.hpp"

#include <chrono>

namespace heddle::compile {

/// What "heddlec --job" answers. A compiler that is missing, crashes, is killed, takes longer than
/// `timeLimit` (0: none) or gives an answer that cannot be read is a response with status
/// buildFailure.
abi::CompileResponse runCompiler(const CompilerLocation &compiler,
                                 const abi::CompileRequest &request,
                                 std::chrono::milliseconds timeLimit);

} // namespace heddle::compile

#endif
