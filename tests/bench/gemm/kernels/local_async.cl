// Two buffers that async_work_group_copy fills row by row for the next round. B is packed already.
event_t copy_rows(local element_a *tile_a, local word *tile_b, const global element_a *a,
                  const global word *b, int n, int k, int first) {
  event_t copies = 0;
  a += (size_t)get_group_id(1) * GROUP_ROWS * k + first;
  b += (size_t)(first / PACK) * n + get_group_id(0) * GROUP_COLUMNS;
  for (int r = 0; r < GROUP_ROWS; ++r)
    copies = async_work_group_copy(tile_a + r * BLOCK, a + (size_t)r * k, BLOCK, copies);
  for (int r = 0; r < BLOCK / PACK; ++r)
    copies = async_work_group_copy(tile_b + r * GROUP_COLUMNS, b + (size_t)r * n, GROUP_COLUMNS,
                                   copies);
  return copies;
}

KERNEL gemm(const global element_a *a, const global word *b, global result *c, int m, int n,
            int k) {
  LOCAL_TILES(2);
  sums sum[ROWS][COLUMNS];
  clear(sum);
  int buffer = 0;
  event_t copies = copy_rows(tile_a[0], tile_b[0], a, b, n, k, 0);
  for (int first = 0; first < k; first += BLOCK) {
    wait_group_events(1, &copies);
    barrier(CLK_LOCAL_MEM_FENCE); // the other buffer has been read by all
    if (first + BLOCK < k)
      copies = copy_rows(tile_a[1 - buffer], tile_b[1 - buffer], a, b, n, k, first + BLOCK);
    multiply_tiles(tile_a[buffer], tile_b[buffer], 0, 0, n, k, first, sum);
    buffer = 1 - buffer;
  }
  store(sum, c + (size_t)first_row() * n + first_column(), n);
}
