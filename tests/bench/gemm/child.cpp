#include "tests/bench/gemm/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace heddle::bench {

namespace {

constexpr char done[] = "done ", failed[] = "failed ";

[[noreturn]] void runAndExit(const std::function<std::string()> &work, int pipe) {
  std::string text;
  try {
    text = done + work();
  } catch (const std::exception &error) {
    text = failed + std::string(error.what());
  }
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t count = ::write(pipe, text.data() + written, text.size() - written);
    if (count <= 0)
      break;
    written += std::size_t(count);
  }
  ::close(pipe);
  std::exit(0);
}

} // namespace

Child::Child(const std::function<std::string()> &work) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw std::runtime_error("cannot make a pipe");
  std::fflush(nullptr); // or both processes print what is left
  process = ::fork();
  if (process == 0) {
    ::close(ends[0]);
    runAndExit(work, ends[1]);
  }
  ::close(ends[1]);
  pipe = ends[0];
  if (process < 0)
    throw std::runtime_error("cannot start a process");
}

Child::~Child() {
  if (pipe >= 0)
    ::close(pipe);
  if (process > 0) {
    ::kill(process, SIGKILL);
    ::waitpid(process, nullptr, 0);
  }
}

std::string Child::wait(double seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end =
      Clock::now() + std::chrono::milliseconds(static_cast<long>(seconds * 1000));
  std::string text;
  for (char buffer[4096];;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd descriptor{pipe, POLLIN, 0};
    if (left <= 0 || ::poll(&descriptor, 1, int(left)) == 0)
      throw std::runtime_error("did not end in " + std::to_string(int(seconds)) + " seconds");
    const ssize_t count = ::read(pipe, buffer, sizeof buffer);
    if (count <= 0)
      break;
    text.append(buffer, std::size_t(count));
  }
  int status = 0;
  ::waitpid(process, &status, 0);
  process = -1;
  if (text.starts_with(done))
    return text.substr(std::strlen(done));
  if (text.starts_with(failed))
    throw std::runtime_error(text.substr(std::strlen(failed)));
  throw std::runtime_error(
      WIFSIGNALED(status) ? "its process ended by signal " + std::to_string(WTERMSIG(status))
                          : "its process ended with status " + std::to_string(WEXITSTATUS(status)));
}

} // namespace heddle::bench
