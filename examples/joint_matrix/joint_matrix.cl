// The kernel of joint_matrix.clcpp in OpenCL C, where bfloats are ushorts and matrices macros.

#include <joint_matrix.h>

#define TM 16 // of one matrix
#define TN 16
#define TK 32
#define ACROSS 2 // matrices of a sub-group, down and to the right

__attribute__((intel_reqd_sub_group_size(16))) __attribute__((reqd_work_group_size(16, 1, 1)))
kernel void gemm_bias_relu(const global ushort *a, const global ushort *b,
                           const global float *bias, global float *c, uint m, uint n, uint k) {
  const size_t row = get_group_id(1) * ACROSS * TM;
  const size_t column = get_group_id(0) * ACROSS * TN;

  joint_matrix(float, use_accumulator, TM, TN) sums[ACROSS][ACROSS];
  for (size_t i = 0; i < ACROSS; ++i)
    for (size_t j = 0; j < ACROSS; ++j)
      joint_matrix_fill(sums[i][j], 0.0f);

  for (size_t step = 0; step < k; step += TK) {
    joint_matrix(bfloat16, use_a, TM, TK) part_a[ACROSS];
    joint_matrix(bfloat16, use_b, TK, TN) part_b[ACROSS];
    for (size_t i = 0; i < ACROSS; ++i)
      joint_matrix_load_checked(part_a[i], a, k, layout_row_major, m, k, row + i * TM, step);
    for (size_t j = 0; j < ACROSS; ++j)
      joint_matrix_load_checked(part_b[j], b, n, layout_row_major, k, n, step, column + j * TN);
    for (size_t i = 0; i < ACROSS; ++i)
      for (size_t j = 0; j < ACROSS; ++j)
        joint_matrix_mad(sums[i][j], part_a[i], part_b[j], sums[i][j]);
  }

  for (size_t i = 0; i < ACROSS; ++i)
    for (size_t j = 0; j < ACROSS; ++j) {
      // Columns to the right of C have no bias; what becomes of them is not stored.
      const size_t first = column + j * TN;
#define BIAS_RELU(x, row, at) fmax((x) + (first + (at) < n ? bias[first + (at)] : 0.0f), 0.0f)
      joint_matrix_apply_coordinates(sums[i][j], BIAS_RELU);
      joint_matrix_store_checked(sums[i][j], c, n, layout_row_major, m, n, row + i * TM, first);
    }
}
