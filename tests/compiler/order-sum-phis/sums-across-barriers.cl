// Sums that live across barriers lie in the sub-group's frame as tiles do: each is loaded, added to
// and stored there, in the region with the products alone.
// RUN: heddlec %s -o - --emit=asm --target=sapphirerapids | FileCheck %s

// CHECK-LABEL: staged.entry:
// CHECK-COUNT-4: tileloadd
// CHECK-NOT:     zmm
// CHECK:         tdpbf16ps
// CHECK-NOT:     zmm
// CHECK-COUNT-4: tilestored
// CHECK-NOT:     tdpbf16ps
// CHECK:         tilerelease

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 4, 1)))
kernel void staged(const global short *a, const global int *b, global float *c, int n, int k) {
  local short rows[64 * 32];
  const int lane = get_sub_group_local_id(), part = get_local_id(1);
  float8 sum[4][2] = {};
  c[part * n + lane] = 0; // which may be what is staged: it is not read where it comes from
  for (int step = 0; step < k; step += 32) {
    for (int row = part; row < 64; row += 4) {
      rows[row * 32 + lane] = a[row * k + step + lane];
      rows[row * 32 + 16 + lane] = a[row * k + step + 16 + lane];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int at = 0; at < 32; at += 16) {
      short8 left[4];
      int8 right[2];
      for (int i = 0; i < 4; ++i)
        for (int row = 0; row < 8; ++row)
          left[i][row] = rows[((part & 1) * 32 + i * 8 + row) * 32 + at + lane];
      for (int j = 0; j < 2; ++j)
        for (int row = 0; row < 8; ++row)
          right[j][row] = b[((step + at) / 2 + row) * n + part / 2 * 32 + j * 16 + lane];
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j)
          sum[i][j] = intel_sub_group_bf16_bf16_matrix_mad_k16(left[i], right[j], sum[i][j]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      for (int row = 0; row < 8; ++row)
        c[((part & 1) * 32 + i * 8 + row) * n + part / 2 * 32 + j * 16 + lane] = sum[i][j][row];
}
