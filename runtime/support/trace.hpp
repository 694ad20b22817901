// HEDDLE_TRACE: what a program did, for ui.perfetto.dev and chrome://tracing (docs/tracing.md).
//
// Threads leave records (runtime/abi/trace_records.hpp) in chunks of memory that are their own,
// without a lock or a call of the system, and another process makes the file of them:
//
//   thread 1   record record record ···   |
//   thread 2   record record ·····        |   heddlec --write-trace  ->  FILE
//   thread 3   record record record rec   |
//
// The memory belongs to both, so the other process finds what is there, however the program ends.
// An ordinary end waits for it.
#ifndef HEDDLE_RUNTIME_SUPPORT_TRACE_HPP
#define HEDDLE_RUNTIME_SUPPORT_TRACE_HPP

#include "runtime/abi/trace_records.hpp"
#include "runtime/support/file.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace heddle {

class TraceEvent;

class Trace {
public:
  /// The trace of this process, or null when there is none: the one test that tracing costs where
  /// it is off.
  static Trace *active() { return instance.load(std::memory_order_relaxed); }

  /// Starts the trace that HEDDLE_TRACE asks for, which `writer`, the path of heddlec, writes.
  /// Once, before any other thread can know the driver.
  static void start(std::string writer);

  /// Nanoseconds of the clock of clGetHostTimer, which is the same for all processes.
  static std::uint64_t now();

  /// How long so many ticks of the time stamp counter are, as far as this trace has seen it run.
  std::uint64_t nanoseconds(std::uint64_t ticks) const;

  /// The id of the calling thread, as the system knows it.
  static std::uint64_t thisThread();

  /// The call of the API that a thread is in.
  struct Call {
    std::uint64_t time = 0;  ///< when it began; 0 if there is none, or if nobody has looked
    std::uint64_t ticks = 0; ///< of one that is skipped, by the time stamp counter, or 0 likewise
    bool isSkipped = false;  ///< it is left out if it turns out to be short
  };
  static Call &callOfThread() { return here.call; }
  /// The time of that call, to save a look at the clock; else now.
  static std::uint64_t timeOfCall() {
    if (here.call.time == 0 && here.call.ticks != 0) [[unlikely]]
      here.call.time = timeOfTicks(here.call.ticks);
    return here.call.time != 0 ? here.call.time : now();
  }
  /// In front of what a call waits for: one that is skipped begins here. Most are short, and the
  /// counter costs half of what the clock does.
  static void mayTakeLong() {
    if (here.call.isSkipped && here.call.ticks == 0) [[unlikely]]
      here.call.ticks = ticksNow();
  }

  /// The time stamp counter.
  static std::uint64_t ticksNow() { return __builtin_ia32_rdtsc(); }
  /// So many ticks may be as long as what is shown in any case; on any processor, fewer are not.
  static constexpr bool mayBeLong(std::uint64_t ticks) { return ticks >= 50'000; }

  /// Whether the thread had so many short events that it does not even look at the clock for this
  /// one, which is left out if it is short. What turns out to be long may still be shown.
  static bool skipsNext() {
    if (here.toSkip == 0) [[likely]]
      return false;
    --here.toSkip;
    ++here.leftOut;
    return true;
  }
  /// Of something skipped that is shown after all.
  static void hasNotSkipped() { here.leftOut -= here.leftOut != 0; }
  /// In nanoseconds: what takes so long is shown in any case.
  static constexpr std::uint64_t isLong = 50'000;

  /// Whether something from `start` to `end` is to be shown. Not short things when there are too
  /// many: nobody looks at each of a million, and they would cost the program its speed. The next
  /// event of the thread says how many are left out.
  bool shows(std::uint64_t start, std::uint64_t end) {
    if (end - start >= isLong) {
      // There may be room again for what comes behind it.
      if (here.toSkip != 0 && allowMore(end))
        here.toSkip = 0;
      return true;
    }
    if (here.mayAdd == 0 && !allowMore(end)) {
      ++here.leftOut;
      here.toSkip = atOnce;
      return false;
    }
    --here.mayAdd;
    return true;
  }

  /// Adds an event. The first one of a thread is preceded by its name. Drops the event when the
  /// file cannot be written; that is said once, on standard error.
  void append(TraceEvent &event);

  /// At the end of the process: waits until all is in the file. Nothing is added any more.
  void close();

private:
  /// What a thread knows of the trace. Has no destructor: it is there to the thread's very end.
  struct ThisThread {
    abi::TraceChunk *chunk = nullptr;
    std::uint32_t chunkIndex = 0;
    std::uint32_t used = 0;    ///< bytes of the chunk
    std::uint32_t mayAdd = 0;  ///< short events
    std::uint64_t leftOut = 0; ///< events since the last one that was shown
    std::uint32_t toSkip = 0;  ///< events that come next
    std::uint64_t id = 0;
    Call call;
    bool named = false;
  };
  /// Hands the chunk over when the thread ends.
  struct ThreadEnd {
    ~ThreadEnd();
  };

  /// As many as one look at the clock costs less than.
  static constexpr std::uint32_t atOnce = 256;

  Trace(std::string path, std::string writer, std::uint64_t rate);

  bool allowMore(std::uint64_t time);
  /// Of what has just been. 0 if there is no trace.
  static std::uint64_t timeOfTicks(std::uint64_t ticks);
  void put(std::string_view record);
  /// A new chunk for the calling thread.
  bool takeChunk() EXCLUDES(mutex);
  void handOver();
  /// Looks for a free chunk once.
  bool findFree(std::uint32_t &index) const;
  /// Has pages for this chunk and the next ones, which have been used by nobody yet.
  void populateFrom(std::uint32_t index);
  /// Nobody reads the chunks any more.
  bool writerIsGone() EXCLUDES(mutex);
  /// Opens the file and starts the writer; false after a complaint.
  bool open() EXCLUDES(mutex);
  int openFile(FileDescriptor &file) REQUIRES(mutex);
  int startWriter(const FileDescriptor &file) REQUIRES(mutex);
  void fail(int error) EXCLUDES(mutex);
  void complainOf(int error) REQUIRES(mutex);
  void nameThread();
  void afterForkInChild() NO_THREAD_SAFETY_ANALYSIS;

  static std::atomic<Trace *> instance;
  // A call for each look at it would take longer than all else of an event that is skipped.
  [[gnu::tls_model("initial-exec")]] static constinit thread_local ThisThread here;

  const std::string path;         ///< as HEDDLE_TRACE has it
  const std::string writer;       ///< the program
  std::atomic<bool> ended{false}; ///< closed, or failed
  const std::uint64_t startTime;  ///< by now()
  const std::uint64_t startTicks; ///< by the time stamp counter
  const std::uint64_t rate;       ///< of short events a second; 0: as many as there are
  /// When as many as there were until now would have come, had they come at that rate.
  std::atomic<std::uint64_t> allowedUntil{0};
  std::atomic<char *> memory{nullptr}; ///< abi::TraceMemory and what follows
  std::uint64_t memoryBytes = 0;
  std::atomic<std::uint32_t> populated{0}; ///< chunks that have pages
  Mutex mutex;
  FileDescriptor socket GUARDED_BY(mutex); ///< to the writer
  std::string fileName GUARDED_BY(mutex);
  bool forked GUARDED_BY(mutex) = false; ///< this process was made by fork() while tracing
};

} // namespace heddle

#endif
