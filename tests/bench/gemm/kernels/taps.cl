// K in two loops, as a convolution has it: over taps and over TAP channels of each. Both factors are
// row-major.
#define TAP 64

KERNEL gemm(const global element_a *a, const global element_b *b, global result *c, int m, int n,
            int k) {
  const int row = first_row(), column = first_column();
  sums sum[ROWS][COLUMNS];
  clear(sum);
  for (int tap = 0; tap < k / TAP; ++tap)
    for (int channel = 0; channel < TAP; channel += STEP) {
      factor_a x[ROWS];
      factor_b y[COLUMNS];
      for (int i = 0; i < ROWS; ++i)
        x[i] = lanes_a(a + (size_t)(row + 8 * i) * k + tap * TAP + channel, k);
      for (int j = 0; j < COLUMNS; ++j)
        y[j] = joined_b(b + (size_t)(tap * TAP + channel) * n + column + SIZE * j, n);
      multiply(x, y, sum);
    }
  store(sum, c + (size_t)row * n + column, n);
}
