// For which kernels other sizes are tried, as the estimate is too close and results are the same, but for what
// relaxed arithmetic and the order of atomic operations leave open: not for those that add floats by atomics, or read and
// write volatile memory with no barrier in between, by which lanes meet. Where lanes lose by nothing two registers may be
// better than one.
// RUN: heddlec %s --explain --target=x86-64-v4 -- -cl-std=CL3.0 | FileCheck %s
// RUN: heddlec %s --explain --target=x86-64-v4 -- -cl-std=CL3.0 -cl-fast-relaxed-math | FileCheck %s

// CHECK-LABEL: kernel 'table'
// CHECK:         sub-group size 16
// CHECK-NEXT:    may be quicker at 1, 8, 32: tried by launches once they have taken long enough
// CHECK-LABEL: kernel 'streams'
// CHECK:         sub-group size 16
// CHECK-NEXT:    may be quicker at 32: tried by launches once they have taken long enough
// CHECK-LABEL: kernel 'takes_places'
// CHECK:         may be quicker
// CHECK-LABEL: kernel 'adds_floats'
// CHECK-NOT:     may be quicker
// CHECK-LABEL: kernel 'meets_in_warps'
// CHECK-NOT:     may be quicker
// CHECK-LABEL: kernel 'meets_in_rounds'
// CHECK-NOT:     may be quicker
// CHECK-LABEL: kernel 'meets_somewhere'
// CHECK-NOT:     may be quicker
// CHECK-LABEL: kernel 'counts'
// CHECK:         may be quicker
#pragma OPENCL EXTENSION cl_ext_float_atomics : enable
kernel void table(global const int *index, global const float *values, global float *out) {
  int i = get_global_id(0);
  out[i] = values[index[i]] * 3.0f + values[index[i] + 1];
}

kernel void streams(global const float *a, global float *out) {
  int i = get_global_id(0);
  out[i] = a[i] * 2;
}

kernel void takes_places(global const int *a, global int *count, global int *out) {
  int i = get_global_id(0);
  if (a[i] > 0)
    out[atomic_inc(count)] = a[a[i]];
}

kernel void adds_floats(global const int *index, global const float *values, global atomic_float *out) {
  int i = get_global_id(0);
  atomic_fetch_add_explicit(&out[index[i]], values[index[i]], memory_order_relaxed);
}

kernel void meets_in_warps(global const int *index, global const int *values, local volatile int *part,
                           global int *out) {
  int i = get_local_id(0);
  part[i] = values[index[i]];
  part[i] += part[i ^ 1];
  out[i] = part[i];
}

kernel void meets_in_rounds(global const int *index, global const int *values, local volatile int *part, int rounds,
                            global int *out) {
  int i = get_local_id(0);
  for (int round = 0; round < rounds; ++round) {
    out[i] += part[i ^ 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    part[i] = values[index[i] + round];
  }
}

kernel void meets_somewhere(global const int *index, global const int *values, local int *part, global int *other,
                            global int *out) {
  int i = get_local_id(0);
  volatile int *read = index[0] ? (volatile int *)part : (volatile int *)other;
  ((volatile local int *)part)[i] = values[index[i]];
  out[i] = read[i ^ 1];
}

kernel void counts(global const int *values, local volatile int *bins, global int *out) {
  int i = get_local_id(0);
  bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&bins[values[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = bins[i];
}
