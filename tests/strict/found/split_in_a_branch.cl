// global: 16
// local: 16
// argument: buffer 64
__attribute__((intel_reqd_sub_group_size(8)))
kernel void split_in_a_branch(global float *c) {
  int i = get_global_id(0);
  float2 sum = 0;
  if (get_sub_group_local_id() < 4)
    sum = intel_sub_group_bf16_bf16_split_matrix_mad_k16(i, (int8)(i), sum); // finds: divergent-matrix-function
  c[i] = sum.s0;
}
