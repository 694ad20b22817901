// Blocks of K that a mask says are zero are passed over: a uniform condition in the loop.
KERNEL gemm(const global element_a *a, const global word *b, global result *c, int m, int n, int k,
            const global uchar *mask) {
  const int row = first_row(), column = first_column();
  sums sum[ROWS][COLUMNS];
  clear(sum);
  for (int first = 0; first < k; first += STEP)
    if (mask[first / MASKED]) {
      factor_a x[ROWS];
      factor_b y[COLUMNS];
      for (int i = 0; i < ROWS; ++i)
        x[i] = lanes_a(a + (size_t)(row + 8 * i) * k + first, k);
      for (int j = 0; j < COLUMNS; ++j)
        y[j] = lanes_b(in_panel(b, k, column + SIZE * j, first), SIZE);
      multiply(x, y, sum);
    }
  store(sum, c + (size_t)row * n + column, n);
}
