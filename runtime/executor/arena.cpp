#include "runtime/executor/arena.hpp"

#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace heddle::executor {

namespace {

std::size_t pageSize() {
  static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

} // namespace

Arena Arena::allocate(std::size_t size) {
  Arena arena;
  const std::size_t page = pageSize();
  if (size > SIZE_MAX - 2 * page)
    return arena;
  const std::size_t usable = (size + page - 1) / page * page;
  void *mapping =
      ::mmap(nullptr, usable + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED)
    return arena;
  ::mprotect(static_cast<std::byte *>(mapping) + usable, page, PROT_NONE);
  arena.base = static_cast<std::byte *>(mapping);
  arena.usable = usable;
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
    ::munmap(base, usable + pageSize());
}

} // namespace heddle::executor
