// A block of 1200 accesses gets two fences, of which no instruction comes; a short one gets none.
// RUN: heddlec %s --target=x86-64-v3 --sub-group-size=8 --print-after=cut-memory-chains -o %t 2>&1 | FileCheck %s
// RUN: heddlec %s --target=x86-64-v3 --sub-group-size=8 --emit=asm | FileCheck %s --check-prefix=ASM

// CHECK-LABEL: define {{.*}}@few.entry(
// CHECK-NOT:   fence
// CHECK-LABEL: define {{.*}}@many.entry(
// CHECK:       fence syncscope("singlethread") acq_rel
// CHECK:       fence syncscope("singlethread") acq_rel
// ASM-NOT:     {{mfence|lock}}
#define TIMES_10(x) x x x x x x x x x x
kernel void few(global volatile int *p) { TIMES_10(*p = 1;) }
kernel void many(global volatile int *p) {
  TIMES_10(TIMES_10(TIMES_10(*p = 1;))) TIMES_10(TIMES_10(*p = 1; *p = 2;))
}
