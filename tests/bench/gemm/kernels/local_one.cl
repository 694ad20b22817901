// One buffer in local memory: a barrier before it is read, and one before it is written again.
KERNEL gemm(const global element_a *a, const global stored_b *b, global result *c, int m, int n,
            int k) {
  LOCAL_TILES(1);
  sums sum[ROWS][COLUMNS];
  clear(sum);
  for (int first = 0; first < k; first += BLOCK) {
    copy(tile_a[0], tile_b[0], a, b, n, k, first);
    barrier(CLK_LOCAL_MEM_FENCE);
    multiply_tiles(tile_a[0], tile_b[0], a, b, n, k, first, sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  store(sum, c + (size_t)first_row() * n + first_column(), n);
}
