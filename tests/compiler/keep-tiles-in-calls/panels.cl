// Asking for a panel leaves the tiles as they are: they are configured once, when the kernel begins.
// A kernel without tiles calls as any function does.
// RUN: heddlec %s --print-after=keep-tiles-in-calls --target=sapphirerapids -o %t.hdl -- -cl-std=CL3.0 -cl-uniform-work-group-size 2>&1 | FileCheck %s
// RUN: heddlec %s --emit=asm --target=sapphirerapids -o %t.s -- -cl-std=CL3.0 -cl-uniform-work-group-size
// RUN: FileCheck %s --check-prefix=ASM < %t.s

#define KERNEL __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1))) kernel
#define PRODUCT(type, mad)                                                                         \
  const int lane = get_sub_group_local_id(), row = get_group_id(1) * 8,                            \
            column = get_group_id(0) * 16 + lane;                                                  \
  type sum = 0;                                                                                    \
  for (int first = 0; first < k; first += 16) {                                                    \
    short8 x;                                                                                      \
    int8 y;                                                                                        \
    for (int i = 0; i < 8; ++i) {                                                                  \
      const global ushort *pair = b + (first + 2 * i) * n + column;                                \
      x[i] = a[(row + i) * k + first + lane];                                                      \
      y[i] = as_int((ushort2)(pair[0], pair[n]));                                                  \
    }                                                                                              \
    sum = mad(x, y, sum);                                                                          \
  }                                                                                                \
  for (int i = 0; i < 8; ++i)                                                                      \
    c[(row + i) * n + column] = sum[i];

// CHECK-LABEL: define {{.*}}@tiles.entry(
// CHECK:         call { ptr, i64, ptr, i64, ptr, i64 } asm sideeffect alignstack "vzeroupper\0A\09callq *%rax"
// CHECK-SAME:    ~{memory}{{.*}},~{zmm0},{{.*}},~{zmm31},~{k0},{{.*}},~{k7},~{r16},{{.*}},~{r31}"
// ASM-LABEL:   tiles.entry:
// ASM:           ldtilecfg
// ASM-NOT:       ldtilecfg
// ASM:           callq *%rax
// ASM-NOT:       ldtilecfg
// ASM:           tilerelease
KERNEL void tiles(const global ushort *a, const global ushort *b, global float *c, int n, int k) {
  PRODUCT(float8, intel_sub_group_bf16_bf16_matrix_mad_k16)
}

// Sums of halves have no tiles.
// CHECK-LABEL: define {{.*}}@words.entry(
// CHECK-NOT:     asm
// CHECK:         call { ptr, i64 } %
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
KERNEL void words(const global ushort *a, const global ushort *b, global float *c, int n, int k) {
  PRODUCT(half8, intel_sub_group_f16_f16_matrix_mad_k16)
}
