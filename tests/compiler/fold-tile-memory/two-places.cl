// Sums that go to one of two places behind the loop are not stored in its rounds.
// RUN: heddlec %s --target=sapphirerapids --emit=llvm --print-after=lower-tile-casts -- -cl-std=CL3.0 2>&1 | FileCheck %s

// CHECK-LABEL: define dso_local void @k.entry(
// CHECK:       tdpbf16ps
// CHECK-NOT:   tilestored
// CHECK:       br i1
// CHECK:       tilestored64.internal(i16 8, i16 64, ptr %{{.*}}, i64 64
// CHECK:       tilestored64.internal(i16 8, i16 64, ptr %{{.*}}, i64 64
// CHECK-NOT:   tilestored
// CHECK:       ret void
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void k(global const ushort *a, global const uint *b, global float *d, global float *e,
              int rounds, int which) {
  d += get_group_id(0) * 128;
  e += get_group_id(0) * 128;
  float8 sum = as_float8(intel_sub_group_block_read8((global uint *)d));
  int round = 0;
  do {
    short8 f = as_short8(intel_sub_group_block_read_us8(a + round * 128));
    int8 g = as_int8(intel_sub_group_block_read8(b + round * 128));
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(f, g, sum);
  } while (++round < rounds);
  if (which)
    intel_sub_group_block_write8((global uint *)d, as_uint8(sum));
  else
    intel_sub_group_block_write8((global uint *)e, as_uint8(sum));
}
