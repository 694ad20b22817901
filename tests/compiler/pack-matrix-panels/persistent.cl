// A work-group that computes tile after tile, each of which its number, its row and its column come
// from: the step is no constant, the division is guarded, and pointers may step on. Its matrices are
// packed.
// RUN: heddlec %s --explain --target=sapphirerapids -o %t -- -cl-std=CL3.0 -cl-uniform-work-group-size
// RUN: FileCheck %s --check-prefix=INTS < %t
// RUN: FileCheck %s --check-prefix=UINTS < %t
// RUN: FileCheck %s --check-prefix=POINTERS < %t
// RUN: FileCheck %s --check-prefix=CONSTANTS < %t

// INTS-LABEL:      kernel 'of_ints'
// INTS:            B is packed: 512 bytes a round
// UINTS-LABEL:     kernel 'of_uints'
// UINTS:           indices may wrap: a version in which they do, and one in which they do not
// UINTS:           B is packed: 512 bytes a round
// POINTERS-LABEL:  kernel 'pointers'
// POINTERS:        B is packed: 512 bytes a round
// CONSTANTS-LABEL: kernel 'of_constants'
// CONSTANTS:       B is packed: 512 bytes a round
#define KERNEL                                                                                     \
  __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1))) kernel void
#define ARGUMENTS                                                                                  \
  (const global ushort *restrict a, const global ushort *restrict b, global float *restrict c,     \
   int m, int n, int k)
#define LOAD(A, B)                                                                                 \
  short8 x;                                                                                        \
  int8 y;                                                                                          \
  for (int r = 0; r < 8; ++r) {                                                                    \
    x[r] = A;                                                                                      \
    y[r] = as_int((ushort2)(B(2 * r), B(2 * r + 1)));                                              \
  }                                                                                                \
  sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
#define TILES(TYPE, PRODUCT)                                                                       \
  {                                                                                                \
    const int lane = get_sub_group_local_id(), columns = n / 16, tiles = m / 8 * columns;          \
    for (int tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {                    \
      const TYPE row = tile / columns * 8, column = tile % columns * 16 + lane;                    \
      float8 sum = 0;                                                                              \
      PRODUCT for (int r = 0; r < 8; ++r) c[(row + r) * n + column] = sum[r];                      \
    }                                                                                              \
  }

#define ROW_OF_B(R) b[(i + R) * n + column]
KERNEL of_ints ARGUMENTS TILES(int, for (int i = 0; i < k; i += 16) {
  LOAD(a[(row + r) * k + i + lane], ROW_OF_B)
})
KERNEL of_uints ARGUMENTS TILES(uint, for (uint i = 0; i < k; i += 16) {
  LOAD(a[(row + r) * k + i + lane], ROW_OF_B)
})

#define NEXT_ROW(R) next_b[R * n + column]
KERNEL pointers ARGUMENTS TILES(size_t, const global ushort *next_a = a;
                                const global ushort *next_b = b;
                                for (int i = 0; i < k; i += 16, next_a += 16, next_b += 16 * n) {
                                  LOAD(next_a[(row + r) * k + lane], NEXT_ROW)
                                })

// A product of many rounds stays a loop, also where their number is known.
KERNEL of_constants ARGUMENTS TILES(size_t, for (int i = 0; i < 512; i += 16) {
  LOAD(a[(row + r) * 512 + i + lane], ROW_OF_B)
})
