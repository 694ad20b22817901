// 2D blocks as tuned kernels use them: two blocks of B in a read, prefetches of the next round, and
// split barriers that keep the sub-groups of a work-group near one another.
#if PACK == 2
#define READ_A intel_sub_group_2d_block_read_16b_8r16x1c
#define READ_B intel_sub_group_2d_block_read_transform_16b_16r16x2c
#define PREFETCH_A intel_sub_group_2d_block_prefetch_16b_8r16x1c
#define PREFETCH_B intel_sub_group_2d_block_prefetch_16b_16r16x1c
#else
#define READ_A intel_sub_group_2d_block_read_8b_8r32x1c
#define READ_B intel_sub_group_2d_block_read_transform_8b_32r16x2c
#define PREFETCH_A intel_sub_group_2d_block_prefetch_8b_8r32x1c
#define PREFETCH_B intel_sub_group_2d_block_prefetch_8b_32r16x1c
#endif

void prefetch_factors(global element_a *a, global element_b *b, int m, int n, int k, int row,
                      int column, int first) {
  for (int i = 0; i < ROWS; ++i)
    PREFETCH_A(a, k * sizeof(*a), m, k * sizeof(*a), (int2)(first, row + 8 * i));
  for (int j = 0; j < COLUMNS; ++j)
    PREFETCH_B(b, n * sizeof(*b), k, n * sizeof(*b), (int2)(column + 16 * j, first));
}

KERNEL gemm(global element_a *a, global element_b *b, global result *c, int m, int n, int k) {
  const int row = first_row(), column = first_column();
  sums sum[ROWS][COLUMNS];
  clear(sum);
  prefetch_factors(a, b, m, n, k, row, column, 0);
  intel_work_group_barrier_arrive(0);
  for (int first = 0; first < k; first += STEP) {
    factor_a x[ROWS];
    factor_b y[COLUMNS];
    for (int i = 0; i < ROWS; ++i)
      READ_A(a, k * sizeof(*a), m, k * sizeof(*a), (int2)(first, row + 8 * i),
             (private ushort *)&x[i]);
    for (int j = 0; j < COLUMNS; j += 2)
      READ_B(b, n * sizeof(*b), k, n * sizeof(*b), (int2)(column + 16 * j, first),
             (private uint *)&y[j]);
    prefetch_factors(a, b, m, n, k, row, column, first + STEP);
    multiply(x, y, sum);
    intel_work_group_barrier_wait(0);
    intel_work_group_barrier_arrive(0);
  }
  intel_work_group_barrier_wait(0);
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLUMNS; ++j)
      intel_sub_group_2d_block_write_32b_8r16x1c(c, n * 4, m, n * 4,
                                                 (int2)(column + 16 * j, row + 8 * i),
                                                 (private uint *)&sum[i][j]);
}
