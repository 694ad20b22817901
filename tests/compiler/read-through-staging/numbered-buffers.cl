// Buffers that are chosen by the number of the round.
// RUN: heddlec %s --target=x86-64-v3 --explain -- -cl-std=CL3.0 | FileCheck %s
#define KERNEL                                                                                     \
  __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(32, 2, 1))) kernel void
#define ROUND(tile)                                                                                \
  {                                                                                                \
    int8 y;                                                                                        \
    for (int r = 0; r < 8; ++r)                                                                    \
      y[r] = (tile)[r * 32 + lane];                                                                \
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);                                     \
  }
#define END                                                                                        \
  for (int r = 0; r < 8; ++r)                                                                      \
    c[r * n + lane] = sum[r];

// What the next round multiplies is read before the products and written behind them, by a loop
// whose counter is no place; in front of the loop the counter is the place.
// CHECK-LABEL: kernel 'registers'
// CHECK:       what is staged in registers.tile is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL registers(const global int *b, global float *c, int n, int rounds, short8 x) {
  local int tile[2][256];
  const int item = get_local_linear_id(), lane = get_sub_group_local_id();
  float8 sum = 0;
  for (int i = item; i < 256; i += 64)
    tile[0][i] = b[i / 32 * n + i % 32];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < rounds; ++round) {
    const int now = round & 1, next = now ^ 1;
    int words[4];
    if (round + 1 < rounds)
      for (int i = 0; i < 4; ++i) {
        const int at = item + i * 64;
        words[i] = b[((round + 1) * 8 + at / 32) * n + at % 32];
      }
    ROUND(tile[now])
    if (round + 1 < rounds)
      for (int i = 0; i < 4; ++i)
        tile[next][item + i * 64] = words[i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  END
}

// CHECK-LABEL: kernel 'three'
// CHECK:       what is staged in three.tile is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL three(const global int *b, global float *c, int n, int k, short8 x) {
  local int tile[3 * 264];
  const int item = get_local_linear_id(), lane = get_sub_group_local_id();
  float8 sum = 0;
  for (int i = 0; i < 4; ++i)
    tile[item + 64 * i] = b[(item + 64 * i) / 32 * n + item % 32];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int first = 0; first < k; first += 16) {
    if (first + 16 < k)
      for (int i = item; i < 256; i += 64)
        tile[(first / 16 + 1) % 3 * 264 + i] = b[((first + 16) / 2 + i / 32) * n + i % 32];
    ROUND(tile + first / 16 % 3 * 264)
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  END
}

// The first round reads the rows of the second.
// CHECK-LABEL: kernel 'begins_later'
// CHECK:       what is staged in begins_later.tile is read there
KERNEL begins_later(const global int *b, global float *c, int n, int rounds, short8 x) {
  local int tile[2][256];
  const int item = get_local_linear_id(), lane = get_sub_group_local_id();
  float8 sum = 0;
  for (int i = 0; i < 4; ++i)
    tile[0][item + 64 * i] = b[((item + 64 * i) / 32 + 8) * n + item % 32];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < rounds; ++round) {
    if (round + 1 < rounds)
      for (int i = item; i < 256; i += 64)
        tile[(round + 1) & 1][i] = b[((round + 1) * 8 + i / 32) * n + i % 32];
    ROUND(tile[round & 1])
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  END
}

// Each work-item begins with rows of another one.
// CHECK-LABEL: kernel 'begins_turned'
// CHECK:       what is staged in begins_turned.tile is read there
KERNEL begins_turned(const global int *b, global float *c, int n, int rounds, short8 x) {
  local int tile[2][256];
  const int item = get_local_linear_id(), lane = get_sub_group_local_id();
  float8 sum = 0;
  for (int i = 0; i < 4; ++i)
    tile[0][item + 64 * i] = b[(item / 32 * 4 + i) * n + item % 32];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < rounds; ++round) {
    if (round + 1 < rounds)
      for (int i = item; i < 256; i += 64)
        tile[(round + 1) & 1][i] = b[((round + 1) * 8 + i / 32) * n + i % 32];
    ROUND(tile[round & 1])
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  END
}

