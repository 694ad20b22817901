// Split barriers and three buffers: who has copied the next round's tile arrives, multiplies, and
// only then waits for the others' copies. While a sub-group copies, another one may still read the
// round before, so that two buffers would not do.
KERNEL gemm(const global element_a *a, const global stored_b *b, global result *c, int m, int n,
            int k) {
  LOCAL_TILES(3);
  sums sum[ROWS][COLUMNS];
  clear(sum);
  int buffer = 0;
  copy(tile_a[0], tile_b[0], a, b, n, k, 0);
  intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE);
  for (int first = 0; first < k; first += BLOCK) {
    const int next = buffer == 2 ? 0 : buffer + 1;
    intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE);
    if (first + BLOCK < k)
      copy(tile_a[next], tile_b[next], a, b, n, k, first + BLOCK);
    intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE);
    multiply_tiles(tile_a[buffer], tile_b[buffer], a, b, n, k, first, sum);
    buffer = next;
  }
  intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE);
  store(sum, c + (size_t)first_row() * n + first_column(), n);
}
