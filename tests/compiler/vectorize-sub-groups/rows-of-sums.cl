// Which kernels have code for several rows at once.
// RUN: heddlec %s --target=x86-64-v4 --print-after=vectorize-sub-groups -o %t.hdl 2>&1 | FileCheck %s

// CHECK-LABEL: define internal void @floats.rows(
// CHECK-COUNT-8: call <16 x float> @llvm.fmuladd
kernel void floats(global float *c, global const float *a, global const float *b, int n) {
  int row = get_global_id(1), column = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

// CHECK-LABEL: define internal void @integers.rows(
// CHECK-COUNT-8: mul nsw <16 x i32>
kernel void integers(global int *c, global const int *a, global const int *b, int n) {
  int row = get_global_id(1), column = get_global_id(0);
  int sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

// A place, and a sum of nothing that is multiplied.
// CHECK-NOT: @places.rows
kernel void places(global int *c, global const int *a, int n) {
  int row = get_global_id(1), column = get_global_id(0), sum = 0;
  for (int k = 0, place = row; k < n; ++k, place += 3)
    sum += a[place * n + column];
  c[row * n + column] = sum;
}
