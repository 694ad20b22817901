// The current folder may have been removed under a running program, as the folder of a test is.
// RUN: rm -rf %t && mkdir %t
// RUN: bash -c 'cd %t && rmdir %t && exec heddlec %s --target=x86-64-v3 --emit=asm -o -' | FileCheck %s
// CHECK: twice
kernel void twice(global int *x) { x[get_global_id(0)] *= 2; }
