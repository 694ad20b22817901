// No LLVM in here.
//
// The file is an array of events, which is closed at any time: the bracket at the end is written
// anew with each piece that the file grows by.
#include "compiler/driver/trace_writer.hpp"

#include "runtime/abi/abi_version.hpp"
#include "runtime/abi/descriptor_message.hpp"
#include "runtime/abi/trace_records.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace heddle::compiler {

namespace {

using abi::TraceArgument;
using abi::TraceRecord;

constexpr std::string_view ending = "\n]\n";
constexpr std::size_t pieceOfFile = 1 << 20;
/// Behind the other programs of the machine, and the one that is traced.
constexpr int niceness = 10;
// How long to look away, in milliseconds: longer while nothing happens.
constexpr int shortestPause = 5, longestPause = 80;

/// Events as JSON.
class EventText {
public:
  explicit EventText(std::uint32_t process) : process(std::to_string(process)) {}

  std::string &text() { return out; }
  /// False for what is no record.
  bool add(std::string_view bytes);

private:
  void begin(char phase, std::string_view name, std::string_view category, std::uint64_t time,
             std::uint64_t track);
  void arrow(const TraceRecord &record, std::string_view name);
  void arguments(std::string_view rest, unsigned count);
  void put(std::string_view bytes) { out += bytes; }
  template <typename Number> void putNumber(Number value);
  void putReal(double value);
  void putMicroseconds(std::uint64_t nanoseconds);
  void putString(std::string_view value);

