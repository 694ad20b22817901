// Reads that look at the edges of the matrices: what is outside is zero. Rows of B are packed.
factor_a guarded_a(const global element_a *a, int m, int k, int row, int first) {
  factor_a x;
  const int lane = get_sub_group_local_id();
#if defined(TYPE_tf32)
  for (int r = 0; r < 4; ++r) {
    const int mine = row + 2 * r + lane / 8;
    x[r] = mine < m && first + lane % 8 < k ? a[(size_t)mine * k + first + lane % 8] : 0;
  }
#else
  for (int r = 0; r < 8; ++r)
    x[r] = row + r < m && first + lane * STEP / SIZE < k
               ? ((const global a_word *)(a + (size_t)(row + r) * k + first))[lane]
               : 0;
#endif
  return x;
}

factor_b guarded_b(const global word *b, int n, int k, int first, int column) {
  factor_b y;
  column += get_sub_group_local_id();
  for (int r = 0; r < 8; ++r)
    y[r] = column < n && first / PACK + r < k / PACK
               ? b[(size_t)(first / PACK + r) * n + column]
               : 0;
  return y;
}

void guarded_store(const sums sum[ROWS][COLUMNS], global result *c, int m, int n, int row,
                   int column) {
  column += get_sub_group_local_id();
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLUMNS; ++j)
      for (int r = 0; r < 8; ++r)
        if (row + i * 8 + r < m && column + j * SIZE < n)
          c[(size_t)(row + i * 8 + r) * n + column + j * SIZE] = sum[i][j][r];
}
