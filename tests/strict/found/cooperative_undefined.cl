// global: 16
// local: 16
// argument: buffer 512
#include <joint_matrix.h>
__attribute__((intel_reqd_sub_group_size(16)))
kernel void cooperative_undefined(global float *c) {
  joint_matrix(bfloat16, use_a, 8, 16) a;
  joint_matrix(bfloat16, use_b, 16, 16) b;
  joint_matrix(float, use_accumulator, 8, 16) sum;
  joint_matrix_fill(a, 1.0f);
  joint_matrix_fill(b, 1.0f);
  joint_matrix_mad(sum, a, b, sum); // finds: uninitialized
  joint_matrix_store(sum, c, 16, layout_row_major);
}
