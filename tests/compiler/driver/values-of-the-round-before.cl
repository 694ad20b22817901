// What a round has written and the next one reads stays in a register, also where another store lies between
// them: what overlaps is found out in front of the loop.
// RUN: heddlec %s --emit=llvm --target=x86-64-v4 --sub-group-size=1 -o - | FileCheck %s

// CHECK-LABEL: define {{.*}}@filter.entry(
// CHECK:         %store_forwarded
kernel void filter(global float *x, global const float *a, global float *y, int columns) {
  int row = get_global_id(0) * columns;
  for (int i = 1; i < columns; ++i) {
    x[row + i] = x[row + i - 1] * a[row + i];
    y[row + i] = y[row + i - 1] / x[row + i];
  }
}
