// Reads of what was staged become reads of where it comes from, and the rest stays.
// RUN: heddlec %s --target=x86-64-v3 --explain -- -cl-std=CL3.0 | FileCheck %s
#define KERNEL                                                                                     \
  __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(32, 2, 1))) kernel void
#define ROUND(tile_a, tile_b)                                                                      \
  {                                                                                                \
    short8 x;                                                                                      \
    int8 y;                                                                                        \
    for (int r = 0; r < 8; ++r) {                                                                  \
      x[r] = (tile_a)[r * 16 + lane];                                                              \
      y[r] = (tile_b)[r * 32 + lane];                                                              \
    }                                                                                              \
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);                                     \
  }

// Words are written, halves of them are read. B is put together.
// CHECK-LABEL: kernel 'one_buffer'
// CHECK-DAG:   what is staged in one_buffer.tile_a is read where it comes from
// CHECK-DAG:   what is staged in one_buffer.tile_b is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL one_buffer(const global ushort *a, const global ushort *b, global float *c, int n, int k) {
  local ushort tile_a[8 * 16];
  local int tile_b[8 * 32];
  const int item = get_local_linear_id(), lane = get_sub_group_local_id();
  float8 sum = 0;
  for (int first = 0; first < k; first += 16) {
    for (int i = item; i < 64; i += 64)
      ((local uint *)tile_a)[i] = ((const global uint *)(a + i / 8 * k + first))[i % 8];
    for (int i = item; i < 256; i += 64) {
      const global ushort *from = b + (first + i / 32 * 2) * n + i % 32;
      tile_b[i] = from[0] | from[n] << 16;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    ROUND(tile_a, tile_b)
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int r = 0; r < 8; ++r)
    c[r * n + lane] = sum[r];
}

// The round before wrote it, and the code in front of the loop what the first round reads.
// CHECK-LABEL: kernel 'two_buffers'
// CHECK-DAG:   what is staged in two_buffers.tile_a is read where it comes from
// CHECK-DAG:   what is staged in two_buffers.tile_b is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL two_buffers(const global ushort *a, const global int *b, global float *c, int n, int k) {
  local ushort tile_a[2][8 * 16];
  local int tile_b[2][8 * 32];
  const int x = get_local_id(0), y = get_local_id(1), lane = get_sub_group_local_id();
  int buffer = 0;
  float8 sum = 0;
  for (int r = y; r < 8; r += 2)
    tile_b[0][r * 32 + x] = b[r * n + x];
  for (int i = y * 32 + x; i < 128; i += 64)
    tile_a[0][i] = a[i / 16 * k + i % 16];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int first = 0; first < k; first += 16) {
    if (first + 16 < k) {
      for (int r = y; r < 8; r += 2)
        tile_b[1 - buffer][r * 32 + x] = b[((first + 16) / 2 + r) * n + x];
      for (int i = y * 32 + x; i < 128; i += 64)
        tile_a[1 - buffer][i] = a[i / 16 * k + first + 16 + i % 16];
    }
    ROUND(tile_a[buffer], tile_b[buffer])
    barrier(CLK_LOCAL_MEM_FENCE);
    buffer = 1 - buffer;
  }
  for (int r = 0; r < 8; ++r)
    c[r * n + lane] = sum[r];
}

// Rows of async_work_group_copy, in three buffers.
// CHECK-LABEL: kernel 'copies'
// CHECK-DAG:   what is staged in copies.tile_a is read where it comes from
// CHECK-DAG:   what is staged in copies.tile_b is read where it comes from
// CHECK:       0 bytes of local memory
void copy(local ushort *tile_a, local int *tile_b, const global ushort *a, const global int *b,
          int n, int k, int first) {
  for (int r = 0; r < 8; ++r) {
    async_work_group_copy(tile_a + r * 16, a + r * k + first, 16, 0);
    async_work_group_copy(tile_b + r * 32, b + (first / 2 + r) * n, 32, 0);
  }
}
KERNEL copies(const global ushort *a, const global int *b, global float *c, int n, int k) {
  local ushort tile_a[3][8 * 16];
  local int tile_b[3][8 * 32];
  const int lane = get_sub_group_local_id();
  int buffer = 0;
  float8 sum = 0;
  copy(tile_a[0], tile_b[0], a, b, n, k, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int first = 0; first < k; first += 16) {
    const int next = buffer == 2 ? 0 : buffer + 1;
    if (first + 16 < k)
      copy(tile_a[next], tile_b[next], a, b, n, k, first + 16);
    ROUND(tile_a[buffer], tile_b[buffer])
    barrier(CLK_LOCAL_MEM_FENCE);
    buffer = next;
  }
  for (int r = 0; r < 8; ++r)
    c[r * n + lane] = sum[r];
}

