// To ask for panels of few bytes takes longer than to put factors together, as in a convolution whose
// innermost loop goes over few channels: such a loop is as it was. Panels of more bytes a round pay from
// fewer rounds on.
// RUN: heddlec %s --print-after=pack-matrix-panels --target=x86-64-v4 -o %t.hdl -- -cl-std=CL3.0 -cl-uniform-work-group-size 2>&1 | FileCheck %s

#define KERNEL __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1))) kernel
#define CONVOLUTION(columns)                                                                       \
  float8 sum[columns] = {0};                                                                       \
  for (int tap = 0; tap < taps; ++tap)                                                             \
    for (int k = 0; k < channels; k += 16) {                                                       \
      short8 x;                                                                                    \
      for (int row = 0; row < 8; ++row)                                                            \
        x[row] = a[((get_group_id(1) * 8 + row) * 2 + tap) * channels + k +                        \
                   get_sub_group_local_id()];                                                      \
      for (int i = 0; i < columns; ++i) {                                                          \
        int8 y;                                                                                    \
        for (int pair = 0; pair < 8; ++pair) {                                                     \
          const global ushort *at = b + ((tap * channels + k) / 2 + pair) * 2 * N +                \
                                    (get_group_id(0) * columns + i) * 16 +                         \
                                    get_sub_group_local_id();                                      \
          y[pair] = as_int((ushort2)(at[0], at[N]));                                               \
        }                                                                                          \
        sum[i] = intel_sub_group_bf16_bf16_matrix_mad_k16(as_short8(x), y, sum[i]);                \
      }                                                                                            \
    }                                                                                              \
  for (int i = 0; i < columns; ++i)                                                                \
    for (int row = 0; row < 8; ++row)                                                              \
      c[(get_group_id(1) * 8 + row) * N + (get_group_id(0) * columns + i) * 16 +                   \
        get_sub_group_local_id()] = sum[i][row];

// 512 bytes of B a round.
// CHECK-LABEL: define {{.*}}@one.entry(
// CHECK:         [[SHORT:%[0-9]+]] = icmp ult i64 %{{.*}}, 4
// CHECK-NEXT:    [[WITHOUT:%[0-9]+]] = or i1 %{{.*}}, [[SHORT]]
// CHECK-NEXT:    br i1 [[WITHOUT]], label %unpacked, label %panels
KERNEL void one(const global ushort *a, const global ushort *b, global float *c, int taps,
                int channels, int N) {
  CONVOLUTION(1)
}

// 1024 bytes.
// CHECK-LABEL: define {{.*}}@two.entry(
// CHECK:         [[SHORT:%[0-9]+]] = icmp ult i64 %{{.*}}, 2
// CHECK-NEXT:    [[WITHOUT:%[0-9]+]] = or i1 %{{.*}}, [[SHORT]]
// CHECK-NEXT:    br i1 [[WITHOUT]], label %unpacked, label %panels
KERNEL void two(const global ushort *a, const global ushort *b, global float *c, int taps,
                 int channels, int N) {
  CONVOLUTION(2)
}

// Halves in panels of bfloats: each has three parts, which count as one, since what they save is to
// put together the halves.
// RUN: heddlec %s --print-after=pack-matrix-panels --target=sapphirerapids -o %t.hdl -- -cl-std=CL3.0 -cl-uniform-work-group-size 2>&1 | FileCheck %s --check-prefix=HALVES
// HALVES-LABEL: define {{.*}}@halves.entry(
// HALVES:         [[SHORT:%[0-9]+]] = icmp ult i64 %{{.*}}, 6
// HALVES-NEXT:    [[WITHOUT:%[0-9]+]] = or i1 %{{.*}}, [[SHORT]]
// HALVES-NEXT:    br i1 [[WITHOUT]], label %unpacked, label %panels
KERNEL void halves(const global ushort *a, const global ushort *b, global float *c, int taps,
                   int channels, int N) {
#undef intel_sub_group_bf16_bf16_matrix_mad_k16
#define intel_sub_group_bf16_bf16_matrix_mad_k16 intel_sub_group_f16_f16_matrix_mad_k16
  CONVOLUTION(1)
}
