// Two buffers: the next round's is written while this one's is read, with one barrier a round.
KERNEL gemm(const global element_a *a, const global stored_b *b, global result *c, int m, int n,
            int k) {
  LOCAL_TILES(2);
  sums sum[ROWS][COLUMNS];
  clear(sum);
  int buffer = 0;
  copy(tile_a[0], tile_b[0], a, b, n, k, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int first = 0; first < k; first += BLOCK) {
    if (first + BLOCK < k)
      copy(tile_a[1 - buffer], tile_b[1 - buffer], a, b, n, k, first + BLOCK);
    multiply_tiles(tile_a[buffer], tile_b[buffer], a, b, n, k, first, sum);
    barrier(CLK_LOCAL_MEM_FENCE);
    buffer = 1 - buffer;
  }
  store(sum, c + (size_t)first_row() * n + first_column(), n);
}
