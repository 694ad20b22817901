// The rows and the columns of a work-group come from one number, and so does that of its matrices. A
// panel is told by these, and not by the number, which no two work-groups share.
// RUN: heddlec %s --print-after=pack-matrix-panels --target=x86-64-v4,+amx-tile,+amx-bf16 -o %t -- -cl-std=CL3.0 -cl-uniform-work-group-size 2>&1 | FileCheck %s

// CHECK:     %group_id2 = udiv i64 %[[NUMBER:.*]], %
// CHECK:     panel.ask:
// CHECK-NOT: store i64 %[[NUMBER]],
// CHECK:     call { ptr, i64 } %{{.*}}(ptr %worker, i32 65, i64 %{{.*}}, ptr %panel.keys{{[0-9]*}}, i32 3)
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1))) kernel void
gemm(const global ushort *restrict a, const global ushort *restrict b, global float *restrict c,
     int n, int k, long step) {
  const int lane = get_sub_group_local_id(), row = get_group_id(1) * 8,
            column = get_group_id(0) * 16;
  a += get_global_id(2) * step;
  b += get_global_id(2) * step;
  float8 sum = 0;
  for (int i = 0; i < k; i += 16) {
    short8 x;
    int8 y;
    for (int r = 0; r < 8; ++r) {
      x[r] = a[(row + r) * k + i + lane];
      y[r] = as_int((ushort2)(b[(i + 2 * r) * n + column + lane],
                              b[(i + 2 * r + 1) * n + column + lane]));
    }
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
  }
  for (int r = 0; r < 8; ++r)
    c[get_global_id(2) * step + (row + r) * n + column + lane] = sum[r];
}
