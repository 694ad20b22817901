// No LLVM in here: the tests put the same server before a compiler of their own.
#include "compiler/driver/job_server.hpp"

#include "runtime/abi/abi_version.hpp"
#include "runtime/abi/compile_server.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace heddle::compiler {

namespace {

using abi::JobNote;
using Clock = std::chrono::steady_clock;

struct Job {
  pid_t child;
  int channel; ///< -1 when the runtime has closed its end
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

class JobServer {
public:
  explicit JobServer(const JobServerSettings &settings) : settings(settings) {}

  int run();

private:
  enum class Taken { job, nothing, end };

  void watchChildren();
  /// Waits for something to happen; false when there is nothing left to wait for.
  bool wait();
  Taken takeMessage();
  void start(const int (&files)[abi::jobDescriptorCount]);
  [[noreturn]] void beJob(const int (&files)[abi::jobDescriptorCount]);
  void reap();

  const JobServerSettings &settings;
  const pid_t self = ::getpid();
  sigset_t waitMask{};
  std::vector<Job> jobs;
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
  if (!isOpen && jobs.empty())
    return false;
  std::vector<pollfd> watched;
  for (const Job &job : jobs)
    watched.push_back({job.channel, 0, 0});
  watched.push_back({isOpen ? settings.control : -1, POLLIN, 0});

  timespec timeout{};
  if (jobs.empty()) {
    auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(idleSince + settings.idle -
                                                                     Clock::now());
    if (left.count() <= 0)
      return false;
    timeout.tv_sec = left.count() / 1000000000;
    timeout.tv_nsec = left.count() % 1000000000;
  }
  const int ready =
      ::ppoll(watched.data(), watched.size(), jobs.empty() ? &timeout : nullptr, &waitMask);
  if (ready < 0)
    return errno == EINTR;
  for (std::size_t i = 0; i < jobs.size(); ++i)
    if (watched[i].revents != 0) {
      ::kill(-jobs[i].child, SIGKILL);
      closeIfOpen(jobs[i].channel);
    }
  if (watched.back().revents != 0)
    while (isOpen) {
      const Taken taken = takeMessage();
      if (taken == Taken::end)
        isOpen = false;
      if (taken != Taken::job)
        break;
    }
  return true;
}

JobServer::Taken JobServer::takeMessage() {
  abi::JobMessage message{};
  iovec data{&message, sizeof(message)};
  alignas(cmsghdr) char control[CMSG_SPACE(abi::jobDescriptorCount * sizeof(int))];
  msghdr header{};
  header.msg_iov = &data;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof(control);
  ssize_t received;
  do
    received = ::recvmsg(settings.control, &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  if (received < 0 && errno == EAGAIN)
    return Taken::nothing;
  if (received <= 0)
    return Taken::end;

  int files[abi::jobDescriptorCount];
  std::fill(std::begin(files), std::end(files), -1);
  std::size_t count = 0;
  if (const cmsghdr *rights = CMSG_FIRSTHDR(&header))
    if (rights->cmsg_level == SOL_SOCKET && rights->cmsg_type == SCM_RIGHTS) {
      count = (rights->cmsg_len - CMSG_LEN(0)) / sizeof(int);
      std::memcpy(files, CMSG_DATA(rights), std::min(sizeof(files), count * sizeof(int)));
    }
  // Another version asks: the closed channel tells it that this one does not serve it.
  if (received == sizeof(message) && message.abiVersion == abi::abiVersion &&
      count == abi::jobDescriptorCount)
    start(files);
  for (int &file : files)
    closeIfOpen(file);
  return Taken::job;
}

void JobServer::start(const int (&files)[abi::jobDescriptorCount]) {
  const int channel = ::fcntl(files[abi::jobChannel], F_DUPFD_CLOEXEC, 3);
  if (channel < 0)
    return;
  tell(channel, JobNote::accepted, 0);
  const pid_t child = ::fork();
  if (child == 0)
    beJob(files);
  if (child < 0) {
    tell(channel, JobNote::notStarted, errno);
    ::close(channel);
    return;
  }
  // Both sides make the group, so that it is there whoever comes first.
  ::setpgid(child, child);
  jobs.push_back({child, channel});
}

void JobServer::beJob(const int (&files)[abi::jobDescriptorCount]) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != self)
    ::_exit(1);
  std::signal(SIGCHLD, SIG_DFL);
  ::sigprocmask(SIG_SETMASK, &waitMask, nullptr);
  if (::fchdir(files[abi::jobFolder]) != 0 || ::dup2(files[abi::jobInput], STDIN_FILENO) < 0 ||
      ::dup2(files[abi::jobOutput], STDOUT_FILENO) < 0 ||
      ::dup2(files[abi::jobError], STDERR_FILENO) < 0)
    ::_exit(1);
  ::close_range(3, ~0U, 0);
  ::_exit(settings.runJob());
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
    auto job = std::find_if(jobs.begin(), jobs.end(),
                            [&](const Job &candidate) { return candidate.child == info.si_pid; });
    if (job == jobs.end())
      continue;
    if (job->channel >= 0) {
      if (WIFSIGNALED(status))
        tell(job->channel, JobNote::signalled, WTERMSIG(status));
      else
        tell(job->channel, JobNote::exited, WEXITSTATUS(status));
    }
    closeIfOpen(job->channel);
    jobs.erase(job);
    idleSince = Clock::now();
  }
}

} // namespace

int serveJobs(const JobServerSettings &settings) { return JobServer(settings).run(); }

} // namespace heddle::compiler
