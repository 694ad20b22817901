// Lanes that read two elements of A and give them to one another by shuffles have read rows: each of
// both tiles is loaded from where it lies, the second one 32 bytes further on.
// RUN: heddlec %s --target=sapphirerapids --emit=llvm --print-after=fold-tile-memory -- -cl-std=CL3.0 2>&1 | FileCheck %s

// CHECK-LABEL: define dso_local void @k.entry(
// CHECK-NOT:   load <16 x i32>, ptr addrspace(1) %a
// CHECK:       tileloadd64.internal(i16 8, i16 64, ptr
// CHECK:       tdpbf16ps
// CHECK-NOT:   shufflevector
// CHECK:       ret void
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void k(global const ushort *a, global const uint *b, global float *c, int pitch) {
  const int lane = get_sub_group_local_id();
  short8 x[2];
  for (int r = 0; r < 8; ++r) {
    const uint both = ((const global uint *)(a + (size_t)r * pitch))[lane];
    for (int s = 0; s < 2; ++s)
      x[s][r] = (short)(sub_group_shuffle(both, s * 8 + lane / 2) >> lane % 2 * 16);
  }
  float8 sum = 0;
  for (int s = 0; s < 2; ++s)
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(
        x[s], as_int8(intel_sub_group_block_read8(b + s * 128)), sum);
  intel_sub_group_block_write8((global uint *)c, as_uint8(sum));
}
