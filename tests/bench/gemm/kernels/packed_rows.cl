// Each lane reads its words of both factors; the rows of B are packed, PACK into one row of words.
KERNEL gemm(const global element_a *a, const global word *b, global result *c, int m, int n,
            int k) {
  const int row = first_row(), column = first_column();
  sums sum[ROWS][COLUMNS];
  clear(sum);
  for (int first = 0; first < k; first += STEP) {
    factor_a x[ROWS];
    factor_b y[COLUMNS];
    for (int i = 0; i < ROWS; ++i)
      x[i] = lanes_a(a + (size_t)(row + 8 * i) * k + first, k);
    for (int j = 0; j < COLUMNS; ++j)
      y[j] = lanes_b(b + (size_t)(first / PACK) * n + column + SIZE * j, n);
    multiply(x, y, sum);
  }
  store(sum, c + (size_t)row * n + column, n);
}
