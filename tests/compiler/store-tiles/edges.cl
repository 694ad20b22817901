// Each row looks at the edges: a tile is stored where all of it is inside.
// RUN: heddlec %s --target=sapphirerapids --emit=llvm --print-after=store-tiles -- -cl-std=CL3.0 2>&1 | FileCheck %s

// CHECK-LABEL: define dso_local void @k.entry(
// CHECK:       llvm.vector.reduce.and.v16i1
// CHECK:       br i1 %{{.*}}, label %tiles, label %rows
// CHECK:       tiles:
// CHECK:       tilestored64.internal(i16 8, i16 64, ptr
// CHECK:       rows:
// CHECK-COUNT-8: call void @llvm.masked.store.v16f32
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void k(global const ushort *a, global const uint *b, global float *c, int m, int n,
              int rounds) {
  float8 sum = 0;
  int round = 0;
  do {
    short8 f = as_short8(intel_sub_group_block_read_us8(a + round * 128));
    int8 g = as_int8(intel_sub_group_block_read8(b + round * 128));
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(f, g, sum);
  } while (++round < rounds);
  const int lane = get_sub_group_local_id();
  for (int r = 0; r < 8; ++r)
    if (r < m && lane < n)
      c[(long)r * n + lane] = sum[r];
}
