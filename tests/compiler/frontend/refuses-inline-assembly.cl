// RUN: not heddlec %s --target=x86-64-v3 -o %t 2>&1 | FileCheck %s

kernel void k(global int *p) {
  // CHECK: refuses-inline-assembly.cl:[[@LINE+1]]:3: error: inline assembly is not supported by this device
  __asm__ volatile("nop");
  *p = 1;
}