// Two rounds ahead; the first two in a loop.
// CHECK-LABEL: kernel 'two_ahead'
// CHECK:       what is staged in two_ahead.tile is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL two_ahead(const global int *b, global float *c, int n, int k, short8 x) {
  local int tile[3][256];
  const int item = get_local_linear_id(), lane = get_sub_group_local_id();
  float8 sum = 0;
  for (int round = 0; round < 2; ++round)
    if (round < k / 16)
      for (int i = item; i < 256; i += 64)
        tile[round][i] = b[(round * 8 + i / 32) * n + i % 32];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < k / 16; ++round) {
    if (round + 2 < k / 16)
      for (int i = item; i < 256; i += 64)
        tile[(round + 2) % 3][i] = b[((round + 2) * 8 + i / 32) * n + i % 32];
    ROUND(tile[round % 3])
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  END
}

// Counters that may wrap.
// CHECK-LABEL: kernel 'unsigned_ahead'
// CHECK:       what is staged in unsigned_ahead.tile is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL unsigned_ahead(const global int *b, global float *c, uint n, uint rounds, short8 x) {
  local int tile[4][256];
  const uint item = get_local_linear_id(), lane = get_sub_group_local_id();
  float8 sum = 0;
  for (uint round = 0; round < 2; ++round)
    for (uint i = item; i < 256; i += 64)
      tile[round][i] = b[(round * 8 + i / 32) * n + i % 32];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint round = 0; round < rounds; ++round) {
    if (round + 2 < rounds)
      for (uint i = item; i < 256; i += 64)
        tile[(round + 2) % 4][i] = b[((round + 2) * 8 + i / 32) * n + i % 32];
    ROUND(tile[round % 4])
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  END
}

// The second round reads the rows of the first.
// CHECK-LABEL: kernel 'second_begins_earlier'
// CHECK:       what is staged in second_begins_earlier.tile is read there
KERNEL second_begins_earlier(const global int *b, global float *c, int n, int rounds, short8 x) {
  local int tile[3][256];
  const int item = get_local_linear_id(), lane = get_sub_group_local_id();
  float8 sum = 0;
  for (int round = 0; round < 2; ++round)
    for (int i = item; i < 256; i += 64)
      tile[round][i] = b[i / 32 * n + i % 32];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < rounds; ++round) {
    if (round + 2 < rounds)
      for (int i = item; i < 256; i += 64)
        tile[(round + 2) % 3][i] = b[((round + 2) * 8 + i / 32) * n + i % 32];
    ROUND(tile[round % 3])
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  END
}

// The last round multiplies what was staged three rounds before.
// CHECK-LABEL: kernel 'too_late'
// CHECK:       what is staged in too_late.tile is read there
KERNEL too_late(const global int *b, global float *c, int n, int rounds, short8 x) {
  local int tile[3][256];
  const int item = get_local_linear_id(), lane = get_sub_group_local_id();
  float8 sum = 0;
  for (int round = 0; round < 2; ++round)
    for (int i = item; i < 256; i += 64)
      tile[round][i] = b[(round * 8 + i / 32) * n + i % 32];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < rounds; ++round) {
    if (round + 3 < rounds)
      for (int i = item; i < 256; i += 64)
        tile[(round + 2) % 3][i] = b[((round + 2) * 8 + i / 32) * n + i % 32];
    ROUND(tile[round % 3])
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  END
}

