// Rows that are stored from the last to the first have to lie apart: of those that lie upon one
// another the first one is there in the end.
// RUN: heddlec %s --target=sapphirerapids --emit=llvm --print-after=store-tiles -- -cl-std=CL3.0 2>&1 | FileCheck %s

// CHECK-LABEL: define dso_local void @k.entry(
// CHECK:       [[APART:%.*]] = icmp sge i64 %{{.*}}, 64
// CHECK:       br i1 [[APART]], label %tiles, label %rows
// CHECK:       tiles:
// CHECK:       tilestored64.internal(i16 8, i16 64, ptr
// CHECK:       rows:
// CHECK-NOT:   tilestored
// CHECK-COUNT-8: store <16 x float>
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void k(global const ushort *a, global const uint *b, global float *c, long n) {
  const float8 sum = intel_sub_group_bf16_bf16_matrix_mad_k16(
      as_short8(intel_sub_group_block_read_us8(a)), as_int8(intel_sub_group_block_read8(b)),
      (float8)(0));
  for (int r = 7; r >= 0; --r)
    c[r * n + get_sub_group_local_id()] = sum[r];
}
