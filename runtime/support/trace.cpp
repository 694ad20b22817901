#include "runtime/support/trace.hpp"

#include "runtime/abi/abi_version.hpp"
#include "runtime/abi/descriptor_message.hpp"
#include "runtime/support/detached_process.hpp"
#include "runtime/support/fork_lock.hpp"
#include "runtime/support/log.hpp"
#include "runtime/support/options.hpp"
#include "runtime/support/trace_event.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <immintrin.h>
#include <poll.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace heddle {

namespace {

/// Some 300,000 short commands that are not in the file yet. Only what is in use takes memory.
constexpr std::uint64_t mostMemory = 64 << 20;
constexpr std::uint64_t leastMemory = 64 << 10;
/// How long the program waits for a writer that does nothing.
constexpr std::uint64_t patience = 10'000'000'000;

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

/// A file that no other process writes to.
FileDescriptor openForThisProcess(const std::string &name) {
  FileDescriptor file(::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (file && ::flock(file.get(), LOCK_EX | LOCK_NB) != 0)
    return FileDescriptor();
  if (file && ::ftruncate(file.get(), 0) != 0)
    return FileDescriptor();
  return file;
}

abi::TraceMemory &sharedPart(char *memory) { return *reinterpret_cast<abi::TraceMemory *>(memory); }

/// After the application's own handlers of exit() and destructors, which may still call the driver.
[[gnu::destructor]] void closeAtEnd() {
  if (Trace *trace = Trace::active())
    trace->close();
}

} // namespace

std::atomic<Trace *> Trace::instance{nullptr};
constinit thread_local Trace::ThisThread Trace::here;

Trace::Trace(std::string path, std::string writer, std::uint64_t rate)
    : path(std::move(path)), writer(std::move(writer)), startTime(now()), startTicks(__rdtsc()),
      rate(rate) {}

void Trace::start(std::string writer) {
  if (active())
    return;
  if (writer.empty())
    return complain("HEDDLE_TRACE: 'heddlec', which writes it, was not found");
  auto *trace = new Trace(options().trace, std::move(writer), options().traceRate);
  holdAcrossFork(trace->mutex, [trace] { trace->afterForkInChild(); });
  if (trace->open())
    instance.store(trace, std::memory_order_release);
}

std::uint64_t Trace::now() {
  std::timespec now;
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::uint64_t(now.tv_sec) * 1000000000u + std::uint64_t(now.tv_nsec);
}

std::uint64_t Trace::nanoseconds(std::uint64_t ticks) const {
  const double passed = static_cast<double>(now() - startTime);
  const double ticked = static_cast<double>(__rdtsc() - startTicks);
  return static_cast<std::uint64_t>(static_cast<double>(ticks) * passed / std::max(ticked, 1.0));
}

std::uint64_t Trace::timeOfTicks(std::uint64_t ticks) {
  const Trace *trace = active();
  return trace ? now() - trace->nanoseconds(ticksNow() - ticks) : 0;
}

std::uint64_t Trace::thisThread() {
  if (here.id == 0)
    here.id = static_cast<std::uint64_t>(::syscall(SYS_gettid));
  return here.id;
}

void Trace::append(TraceEvent &event) {
  if (!here.named)
    nameThread();
  if (here.leftOut != 0 && event.isComplete())
    event.argument("events left out before", std::exchange(here.leftOut, 0));
  put(event.record());
}

bool Trace::allowMore(std::uint64_t time) {
  constexpr std::uint64_t second = 1'000'000'000, burst = second / 2;
  if (rate == 0) {
    here.mayAdd = atOnce;
    return true;
  }
  std::uint64_t before = allowedUntil.load(std::memory_order_relaxed);
  std::uint64_t after;
  do {
    after = std::max(before, time - std::min(time, burst)) + atOnce * second / rate;
    if (after > time)
      return false;
  } while (!allowedUntil.compare_exchange_weak(before, after, std::memory_order_relaxed));
  here.mayAdd = atOnce;
  return true;
}

void Trace::put(std::string_view record) {
  if (ended.load(std::memory_order_relaxed))
    return;
  if (!here.chunk || here.used + record.size() > abi::traceChunkBytes)
    if (!takeChunk())
      return;
  std::memcpy(reinterpret_cast<char *>(here.chunk) + here.used, record.data(), record.size());
  here.used += static_cast<std::uint32_t>(record.size());
  here.chunk->committed.store(here.used - sizeof(abi::TraceChunk), std::memory_order_release);
}

void Trace::handOver() {
  char *chunks = memory.load(std::memory_order_relaxed);
  if (here.chunk && chunks)
    abi::TraceMemoryLayout(memoryBytes)
        .state(chunks, here.chunkIndex)
        .store(abi::fullChunk, std::memory_order_release);
  here.chunk = nullptr;
}

bool Trace::findFree(std::uint32_t &index) const {
  char *chunks = memory.load(std::memory_order_relaxed);
  const abi::TraceMemoryLayout layout(memoryBytes);
  std::atomic<std::uint32_t> &firstFree = sharedPart(chunks).firstFree;
  const std::uint32_t first = firstFree.load(std::memory_order_relaxed);
  for (std::uint32_t i = 0; i < layout.chunks; ++i) {
    index = (first + i) % layout.chunks;
    std::uint32_t expected = abi::freeChunk;
    std::atomic<std::uint32_t> &state = layout.state(chunks, index);
    if (state.load(std::memory_order_relaxed) == expected &&
        state.compare_exchange_strong(expected, abi::takenChunk, std::memory_order_acquire)) {
      firstFree.store(index + 1, std::memory_order_relaxed);
      return true;
    }
  }
  return false;
}

bool Trace::takeChunk() {
  static thread_local ThreadEnd end;
  static_cast<void>(end);
  handOver();
  if (!memory.load(std::memory_order_acquire)) {
    if (!open())
      return false;
    if (here.chunk)
      return true;
  }
  char *chunks = memory.load(std::memory_order_relaxed);
  const std::uint64_t giveUp = now() + patience;
  std::uint32_t index = 0;
  while (!findFree(index)) {
    if (ended.load(std::memory_order_relaxed))
      return false;
    if (writerIsGone() || now() > giveUp) {
      fail(EPIPE);
      return false;
    }
    ::usleep(500);
  }
  if (const int error = sharedPart(chunks).error.load(std::memory_order_relaxed)) {
    fail(error);
    return false;
  }
  if (index >= populated.load(std::memory_order_relaxed))
    populateFrom(index);
  here.chunk = &abi::TraceMemoryLayout(memoryBytes).chunk(chunks, index);
  here.chunkIndex = index;
  here.used = sizeof(abi::TraceChunk);
  return true;
}

// A page fault for each dozen of commands takes longer than they do.
void Trace::populateFrom(std::uint32_t index) {
#ifndef MADV_POPULATE_WRITE
  constexpr int MADV_POPULATE_WRITE = 23;
#endif
  constexpr std::uint32_t atOnce = 64;
  const abi::TraceMemoryLayout layout(memoryBytes);
  const std::uint32_t end = std::min(index + atOnce, layout.chunks);
  populated.store(end, std::memory_order_relaxed);
  // Kernels before 5.14 do not know it: then there are faults.
  static_cast<void>(::madvise(&layout.chunk(memory.load(std::memory_order_relaxed), index),
                              (end - index) * abi::traceChunkBytes, MADV_POPULATE_WRITE));
}

bool Trace::writerIsGone() {
  MutexLock lock(mutex);
  pollfd waiting{socket.get(), POLLIN, 0};
  return ::poll(&waiting, 1, 0) != 0;
}

void Trace::close() {
  if (ended.exchange(true))
    return;
  MutexLock lock(mutex);
  char *chunks = memory.load(std::memory_order_relaxed);
  if (!chunks)
    return; // a child after fork() that has traced nothing
  char byte = 0;
  pollfd waiting{socket.get(), POLLIN, 0};
  ssize_t got = ::send(socket.get(), &byte, 1, MSG_NOSIGNAL);
  // As long as it goes on.
  if (got == 1) {
    while (::poll(&waiting, 1, -1) < 0 && errno == EINTR)
      ;
    got = ::recv(socket.get(), &byte, 1, MSG_DONTWAIT);
  }
  if (const int error = sharedPart(chunks).error.load(std::memory_order_relaxed))
    complainOf(error);
  else if (got != 1)
    complainOf(EPIPE);
}

bool Trace::open() {
  int error = 0;
  {
    MutexLock lock(mutex);
    if (memory.load(std::memory_order_relaxed))
      return true;
    FileDescriptor file;
    error = openFile(file);
    if (!error)
      error = startWriter(file);
  }
  if (error) {
    fail(error);
    return false;
  }
  TraceEvent process(TraceEvent::metadata, "process_name", "", 0, thisThread());
  process.argument("name", std::string_view(program_invocation_short_name));
  put(process.record());
  return true;
}

int Trace::openFile(FileDescriptor &file) {
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
  return file ? 0 : errno;
}

int Trace::startWriter(const FileDescriptor &file) {
  // The limit is one of memory files, too.
  rlimit limit{};
  memoryBytes = mostMemory;
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0)
    memoryBytes = std::min<std::uint64_t>(memoryBytes, limit.rlim_cur);
  if (memoryBytes < leastMemory)
    return EFBIG;
  const FileDescriptor shared = createMemoryFile("heddle-trace");
  if (!shared || ::ftruncate(shared.get(), static_cast<off_t>(memoryBytes)) != 0)
    return errno;
  void *mapped = ::mmap(nullptr, memoryBytes, PROT_READ | PROT_WRITE, MAP_SHARED, shared.get(), 0);
  if (mapped == MAP_FAILED)
    return errno;
  int ends[2];
  int error = ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0 ? 0 : errno;
  if (!error) {
    socket.reset(ends[0]);
    const FileDescriptor theirs(ends[1]);
    const abi::TraceMessage message{abi::abiVersion, static_cast<std::uint32_t>(::getpid()),
                                    memoryBytes};
    error = startDetached({writer, abi::writeTraceOption}, theirs.get());
    const int files[abi::traceDescriptorCount] = {shared.get(), file.get()};
    if (!error && !abi::sendMessage(socket.get(), &message, sizeof(message), files))
      error = errno;
  }
  if (error)
    ::munmap(mapped, memoryBytes);
  else
    memory.store(static_cast<char *>(mapped), std::memory_order_release);
  return error;
}

void Trace::fail(int error) {
  if (ended.exchange(true))
    return;
  MutexLock lock(mutex);
  complainOf(error);
}

void Trace::complainOf(int error) {
  complain("HEDDLE_TRACE: cannot write '%s': %s", fileName.c_str(),
           error == EPIPE ? ("'" + writer + " " + abi::writeTraceOption + "' has ended").c_str()
                          : errorText(error).c_str());
}

void Trace::nameThread() {
  here.named = true;
  char name[64] = "";
  ::pthread_getname_np(::pthread_self(), name, sizeof(name));
  TraceEvent event(TraceEvent::metadata, "thread_name", "", 0, thisThread());
  event.argument("name", std::string_view(name));
  put(event.record());
}

// The parent's chunks are the parent's. The child has a file of its own once it has something to
// write: most children are other programs soon.
void Trace::afterForkInChild() {
  if (char *chunks = memory.exchange(nullptr))
    ::munmap(chunks, memoryBytes);
  populated = 0;
  here = ThisThread();
  socket.reset();
  forked = true;
}

Trace::ThreadEnd::~ThreadEnd() {
  if (Trace *trace = active())
    trace->handOver();
}

} // namespace heddle
