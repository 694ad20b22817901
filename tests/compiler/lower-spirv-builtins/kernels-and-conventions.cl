// Kernels are marked, and everything has the C convention: the library is written in it.
// RUN: heddlec %s --target=x86-64-v3 --print-after=lower-spirv-builtins | FileCheck %s

// CHECK-NOT: spir_func
// CHECK-NOT: spir_kernel
// CHECK-LABEL: define void @k(
// CHECK-SAME: [[KERNEL:#[0-9]+]]
// CHECK-NOT: spir_func
// CHECK: attributes [[KERNEL]] = { convergent {{.*}}"heddle-kernel"
float helper(float x) { return x * x + 1; }
kernel void k(global float *p) { p[0] = helper(sin(p[1])); }
