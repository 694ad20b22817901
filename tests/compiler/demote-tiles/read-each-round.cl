// Eight sums whose rows each round scales before it adds to them, as an online softmax does: the
// round before leaves each in memory, and the registers are for the products in between.
// RUN: heddlec %s -o - -v --emit=asm --target=sapphirerapids | FileCheck %s

// CHECK-LABEL: scaled.entry:
// CHECK-COUNT-8: tdpbf16ps
// CHECK:         tdpbf16ps {{.*}}, [[SUM:%tmm[0-9]]]
// CHECK-NOT:     tdpbf16ps
// CHECK:         tilestored [[SUM]],
// CHECK:         tdpbf16ps {{.*}}, [[SUM:%tmm[0-9]]]
// CHECK-NOT:     tdpbf16ps
// CHECK:         tilestored [[SUM]],
// CHECK:         tdpbf16ps {{.*}}, [[SUM:%tmm[0-9]]]
// CHECK-NOT:     tdpbf16ps
// CHECK:         tilestored [[SUM]],
// CHECK:         tdpbf16ps {{.*}}, [[SUM:%tmm[0-9]]]
// CHECK-NOT:     tdpbf16ps
// CHECK:         tilestored [[SUM]],
// CHECK:         tdpbf16ps {{.*}}, [[SUM:%tmm[0-9]]]
// CHECK-NOT:     tdpbf16ps
// CHECK:         tilestored [[SUM]],
// CHECK:         tdpbf16ps {{.*}}, [[SUM:%tmm[0-9]]]
// CHECK-NOT:     tdpbf16ps
// CHECK:         tilestored [[SUM]],
// CHECK:         tdpbf16ps {{.*}}, [[SUM:%tmm[0-9]]]
// CHECK-NOT:     tdpbf16ps
// CHECK:         tilestored [[SUM]],
// CHECK:         tdpbf16ps {{.*}}, [[SUM:%tmm[0-9]]]
// CHECK-NOT:     tdpbf16ps
// CHECK:         tilestored [[SUM]],

__attribute__((intel_reqd_sub_group_size(16)))
kernel void scaled(const global short *a, const global int *b, global float *c, int n, int k) {
  const int lane = get_sub_group_local_id();
  float8 sum[8] = {};
  for (int step = 0; step < k; step += 16) {
    short8 left;
    for (int row = 0; row < 8; ++row)
      left[row] = a[row * k + step + lane];
    float8 score = 0;
    for (int j = 0; j < 8; ++j) {
      int8 right;
      for (int row = 0; row < 8; ++row)
        right[row] = b[(step / 2 + row) * n + j * 16 + lane];
      score = intel_sub_group_bf16_bf16_matrix_mad_k16(left, right, score);
    }
    short8 weight = as_short16(score).odd;
    for (int j = 0; j < 8; ++j) {
      int8 right;
      for (int row = 0; row < 8; ++row)
        right[row] = b[(step / 2 + row) * n + 128 + j * 16 + lane];
      sum[j] = intel_sub_group_bf16_bf16_matrix_mad_k16(weight, right, sum[j] * score);
    }
  }
  for (int j = 0; j < 8; ++j)
    for (int row = 0; row < 8; ++row)
      c[row * n + j * 16 + lane] = sum[j][row];
}
