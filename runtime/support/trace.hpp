// The file of HEDDLE_TRACE: what a program did, in the JSON Trace Event Format, which
// ui.perfetto.dev and chrome://tracing open (docs/tracing.md).
//
// The file is an array of events. Threads write side by side, each into a chunk of the file that is
// its own, as it was given out:
//
//   [ {process} ····· | ,{event} ,{event} ····· | ,{event} ,{event} ,{event} ·· | ,{event} ··· ]
//   first page          chunk of thread 1         chunk of thread 2             again thread 1
//
// A chunk is filled with spaces, which mean nothing between events, and mapped; it is written over
// the bracket at the end of the file, together with the next one. So the file is whole at any time,
// an event is a copy into memory, without a lock or a call of the system, and what was written is
// in the file however the program ends: nothing is flushed. Only that copy must not be cut short,
// so the end of the process waits for it.
#ifndef HEDDLE_RUNTIME_SUPPORT_TRACE_HPP
#define HEDDLE_RUNTIME_SUPPORT_TRACE_HPP

#include "runtime/support/file.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace heddle {

class Trace {
public:
  /// The trace of this process, or null when there is none: the one test that tracing costs where
  /// it is off.
  static Trace *active() { return instance.load(std::memory_order_relaxed); }

  /// Starts the trace that HEDDLE_TRACE asks for, if it does. Once, before any other thread can
  /// know the driver.
  static void startIfWanted();

  /// Nanoseconds of the clock of clGetHostTimer, which is the same for all processes.
  static std::uint64_t now();

  /// The ids of the calling thread and of its process, as the system knows them.
  static std::uint64_t thisThread();
  static std::uint64_t thisProcess();

  /// Adds one JSON object to the array. The first event of a thread is preceded by its name. Drops
  /// the event when the file cannot be written; that is said once, on standard error.
  void append(std::string_view event);

  /// At the end of the process: waits for threads that are adding an event, and then none are added
  /// any more.
  void close();

private:
  /// A piece of the file, mapped: [next, end) is still free.
  struct Chunk {
    char *begin = nullptr;
    char *next = nullptr;
    char *end = nullptr;
  };
  /// What a thread knows of the trace. Has no destructor: it is there to the thread's very end.
  struct ThisThread {
    Chunk chunk;
    std::size_t chunkSize = 0; ///< of the next chunk; 0 before the first
    std::uint64_t id = 0;
    std::uint64_t process = 0;
    bool named = false;
  };
  /// Gives the rest of the chunk away when the thread ends.
  struct ThreadEnd {
    ~ThreadEnd();
  };

  explicit Trace(std::string path) : path(std::move(path)) {}

  /// Threads that are adding an event, spread over several counters.
  struct alignas(64) Writers {
    std::atomic<int> count{0};
  };

  void put(std::string_view event);
  void copy(std::string_view event);
  /// Writes spaces up to `bytes` over the end of the file, and the end behind them. An errno.
  int extend(std::string text, std::size_t bytes) REQUIRES(mutex);
  /// A chunk of the calling thread with room for so many bytes.
  bool takeChunk(std::size_t needed) EXCLUDES(mutex);
  Chunk newChunk(std::size_t size) REQUIRES(mutex);
  /// Opens the file and writes its first page.
  bool open() REQUIRES(mutex);
  void fail(int error) REQUIRES(mutex);
  void nameThread();
  void afterForkInChild() NO_THREAD_SAFETY_ANALYSIS;

  static std::atomic<Trace *> instance;
  static thread_local ThisThread here;

  const std::string path; ///< as HEDDLE_TRACE has it
  std::atomic<bool> failed{false};
  std::atomic<bool> closed{false};
  std::array<Writers, 32> writers;
  Mutex mutex;
  FileDescriptor file GUARDED_BY(mutex);
  std::string fileName GUARDED_BY(mutex);
  off_t size GUARDED_BY(mutex) = 0;          ///< without what closes the array
  bool forked GUARDED_BY(mutex) = false;     ///< this process was made by fork() while tracing
  std::vector<Chunk> left GUARDED_BY(mutex); ///< by threads that have ended
};

} // namespace heddle

#endif
