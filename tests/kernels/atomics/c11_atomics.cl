// The atomic functions of OpenCL C 2.0 and later: explicit and not, all types, orders and scopes,
// through global, local and generic pointers; the 64-bit functions of cl_khr_int64_base_atomics and
// cl_khr_int64_extended_atomics. Results that depend on the
// order of the work-items are not stored.
//! reference
//! options -cl-std=CL3.0
//! launch 64/16 33/33 17/17 1000/10
//! types int uint long ulong
//! kernel fetch_$T: inout $T[8] values 0 0 0 0 255 3 3 9 | in $T[n] range 1 100
//! kernel old_$T: inout $T[8] values 0 0 0 0 255 3 3 9 | in $T[n] range 1 100
//! kernel atom_$T: inout $T[8] values 0 0 0 0 255 3 3 9 | in $T[n] range 1 100
//! kernel exchanges_$T: inout $T[n] range 0 3 | out $T[n] | in $T[n]
//! types float double
//! kernel floats_$T: inout $T[n] range 0 3 | out $T[n] | in $T[n] range 0 9
//! launch 64/16 128/64 1000/50
//! kernel tickets: inout int[1] zero | inout int[n] zero
//! kernel divergent_tickets: inout int[2] zero | inout int[n] zero | inout int[n] zero | in int[n]
//! kernel flags: inout int[4] zero | inout int[1] zero
//! kernel orders_and_scopes: inout int[1] zero | in int[n] range 0 9
//! kernel generic_places: inout int[2] zero | out int[n] | in int[n] range 0 5
//! kernel weak_loop: inout ulong[1] zero | in int[n] range 1 9
//! kernel local_atomics: out long[n] | in int[n] range 0 5
//! kernel sizes: inout long[4] zero
//! kernel fences: inout int[n] | out int[n]

#define FETCH(T)                                                                                   \
  kernel void fetch_##T(global atomic_##T *c, global const T *in) {                                \
    T x = in[get_global_id(0)];                                                                    \
    atomic_fetch_add_explicit(&c[0], x, memory_order_relaxed, memory_scope_device);                \
    atomic_fetch_sub(&c[1], x);                                                                    \
    atomic_fetch_or_explicit(&c[2], x, memory_order_acq_rel);                                      \
    atomic_fetch_xor(&c[3], x);                                                                    \
    atomic_fetch_and_explicit(&c[4], x | 0x80, memory_order_seq_cst, memory_scope_all_devices);    \
    atomic_fetch_min(&c[5], x);                                                                    \
    atomic_fetch_max_explicit(&c[6], x, memory_order_release, memory_scope_device);                \
    atomic_fetch_add(&c[7], (T)2);                                                                 \
  }                                                                                                \
  kernel void old_##T(global atomic_##T *c, global const T *in) {                                  \
    T x = in[get_global_id(0)];                                                                    \
    T old = atomic_fetch_add(&c[0], x);                                                            \
    atomic_fetch_or(&c[1], old & 0);                                                               \
    old = atomic_fetch_max(&c[2], x);                                                              \
    atomic_fetch_add(&c[3], (T)(old > c_limit));                                                   \
  }                                                                                                \
  kernel void exchanges_##T(global atomic_##T *data, global T *out, global const T *in) {          \
    size_t i = get_global_id(0);                                                                   \
    T expected = 2;                                                                                \
    bool done = atomic_compare_exchange_strong(&data[i], &expected, in[i]);                        \
    T now = atomic_load(&data[i]);                                                                 \
    if (!done) {                                                                                   \
      atomic_store(&data[i], expected + 40);                                                       \
      expected = atomic_exchange(&data[i], 9);                                                     \
    }                                                                                              \
    out[i] = expected * 3 + now + done;                                                            \
  }

#define c_limit 1000
FETCH(int)
FETCH(uint)
FETCH(long)
FETCH(ulong)

#define ATOM(T, f)                                                                                 \
  kernel void atom_##T(global T *c, global const T *in) {                                          \
    T x = in[get_global_id(0)];                                                                    \
    f##_add(&c[0], x);                                                                             \
    f##_sub(&c[1], x);                                                                             \
    f##_or(&c[2], x);                                                                              \
    f##_xor(&c[3], x);                                                                             \
    f##_and(&c[4], x | 0x80);                                                                      \
    f##_min(&c[5], x);                                                                             \
    f##_max(&c[6], x);                                                                             \
    f##_inc(&c[7]);                                                                                \
    f##_inc(&c[7]);                                                                                \
    f##_inc(&c[7]);                                                                                \
    f##_dec(&c[7]);                                                                                \
  }

ATOM(int, atomic)
ATOM(uint, atomic)
ATOM(long, atom)
ATOM(ulong, atom)

