// How libheddle.so hands what it traces to the process that writes the trace: as records in memory
// that both share, which are cheap to leave and there whatever becomes of the program.
//
// The runtime starts "heddlec --write-trace" with one end of a SOCK_SEQPACKET socket as standard
// input, and sends a TraceMessage with the memory and the open file. It sends a byte when the
// program ends, and gets one when all records are in the file. The end of a program that sends none
// is seen by the socket.
//
//   memory   | TraceMemory | state of each chunk | chunk | chunk | ...
//   chunk    | TraceChunk  | record | record | ...
//
// A thread takes a free chunk, adds records, each of which counts once `committed` has it, and
// hands the chunk over when it is full. The writer reads along and gives full chunks back, so few
// of them are in use, which stay in caches.
#ifndef HEDDLE_RUNTIME_ABI_TRACE_RECORDS_HPP
#define HEDDLE_RUNTIME_ABI_TRACE_RECORDS_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace heddle::abi {

inline constexpr char writeTraceOption[] = "--write-trace";

enum TraceDescriptor : unsigned { traceMemory, traceFile, traceDescriptorCount };

struct TraceMessage {
  std::uint32_t abiVersion;
  std::uint32_t process; ///< whose trace it is
  std::uint64_t memoryBytes;
};

enum TraceChunkState : std::uint32_t { freeChunk, takenChunk, fullChunk };

struct TraceChunk {
  std::atomic<std::uint32_t> committed; ///< bytes of records that are whole
  std::uint32_t unused;
};
inline constexpr std::size_t traceChunkBytes = 8 << 10;
inline constexpr std::size_t traceRoomInChunk = traceChunkBytes - sizeof(TraceChunk);

struct TraceMemory {
  std::atomic<std::int32_t> error; ///< an errno value: the file cannot be written any more
  /// The first chunk that may be free: where to look first.
  std::atomic<std::uint32_t> firstFree;
};

/// Where the chunks of so many bytes of memory are.
struct TraceMemoryLayout {
  explicit constexpr TraceMemoryLayout(std::uint64_t bytes)
      : chunks(
            static_cast<std::uint32_t>((bytes - bytes / 1024 - traceChunkBytes) / traceChunkBytes)),
        firstChunk((sizeof(TraceMemory) + chunks * sizeof(std::atomic<std::uint32_t>) +
                    traceChunkBytes - 1) /
                   traceChunkBytes * traceChunkBytes) {}

  std::atomic<std::uint32_t> &state(char *memory, std::uint32_t chunk) const {
    return reinterpret_cast<std::atomic<std::uint32_t> *>(memory + sizeof(TraceMemory))[chunk];
  }
  TraceChunk &chunk(char *memory, std::uint32_t index) const {
    return *reinterpret_cast<TraceChunk *>(memory + firstChunk + index * traceChunkBytes);
  }

  std::uint32_t chunks;
  std::size_t firstChunk; ///< in bytes
};

/// Nanoseconds, and tracks as the trace numbers them. Behind it the name, the category, and the
/// arguments, each TraceArgument, its name and its value.
struct TraceRecord {
  enum Kind : char { complete = 'X', metadata = 'M', arrow = 'a' };

  std::uint16_t bytes; ///< of all of it, a multiple of 8
  Kind kind;
  std::uint8_t nameBytes;
  std::uint8_t categoryBytes;
  std::uint8_t arguments;
  std::uint16_t unused;
  std::uint64_t time, track;
  std::uint64_t duration; ///< of arrows the time of the head
  std::uint64_t toTrack;  ///< of arrows
};

struct TraceArgument {
  enum Type : std::uint8_t { text, number, signedNumber, numbers, real };

  Type type;
  std::uint8_t nameBytes;
  std::uint8_t count; ///< of bytes in a text, of numbers of eight bytes else
};

} // namespace heddle::abi

#endif
