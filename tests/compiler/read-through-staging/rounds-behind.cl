// What was staged last is multiplied in a loop of its own behind the one that stages.
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
#define BEGIN                                                                                      \
  local int tile[3][256];                                                                          \
  const int item = get_local_linear_id(), lane = get_sub_group_local_id();                         \
  int round = 0;                                                                                   \
  float8 sum = 0;                                                                                  \
  STAGE(tile[0], b)                                                                                \
  STAGE(tile[1], b + 8 * n)
#define END                                                                                        \
  for (int r = 0; r < 8; ++r)                                                                      \
    c[r * n + lane] = sum[r];

// CHECK-LABEL: kernel 'counted'
// CHECK:       what is staged in counted.tile is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL counted(const global int *b, global float *c, int n, int k, short8 x) {
  BEGIN
  int first = 0;
  for (; first < k - 32; first += 16) {
    barrier(CLK_LOCAL_MEM_FENCE);
    STAGE(tile[(round + 2) % 3], b + (round + 2) * 8 * n)
    ROUND(tile[round % 3])
    ++round;
  }
  for (; first < k; first += 16) {
    barrier(CLK_LOCAL_MEM_FENCE);
    ROUND(tile[round % 3])
    ++round;
  }
  END
}

// The address is counted where something is staged alone.
// CHECK-LABEL: kernel 'address'
// CHECK:       what is staged in address.tile is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL address(const global int *b, global float *c, int n, int rounds, short8 x) {
  BEGIN
  int now = 0, next = 2;
  b += 16 * n;
  for (; round < rounds - 2; ++round) {
    barrier(CLK_LOCAL_MEM_FENCE);
    STAGE(tile[next], b)
    ROUND(tile[now])
    b += 8 * n;
    now = now == 2 ? 0 : now + 1;
    next = next == 2 ? 0 : next + 1;
  }
  for (; round < rounds; ++round) {
    barrier(CLK_LOCAL_MEM_FENCE);
    ROUND(tile[now])
    now = now == 2 ? 0 : now + 1;
  }
  END
}

// One round more than were staged.
// CHECK-LABEL: kernel 'one_more'
// CHECK:       what is staged in one_more.tile is read there
KERNEL one_more(const global int *b, global float *c, int n, int rounds, short8 x) {
  BEGIN
  for (; round < rounds - 2; ++round) {
    barrier(CLK_LOCAL_MEM_FENCE);
    STAGE(tile[(round + 2) % 3], b + (round + 2) * 8 * n)
    ROUND(tile[round % 3])
  }
  for (; round <= rounds; ++round) {
    barrier(CLK_LOCAL_MEM_FENCE);
    ROUND(tile[round % 3])
  }
  END
}

// Not the rounds that follow.
// CHECK-LABEL: kernel 'steps'
// CHECK:       what is staged in steps.tile is read there
KERNEL steps(const global int *b, global float *c, int n, int rounds, short8 x) {
  BEGIN
  for (; round < rounds - 2; ++round) {
    barrier(CLK_LOCAL_MEM_FENCE);
    STAGE(tile[(round + 2) % 3], b + (round + 2) * 8 * n)
    ROUND(tile[round % 3])
  }
  for (; round < rounds; round += 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    ROUND(tile[round % 3])
  }
  END
}
