// Eight tiles of sums in a loop that a break leaves, too: three of them wait in memory, on either
// way out. (No half of them could run alone: the first would have to know where the second breaks.)
// RUN: heddlec %s -o %t -v --emit=asm --target=sapphirerapids 2> %t.log
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=LOG --allow-empty < %t.log

// LOG-NOT: without tiles

// CHECK-LABEL: ends_early.entry:
// CHECK-COUNT-8: tdpbf16ps
// CHECK-NOT:     tdpbf16ps
// CHECK:       tilerelease

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void ends_early(const global short *a, const global int *b, global float *c, int n, int k,
                       const global int *limit) {
  const int lane = get_sub_group_local_id();
  float8 sum[4][4] = {};
  for (int step = 0; step < k; step += 16) {
    if (step >= limit[get_group_id(0)])
      break;
    short8 left[4];
    int8 right[4];
    for (int i = 0; i < 4; ++i)
      for (int row = 0; row < 8; ++row)
        left[i][row] = a[(i * 8 + row) * k + step + lane];
    for (int j = 0; j < 4; ++j)
      for (int row = 0; row < 8; ++row)
        right[j][row] = b[(step / 2 + row) * n + j * 16 + lane];
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        sum[i][j] = intel_sub_group_bf16_bf16_matrix_mad_k16(left[i], right[j], sum[i][j]);
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      for (int row = 0; row < 8; ++row)
        c[(i * 8 + row) * n + j * 16 + lane] = sum[i][j][row];
}