  const std::string process;
  std::string out;
  std::uint64_t arrows = 0;
};

bool EventText::add(std::string_view bytes) {
  TraceRecord record;
  if (bytes.size() < sizeof(record))
    return false;
  std::memcpy(&record, bytes.data(), sizeof(record));
  bytes.remove_prefix(sizeof(record));
  if (bytes.size() < std::size_t(record.nameBytes) + record.categoryBytes)
    return false;
  const std::string_view name = bytes.substr(0, record.nameBytes);
  const std::string_view category = bytes.substr(record.nameBytes, record.categoryBytes);
  if (record.kind == TraceRecord::arrow) {
    arrow(record, name);
    return true;
  }
  if (record.kind != TraceRecord::complete && record.kind != TraceRecord::metadata)
    return false;
  begin(record.kind, name, category, record.time, record.track);
  if (record.kind == TraceRecord::complete) {
    put(",\"dur\":");
    putMicroseconds(record.duration);
  }
  arguments(bytes.substr(name.size() + category.size()), record.arguments);
  put("}");
  return true;
}

void EventText::begin(char phase, std::string_view name, std::string_view category,
                      std::uint64_t time, std::uint64_t track) {
  put(",\n{\"ph\":\"");
  out += phase;
  put("\",\"name\":");
  putString(name);
  if (!category.empty()) {
    put(",\"cat\":");
    putString(category);
  }
  put(",\"pid\":");
  put(process);
  put(",\"tid\":");
  putNumber(track);
  put(",\"ts\":");
  putMicroseconds(time);
}

void EventText::arrow(const TraceRecord &record, std::string_view name) {
  const std::uint64_t number = ++arrows; // readers pair the two ends by it
  begin('s', name, name, record.time, record.track);
  put(",\"id\":");
  putNumber(number);
  put("}");
  begin('f', name, name, record.duration, record.toTrack);
  put(",\"id\":");
  putNumber(number);
  // Into the event around it.
  put(",\"bp\":\"e\"}");
}

void EventText::arguments(std::string_view rest, unsigned count) {
  const auto take = [&rest](std::size_t bytes) {
    const std::string_view taken = rest.substr(0, bytes);
    rest.remove_prefix(taken.size());
    return taken;
  };
  const auto number = [&take] {
    std::uint64_t value = 0;
    const std::string_view bytes = take(sizeof(value));
    std::memcpy(&value, bytes.data(), bytes.size());
    return value;
  };
  for (unsigned i = 0; i < count; ++i) {
    TraceArgument argument;
    if (rest.size() < sizeof(argument))
      break;
    std::memcpy(&argument, take(sizeof(argument)).data(), sizeof(argument));
    put(i == 0 ? ",\"args\":{" : ",");
    putString(take(argument.nameBytes));
    put(":");
    switch (argument.type) {
    case TraceArgument::text:
      putString(take(argument.count));
      break;
    case TraceArgument::number:
      putNumber(number());
      break;
    case TraceArgument::signedNumber:
      putNumber(static_cast<std::int64_t>(number()));
      break;
    case TraceArgument::real:
      putReal(std::bit_cast<double>(number()));
      break;
    case TraceArgument::numbers:
      put("[");
      for (unsigned n = 0; n < argument.count; ++n) {
        put(n == 0 ? "" : ",");
        putNumber(number());
      }
      put("]");
      break;
    }
  }
  if (count > 0)
    put("}");
}

template <typename Number> void EventText::putNumber(Number value) {
  char digits[24];
  put({digits, std::to_chars(digits, digits + sizeof(digits), value).ptr});
}

// Five digits: it was measured.
void EventText::putReal(double value) {
  char digits[32];
  put({digits,
       std::to_chars(digits, digits + sizeof(digits), value, std::chars_format::general, 5).ptr});
}

// The format counts microseconds; three digits behind the point are nanoseconds.
void EventText::putMicroseconds(std::uint64_t nanoseconds) {
  char digits[32];
  char *end = std::to_chars(digits, digits + sizeof(digits), nanoseconds / 1000).ptr;
  const auto rest = static_cast<unsigned>(nanoseconds % 1000);
  *end++ = '.';
  *end++ = static_cast<char>('0' + rest / 100);
  *end++ = static_cast<char>('0' + rest / 10 % 10);
  *end++ = static_cast<char>('0' + rest % 10);
  put({digits, end});
}

// Bytes beyond ASCII are written by their numbers: whether they are UTF-8 need not be known.
void EventText::putString(std::string_view value) {
  constexpr char hexadecimal[] = "0123456789abcdef";
  put("\"");
  for (const char character : value) {
    const auto byte = static_cast<unsigned char>(character);
    if (byte < 0x20 || byte >= 0x7f) {
      const char escaped[] = {'\\', 'u', '0', '0', hexadecimal[byte >> 4], hexadecimal[byte & 15]};
      put({escaped, sizeof(escaped)});
    } else {
      if (character == '"' || character == '\\')
        put("\\");
      out += character;
    }
  }
  put("\"");
}

class TraceWriter {
public:
  TraceWriter(char *memory, const abi::TraceMessage &message, int file)
      : memory(memory), layout(message.memoryBytes), file(file), events(message.process),
        readOf(layout.chunks) {}

  /// What is there now. False when that is nothing.
  bool drain();

private:
  /// Takes the records of a chunk that were not there the last time.
  bool read(std::uint32_t index);
  void write();
  int writeAt(off_t offset, std::string_view bytes) const;

