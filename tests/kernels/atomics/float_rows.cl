// Updates of floats that lie side by side, from an aligned address and not, in whole and in partial
// sub-groups, by some lanes only, by several work-groups, and at places that are not side by side.
// Numbers have few digits, so that sums do not depend on the order.
//! reference
//! launch 64/16 64/64 40/10 33/33 7/7
//! types float double
//! kernel add_$T: inout $T[n+9] | in $T[n] | value int 0
//! kernel add_$T: inout $T[n+9] | in $T[n] | value int 3
//! kernel least_and_most_$T: inout $T[n+9] | in $T[n] | value int 4
//! kernel some_lanes_$T: inout $T[n+9] | in $T[n] | value int 4
//! kernel overlapping_$T: inout $T[n+9] | in $T[n] | value int 4
//! kernel apart_$T: inout $T[n*3+9] | in $T[n] | value int 4
//! kernel one_word_$T: inout $T[n+9] | in $T[n] | value int 4
//! kernel old_$T: inout $T[n+9] | in $T[n] | value int 4 | out $T[n]

#define ADD(WORD, X)                                                                               \
  atomic_fetch_add_explicit((WORD), (X), memory_order_relaxed, memory_scope_device)
#define ALL(T)                                                                                     \
  kernel void add_##T(volatile global atomic_##T *words, global const T *in, int from) {           \
    size_t i = get_global_id(0);                                                                   \
    ADD(words + i + from, in[i]);                                                                  \
  }                                                                                                \
  kernel void least_and_most_##T(volatile global atomic_##T *words, global const T *in,            \
                                 int from) {                                                       \
    size_t i = get_global_id(0);                                                                   \
    if (from & 1)                                                                                  \
      atomic_fetch_min(words + i + from, in[i]);                                                   \
    else                                                                                           \
      atomic_fetch_max(words + i + from, in[i]);                                                   \
  }                                                                                                \
  kernel void some_lanes_##T(volatile global atomic_##T *words, global const T *in, int from) {    \
    size_t i = get_global_id(0);                                                                   \
    if (in[i] > 0)                                                                                 \
      ADD(words + i + from, in[i]);                                                                \
  }                                                                                                \
  kernel void overlapping_##T(volatile global atomic_##T *words, global const T *in, int from) {   \
    size_t i = get_global_id(0);                                                                   \
    for (int k = 0; k < 5; ++k)                                                                    \
      ADD(words + i + k, in[i] + k);                                                               \
  }                                                                                                \
  kernel void apart_##T(volatile global atomic_##T *words, global const T *in, int from) {         \
    size_t i = get_global_id(0);                                                                   \
    ADD(words + 3 * i + from, in[i]);                                                              \
  }                                                                                                \
  kernel void one_word_##T(volatile global atomic_##T *words, global const T *in, int from) {      \
    ADD(words + from, in[get_global_id(0)]);                                                       \
  }                                                                                                \
  kernel void old_##T(volatile global atomic_##T *words, global const T *in, int from,             \
                      global T *old) {                                                             \
    size_t i = get_global_id(0);                                                                   \
    old[i] = ADD(words + i + from, in[i]);                                                         \
  }

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
ALL(float)
ALL(double)
