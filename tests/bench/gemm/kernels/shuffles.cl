// Factors made of wide reads by shuffles: a lane reads 4 bytes where it needs fewer, so that one
// read serves several factors.
//
//   -DSHUFFLE_A  a row of two steps of A (SIZE 16, where a lane needs 2 bytes)
//   -DSHUFFLE_B  a row of PACK blocks of row-major B, side by side
int lane_id() { return get_sub_group_local_id(); }

#ifdef SHUFFLE_A
#define STEPS 2
void read_a(const global element_a *a, int k, factor_a x[STEPS]) {
  for (int r = 0; r < 8; ++r) {
    const uint both = ((const global uint *)(a + r * k))[lane_id()];
    for (int s = 0; s < STEPS; ++s)
      x[s][r] = (a_word)(sub_group_shuffle(both, s * 8 + lane_id() / 2) >> lane_id() % 2 * 16);
  }
}
#else
#define STEPS 1
void read_a(const global element_a *a, int k, factor_a x[STEPS]) { x[0] = lanes_a(a, k); }
#endif

#ifdef SHUFFLE_B
#define BLOCKS PACK
// Of one row: what the lanes need of it for block j, in the low bits.
uint of_row(const global element_b *b, int j) {
  const uint all = ((const global uint *)b)[lane_id()];
  return sub_group_shuffle(all, j * (SIZE / PACK) + lane_id() / PACK) >>
         lane_id() % PACK * (32 / PACK);
}
void read_b(const global element_b *b, int n, factor_b y[BLOCKS]) {
  for (int j = 0; j < BLOCKS; ++j)
    for (int r = 0; r < 8; ++r) {
      uint joined = 0;
      for (int p = 0; p < PACK; ++p)
        joined |= (of_row(b + (size_t)(r * PACK + p) * n, j) & (uint)((1ul << 32 / PACK) - 1))
                  << p * (32 / PACK);
      y[j][r] = as_int(joined);
    }
}
#else
#define BLOCKS 1
void read_b(const global element_b *b, int n, factor_b y[BLOCKS]) { y[0] = joined_b(b, n); }
#endif

KERNEL gemm(const global element_a *a, const global element_b *b, global result *c, int m, int n,
            int k) {
  const int row = first_row(), column = first_column();
  sums sum[ROWS][COLUMNS];
  clear(sum);
  for (int first = 0; first < k; first += STEPS * STEP) {
    factor_a x[ROWS][STEPS];
    factor_b y[STEPS][COLUMNS];
    for (int i = 0; i < ROWS; ++i)
      read_a(a + (size_t)(row + 8 * i) * k + first, k, x[i]);
    for (int s = 0; s < STEPS; ++s)
      for (int j = 0; j < COLUMNS; j += BLOCKS)
        read_b(b + (size_t)(first + s * STEP) * n + column + SIZE * j, n, &y[s][j]);
    for (int s = 0; s < STEPS; ++s)
      for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < COLUMNS; ++j)
          sum[i][j] = matrix_mad(x[i][s], y[s][j], sum[i][j]);
  }
  store(sum, c + (size_t)row * n + column, n);
}
