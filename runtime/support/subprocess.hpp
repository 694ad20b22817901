// Child processes started from an argument vector, never through a shell.
//
// The child gets exactly three descriptors (standard input, output and error), no blocked or
// ignored signals, a process group of its own, and the environment of support/environment.hpp. Its
// group is killed when the time is up.
#ifndef HEDDLE_RUNTIME_SUPPORT_SUBPROCESS_HPP
#define HEDDLE_RUNTIME_SUPPORT_SUBPROCESS_HPP

#include <chrono>
#include <string>
#include <vector>

namespace heddle {

struct SubprocessRequest {
  std::vector<std::string> arguments; ///< [0] is the path of the program; PATH is not searched
  int standardInput = -1;             ///< descriptors; -1 is /dev/null
  int standardOutput = -1;
  int standardError = -1;
  std::chrono::milliseconds timeLimit{0}; ///< wall clock; 0 for none
};

struct SubprocessResult {
  enum class End {
    exited,     ///< code is the exit status
    signalled,  ///< code is the signal
    timedOut,   ///< killed by us
    notStarted, ///< code is an errno value
    unknown,    ///< it has ended, but the application took its status (SIGCHLD ignored, wait(-1))
  };
  End end = End::notStarted;
  int code = 0;

  /// "exited with status 3", "was killed by signal 9 (Killed)", "could not be started: …".
  std::string describe() const;
};

/// Runs the program to its end, or to the end of its time.
SubprocessResult runSubprocess(const SubprocessRequest &request);

} // namespace heddle

#endif
