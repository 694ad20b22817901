// The shapes of tiles are written down by their numbers, before LLVM schedules once more: scheduling
// must give none of them another number. CPUs with tiles have no such scheduling, but a named CPU
// may get tiles beside what it has.
//
// RUN: heddlec %s --target=znver4,+amx-tile,+amx-bf16 --emit=asm -o - | FileCheck %s
// CHECK:     tdpbf16ps
// CHECK-NOT: tmm6

__attribute__((intel_reqd_sub_group_size(16)))
kernel void staged(global const ushort *a, global const uint *b, global float *c, int k) {
  local short rows[2][512];
  const int lane = get_sub_group_local_id(), part = get_sub_group_id();
  float8 sum[4] = {0, 0, 0, 0};
  int now = 0;
  for (int i = get_local_id(0); i < 512; i += 192)
    rows[0][i] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 0; step < k; ++step) {
    if (step + 1 < k)
      for (int i = get_local_id(0); i < 512; i += 192)
        rows[1 - now][i] = a[(step + 1) * 512 + i];
    short8 x;
    for (int i = 0; i < 8; ++i)
      ((short *)&x)[i] = rows[now][(part / 3 * 8 + i) * 16 + lane];
    for (int j = 0; j < 4; ++j) {
      int8 y;
      for (int i = 0; i < 8; ++i)
        ((int *)&y)[i] = intel_sub_group_block_read(b + (step * 8 + i) * 192 + part % 3 * 64 + j * 16);
      sum[j] = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum[j]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    now ^= 1;
  }
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 8; ++i)
      c[(part / 3 * 8 + i) * 192 + part % 3 * 64 + j * 16 + lane] = ((float *)&sum[j])[i];
}
