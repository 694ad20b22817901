// global: 16
// local: 16
// argument: buffer 1024
#include <joint_matrix.h>
__attribute__((intel_reqd_sub_group_size(16)))
kernel void cooperative_misaligned(global float *c) {
  joint_matrix(float, use_accumulator, 8, 16) sum;
  joint_matrix_fill(sum, 1.0f);
  global float *at = (global float *)((global char *)c + 2);
  joint_matrix_store(sum, at, 16, layout_row_major); // finds: misaligned
}
