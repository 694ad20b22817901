// Functions that nobody defines, and those that have no lowering, are errors of the kernel.
// RUN: not heddlec %s --target=x86-64-v3 -o %t 2>&1 | FileCheck %s

int elsewhere(int);
// CHECK-DAG: error: kernel 'caller': function 'elsewhere' is called and not defined
kernel void other(global int *p);
// CHECK-DAG: error: kernel 'caller': kernel 'other' is called and not defined
kernel void caller(global int *p) { p[0] = elsewhere(p[1]); other(p); }
