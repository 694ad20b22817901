// Atomic functions of OpenCL C 1.x on int and uint, in global and local memory. Results that depend
// on the order of the work-items are not stored.
//! reference
//! launch 64/16 33/33 17/17 100/10 7/1 128/64
//! kernel counters: inout int[8] zero | in int[n] range -50 50
//! kernel extended: inout uint[5] values 0 4294967295 4294967295 0 0 | in uint[n]
//! kernel divergent_counters: inout int[8] zero | in int[n] range 0 7
//! kernel in_branch: inout int[2] zero | in int[n] range 0 9
//! kernel in_loop: inout int[4] zero | in int[n] range 0 6
//! kernel unique_tickets: inout int[1] zero | inout int[n] zero
//! kernel exchange_own: inout int[n] | out int[n] | in int[n]
//! kernel compare_exchange_own: inout int[n] range 0 3 | out int[n]
//! kernel compare_exchange_loop: inout int[1] zero | in int[n] range 1 9
//! kernel exchange_float: inout float[n] | out float[n]
//! kernel local_counter: out int[n] | in int[n] range 0 3

kernel void counters(global int *c, global const int *in) {
  size_t i = get_global_id(0);
  atomic_add(&c[0], in[i]);
  atomic_sub(&c[1], in[i]);
  atomic_inc(&c[2]);
  atomic_dec(&c[3]);
  atomic_min(&c[4], in[i]);
  atomic_max(&c[5], in[i]);
  atomic_add(&c[6], 3);
  atom_add(&c[7], in[i] * 2);
}

kernel void extended(global uint *c, global const uint *in) {
  size_t i = get_global_id(0);
  atomic_or(&c[0], in[i] & 0xff);
  atomic_and(&c[1], in[i] | 0xff0);
  atomic_min(&c[2], in[i]);
  atomic_max(&c[3], in[i]);
  atomic_xor(&c[4], in[i]);
}

kernel void divergent_counters(global int *c, global const int *in) {
  size_t i = get_global_id(0);
  atomic_add(&c[in[i]], (int)i);
}

kernel void in_branch(global int *c, global const int *in) {
  size_t i = get_global_id(0);
  if (in[i] > 4)
    atomic_add(&c[0], in[i]);
  else if (in[i] == 2)
    atomic_inc(&c[1]);
}

kernel void in_loop(global int *c, global const int *in) {
  size_t i = get_global_id(0);
  for (int k = 0; k < in[i]; ++k)
    atomic_add(&c[k & 3], k + 1);
}

// Each work-item takes a ticket of its own: all places are marked once.
kernel void unique_tickets(global int *next, global int *marks) {
  int ticket = atomic_inc(next);
  marks[ticket] += 1;
}

kernel void exchange_own(global int *data, global int *out, global const int *in) {
  size_t i = get_global_id(0);
  out[i] = atomic_xchg(&data[i], in[i]);
}

kernel void compare_exchange_own(global int *data, global int *out) {
  size_t i = get_global_id(0);
  out[i] = atomic_cmpxchg(&data[i], 2, 77);
}

kernel void compare_exchange_loop(volatile global int *sum, global const int *in) {
  size_t i = get_global_id(0);
  int old, seen = *sum;
  do {
    old = seen;
    seen = atomic_cmpxchg(sum, old, old + in[i]);
  } while (seen != old);
}

kernel void exchange_float(global float *data, global float *out) {
  size_t i = get_global_id(0);
  out[i] = atomic_xchg(&data[i], 2.5f);
}

// Local memory starts with any value: each work-item sets its own slot first.
kernel void local_counter(global int *out, global const int *in) {
  local int slots[64];
  size_t i = get_global_id(0), l = get_local_id(0);
  slots[l] = 5;
  atomic_add(&slots[l], in[i]);
  if (in[i] & 1)
    atomic_xor(&slots[l], 0x40);
  int before = atomic_max(&slots[l], 7);
  out[i] = before + slots[l];
}
