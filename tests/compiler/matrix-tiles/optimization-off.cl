// Code that is not optimized does without tiles.
// RUN: heddlec %s --target=sapphirerapids --emit=asm -- -cl-opt-disable | FileCheck %s

// CHECK-LABEL: optimization_off.entry:
// CHECK-NOT:   tile
// CHECK:       retq
__attribute__((intel_reqd_sub_group_size(16)))
kernel void optimization_off(const global short8 *a, const global int8 *b, global float8 *c, int k) {
  float8 sum = 0;
  for (int i = 0; i < k; ++i)
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(a[i * 16], b[i * 16], sum);
  c[get_global_id(0)] = sum;
}
