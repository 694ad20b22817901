// Two steps of a round that follow one another in memory, and go on together where the next round
// begins, fill half of a tile: two rounds fill them. Steps that overlap go on each by
// itself.
// RUN: heddlec %s --target=sapphirerapids --explain -- -cl-std=CL3.0 -cl-uniform-work-group-size | FileCheck %s
#include <joint_matrix.h>

#define KERNEL __attribute__((intel_reqd_sub_group_size(16))) kernel void

// CHECK-LABEL: kernel 'together'
// CHECK: B is packed: 512 bytes a round
// CHECK: A: 2 of 16 x 16 bytes of i8, rows in memory that go on; B: 2 of 4 x 64 bytes of i8, rows in memory that go on
// CHECK: plan: tiles, 2 rounds together
KERNEL together(const global char *a, const global char *b, global int *c, int n, int k) {
  joint_matrix(int, use_accumulator, 16, 16) sum;
  joint_matrix(char, use_a, 16, 16) x;
  joint_matrix(char, use_b, 16, 16) y;
  joint_matrix_fill(sum, 0);
  for (int first = 0; first < k; first += 32)
    for (int s = first; s < first + 32; s += 16) {
      joint_matrix_load(x, a + s, k, layout_row_major);
      joint_matrix_load(y, b + (size_t)s * n, n, layout_row_major);
      joint_matrix_mad(sum, x, y, sum);
    }
  joint_matrix_store(sum, c, n, layout_row_major);
}

// CHECK-LABEL: kernel 'overlapping'
// CHECK: A: 2 of 16 x 16 bytes of i8, rows in memory that go on; B: 2 of 4 x 64 bytes of i8, put together
// CHECK: plan: tiles, 4 rounds together
KERNEL overlapping(const global char *a, const global char *b, global int *c, int n, int k) {
  joint_matrix(int, use_accumulator, 16, 16) sum;
  joint_matrix(char, use_a, 16, 16) x;
  joint_matrix(char, use_b, 16, 16) y;
  joint_matrix_fill(sum, 0);
  for (int first = 0; first < k; first += 16)
    for (int s = first; s < first + 32; s += 16) {
      joint_matrix_load(x, a + s, k, layout_row_major);
      joint_matrix_load(y, b + (size_t)s * n, n, layout_row_major);
      joint_matrix_mad(sum, x, y, sum);
    }
  joint_matrix_store(sum, c, n, layout_row_major);
}
