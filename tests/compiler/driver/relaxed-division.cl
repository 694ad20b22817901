// Relaxed math divides by an infinite number as all programs expect: no estimate of the reciprocal,
// which would make a NaN of it. Square roots are estimates.
// RUN: heddlec %s --target=x86-64-v3 --emit=asm -o - -- -cl-fast-relaxed-math | FileCheck %s
// RUN: heddlec %s --target=x86-64-v4 --emit=asm -o - -- -cl-fast-relaxed-math | FileCheck %s

// CHECK-NOT: {{rcpps|rcp14ps}}
// CHECK-DAG: vdivps
// CHECK-DAG: {{rsqrtps|rsqrt14ps}}
// CHECK-NOT: {{rcpps|rcp14ps}}
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void test(global float *quotient, global float *root, global const float *x) {
  size_t i = get_global_id(0);
  quotient[i] = 1 / (1 + x[i]);
  root[i] = 1 / sqrt(x[i]);
}
