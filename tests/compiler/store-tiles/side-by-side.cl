// The rows of two tiles come one after the other: tiles are stored where the rows lie apart.
// RUN: heddlec %s --target=sapphirerapids --emit=llvm --print-after=store-tiles -- -cl-std=CL3.0 2>&1 | FileCheck %s

// CHECK-LABEL: define dso_local void @k.entry(
// CHECK:       [[APART:%.*]] = icmp sge i64 %{{.*}}, 128
// CHECK:       br i1 [[APART]], label %tiles, label %rows
// CHECK:       tiles:
// CHECK-COUNT-2: tilestored64.internal(i16 8, i16 64, ptr
// CHECK-NOT:   store <
// CHECK:       rows:
// CHECK-NOT:   tilestored
// CHECK-COUNT-16: store <16 x float>
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void k(global const ushort *a, global const uint *b, global float *c, long n, int rounds) {
  float8 left = 0, right = 0;
  int round = 0;
  do {
    short8 f = as_short8(intel_sub_group_block_read_us8(a + round * 128));
    int8 g = as_int8(intel_sub_group_block_read8(b + round * 256));
    int8 h = as_int8(intel_sub_group_block_read8(b + round * 256 + 128));
    left = intel_sub_group_bf16_bf16_matrix_mad_k16(f, g, left);
    right = intel_sub_group_bf16_bf16_matrix_mad_k16(f, h, right);
  } while (++round < rounds);
  for (int r = 0; r < 8; ++r) {
    c[r * n + get_sub_group_local_id()] = left[r];
    c[r * n + 16 + get_sub_group_local_id()] = right[r];
  }
}
