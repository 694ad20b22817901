#include "runtime/compile/compile_server.hpp"

#include "runtime/abi/byte_stream.hpp"
#include "runtime/abi/compile_server.hpp"
#include "runtime/compile/cache_key.hpp"
#include "runtime/support/detached_process.hpp"
#include "runtime/support/environment.hpp"
#include "runtime/support/fork_lock.hpp"
#include "runtime/support/log.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>

namespace heddle::compile {

namespace {

using abi::JobNote;
using Clock = std::chrono::steady_clock;

// A worker has the program, the environment and the rights of the moment when it was started. When
// one of them is another now, a new worker takes its place.
std::string identityOf(const std::string &program) {
  abi::ByteWriter identity;
  addCompilerFiles(identity, program);
  identity.integer(::geteuid());
  identity.integer(::getegid());
  const ChildEnvironment environment;
  for (char *const *entry = environment.pointers(); *entry; ++entry)
    identity.string(*entry);
  return identity.take();
}

// What the worker says about the job; nothing when the channel closes first.
std::optional<SubprocessResult> waitForJob(int channel, const CompileServer::Job &job,
                                           Clock::time_point deadline, bool &accepted) {
  using End = SubprocessResult::End;
  const bool limited = job.timeLimit.count() > 0;
  for (;;) {
    int timeout = -1;
    if (limited) {
      auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
      if (left.count() < 0)
        return SubprocessResult{End::timedOut, 0};
      timeout = static_cast<int>(std::min<std::int64_t>(left.count() + 1, 1 << 30));
    }
    pollfd waiting{channel, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, timeout);
    if (ready <= 0) {
      if (ready < 0 && errno != EINTR)
        return std::nullopt;
      continue;
    }
    JobNote note{};
    const ssize_t got = ::recv(channel, &note, sizeof(note), MSG_WAITALL);
    if (got < 0 && errno == EINTR)
      continue;
    if (got != sizeof(note))
      return std::nullopt;
    switch (note.kind) {
    case JobNote::accepted:
      accepted = true;
      break;
    case JobNote::exited:
      return SubprocessResult{End::exited, note.value};
    case JobNote::signalled:
      return SubprocessResult{End::signalled, note.value};
    case JobNote::notStarted:
      return SubprocessResult{End::notStarted, note.value};
    default:
      return std::nullopt;
    }
  }
}

} // namespace

CompileServer &CompileServer::shared() {
  static CompileServer &instance = *[] {
    auto *server = new CompileServer();
    holdAcrossFork(server->mutex);
    return server;
  }();
  return instance;
}

bool CompileServer::start(const std::string &program, const std::string &wanted) {
  // The worker would become a child of this process when the one in between ends, and a zombie that
  // only the application could reap when it ends itself.
  if (adoptsOrphans()) {
    log(LogTopic::build, "no worker: this process adopts orphans, and each build is its child");
    return false;
  }
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return false;
  FileDescriptor ours(ends[0]), theirs(ends[1]);
  const int error = startDetached({program, abi::serveOption}, theirs.get());
  log(LogTopic::build, "'%s' %s: %s", program.c_str(), abi::serveOption,
      error ? errorText(error).c_str() : "started");
  if (error)
    return false;
  control = std::move(ours);
  owner = ::getpid();
  identity = wanted;
  ++workerNumber;
  return true;
}

std::optional<CompileServer::Sent> CompileServer::send(const std::string &program,
                                                       const std::string &wanted, const Job &job,
                                                       int folder) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return std::nullopt;
  Sent sent{FileDescriptor(ends[0])};
  const FileDescriptor theirs(ends[1]);
  const int files[abi::jobDescriptorCount] = {job.input, job.output, job.error, folder,
                                              theirs.get()};
  MutexLock lock(mutex);
  if (refusedIdentity == wanted)
    return std::nullopt;
  const bool usable = control && owner == ::getpid() && identity == wanted;
  // One that has ended while it was idle is noticed here, and another one started.
  if (!(usable && abi::sendJob(control.get(), files)))
    if (!start(program, wanted) || !abi::sendJob(control.get(), files))
      return std::nullopt;
  sent.worker = workerNumber;
  return sent;
}

void CompileServer::forget(std::uint64_t worker, const std::string &wanted, bool refused) {
  MutexLock lock(mutex);
  if (worker == workerNumber)
    control.reset();
  if (refused)
    refusedIdentity = wanted;
}

std::optional<SubprocessResult> CompileServer::run(const std::string &program, const Job &job) {
  const Clock::time_point deadline = Clock::now() + job.timeLimit;
  const FileDescriptor folder(::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!folder)
    return std::nullopt;
  const std::string wanted = identityOf(program);
  // A job that was never taken up is given to a second worker: the first one may have ended, idle,
  // while the job was on its way to it.
  constexpr int attempts = 2;
  for (int attempt = 1; attempt <= attempts; ++attempt) {
    std::optional<Sent> sent = send(program, wanted, job, folder.get());
    if (!sent)
      return std::nullopt;
    bool accepted = false;
    if (auto result = waitForJob(sent->channel.get(), job, deadline, accepted))
      return result;
    forget(sent->worker, wanted, !accepted && attempt == attempts);
    log(LogTopic::build, "the worker of '%s' is gone", program.c_str());
    if (accepted)
      break;
  }
  return std::nullopt;
}

} // namespace heddle::compile
