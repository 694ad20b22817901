/// Running a program with a time limit.
#ifndef HEDDLE_TESTS_KERNELS_HARNESS_CHILD_PROCESS_HPP
#define HEDDLE_TESTS_KERNELS_HARNESS_CHILD_PROCESS_HPP

#include <string>
#include <utility>
#include <vector>

namespace heddle::test {

struct ChildResult {
  bool exited = false;   ///< status is an exit status; else it is the signal that ended it
  bool timedOut = false; ///< it was killed because it took too long
  int status = 0;

  std::string text() const;
};

/// Runs command[0] with its output and errors in `outputPath`. `environment`: variables to set; an
/// empty value unsets.
ChildResult runChild(const std::vector<std::string> &command,
                     const std::vector<std::pair<std::string, std::string>> &environment,
                     const std::string &outputPath, unsigned seconds);

/// The last bytes of a text file, for messages.
std::string fileTail(const std::string &path, std::size_t bytes);

} // namespace heddle::test

#endif
