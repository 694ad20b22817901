// heddlec --serve: a process that has LLVM in memory and children that do jobs.
#ifndef HEDDLE_COMPILER_DRIVER_JOB_SERVER_HPP
#define HEDDLE_COMPILER_DRIVER_JOB_SERVER_HPP

#include <chrono>
#include <functional>

namespace heddle::compiler {

struct JobServerSettings {
  int control = 0;                ///< the socket of runtime/abi/compile_server.hpp
  std::chrono::milliseconds idle; ///< without a job for that long, the server ends
  /// One job, in a child, on its standard descriptors; gives the exit status. After a status of 0
  /// the same child may get another one.
  std::function<int()> runJob;
};

/// Serves until nobody can ask any more, or the idle time is over. This process must have one
/// thread only. Returns the exit status.
int serveJobs(const JobServerSettings &settings);

} // namespace heddle::compiler

#endif
