// Kernels whose work-items walk along rows of their own run one work-item after another.
// RUN: heddlec %s --explain --target=x86-64-v4 -- -cl-std=CL3.0 | FileCheck %s
// RUN: heddlec %s --explain --target=x86-64-v3 -- -cl-std=CL3.0 | FileCheck %s

// Rows of different lengths, whose elements lie anywhere.
// CHECK-LABEL: kernel 'sparse'
// CHECK:         sub-group size 1: in its loops each work-item walks along memory of its own
kernel void sparse(global const float *values, global const int *columns, global const int *rows,
                   global const float *x, global float *y) {
  int row = get_global_id(0);
  float sum = 0;
  for (int i = rows[row]; i < rows[row + 1]; ++i)
    sum += values[i] * x[columns[i]];
  y[row] = sum;
}

// Rows that are rewritten.
// CHECK-LABEL: kernel 'recurrence'
// CHECK:         sub-group size 1: in its loops each work-item walks along memory of its own
kernel void recurrence(global float *x, global const float *a, int columns) {
  int row = get_global_id(0) * columns;
  for (int i = 1; i < columns; ++i)
    x[row + i] -= x[row + i - 1] * a[row + i];
}

// Rows that are rewritten from their end, from what is not yet written.
// CHECK-LABEL: kernel 'downwards'
// CHECK:         sub-group size 1: in its loops each work-item walks along memory of its own
kernel void downwards(global float *x, global const float *a, global const float *b, int columns) {
  int row = get_global_id(0) * columns;
  for (int i = columns - 1; i > 0; --i)
    x[row + i] = (x[row + i] - x[row + i - 1] * a[row + i - 1]) / b[row + i - 1];
}

// Rows that are only read, equally long.
// CHECK-LABEL: kernel 'row_sums'
// CHECK:         sub-group size {{8|16|32}}:
kernel void row_sums(global const float *a, global const float *x, global float *y, int columns) {
  int row = get_global_id(0);
  float sum = 0;
  for (int i = 0; i < columns; ++i)
    sum += a[row * columns + i] * x[i];
  y[row] = sum;
}

// Lanes lie side by side in every round.
// CHECK-LABEL: kernel 'strided_loop'
// CHECK:         sub-group size {{8|16|32}}:
kernel void strided_loop(global const float *a, global float *b, uint count) {
  for (uint i = get_global_id(0); i < count; i += get_global_size(0))
    b[i] = a[i] + a[i + 1] + b[i];
}

// So they do by a number that is kept as an int, which LLVM extends by two shifts.
// CHECK-LABEL: kernel 'strided_int'
// CHECK:         sub-group size {{8|16|32}}:
kernel void strided_int(global float *z, float a, global const float *x, float b, long count) {
  int local_id = get_local_id(0), step = get_global_size(0);
  int start = get_local_size(0) * get_group_id(0);
  for (long i = start + local_id; i < count; i += step)
    z[i] = a * x[i] + b;
}

// Much is computed for what is read.
// CHECK-LABEL: kernel 'computes'
// CHECK:         sub-group size {{8|16|32}}:
kernel void computes(global const int *rows, global const float *values, global float *y) {
  int row = get_global_id(0);
  float sum = 0;
  for (int i = rows[row]; i < rows[row + 1]; ++i)
    sum += sin(values[i]) * exp(values[rows[i & 15]]) + sqrt(values[i] * sum);
  y[row] = sum;
}

// Integers may be added in any order: the rounds of one row lie side by side.
// CHECK-LABEL: kernel 'counts'
// CHECK:         sub-group size 1: in its loops each work-item walks along memory of its own
kernel void counts(global const uchar *text, global int *out, int length) {
  int row = get_global_id(0), sum = 0;
  for (int i = 0; i < length; ++i)
    if ((text[row * length + i] & 0xc0) != 0x80)
      ++sum;
  out[row] = sum;
}
