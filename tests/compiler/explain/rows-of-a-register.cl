// A tile of 16 by 16 in a work-group of one row: lanes of one register are in the same row of it.
// RUN: heddlec %s --explain --target=x86-64-v4 | FileCheck %s

// CHECK-LABEL: kernel 'in_rows'
// CHECK:         sub-group size 16:
kernel void in_rows(global float *out, global const float *in, local float *tile, int rows) {
  int row = get_local_id(0) / 16, column = get_local_id(0) % 16;
  tile[get_local_id(0)] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int i = 0; i < rows; ++i)
    sum += tile[row * 16 + i] * tile[i * 16 + column];
  out[get_global_id(0)] = sum;
}

// CHECK-LABEL: kernel 'in_one_row'
// CHECK:         sub-group size 32: several registers of floats, since its loops wait
kernel void in_one_row(global float *out, global const float *in, local float *tile, int rows) {
  int column = get_local_id(0);
  tile[column] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int i = 0; i < rows; ++i)
    sum += tile[i] * tile[i * 64 + column];
  out[get_global_id(0)] = sum;
}
