// RUN: not heddlec %s --target=x86-64-v3 -o %t 2>&1 -- -DREFUSED | FileCheck %s --check-prefix=REFUSED
// RUN: heddlec %s --target=x86-64-v3 --sub-group-size=1 --emit=llvm -o - | FileCheck %s

#ifdef REFUSED
kernel void k(global int *p) {
  // REFUSED: inline-assembly.cl:[[@LINE+1]]:3: error: inline assembly is not supported by this device
  __asm__ volatile("nop");
  int given;
  // REFUSED: inline-assembly.cl:[[@LINE+1]]:3: error: inline assembly is not supported by this device
  __asm__("" : "=r"(given));
  *p = given;
}
#endif

// Without an instruction it is there to keep another compiler from optimizing, and each variable
// stays what it is.
// CHECK-LABEL: @dropped.entry(
// CHECK-NOT: asm
// CHECK: %[[A:.*]] = load i32
// CHECK: %[[B:.*]] = load i32
// CHECK: sub nsw i32 %[[A]], %[[B]]
// CHECK-NOT: asm
// CHECK: ret
kernel void dropped(global float8 *sums, global int *numbers) {
  float8 sum = sums[0];
  __asm__ volatile("" : "+rw"(sum));
  sums[1] = sum;
  int a = numbers[0], b = numbers[1];
  __asm__ volatile("" : "+r"(a), "+rw"(b) : "r"(numbers[2]) : "memory");
  numbers[3] = a - b;
  __asm__ volatile("" ::: "memory");
}
