// What the options allow reaches the passes: operations may change places, and be fused.
// RUN: heddlec %s --target=x86-64-v3 --emit=llvm -o - -- -cl-unsafe-math-optimizations | FileCheck %s
// RUN: heddlec %s --target=x86-64-v3 --emit=llvm -o - -- -cl-fast-relaxed-math | FileCheck %s
// RUN: heddlec --compile %s -o %t.spv -- -cl-fast-relaxed-math
// RUN: heddlec --link %t.spv --target=x86-64-v3 --emit=llvm -o - | FileCheck %s
// RUN: heddlec %s --target=x86-64-v3 --emit=llvm -o - | FileCheck %s --check-prefix=STRICT

// CHECK-LABEL: @there_and_back
// CHECK-NOT: fsub
// CHECK-NOT: fadd
// CHECK-LABEL: @two_statements
// STRICT-LABEL: @there_and_back
// STRICT: {{fsub|fadd}}
__attribute__((intel_reqd_sub_group_size(8)))
kernel void there_and_back(global float *p) {
  float x = p[get_global_id(0)];
  p[get_global_id(0)] = 10.0f - (10.0f - x);
}

// CHECK: fmul {{reassoc nsz arcp contract|fast}}
__attribute__((intel_reqd_sub_group_size(8)))
kernel void two_statements(global float *p) {
  float x = p[get_global_id(0)];
  float product = x * x;
  p[get_global_id(0)] = product + p[0];
}
