// Memory between two pages that nobody may touch.
#ifndef HEDDLE_TESTS_KERNELS_BLOCK_2D_GUARDED_MEMORY_HPP
#define HEDDLE_TESTS_KERNELS_BLOCK_2D_GUARDED_MEMORY_HPP

#include <cstdint>
#include <new>

#include <sys/mman.h>
#include <unistd.h>

namespace heddle::test {

class GuardedMemory {
public:
  /// At least `bytes`, in whole pages.
  explicit GuardedMemory(std::size_t bytes) : page(std::size_t(sysconf(_SC_PAGESIZE))) {
    inner = (bytes + page - 1) / page * page;
    whole = mmap(nullptr, inner + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (whole == MAP_FAILED || mprotect(begin(), inner, PROT_READ | PROT_WRITE))
      throw std::bad_alloc();
  }
  ~GuardedMemory() { munmap(whole, inner + 2 * page); }
  GuardedMemory(const GuardedMemory &) = delete;
  GuardedMemory &operator=(const GuardedMemory &) = delete;

  std::uint8_t *begin() const { return static_cast<std::uint8_t *>(whole) + page; }
  std::size_t size() const { return inner; }

private:
  std::size_t page, inner = 0;
  void *whole = nullptr;
};

} // namespace heddle::test

#endif
