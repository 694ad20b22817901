// A round of two blocks, each of which is read before the other one is multiplied: both are read in
// the round, from where they lie.
// RUN: heddlec %s --target=sapphirerapids --explain -- -cl-std=CL3.0 | FileCheck %s
#define READ(x, y, first)                                                                          \
  for (int r = 0; r < 8; ++r) {                                                                    \
    x[r] = a[(row + r) * k + (first) + lane];                                                      \
    y[r] = b[((first) / 2 + r) * n + column + lane];                                               \
  }
#define PRODUCT(x, y) sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum)

// CHECK-LABEL: kernel 'asks'
// CHECK:       1 sum of 8 x 16 float, 1 by 1, depth 32 a round; A: 2 of 8 x 32 bytes of bf16, rows in memory that go on; B: 2 of 8 x 64 bytes of bf16, rows in memory that go on
__attribute__((intel_reqd_sub_group_size(16)))
kernel void asks(global const ushort *a, global const int *b, global float *c, long n, long k) {
  const long lane = get_sub_group_local_id(), row = get_group_id(1) * 8;
  const long column = get_group_id(0) * 16;
  float8 sum = 0;
  short8 x0, x1;
  int8 y0, y1;
  READ(x0, y0, 0)
  for (long first = 0; first < k; first += 32) {
    READ(x1, y1, first + 16)
    PRODUCT(x0, y0);
    if (first + 32 < k)
      READ(x0, y0, first + 32)
    PRODUCT(x1, y1);
  }
  for (int r = 0; r < 8; ++r)
    c[(row + r) * n + column + lane] = sum[r];
}

// CHECK-LABEL: kernel 'ends_behind'
// CHECK:       1 sum of 8 x 16 float, 1 by 1, depth 32 a round; A: 2 of 8 x 32 bytes of bf16, rows in memory that go on; B: 2 of 8 x 64 bytes of bf16, rows in memory that go on
__attribute__((intel_reqd_sub_group_size(16)))
kernel void ends_behind(global const ushort *a, global const int *b, global float *c, long n,
                        long k) {
  const long lane = get_sub_group_local_id(), row = get_group_id(1) * 8;
  const long column = get_group_id(0) * 16;
  float8 sum = 0;
  short8 x0, x1;
  int8 y0, y1;
  READ(x0, y0, 0)
  for (long first = 0; first < k - 32; first += 32) {
    READ(x1, y1, first + 16)
    PRODUCT(x0, y0);
    READ(x0, y0, first + 32)
    PRODUCT(x1, y1);
  }
  PRODUCT(x0, y0);
  for (int r = 0; r < 8; ++r)
    c[(row + r) * n + column + lane] = sum[r];
}
