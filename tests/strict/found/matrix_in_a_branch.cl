// global: 16
// local: 16
// argument: buffer 64
__attribute__((intel_reqd_sub_group_size(16)))
kernel void matrix_in_a_branch(global float *c) {
  int i = get_sub_group_local_id();
  float8 sum = 0;
  if (i < 8)
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16((short8)(i), (int8)(i), sum); // finds: divergent-matrix-function
  c[i] = sum.s0;
}
