// heddlec --write-trace: makes the file of HEDDLE_TRACE, in the JSON Trace Event Format, of what a
// program that runs leaves in memory (runtime/abi/trace_records.hpp).
#ifndef HEDDLE_COMPILER_DRIVER_TRACE_WRITER_HPP
#define HEDDLE_COMPILER_DRIVER_TRACE_WRITER_HPP

namespace heddle::compiler {

/// To the end of the program at the other end of the socket. Returns the exit status.
int writeTrace(int socket);

} // namespace heddle::compiler

#endif
