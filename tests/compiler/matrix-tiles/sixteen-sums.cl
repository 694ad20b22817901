// 4 by 4 sums of 8 rows are 2 by 4 tiles of 16 rows, which leave no register for the factors: the
// loop runs twice, for 2 by 2 of them, with four loads for four products and nothing else.
// RUN: heddlec %s --target=sapphirerapids --emit=asm | FileCheck %s
// RUN: heddlec %s --target=sapphirerapids --explain 2>&1 | FileCheck %s --check-prefix=EXPLAIN

// EXPLAIN: loop with 8 sums: run 2 times for a part of them

// CHECK-LABEL: sixteen_sums.entry:
// CHECK:       tileloadd
// CHECK-NOT:   {{zmm|tilestored|^\.LBB}}
// CHECK:       tileloadd
// CHECK-NOT:   {{zmm|tile|^\.LBB}}
// CHECK:       tdpbf16ps
// CHECK-NOT:   {{zmm|tilestored|tdp|^\.LBB}}
// CHECK:       tileloadd
// CHECK-NOT:   {{zmm|tile|^\.LBB}}
// CHECK:       tdpbf16ps
// CHECK-NOT:   {{zmm|tilestored|tdp|^\.LBB}}
// CHECK:       tileloadd
// CHECK-NOT:   {{zmm|tile|^\.LBB}}
// CHECK:       tdpbf16ps
// CHECK-NOT:   {{zmm|tile|^\.LBB}}
// CHECK:       tdpbf16ps
// CHECK-NOT:   {{zmm|tile|tdp|^\.LBB}}
// CHECK:       {{jne|jl}}
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void sixteen_sums(const global ushort *a, const global uint *b, global float *c, int n,
                         int k) {
  const int lane = get_sub_group_local_id();
  const int row = get_group_id(1) * 32, column = get_group_id(0) * 64 + lane;
  float8 sum[4][4];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      sum[i][j] = 0;
  for (int first = 0; first < k; first += 16) {
    short8 x[4];
    int8 y[4];
    for (int m = 0; m < 4; ++m)
      for (int i = 0; i < 8; ++i) {
        x[m][i] = a[(row + m * 8 + i) * k + first + lane];
        y[m][i] = b[(first / 2 + i) * n + column + 16 * m];
      }
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        sum[i][j] = intel_sub_group_bf16_bf16_matrix_mad_k16(x[i], y[j], sum[i][j]);
  }
  for (int m = 0; m < 4; ++m)
    for (int j = 0; j < 4; ++j)
      for (int i = 0; i < 8; ++i)
        c[(row + m * 8 + i) * n + column + 16 * j] = sum[m][j][i];
}
