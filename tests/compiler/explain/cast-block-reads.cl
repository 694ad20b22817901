// Rows that are block reads of integers and become floats: their loads are casted, and stay known to
// be unwritten; the offsets of all eight rows are computed in 64 bits, which takes one condition for
// most of them. So both factors are packed as bfloats.
// RUN: heddlec %s --target=sapphirerapids --explain -- -cl-std=CL3.0 2>&1 | FileCheck %s
// CHECK-DAG: A is packed: 1536 bytes a round
// CHECK-DAG: B is packed: 3072 bytes a round
// CHECK: A: 6 of 16 x 16 bytes of bf16, rows in memory that go on; B: 12 of 4 x 64 bytes of bf16, rows in memory that go on
float4 rows_of_a(global float *a, int row, int column, int stride) {
  float4 x;
  uint offset = row * stride + column;
  offset += (get_sub_group_local_id() < 8 ? 0 : stride) + get_sub_group_local_id() % 8;
  for (int r = 0; r < 4; ++r, offset += stride * 2)
    x[r] = a[offset];
  return x;
}

float8 rows_of_b(global float *b, int row, int column, int stride) {
  float8 y;
  uint offset = row * stride + column;
  for (int r = 0; r < 8; ++r, offset += stride)
    y[r] = as_float(intel_sub_group_block_read((global uint *)b + offset));
  return y;
}

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 4, 1))) kernel void
product(global float *c, global float *a, global float *b, int k) {
  const int n = get_global_size(0) * 4;
  const int row = get_global_id(1) * 32, column = get_group_id(0) * 64;
  float8 sum[4][4];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      sum[i][j] = 0;
  for (int first = 0; first < k; first += 8) {
    float4 x[4];
    float8 y[4];
    for (int j = 0; j < 4; ++j)
      y[j] = rows_of_b(b, first, column + j * 16, n);
    for (int i = 0; i < 4; ++i)
      x[i] = rows_of_a(a, row + i * 8, first, k);
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        sum[i][j] = intel_sub_group_tf32_tf32_matrix_mad_k8(x[i], y[j], sum[i][j]);
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      for (int r = 0; r < 8; ++r)
        c[(row + i * 8 + r) * n + column + j * 16 + get_sub_group_local_id()] = sum[i][j][r];
}
