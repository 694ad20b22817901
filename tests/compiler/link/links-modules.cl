// RUN: heddlec --compile %S/Inputs/part.cl -o %t.spv -- -cl-std=CL3.0
// RUN: heddlec --link %s %t.spv --target=x86-64-v3 --emit=llvm -- -cl-std=CL3.0 | FileCheck %s
// RUN: heddlec --link %t.spv %s --target=x86-64-v3 -o %t.hdl -- -cl-std=CL3.0
// RUN: heddlec --library %s %t.spv -- -cl-std=CL3.0 | count 0

// Both modules have a helper of their own: 7x + 3x.
// CHECK-LABEL: define {{.*}} @run.entry
// CHECK: mul {{.*}}10
extern constant int table[];
extern global int counter;
int compute(int x);
static int helper(int x) { return x * 7; }
kernel void set(global int *out);

kernel void run(global int *out, int x) {
  set(out);
  out[1] = helper(x) + compute(x);
  out[2] = table[x & 3] + counter;
}
