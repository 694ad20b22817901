// Sums that are written between two products: B of the second one is packed only where it is not
// what was written, as `restrict` says or as the launch is asked, and where no barrier shows what
// others have written.
// RUN: heddlec %s --explain --target=sapphirerapids -- -cl-std=CL3.0 2>&1 | FileCheck %s
// RUN: heddlec %s --explain --target=sapphirerapids -- -cl-std=CL3.0 2>&1 | FileCheck %s --check-prefix=ANYTHING
// RUN: heddlec %s --explain --target=sapphirerapids -- -cl-std=CL3.0 2>&1 | FileCheck %s --check-prefix=OTHERS

// CHECK-LABEL: kernel 'restricted'
// CHECK:       B is packed: 512 bytes a round
// ANYTHING-LABEL: kernel 'anything'
// ANYTHING:       a version for arguments that overlap, and one for others
// ANYTHING:       B is packed: 512 bytes a round
// OTHERS-LABEL: kernel 'barrier_between'
// OTHERS-NOT:  is packed
// OTHERS-LABEL: kernel 'itself'
// OTHERS-NOT:  B is packed

#define PRODUCTS(BETWEEN, B)                                                                       \
  {                                                                                                \
    const int lane = get_sub_group_local_id(), row = get_group_id(1) * 8,                          \
              column = get_group_id(0) * 16 + lane;                                                \
    for (int part = 0; part < 4; ++part) {                                                         \
      float8 sum = 0;                                                                              \
      for (int k = 0; k < K; k += 16) {                                                            \
        short8 x;                                                                                  \
        int8 y;                                                                                    \
        for (int i = 0; i < 8; ++i) {                                                              \
          x[i] = a[(size_t)(row + i) * K + k + lane];                                              \
          y[i] = as_int((ushort2)(B[(size_t)(k + 2 * i) * N + column],                             \
                                  B[(size_t)(k + 2 * i + 1) * N + column]));                       \
        }                                                                                          \
        sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);                                 \
      }                                                                                            \
      for (int i = 0; i < 8; ++i)                                                                  \
        c[(size_t)(row + i) * N + column] += sum[i];                                               \
      BETWEEN;                                                                                     \
    }                                                                                              \
  }
#define KERNEL __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1))) kernel

KERNEL void restricted(const global ushort *a, const global ushort *b, global float *restrict c,
                       int N, int K)
PRODUCTS(, b)

KERNEL void anything(const global ushort *a, const global ushort *b, global float *c, int N, int K)
PRODUCTS(, b)

KERNEL void barrier_between(const global ushort *a, const global ushort *b,
                            global float *restrict c, int N, int K)
PRODUCTS(barrier(CLK_GLOBAL_MEM_FENCE), b)

KERNEL void itself(const global ushort *a, global float *restrict c, int N, int K)
PRODUCTS(, ((const global ushort *)c))
