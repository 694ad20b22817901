// The loop runs over whole steps, a guarded one comes behind it, and writes are guarded.
KERNEL gemm(const global element_a *a, const global word *b, global result *c, int m, int n,
            int k) {
  const int row = min(first_row(), m - 8 * ROWS), column = min(first_column(), n - SIZE * COLUMNS);
  sums sum[ROWS][COLUMNS];
  clear(sum);
  factor_a x[ROWS];
  factor_b y[COLUMNS];
  int first = 0;
  for (; first + STEP <= k; first += STEP) {
    for (int i = 0; i < ROWS; ++i)
      x[i] = lanes_a(a + (size_t)(row + 8 * i) * k + first, k);
    for (int j = 0; j < COLUMNS; ++j)
      y[j] = lanes_b(b + (size_t)(first / PACK) * n + column + SIZE * j, n);
    multiply(x, y, sum);
  }
  if (first < k) {
    for (int i = 0; i < ROWS; ++i)
      x[i] = guarded_a(a, m, k, row + 8 * i, first);
    for (int j = 0; j < COLUMNS; ++j)
      y[j] = guarded_b(b, n, k, first, column + SIZE * j);
    multiply(x, y, sum);
  }
  guarded_store(sum, c, m, n, row, column);
}
