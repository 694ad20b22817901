// No LLVM in here: the tests put the same server before a compiler of their own.
#include "compiler/driver/job_server.hpp"

#include "runtime/abi/compile_server.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace heddle::compiler {

namespace {

using abi::JobNote;
using abi::Received;
using Clock = std::chrono::steady_clock;

/// Children that wait for more jobs, when a program has built several things at a time.
constexpr std::ptrdiff_t mostIdleChildren = 2;

/// A child that has needed more (in KiB) would hold on to it.
constexpr long mostKeptMemory = 256 * 1024;

/// Does one job at a time. Code that has run once and tables that are filled make the second job of
/// a process much shorter than the first.
struct Child {
  pid_t process;
  int link; ///< to the child: jobs go in, a note comes out for each that has gone well
  bool isBusy = true;
  int channel = -1; ///< of its job; -1 when the runtime has closed its end
};

void closeIfOpen(int &fd) {
  if (fd >= 0)
    ::close(fd);
  fd = -1;
}

void tell(int channel, std::int32_t kind, std::int32_t value) {
  const JobNote note{kind, value};
  // 8 bytes always fit; a channel that is closed is somebody who does not want to know.
  static_cast<void>(::send(channel, &note, sizeof(note), MSG_NOSIGNAL | MSG_DONTWAIT));
}

/// The thread that asked may be bound to one processor, which is not meant for all builds to come.
void useProcessorsOfApplication(int control) {
  ucred application{};
  socklen_t size = sizeof(application);
  cpu_set_t processors;
  if (::getsockopt(control, SOL_SOCKET, SO_PEERCRED, &application, &size) == 0 &&
      ::sched_getaffinity(application.pid, sizeof(processors), &processors) == 0)
    ::sched_setaffinity(0, sizeof(processors), &processors);
}

bool useAsStandard(int input, int output, int error) {
  return ::dup2(input, STDIN_FILENO) >= 0 && ::dup2(output, STDOUT_FILENO) >= 0 &&
         ::dup2(error, STDERR_FILENO) >= 0;
}

/// Holds on to no file and no folder of anybody.
bool letGo() {
  int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  const bool done = nothing >= 0 && useAsStandard(nothing, nothing, nothing) && ::chdir("/") == 0;
  if (nothing > STDERR_FILENO)
    ::close(nothing);
  return done;
}

bool takeOn(int (&files)[abi::jobDescriptorCount]) {
  const bool taken =
      ::fchdir(files[abi::jobFolder]) == 0 &&
      useAsStandard(files[abi::jobInput], files[abi::jobOutput], files[abi::jobError]);
  for (int &file : files)
    closeIfOpen(file);
  return taken;
}

/// Where memory is limited, each job has all of it.
bool mayGoOn() {
  rusage usage{};
  rlimit memory{};
  return ::getrusage(RUSAGE_SELF, &usage) == 0 && usage.ru_maxrss <= mostKeptMemory &&
         ::getrlimit(RLIMIT_AS, &memory) == 0 && memory.rlim_cur == RLIM_INFINITY;
}

/// Does jobs until one has not gone well: then this is the process that has to say so, by its end.
[[noreturn]] void doJobs(int link, const std::function<int()> &runJob) {
  for (;;) {
    pollfd waiting{link, POLLIN, 0};
    static_cast<void>(::poll(&waiting, 1, -1));
    int files[abi::jobDescriptorCount];
    switch (abi::receiveJob(link, files)) {
    case Received::nothing:
      continue;
    case Received::end:
    case Received::damaged:
      ::_exit(0);
    case Received::job:
      break;
    }
    const int status = takeOn(files) ? runJob() : 1;
    if (status != 0 || !mayGoOn() || !letGo())
      ::_exit(status);
    tell(link, JobNote::exited, 0);
  }
}

class JobServer {
public:
  explicit JobServer(const JobServerSettings &settings) : settings(settings) {}

  int run();

private:
  void watchChildren();
  /// Waits for something to happen; false when there is nothing left to wait for.
  bool wait();
  void takeJobs();
  void start(const int (&files)[abi::jobDescriptorCount]);
  /// Null, with errno, when there is none to be had.
  Child *makeChild();
  [[noreturn]] void beChild(int link);
  void takeNote(Child &child);
  void endJob(Child &child, JobNote::Kind kind, int value);
  void reap();
  bool isBusy() const {
    return std::any_of(children.begin(), children.end(),
                       [](const Child &child) { return child.isBusy; });
  }

  const JobServerSettings &settings;
  const pid_t self = ::getpid();
  sigset_t waitMask{};
  std::vector<Child> children;
  bool isOpen = true; ///< somebody can ask for jobs
  Clock::time_point idleSince = Clock::now();
};

// A signal that arrives between looking and waiting must end the waiting, so it is blocked
// everywhere else.
void JobServer::watchChildren() {
  struct sigaction action{};
  action.sa_handler = [](int) {};
  ::sigaction(SIGCHLD, &action, nullptr);
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &blocked, &waitMask);
  sigdelset(&waitMask, SIGCHLD);
}

