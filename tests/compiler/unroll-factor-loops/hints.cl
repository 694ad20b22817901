// Loops over sums and factors are unrolled whatever a pragma says, before the products, among them and
// behind: no array stays in memory.
// RUN: heddlec %s --target=x86-64-v4 --explain -- -cl-std=CL3.0 "-DUNROLL=_Pragma(\"nounroll\")" | FileCheck %s
// RUN: heddlec %s --target=x86-64-v4 --explain -- -cl-std=CL3.0 "-DUNROLL=_Pragma(\"unroll 2\")" | FileCheck %s
// RUN: heddlec %s --target=x86-64-v4 --explain -- -cl-std=CL3.0 "-DUNROLL=__attribute__((opencl_unroll_hint(2)))" | FileCheck %s
// CHECK-NOT: private variable
// CHECK:     matrix nest: 4 sums of 8 x 16
// CHECK-NOT: private variable
__attribute__((intel_reqd_sub_group_size(16)))
kernel void gemm(const global ushort *a, const global uint *b, global float *c, int n, int k) {
  const int lane = get_sub_group_local_id();
  a += get_group_id(1) * 32 * k;
  b += get_group_id(0) * 16;
  float8 sum[4];
  UNROLL for (int i = 0; i < 4; ++i)
    sum[i] = 0;
  for (int first = 0; first < k; first += 16) {
    short8 x[4];
    int8 y;
    UNROLL for (int i = 0; i < 4; ++i)
      for (int r = 0; r < 8; ++r)
        x[i][r] = a[(i * 8 + r) * k + first + lane];
    for (int r = 0; r < 8; ++r)
      y[r] = b[(first / 2 + r) * n + lane];
    UNROLL for (int i = 0; i < 4; ++i)
      sum[i] = intel_sub_group_bf16_bf16_matrix_mad_k16(x[i], y, sum[i]);
  }
  UNROLL for (int i = 0; i < 4; ++i)
    for (int r = 0; r < 8; ++r)
      c[((get_group_id(1) * 4 + i) * 8 + r) * n + get_group_id(0) * 16 + lane] = sum[i][r];
}
