// Staging through local memory: the work-items of a work-group copy what its sub-groups multiply,
// DEPTH steps of K at a time. -DSTAGE_A and -DSTAGE_B say which factors; rows of B are packed on
// the way. A factor that is not staged is read by the lanes, B then from rows that are packed.

#define BLOCK (STEP * DEPTH) // elements of K in a round
#define GROUP_ROWS (8 * ROWS * DOWN)
#define GROUP_COLUMNS (SIZE * COLUMNS * ACROSS)
#define GROUP_ITEMS (SIZE * ACROSS * DOWN)

#ifdef STAGE_A
#define TILE_A (GROUP_ROWS * BLOCK) // elements
#else
#define TILE_A 64
#endif
#ifdef STAGE_B
#define TILE_B (GROUP_COLUMNS * BLOCK / PACK) // words
typedef element_b stored_b;
#else
#define TILE_B 16
typedef word stored_b;
#endif

// The work-group's rows of A and columns of B from `first` on.
void copy(local element_a *tile_a, local word *tile_b, const global element_a *a,
          const global stored_b *b, int n, int k, int first) {
  const int item = get_local_linear_id();
#ifdef STAGE_A
  const int words = BLOCK * sizeof(element_a) / 4; // of a row
  const size_t row = get_group_id(1) * GROUP_ROWS;
  for (int i = item; i < GROUP_ROWS * words; i += GROUP_ITEMS)
    ((local uint *)tile_a)[i] =
        ((const global uint *)(a + (row + i / words) * k + first))[i % words];
#endif
#ifdef STAGE_B
  const int column = get_group_id(0) * GROUP_COLUMNS;
  for (int i = item; i < TILE_B; i += GROUP_ITEMS) {
    const global element_b *from =
        b + (size_t)(first + i / GROUP_COLUMNS * PACK) * n + column + i % GROUP_COLUMNS;
    tile_b[i] = JOINED(from, n);
  }
#endif
}

// What the sub-group multiplies of it.
void multiply_tiles(const local element_a *tile_a, const local word *tile_b,
                    const global element_a *a, const global stored_b *b, int n, int k, int first,
                    sums sum[ROWS][COLUMNS]) {
  for (int s = 0; s < BLOCK; s += STEP) {
    factor_a x[ROWS];
    factor_b y[COLUMNS];
    for (int i = 0; i < ROWS; ++i)
#ifdef STAGE_A
      x[i] = lanes_a(tile_a + (row_in_group() + 8 * i) * BLOCK + s, BLOCK);
#else
      x[i] = lanes_a(a + (size_t)(first_row() + 8 * i) * k + first + s, k);
#endif
    for (int j = 0; j < COLUMNS; ++j)
#ifdef STAGE_B
      y[j] = lanes_b(tile_b + s / PACK * GROUP_COLUMNS + column_in_group() + SIZE * j,
                     GROUP_COLUMNS);
#else
      y[j] = lanes_b(b + (size_t)((first + s) / PACK) * n + first_column() + SIZE * j, n);
#endif
    multiply(x, y, sum);
  }
}

// So many buffers, for the code of one kernel.
#define LOCAL_TILES(buffers)                                                                       \
  local element_a tile_a[buffers][TILE_A] __attribute__((aligned(64)));                            \
  local word tile_b[buffers][TILE_B] __attribute__((aligned(64)))
