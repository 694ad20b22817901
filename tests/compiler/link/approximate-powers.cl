// Powers by logarithms where the program allows their error, from source and from a module.
// RUN: heddlec %s --target=x86-64-v3 --emit=llvm -o - | FileCheck %s --check-prefix=EXACT
// RUN: heddlec %s --target=x86-64-v3 --emit=llvm -o - -- -cl-fast-relaxed-math | FileCheck %s
// RUN: heddlec %s --target=x86-64-v3 --emit=llvm -o - -- -cl-unsafe-math-optimizations | FileCheck %s
// RUN: heddlec %s --target=x86-64-v3 --emit=spirv -o %t.spv
// RUN: heddlec %t.spv --target=x86-64-v3 --emit=llvm -o - -- -cl-fast-relaxed-math | FileCheck %s

// EXACT-LABEL: @power.entry(
// EXACT:         call {{.*}} @heddle_pow_f
// CHECK-LABEL: @power.entry(
// CHECK-NOT:     @heddle_pow
kernel void power(global float *x, global const float *y) {
  size_t i = get_global_id(0);
  x[i] = pow(x[i], y[i]);
}