#define FLOATS(T)                                                                                  \
  kernel void floats_##T(global atomic_##T *data, global T *out, global const T *in) {             \
    size_t i = get_global_id(0);                                                                   \
    T old = atomic_exchange(&data[i], in[i]);                                                      \
    T now = atomic_load_explicit(&data[i], memory_order_acquire, memory_scope_device);             \
    atomic_store_explicit(&data[i], now + 1, memory_order_release, memory_scope_device);           \
    T expected = now + 1;                                                                          \
    if (atomic_compare_exchange_strong(&data[i], &expected, now + 2))                              \
      expected += 100;                                                                             \
    out[i] = old + now + expected;                                                                 \
  }

FLOATS(float)
FLOATS(double)

// Each work-item takes a ticket of its own: all places are marked once.
kernel void tickets(global atomic_int *next, global int *marks) {
  int ticket = atomic_fetch_add_explicit(next, 1, memory_order_relaxed, memory_scope_device);
  marks[ticket] += 1;
}

kernel void divergent_tickets(global atomic_int *next, global int *odd, global int *even,
                              global const int *in) {
  size_t i = get_global_id(0);
  if (in[i] & 1)
    odd[atomic_fetch_add(&next[0], 1)] += 1;
  else
    even[-atomic_fetch_sub(&next[1], 1)] += 1;
}

kernel void flags(global atomic_flag *flag, global atomic_int *winners) {
  if (!atomic_flag_test_and_set(flag))
    atomic_fetch_add(winners, 1);
  atomic_flag_test_and_set_explicit(flag + 1, memory_order_relaxed, memory_scope_work_group);
  atomic_flag_clear_explicit(flag + 2, memory_order_release, memory_scope_device);
  atomic_flag_clear(flag + 3);
}

kernel void orders_and_scopes(global atomic_int *c, global const int *in) {
  int x = in[get_global_id(0)];
  atomic_fetch_add_explicit(c, x, memory_order_relaxed, memory_scope_work_group);
  atomic_fetch_add_explicit(c, x, memory_order_acquire, memory_scope_device);
  atomic_fetch_add_explicit(c, x, memory_order_release, memory_scope_all_svm_devices);
  atomic_fetch_add_explicit(c, x, memory_order_acq_rel, memory_scope_sub_group);
  atomic_fetch_add_explicit(c, x, memory_order_seq_cst, memory_scope_device);
}

int bump(volatile atomic_int *where, int by) { return atomic_fetch_add(where, by); }

kernel void generic_places(global atomic_int *c, global int *out, global const int *in) {
  local atomic_int slots[128];
  size_t i = get_global_id(0), l = get_local_id(0);
  atomic_init(&slots[l], 3);
  bump(&c[0], in[i]);
  int old = bump(&slots[l], in[i]);
  volatile atomic_int *p = in[i] & 1 ? (volatile atomic_int *)&slots[l] : &c[1];
  bump(p, 1);
  out[i] = old * 100 + atomic_load(&slots[l]);
}

kernel void weak_loop(global atomic_ulong *sum, global const int *in) {
  ulong seen = atomic_load(sum);
  while (!atomic_compare_exchange_weak_explicit(sum, &seen, seen + in[get_global_id(0)],
                                                memory_order_acq_rel, memory_order_acquire,
                                                memory_scope_device))
    ;
}

kernel void local_atomics(global long *out, global const int *in) {
  local atomic_long slots[128];
  local atomic_uint small[128];
  size_t i = get_global_id(0), l = get_local_id(0);
  atomic_init(&slots[l], 5);
  atomic_store(&small[l], 7u);
  if (in[i] & 1)
    atomic_fetch_add(&slots[l], in[i]);
  else
    atomic_fetch_max(&small[l], (uint)in[i] + 6);
  out[i] = atomic_load(&slots[l]) * 10 + atomic_load(&small[l]);
}

kernel void sizes(global long *c) {
  atomic_fetch_add((global atomic_size_t *)&c[0], (size_t)1);
  atomic_fetch_add((global atomic_ptrdiff_t *)&c[1], (ptrdiff_t)2);
  atomic_fetch_add((global atomic_intptr_t *)&c[2], (intptr_t)3);
  atomic_fetch_or((global atomic_uintptr_t *)&c[3], (uintptr_t)4);
}

kernel void fences(global int *data, global int *out) {
  size_t i = get_global_id(0);
  data[i] += 1;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
  atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_order_seq_cst,
                         memory_scope_all_svm_devices);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  read_mem_fence(CLK_LOCAL_MEM_FENCE);
  write_mem_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  out[i] = data[i] * 2;
}
