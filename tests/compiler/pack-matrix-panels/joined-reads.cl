// Two factors are made of the same reads, which become one when the loops around them are unrolled:
// that the kernel has not written what it reads is still known of that one, so both are packed.
// RUN: heddlec %s --explain --target=x86-64-v4,+amx-tile,+amx-bf16 -- -cl-std=CL3.0 -cl-uniform-work-group-size | FileCheck %s

// CHECK: B is packed: 1024 bytes a round
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1))) kernel void
shuffled(const global ushort *a, const global ushort *b, global float *c, int n, int k) {
  const int lane = get_sub_group_local_id();
  const size_t row = get_group_id(1) * 8, column = get_group_id(0) * 32;
  float8 sum[2] = {0, 0};
  for (int first = 0; first < k; first += 16) {
    short8 x;
    int8 y[2];
    for (int r = 0; r < 8; ++r)
      x[r] = a[(row + r) * k + first + lane];
    for (int j = 0; j < 2; ++j)
      for (int r = 0; r < 8; ++r) {
        uint joined = 0;
        for (int p = 0; p < 2; ++p) {
          const uint all =
              ((const global uint *)(b + (first + 2 * r + p) * (size_t)n + column))[lane];
          joined |= (sub_group_shuffle(all, j * 8 + lane / 2) >> lane % 2 * 16 & 0xffff) << p * 16;
        }
        y[j][r] = as_int(joined);
      }
    for (int j = 0; j < 2; ++j)
      sum[j] = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y[j], sum[j]);
  }
  for (int j = 0; j < 2; ++j)
    for (int r = 0; r < 8; ++r)
      c[(row + r) * n + column + 16 * j + lane] = sum[j][r];
}
