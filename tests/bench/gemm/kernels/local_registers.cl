// Two buffers, chosen by the number of the round: what the next round multiplies is read into
// registers before this one's products, and written behind them. B is packed already.
#define ROW_WORDS (BLOCK * (int)sizeof(element_a) / 4) // of A
#define WORDS_A (GROUP_ROWS * ROW_WORDS)

uint word_of_a(const global element_a *a, int k, int first, int at) {
  const size_t row = get_group_id(1) * GROUP_ROWS + at / ROW_WORDS;
  return ((const global uint *)(a + row * k + first))[at % ROW_WORDS];
}

word word_of_b(const global word *b, int n, int first, int at) {
  return b[(size_t)(first / PACK + at / GROUP_COLUMNS) * n + get_group_id(0) * GROUP_COLUMNS +
           at % GROUP_COLUMNS];
}

KERNEL gemm(const global element_a *a, const global word *b, global result *c, int m, int n,
            int k) {
  LOCAL_TILES(2);
  const int item = get_local_linear_id();
  sums sum[ROWS][COLUMNS];
  clear(sum);
  for (int i = item; i < WORDS_A; i += GROUP_ITEMS)
    ((local uint *)tile_a[0])[i] = word_of_a(a, k, 0, i);
  for (int i = item; i < TILE_B; i += GROUP_ITEMS)
    tile_b[0][i] = word_of_b(b, n, 0, i);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int rounds = k / BLOCK;
  for (int round = 0; round < rounds; ++round) {
    const int now = round & 1, next = now ^ 1;
    uint words_a[WORDS_A / GROUP_ITEMS];
    word words_b[TILE_B / GROUP_ITEMS];
    if (round + 1 < rounds) {
      for (int i = 0; i < WORDS_A / GROUP_ITEMS; ++i)
        words_a[i] = word_of_a(a, k, (round + 1) * BLOCK, item + i * GROUP_ITEMS);
      for (int i = 0; i < TILE_B / GROUP_ITEMS; ++i)
        words_b[i] = word_of_b(b, n, (round + 1) * BLOCK, item + i * GROUP_ITEMS);
    }
    multiply_tiles(tile_a[now], tile_b[now], 0, 0, n, k, 0, sum);
    if (round + 1 < rounds) {
      for (int i = 0; i < WORDS_A / GROUP_ITEMS; ++i)
        ((local uint *)tile_a[next])[item + i * GROUP_ITEMS] = words_a[i];
      for (int i = 0; i < TILE_B / GROUP_ITEMS; ++i)
        tile_b[next][item + i * GROUP_ITEMS] = words_b[i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  store(sum, c + (size_t)first_row() * n + first_column(), n);
}
