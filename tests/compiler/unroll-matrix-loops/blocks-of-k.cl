// K in two loops, the last block shorter: two rounds together and one that may be left in front of
// them. The sums stay in their registers from block to block.
// RUN: heddlec %s -o - --emit=asm --target=sapphirerapids | FileCheck %s

// CHECK-LABEL: blocks_of_k.entry:
// CHECK-NOT:     ({{.*}}rsp{{.*}}), %tmm
// CHECK-COUNT-8: tdpbf16ps
// CHECK-NOT:     ({{.*}}rsp{{.*}}), %tmm
// CHECK:         tilerelease

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void blocks_of_k(const global ushort *a, const global int *b, global float *c, int k) {
  const int row = get_group_id(1) * 32;
  b += get_group_id(0) * 32 * k / 2;
  c += row * 1024 + get_group_id(0) * 32;
  float8 sum[4][2] = {};
  for (int block = 0; block < k; block += 256)
    for (int first = block; first < min(block + 256, k); first += 16) {
      short8 x[4];
      int8 y[2];
      for (int i = 0; i < 4; ++i)
        for (int r = 0; r < 8; ++r)
          x[i][r] = intel_sub_group_block_read_us(a + (row + 8 * i + r) * 4096 + first);
      for (int j = 0; j < 2; ++j)
        y[j] = as_int8(intel_sub_group_block_read8((const global uint *)b + j * 8 * k + first * 8));
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j)
          sum[i][j] = intel_sub_group_bf16_bf16_matrix_mad_k16(x[i], y[j], sum[i][j]);
    }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      for (int r = 0; r < 8; ++r)
        intel_sub_group_block_write((global uint *)c + (i * 8 + r) * 1024 + j * 16,
                                    as_uint(sum[i][j][r]));
}
