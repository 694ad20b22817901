// C = A * B with the sub-group matrix functions: bf16 x bf16 -> float and i8 x i8 -> int.
//
// A sub-group of 16 work-items computes a block of 32 x 32 elements of C: 4 tiles of 8 rows by
// 2 tiles of 16 columns. Each tile of A is used twice and each tile of B four times once loaded.
//
//             16 columns  16 columns
//   8 rows   | c00       | c01       |    work-item l of the sub-group holds column l of every
//   8 rows   | c10       | c11       |    tile of C: its 8 rows are the components of one vector
//   8 rows   | c20       | c21       |
//   8 rows   | c30       | c31       |
//
// Launch: global size (n / 32 * 16, m / 32), local size (16, 1). Multiples: m and n of 32, k of 16
// for bf16 and of 32 for i8.

// A is row-major. A block read gives every work-item one ushort of a row, two bytes a work-item:
// one bf16 element, or two i8 elements. Eight rows make the operand of a matrix function.
short8 load_a(const global ushort *a, size_t row_length) {
  short8 tile;
  tile.s0 = as_short(intel_sub_group_block_read_us(a));
  tile.s1 = as_short(intel_sub_group_block_read_us(a + row_length));
  tile.s2 = as_short(intel_sub_group_block_read_us(a + 2 * row_length));
  tile.s3 = as_short(intel_sub_group_block_read_us(a + 3 * row_length));
  tile.s4 = as_short(intel_sub_group_block_read_us(a + 4 * row_length));
  tile.s5 = as_short(intel_sub_group_block_read_us(a + 5 * row_length));
  tile.s6 = as_short(intel_sub_group_block_read_us(a + 6 * row_length));
  tile.s7 = as_short(intel_sub_group_block_read_us(a + 7 * row_length));
  return tile;
}

// B was packed by the host into tiles of 8 x 16 words. A word holds elements of one column and
// neighbouring rows: two of bf16, four of i8. A block read of 8 words a work-item is a whole tile.
int8 load_b(const global uint *b) { return as_int8(intel_sub_group_block_read8(b)); }

#define B_TILE_WORDS 128

// A tile of C, row-major, 32 bits an element.
void store_c(global uint *c, size_t n, uint8 tile) {
  intel_sub_group_block_write(c, tile.s0);
  intel_sub_group_block_write(c + n, tile.s1);
  intel_sub_group_block_write(c + 2 * n, tile.s2);
  intel_sub_group_block_write(c + 3 * n, tile.s3);
  intel_sub_group_block_write(c + 4 * n, tile.s4);
  intel_sub_group_block_write(c + 5 * n, tile.s5);
  intel_sub_group_block_write(c + 6 * n, tile.s6);
  intel_sub_group_block_write(c + 7 * n, tile.s7);
}

// The body of both kernels. `step` is K of one matrix function: 32 bytes of a row of A.
#define GEMM(matrix_mad, accumulator, step)                                                        \
  const size_t row_length = k / step * 16; /* ushorts in a row of A */                             \
  const size_t panel = (size_t)(k / step) * B_TILE_WORDS; /* words in 16 columns of B */           \
  const size_t row = get_group_id(1) * 32;                                                         \
  const size_t column = get_group_id(0) * 32;                                                      \
  const global ushort *a0 = a + row * row_length;                                                  \
  const global ushort *a1 = a0 + 8 * row_length;                                                   \
  const global ushort *a2 = a1 + 8 * row_length;                                                   \
  const global ushort *a3 = a2 + 8 * row_length;                                                   \
  const global uint *b0 = b + column / 16 * panel;                                                 \
  const global uint *b1 = b0 + panel;                                                              \
  accumulator c00 = 0, c01 = 0, c10 = 0, c11 = 0, c20 = 0, c21 = 0, c30 = 0, c31 = 0;              \
  for (uint i = 0; i < k / step; ++i) {                                                            \
    const int8 tile_b0 = load_b(b0 + i * B_TILE_WORDS);                                            \
    const int8 tile_b1 = load_b(b1 + i * B_TILE_WORDS);                                            \
    const short8 tile_a0 = load_a(a0 + i * 16, row_length);                                        \
    const short8 tile_a1 = load_a(a1 + i * 16, row_length);                                        \
    const short8 tile_a2 = load_a(a2 + i * 16, row_length);                                        \
    const short8 tile_a3 = load_a(a3 + i * 16, row_length);                                        \
    c00 = matrix_mad(tile_a0, tile_b0, c00);                                                       \
    c01 = matrix_mad(tile_a0, tile_b1, c01);                                                       \
    c10 = matrix_mad(tile_a1, tile_b0, c10);                                                       \
    c11 = matrix_mad(tile_a1, tile_b1, c11);                                                       \
    c20 = matrix_mad(tile_a2, tile_b0, c20);                                                       \
    c21 = matrix_mad(tile_a2, tile_b1, c21);                                                       \
    c30 = matrix_mad(tile_a3, tile_b0, c30);                                                       \
    c31 = matrix_mad(tile_a3, tile_b1, c31);                                                       \
  }                                                                                                \
  c += row * n + column;                                                                           \
  store_c(c, n, as_uint8(c00));                                                                    \
  store_c(c + 16, n, as_uint8(c01));                                                               \
  c += 8 * n;                                                                                      \
  store_c(c, n, as_uint8(c10));                                                                    \
  store_c(c + 16, n, as_uint8(c11));                                                               \
  c += 8 * n;                                                                                      \
  store_c(c, n, as_uint8(c20));                                                                    \
  store_c(c + 16, n, as_uint8(c21));                                                               \
  c += 8 * n;                                                                                      \
  store_c(c, n, as_uint8(c30));                                                                    \
  store_c(c + 16, n, as_uint8(c31));

__attribute__((intel_reqd_sub_group_size(16))) __attribute__((reqd_work_group_size(16, 1, 1)))
kernel void gemm_bf16(const global ushort *a, const global uint *b, global uint *c, uint n, uint k) {
  GEMM(intel_sub_group_bf16_bf16_matrix_mad_k16, float8, 16)
}

__attribute__((intel_reqd_sub_group_size(16))) __attribute__((reqd_work_group_size(16, 1, 1)))
kernel void gemm_i8(const global ushort *a, const global uint *b, global uint *c, uint n, uint k) {
  GEMM(intel_sub_group_i8_i8_matrix_mad_k32, int8, 32)
}
