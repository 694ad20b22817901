// The product without matrix functions, as a program writes it for devices that have none. A
// work-group of 16 work-items computes 8 rows of 16 columns; A goes through local memory. B is
// packed as for the matrix functions: panels of 16 columns, 4 bytes a word.

#define TILE_ROWS 8
#define STEP_WORDS 8

#if defined(TYPE_i8)
#define ELEMENTS 4
typedef int value;
value dot(uint x, uint y, value sum) {
  const char4 a = as_char4(x), b = as_char4(y);
  return sum + a.s0 * b.s0 + a.s1 * b.s1 + a.s2 * b.s2 + a.s3 * b.s3;
}
#else
#define ELEMENTS 2
typedef float value;
value dot(uint x, uint y, value sum) {
  sum = fma(as_float(x << 16), as_float(y << 16), sum);
  return fma(as_float(x & 0xFFFF0000), as_float(y & 0xFFFF0000), sum);
}
#endif

__attribute__((reqd_work_group_size(16, 1, 1)))
kernel void gemm(const global uint *a, const global uint *b, global value *c, int m, int n, int k) {
  local uint tile[TILE_ROWS][STEP_WORDS];
  const uint lane = get_local_id(0);
  const uint words = k / ELEMENTS;
  const uint row = get_group_id(1) * TILE_ROWS, column = get_group_id(0) * 16;
  const global uint *panel = b + (size_t)column * words;
  value sum[TILE_ROWS] = {0, 0, 0, 0, 0, 0, 0, 0};
  for (uint first = 0; first < words; first += STEP_WORDS) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = lane; i < TILE_ROWS * STEP_WORDS; i += 16)
      tile[i / STEP_WORDS][i % STEP_WORDS] =
          a[(size_t)(row + i / STEP_WORDS) * words + first + i % STEP_WORDS];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint w = 0; w < STEP_WORDS; ++w) {
      const uint y = panel[(first + w) * 16 + lane];
      for (uint r = 0; r < TILE_ROWS; ++r)
        sum[r] = dot(tile[r][w], y, sum[r]);
    }
  }
  for (uint r = 0; r < TILE_ROWS; ++r)
    c[(size_t)(row + r) * n + column + lane] = sum[r];
}
