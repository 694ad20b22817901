#include "runtime/support/trace.hpp"

#include "runtime/support/fork_lock.hpp"
#include "runtime/support/log.hpp"
#include "runtime/support/options.hpp"
#include "runtime/support/trace_event.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <new>
#include <pthread.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace heddle {

namespace {

// A thread's first chunk is small, for programs with hundreds of threads that do next to nothing;
// each of its next ones is twice as large, up to some ten thousand events.
constexpr std::size_t firstChunk = 16 << 10;
constexpr std::size_t largestChunk = 1 << 20;
// A page, for the event that names the process.
constexpr std::size_t firstPage = 4096;
/// Of the array and of the file.
constexpr std::string_view ending = "\n]\n";

/// With the process's number for each %p.
std::string withProcessNumber(std::string_view path, bool &found) {
  std::string result;
  for (std::size_t i = 0; i < path.size(); ++i)
    if (path.substr(i, 2) == "%p") {
      result += std::to_string(::getpid());
      found = true;
      ++i;
    } else {
      result += path[i];
    }
  return result;
}

/// A file that no other process writes to: emptying that would pull the memory from under it.
FileDescriptor openForThisProcess(const std::string &name) {
  FileDescriptor file(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (file && ::flock(file.get(), LOCK_EX | LOCK_NB) != 0)
    return FileDescriptor();
  if (file && ::ftruncate(file.get(), 0) != 0)
    return FileDescriptor();
  return file;
}

/// After the application's own handlers of exit() and destructors, which may still call the driver.
[[gnu::destructor]] void closeAtEnd() {
  if (Trace *trace = Trace::active())
    trace->close();
}

} // namespace

std::atomic<Trace *> Trace::instance{nullptr};
thread_local Trace::ThisThread Trace::here;

void Trace::startIfWanted() {
  if (options().trace.empty() || active())
    return;
  auto *trace = new Trace(options().trace);
  holdAcrossFork(trace->mutex, [trace] { trace->afterForkInChild(); });
  {
    MutexLock lock(trace->mutex);
    if (!trace->open())
      return;
  }
  instance.store(trace, std::memory_order_release);
}

std::uint64_t Trace::now() {
  std::timespec now;
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::uint64_t(now.tv_sec) * 1000000000u + std::uint64_t(now.tv_nsec);
}

std::uint64_t Trace::thisThread() {
  if (here.id == 0)
    here.id = static_cast<std::uint64_t>(::syscall(SYS_gettid));
  return here.id;
}

// A call of the system each time otherwise.
std::uint64_t Trace::thisProcess() {
  if (here.process == 0)
    here.process = static_cast<std::uint64_t>(::getpid());
  return here.process;
}

void Trace::append(std::string_view event) {
  if (!here.named)
    nameThread();
  put(event);
}

void Trace::put(std::string_view event) {
  std::atomic<int> &count = writers[thisThread() % writers.size()].count;
  // In one order with close(): either this thread sees that it is closed, or that one waits.
  count.fetch_add(1, std::memory_order_seq_cst);
  if (!closed.load(std::memory_order_seq_cst))
    copy(event);
  count.fetch_sub(1, std::memory_order_release);
}

void Trace::close() {
  closed.store(true, std::memory_order_seq_cst);
  // Not for ever: a thread may have been cancelled, or be stopped.
  const std::uint64_t giveUp = now() + 100'000'000;
  for (const Writers &some : writers)
    while (some.count.load(std::memory_order_seq_cst) != 0 && now() < giveUp)
      ::sched_yield();
}

void Trace::copy(std::string_view event) {
  constexpr std::string_view separator = ",\n";
  const std::size_t needed = separator.size() + event.size();
  Chunk &chunk = here.chunk;
  if (!chunk.next || static_cast<std::size_t>(chunk.end - chunk.next) < needed)
    if (!takeChunk(needed) || !chunk.next)
      return;
  std::memcpy(chunk.next, separator.data(), separator.size());
  std::memcpy(chunk.next + separator.size(), event.data(), event.size());
  chunk.next += needed;
}

bool Trace::takeChunk(std::size_t needed) {
  if (failed.load(std::memory_order_relaxed) || needed > firstChunk)
    return false;
  static thread_local ThreadEnd end;
  static_cast<void>(end);
  if (here.chunk.begin)
    ::munmap(here.chunk.begin, static_cast<std::size_t>(here.chunk.end - here.chunk.begin));
  here.chunk = Chunk();
  MutexLock lock(mutex);
  for (Chunk &other : left)
    if (static_cast<std::size_t>(other.end - other.next) >= needed) {
      here.chunk = other;
      other = left.back();
      left.pop_back();
      return true;
    }
  here.chunkSize = here.chunkSize == 0 ? firstChunk : std::min(here.chunkSize * 2, largestChunk);
  here.chunk = newChunk(here.chunkSize);
  return here.chunk.begin != nullptr;
}

Trace::Chunk Trace::newChunk(std::size_t bytes) {
  if (failed || (!file && !open()))
    return {};
  const off_t start = size;
  if (const int error = extend({}, bytes)) {
    fail(error);
    return {};
  }
  void *memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file.get(), start);
  if (memory == MAP_FAILED) {
    fail(errno);
    return {};
  }
  char *begin = static_cast<char *>(memory);
  return {begin, begin, begin + bytes};
}

