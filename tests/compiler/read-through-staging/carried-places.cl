// Buffers whose addresses change places, addresses that go on before the next block is staged, and
// blocks that are staged ahead as long as there are some.
// RUN: heddlec %s --target=x86-64-v3 --explain -- -cl-std=CL3.0 | FileCheck %s
#define KERNEL                                                                                     \
  __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(32, 2, 1))) kernel void
#define STAGE(tile, b)                                                                             \
  for (int i = item; i < 256; i += 64)                                                             \
    (tile)[i] = (b)[i / 32 * n + i % 32];
#define ROUND(tile)                                                                                \
  {                                                                                                \
    int8 y;                                                                                        \
    for (int r = 0; r < 8; ++r)                                                                    \
      y[r] = (tile)[r * 32 + lane];                                                                \
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);                                     \
  }
#define EXCHANGE(one, other)                                                                       \
  {                                                                                                \
    local int *const now = one;                                                                    \
    one = other;                                                                                   \
    other = now;                                                                                   \
  }
#define BEGIN                                                                                      \
  const int item = get_local_linear_id(), lane = get_sub_group_local_id();                         \
  float8 sum = 0;
#define END                                                                                        \
  for (int r = 0; r < 8; ++r)                                                                      \
    c[r * n + lane] = sum[r];

// CHECK-LABEL: kernel 'exchanged'
// CHECK:       what is staged in exchanged.tile is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL exchanged(const global int *b, global float *c, int n, int rounds, short8 x) {
  local int tile[2][256];
  BEGIN
  local int *read = tile[0], *write = tile[1];
  STAGE(read, b)
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < rounds; ++round) {
    if (round + 1 < rounds)
      STAGE(write, b + (round + 1) * 8 * n)
    ROUND(read)
    barrier(CLK_LOCAL_MEM_FENCE);
    EXCHANGE(read, write)
  }
  END
}

// Of the round before, but in the first one of none.
// CHECK-LABEL: kernel 'unwritten'
// CHECK:       what is staged in unwritten.tile is read there
KERNEL unwritten(const global int *b, global float *c, int n, int rounds, short8 x) {
  local int tile[2][256];
  BEGIN
  local int *read = tile[0], *write = tile[1];
  STAGE(write, b)
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < rounds; ++round) {
    if (round + 1 < rounds)
      STAGE(write, b + (round + 1) * 8 * n)
    ROUND(read)
    barrier(CLK_LOCAL_MEM_FENCE);
    EXCHANGE(read, write)
  }
  END
}

// CHECK-LABEL: kernel 'advanced'
// CHECK:       what is staged in advanced.tile is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL advanced(const global int *b, global float *c, int n, int rounds, short8 x) {
  local int tile[2][256];
  BEGIN
  STAGE(tile[0], b)
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < rounds; ++round) {
    b += 8 * n;
    if (round + 1 < rounds)
      STAGE(tile[(round + 1) & 1], b)
    ROUND(tile[round & 1])
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  END
}

// The last block is staged once more.
// CHECK-LABEL: kernel 'bounded'
// CHECK:       what is staged in bounded.tile is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL bounded(const global int *b, global float *c, int n, int rounds, short8 x) {
  local int tile[2][256];
  BEGIN
  STAGE(tile[0], b)
  for (int round = 0; round < rounds; ++round) {
    barrier(CLK_LOCAL_MEM_FENCE);
    STAGE(tile[(round + 1) & 1], b + min(round + 1, rounds - 1) * 8 * n)
    ROUND(tile[round & 1])
  }
  END
}

// The first one is not that with which the counter begins.
// CHECK-LABEL: kernel 'begins_behind'
// CHECK:       what is staged in begins_behind.tile is read there
KERNEL begins_behind(const global int *b, global float *c, int n, int rounds, short8 x) {
  local int tile[2][256];
  BEGIN
  STAGE(tile[0], b + 8 * n)
  for (int round = 0; round < rounds; ++round) {
    barrier(CLK_LOCAL_MEM_FENCE);
    STAGE(tile[(round + 1) & 1], b + min(round + 1, rounds - 1) * 8 * n)
    ROUND(tile[round & 1])
  }
  END
}
