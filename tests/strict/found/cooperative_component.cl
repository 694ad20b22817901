// One component too many, which the next matrix has.
// global: 16
// local: 16
// argument: buffer 512
#include <joint_matrix.h>
__attribute__((intel_reqd_sub_group_size(16)))
kernel void cooperative_component(global float *c) {
  joint_matrix(float, use_accumulator, 8, 16) sums[2];
  joint_matrix_fill(sums[0], 1.0f);
  joint_matrix_fill(sums[1], 1.0f);
  for (uint i = 0; i <= joint_matrix_length(sums[0]); ++i)
    joint_matrix_set(sums[0], i, 2.0f); // finds: component-index
  joint_matrix_store(sums[0], c, 16, layout_row_major);
}
