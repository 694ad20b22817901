// cl_khr_spirv_no_integer_wrap_decoration
// RUN: heddlec --compile %s -o %t.spv
// RUN: heddlec %t.spv --target=x86-64-v3 --print-after=lower-subgroup-matrix -o %t.hdl | FileCheck %s
// CHECK-LABEL: @k(
// CHECK: add nsw i32
// CHECK: add i32
// CHECK: mul nsw i32
kernel void k(global int *p, global uint *q) {
  p[0] = p[1] + p[2];
  q[0] = q[1] + q[2];
  p[3] = p[4] * p[5];
}
