// Halves on a CPU whose tiles multiply bfloats: 2 by 2 tiles and their four products each are 16
// instructions a round, with twelve tiles of converted factors, of which some are loaded twice.
// RUN: heddlec %s --target=sapphirerapids --emit=asm | FileCheck %s
// RUN: heddlec %s --target=sapphirerapids --explain 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: heddlec %s --target=graniterapids --emit=asm | FileCheck %s --check-prefix=HALVES

// The loop over panels and the one that converts the factors in each round.
// EXPLAIN:     A is packed: 3072 bytes a round, {{.*}}, where many sub-groups want it
// EXPLAIN-DAG: matrix product of f16 and f16: 4 products of bfloats
// EXPLAIN-DAG: matrix product of f16 and f16: 2 products of bfloats

// CHECK-LABEL: halves.entry:
// CHECK:       vcvtph2ps
// CHECK-NOT:   vfmadd
// CHECK:       tdpbf16ps
// CHECK-COUNT-15: {{tdpbf16ps}}
// CHECK-NOT:   {{vfmadd|tdp}}
// CHECK:       {{jne|jb|jl}}

// HALVES-LABEL: halves.entry:
// HALVES-NOT:   {{vcvtph2ps|vfmadd|tdpbf16ps}}
// HALVES:       tdpfp16ps
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void halves(const global ushort *a, const global uint *b, global float *c, int n,
                         int k) {
  const int lane = get_sub_group_local_id();
  const int row = get_group_id(1) * 32, column = get_group_id(0) * 64 + lane;
  float8 sum[4][4];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      sum[i][j] = 0;
  for (int first = 0; first < k; first += 16) {
    short8 x[4];
    int8 y[4];
    for (int m = 0; m < 4; ++m)
      for (int i = 0; i < 8; ++i) {
        x[m][i] = a[(row + m * 8 + i) * k + first + lane];
        y[m][i] = b[(first / 2 + i) * n + column + 16 * m];
      }
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        sum[i][j] = intel_sub_group_f16_f16_matrix_mad_k16(x[i], y[j], sum[i][j]);
  }
  for (int m = 0; m < 4; ++m)
    for (int j = 0; j < 4; ++j)
      for (int i = 0; i < 8; ++i)
        c[(row + m * 8 + i) * n + column + 16 * j] = sum[m][j][i];
}
