// Where a round of the loop lies inside of the matrices it reads without looking: a uniform
// condition in the loop.
KERNEL gemm(const global element_a *a, const global word *b, global result *c, int m, int n,
            int k) {
  const int row = first_row(), column = first_column();
  const bool is_inside = row + 8 * ROWS <= m && column + SIZE * COLUMNS <= n;
  sums sum[ROWS][COLUMNS];
  clear(sum);
  for (int first = 0; first < k; first += STEP) {
    factor_a x[ROWS];
    factor_b y[COLUMNS];
    if (is_inside && first + STEP <= k) {
      for (int i = 0; i < ROWS; ++i)
        x[i] = lanes_a(a + (size_t)(row + 8 * i) * k + first, k);
      for (int j = 0; j < COLUMNS; ++j)
        y[j] = lanes_b(b + (size_t)(first / PACK) * n + column + SIZE * j, n);
    } else {
      for (int i = 0; i < ROWS; ++i)
        x[i] = guarded_a(a, m, k, row + 8 * i, first);
      for (int j = 0; j < COLUMNS; ++j)
        y[j] = guarded_b(b, n, k, first, column + SIZE * j);
    }
    multiply(x, y, sum);
  }
  guarded_store(sum, c, m, n, row, column);
}