// Rows that are longer than what is written of them, from global ids.
// CHECK-LABEL: kernel 'padded'
// CHECK-DAG:   what is staged in padded.tile_a is read where it comes from
// CHECK-DAG:   what is staged in padded.tile_b is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL padded(const global ushort *a, const global int *b, global float *c, int n, int k) {
  local ushort tile_a[8][20];
  local int tile_b[8 * 32];
  const int x = get_local_id(0), y = get_local_id(1), lane = get_sub_group_local_id();
  float8 sum = 0;
  for (int first = 0; first < k; first += 16) {
    for (int i = y * 32 + x; i < 128; i += 64)
      tile_a[i / 16][i % 16] = a[i / 16 * k + first + i % 16];
    for (int r = y; r < 8; r += 2)
      tile_b[r * 32 + x] = b[(first / 2 + r) * n + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    short8 u;
    int8 v;
    for (int r = 0; r < 8; ++r) {
      u[r] = tile_a[r][lane];
      v[r] = tile_b[r * 32 + get_sub_group_id() % 2 * 16 + lane];
    }
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(u, v, sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int r = 0; r < 8; ++r)
    c[r * n + x] = sum[r];
}

#define REFUSED(name, before, staged_a, staged_b, index)                                           \
  KERNEL name(global ushort *a, global int *b, global float *c, int n, int k) {                    \
    local ushort tile_a[8 * 16];                                                                   \
    local int tile_b[8 * 32];                                                                      \
    const int item = get_local_linear_id(), lane = get_sub_group_local_id();                       \
    float8 sum = 0;                                                                                \
    before;                                                                                        \
    for (int first = 0; first < k; first += 16) {                                                  \
      for (int i = item; i < 128; i += 64)                                                         \
        staged_a;                                                                                  \
      for (int i = item; i < 256; i += 64)                                                         \
        staged_b;                                                                                  \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                \
      ROUND(tile_a + index, tile_b + index)                                                        \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                \
    }                                                                                              \
    for (int r = 0; r < 8; ++r)                                                                    \
      c[r * n + lane] = sum[r];                                                                    \
  }
#define A (a[i / 16 * k + first + i % 16])
#define B (b[(first / 2 + i / 32) * n + i % 32])

// The kernel has written, perhaps what it stages.
// CHECK-LABEL: kernel 'written_before'
// CHECK-DAG:   what is staged in written_before.tile_a is read there
// CHECK-DAG:   what is staged in written_before.tile_b is read there
REFUSED(written_before, c[item] = 0, tile_a[i] = A, tile_b[i] = B, 0)

// Two work-items write one element, and what is written in no order.
// CHECK-LABEL: kernel 'two_writers'
// CHECK-DAG:   what is staged in two_writers.tile_a is read there
// CHECK-DAG:   what is staged in two_writers.tile_b is read there
REFUSED(two_writers, , tile_a[i / 2] = A, tile_b[i ^ 1] = B, 0)

// Who else would write the rest?
// CHECK-LABEL: kernel 'beyond'
// CHECK-DAG:   what is staged in beyond.tile_a is read there
// CHECK-DAG:   what is staged in beyond.tile_b is read there
REFUSED(beyond, , tile_a[i] = A, tile_b[i] = B, 17)

// Some rounds keep what others have written.
// CHECK-LABEL: kernel 'sometimes'
// CHECK-DAG:   what is staged in sometimes.tile_a is read there
// CHECK-DAG:   what is staged in sometimes.tile_b is read there
REFUSED(sometimes, , if (first % 32 == 0) tile_a[i] = A, if (A) tile_b[i] = B, 0)

// The first round reads what no round writes.
// CHECK-LABEL: kernel 'begins_otherwise'
// CHECK:       what is staged in begins_otherwise.tile is read there
KERNEL begins_otherwise(const global int *b, global float *c, int n, int k, short8 x) {
  local int tile[8 * 32];
  const int item = get_local_linear_id(), lane = get_sub_group_local_id();
  float8 sum = 0;
  for (int i = item; i < 256; i += 64)
    tile[i] = b[(i / 32 + 1) * n + i % 32];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int first = 0; first < k; first += 16) {
    int8 y;
    for (int r = 0; r < 8; ++r)
      y[r] = tile[r * 32 + lane];
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = item; i < 256; i += 64)
      tile[i] = b[((first + 16) / 2 + i / 32) * n + i % 32];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int r = 0; r < 8; ++r)
    c[r * n + lane] = sum[r];
}

// Panels hold the rounds of the inner loop alone, and would be packed again and again.
// CHECK-LABEL: kernel 'many_products'
// CHECK:       what is staged in many_products.tile is read there: its rounds have many products
KERNEL many_products(const global ushort *b, global float *c, int n, int k, short8 x) {
  local int tile[65 * 8 * 32];
  const int item = get_local_linear_id(), lane = get_sub_group_local_id();
  float8 sum = 0;
  for (int first = 0; first < k; first += 16 * 65) {
    for (int i = item; i < 65 * 256; i += 64) {
      const global ushort *from = b + (first + i / 32 * 2) * n + i % 32;
      tile[i] = from[0] | from[n] << 16;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 0; s < 65; ++s) {
      int8 y;
      for (int r = 0; r < 8; ++r)
        y[r] = tile[s * 256 + r * 32 + lane];
      sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int r = 0; r < 8; ++r)
    c[r * n + lane] = sum[r];
}
