#include "compiler/forked_tasks.hpp"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace heddle::compiler {

namespace {

struct Copy {
  pid_t process;
  int output; ///< a memory file
};

constexpr int exitLostParent = 1, exitNoOutput = 1;

[[noreturn]] void beCopy(pid_t parent, int output, function_ref<std::string()> task) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent)
    ::_exit(exitLostParent);
  const std::string result = task();
  for (size_t done = 0; done < result.size();) {
    const ssize_t written = ::write(output, result.data() + done, result.size() - done);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0) {
      std::fprintf(stderr, "heddlec: cannot write a part of the result: %s\n",
                   std::strerror(errno));
      ::_exit(exitNoOutput);
    }
    done += static_cast<size_t>(written);
  }
  ::_exit(0);
}

/// Starts a copy; one whose process is -1 when there is none to be had.
Copy start(function_ref<std::string()> task) {
  Copy copy{-1, ::memfd_create("heddle-part", MFD_CLOEXEC)};
  if (copy.output < 0)
    return copy;
  const pid_t self = ::getpid();
  copy.process = ::fork();
  if (copy.process == 0)
    beCopy(self, copy.output, task);
  if (copy.process < 0)
    ::close(copy.output);
  return copy;
}

std::string resultOf(const Copy &copy) {
  struct stat status{};
  std::string bytes;
  if (::fstat(copy.output, &status) == 0)
    bytes.resize(static_cast<size_t>(status.st_size));
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t got =
        ::pread(copy.output, bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      break;
    done += static_cast<size_t>(got);
  }
  ::close(copy.output);
  return bytes;
}

/// Ends this process as that one has ended.
[[noreturn]] void endLike(int status, ArrayRef<Copy> copies) {
  for (const Copy &copy : copies)
    if (copy.process > 0) {
      ::kill(copy.process, SIGKILL);
      ::waitpid(copy.process, nullptr, 0);
    }
  if (WIFEXITED(status))
    ::_exit(WEXITSTATUS(status));
  // It has said what it had to say.
  std::signal(WTERMSIG(status), SIG_DFL);
  std::raise(WTERMSIG(status));
  ::_exit(exitLostParent);
}

} // namespace

unsigned availableProcessors() {
  cpu_set_t processors;
  if (::sched_getaffinity(0, sizeof(processors), &processors) != 0)
    return 1;
  return static_cast<unsigned>(std::max(1, CPU_COUNT(&processors)));
}

std::optional<std::vector<std::string>> runForked(unsigned count, unsigned processes,
                                                  function_ref<std::string(unsigned)> task) {
  // Who ignores it, as this process may have inherited, never hears how a child has ended.
  std::signal(SIGCHLD, SIG_DFL);
  std::vector<Copy> copies;
  std::vector<std::string> results(count);
  unsigned running = 0, ended = 0;
  while (ended < count) {
    if (copies.size() < count && running < processes) {
      const unsigned index = static_cast<unsigned>(copies.size());
      const Copy copy = start([&] { return task(index); });
      if (copy.process > 0) {
        copies.push_back(copy);
        ++running;
        continue;
      }
      if (running == 0) {
        // What has been done is lost with the rest: half a program is none.
        return std::nullopt;
      }
    }
    int status = 0;
    const pid_t process = ::waitpid(-1, &status, 0);
    if (process < 0 && errno == EINTR)
      continue;
    auto copy = find_if(copies, [&](const Copy &one) { return one.process == process; });
    if (process < 0 || copy == copies.end()) {
      // Somebody else's child, whom this process has inherited.
      if (process < 0)
        return std::nullopt;
      continue;
    }
    copy->process = 0;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
      endLike(status, copies);
    results[copy - copies.begin()] = resultOf(*copy);
    --running;
    ++ended;
  }
  return results;
}

} // namespace heddle::compiler
