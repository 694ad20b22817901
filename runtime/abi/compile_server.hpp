// How libheddle.so asks a resident compiler for jobs.
//
// The runtime starts "heddlec --serve" with one end of a SOCK_SEQPACKET socket as standard input.
// Each message is one JobMessage, with the descriptors of JobDescriptor in that order. The worker
// hands it on to a child, which finds the three files as its standard ones, stands in the folder of
// the application, and does what "heddlec --job" does.
//
// The channel is the other end of a stream that belongs to this job alone. The worker writes a
// JobNote when it has taken the job and one when the job has ended; a channel that closes before
// that means that the worker is gone. When the runtime closes its end, nobody wants the job any
// more, and its processes are killed.
//
// The worker ends when all copies of the other end of the socket are closed and the jobs that run
// are done, or when it had nothing to do for serverIdleSeconds.
#ifndef HEDDLE_RUNTIME_ABI_COMPILE_SERVER_HPP
#define HEDDLE_RUNTIME_ABI_COMPILE_SERVER_HPP

#include <cstdint>

namespace heddle::abi {

inline constexpr char serveOption[] = "--serve";

/// Long enough for a program that builds now and then, short enough to give back some 60 MB, and as
/// much or more for each child that waits for a job.
inline constexpr unsigned serverIdleSeconds = 30;

struct JobMessage {
  std::uint32_t abiVersion;
};

enum JobDescriptor : unsigned {
  jobInput,
  jobOutput,
  jobError,
  jobFolder, ///< the current directory for the job
  jobChannel,
  jobDescriptorCount,
};

struct JobNote {
  enum Kind : std::int32_t {
    accepted,
    exited,     ///< value is the exit status
    signalled,  ///< value is the signal
    notStarted, ///< value is an errno value
  };
  std::int32_t kind;
  std::int32_t value;
};

/// Gives a job to who reads from the other end; never waits. False when nobody does.
bool sendJob(int socket, const int (&files)[jobDescriptorCount]);

enum class Received {
  job,     ///< `files` has its descriptors, which are closed by exec
  damaged, ///< or of another version
  nothing, ///< by now
  end,     ///< nobody can send any more
};
/// Takes a job that waits at the socket. In all other cases `files` are -1.
Received receiveJob(int socket, int (&files)[jobDescriptorCount]);

} // namespace heddle::abi

#endif
