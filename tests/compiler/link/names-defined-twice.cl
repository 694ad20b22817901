// RUN: not heddlec --link %s %S/Inputs/part.cl --target=x86-64-v3 -o %t -- -cl-std=CL3.0 2>&1 | FileCheck %s
// RUN: not heddlec --library %s %S/Inputs/part.cl -- -cl-std=CL3.0 2>&1 | FileCheck %s
// CHECK: error: function 'compute': is defined in {{.*}}names-defined-twice.cl and in {{.*}}part.cl
// CHECK: error: kernel 'set': is defined in {{.*}}names-defined-twice.cl and in {{.*}}part.cl
// CHECK: error: variable 'table': is defined in {{.*}}names-defined-twice.cl and in {{.*}}part.cl
constant int table[4] = {1, 2, 3, 4};
int compute(int x) { return x; }
kernel void set(global int *out) { *out = compute(table[0]); }
