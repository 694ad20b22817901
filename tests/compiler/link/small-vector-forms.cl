// Vector forms of a few instructions become part of the loop around them, large ones stay calls.
// RUN: heddlec %s --target=x86-64-v4 --sub-group-size=16 --emit=llvm -o - | FileCheck %s
// RUN: heddlec %s --target=x86-64-v3 --sub-group-size=8 --emit=llvm -o - | FileCheck %s

// CHECK-LABEL: @powers.entry(
// CHECK-NOT:     @heddle_exp
// CHECK:         @heddle_tgamma_f{{[0-9]+}}(
kernel void powers(global float *x) {
  size_t i = get_global_id(0);
  x[i] = tgamma(exp(x[i]) + exp2(x[i]) + exp10(x[i]));
}
