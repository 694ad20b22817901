// For which kernels other sizes are tried, as the estimate is too close and results are the same: not for those
// that relax arithmetic, use what an atomic operation returns, or have nothing that lanes could lose by.
// RUN: heddlec %s --explain --target=x86-64-v4 | FileCheck %s --check-prefixes=CHECK,SAME
// RUN: heddlec %s --explain --target=x86-64-v4 -- -cl-fast-relaxed-math | FileCheck %s --check-prefixes=CHECK,FAST

// CHECK-LABEL: kernel 'table'
// SAME:          sub-group size 16
// SAME-NEXT:     may be quicker at 1, 8, 32: tried by launches once they have taken long enough
// FAST-NOT:      may be quicker
// CHECK-LABEL: kernel 'streams'
// CHECK-NOT:     may be quicker
// CHECK-LABEL: kernel 'takes_places'
// CHECK-NOT:     may be quicker
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
