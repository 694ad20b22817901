// Each lane reads its words of both factors; B is packed into panels of SIZE columns.
KERNEL gemm(const global element_a *a, const global word *b, global result *c, int m, int n,
            int k) {
  const int row = first_row(), column = first_column();
  sums sum[ROWS][COLUMNS];
  clear(sum);
#ifdef K_BLOCK
  for (int block = 0; block < k; block += K_BLOCK)
    for (int first = block; first < min(block + K_BLOCK, k); first += STEP) {
#else
  for (int first = 0; first < k; first += STEP) {
#endif
    factor_a x[ROWS];
    factor_b y[COLUMNS];
    for (int i = 0; i < ROWS; ++i)
      x[i] = lanes_a(a + (size_t)(row + 8 * i) * k + first, k);
    for (int j = 0; j < COLUMNS; ++j)
      y[j] = lanes_b(in_panel(b, k, column + SIZE * j, first), SIZE);
    multiply(x, y, sum);
#ifdef IN_STEP
    barrier(CLK_LOCAL_MEM_FENCE); // the sub-groups of a work-group share what caches hold
#endif
  }
  store(sum, c + (size_t)row * n + column, n);
}
