#include "tests/support/amx_emulator/trap_configuration.hpp"

#include "tests/support/amx_emulator/decode.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace heddle::amx {

namespace {

struct Mapping {
  std::uintptr_t begin = 0, end = 0;
  int protection = PROT_NONE;
};

/// Characters of /proc/self/maps, without a library that could lock or allocate.
class MapsReader {
public:
  MapsReader() : fd(::open("/proc/self/maps", O_RDONLY | O_CLOEXEC)) {}
  ~MapsReader() {
    if (fd >= 0)
      ::close(fd);
  }
  MapsReader(const MapsReader &) = delete;
  MapsReader &operator=(const MapsReader &) = delete;

  /// -1 at the end.
  int next() {
    if (position == length) {
      position = 0;
      length = fd >= 0 ? std::max<ssize_t>(::read(fd, buffer, sizeof buffer), 0) : 0;
      if (length == 0)
        return -1;
    }
    return static_cast<unsigned char>(buffer[position++]);
  }

  /// Up to the first character that is no digit, which is read as well.
  std::uintptr_t hexadecimal() {
    std::uintptr_t number = 0;
    for (int c = next();; c = next()) {
      if (c >= '0' && c <= '9')
        number = number << 4 | static_cast<unsigned>(c - '0');
      else if (c >= 'a' && c <= 'f')
        number = number << 4 | static_cast<unsigned>(c - 'a' + 10);
      else
        return number;
    }
  }

private:
  int fd;
  char buffer[1024];
  ssize_t position = 0, length = 0;
};

// A line is "begin-end rwxp …".
bool findMapping(std::uintptr_t address, Mapping &mapping) {
  MapsReader maps;
  for (;;) {
    mapping.begin = maps.hexadecimal();
    mapping.end = maps.hexadecimal();
    if (mapping.end == 0)
      return false;
    mapping.protection = (maps.next() == 'r' ? PROT_READ : 0) |
                         (maps.next() == 'w' ? PROT_WRITE : 0) |
                         (maps.next() == 'x' ? PROT_EXEC : 0);
    if (address >= mapping.begin && address < mapping.end)
      return true;
    int c = maps.next();
    while (c != '\n' && c != -1)
      c = maps.next();
    if (c == -1)
      return false;
  }
}

bool isConfiguration(const std::uint8_t *code, std::size_t bytes) {
  // An instruction at the end may seem to go on behind it.
  std::uint8_t copy[16] = {};
  std::memcpy(copy, code, std::min(bytes, sizeof copy));
  const Decoded decoded = decode(copy);
  if (decoded.kind != Decoded::Kind::instruction || decoded.instruction.length > bytes)
    return false;
  const Operation operation = decoded.instruction.operation;
  return operation == Operation::ldtilecfg || operation == Operation::sttilecfg ||
         operation == Operation::tilerelease;
}

} // namespace

void trapConfigurations(const void *code) {
  Mapping mapping;
  if (!findMapping(reinterpret_cast<std::uintptr_t>(code), mapping))
    return;
  auto *begin = reinterpret_cast<std::uint8_t *>(mapping.begin);
  const std::size_t size = mapping.end - mapping.begin;
  // For good: another thread may be at this, too, and must not lose the permission in the middle.
  if (!(mapping.protection & PROT_WRITE) &&
      ::mprotect(begin, size, mapping.protection | PROT_READ | PROT_WRITE) != 0)
    return;
  for (std::size_t i = 0; i < size; ++i) {
    // Nearly all of the code is something else.
    const void *found = std::memchr(begin + i, vexByte, size - i);
    if (!found)
      return;
    i = static_cast<std::size_t>(static_cast<const std::uint8_t *>(found) - begin);
    if (isConfiguration(begin + i, size - i))
      __atomic_store_n(begin + i, trapByte, __ATOMIC_RELAXED);
  }
}

} // namespace heddle::amx
