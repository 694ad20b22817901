// global: 16
// local: 16
// argument: buffer 2048
#include <joint_matrix.h>
__attribute__((intel_reqd_sub_group_size(16)))
kernel void cooperative_stride(global float *c) {
  joint_matrix(float, use_accumulator, 8, 16) sum;
  joint_matrix_load(sum, c, 16 + (get_local_id(0) & 8), layout_row_major); // finds: sub-group-operand-differs
  joint_matrix_store(sum, c, 16, layout_row_major);
}
