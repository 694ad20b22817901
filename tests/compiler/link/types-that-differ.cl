// RUN: not heddlec --link %s %S/Inputs/part.cl --target=x86-64-v3 -o %t -- -cl-std=CL3.0 2>&1 | FileCheck %s
typedef struct { int a; float b; } Pair;
// CHECK-DAG: error: function 'compute': is float (float) in {{.*}}types-that-differ.cl and i32 (i32) in {{.*}}part.cl
float compute(float x);
// CHECK-DAG: error: function 'sum': is i32 ({i32, float}) in {{.*}} and i32 ({i32, i32}) in
int sum(Pair p);
// CHECK-DAG: error: variable 'table': is [3 x i32] in constant memory in {{.*}} and [4 x i32] in constant memory in
extern constant int table[3];
// CHECK-DAG: error: name 'counter': is a function in {{.*}} and a variable in
int counter(int);
kernel void k(global float *p) {
  Pair pair = {1, 2.0f};
  *p = compute(*p) + sum(pair) + table[2] + counter(1);
}
