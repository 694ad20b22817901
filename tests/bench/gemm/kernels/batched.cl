// Many small products, one for each layer of the range. -DROW_MAJOR: B is row-major, else it is
// packed into panels.
#ifdef ROW_MAJOR
typedef element_b stored_b;
#define READ_B(b, n, k, column, first) joined_b(b + first * n + column, n)
#else
typedef word stored_b;
#define READ_B(b, n, k, column, first) lanes_b(in_panel(b, k, column, first), SIZE)
#endif

KERNEL gemm(const global element_a *a, const global stored_b *b, global result *c, int m, int n,
            int k) {
  const int row = first_row(), column = first_column();
  a += get_group_id(2) * (size_t)(m * k);
  b += get_group_id(2) * (size_t)(n * k / (sizeof(stored_b) / sizeof(element_b)));
  c += get_group_id(2) * (size_t)(m * n);
  sums sum[ROWS][COLUMNS];
  clear(sum);
  for (int first = 0; first < k; first += STEP) {
    factor_a x[ROWS];
    factor_b y[COLUMNS];
    for (int i = 0; i < ROWS; ++i)
      x[i] = lanes_a(a + (row + 8 * i) * k + first, k);
    for (int j = 0; j < COLUMNS; ++j)
      y[j] = READ_B(b, n, k, column + SIZE * j, first);
    multiply(x, y, sum);
  }
  store(sum, c + row * n + column, n);
}
