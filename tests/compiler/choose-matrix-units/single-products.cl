// A product whose factors are put together for it, or whose sum is read at once, is done in vector
// registers where that takes no longer than moving them to tiles and back; on tiles where products
// have factors in memory and sums that are only added to, and where sums go on to such products.
// RUN: heddlec %s --explain --target=sapphirerapids -- -cl-std=CL3.0 -cl-uniform-work-group-size 2>&1 | FileCheck %s

#define KERNEL __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1))) kernel
#define READ(k, condition)                                                                         \
  short8 x;                                                                                        \
  int8 y;                                                                                          \
  for (int i = 0; i < 8; ++i) {                                                                    \
    x[i] = condition ? a[(i * n + k) * 16 + lane] : 0;                                             \
    y[i] = condition ? b[(k * 8 + i) * 16 + lane] : 0;                                             \
  }

// CHECK-LABEL: kernel 'scores'
// CHECK:         no tiles: 40 cycles in place of {{[0-9]+}}, {{[0-9]+}} of them between tiles and vector registers
// CHECK-NOT:     one tile instruction
// CHECK:         plan: words in vector registers; 40 cycles with all data in the first cache (products 32, conversions 4, memory 40): 80% of the peak
// CHECK:         matrix product of 8 rows, 16 columns and depth 32: vpdpbusd
KERNEL void scores(const global short8 *a, const global int8 *b, global int8 *most, int n) {
  const int lane = get_sub_group_local_id();
  int8 best = 0;
  for (int i = 0; i < n; ++i)
    best = max(best, intel_sub_group_i8_i8_matrix_mad_k32(a[i * 16 + lane] ^ (short8)(i),
                                                          b[i * 16 + lane] ^ (int8)(i), (int8)(0)));
  most[lane] = best;
}

// Tiles are loaded from where the factors lie.
// CHECK-LABEL: kernel 'sums'
// CHECK-NOT:     no tiles
// CHECK:         one tile instruction
KERNEL void sums(const global short *a, const global int *b, global float *c, int n) {
  const int lane = get_sub_group_local_id();
  float8 sum = 0;
  for (int k = 0; k < n; ++k) {
    READ(k, true)
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
  }
  for (int i = 0; i < 8; ++i)
    c[i * 16 + lane] = sum[i];
}

// The last product, whose factors have conditions, adds to what the loop leaves in a tile.
// CHECK-LABEL: kernel 'last_one'
// CHECK-NOT:     no tiles
// CHECK-NOT:     vpdpbusd
KERNEL void last_one(const global short *a, const global int *b, global int *c, int n, int most) {
  const int lane = get_sub_group_local_id();
  int8 sum = 0;
  for (int k = 0; k < n; ++k) {
    READ(k, true)
    sum = intel_sub_group_i8_i8_matrix_mad_k32(x, y, sum);
  }
  READ(n, lane < most)
  sum = intel_sub_group_i8_i8_matrix_mad_k32(x, y, sum);
  for (int i = 0; i < 8; ++i)
    c[i * 16 + lane] = sum[i];
}

// A sum of products of halves, which are words, has no tiles for its bfloats either.
// CHECK-LABEL: kernel 'kinds'
// CHECK-NOT:     one tile instruction
// CHECK-COUNT-2: matrix product of 8 rows, 16 columns and depth 16: vfmadd, 8 rows of 1 register at a time
KERNEL void kinds(const global short8 *a, const global int8 *b, const global int *kind,
                  global float8 *c, int n) {
  const int lane = get_sub_group_local_id();
  float8 sum = 0;
  for (int k = 0; k < n; ++k) {
    const short8 x = a[k * 16 + lane];
    const int8 y = b[k * 16 + lane];
    sum = kind[k] ? intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum)
                  : intel_sub_group_f16_f16_matrix_mad_k16(x, y, sum);
  }
  c[lane] = sum;
}
