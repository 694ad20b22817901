// The sub-groups of a work-group share one block of C, each with its part of K, and add their sums
// through local memory.
#define PARTS (ACROSS * DOWN)
#define VALUES (8 * ROWS * SIZE * COLUMNS)

KERNEL gemm(const global element_a *a, const global word *b, global result *c, int m, int n,
            int k) {
  local result part[PARTS][VALUES];
  const int row = get_group_id(1) * 8 * ROWS, column = get_group_id(0) * SIZE * COLUMNS;
  const int mine = get_sub_group_id(), steps = k / STEP;
  const int end = steps * (mine + 1) / PARTS * STEP;
  sums sum[ROWS][COLUMNS];
  clear(sum);
  for (int first = steps * mine / PARTS * STEP; first < end; first += STEP) {
    factor_a x[ROWS];
    factor_b y[COLUMNS];
    for (int i = 0; i < ROWS; ++i)
      x[i] = lanes_a(a + (size_t)(row + 8 * i) * k + first, k);
    for (int j = 0; j < COLUMNS; ++j)
      y[j] = lanes_b(in_panel(b, k, column + SIZE * j, first), SIZE);
    multiply(x, y, sum);
  }
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLUMNS; ++j)
      for (int r = 0; r < 8; ++r)
        part[mine][(i * 8 + r) * SIZE * COLUMNS + j * SIZE + get_sub_group_local_id()] =
            sum[i][j][r];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_local_linear_id(); i < VALUES; i += PARTS * SIZE) {
    result total = 0;
    for (int p = 0; p < PARTS; ++p)
      total += part[p][i];
    c[(size_t)(row + i / (SIZE * COLUMNS)) * n + column + i % (SIZE * COLUMNS)] = total;
  }
}
