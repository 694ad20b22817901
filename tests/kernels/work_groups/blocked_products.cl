// Products of tiles in local memory, as kernels for GPUs have them: more sums a work-item than there are registers, the
// next tile staged in another buffer meanwhile, and whole tiles told from those at the edge.
//! options -cl-std=CL3.0
//! launch 64x48/16x16 16x16/16x16 32x64/16x16
//! kernel more_sums: in int[n] random | out float[n]
//! kernel two_buffers: in int[n] random | out float[n]
//! launch 64x48/8x8 24x40/8x8 8x8/8x8
//! kernel whole_tiles: in int[n] random | out float[n]

#define PLACE (get_global_id(1) * get_global_size(0) + get_global_id(0))
#define ALL (get_global_size(0) * get_global_size(1))
#define SUMS                                                                                                           \
  float sums[8][8];                                                                                                    \
  for (int m = 0; m < 8; ++m)                                                                                          \
    for (int n = 0; n < 8; ++n)                                                                                        \
      sums[m][n] = m;
#define MULTIPLY(A, B)                                                                                                 \
  for (int k = 0; k < 16; ++k)                                                                                         \
    for (int m = 0; m < 8; ++m)                                                                                        \
      for (int n = 0; n < 8; ++n)                                                                                      \
        sums[m][n] += A[k][x + m * 16] * B[k][y + n * 16];
#define STAGE(A, B, round)                                                                                             \
  for (int i = y * 16 + x; i < 16 * 128; i += 256) {                                                                   \
    A[i / 128][i % 128] = in[(i + (round)) % ALL] & 7;                                                         \
    B[i / 128][i % 128] = in[(i * 3 + (round)) % ALL] & 3;                                                     \
  }
#define RESULT                                                                                                         \
  float result = 0;                                                                                                    \
  for (int m = 0; m < 8; ++m)                                                                                          \
    for (int n = 0; n < 8; ++n)                                                                                        \
      result += sums[m][n] * (m * 8 + n);                                                                              \
  out[PLACE] = result;

kernel void more_sums(global const int *in, global float *out) {
  local float a[16][128], b[16][128];
  const int x = get_local_id(0), y = get_local_id(1);
  SUMS
  for (int round = 0; round < 3; ++round) {
    STAGE(a, b, round)
    barrier(CLK_LOCAL_MEM_FENCE);
    MULTIPLY(a, b)
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  RESULT
}

kernel void two_buffers(global const int *in, global float *out) {
  local float a[2][16][128], b[2][16][128];
  const int x = get_local_id(0), y = get_local_id(1);
  SUMS
  STAGE(a[0], b[0], 0)
  for (int round = 0; round < 3; ++round) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (round < 2)
      STAGE(a[(round + 1) % 2], b[(round + 1) % 2], round + 1)
    MULTIPLY(a[round % 2], b[round % 2])
  }
  RESULT
}

kernel __attribute__((reqd_work_group_size(8, 8, 1))) void whole_tiles(global const int *in, global float *out) {
  local float tile[8][8];
  const int width = get_global_size(0) - 5, height = get_global_size(1) - 5;
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x = get_group_id(0) * 8 + lx, y = get_group_id(1) * 8 + ly;
  float sum = 0;
  if (x < width / 8 * 8 && y < height / 8 * 8) {
    for (int round = 0; round < 3; ++round) {
      tile[ly][lx] = in[(PLACE + round) % ALL] & 7;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int i = 0; i < 8; ++i)
        sum += tile[i][lx] * tile[ly][i];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[PLACE] = sum;
  } else {
    for (int round = 0; round < 3; ++round) {
      tile[ly][lx] = x < width && y < height ? in[(PLACE + round) % ALL] & 7 : -1;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int i = 0; i < 8; ++i)
        sum -= tile[i][lx] * tile[ly][i];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[PLACE] = x < width && y < height ? sum : sum * 2;
  }
}
