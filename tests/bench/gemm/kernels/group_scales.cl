// Factors that are scaled in groups of GROUP elements of K, as quantized weights are: the sums of a
// group are scaled and added to floats, and the next group starts from zero. C has floats.
KERNEL gemm(const global element_a *a, const global word *b, global float *c, int m, int n, int k,
            const global float *scale) {
  const int row = first_row(), column = first_column();
  const int lane = get_sub_group_local_id();
  float8 total[ROWS][COLUMNS];
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLUMNS; ++j)
      total[i][j] = 0;
  for (int group = 0; group < k; group += GROUP) {
    sums sum[ROWS][COLUMNS];
    clear(sum);
    for (int first = group; first < group + GROUP; first += STEP) {
      factor_a x[ROWS];
      factor_b y[COLUMNS];
      for (int i = 0; i < ROWS; ++i)
        x[i] = lanes_a(a + (size_t)(row + 8 * i) * k + first, k);
      for (int j = 0; j < COLUMNS; ++j)
        y[j] = lanes_b(in_panel(b, k, column + SIZE * j, first), SIZE);
      multiply(x, y, sum);
    }
    for (int j = 0; j < COLUMNS; ++j) {
      const float s = scale[(size_t)(group / GROUP) * n + column + SIZE * j + lane];
      for (int i = 0; i < ROWS; ++i)
        total[i][j] += s * convert_float8(sum[i][j]);
    }
  }
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLUMNS; ++j)
      for (int r = 0; r < 8; ++r)
        c[(size_t)(row + i * 8 + r) * n + column + j * SIZE + lane] = total[i][j][r];
}
