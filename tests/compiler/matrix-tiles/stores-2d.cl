// Blocks that are written side by side, for which the optimizer knows a row's number by phis of
// equal values, share a window, and each tile of two of them is stored at once.
// RUN: heddlec %s --target=sapphirerapids --emit=llvm --print-after=store-tiles -- -cl-std=CL3.0 2>&1 | FileCheck %s

// CHECK-LABEL: define dso_local void @k.entry(
// CHECK:       call { ptr, i64 } @heddle.block_write_window.{{.*}}, i64 128, i64 16, ptr
// CHECK-NOT:   block_write_window
// CHECK:       tiles:
// CHECK-COUNT-2: tilestored64.internal(i16 16, i16 64, ptr
// CHECK:       rows:
// CHECK:       call void @heddle.block_write_end.
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void k(global ushort *a, global ushort *b, global float *c, int m, int n, int depth) {
  const int row = get_group_id(1) * 16, column = get_group_id(0) * 32;
  float8 sum[2][2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      sum[i][j] = 0;
  for (int first = 0; first < depth; first += 16) {
    short8 x[2];
    int8 y[2];
    for (int i = 0; i < 2; ++i)
      intel_sub_group_2d_block_read_16b_8r16x1c(a, depth * 2, m, depth * 2,
                                                (int2)(first, row + 8 * i), (private ushort *)&x[i]);
    for (int j = 0; j < 2; ++j)
      intel_sub_group_2d_block_read_transform_16b_16r16x1c(
          b, n * 2, depth, n * 2, (int2)(column + 16 * j, first), (private uint *)&y[j]);
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        sum[i][j] = intel_sub_group_bf16_bf16_matrix_mad_k16(x[i], y[j], sum[i][j]);
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      intel_sub_group_2d_block_write_32b_8r16x1c(
          c, n * 4, m, n * 4, (int2)(column + 16 * j, row + 8 * i), (private uint *)&sum[i][j]);
}
