// Cooperative matrices that are read a round ahead. Indices without a sign that may wrap do not hide
// how the factors lie in memory.
// RUN: heddlec %s --target=sapphirerapids --explain -- -cl-std=CL3.0 | FileCheck %s
#include <joint_matrix.h>
// CHECK: indices may wrap: a version in which they do, and one in which they do not
// CHECK: B is packed: 1024 bytes a round, once for all sub-groups of a worker with the same columns
// CHECK: factors that are read a round ahead: each round multiplies what it reads
// CHECK: 1 sum of 16 x 16 float, 1 by 1, depth 32 a round; A: 1 of 16 x 64 bytes of bf16, rows in memory that go on; B: 1 of 16 x 64 bytes of bf16, rows in memory that go on
__attribute__((intel_reqd_sub_group_size(16))) kernel void
gemm(global const ushort *a, global const ushort *b, global float *c, uint n, uint k) {
  const uint row = get_group_id(1) * 16, column = get_group_id(0) * 16;
  joint_matrix(float, use_accumulator, 16, 16) sum;
  joint_matrix(bfloat16, use_a, 16, 32) x, next_x;
  joint_matrix(bfloat16, use_b, 32, 16) y, next_y;
  joint_matrix_fill(sum, 0);
  joint_matrix_load(x, a + row * k, k, layout_row_major);
  joint_matrix_load(y, b + column, n, layout_row_major);
  for (uint first = 32; first < k; first += 32) {
    joint_matrix_load(next_x, a + row * k + first, k, layout_row_major);
    joint_matrix_load(next_y, b + first * n + column, n, layout_row_major);
    joint_matrix_mad(sum, x, y, sum);
    x = next_x;
    y = next_y;
  }
  joint_matrix_mad(sum, x, y, sum);
  joint_matrix_store(sum, c + row * n + column, n, layout_row_major);
}
