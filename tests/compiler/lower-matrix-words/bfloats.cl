// Bfloats in pairs, both factors from where they lie; not where the processor is quicker with fused
// multiply-adds, and 256 bits for a sub-group of 8.
// RUN: heddlec %s -o %t.generic --emit=asm --target=x86-64-v4,+avx512bf16 -- -cl-uniform-work-group-size
// RUN: FileCheck %s < %t.generic
// RUN: heddlec %s -o %t.zen --emit=asm --target=znver4 -- -cl-uniform-work-group-size
// RUN: FileCheck %s < %t.zen
// RUN: heddlec %s -o %t.slow --emit=asm --target=sapphirerapids,-amx-bf16 -- -cl-uniform-work-group-size
// RUN: FileCheck %s --check-prefix=SLOW < %t.slow

// CHECK-LABEL:   size16.entry:
// CHECK-NOT:     vmov{{.*}}(%rsp
// CHECK-COUNT-8: vdpbf16ps {{.*}}({{.*}}){1to16}, %zmm
// CHECK-NOT:     {{vmov.*\(%rsp|^\.LBB|vdp}}
// CHECK:         jne
// CHECK-LABEL:   size8.entry:
// CHECK:         vdpbf16ps {{.*}}, %ymm

// SLOW-NOT:      vdpbf16ps
// SLOW:          vfmadd
// SLOW-NOT:      vdpbf16ps
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void size16(const global ushort *a, const global uint *b, global uint *c, int k) {
  float8 sum = 0;
  for (int first = 0; first < k; first += 16) {
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(as_short8(intel_sub_group_block_read_us8(a)),
                                                   as_int8(intel_sub_group_block_read8(b)), sum);
    a += 128;
    b += 128;
  }
  intel_sub_group_block_write8(c, as_uint8(sum));
}

__attribute__((intel_reqd_sub_group_size(8), reqd_work_group_size(8, 1, 1)))
kernel void size8(const global uint *a, const global uint *b, global uint *c, int k) {
  float8 sum = 0;
  for (int first = 0; first < k; first += 16) {
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(as_int8(intel_sub_group_block_read8(a)),
                                                   as_int8(intel_sub_group_block_read8(b)), sum);
    a += 64;
    b += 64;
  }
  intel_sub_group_block_write8(c, as_uint8(sum));
}
