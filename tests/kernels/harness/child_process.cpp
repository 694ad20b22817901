#include "tests/kernels/harness/child_process.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::test {

std::string ChildResult::text() const {
  if (timedOut)
    return "did not end in time";
  return exited ? "ended with status " + std::to_string(status)
                : "was ended by signal " + std::to_string(status) + " (" + strsignal(status) + ")";
}

ChildResult runChild(const std::vector<std::string> &command,
                     const std::vector<std::pair<std::string, std::string>> &environment,
                     const std::string &outputPath, unsigned seconds) {
  std::vector<char *> arguments;
  for (const std::string &word : command)
    arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);

  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); // no kernel runs on when the tests are stopped
    for (const auto &[name, value] : environment)
      value.empty() ? unsetenv(name.c_str()) : setenv(name.c_str(), value.c_str(), 1);
    int output = open(outputPath.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (output < 0)
      _exit(126);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    execv(arguments[0], arguments.data());
    _exit(127);
  }

  ChildResult result;
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  int status = 0;
  unsigned pause = 500; // microseconds
  while (child > 0) {
    pid_t waited = waitpid(child, &status, WNOHANG);
    if (waited == child || (waited < 0 && errno != EINTR))
      break;
    if (!result.timedOut && std::chrono::steady_clock::now() > end) {
      result.timedOut = true;
      kill(child, SIGKILL);
    }
    usleep(pause);
    pause = pause < 5000 ? pause * 2 : pause;
  }
  result.exited = child > 0 && WIFEXITED(status);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
  return result;
}

std::string fileTail(const std::string &path, std::size_t bytes) {
  std::ifstream stream(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  return text.size() > bytes ? "…" + text.substr(text.size() - bytes) : text;
}

} // namespace heddle::test
