// Work-items that run one after another rewrite several elements of their row at a time, unless a
// round reads what the one before it wrote.
// RUN: heddlec %s --emit=asm --target=x86-64-v4 -o - | FileCheck %s
// RUN: heddlec %s --emit=asm --target=x86-64-v3 -o - | FileCheck %s

// CHECK-LABEL: eliminate.entry:
// CHECK:         vmovups {{.*}}, %{{[yz]}}mm{{[0-9]+}}
// CHECK:         vmovups %{{[yz]}}mm{{[0-9]+}}, ({{.*}})
// CHECK-LABEL: recurrence.entry:
// CHECK-NOT:     vmovups {{.*}}%{{[yz]}}mm
// CHECK:         .size recurrence.entry
kernel void eliminate(global float *a, int size, int pivot) {
  int row = get_global_id(0) + pivot + 1;
  float factor = a[row * size + pivot];
  for (int i = pivot + 1; i < size; ++i)
    a[row * size + i] -= factor * a[pivot * size + i];
}

kernel void recurrence(global float *x, global const float *a, int columns) {
  int row = get_global_id(0) * columns;
  for (int i = 1; i < columns; ++i)
    x[row + i] -= x[row + i - 1] * a[row + i];
}
