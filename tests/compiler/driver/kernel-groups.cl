// A program of many kernels is compiled in groups, side by side. The binary is the same for any
// number of processes, and what the kernels share is there once.
// RUN: heddlec %s --target=x86-64-v3 -o %t.one --jobs=1 -- -cl-std=CL3.0
// RUN: heddlec %s --target=x86-64-v3 -o %t.three --jobs=3 -- -cl-std=CL3.0
// RUN: cmp %t.one %t.three
// RUN: llvm-nm %t.one | FileCheck %s --implicit-check-not=heddle.shared --implicit-check-not=unused
// RUN: heddlec %s --target=x86-64-v3 -o %t.one --jobs=1 -- -cl-std=CL3.0 -cl-opt-disable
// RUN: heddlec %s --target=x86-64-v3 -o %t.three --jobs=3 -- -cl-std=CL3.0 -cl-opt-disable
// RUN: cmp %t.one %t.three
// RUN: not heddlec %s --target=x86-64-v3 --jobs=0 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: --jobs: '0' is no number of processes

// What only one kernel uses stays in its group, and what nobody uses is not there.
// CHECK-DAG: d heddle.shared.0
// CHECK-DAG: d heddle.shared.1
// CHECK-DAG: r heddle.shared.2
// CHECK-DAG: T k0.entry
// CHECK-DAG: T k7.entry
// CHECK-DAG: b own
global int counter = 5;
global int *global pointer = &counter;
constant int table[4] = {3, 1, 4, 1};
global int unused[100] = {1};
global int own;

// Long enough that the program is worth several groups.
#define STEP(K)                                                                                    \
  switch ((x + i + K) & 3) {                                                                       \
  case 0: sum += x * table[(i ^ K) & 3]; break;                                                    \
  case 1: sum -= x >> K; break;                                                                    \
  case 2: sum ^= i * (77 + K); break;                                                              \
  default: sum += mul_hi(sum, x) + clz(sum) + popcount(i); break;                                  \
  }
int work(int x, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    STEP(0) STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7)
    STEP(8) STEP(9) STEP(10) STEP(11) STEP(12) STEP(13) STEP(14) STEP(15)
  }
  return sum;
}

#define KERNEL(NAME)                                                                               \
  kernel void NAME(global int *out, int n) {                                                       \
    out[get_global_id(0)] = work(get_global_id(0), n) + work(n, n + 1) + *pointer;                 \
    atomic_inc((volatile global int *)&counter);                                                   \
  }
KERNEL(k0)
KERNEL(k1)
KERNEL(k2)
KERNEL(k3)
KERNEL(k4)
KERNEL(k5)
KERNEL(k6)
kernel void k7(global int *out, int n) { out[get_global_id(0)] = work(n, n) + own++; }
