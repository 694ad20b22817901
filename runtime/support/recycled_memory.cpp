#include "runtime/support/recycled_memory.hpp"

#include "runtime/support/fork_lock.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <array>
#include <bit>
#include <new>
#include <utility>

namespace heddle {

namespace {

/// What a free piece holds.
struct Piece {
  Piece *next;       ///< in the same batch
  Piece *nextBatch;  ///< in the first piece of a batch
  std::size_t count; ///< of pieces from here on; in the first piece of a batch
};

// Sizes of 128, 256, 512 and 1024 bytes.
constexpr std::size_t smallest = RecycledMemory::alignment;
constexpr std::size_t sizes = 4;
constexpr std::size_t largest = smallest << (sizes - 1);
constexpr std::size_t batchPieces = 64;
// 4 to 32 MiB of each size; the rest goes back to the system.
constexpr std::size_t mostBatches = 512;

std::size_t sizeIndex(std::size_t size) {
  return size <= smallest ? 0 : std::size_t(std::bit_width((size - 1) / smallest));
}

void *fromSystem(std::size_t size) {
  return ::operator new(size, std::align_val_t(RecycledMemory::alignment));
}
void toSystem(void *memory) {
  ::operator delete(memory, std::align_val_t(RecycledMemory::alignment));
}

/// Whole batches, from thread to thread.
class Depot {
public:
  static Depot &instance() {
    static Depot &depot = *[] {
      auto *made = new Depot;
      holdAcrossFork(made->mutex);
      return made;
    }();
    return depot;
  }

  Piece *take(std::size_t index) EXCLUDES(mutex) {
    MutexLock lock(mutex);
    Piece *batch = lists[index].first;
    if (batch) {
      lists[index].first = batch->nextBatch;
      --lists[index].batches;
    }
    return batch;
  }
  void put(std::size_t index, Piece *batch) EXCLUDES(mutex) {
    {
      MutexLock lock(mutex);
      List &list = lists[index];
      if (list.batches < mostBatches) {
        batch->nextBatch = std::exchange(list.first, batch);
        ++list.batches;
        return;
      }
    }
    while (batch)
      toSystem(std::exchange(batch, batch->next));
  }

private:
  struct List {
    Piece *first = nullptr;
    std::size_t batches = 0;
  };
  Mutex mutex;
  std::array<List, sizes> lists GUARDED_BY(mutex);
};

/// The pieces of a thread.
struct Own {
  struct List {
    Piece *first = nullptr;
    std::size_t count = 0;
  };
  std::array<List, sizes> lists;

  ~Own();
};

thread_local Own own;
// Of a trivial type, so that a thread that ends can still read it.
thread_local bool ownIsGone = false;

Own::~Own() {
  ownIsGone = true;
  for (std::size_t i = 0; i < sizes; ++i)
    if (Piece *batch = std::exchange(lists[i].first, nullptr)) {
      batch->count = lists[i].count;
      Depot::instance().put(i, batch);
    }
}

} // namespace

void *RecycledMemory::allocate(std::size_t size) {
  if (size > largest || ownIsGone || !recyclesMemory)
    return fromSystem(size <= largest ? smallest << sizeIndex(size) : size);
  const std::size_t index = sizeIndex(size);
  Own::List &list = own.lists[index];
  if (!list.first) {
    list.first = Depot::instance().take(index);
    if (!list.first)
      return fromSystem(smallest << index);
    list.count = list.first->count;
  }
  --list.count;
  return std::exchange(list.first, list.first->next);
}

void RecycledMemory::release(void *memory, std::size_t size) noexcept {
  if (size > largest || ownIsGone || !recyclesMemory)
    return toSystem(memory);
  const std::size_t index = sizeIndex(size);
  Own::List &list = own.lists[index];
  // Two batches at most: a thread that frees and makes by turns keeps one.
  if (list.count >= 2 * batchPieces) {
    Piece *last = list.first;
    for (std::size_t i = 1; i < batchPieces; ++i)
      last = last->next;
    Piece *batch = std::exchange(list.first, std::exchange(last->next, nullptr));
    batch->count = batchPieces;
    list.count -= batchPieces;
    Depot::instance().put(index, batch);
  }
  list.first = new (memory) Piece{list.first, nullptr, 0};
  ++list.count;
}

} // namespace heddle
