// B is stored by columns (C = A * transposed B, as for the weights of neural networks), and each
// lane reads 32 bytes of its own.
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
      y[j] = vload8(0, b + ((size_t)(column + SIZE * j + get_sub_group_local_id()) * k + first) / PACK);
    multiply(x, y, sum);
  }
  store(sum, c + (size_t)row * n + column, n);
}
