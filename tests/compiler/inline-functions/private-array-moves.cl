// A loop that moves a private array along stays a loop, and the array goes into registers: a call of
// memmove for each lane would keep it in memory.
// RUN: heddlec %s --target=x86-64-v3 --emit=llvm --sub-group-size=8 -o - | FileCheck %s

// CHECK: define {{.*}}@k
// CHECK-NOT: alloca
// CHECK-NOT: memmove
// CHECK-NOT: memcpy
kernel void k(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  int window[4] = {1, 2, 3, 4};
  for (int j = 0; j < 32; ++j) {
    for (int k = 3; k > 0; --k)
      window[k] = window[k - 1];
    window[0] = window[3] * in[i + j];
  }
  out[i] = window[0];
}
