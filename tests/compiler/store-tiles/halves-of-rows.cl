// Sums of 8 columns that are joined are stored by halves of rows, which are stored as tiles.
// RUN: heddlec %s --print-after=store-tiles --target=sapphirerapids -o %t -- -cl-std=CL3.0 -cl-uniform-work-group-size 2>&1 | FileCheck %s

// CHECK:     tiles:
// CHECK:     call void @llvm.x86.tilestored64.internal(i16 {{8|16}}, i16 64,
// CHECK:     rows:
// CHECK:     store <8 x {{float|i32}}>
__attribute__((intel_reqd_sub_group_size(8), reqd_work_group_size(8, 1, 1))) kernel void
gemm(const global int *a, const global int *b, global float *c, int n, int k) {
  const int lane = get_sub_group_local_id(), row = get_group_id(1) * 8;
  const size_t column = get_group_id(0) * 16 + lane;
  float8 sums[2] = {0, 0};
  for (int i = 0; i < k; i += 8) {
    int8 x, y[2];
    for (int r = 0; r < 8; ++r) {
      x[r] = a[(size_t)(row + r) * k + i + lane];
      for (int j = 0; j < 2; ++j)
        y[j][r] = b[(size_t)(i + r) * n + column + 8 * j];
    }
    for (int j = 0; j < 2; ++j)
      sums[j] = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y[j], sums[j]);
  }
  for (int j = 0; j < 2; ++j)
    for (int r = 0; r < 8; ++r)
      c[(size_t)(row + r) * n + column + 8 * j] = sums[j][r];
}
