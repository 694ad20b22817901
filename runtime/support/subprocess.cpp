#include "runtime/support/subprocess.hpp"

#include "runtime/support/detached_process.hpp"
#include "runtime/support/environment.hpp"
#include "runtime/support/file.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace heddle {

namespace {

using Clock = std::chrono::steady_clock;

class SpawnActions {
public:
  SpawnActions() { posix_spawn_file_actions_init(&actions); }
  SpawnActions(const SpawnActions &) = delete;
  SpawnActions &operator=(const SpawnActions &) = delete;
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions); }
  posix_spawn_file_actions_t actions;
};

class SpawnAttributes {
public:
  SpawnAttributes() { posix_spawnattr_init(&attributes); }
  SpawnAttributes(const SpawnAttributes &) = delete;
  SpawnAttributes &operator=(const SpawnAttributes &) = delete;
  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes); }
  posix_spawnattr_t attributes;
};

// A descriptor below 3 would be overwritten while the standard ones are put in place (an
// application may have closed its own), so each is first given a number out of the way.
int moveOutOfTheWay(int fd, FileDescriptor &owner) {
  if (fd < 0)
    owner.reset(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (int now = fd < 0 ? owner.get() : fd; now >= 0 && now < 3) {
    int moved = ::fcntl(now, F_DUPFD_CLOEXEC, 3);
    owner.reset(moved);
    return moved;
  }
  return fd < 0 ? owner.get() : fd;
}

int spawn(const SubprocessRequest &request, pid_t &child) {
  SpawnActions actions;
  FileDescriptor owners[3];
  const int standard[3] = {request.standardInput, request.standardOutput, request.standardError};
  for (int i = 0; i < 3; ++i) {
    int fd = moveOutOfTheWay(standard[i], owners[i]);
    if (fd < 0)
      return errno;
    if (int error = posix_spawn_file_actions_adddup2(&actions.actions, fd, i))
      return error;
  }
  if (int error = posix_spawn_file_actions_addclosefrom_np(&actions.actions, 3))
    return error;

  SpawnAttributes attributes;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes.attributes, &none);
  posix_spawnattr_setsigdefault(&attributes.attributes, &all);
  posix_spawnattr_setpgroup(&attributes.attributes, 0);
  posix_spawnattr_setflags(&attributes.attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);

  std::vector<char *> arguments;
  for (const std::string &argument : request.arguments)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  const ChildEnvironment environment;
  return posix_spawn(&child, arguments[0], &actions.actions, &attributes.attributes,
                     arguments.data(), environment.pointers());
}

// True when the process has ended before the deadline. It is not reaped.
bool waitForEnd(pid_t child, bool limited, Clock::time_point deadline) {
  FileDescriptor process(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
  for (;;) {
    std::chrono::milliseconds left(0);
    if (limited) {
      left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
      if (left.count() < 0)
        left = std::chrono::milliseconds(0);
    }
    if (process) {
      pollfd waiting{process.get(), POLLIN, 0};
      int wait = limited ? static_cast<int>(std::min<std::int64_t>(left.count() + 1, 1 << 30)) : -1;
      int ready = ::poll(&waiting, 1, wait);
      if (ready > 0)
        return true;
      if (ready < 0 && errno != EINTR)
        return true;
    } else {
      // No pidfd (a seccomp filter, or the process is already gone): look every millisecond.
      siginfo_t info{};
      if (::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0)
        return errno != EINTR;
      if (info.si_pid != 0)
        return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (limited && Clock::now() >= deadline)
      return false;
  }
}

// The members of a killed process group that have become children of this process. Not for ever:
// one of them may be stuck in the kernel, and the number may be another group's one day.
void reapGroup(pid_t group) {
  constexpr int mostMilliseconds = 1000;
  for (int waited = 0; waited < mostMilliseconds;) {
    const pid_t reaped = ::waitpid(-group, nullptr, WNOHANG);
    if (reaped < 0 && errno != EINTR)
      break;
    if (reaped == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      ++waited;
    }
  }
}

} // namespace

std::string SubprocessResult::describe() const {
  switch (end) {
  case End::exited:
    return "exited with status " + std::to_string(code);
  case End::signalled: {
    const char *name = sigdescr_np(code);
    return "was killed by signal " + std::to_string(code) + " (" + (name ? name : "unknown") + ")";
  }
  case End::timedOut:
    return "did not finish in time and was killed";
  case End::notStarted:
    return "could not be started: " + errorText(code);
  case End::unknown:
    return "ended with a status that the application took";
  }
  return {};
}

SubprocessResult runSubprocess(const SubprocessRequest &request) {
  using End = SubprocessResult::End;
  const bool limited = request.timeLimit.count() > 0;
  const Clock::time_point deadline = Clock::now() + request.timeLimit;

  pid_t child = -1;
  if (int error = spawn(request, child))
    return {End::notStarted, error};

  const bool ended = waitForEnd(child, limited, deadline);
  // The group: a compiler wrapper may have started the real one. Also after a normal end, so that
  // nothing is left behind, but only while the child waits to be reaped and its number is ours.
  siginfo_t info{};
  if (::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0)
    ::kill(-child, SIGKILL);

  int status = 0;
  pid_t reaped;
  do
    reaped = ::waitpid(child, &status, 0);
  while (reaped < 0 && errno == EINTR);
  // What it has left behind is ours then, and dead already or dying.
  if (adoptsOrphans())
    reapGroup(child);
  if (!ended)
    return {End::timedOut, 0};
  if (reaped != child)
    return {End::unknown, 0};
  if (WIFSIGNALED(status))
    return {End::signalled, WTERMSIG(status)};
  return {End::exited, WEXITSTATUS(status)};
}

} // namespace heddle
