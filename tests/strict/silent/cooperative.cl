// Everything set, each component reached, elements where they may be.
// global: 16
// local: 16
// argument: buffer 1028
// argument: int 2
#include <joint_matrix.h>
__attribute__((intel_reqd_sub_group_size(16)))
kernel void cooperative(global float *c, int n) {
  joint_matrix(bfloat16, use_a, 8, 16) a;
  joint_matrix(bfloat16, use_b, 16, 16) b;
  joint_matrix(float, use_accumulator, 8, 16) sums[2];
  joint_matrix(bfloat16, use_a, 7, 1) small[2]; // of two bytes
  joint_matrix_fill(a, 1.0f);
  joint_matrix_fill(b, 1.0f);
  for (int i = 0; i < n; ++i)
    joint_matrix_fill(sums[i], 1.0f);
  for (int i = 0; i < n; ++i)
    joint_matrix_fill(small[i], 1.0f);
  joint_matrix_set(small[0], 0, joint_matrix_get(small[1], 0));
  joint_matrix_mad(sums[0], a, b, sums[1]);
  for (uint i = 0; i < joint_matrix_length(sums[0]); ++i)
    joint_matrix_set(sums[0], i, joint_matrix_get(sums[0], i) + 2.0f);
  joint_matrix_set(sums[0], 0, joint_matrix_get(sums[0], 0) + joint_matrix_get(small[n - 1], 0));
  joint_matrix_store(sums[0], c + 1, 32, layout_row_major);
}
