// A row of a sparse matrix, and a filter: each addition waits for the one before, and no product for any.
// RUN: heddlec %s --emit=asm --target=znver5 -o - | FileCheck %s
// RUN: heddlec %s --emit=asm --target=znver3 -o - | FileCheck %s
// RUN: heddlec %s --emit=asm --target=znver5 --sub-group-size=1 -o - | FileCheck %s
// RUN: heddlec %s --explain --target=znver5 | FileCheck %s --check-prefix=WHY
// Where a multiply-add is waited for as long, or the time is in the instructions:
// RUN: heddlec %s --explain --target=sapphirerapids | FileCheck %s --check-prefix=FUSED
// FUSED-NOT: rounded before

// CHECK-LABEL: row.entry:
// CHECK-NOT:     vfmadd
// CHECK:         vadds
// CHECK-LABEL: .size row.entry
// WHY-LABEL:   kernel 'row'
// WHY:           sum: products are rounded before they are added, as an addition is waited for less long
kernel void row(global const int *rows, global const int *columns, global const float *values,
                global const float *in, global float *out) {
  const int row = get_global_id(0);
  float sum = 0;
  for (int i = rows[row]; i < rows[row + 1]; ++i)
    sum += values[i] * in[columns[i]];
  out[row] = sum;
}

// CHECK-LABEL: filter.entry:
// CHECK-NOT:     vfmadd
// CHECK:         vadd
// CHECK-LABEL: .size filter.entry
kernel void filter(global const float *in, constant float *taps, global float *out, int count) {
  const int id = get_global_id(0);
  float sum = 0;
  for (int i = 0; i < count; ++i)
    sum = mad(in[id + i], taps[i], sum);
  out[id] = sum;
}
