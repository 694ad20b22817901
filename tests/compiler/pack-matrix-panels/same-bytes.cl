// The order in which factors are packed depends on the program, not on where the compiler has its
// values in memory: a binary is the same bytes each time.
// RUN: heddlec %s --target=x86-64-v3 -o %t.1
// RUN: heddlec %s --target=x86-64-v3 -o %t.2
// RUN: heddlec %s --target=x86-64-v3 -o %t.3
// RUN: cmp %t.1 %t.2
// RUN: cmp %t.1 %t.3
// RUN: heddlec %s --target=sapphirerapids -o %t.1
// RUN: heddlec %s --target=sapphirerapids -o %t.2
// RUN: heddlec %s --target=sapphirerapids -o %t.3
// RUN: cmp %t.1 %t.2
// RUN: cmp %t.1 %t.3

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void columns(global const short *a, global const ushort *b, global float *c, int n, int k) {
  const int lane = get_sub_group_local_id();
  const size_t row = get_group_id(1) * 32, column = get_group_id(0) * 64;
  float8 sums[4][4] = {};
  for (int step = 0; step < k; step += 16) {
    short8 x[4];
    for (int r = 0; r < 32; ++r)
      x[r / 8][r % 8] = a[(row + r) * k + step + lane];
    for (int i = 0; i < 4; ++i) {
      int8 y;
      for (int r = 0; r < 8; ++r)
        y[r] = as_int((ushort2)(b[(size_t)(step + 2 * r) * n + column + 16 * i + lane],
                              b[(size_t)(step + 2 * r + 1) * n + column + 16 * i + lane]));
      for (int j = 0; j < 4; ++j)
        sums[j][i] = intel_sub_group_bf16_bf16_matrix_mad_k16(x[j], y, sums[j][i]);
    }
  }
  for (int i = 0; i < 4; ++i)
    for (int r = 0; r < 32; ++r)
      c[(row + r) * n + column + 16 * i + lane] = sums[r / 8][i][r % 8];
}
