// The program is started by a process in between, which ends at once. Both are made as posix_spawn
// makes its own: they share the memory of the application, whose calling thread stands still until
// they have become a program or ended. So a big application is not copied, and they may do nothing
// but system calls. The one in between sends no signal at its end, and only a wait that asks for
// such processes sees it.
#include "runtime/support/detached_process.hpp"

#include "runtime/support/environment.hpp"
#include "runtime/support/file.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The thread sanitizer takes clone() for a fork, and lets go of its locks in both processes. The C
// library has another name for it.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
extern "C" int __clone(int (*function)(void *), void *stack, int flags, void *argument, ...);
#define clone __clone
#endif
#endif

namespace heddle {

namespace {

// A sanitizer's record of the thread would be changed from two processes.
#define HEDDLE_UNCHECKED __attribute__((no_sanitize("address", "thread", "undefined")))

constexpr std::size_t stackBytes = 64 << 10;

struct Start {
  char **arguments;
  char *const *environment;
  int standardInput, nothing; ///< above 2
  char *innerStack;           ///< its upper end
  int error;
};

HEDDLE_UNCHECKED int becomeProgram(void *argument) {
  Start &start = *static_cast<Start *>(argument);
  ::setsid();
  // The kernel's structure with SIG_DFL, no flags and no signals in its mask. sigaction() would let
  // a sanitizer note in the application that it has no handlers any more.
  const unsigned long standard[4] = {};
  for (int signal = 1; signal < NSIG; ++signal)
    ::syscall(SYS_rt_sigaction, signal, standard, nullptr, sizeof(standard[0]));
  if (::chdir("/") == 0 && ::dup2(start.standardInput, STDIN_FILENO) >= 0 &&
      ::dup2(start.nothing, STDOUT_FILENO) >= 0 && ::dup2(start.nothing, STDERR_FILENO) >= 0 &&
      ::close_range(3, ~0U, 0) == 0) {
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execve(start.arguments[0], start.arguments, start.environment);
  }
  start.error = errno;
  ::_exit(127);
}

HEDDLE_UNCHECKED int startProgram(void *argument) {
  Start &start = *static_cast<Start *>(argument);
  if (::clone(becomeProgram, start.innerStack, CLONE_VM | CLONE_VFORK | SIGCHLD, argument) < 0)
    start.error = errno;
  ::_exit(0);
}

HEDDLE_UNCHECKED int runStart(Start &start, char *stack) {
  const pid_t between = ::clone(startProgram, stack, CLONE_VM | CLONE_VFORK, &start);
  if (between < 0)
    return errno;
  while (::waitpid(between, nullptr, __WCLONE) < 0 && errno == EINTR)
    ;
  return start.error;
}

/// A copy whose number is none of the standard ones, which an application may have closed.
FileDescriptor aboveStandard(int fd) { return FileDescriptor(::fcntl(fd, F_DUPFD_CLOEXEC, 3)); }

} // namespace

bool adoptsOrphans() {
  int subreaper = 0;
  return ::getpid() == 1 || (::prctl(PR_GET_CHILD_SUBREAPER, &subreaper) == 0 && subreaper != 0);
}

int startDetached(const std::vector<std::string> &arguments, int standardInput) {
  std::vector<char *> argumentPointers;
  for (const std::string &argument : arguments)
    argumentPointers.push_back(const_cast<char *>(argument.c_str()));
  argumentPointers.push_back(nullptr);
  const ChildEnvironment environment;

  FileDescriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!nothing)
    return errno;
  FileDescriptor inputCopy = aboveStandard(standardInput),
                 nothingCopy = aboveStandard(nothing.get());
  if (!inputCopy || !nothingCopy)
    return errno;
  void *stacks = ::mmap(nullptr, 2 * stackBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stacks == MAP_FAILED)
    return errno;
  char *lower = static_cast<char *>(stacks) + stackBytes, *upper = lower + stackBytes;

  Start start{argumentPointers.data(),
              environment.pointers(),
              inputCopy.get(),
              nothingCopy.get(),
              lower,
              0};
  // The application's handlers must not run in the new processes.
  sigset_t all, previous;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &previous);
  const int error = runStart(start, upper);
  pthread_sigmask(SIG_SETMASK, &previous, nullptr);
  ::munmap(stacks, 2 * stackBytes);
  return error;
}

} // namespace heddle
