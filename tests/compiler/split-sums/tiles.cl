// More sums in a loop than registers: it runs several times, for a part of them each. Not where a few more fit than
// there are, or where what each part would read anew is dear.
// RUN: heddlec %s --explain --target=x86-64-v4 | FileCheck %s
// RUN: heddlec %s --explain --target=x86-64-v3 | FileCheck %s --check-prefix=AVX2
// RUN: heddlec %s --kernel=tiles --emit=asm --target=x86-64-v4 -o - | FileCheck %s --check-prefix=ASM

#define PRODUCT(ROWS, COLUMNS, ROW, COLUMN)                                                                            \
  local float a[16][256], b[16][256];                                                                                  \
  const int x = get_local_id(0), y = get_local_id(1);                                                                  \
  float sums[ROWS][COLUMNS];                                                                                           \
  for (int m = 0; m < ROWS; ++m)                                                                                       \
    for (int n = 0; n < COLUMNS; ++n)                                                                                  \
      sums[m][n] = 0;                                                                                                  \
  for (int t = 0; t < rounds; ++t) {                                                                                   \
    a[y][x] = A[t * 256 + y * 16 + x];                                                                                 \
    b[y][x] = B[t * 256 + y * 16 + x];                                                                                 \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                      \
    for (int k = 0; k < 16; ++k)                                                                                       \
      for (int m = 0; m < ROWS; ++m)                                                                                   \
        for (int n = 0; n < COLUMNS; ++n)                                                                              \
          sums[m][n] += a[k][ROW] * b[k][COLUMN];                                                                      \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                      \
  }                                                                                                                    \
  for (int m = 0; m < ROWS; ++m)                                                                                       \
    for (int n = 0; n < COLUMNS; ++n)                                                                                  \
      C[(m * COLUMNS + n) * 256 + y * 16 + x] = sums[m][n];

// CHECK-LABEL: kernel 'tiles'
// CHECK:         loop with 64 sums: run 3 times for a part of them, which fits the registers
// AVX2-LABEL:  kernel 'tiles'
// AVX2:          loop with 64 sums: run 6 times for a part of them, which fits the registers
// ASM-LABEL:   tiles.entry:
// ASM-COUNT-22:  vfmadd
// ASM:           j{{[a-z]+}}
// ASM-COUNT-22:  vfmadd
// ASM:           j{{[a-z]+}}
// ASM-COUNT-20:  vfmadd
kernel void tiles(global const float *A, global const float *B, global float *C, int rounds) {
  PRODUCT(8, 8, x + m * 16, y + n * 16)
}
// CHECK-LABEL: kernel 'nearly_fits'
// CHECK-NOT:     times for a part
// AVX2-LABEL:  kernel 'nearly_fits'
// AVX2:          loop with 32 sums: run 3 times for a part of them, which fits the registers
kernel void nearly_fits(global const float *A, global const float *B, global float *C, int rounds) {
  PRODUCT(8, 4, x + m * 16, y + n * 16)
}
// CHECK-LABEL: kernel 'strided'
// CHECK-NOT:     times for a part
// AVX2-LABEL:  kernel 'strided'
// AVX2-NOT:      times for a part
kernel void strided(global const float *A, global const float *B, global float *C, int rounds) {
  PRODUCT(8, 8, x * 8 + m, y * 8 + n)
}
// What a sum was before the end of the last round is looked at.
// CHECK-LABEL: kernel 'unfinished'
// CHECK-NOT:     times for a part
kernel void unfinished(global const float *A, global float *C) {
  local float a[16][256];
  const int x = get_local_id(0);
  float sums[64], before[64];
  for (int m = 0; m < 64; ++m)
    sums[m] = before[m] = 0;
  for (int k = 0; k < 16; ++k)
    a[k][x] = A[k * 256 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 16; ++k)
    for (int m = 0; m < 64; ++m) {
      before[m] = sums[m] + a[k][x] * m;
      sums[m] = before[m] + a[k][x + 16] * m;
    }
  for (int m = 0; m < 64; ++m)
    C[m * 256 + x] = sums[m] * before[m];
}
