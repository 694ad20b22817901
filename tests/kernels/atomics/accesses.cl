// Atomic loads, stores and exchanges for nothing, each lane at a place of its own or several at one:
// side by side, from an address that is aligned for no vector, apart, in the order of an index, by
// some lanes only, and at one place for all; in each order, in whole and in partial sub-groups.
//! reference
//! launch 64/16 64/64 40/10 33/33 7/7
//! types int float long
//! kernel rows_$T: inout $T[n+9] | in $T[n+9] | value int 3
//! kernel apart_$T: inout $T[n*3+9] | in $T[n*3+9] | value int 1
//! kernel some_lanes_$T: inout $T[n+9] | in $T[n+9] | value int 2
//! kernel backwards_$T: inout $T[n+9] | in $T[n+9] | value int 0
//! kernel permuted_$T: inout $T[n+9] | in $T[n+9] | value int 0
//! kernel exchanges_$T: inout $T[n+9] | in $T[n+9] | value int 5
//! kernel through_local_$T: inout $T[n+9] | in $T[n+9] | value int 0

#define LOAD(P, ORDER) atomic_load_explicit((P), memory_order_##ORDER, memory_scope_device)
#define STORE(P, X, ORDER)                                                                         \
  atomic_store_explicit((P), (X), memory_order_##ORDER, memory_scope_device)
#define ALL(T)                                                                                     \
  kernel void rows_##T(global atomic_##T *out, global atomic_##T *in, int from) {                  \
    size_t i = get_global_id(0);                                                                   \
    STORE(out + i + from, LOAD(in + i, relaxed), relaxed);                                         \
  }                                                                                                \
  kernel void apart_##T(global atomic_##T *out, global atomic_##T *in, int from) {                 \
    size_t i = get_global_id(0);                                                                   \
    STORE(out + 3 * i + from, LOAD(in + 3 * i + 1, acquire), release);                             \
  }                                                                                                \
  kernel void some_lanes_##T(global atomic_##T *out, global atomic_##T *in, int from) {            \
    size_t i = get_global_id(0);                                                                   \
    if (atomic_load(in + i) > 0)                                                                   \
      atomic_store(out + i + from, atomic_load(in + i + from));                                    \
  }                                                                                                \
  kernel void backwards_##T(global atomic_##T *out, global atomic_##T *in, int from) {             \
    size_t i = get_global_id(0), n = get_global_size(0);                                           \
    STORE(out + n - 1 - i, LOAD(in + n - 1 - i, seq_cst) + LOAD(in + from, relaxed), seq_cst);     \
  }                                                                                                \
  kernel void permuted_##T(global atomic_##T *out, global atomic_##T *in, int from) {              \
    size_t i = get_global_id(0), n = get_global_size(0);                                           \
    size_t place = i * (n / 2 | 1) % n + from;                                                     \
    STORE(out + i, LOAD(in + place, relaxed), relaxed);                                            \
    STORE(out + n + i % 9, LOAD(in + n, relaxed), relaxed);                                        \
  }                                                                                                \
  kernel void exchanges_##T(global atomic_##T *out, global atomic_##T *in, int from) {             \
    size_t i = get_global_id(0);                                                                   \
    atomic_exchange_explicit(out + i + from, LOAD(in + i, relaxed), memory_order_relaxed,          \
                             memory_scope_device);                                                 \
  }                                                                                                \
  kernel void through_local_##T(global atomic_##T *out, global atomic_##T *in, int from) {         \
    local atomic_##T words[64];                                                                    \
    size_t i = get_global_id(0), l = get_local_id(0);                                              \
    STORE(words + l, LOAD(in + i, relaxed), seq_cst);                                              \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    STORE(out + i, LOAD(words + get_local_size(0) - 1 - l, relaxed), relaxed);                     \
  }

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
ALL(int)
ALL(float)
ALL(long)
