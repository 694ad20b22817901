// Factors of a whole product that are read a round ahead: B is packed, and the loop is as without.
// RUN: heddlec %s --target=sapphirerapids --explain -- -cl-std=CL3.0 | FileCheck %s --implicit-check-not="put together"
// CHECK: B is packed: 512 bytes a round, once for all sub-groups of a worker with the same columns, where
// CHECK: factors that are read a round ahead: each round multiplies what it reads
// CHECK: 1 sum of 8 x 16 float, 1 by 1, depth 16 a round; A: 1 of 8 x 32 bytes of bf16, rows in memory that go on; B: 1 of 8 x 64 bytes of bf16, rows in memory that go on
// CHECK: plan: tiles, 2 rounds together
__attribute__((intel_reqd_sub_group_size(16)))
kernel void gemm(global const ushort *a, global const int *b, global float *c, int n, int k) {
  const int lane = get_sub_group_local_id(), row = get_group_id(1) * 8, column = get_group_id(0) * 16;
  float8 sum = 0;
  short8 x, next_x;
  int8 y, next_y;
  for (int r = 0; r < 8; ++r) {
    x[r] = a[(row + r) * k + lane];
    y[r] = b[r * n + column + lane];
  }
  for (int first = 0; first < k; first += 16) {
    const int next = first + 16;
    if (next < k)
      for (int r = 0; r < 8; ++r) {
        next_x[r] = a[(row + r) * k + next + lane];
        next_y[r] = b[(next / 2 + r) * n + column + lane];
      }
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
    x = next_x;
    y = next_y;
  }
  for (int r = 0; r < 8; ++r)
    c[(row + r) * n + column + lane] = sum[r];
}
