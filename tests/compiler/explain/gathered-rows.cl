// Rows of what their rounds gather are done several rounds at a time where processors are quick at gathers. Launches try lanes, too,
// as rows may be short.
// RUN: heddlec %s --explain --target=sapphirerapids -- -cl-std=CL3.0 | FileCheck %s
// RUN: heddlec %s --emit=llvm --target=sapphirerapids -- -cl-std=CL3.0 | FileCheck %s --check-prefix=CODE
// RUN: heddlec %s --emit=llvm --target=x86-64-v3 -- -cl-std=CL3.0 | FileCheck %s --check-prefix=AVX2

// CHECK-LABEL: kernel 'weights'
// CHECK:         rows that are written may be what their loops gather: a version for arguments that overlap, and one for others
// CHECK:         sub-group size 1: in its loops each work-item walks along memory of its own
// CHECK:         may be quicker at 8, 16, 32
// CODE-LABEL:  define {{.*}}@weights.entry(
// CODE:          @llvm.masked.gather
// AVX2-LABEL:  define {{.*}}@weights.entry(
// AVX2-NOT:      !alias.scope
// AVX2:          ret void
kernel void weights(global const int *rows, global const int *columns, global const int *counts,
                    global float *out) {
  int row = get_global_id(0);
  for (int i = rows[row]; i < rows[row + 1]; ++i)
    out[i] = 1.0f / counts[columns[i]];
}

// What is gathered may have been written.
// CHECK-LABEL: kernel 'in_place'
// CHECK-NOT:     rows that are written
// CODE-LABEL:  define {{.*}}@in_place.entry(
// CODE-NOT:      @llvm.masked.gather
// CODE:          ret void
kernel void in_place(global const int *rows, global const int *columns, global float *out) {
  int row = get_global_id(0);
  for (int i = rows[row]; i < rows[row + 1]; ++i)
    out[i] = 1.0f / out[columns[i]];
}
