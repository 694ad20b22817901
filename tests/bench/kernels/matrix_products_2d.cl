// C = A * B with 2D blocks: a sub-group has 32 rows and 64 columns of C.
//
// NAME_2d       B is row-major, and its rows are packed as they are read
// NAME_2d_vnni  B is packed into panels of 16 columns before (examples/gemm)

#define KERNEL(name, result)                                                                       \
  __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))                   \
  kernel void name(const global char *a, const global char *b, global result *c, int n, int k)

// bytes: of an element of A and B. depth: of one product.
#define PRODUCT(name, bytes, depth, sum_type, result, read_a, read_b, matrix_mad)                  \
  KERNEL(name, result) {                                                                           \
    const int m = get_num_groups(1) * 32, row = get_group_id(1) * 32;                              \
    const int column = get_group_id(0) * 64;                                                       \
    sum_type sum[4][4];                                                                            \
    for (int i = 0; i < 4; ++i)                                                                    \
      for (int j = 0; j < 4; ++j)                                                                  \
        sum[i][j] = 0;                                                                             \
    for (int first = 0; first < k; first += depth) {                                               \
      short8 x[4];                                                                                 \
      int8 y[4];                                                                                   \
      read_a(a, k * bytes, m, k * bytes, (int2)(first, row), (private ushort *)x);                 \
      read_b;                                                                                      \
      for (int i = 0; i < 4; ++i)                                                                  \
        for (int j = 0; j < 4; ++j)                                                                \
          sum[i][j] = matrix_mad(x[i], y[j], sum[i][j]);                                           \
    }                                                                                              \
    for (int i = 0; i < 4; ++i)                                                                    \
      for (int j = 0; j < 4; ++j)                                                                  \
        intel_sub_group_2d_block_write_32b_8r16x1c(c, n * 4, m, n * 4,                             \
                                                   (int2)(column + 16 * j, row + 8 * i),           \
                                                   (private uint *)&sum[i][j]);                    \
  }

#define READ_BF16                                                                                  \
  for (int j = 0; j < 4; j += 2)                                                                   \
  intel_sub_group_2d_block_read_transform_16b_16r16x2c(                                            \
      b, n * 2, k, n * 2, (int2)(column + 16 * j, first), (private uint *)&y[j])
#define READ_I8                                                                                    \
  intel_sub_group_2d_block_read_transform_8b_32r16x4c(b, n, k, n, (int2)(column, first),           \
                                                      (private uint *)y)
// A panel is a matrix of 16 words and k / pack rows.
#define READ_PANELS(pack)                                                                          \
  for (int j = 0; j < 4; ++j)                                                                      \
  intel_sub_group_2d_block_read_32b_8r16x1c(b + (size_t)(column / 16 + j) * (k / pack) * 64, 64,   \
                                            k / pack, 64, (int2)(0, first / pack),                 \
                                            (private uint *)&y[j])

PRODUCT(gemm_bf16_2d, 2, 16, float8, float, intel_sub_group_2d_block_read_16b_32r16x1c, READ_BF16,
        intel_sub_group_bf16_bf16_matrix_mad_k16)
PRODUCT(gemm_bf16_2d_vnni, 2, 16, float8, float, intel_sub_group_2d_block_read_16b_32r16x1c,
        READ_PANELS(2), intel_sub_group_bf16_bf16_matrix_mad_k16)
PRODUCT(gemm_i8_2d, 1, 32, int8, int, intel_sub_group_2d_block_read_8b_32r32x1c, READ_I8,
        intel_sub_group_i8_i8_matrix_mad_k32)
PRODUCT(gemm_i8_2d_vnni, 1, 32, int8, int, intel_sub_group_2d_block_read_8b_32r32x1c,
        READ_PANELS(4), intel_sub_group_i8_i8_matrix_mad_k32)
