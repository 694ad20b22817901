// Where work-items run one by one, what each does to several floats is done in vectors; bits that
// are mixed are not.
// RUN: heddlec %s --target=x86-64-v3 --sub-group-size=1 --emit=llvm -o - | FileCheck %s

// CHECK-LABEL: define {{.*}}@pixels.entry(
// CHECK:         fmul <4 x float>
kernel void pixels(global float *x, float a, float b) {
  global float *p = x + 4 * get_global_id(0);
  for (int i = 0; i < 4; ++i)
    p[i] = (p[i] - b) * (p[i] + a);
}

// CHECK-LABEL: define {{.*}}@mixed.entry(
// CHECK-NOT:     xor <
// CHECK:         ret void
kernel void mixed(global uint *x, uint a) {
  global uint *p = x + 4 * get_global_id(0);
  for (int i = 0; i < 4; ++i)
    p[i] = (p[i] ^ a) + rotate(p[i], 7U);
}
