// 2D block reads and writes, sub-groups of 16. -DPANELS: B is packed into panels of 16 columns;
// -DCOLUMN_MAJOR: the reads transpose it; else its rows are packed by the reads.
#if PACK == 1
#define READ_A intel_sub_group_2d_block_read_32b_8r8x1c
#define READ_B intel_sub_group_2d_block_read_32b_8r16x1c
typedef uint read_word;
#elif PACK == 2
#define READ_A intel_sub_group_2d_block_read_16b_8r16x1c
#define READ_B intel_sub_group_2d_block_read_transform_16b_16r16x1c
typedef ushort read_word;
#else
#define READ_A intel_sub_group_2d_block_read_8b_8r32x1c
#define READ_B intel_sub_group_2d_block_read_transform_8b_32r16x1c
typedef ushort read_word;
#endif

KERNEL gemm(global element_a *a, global element_b *b, global result *c, int m, int n, int k) {
  const int row = first_row(), column = first_column();
  const int width = k * sizeof(element_a);
  sums sum[ROWS][COLUMNS];
  clear(sum);
  for (int first = 0; first < k; first += STEP) {
    factor_a x[ROWS];
    factor_b y[COLUMNS];
    for (int i = 0; i < ROWS; ++i)
      READ_A(a, width, m, width, (int2)(first, row + 8 * i), (private read_word *)&x[i]);
    for (int j = 0; j < COLUMNS; ++j)
#ifdef PANELS
      // A panel is a matrix of 16 words and k / PACK rows.
      intel_sub_group_2d_block_read_32b_8r16x1c(
          (global int *)b + (size_t)(column / 16 + j) * (k / PACK) * 16, 64, k / PACK, 64,
          (int2)(0, first / PACK), (private uint *)&y[j]);
#elif defined(COLUMN_MAJOR)
      intel_sub_group_2d_block_read_transpose_32b_16r8x1c(
          b, k * sizeof(element_b), n, k * sizeof(element_b),
          (int2)(first / PACK, column + 16 * j), (private uint *)&y[j]);
#else
      READ_B(b, n * sizeof(element_b), k, n * sizeof(element_b), (int2)(column + 16 * j, first),
             (private uint *)&y[j]);
#endif
    multiply(x, y, sum);
  }
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLUMNS; ++j)
      intel_sub_group_2d_block_write_32b_8r16x1c(c, n * 4, m, n * 4,
                                                 (int2)(column + 16 * j, row + 8 * i),
                                                 (private uint *)&sum[i][j]);
}
