// Of two matrices one was filled.
// global: 16
// local: 16
// argument: buffer 512
// argument: int 1
#include <joint_matrix.h>
__attribute__((intel_reqd_sub_group_size(16)))
kernel void cooperative_array_unwritten(global float *c, int n) {
  joint_matrix(float, use_accumulator, 8, 16) sums[2];
  for (int i = 0; i < n; ++i)
    joint_matrix_fill(sums[i], 1.0f);
  joint_matrix_store(sums[n], c, 16, layout_row_major); // finds: uninitialized
}
