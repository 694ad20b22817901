/* The kernels of the test binary, written as the compiler would write them. The metadata that
 * belongs to them is in write_note.cpp. */
#include "runtime/abi/entry_point.h"
#include "runtime/abi/image.h"

#define EXPORT __attribute__((visibility("default")))

/* Program-scope data: each loaded copy of the file has its own. */
static uint64_t loads;

/* kernel void empty() */
EXPORT void empty_entry(const void *arguments, const HeddleNdRange *range, uint64_t first,
                        uint64_t count, HeddleWorkerContext *worker) {
  (void)arguments, (void)range, (void)first, (void)count, (void)worker;
}

/* kernel void number(global ulong *out, ulong base):
 * out[linear global id, without the offset] = base + global id of dimension 0 */
EXPORT void number_entry(const void *arguments, const HeddleNdRange *range, uint64_t first,
                         uint64_t count, HeddleWorkerContext *worker) {
  uint64_t *out = ((uint64_t *const *)arguments)[0];
  const uint64_t base = ((const uint64_t *)arguments)[1];
  (void)worker;
  for (uint64_t group = first; group < first + count; ++group) {
    uint64_t origin[3], end[3], rest = group;
    for (int i = 0; i < 3; ++i) {
      origin[i] = rest % range->numGroups[i] * range->localSize[i];
      rest /= range->numGroups[i];
      end[i] = origin[i] + range->localSize[i];
      if (end[i] > range->globalSize[i])
        end[i] = range->globalSize[i];
    }
    for (uint64_t z = origin[2]; z < end[2]; ++z)
      for (uint64_t y = origin[1]; y < end[1]; ++y)
        for (uint64_t x = origin[0]; x < end[0]; ++x)
          out[x + range->globalSize[0] * (y + range->globalSize[1] * z)] =
              base + range->globalOffset[0] + x;
  }
}

/* kernel void through_local(global uint *out, local uint *a, local uint *b):
 * fills both with the work-group's number, then out[group] = sum of a and b, which are 16 long */
EXPORT void through_local_entry(const void *arguments, const HeddleNdRange *range, uint64_t first,
                                uint64_t count, HeddleWorkerContext *worker) {
  uint32_t *out = ((uint32_t *const *)arguments)[0];
  volatile uint32_t *a =
      (uint32_t *)((char *)worker->localMemory + ((const uint64_t *)arguments)[1]);
  volatile uint32_t *b =
      (uint32_t *)((char *)worker->localMemory + ((const uint64_t *)arguments)[2]);
  (void)range;
  for (uint64_t group = first; group < first + count; ++group) {
    uint32_t sum = 0;
    for (int i = 0; i < 16; ++i) {
      a[i] = (uint32_t)group;
      b[i] = 1;
    }
    for (int i = 0; i < 16; ++i)
      sum += a[i] + b[i];
    out[group] = sum;
  }
}

/* kernel void count_loads(global ulong *out): out[0] = how often this copy of the file was asked */
EXPORT void count_loads_entry(const void *arguments, const HeddleNdRange *range, uint64_t first,
                              uint64_t count, HeddleWorkerContext *worker) {
  (void)range, (void)first, (void)count, (void)worker;
  ((uint64_t *const *)arguments)[0][0] = ++loads;
}

static uint32_t this_thread(void) {
  long result = 186; /* gettid */
  __asm__ volatile("syscall" : "+a"(result) : : "rcx", "r11", "memory");
  return (uint32_t)result;
}

/* kernel void thread_of(global uint *out): out[group] = number of the thread that ran it */
EXPORT void thread_of_entry(const void *arguments, const HeddleNdRange *range, uint64_t first,
                            uint64_t count, HeddleWorkerContext *worker) {
  (void)range, (void)worker;
  for (uint64_t group = first; group < first + count; ++group)
    ((uint32_t *const *)arguments)[0][group] = this_thread();
}

static uint64_t milliseconds(void) {
  struct {
    int64_t seconds, nanoseconds;
  } now;
  long result = 228; /* clock_gettime(CLOCK_MONOTONIC) */
  __asm__ volatile("syscall" : "+a"(result) : "D"(1L), "S"(&now) : "rcx", "r11", "memory");
  return (uint64_t)now.seconds * 1000 + (uint64_t)now.nanoseconds / 1000000;
}

static void yield(void) {
  long result = 24; /* sched_yield */
  __asm__ volatile("syscall" : "+a"(result) : : "rcx", "r11", "memory");
}

