// Work-groups of products begin in parts, but where one may wait for another one.
// RUN: heddlec %s --explain --target=x86-64-v3 -- -cl-std=CL3.0 | FileCheck %s
#define KERNEL __attribute__((intel_reqd_sub_group_size(16))) kernel void
#define MULTIPLY                                                                                   \
  const int lane = get_sub_group_local_id();                                                       \
  short8 x;                                                                                        \
  int8 y;                                                                                          \
  for (int r = 0; r < 8; ++r) {                                                                    \
    x[r] = a[r * 16 + lane];                                                                       \
    y[r] = b[r * 16 + lane];                                                                       \
  }                                                                                                \
  float8 sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, (float8)(0));

// CHECK-LABEL: kernel 'stores'
// CHECK:         work-groups wait for nobody
KERNEL stores(const global ushort *a, const global int *b, global float *c) {
  MULTIPLY
  vstore8(sum, get_global_id(0), c);
}

// What comes back of an atomic is not looked at.
// CHECK-LABEL: kernel 'adds'
// CHECK:         work-groups wait for nobody
KERNEL adds(const global ushort *a, const global int *b, volatile global atomic_int *c) {
  MULTIPLY
  atomic_fetch_add_explicit(&c[lane], (int)sum[0], memory_order_relaxed, memory_scope_device);
}

// CHECK-LABEL: kernel 'waits'
// CHECK-NOT:     work-groups wait for nobody
KERNEL waits(const global ushort *a, const global int *b, global float *c,
             volatile global atomic_int *turn) {
  while (atomic_load_explicit(turn, memory_order_acquire, memory_scope_device) !=
         (int)get_group_id(0)) {
  }
  MULTIPLY
  vstore8(sum, get_global_id(0), c);
}

// CHECK-LABEL: kernel 'waits_for_a_flag'
// CHECK-NOT:     work-groups wait for nobody
KERNEL waits_for_a_flag(const global ushort *a, const global int *b, global float *c,
                        volatile global int *flag) {
  while (!flag[get_group_id(0)]) {
  }
  MULTIPLY
  vstore8(sum, get_global_id(0), c);
}

// No product.
// CHECK-LABEL: kernel 'none'
// CHECK-NOT:     work-groups wait for nobody
KERNEL none(global float *c) { c[get_global_id(0)] = 0; }
