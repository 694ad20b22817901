// Rows that are looked up before the loop are kept in private memory until it is unrolled. What they
// say is the same in all lanes, so that the indices are computed with 64 bits and lanes read vectors.
// RUN: heddlec %s --explain --target=x86-64-v4,+amx-tile,+amx-bf16 -o - -- -cl-std=CL3.0 -cl-uniform-work-group-size | FileCheck %s

// CHECK-DAG: A is packed: 256 bytes a round
// CHECK-DAG: B is packed: 512 bytes a round
// CHECK-NOT: gather
// CHECK-NOT: scatter
__attribute__((intel_reqd_sub_group_size(16))) kernel void
multiply(const global ushort *restrict a, const global ushort *restrict b,
         global float *restrict c, const global int *restrict rows, int n, int depth) {
  const int lane = get_sub_group_local_id(), column = get_global_id(0) / 16 * 16;
  int row[8];
  for (int r = 0; r < 8; ++r)
    row[r] = rows[get_group_id(1) * 8 + r];
  float8 sum = 0;
  for (int k = 0; k < depth; k += 16) {
    short8 x;
    int8 y;
    for (int r = 0; r < 8; ++r) {
      x[r] = a[row[r] * depth + k + lane];
      y[r] = as_int((ushort2)(b[(k + 2 * r) * n + column + lane],
                              b[(k + 2 * r + 1) * n + column + lane]));
    }
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
  }
  for (int r = 0; r < 8; ++r)
    c[row[r] * n + column + lane] = sum[r];
}
