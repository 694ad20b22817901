// With checks, rows of work-items are no lanes of one sub-group: what would be joined gets two registers.
// RUN: heddlec %s --explain --target=x86-64-v4 | FileCheck %s --check-prefix=ROWS
// RUN: heddlec %s --checks --explain --target=x86-64-v4 | FileCheck %s --check-prefix=CHECKS

// ROWS:   sub-group size 16: as many floats as a register of the target holds
// CHECKS: sub-group size 32: several registers of floats
kernel void product(global const float *a, global const float *b, global float *c, int size) {
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int k = 0; k < size; ++k)
    sum = fma(a[row * size + k], b[k * size + column], sum);
  c[row * size + column] = sum;
}
