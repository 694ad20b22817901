// C = A * B with the matrix functions, as programs without any blocking in memory write it: A is
// row-major and read by single lanes, B is packed into panels of 16 columns (examples/gemm), or
// row-major and packed by the lanes, too.
//
// NAME_one    a sub-group has one sum of 8 rows and 16 columns
// NAME_blocks a sub-group has 4 by 4 of them, 32 rows and 64 columns
// NAME_rows   one sum, and B is row-major

// pack: elements of A in a ushort, twice that in a word of B. step: ushorts of A in a product.
#define PRODUCT(name, row_blocks, column_blocks, sum_type, result, pack, matrix_mad)               \
  __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))                   \
  kernel void name(const global ushort *a, const global uint *b, global result *c, int n, int k) { \
    const int lane = get_sub_group_local_id();                                                     \
    const int row = get_group_id(1) * 8 * row_blocks;                                              \
    const int column = get_group_id(0) * 16 * column_blocks;                                       \
    const int length = k / pack; /* of a row of A in ushorts */                                    \
    const int panel = length / 2 * 16;                                                             \
    const global ushort *rows = a + (size_t)row * length + lane;                                   \
    const global uint *panels = b + (size_t)(column / 16) * panel + lane;                          \
    sum_type sum[row_blocks][column_blocks];                                                       \
    for (int i = 0; i < row_blocks; ++i)                                                           \
      for (int j = 0; j < column_blocks; ++j)                                                      \
        sum[i][j] = 0;                                                                             \
    for (int first = 0; first < length; first += 16) {                                             \
      short8 x[row_blocks];                                                                        \
      int8 y[column_blocks];                                                                       \
      for (int i = 0; i < row_blocks; ++i)                                                         \
        for (int r = 0; r < 8; ++r)                                                                \
          x[i][r] = rows[(i * 8 + r) * length + first];                                            \
      for (int j = 0; j < column_blocks; ++j)                                                      \
        for (int r = 0; r < 8; ++r)                                                                \
          y[j][r] = panels[j * panel + (first / 2 + r) * 16];                                      \
      for (int i = 0; i < row_blocks; ++i)                                                         \
        for (int j = 0; j < column_blocks; ++j)                                                    \
          sum[i][j] = matrix_mad(x[i], y[j], sum[i][j]);                                           \
    }                                                                                              \
    for (int i = 0; i < row_blocks; ++i)                                                           \
      for (int j = 0; j < column_blocks; ++j)                                                      \
        for (int r = 0; r < 8; ++r)                                                                \
          c[(row + i * 8 + r) * n + column + j * 16 + lane] = sum[i][j][r];                        \
  }

PRODUCT(gemm_bf16_one, 1, 1, float8, float, 1, intel_sub_group_bf16_bf16_matrix_mad_k16)
PRODUCT(gemm_bf16_blocks, 4, 4, float8, float, 1, intel_sub_group_bf16_bf16_matrix_mad_k16)
PRODUCT(gemm_f16_one, 1, 1, float8, float, 1, intel_sub_group_f16_f16_matrix_mad_k16)
PRODUCT(gemm_f16_blocks, 4, 4, float8, float, 1, intel_sub_group_f16_f16_matrix_mad_k16)
PRODUCT(gemm_i8_one, 1, 1, int8, int, 2, intel_sub_group_i8_i8_matrix_mad_k32)
PRODUCT(gemm_i8_blocks, 4, 4, int8, int, 2, intel_sub_group_i8_i8_matrix_mad_k32)

#define U8_MATRIX_MAD(x, y, sum) intel_sub_group_u8_i8_matrix_mad_k32(as_ushort8(x), y, sum)
PRODUCT(gemm_u8_one, 1, 1, int8, int, 2, U8_MATRIX_MAD)
PRODUCT(gemm_u8_blocks, 4, 4, int8, int, 2, U8_MATRIX_MAD)

// elements: of B in a word.
#define ROWS(name, type, elements, join, sum_type, result, matrix_mad)                             \
  __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))                   \
  kernel void name(const global ushort *a, const global type *b, global result *c, int n, int k) { \
    const int lane = get_sub_group_local_id();                                                     \
    const int row = get_group_id(1) * 8, column = get_group_id(0) * 16;                            \
    const int length = k * (int)sizeof(type) / 2; /* of a row of A in ushorts */                   \
    const global ushort *rows = a + (size_t)row * length + lane;                                   \
    const global type *columns = b + column + lane;                                                \
    sum_type sum = 0;                                                                              \
    for (int first = 0; first < k; first += 8 * elements) {                                        \
      short8 x;                                                                                    \
      int8 y;                                                                                      \
      for (int r = 0; r < 8; ++r)                                                                  \
        x[r] = rows[r * length + first / elements * 2];                                            \
      for (int r = 0; r < 8; ++r) {                                                                \
        const global type *word = columns + (size_t)(first + r * elements) * n;                    \
        y[r] = join;                                                                               \
      }                                                                                            \
      sum = matrix_mad(x, y, sum);                                                                 \
    }                                                                                              \
    for (int r = 0; r < 8; ++r)                                                                    \
      c[(row + r) * n + column + lane] = sum[r];                                                   \
  }

ROWS(gemm_bf16_rows, ushort, 2, as_int((ushort2)(word[0], word[n])), float8, float,
     intel_sub_group_bf16_bf16_matrix_mad_k16)
ROWS(gemm_i8_rows, uchar, 4, as_int((uchar4)(word[0], word[n], word[2 * n], word[3 * n])), int8,
     int, intel_sub_group_i8_i8_matrix_mad_k32)
