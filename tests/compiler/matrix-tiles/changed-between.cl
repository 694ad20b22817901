// A sum that vector instructions change in each round has to leave its tile; B in rows has to be put
// into pairs. Both go through memory of the function.
// RUN: heddlec %s --target=sapphirerapids --emit=asm | FileCheck %s

// CHECK-LABEL: changed_between.entry:
// CHECK:       vmulps
// CHECK:       tileloadd {{.*}}(%{{[a-z0-9]+}},%{{[a-z0-9]+}}), %tmm
// CHECK:       tdpbf16ps
// CHECK:       tilestored
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void changed_between(const global ushort *a, const global ushort *b, global float *c, int n,
                            int k, float factor) {
  const int lane = get_sub_group_local_id();
  float8 sum = 0;
  for (int first = 0; first < k; first += 16) {
    short8 x;
    int8 y;
    for (int i = 0; i < 8; ++i)
      x[i] = a[i * k + first + lane];
    for (int i = 0; i < 8; ++i)
      y[i] = as_int((ushort2)(b[(first + 2 * i) * n + lane], b[(first + 2 * i + 1) * n + lane]));
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum * factor);
  }
  for (int i = 0; i < 8; ++i)
    c[i * n + lane] = sum[i];
}
