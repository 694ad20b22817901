// Every read and every write is guarded, in every round.
KERNEL gemm(const global element_a *a, const global word *b, global result *c, int m, int n,
            int k) {
  const int row = first_row(), column = first_column();
  sums sum[ROWS][COLUMNS];
  clear(sum);
  for (int first = 0; first < k; first += STEP) {
    factor_a x[ROWS];
    factor_b y[COLUMNS];
    for (int i = 0; i < ROWS; ++i)
      x[i] = guarded_a(a, m, k, row + 8 * i, first);
    for (int j = 0; j < COLUMNS; ++j)
      y[j] = guarded_b(b, n, k, first, column + SIZE * j);
    multiply(x, y, sum);
  }
  guarded_store(sum, c, m, n, row, column);
}
