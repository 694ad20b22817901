// Arguments that are only added to may be copied for each worker.
// RUN: heddlec %s --explain --target=x86-64-v3 -- -cl-std=CL3.0 | FileCheck %s

// CHECK-LABEL: kernel 'histogram'
// CHECK:         argument 1 is only added to: each worker has a copy of its own, where it is short
// CHECK-NOT:     argument {{[02]}} is only added to
kernel void histogram(global const uchar *in, global uint *counts, global ulong *sums) {
  const uchar x = in[get_global_id(0)];
  atomic_inc(&counts[x]);
  atomic_sub(&counts[x / 16], 3);
  sums[get_global_id(0)] = x;
}

// Each of these could tell.
// CHECK-NOT: is only added to
// CHECK-LABEL: kernel 'append'
kernel void append(global const int *in, global uint *count, global int *out) {
  if (in[get_global_id(0)] > 0)
    out[atomic_inc(count)] = in[get_global_id(0)];
}

// CHECK-LABEL: kernel 'looks'
kernel void looks(global uint *counts) {
  if (counts[get_group_id(0)] < 100)
    atomic_inc(&counts[get_local_id(0)]);
}

// CHECK-LABEL: kernel 'greatest'
kernel void greatest(global uint *counts, global const uint *in) {
  atomic_add(counts, in[get_global_id(0)]);
  atomic_max(counts + 1, in[get_global_id(0)]);
}

// An address that comes from elsewhere may be any.
// CHECK-LABEL: kernel 'pointers'
kernel void pointers(global uint *counts, global ulong *places) {
  atomic_inc(&counts[get_local_id(0)]);
  *(global uint *)places[get_global_id(0)] = 0;
}
