// Sub-group block reads of both factors, B packed into panels, or both in the order of tiles: for
// each step, one factor after the other. Block writes of C.
factor_a block_a(const global element_a *a, int length) {
  factor_a x;
#if defined(TYPE_tf32)
  // 16 floats of a row are two steps: a block read cannot make this factor.
  return lanes_a(a, length);
#elif SIZE == 16
  for (int r = 0; r < 8; ++r)
    x[r] = intel_sub_group_block_read_us((const global ushort *)(a + r * length));
#else
  for (int r = 0; r < 8; ++r)
    x[r] = intel_sub_group_block_read((const global uint *)(a + r * length));
#endif
  return x;
}

factor_b block_b(const global word *b) {
  const uint8 words = intel_sub_group_block_read8((const global uint *)b);
#if defined(TYPE_tf32)
  return as_float8(words);
#else
  return as_int8(words);
#endif
}

KERNEL gemm(const global element_a *a, const global word *b, global result *c, int m, int n,
            int k) {
  const int row = first_row(), column = first_column();
  sums sum[ROWS][COLUMNS];
  clear(sum);
  for (int first = 0; first < k; first += STEP) {
    factor_a x[ROWS];
    factor_b y[COLUMNS];
#ifdef TILE_ORDER
    const size_t step = first / STEP;
    for (int i = 0; i < ROWS; ++i)
      x[i] = block_a(a + (step * m + row + 8 * i) * STEP, STEP);
    for (int j = 0; j < COLUMNS; ++j)
      y[j] = block_b(b + (step * n + column + SIZE * j) * 8);
#else
    for (int i = 0; i < ROWS; ++i)
      x[i] = block_a(a + (size_t)(row + 8 * i) * k + first, k);
    for (int j = 0; j < COLUMNS; ++j)
      y[j] = block_b(in_panel(b, k, column + SIZE * j, first));
#endif
    multiply(x, y, sum);
  }
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLUMNS; ++j)
      for (int r = 0; r < 8; ++r)
        intel_sub_group_block_write(
            (global uint *)(c + (size_t)(row + i * 8 + r) * n + column + j * SIZE),
            as_uint(sum[i][j][r]));
}
