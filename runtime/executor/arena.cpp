#include "runtime/executor/arena.hpp"

#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace heddle::executor {

namespace {

/// Bytes of a register of lanes.
constexpr std::size_t margin = 64;

std::size_t pageSize() {
  static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

} // namespace

Arena Arena::allocate(std::size_t size) {
  Arena arena;
  const std::size_t page = pageSize();
  if (size > SIZE_MAX - margin - 3 * page)
    return arena;
  const std::size_t usable = (size + margin + page - 1) / page * page;
  void *mapping = ::mmap(nullptr, page + usable + page, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED)
    return arena;
  arena.base = static_cast<std::byte *>(mapping) + page;
  arena.usable = usable;
  ::mprotect(arena.base + usable, page, PROT_NONE);
  // What only masks reach would never be there.
  arena.base[-1] = std::byte();
  arena.base[usable - 1] = std::byte();
  return arena;
}

Arena::Arena(Arena &&other) noexcept
    : base(std::exchange(other.base, nullptr)), usable(std::exchange(other.usable, 0)) {}

Arena &Arena::operator=(Arena &&other) noexcept {
  std::swap(base, other.base);
  std::swap(usable, other.usable);
  return *this;
}

Arena::~Arena() {
  if (base)
    ::munmap(base - pageSize(), usable + 2 * pageSize());
}

} // namespace heddle::executor