  char *const memory;
  const abi::TraceMemoryLayout layout;
  const int file;
  EventText events;
  std::vector<std::uint32_t> readOf; ///< bytes of each chunk
  off_t size = 0;                    ///< of the file, without the ending
};

bool TraceWriter::drain() {
  bool found = false;
  for (std::uint32_t index = 0; index < layout.chunks; ++index) {
    found |= read(index);
    if (events.text().size() >= pieceOfFile)
      write();
  }
  write();
  return found;
}

bool TraceWriter::read(std::uint32_t index) {
  std::atomic<std::uint32_t> &state = layout.state(memory, index);
  const std::uint32_t known = state.load(std::memory_order_acquire);
  if (known == abi::freeChunk)
    return false;
  abi::TraceChunk &chunk = layout.chunk(memory, index);
  const std::uint32_t end = std::min<std::uint32_t>(chunk.committed.load(std::memory_order_acquire),
                                                    abi::traceRoomInChunk);
  std::uint32_t &done = readOf[index];
  const bool isNew = done < end;
  const char *const records = reinterpret_cast<const char *>(&chunk + 1);
  while (done < end) {
    std::uint16_t bytes = 0;
    std::memcpy(&bytes, records + done, sizeof(bytes));
    // A program that writes where it should not may have hit it.
    if (bytes > end - done || !events.add({records + done, bytes}))
      done = end;
    else
      done += bytes;
  }
  if (known == abi::fullChunk) {
    done = 0;
    chunk.committed.store(0, std::memory_order_relaxed);
    state.store(abi::freeChunk, std::memory_order_release);
    std::atomic<std::uint32_t> &firstFree = reinterpret_cast<abi::TraceMemory *>(memory)->firstFree;
    if (index < firstFree.load(std::memory_order_relaxed))
      firstFree.store(index, std::memory_order_relaxed);
  }
  return isNew;
}

void TraceWriter::write() {
  std::string &text = events.text();
  std::atomic<std::int32_t> &error = reinterpret_cast<abi::TraceMemory *>(memory)->error;
  if (!text.empty() && error.load(std::memory_order_relaxed) == 0) {
    if (size == 0)
      text[0] = '['; // in place of the comma
    std::size_t bytes = text.size();
    text += ending;
    if (const int problem = writeAt(size, text)) {
      // Whole events, as many as there is room for, and the ending.
      const off_t room = ::lseek(file, 0, SEEK_END) - size - static_cast<off_t>(ending.size());
      bytes = room > 0 ? text.rfind(",\n", static_cast<std::size_t>(room)) : std::string::npos;
      if (bytes == std::string::npos)
        bytes = 0;
      if (::ftruncate(file, size + static_cast<off_t>(bytes)) == 0)
        static_cast<void>(writeAt(size + static_cast<off_t>(bytes), ending));
      error.store(problem, std::memory_order_relaxed);
    }
    size += static_cast<off_t>(bytes);
  }
  text.clear();
}

int TraceWriter::writeAt(off_t offset, std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file, bytes.data(), bytes.size(), offset);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return written < 0 ? errno : ENOSPC;
    bytes.remove_prefix(static_cast<std::size_t>(written));
    offset += written;
  }
  return 0;
}

} // namespace

int writeTrace(int socket) {
  abi::TraceMessage message{};
  int files[abi::traceDescriptorCount];
  if (abi::receiveMessage(socket, &message, sizeof(message), files) != sizeof(message) ||
      message.abiVersion != abi::abiVersion || files[0] < 0)
    return 1;
  void *memory = ::mmap(nullptr, message.memoryBytes, PROT_READ | PROT_WRITE, MAP_SHARED,
                        files[abi::traceMemory], 0);
  if (memory == MAP_FAILED)
    return 1;
  std::signal(SIGXFSZ, SIG_IGN); // a limit on the size of files is an error
  ::setpriority(PRIO_PROCESS, 0, niceness);

  TraceWriter writer(static_cast<char *>(memory), message, files[abi::traceFile]);
  for (int pause = shortestPause;;) {
    pause = writer.drain() ? shortestPause : std::min(2 * pause, longestPause);
    pollfd waiting{socket, POLLIN, 0};
    if (::poll(&waiting, 1, pause) > 0)
      break;
  }
  writer.drain();
  // The lock on the file goes with it.
  ::close(files[abi::traceFile]);
  // A socket that is closed with something unread in it is an error to the other end.
  char byte = 0;
  static_cast<void>(::recv(socket, &byte, sizeof(byte), MSG_DONTWAIT));
  static_cast<void>(::send(socket, &byte, sizeof(byte), MSG_NOSIGNAL));
  return 0;
}

} // namespace heddle::compiler
