// Factors are read a round ahead of the products that use them, B from panels of SIZE columns or
// row-major (-DROW_MAJOR).
#ifdef ROW_MAJOR
typedef element_b stored_b;
#define READ_B(b, n, k, column, first) joined_b(b + (size_t)(first) * n + column, n)
#else
typedef word stored_b;
#define READ_B(b, n, k, column, first) lanes_b(in_panel(b, k, column, first), SIZE)
#endif

KERNEL gemm(const global element_a *a, const global stored_b *b, global result *c, int m, int n,
            int k) {
  const int row = first_row(), column = first_column();
  sums sum[ROWS][COLUMNS];
  clear(sum);
  factor_a x[ROWS];
  factor_b y[COLUMNS];
  for (int i = 0; i < ROWS; ++i)
    x[i] = lanes_a(a + (size_t)(row + 8 * i) * k, k);
  for (int j = 0; j < COLUMNS; ++j)
    y[j] = READ_B(b, n, k, column + SIZE * j, 0);
  for (int first = STEP; first < k; first += STEP) {
    factor_a next_x[ROWS];
    factor_b next_y[COLUMNS];
    for (int i = 0; i < ROWS; ++i)
      next_x[i] = lanes_a(a + (size_t)(row + 8 * i) * k + first, k);
    for (int j = 0; j < COLUMNS; ++j)
      next_y[j] = READ_B(b, n, k, column + SIZE * j, first);
    multiply(x, y, sum);
    for (int i = 0; i < ROWS; ++i)
      x[i] = next_x[i];
    for (int j = 0; j < COLUMNS; ++j)
      y[j] = next_y[j];
  }
  multiply(x, y, sum);
  store(sum, c + (size_t)row * n + column, n);
}