/* kernel void meet(global uint *out, ulong threads, ulong timeout):
 * out[0] counts those that are in here, out[1] is the most that it ever was; everybody waits until
 * that is `threads`, for at most so many milliseconds */
EXPORT void meet_entry(const void *arguments, const HeddleNdRange *range, uint64_t first,
                       uint64_t count, HeddleWorkerContext *worker) {
  uint32_t *out = ((uint32_t *const *)arguments)[0];
  const uint64_t threads = ((const uint64_t *)arguments)[1];
  const uint64_t timeout = ((const uint64_t *)arguments)[2];
  (void)range, (void)worker;
  for (uint64_t group = first; group < first + count; ++group) {
    const uint32_t now = __atomic_add_fetch(&out[0], 1, __ATOMIC_SEQ_CST);
    uint32_t most = __atomic_load_n(&out[1], __ATOMIC_SEQ_CST);
    while (now > most &&
           !__atomic_compare_exchange_n(&out[1], &most, now, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      ;
    const uint64_t end = milliseconds() + timeout;
    while (__atomic_load_n(&out[1], __ATOMIC_SEQ_CST) < threads && milliseconds() < end)
      yield();
    __atomic_sub_fetch(&out[0], 1, __ATOMIC_SEQ_CST);
  }
}

/* kernel void store(global ulong *out, ulong address): out[group] = group + 1, and 7 to the address
 */
EXPORT void store_entry(const void *arguments, const HeddleNdRange *range, uint64_t first,
                        uint64_t count, HeddleWorkerContext *worker) {
  (void)range, (void)worker;
  for (uint64_t group = first; group < first + count; ++group) {
    **(uint64_t *volatile *)((const uint64_t *)arguments + 1) = 7;
    ((uint64_t *const *)arguments)[0][group] = group + 1;
  }
}

/* kernel void divide(global ulong *out, ulong divisor): out[group] = 100 / divisor */
EXPORT void divide_entry(const void *arguments, const HeddleNdRange *range, uint64_t first,
                         uint64_t count, HeddleWorkerContext *worker) {
  const volatile uint64_t divisor = ((const uint64_t *)arguments)[1];
  (void)range, (void)worker;
  for (uint64_t group = first; group < first + count; ++group)
    ((uint64_t *const *)arguments)[0][group] = 100 / divisor;
}

static uint64_t descend(const volatile char *above, uint64_t depth) {
  volatile char frame[4096];
  frame[0] = above[0];
  return depth == 0 ? (uint64_t)frame[0] : descend(frame, depth - 1) + (uint64_t)frame[0];
}

/* kernel void overflow(global ulong *out, ulong depth): out[group] = 0, with 4 KiB of stack a level
 */
EXPORT void overflow_entry(const void *arguments, const HeddleNdRange *range, uint64_t first,
                           uint64_t count, HeddleWorkerContext *worker) {
  const volatile char zero[1] = {0};
  (void)range, (void)worker;
  for (uint64_t group = first; group < first + count; ++group)
    ((uint64_t *const *)arguments)[0][group] = descend(zero, ((const uint64_t *)arguments)[1]);
}

/* kernel void deep(global uint *out): out[group] = group, with 12 MiB of stack */
EXPORT void deep_entry(const void *arguments, const HeddleNdRange *range, uint64_t first,
                       uint64_t count, HeddleWorkerContext *worker) {
  volatile char stack[12 << 20];
  (void)range, (void)worker;
  for (unsigned at = 0; at < sizeof(stack); at += 4096)
    stack[sizeof(stack) - 1 - at] = 1;
  for (uint64_t group = first; group < first + count; ++group)
    ((uint32_t *const *)arguments)[0][group] = (uint32_t)group;
}

/* kernel void look_at_image(global ulong *out, read_only image2d_t image, sampler_t sampler):
 * out[0] = the sampler, and behind it the image's record */
EXPORT void look_at_image_entry(const void *arguments, const HeddleNdRange *range, uint64_t first,
                                uint64_t count, HeddleWorkerContext *worker) {
  uint64_t *out = ((uint64_t *const *)arguments)[0];
  const uint64_t *image = ((const uint64_t *const *)arguments)[1];
  (void)range, (void)first, (void)count, (void)worker;
  out[0] = ((const uint32_t *)arguments)[4];
  for (unsigned i = 0; i < sizeof(HeddleImage) / sizeof(uint64_t); ++i)
    out[1 + i] = image[i];
}
