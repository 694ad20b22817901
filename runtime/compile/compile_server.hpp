// The resident compiler of this process: "heddlec --serve", which has LLVM in memory already and
// forks a child for each job. It is started by the first job, shared by everything in the process,
// and ends by itself when it is idle or the process is gone.
#ifndef HEDDLE_RUNTIME_COMPILE_COMPILE_SERVER_HPP
#define HEDDLE_RUNTIME_COMPILE_COMPILE_SERVER_HPP

#include "runtime/support/file.hpp"
#include "runtime/support/subprocess.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>

namespace heddle::compile {

class CompileServer {
public:
  struct Job {
    int input, output, error;            ///< the job's standard descriptors
    std::chrono::milliseconds timeLimit; ///< 0: none
  };

  /// The one of this process.
  static CompileServer &shared();

  /// Runs a job in a child of the worker of that program, in the present directory and environment
  /// of this process, and waits for its end. Nothing when no worker does it: none could be started,
  /// it was killed, the program does not know how to serve; the caller then starts a compiler of
  /// its own. May be called from several threads at a time.
  std::optional<SubprocessResult> run(const std::string &program, const Job &job);

private:
  /// Sends the job to a worker, which is started when there is none for `wanted`. Returns our end
  /// of the job's channel and the number of the worker.
  struct Sent {
    FileDescriptor channel;
    std::uint64_t worker = 0;
  };
  std::optional<Sent> send(const std::string &program, const std::string &wanted, const Job &job,
                           int folder) EXCLUDES(mutex);
  bool start(const std::string &program, const std::string &wanted) REQUIRES(mutex);
  void forget(std::uint64_t worker, const std::string &wanted, bool refused) EXCLUDES(mutex);

  Mutex mutex;
  FileDescriptor control GUARDED_BY(mutex);
  pid_t owner GUARDED_BY(mutex) = -1;     ///< a forked copy of this process must not use it
  std::string identity GUARDED_BY(mutex); ///< what the worker was started from
  std::string refusedIdentity GUARDED_BY(mutex);
  std::uint64_t workerNumber GUARDED_BY(mutex) = 0;
};

} // namespace heddle::compile

#endif
