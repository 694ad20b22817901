// B of bytes that shuffles put together, in loops over rows and elements: it is packed.
// RUN: heddlec %s --target=sapphirerapids --explain -- -cl-std=CL3.0 | FileCheck %s
// CHECK: B is packed: 2048 bytes a round
__attribute__((intel_reqd_sub_group_size(16)))
kernel void gemm(const global char *a, const global char *b, global int *c, int n, int k) {
  const int lane = get_sub_group_local_id();
  a += get_group_id(1) * 8 * k;
  b += get_group_id(0) * 64;
  int8 sum[4] = {};
  for (int first = 0; first < k; first += 32) {
    short8 x;
    int8 y[4];
    for (int r = 0; r < 8; ++r)
      x[r] = ((const global short *)(a + r * k + first))[lane];
    for (int j = 0; j < 4; ++j)
      for (int r = 0; r < 8; ++r) {
        uint joined = 0;
        for (int p = 0; p < 4; ++p) {
          const uint all = ((const global uint *)(b + (first + r * 4 + p) * n))[lane];
          joined |= (sub_group_shuffle(all, j * 4 + lane / 4) >> lane % 4 * 8 & 255) << p * 8;
        }
        y[j][r] = as_int(joined);
      }
    for (int j = 0; j < 4; ++j)
      sum[j] = intel_sub_group_i8_i8_matrix_mad_k32(x, y[j], sum[j]);
  }
  for (int j = 0; j < 4; ++j)
    for (int r = 0; r < 8; ++r)
      c[(get_group_id(1) * 8 + r) * n + get_group_id(0) * 64 + j * 16 + lane] = sum[j][r];
}
