// LLVM finds no place for all values beside the tiles: the kernel is compiled without them, and the
// other one of the program keeps its own.
// RUN: heddlec %s -v --target=sapphirerapids -o %t 2>&1 | FileCheck %s
// RUN: heddlec %s --target=sapphirerapids --emit=asm | FileCheck %s --check-prefix=CODE
// RUN: heddlec %s --target=sapphirerapids --explain | FileCheck %s --check-prefix=EXPLAIN

// CHECK-NOT: error
// CHECK: note: kernel 'many' was compiled without tiles, for which there were not enough registers

// EXPLAIN:     kernel 'many'
// EXPLAIN:     no tiles: LLVM ran out of registers for them
// EXPLAIN:     kernel 'few'
// EXPLAIN-NOT: no tiles

// CODE:     {{^}}many.entry:
// CODE-NOT: tdpbf16ps
// CODE:     {{^}}few.entry:
// CODE:     tdpbf16ps
__attribute__((intel_reqd_sub_group_size(16))) kernel void
many(global ushort *a0, global ushort *a1, global ushort *a2, global ushort *a3, global uint *b0,
     global uint *b1, global uint *b2, global uint *b3, global float *c, int M, int N, int K) {
  float8 acc[8][4];
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 4; j++)
      acc[i][j] = 0;
  global ushort *a[8] = {a0, a1, a2, a3, a0 + M, a1 + M, a2 + M, a3 + M};
  global uint *b[4] = {b0, b1, b2, b3};
  const int m = get_group_id(1) * 8, n = get_group_id(0) * 16;
  for (int k = 0; k < K; k += 16) {
    short8 x[8];
    int8 y[4];
    for (int i = 0; i < 8; i++)
      intel_sub_group_2d_block_read_16b_8r16x1c(a[i], K * 2, M + i, K * 2 + i, (int2)(k, m),
                                                (__private ushort *)&x[i]);
    for (int j = 0; j < 4; j++)
      intel_sub_group_2d_block_read_32b_8r16x1c(b[j], N * 4, K / 2 + j, N * 4 + j, (int2)(n, k / 2),
                                                (__private uint *)&y[j]);
    for (int i = 0; i < 8; i++)
      c[i] = k; // a loop that writes is not split
    for (int i = 0; i < 8; i++)
      for (int j = 0; j < 4; j++)
        acc[i][j] = intel_sub_group_bf16_bf16_matrix_mad_k16(x[i], y[j], acc[i][j]);
  }
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 4; j++)
      intel_sub_group_2d_block_write_32b_8r16x1c(c, N * 4, M, N * 4, (int2)(n + j * 16, m + i * 8),
                                                 (__private uint *)&acc[i][j]);
}

__attribute__((intel_reqd_sub_group_size(16))) kernel void
few(global ushort *a, global uint *b, global float *c, int M, int N, int K) {
  float8 sum = 0;
  const int m = get_group_id(1) * 8, n = get_group_id(0) * 16;
  for (int k = 0; k < K; k += 16) {
    short8 x;
    int8 y;
    intel_sub_group_2d_block_read_16b_8r16x1c(a, K * 2, M, K * 2, (int2)(k, m),
                                              (__private ushort *)&x);
    intel_sub_group_2d_block_read_32b_8r16x1c(b, N * 4, K / 2, N * 4, (int2)(n, k / 2),
                                              (__private uint *)&y);
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
  }
  intel_sub_group_2d_block_write_32b_8r16x1c(c, N * 4, M, N * 4, (int2)(n, m),
                                             (__private uint *)&sum);
}
