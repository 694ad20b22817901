// Runs one compile job in a process of its own, and turns everything that can go wrong with a
// process into a failed build whose log says what happened.
#ifndef HEDDLE_RUNTIME_COMPILE_COMPILER_CLIENT_HPP
#define HEDDLE_RUNTIME_COMPILE_COMPILER_CLIENT_HPP

#include "runtime/abi/compiler_interface.hpp"
#include "runtime/compile/compiler_location.hpp"

#include <chrono>

namespace heddle::compile {

class CompileServer;

/// What "heddlec --job" answers. A compiler that is missing, crashes, is killed, takes longer than
/// `timeLimit` (0: none) or gives an answer that cannot be read is a response with status
/// buildFailure. `server`, when there is one, is asked first; without it, or when it cannot, the
/// compiler is a child process of this one.
abi::CompileResponse runCompiler(const CompilerLocation &compiler,
                                 const abi::CompileRequest &request,
                                 std::chrono::milliseconds timeLimit,
                                 CompileServer *server = nullptr);

} // namespace heddle::compile

#endif
