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
    const short8 x = as_short8(intel_sub_group_block_read_us8(a + first * 8));
    const int8 y = as_int8(intel_sub_group_block_read8(b + first * 8));
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
  }
  intel_sub_group_block_write8(c, as_uint8(sum));
}
