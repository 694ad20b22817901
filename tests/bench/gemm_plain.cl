// The same products without matrix functions, for devices that have none: what a program would do
// there. A work-group of 16 work-items computes 8 rows of 16 columns; A goes through local memory.
// B is packed as for the matrix functions (examples/gemm): panels of 16 columns, 4 bytes a word.

#define ROWS 8
#define STEP_WORDS 8

__attribute__((reqd_work_group_size(16, 1, 1)))
kernel void gemm_i8(const global uint *a, const global uint *b, global int *c, uint n, uint k) {
  local uint tile[ROWS][STEP_WORDS];
  const uint lane = get_local_id(0);
  const uint words = k / 4;
  const uint row = get_group_id(1) * ROWS, column = get_group_id(0) * 16;
  const global uint *panel = b + (size_t)column * words;
  int sum[ROWS] = {0, 0, 0, 0, 0, 0, 0, 0};
  for (uint first = 0; first < words; first += STEP_WORDS) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = lane; i < ROWS * STEP_WORDS; i += 16)
      tile[i / STEP_WORDS][i % STEP_WORDS] =
          a[(size_t)(row + i / STEP_WORDS) * words + first + i % STEP_WORDS];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint w = 0; w < STEP_WORDS; ++w) {
      const char4 y = as_char4(panel[(first + w) * 16 + lane]);
      for (uint r = 0; r < ROWS; ++r) {
        const char4 x = as_char4(tile[r][w]);
        sum[r] += x.s0 * y.s0 + x.s1 * y.s1 + x.s2 * y.s2 + x.s3 * y.s3;
      }
    }
  }
  for (uint r = 0; r < ROWS; ++r)
    c[(size_t)(row + r) * n + column + lane] = sum[r];
}

__attribute__((reqd_work_group_size(16, 1, 1)))
kernel void gemm_bf16(const global uint *a, const global uint *b, global float *c, uint n, uint k) {
  local uint tile[ROWS][STEP_WORDS];
  const uint lane = get_local_id(0);
  const uint words = k / 2;
  const uint row = get_group_id(1) * ROWS, column = get_group_id(0) * 16;
  const global uint *panel = b + (size_t)column * words;
  float sum[ROWS] = {0, 0, 0, 0, 0, 0, 0, 0};
  for (uint first = 0; first < words; first += STEP_WORDS) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = lane; i < ROWS * STEP_WORDS; i += 16)
      tile[i / STEP_WORDS][i % STEP_WORDS] =
          a[(size_t)(row + i / STEP_WORDS) * words + first + i % STEP_WORDS];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint w = 0; w < STEP_WORDS; ++w) {
      const uint y = panel[(first + w) * 16 + lane];
      const float y0 = as_float(y << 16), y1 = as_float(y & 0xFFFF0000);
      for (uint r = 0; r < ROWS; ++r) {
        const uint x = tile[r][w];
        sum[r] = fma(as_float(x << 16), y0, sum[r]);
        sum[r] = fma(as_float(x & 0xFFFF0000), y1, sum[r]);
      }
    }
  }
  for (uint r = 0; r < ROWS; ++r)
    c[(size_t)(row + r) * n + column + lane] = sum[r];
}
