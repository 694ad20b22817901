// The sums of a group of 128 of K, scaled and added to floats: all rounds of a group are straight code, in which zeros are made in
// registers, nothing is called and no tile is configured again.
// RUN: heddlec %s --target=sapphirerapids --emit=asm | FileCheck %s

// CHECK-LABEL: grouped.entry:
// CHECK-COUNT-1: ldtilecfg
// CHECK-NOT:   {{ldtilecfg|callq}}
// CHECK:       tilezero
// CHECK-COUNT-16: tdpbssd
// CHECK-NOT:   {{ldtilecfg|callq|tdpbssd}}
// CHECK:       retq
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void grouped(const global char *a, const global int *b, global float *c, const global float *scale) {
  const int lane = get_sub_group_local_id(), row = get_group_id(1) * 32, column = get_group_id(0) * 64;
  float8 total[4][4];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      total[i][j] = 0;
  for (int group = 0; group < 1024; group += 128) {
    int8 sum[4][4];
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        sum[i][j] = 0;
    for (int first = group; first < group + 128; first += 32) {
      short8 x[4];
      int8 y[4];
      for (int i = 0; i < 4; ++i)
        for (int r = 0; r < 8; ++r)
          x[i][r] = ((const global short *)(a + (row + i * 8 + r) * 1024 + first))[lane];
      for (int j = 0; j < 4; ++j)
        for (int r = 0; r < 8; ++r)
          y[j][r] = b[(column / 16 + j) * 4096 + (first / 4 + r) * 16 + lane];
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          sum[i][j] = intel_sub_group_i8_i8_matrix_mad_k32(x[i], y[j], sum[i][j]);
    }
    for (int j = 0; j < 4; ++j) {
      const float s = scale[group / 128 * 1024 + column + 16 * j + lane];
      for (int i = 0; i < 4; ++i)
        total[i][j] += s * convert_float8(sum[i][j]);
    }
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      for (int r = 0; r < 8; ++r)
        c[(row + i * 8 + r) * 1024 + column + j * 16 + lane] = total[i][j][r];
}
