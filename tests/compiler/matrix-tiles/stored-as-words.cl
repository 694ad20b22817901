// A sum of floats that is written as words stays in its tile in the loop.
// RUN: heddlec %s --target=sapphirerapids --emit=asm | FileCheck %s

// CHECK-LABEL: stored_as_words.entry:
// CHECK:       ldtilecfg
// CHECK:       tileloadd
// CHECK-NOT:   {{[yz]mm|tilestored}}
// CHECK:       tdpbf16ps
// CHECK-NOT:   {{[yz]mm|tile|tdp}}
// CHECK:       {{j[a-z]+}}
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void stored_as_words(const global ushort *a, const global uint *b, global uint *c, ulong k) {
  float8 sum = 0;
  for (ulong first = 0; first < k; first += 16) {
    short8 x;
    for (int r = 0; r < 8; ++r)
      x[r] = a[r * 4096 + first + get_sub_group_local_id()];
    const int8 y = as_int8(intel_sub_group_block_read8(b + first * 8));
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
    first += 16;
    for (int r = 0; r < 8; ++r)
      x[r] = a[r * 4096 + first + get_sub_group_local_id()];
    const int8 z = as_int8(intel_sub_group_block_read8(b + first * 8));
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, z, sum);
  }
  intel_sub_group_block_write8(c, as_uint8(sum));
}
