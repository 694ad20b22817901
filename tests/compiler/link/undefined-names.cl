// RUN: not heddlec --link %s --target=x86-64-v3 -o %t 2>&1 | FileCheck %s
// A library may leave them open.
// RUN: heddlec --library %s
// CHECK: error: kernel 'k': function 'missing' is called and not defined
// CHECK: error: variable 'nowhere': is used and not defined
int missing(int);
extern constant int nowhere;
kernel void k(global int *p) { *p = missing(nowhere); }