// Two rounds in turns, of which the second may be missing; it is there in all turns but the last.
// CHECK-LABEL: kernel 'pairs'
// CHECK:       what is staged in pairs.tile is read where it comes from
// CHECK:       0 bytes of local memory
// CHECK:       loop: rounds inside of the matrices without conditions, then the others
KERNEL pairs(const global int *b, global float *c, int n, int k, short8 x) {
  local int tile[2][256];
  const int item = get_local_linear_id(), lane = get_sub_group_local_id();
  float8 sum = 0;
  for (int i = item; i < 256; i += 64)
    tile[0][i] = b[i / 32 * n + i % 32];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int first = 0; first < k; first += 32) {
    if (first + 16 < k)
      for (int i = item; i < 256; i += 64)
        tile[1][i] = b[((first + 16) / 2 + i / 32) * n + i % 32];
    ROUND(tile[0])
    barrier(CLK_LOCAL_MEM_FENCE);
    if (first + 32 < k)
      for (int i = item; i < 256; i += 64)
        tile[0][i] = b[((first + 32) / 2 + i / 32) * n + i % 32];
    if (first + 16 < k)
      ROUND(tile[1])
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  END
}

// One more is behind the loop, if there is one.
// CHECK-LABEL: kernel 'pairs_and_one'
// CHECK:       what is staged in pairs_and_one.tile is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL pairs_and_one(const global int *b, global float *c, int n, int k, short8 x) {
  local int tile[2][256];
  const int item = get_local_linear_id(), lane = get_sub_group_local_id();
  const int pairs = k / 32, rest = k - pairs * 32;
  float8 sum = 0;
  for (int i = item; i < 256; i += 64)
    tile[0][i] = b[i / 32 * n + i % 32];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int pair = 0; pair < pairs; ++pair) {
    for (int i = item; i < 256; i += 64)
      tile[1][i] = b[(pair * 16 + 8 + i / 32) * n + i % 32];
    ROUND(tile[0])
    barrier(CLK_LOCAL_MEM_FENCE);
    if ((pair + 1) * 32 < k)
      for (int i = item; i < 256; i += 64)
        tile[0][i] = b[(pair * 16 + 16 + i / 32) * n + i % 32];
    ROUND(tile[1])
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (rest > 0)
    ROUND(tile[0])
  END
}

// There may have been no next one where the last round multiplies it once more.
// CHECK-LABEL: kernel 'pairs_and_another'
// CHECK:       what is staged in pairs_and_another.tile is read there
KERNEL pairs_and_another(const global int *b, global float *c, int n, int k, short8 x) {
  local int tile[2][256];
  const int item = get_local_linear_id(), lane = get_sub_group_local_id();
  const int pairs = k / 32, rest = k - pairs * 32;
  float8 sum = 0;
  for (int i = item; i < 256; i += 64)
    tile[0][i] = b[i / 32 * n + i % 32];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int pair = 0; pair < pairs; ++pair) {
    for (int i = item; i < 256; i += 64)
      tile[1][i] = b[(pair * 16 + 8 + i / 32) * n + i % 32];
    ROUND(tile[0])
    barrier(CLK_LOCAL_MEM_FENCE);
    if ((pair + 1) * 32 + 8 < k)
      for (int i = item; i < 256; i += 64)
        tile[0][i] = b[(pair * 16 + 16 + i / 32) * n + i % 32];
    ROUND(tile[1])
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (rest > 0)
    ROUND(tile[0])
  END
}

// Both that are there at first are one copy.
// CHECK-LABEL: kernel 'one_copy'
// CHECK:       what is staged in one_copy.tile is read there
KERNEL one_copy(const global int *b, global float *c, int n, int rounds, short8 x) {
  local int tile[3][256];
  const int item = get_local_linear_id(), lane = get_sub_group_local_id();
  float8 sum = 0;
  for (int i = item; i < 512; i += 64)
    tile[i / 256][i % 256] = b[i / 32 * n + i % 32];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < rounds; ++round) {
    for (int i = item; i < 256; i += 64)
      tile[(round + 2) % 3][i] = b[((round + 2) * 8 + i / 32) * n + i % 32];
    ROUND(tile[round % 3])
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  END
}
