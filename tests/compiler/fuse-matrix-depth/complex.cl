// A complex product: in the real sums the second product's factors lie beside the first one's in
// their panels, in the imaginary ones they do not. Half of the products with twice the depth would
// make the others put their factors together. The sums of two blocks of rows, which meet the same
// columns one after another, are one tile from product to product.
// RUN: heddlec %s -o - --emit=asm --target=sapphirerapids | FileCheck %s

// CHECK-LABEL:   complex.entry:
// CHECK:           tdpbf16ps
// CHECK-NOT:       tilestored
// CHECK-NOT:       vmov{{.*}}, {{.*}}(%rsp)
// CHECK-COUNT-7:   tdpbf16ps

__attribute__((intel_reqd_sub_group_size(16)))
kernel void complex(const global ushort2 *a, const global ushort2 *b, global float *c, int n,
                    int k) {
  const int row = get_group_id(1) * 16, column = get_group_id(0) * 32;
  const int lane = get_sub_group_local_id();
  float8 real[2][2] = {}, imaginary[2][2] = {};
  for (int step = 0; step < k; step += 16) {
    short8 leftReal[2], leftImaginary[2], leftNegated[2];
    for (int i = 0; i < 2; ++i)
      for (int r = 0; r < 8; ++r) {
        const ushort2 value = a[(row + 8 * i + r) * k + step + lane];
        leftReal[i][r] = value.x;
        leftImaginary[i][r] = value.y;
        leftNegated[i][r] = value.y ^ 0x8000;
      }
    for (int j = 0; j < 2; ++j) {
      int8 rightReal, rightImaginary;
      for (int r = 0; r < 8; ++r) {
        const ushort2 even = b[(step + 2 * r) * n + column + 16 * j + lane];
        const ushort2 odd = b[(step + 2 * r + 1) * n + column + 16 * j + lane];
        rightReal[r] = as_int((ushort2)(even.x, odd.x));
        rightImaginary[r] = as_int((ushort2)(even.y, odd.y));
      }
      for (int i = 0; i < 2; ++i) {
        real[i][j] = intel_sub_group_bf16_bf16_matrix_mad_k16(leftReal[i], rightReal, real[i][j]);
        real[i][j] =
            intel_sub_group_bf16_bf16_matrix_mad_k16(leftNegated[i], rightImaginary, real[i][j]);
        imaginary[i][j] =
            intel_sub_group_bf16_bf16_matrix_mad_k16(leftReal[i], rightImaginary, imaginary[i][j]);
        imaginary[i][j] =
            intel_sub_group_bf16_bf16_matrix_mad_k16(leftImaginary[i], rightReal, imaginary[i][j]);
      }
    }
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (int r = 0; r < 8; ++r) {
        const int place = (row + 8 * i + r) * n + column + 16 * j + lane;
        c[2 * place] = real[i][j][r];
        c[2 * place + 1] = imaginary[i][j][r];
      }
}
