// Work-groups at the edges of a matrix, and what is left of its depth, are multiplied in rounds that
// look where they read. Nobody knows with which round these begin, but how many there are: so they
// are packed, unless it is one alone.
// RUN: heddlec %s --explain --target=x86-64-v4,+amx-tile,+amx-bf16 -- -cl-std=CL3.0 -cl-uniform-work-group-size | FileCheck %s
// RUN: heddlec %s --print-after=pack-matrix-panels --target=x86-64-v4,+amx-tile,+amx-bf16 -o %t.hdl -- -cl-std=CL3.0 -cl-uniform-work-group-size 2>&1 | FileCheck %s --check-prefix=PACKED

// CHECK-DAG:  A is packed: 512 bytes a round
// CHECK-DAG:  B is packed: 512 bytes a round
// PACKED:     [[ONE:%.*]] = icmp eq i64 %{{.*}}, 1
// PACKED:     [[UNPACKED:%.*]] = or i1 %{{.*}}, [[ONE]]
// PACKED:     br i1 [[UNPACKED]], label %unpacked,
// PACKED:     for.body{{[^:]*}}.pack:
// PACKED:     call <16 x i16> @llvm.masked.load
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1))) kernel void
edges(const global ushort *a, const global uint *b, global float *c, int m, int n, int k) {
  const int lane = get_sub_group_local_id();
  const int row = get_group_id(1) * 16, column = get_group_id(0) * 16 + lane;
  float8 sum[2] = {0, 0};
  for (int first = 0; first < k; first += 16) {
    short8 x[2];
    int8 y;
    for (int r = 0; r < 16; ++r)
      x[r / 8][r % 8] =
          row + r < m && first + lane < k ? a[(size_t)(row + r) * k + first + lane] : 0;
    for (int r = 0; r < 8; ++r)
      y[r] = column < n && first / 2 + r < k / 2 ? b[(size_t)(first / 2 + r) * n + column] : 0;
    for (int i = 0; i < 2; ++i)
      sum[i] = intel_sub_group_bf16_bf16_matrix_mad_k16(x[i], y, sum[i]);
  }
  for (int r = 0; r < 16; ++r)
    if (row + r < m && column < n)
      c[(size_t)(row + r) * n + column] = sum[r / 8][r % 8];
}
