// What SPIR-V has no terms for is refused at its place.
// RUN: not heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CL3.0 2>&1 | FileCheck %s

// CHECK: 'asks': memory of a size that only the run knows is not supported by this device
// CHECK: 'asks': an atomic 'not and' is not supported by this device
// CHECK: 'asks': type 'long double' is not supported by this device
// CHECK: 'asks': a vector of other than 2, 3, 4, 8 or 16 components is not supported by this device
// CHECK: 'asksForOne': a vector of other than 2, 3, 4, 8 or 16 components is not supported by this device
// CHECK: 'picks': a vector of other than 2, 3, 4, 8 or 16 components is not supported by this device
typedef int int32 __attribute__((ext_vector_type(32)));
typedef int int1 __attribute__((ext_vector_type(1)));

kernel void asks(global int *p) {
  int *words = (int *)__builtin_alloca(4 * p[1]);
  words[0] = __atomic_fetch_nand(p, 1, __ATOMIC_RELAXED);
  long double x = (long double)words[0];
  p[2] = (int)x;
  int32 all = p[3];
  p[4] = all[p[5] & 31];
}

kernel void asksForOne(global int1 *p) { p[0] += p[1]; }

kernel void picks(global int4 *p, global int *q) {
  q[0] = __builtin_shufflevector(p[0], p[1], 6)[0];
}
