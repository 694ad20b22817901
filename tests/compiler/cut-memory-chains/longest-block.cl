// A block of thousands of instructions becomes several that code generation does not join again; a
// short one stays.
// RUN: heddlec %s --target=x86-64-v3 --sub-group-size=8 --print-after=cut-memory-chains -o %t 2>&1 | FileCheck %s

// CHECK-LABEL: define {{.*}}@few.entry(
// CHECK-NOT:   long.block
// CHECK-LABEL: define {{.*}}@many.entry(
// CHECK:       br label %long.block
// CHECK:       br label %long.block
#define TIMES_10(x) x x x x x x x x x x
kernel void few(global volatile int *p) { TIMES_10(*p += 1;) }
kernel void many(global volatile int *p) { TIMES_10(TIMES_10(TIMES_10(*p += 1; *p -= 2;))) }