// Written and not only mapped: a full disk is an error here, and a signal there.
int Trace::extend(std::string text, std::size_t bytes) {
  text.resize(bytes, ' ');
  text += ending;
  int error = ::lseek(file.get(), size, SEEK_SET) < 0 ? errno : writeAll(file.get(), text);
  if (!error) {
    size += static_cast<off_t>(bytes);
  } else if (::ftruncate(file.get(), size) == 0 && ::lseek(file.get(), size, SEEK_SET) == size) {
    // There was room for the end before, so there should be again.
    static_cast<void>(writeAll(file.get(), ending));
  }
  return error;
}

bool Trace::open() {
  size = 0;
  bool numbered = false;
  fileName = withProcessNumber(path, numbered);
  const std::string ownName = numbered ? fileName : fileName + "." + std::to_string(::getpid());
  if (forked)
    fileName = ownName;
  file = openForThisProcess(fileName);
  if (!file && errno == EWOULDBLOCK && fileName != ownName) {
    fileName = ownName;
    file = openForThisProcess(fileName);
  }
  if (!file) {
    fail(errno);
    return false;
  }
  TraceEvent process('M', "process_name", "", 0, thisThread());
  process.argument("name", program_invocation_short_name);
  if (const int error = extend("[\n" + std::string(process.text()), firstPage)) {
    fail(error);
    return false;
  }
  return true;
}

void Trace::fail(int error) {
  failed = true;
  complain("HEDDLE_TRACE: cannot write '%s': %s", fileName.c_str(), errorText(error).c_str());
}

void Trace::nameThread() {
  here.named = true;
  char name[64] = "";
  ::pthread_getname_np(::pthread_self(), name, sizeof(name));
  TraceEvent event('M', "thread_name", "", 0, thisThread());
  event.argument("name", std::string_view(name));
  put(event.text());
}

// The parent's chunks are the parent's. The child has a file of its own once it has something to
// write: most children are other programs soon.
void Trace::afterForkInChild() {
  for (const Chunk &chunk : left)
    ::munmap(chunk.begin, static_cast<std::size_t>(chunk.end - chunk.begin));
  left.clear();
  if (here.chunk.begin)
    ::munmap(here.chunk.begin, static_cast<std::size_t>(here.chunk.end - here.chunk.begin));
  here = ThisThread();
  for (Writers &some : writers)
    some.count.store(0, std::memory_order_relaxed);
  file.reset();
  forked = true;
}

Trace::ThreadEnd::~ThreadEnd() {
  Trace *trace = active();
  Chunk rest = here.chunk;
  here.chunk = Chunk();
  if (!trace || !rest.begin)
    return;
  try {
    MutexLock lock(trace->mutex);
    trace->left.push_back(rest);
  } catch (const std::bad_alloc &) {
    // Spaces stay in the file.
    ::munmap(rest.begin, static_cast<std::size_t>(rest.end - rest.begin));
  }
}

} // namespace heddle
