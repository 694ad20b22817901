// What is staged in local memory and read as blocks of a sub-group is read where it comes from, also
// what is staged only inside of a matrix, in rounds that are followed by another one.
// RUN: heddlec %s --target=x86-64-v3 --explain -- -cl-std=CL3.0 | FileCheck %s
#define KERNEL                                                                                     \
  __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(64, 1, 1))) kernel void
#define PRODUCT(tile_a, tile_b)                                                                    \
  {                                                                                                \
    short8 x;                                                                                      \
    int8 y;                                                                                        \
    for (int r = 0; r < 8; ++r) {                                                                  \
      ((ushort *)&x)[r] = intel_sub_group_block_read_us((tile_a) + (part * 8 + r) * 16);           \
      ((uint *)&y)[r] = intel_sub_group_block_read((tile_b) + r * 16);                             \
    }                                                                                              \
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);                                     \
  }
#define STAGE(buffer, first)                                                                       \
  for (int i = 0; i < 8; ++i) {                                                                    \
    const int e = item + 64 * i, row = row0 + e / 16, column = (first) + e % 16;                   \
    tile_a[(buffer)*512 + e] = row < m && column < k ? a[row * k + column] : (ushort)0;            \
  }                                                                                                \
  for (int i = 0; i < 2; ++i) {                                                                    \
    const int e = item + 64 * i, row = (first) / 2 + e / 16, column = column0 + e % 16;            \
    tile_b[(buffer)*128 + e] = row < k / 2 && column < n ? b[row * n + column] : 0;                \
  }

// CHECK-LABEL: kernel 'guarded'
// CHECK-DAG:   what is staged in guarded.tile_a is read where it comes from
// CHECK-DAG:   what is staged in guarded.tile_b is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL guarded(const global ushort *a, const global uint *b, global float *c, int m, int n, int k) {
  local ushort tile_a[2 * 32 * 16];
  local uint tile_b[2 * 8 * 16];
  const int item = get_local_id(0), part = get_sub_group_id(), lane = get_sub_group_local_id();
  const int row0 = get_group_id(1) * 32, column0 = get_group_id(0) * 16, rounds = (k + 15) / 16;
  float8 sum = 0;
  int now = 0;
  STAGE(0, 0)
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < rounds; ++round) {
    const int next = round + 1;
    const bool follows = next < rounds;
    PRODUCT(tile_a + now * 512, tile_b + now * 128)
    if (follows) {
      const int other = 1 - now;
      barrier(CLK_LOCAL_MEM_FENCE);
      STAGE(other, next * 16)
      barrier(CLK_LOCAL_MEM_FENCE);
      now = other;
    }
  }
  for (int r = 0; r < 8; ++r)
    if (row0 + part * 8 + r < m && column0 + lane < n)
      c[(row0 + part * 8 + r) * n + column0 + lane] = sum[r];
}

// CHECK-LABEL: kernel 'written_as_blocks'
// CHECK-DAG:   what is staged in written_as_blocks.tile_a is read where it comes from
// CHECK-DAG:   what is staged in written_as_blocks.tile_b is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL written_as_blocks(const global ushort *a, const global uint *b, global float *c, int n,
                         int k) {
  local ushort tile_a[32 * 16];
  local uint tile_b[8 * 16];
  const int part = get_sub_group_id(), lane = get_sub_group_local_id();
  float8 sum = 0;
  for (int first = 0; first < k; first += 16) {
    for (int r = 0; r < 8; ++r)
      intel_sub_group_block_write_us(tile_a + (part * 8 + r) * 16,
                                     intel_sub_group_block_read_us(a + (part * 8 + r) * k + first));
    for (int r = 0; r < 2; ++r)
      intel_sub_group_block_write(
          tile_b + (part * 2 + r) * 16,
          intel_sub_group_block_read(b + (first / 2 + part * 2 + r) * n));
    barrier(CLK_LOCAL_MEM_FENCE);
    PRODUCT(tile_a, tile_b)
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int r = 0; r < 8; ++r)
    c[(part * 8 + r) * n + lane] = sum[r];
}

// The last round behind the loop.
// CHECK-LABEL: kernel 'last_behind'
// CHECK-DAG:   what is staged in last_behind.tile_a is read where it comes from
// CHECK-DAG:   what is staged in last_behind.tile_b is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL last_behind(const global ushort *a, const global uint *b, global float *c, int n, int k) {
  local ushort tile_a[2 * 32 * 16];
  local uint tile_b[2 * 8 * 16];
  const int item = get_local_id(0), part = get_sub_group_id(), lane = get_sub_group_local_id();
  const int m = 32, row0 = 0, column0 = get_group_id(0) * 16, rounds = k / 16;
  float8 sum = 0;
  int now = 0;
  STAGE(0, 0)
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < rounds - 1; ++round) {
    STAGE(1 - now, round * 16 + 16)
    PRODUCT(tile_a + now * 512, tile_b + now * 128)
    barrier(CLK_LOCAL_MEM_FENCE);
    now = 1 - now;
  }
  PRODUCT(tile_a + now * 512, tile_b + now * 128)
  for (int r = 0; r < 8; ++r)
    c[(part * 8 + r) * n + column0 + lane] = sum[r];
}
