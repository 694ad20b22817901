// Cooperative matrices that lie in memory as tiles want them are read there by each sub-group, or
// from panels where their rows cross lines of the cache; A whose columns lie in memory is packed as B
// is.
// RUN: heddlec %s --target=sapphirerapids --explain -- -cl-std=CL3.0 -cl-uniform-work-group-size | FileCheck %s
#include <joint_matrix.h>

#define KERNEL __attribute__((intel_reqd_sub_group_size(16))) kernel void
#define PRODUCT(type, result, depth, a_at, a_stride, a_layout, b_layout)                           \
  joint_matrix(result, use_accumulator, 16, 16) sum;                                               \
  joint_matrix(type, use_a, 16, depth) x;                                                          \
  joint_matrix(type, use_b, depth, 16) y;                                                          \
  const long row = get_group_id(1) * 16, column = get_group_id(0) * 16;                            \
  joint_matrix_fill(sum, 0);                                                                       \
  for (long s = 0; s < k; s += depth) {                                                            \
    joint_matrix_load(x, a + a_at, a_stride, a_layout);                                            \
    joint_matrix_load(y, b + s * n + column * (b_layout == layout_row_major ? 1 : 2),              \
                      n * (b_layout == layout_row_major ? 1 : 2), b_layout);                       \
    joint_matrix_mad(sum, x, y, sum);                                                              \
  }                                                                                                \
  joint_matrix_store(sum, c + row * n + column, n, layout_row_major)

// CHECK-LABEL: kernel 'packed'
// CHECK: A is packed: 1024 bytes a round, once for all sub-groups of a worker with the same rows, where its rows cross lines of the cache
// CHECK: B is packed: 1024 bytes a round, once for all sub-groups of a worker with the same columns, where its rows cross lines of the cache
KERNEL packed(const global ushort *a, const global ushort *b, global float *c, long n, long k) {
  PRODUCT(bfloat16, float, 32, row *k + s, k, layout_row_major, layout_ext_intel_packed);
}

// CHECK-LABEL: kernel 'columns'
// CHECK: A is packed: 1024 bytes a round, once for all sub-groups of a worker with the same rows{{$}}
// CHECK: B is packed: 1024 bytes a round, once for all sub-groups of a worker with the same columns{{$}}
KERNEL columns(const global ushort *a, const global ushort *b, global float *c, long n, long k) {
  PRODUCT(bfloat16, float, 32, s *n + row, n, layout_col_major, layout_row_major);
}

// What is written is read again: nothing is packed.
// CHECK-LABEL: kernel 'written'
// CHECK-NOT: is packed
KERNEL written(global ushort *a, const global ushort *b, global float *c, long n, long k) {
  a[get_global_id(0)] = get_group_id(0);
  work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  PRODUCT(bfloat16, float, 32, row *k + s, k, layout_row_major, layout_ext_intel_packed);
}
