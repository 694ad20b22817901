// What is staged was read into registers a round before: it is read in the round that stages it,
// and so where it comes from.
// RUN: heddlec %s --target=x86-64-v3 --explain -- -cl-std=CL3.0 | FileCheck %s
#define KERNEL                                                                                     \
  __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(64, 1, 1))) kernel void
#define PRODUCT(tile_a, tile_b)                                                                    \
  {                                                                                                \
    short8 x;                                                                                      \
    int8 y;                                                                                        \
    for (int r = 0; r < 8; ++r) {                                                                  \
      x[r] = (tile_a)[(part * 8 + r) * 16 + lane];                                                 \
      y[r] = (tile_b)[r * 16 + lane];                                                              \
    }                                                                                              \
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);                                     \
  }
#define STORE                                                                                      \
  for (int r = 0; r < 8; ++r)                                                                      \
    c[(part * 8 + r) * n + lane] = sum[r];

// CHECK-LABEL: kernel 'one_value'
// CHECK-DAG:   what is staged in one_value.tile_a is read where it comes from
// CHECK-DAG:   what is staged in one_value.tile_b is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL one_value(const global ushort *a, const global uint *b, global float *c, int n, int k) {
  local ushort tile_a[32 * 16];
  local uint tile_b[8 * 16];
  const int item = get_local_id(0), part = get_sub_group_id(), lane = get_sub_group_local_id();
  float8 sum = 0;
  ushort8 next_a = vload8(0, a + item / 2 * k + item % 2 * 8);
  uint2 next_b = vload2(0, b + item / 8 * n + item % 8 * 2);
  for (int first = 0; first < k; first += 16) {
    barrier(CLK_LOCAL_MEM_FENCE);
    vstore8(next_a, item, tile_a);
    vstore2(next_b, item, tile_b);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (first + 16 < k) {
      next_a = vload8(0, a + item / 2 * k + first + 16 + item % 2 * 8);
      next_b = vload2(0, b + ((first + 16) / 2 + item / 8) * n + item % 8 * 2);
    }
    PRODUCT(tile_a, tile_b)
  }
  STORE
}

// Pieces in a private array, whose rows lie a multiple of k apart.
// CHECK-LABEL: kernel 'pieces'
// CHECK-DAG:   what is staged in pieces.tile_a is read where it comes from
// CHECK-DAG:   what is staged in pieces.tile_b is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL pieces(const global ushort *a, const global uint *b, global float *c, int n, int k) {
  local ushort tile_a[32 * 16];
  local uint tile_b[8 * 16];
  const int item = get_local_id(0), part = get_sub_group_id(), lane = get_sub_group_local_id();
  float8 sum = 0;
  ushort next_a[8];
  uint next_b[2];
  for (int i = 0; i < 8; ++i)
    next_a[i] = a[(item + 64 * i) / 16 * k + item % 16];
  for (int i = 0; i < 2; ++i)
    next_b[i] = b[(item + 64 * i) / 16 * n + item % 16];
  for (int first = 0; first < k; first += 16) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 8; ++i)
      tile_a[item + 64 * i] = next_a[i];
    for (int i = 0; i < 2; ++i)
      tile_b[item + 64 * i] = next_b[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (first + 16 < k) {
      for (int i = 0; i < 8; ++i)
        next_a[i] = a[(item + 64 * i) / 16 * k + first + 16 + item % 16];
      for (int i = 0; i < 2; ++i)
        next_b[i] = b[((first + 16) / 2 + (item + 64 * i) / 16) * n + item % 16];
    }
    PRODUCT(tile_a, tile_b)
  }
  STORE
}

// Two buffers: read before the products, written behind them.
// CHECK-LABEL: kernel 'two_buffers'
// CHECK-DAG:   what is staged in two_buffers.tile_a is read where it comes from
// CHECK-DAG:   what is staged in two_buffers.tile_b is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL two_buffers(const global ushort *a, const global uint *b, global float *c, int n, int k) {
  local ushort tile_a[2][32 * 16];
  local uint tile_b[2][8 * 16];
  const int item = get_local_id(0), part = get_sub_group_id(), lane = get_sub_group_local_id();
  float8 sum = 0;
  int buffer = 0;
  ushort8 next_a = vload8(0, a + item / 2 * k + item % 2 * 8);
  uint2 next_b = vload2(0, b + item / 8 * n + item % 8 * 2);
  vstore8(next_a, item, tile_a[0]);
  vstore2(next_b, item, tile_b[0]);
  for (int first = 0; first < k; first += 16) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (first + 16 < k) {
      next_a = vload8(0, a + item / 2 * k + first + 16 + item % 2 * 8);
      next_b = vload2(0, b + ((first + 16) / 2 + item / 8) * n + item % 8 * 2);
    }
    PRODUCT(tile_a[buffer], tile_b[buffer])
    if (first + 16 < k) {
      vstore8(next_a, item, tile_a[1 - buffer]);
      vstore2(next_b, item, tile_b[1 - buffer]);
    }
    buffer = 1 - buffer;
  }
  STORE
}

// What the first round stages is not what a round before it would have read.
// CHECK-LABEL: kernel 'begins_otherwise'
// CHECK-DAG:   what is staged in begins_otherwise.tile_a is read there
// CHECK-DAG:   what is staged in begins_otherwise.tile_b is read where it comes from
KERNEL begins_otherwise(const global ushort *a, const global uint *b, global float *c, int n,
                        int k) {
  local ushort tile_a[32 * 16];
  local uint tile_b[8 * 16];
  const int item = get_local_id(0), part = get_sub_group_id(), lane = get_sub_group_local_id();
  float8 sum = 0;
  ushort8 next_a = vload8(0, a + item / 2 * k + 16 + item % 2 * 8);
  uint2 next_b = vload2(0, b + item / 8 * n + item % 8 * 2);
  for (int first = 0; first < k; first += 16) {
    barrier(CLK_LOCAL_MEM_FENCE);
    vstore8(next_a, item, tile_a);
    vstore2(next_b, item, tile_b);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (first + 16 < k) {
      next_a = vload8(0, a + item / 2 * k + first + 16 + item % 2 * 8);
      next_b = vload2(0, b + ((first + 16) / 2 + item / 8) * n + item % 8 * 2);
    }
    PRODUCT(tile_a, tile_b)
  }
  STORE
}

// Not all rounds read: some stage once more what the one before has staged.
// CHECK-LABEL: kernel 'some_rounds'
// CHECK-DAG:   what is staged in some_rounds.tile_a is read there
// CHECK-DAG:   what is staged in some_rounds.tile_b is read where it comes from
KERNEL some_rounds(const global ushort *a, const global uint *b, global float *c, int n, int k) {
  local ushort tile_a[32 * 16];
  local uint tile_b[8 * 16];
  const int item = get_local_id(0), part = get_sub_group_id(), lane = get_sub_group_local_id();
  float8 sum = 0;
  ushort8 next_a = vload8(0, a + item / 2 * k + item % 2 * 8);
  uint2 next_b = vload2(0, b + item / 8 * n + item % 8 * 2);
  for (int first = 0; first < k; first += 16) {
    barrier(CLK_LOCAL_MEM_FENCE);
    vstore8(next_a, item, tile_a);
    vstore2(next_b, item, tile_b);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (first + 48 < k)
      next_a = vload8(0, a + item / 2 * k + first + 16 + item % 2 * 8);
    if (first + 16 < k)
      next_b = vload2(0, b + ((first + 16) / 2 + item / 8) * n + item % 8 * 2);
    PRODUCT(tile_a, tile_b)
  }
  STORE
}
