// Elements of all lines at one place.
// global: 16
// local: 16
// argument: buffer 512
#include <joint_matrix.h>
__attribute__((intel_reqd_sub_group_size(16)))
kernel void stored_on_one_line(global float *c) {
  joint_matrix(float, use_accumulator, 8, 16) sum;
  joint_matrix_load(sum, c, 0, layout_row_major);
  joint_matrix_store(sum, c, 0, layout_row_major); // finds: matrix-stride
}