int JobServer::run() {
  watchChildren();
  // What a job that is killed leaves behind is reaped here, and not by who started the application.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  useProcessorsOfApplication(settings.control);
  while (wait())
    reap();
  return 0;
}

bool JobServer::wait() {
  const bool busy = isBusy();
  if (!isOpen && !busy)
    return false;
  std::vector<pollfd> watched;
  for (const Child &child : children) {
    watched.push_back({child.channel, 0, 0});
    watched.push_back({child.link, POLLIN, 0});
  }
  watched.push_back({isOpen ? settings.control : -1, POLLIN, 0});

  timespec timeout{};
  if (!busy) {
    auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(idleSince + settings.idle -
                                                                     Clock::now());
    if (left.count() <= 0)
      return false;
    timeout.tv_sec = left.count() / 1000000000;
    timeout.tv_nsec = left.count() % 1000000000;
  }
  const int ready = ::ppoll(watched.data(), watched.size(), busy ? nullptr : &timeout, &waitMask);
  if (ready < 0)
    return errno == EINTR;
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (watched[2 * i].revents != 0) {
      ::kill(-children[i].process, SIGKILL);
      closeIfOpen(children[i].channel);
      // Nor does it get another job.
      closeIfOpen(children[i].link);
    } else if ((watched[2 * i + 1].revents & POLLIN) != 0) {
      takeNote(children[i]);
    }
  }
  if (watched.back().revents != 0)
    takeJobs();
  return true;
}

void JobServer::takeJobs() {
  for (;;) {
    int files[abi::jobDescriptorCount];
    switch (abi::receiveJob(settings.control, files)) {
    case Received::job:
      start(files);
      for (int &file : files)
        closeIfOpen(file);
      break;
    case Received::damaged:
      // Another version asks: the closed channel tells it that this one does not serve it.
      break;
    case Received::nothing:
      return;
    case Received::end:
      isOpen = false;
      return;
    }
  }
}

void JobServer::start(const int (&files)[abi::jobDescriptorCount]) {
  const int channel = ::fcntl(files[abi::jobChannel], F_DUPFD_CLOEXEC, 3);
  if (channel < 0)
    return;
  tell(channel, JobNote::accepted, 0);
  for (Child &child : children)
    if (!child.isBusy && abi::sendJob(child.link, files)) {
      child.isBusy = true;
      child.channel = channel;
      return;
    }
  Child *child = makeChild();
  if (!child || !abi::sendJob(child->link, files)) {
    tell(channel, JobNote::notStarted, errno);
    ::close(channel);
    // Without its link it ends.
    if (child)
      closeIfOpen(child->link);
    return;
  }
  child->channel = channel;
}

Child *JobServer::makeChild() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return nullptr;
  const pid_t process = ::fork();
  if (process == 0)
    beChild(ends[1]);
  const int error = errno;
  ::close(ends[1]);
  if (process < 0) {
    ::close(ends[0]);
    errno = error;
    return nullptr;
  }
  // Both sides make the group, so that it is there whoever comes first.
  ::setpgid(process, process);
  children.push_back({process, ends[0]});
  return &children.back();
}

void JobServer::beChild(int link) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != self)
    ::_exit(1);
  std::signal(SIGCHLD, SIG_DFL);
  ::sigprocmask(SIG_SETMASK, &waitMask, nullptr);
  constexpr int ownLink = STDERR_FILENO + 1;
  if (link != ownLink && ::dup3(link, ownLink, O_CLOEXEC) < 0)
    ::_exit(1);
  ::close_range(ownLink + 1, ~0U, 0);
  if (!letGo())
    ::_exit(1);
  doJobs(ownLink, settings.runJob);
}

void JobServer::takeNote(Child &child) {
  JobNote note{};
  if (::recv(child.link, &note, sizeof(note), MSG_DONTWAIT) != sizeof(note))
    return;
  endJob(child, JobNote::exited, note.value);
  // Without its link it ends.
  if (std::count_if(children.begin(), children.end(),
                    [](const Child &other) { return !other.isBusy; }) > mostIdleChildren)
    closeIfOpen(child.link);
}

void JobServer::endJob(Child &child, JobNote::Kind kind, int value) {
  if (child.channel >= 0)
    tell(child.channel, kind, value);
  closeIfOpen(child.channel);
  child.isBusy = false;
  idleSince = Clock::now();
}

void JobServer::reap() {
  for (;;) {
    siginfo_t info{};
    if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0)
      break;
    // What the job has left behind, while the number of its group cannot be anybody else's.
    ::kill(-info.si_pid, SIGKILL);
    int status = 0;
    ::waitpid(info.si_pid, &status, 0);
    auto child = std::find_if(children.begin(), children.end(), [&](const Child &candidate) {
      return candidate.process == info.si_pid;
    });
    if (child == children.end())
      continue;
    if (child->isBusy)
      endJob(*child, WIFSIGNALED(status) ? JobNote::signalled : JobNote::exited,
             WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    closeIfOpen(child->link);
    children.erase(child);
  }
}

} // namespace

int serveJobs(const JobServerSettings &settings) { return JobServer(settings).run(); }

} // namespace heddle::compiler
