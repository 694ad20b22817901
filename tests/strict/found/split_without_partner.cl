// Three sub-groups.
// global: 24
// local: 24
// argument: buffer 96
__attribute__((intel_reqd_sub_group_size(8)))
kernel void split_without_partner(global float *c) {
  int i = get_global_id(0);
  float2 sum = intel_sub_group_bf16_bf16_split_matrix_mad_k16(i, (int8)(i), (float2)(0)); // finds: matrix-partner
  c[i] = sum.s0;
}
