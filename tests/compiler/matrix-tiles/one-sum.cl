// One sum of 8 rows, row-major A, B in pairs of rows: two rounds become one tile instruction, both
// factors come straight from memory, and the sum goes from the register to C.
// RUN: heddlec %s --target=sapphirerapids --emit=asm | FileCheck %s
// RUN: heddlec %s --target=x86-64-v3,+amx-tile,+amx-bf16 --emit=asm | FileCheck %s

// CHECK-LABEL: one_sum.entry:
// CHECK:       ldtilecfg
// CHECK:       tileloadd
// CHECK-NOT:   {{[yz]mm|tilestored|^\.LBB}}
// CHECK:       tileloadd
// CHECK-NOT:   {{[yz]mm|tile|^\.LBB}}
// CHECK:       tdpbf16ps
// CHECK-NOT:   {{[yz]mm|tile|tdp|^\.LBB}}
// CHECK:       {{jne|jl}}
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void one_sum(const global ushort *a, const global uint *b, global float *c, int n, int k) {
  const int lane = get_sub_group_local_id();
  // Neighbours in a column of work-groups, which would be done at once, have different B.
  const int row = get_group_id(0) * 8, column = get_group_id(1) * 16 + lane;
  float8 sum = 0;
  for (int first = 0; first < k; first += 16) {
    short8 x;
    int8 y;
    for (int i = 0; i < 8; ++i)
      x[i] = a[(row + i) * k + first + lane];
    for (int i = 0; i < 8; ++i)
      y[i] = b[(first / 2 + i) * n + column];
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
  }
  for (int i = 0; i < 8; ++i)
    c[(row + i) * n + column] = sum[i];
}
