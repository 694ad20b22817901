// Tiles whose rows are not known to be rows of one matrix are stored by rows, and so are those with
// something read in between.
// RUN: heddlec %s --target=sapphirerapids --emit=llvm --print-after=store-tiles -- -cl-std=CL3.0 2>&1 | FileCheck %s

// CHECK-LABEL: define dso_local void @two.entry(
// CHECK-NOT:   tilestored
// CHECK-LABEL: define dso_local void @read.entry(
// CHECK-NOT:   tilestored
// CHECK-LABEL: define dso_local void @one.entry(
// CHECK:       tilestored64.internal(i16 8, i16 64, ptr
#define KERNEL                                                                                     \
  __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1))) kernel void
#define SUM(first)                                                                                 \
  intel_sub_group_bf16_bf16_matrix_mad_k16(                                                        \
      as_short8(intel_sub_group_block_read_us8(a + (first))),                                      \
      as_int8(intel_sub_group_block_read8(b + (first))), (float8)(0))

KERNEL two(global const ushort *a, global const uint *b, global float *c, global float *d, long n) {
  const float8 left = SUM(0), right = SUM(128);
  for (int r = 0; r < 8; ++r) {
    c[r * n + get_sub_group_local_id()] = left[r];
    d[r * n + get_sub_group_local_id()] = right[r];
  }
}
KERNEL read(global const ushort *a, global const uint *b, global float *c, global float *d,
            long n) {
  const float8 left = SUM(0), right = SUM(128);
  for (int r = 0; r < 8; ++r) {
    c[r * n + get_sub_group_local_id()] = left[r];
    d[r * n + get_sub_group_local_id()] += 1;
  }
  d[0] = right[0];
}
KERNEL one(global const ushort *a, global const uint *b, global float *c, long n) {
  const float8 sum = SUM(0);
  for (int r = 0; r < 8; ++r)
    c[r * n + get_sub_group_local_id()] = sum[r];
}
